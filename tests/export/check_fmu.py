#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The rules of the standard (FMI 2.0.4 and 3.0.1) for the XML files and the archive
of co-simulation FMUs, written from the standard, not from our writer. Usage:
check_fmu.py FILE.fmu... Prints violations, exits 1."""
import re
import sys
import xml.etree.ElementTree as ElementTree
import zipfile

MOST_LETTERS = 55  # of names, for Simulink
# Tables of causality, variability and initial: FMI 2.0.4, section 2.2.7 (page 49), FMI 3.0.1, section 2.4.7.4.
VARIABILITIES = {"parameter": {"fixed", "tunable"}, "calculatedParameter": {"fixed", "tunable"},
                 "input": {"discrete", "continuous"}, "output": {"constant", "discrete", "continuous"},
                 "local": {"constant", "fixed", "tunable", "discrete", "continuous"}, "independent": {"continuous"}}
INITIALS = {"parameter": {"exact"}, "calculatedParameter": {"calculated", "approx"}, "input": {None}, "independent": {None},
            "output": {"exact", "calculated", "approx"}, "local": {"exact", "calculated", "approx"}}
BASE_UNITS = {"kg", "m", "s", "A", "K", "mol", "cd", "rad", "factor", "offset"}
DIMENSIONS = {"m": {"m": 1}, "rad": {"rad": 1}, "s": {"s": 1}, "m/s": {"m": 1, "s": -1}, "rad/s": {"rad": 1, "s": -1},
              "N": {"kg": 1, "m": 1, "s": -2}, "N.m": {"kg": 1, "m": 2, "s": -2}}
PLATFORMS = {2: {"linux64": ".so", "win64": ".dll"}, 3: {"x86_64-linux": ".so", "x86_64-windows": ".dll"}}
ORDER = {2: ["CoSimulation", "UnitDefinitions", "TypeDefinitions", "LogCategories", "DefaultExperiment", "VendorAnnotations", "ModelVariables",
             "ModelStructure"],
         3: ["CoSimulation", "UnitDefinitions", "TypeDefinitions", "LogCategories", "DefaultExperiment", "ModelVariables", "ModelStructure",
             "Annotations"]}


def is_boolean(text):
    return text in ("true", "false", "0", "1")


class Checker:
    def __init__(self, file):
        self.file, self.found = file, []
        self.archive = zipfile.ZipFile(file)
        self.names = self.archive.namelist()

    def require(self, condition, text):
        if not condition:
            self.found.append(f"{self.file}: {text}")

    def check(self):
        self.check_archive()
        root = ElementTree.fromstring(self.archive.read("modelDescription.xml"))
        self.require(root.tag == "fmiModelDescription", "the root is not fmiModelDescription")
        self.fmi = int(root.get("fmiVersion", "0").split(".")[0])
        self.require(root.get("fmiVersion") in ("2.0", "3.0"), f"fmiVersion {root.get('fmiVersion')}")
        self.require(root.get("guid" if self.fmi == 2 else "instantiationToken"), "no guid or token")
        self.require(root.get("modelName"), "no modelName")
        self.require(root.get("variableNamingConvention") in ("flat", "structured"), "variableNamingConvention")
        order = [child.tag for child in root]
        self.require(order == [tag for tag in ORDER[self.fmi] if tag in order], f"elements in the order {order}")
        self.check_interface(root.find("CoSimulation"))
        self.check_units(root)
        variables = self.check_variables(root)
        self.check_structure(root, variables)
        if self.fmi == 3:
            self.check_terminals(variables)
            self.check_build()
        return variables

    def check_archive(self):
        self.require(self.archive.testzip() is None, "a checksum of the archive is wrong")
        self.require(len(set(self.names)) == len(self.names), "names in the archive are not unique")
        for info in self.archive.infolist():
            self.require(info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED), f"{info.filename}: method {info.compress_type}")
            self.require("\\" not in info.filename and not info.filename.startswith("/") and ".." not in info.filename.split("/"),
                         f"the name {info.filename}")
            self.require((info.external_attr >> 28) != 0xA, f"{info.filename} is a link")
        self.require("modelDescription.xml" in self.names, "no modelDescription.xml")
        self.require("documentation/index.html" in self.names, "no documentation/index.html")
        notices = b"".join(self.archive.read(name) for name in self.names if name.startswith("documentation/licenses/"))
        for text in (b"Apache License", b"Mozilla Public License 2.0", b"Niels Lohmann", b"Victor Zverovich"):
            self.require(text in notices, f"no licence notice {text}")
        top = {name.split("/")[0] for name in self.names}
        self.require(top <= {"modelDescription.xml", "binaries", "resources", "sources", "documentation", "terminalsAndIcons"}, f"folders {top}")

    def check_interface(self, element):
        self.require(element is not None, "no CoSimulation")
        identifier = element.get("modelIdentifier")
        self.require(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", identifier), f"modelIdentifier {identifier}")
        libraries = [name for name in self.names if name.startswith("binaries/")]
        self.require(libraries, "no binaries")
        for name in libraries:
            platform, library = name.split("/")[1:]
            self.require(library == identifier + PLATFORMS[self.fmi].get(platform, "?"), f"the library {name}")
            head = self.archive.read(name)[:2]
            self.require(head == (b"MZ" if "win" in platform else b"\x7fE"), f"{name} is no library of its platform")
        for name, value in element.attrib.items():
            if name.startswith(("can", "needs", "provides", "has")):
                self.require(is_boolean(value), f"{name}={value}")
        for file in element.findall("SourceFiles/File"):
            self.require("sources/" + file.get("name") in self.names, f"no source {file.get('name')}")

    def check_units(self, root):
        self.units = {}
        for unit in root.findall("UnitDefinitions/Unit"):
            base = unit.find("BaseUnit")
            self.require(unit.get("name") not in self.units, f"the unit {unit.get('name')} twice")
            self.require(base is not None and set(base.attrib) <= BASE_UNITS, f"base units of {unit.get('name')}")
            self.units[unit.get("name")] = {key: int(value) for key, value in base.attrib.items()}
            self.require(self.units[unit.get("name")] == DIMENSIONS.get(unit.get("name")), f"dimension of {unit.get('name')}")

    def check_variables(self, root):
        variables, names, references = [], set(), {}
        for element in root.find("ModelVariables"):
            if self.fmi == 2:
                self.require(element.tag == "ScalarVariable" and len(element) == 1, "a variable has one type")
                kind, typed = element[0].tag, element[0]
                self.require(kind in ("Real", "Integer", "Boolean", "String", "Enumeration"), f"type {kind}")
            else:
                kind, typed = element.tag, element
                self.require(kind in ("Float64", "Boolean"), f"type {kind}")
            name, causality = element.get("name"), element.get("causality", "local")
            variability = element.get("variability", "continuous" if kind in ("Real", "Float64") else "discrete")
            initial = element.get("initial")
            if initial is None and causality in ("output", "local"):
                initial = "exact" if variability == "constant" else "calculated"
            if initial is None and causality == "parameter":
                initial = "exact"
            self.require(name not in names, f"the name {name} twice")
            names.add(name)
            self.require(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) and len(name) <= MOST_LETTERS, f"the name {name}")
            reference = int(element.get("valueReference"))
            self.require(reference not in references, f"{name}: the value reference {reference} twice")
            references[reference] = name
            self.require(variability in VARIABILITIES[causality], f"{name}: {causality} and {variability}")
            self.require(initial in INITIALS[causality], f"{name}: {causality} and initial {initial}")
            self.require(not (kind == "Boolean" and variability == "continuous"), f"{name}: a continuous {kind}")
            needs_start = causality in ("input", "parameter") or variability == "constant" or initial in ("exact", "approx")
            self.require((typed.get("start") is not None) == needs_start, f"{name}: start {typed.get('start')}")
            if typed.get("start") is not None:
                start = typed.get("start")
                self.require(is_boolean(start) if kind == "Boolean" else abs(float(start)) < 1e300, f"{name}: start {start}")
                if typed.get("min"):
                    self.require(float(start) >= float(typed.get("min")), f"{name}: start below min")
            if typed.get("unit"):
                self.require(typed.get("unit") in self.units, f"{name}: the unit {typed.get('unit')} is not declared")
            self.require(element.get("description"), f"{name} has no description")
            variables.append({"name": name, "causality": causality, "initial": initial, "reference": reference, "unit": typed.get("unit"),
                              "continuous": variability == "continuous"})
        independent = [one for one in variables if one["causality"] == "independent"]
        self.require(len(independent) == 1, "there is not one independent variable")
        for one in variables:
            quantity = one["name"].split("_")[-1]
            expected = {"u": "m", "r": "rad", "v": "m/s", "w": "rad/s", "F": "N", "M": "N.m"}
            if re.fullmatch(r"[urvwFM][xyz]", quantity):
                self.require(one["unit"] == expected[quantity[0]], f"{one['name']} in {one['unit']}")
        return variables

    def check_structure(self, root, variables):
        structure = root.find("ModelStructure")
        if self.fmi == 2:
            listed = {tag: [int(unknown.get("index")) for unknown in structure.findall(f"{tag}/Unknown")] for tag in ("Outputs", "InitialUnknowns")}
            number = {index + 1: one for index, one in enumerate(variables)}
            outputs, unknowns = listed["Outputs"], listed["InitialUnknowns"]
        else:
            outputs = [int(one.get("valueReference")) for one in structure.findall("Output")]
            unknowns = [int(one.get("valueReference")) for one in structure.findall("InitialUnknown")]
            number = {one["reference"]: one for one in variables}
        wanted = [key for key, one in number.items() if one["causality"] == "output"]
        self.require(sorted(outputs) == sorted(wanted) and len(set(outputs)) == len(outputs), "Outputs are not the outputs")
        calculated = [key for key, one in number.items() if one["causality"] == "calculatedParameter" or
                      (one["causality"] == "output" and one["initial"] in ("calculated", "approx"))]
        self.require(sorted(unknowns) == sorted(calculated), "InitialUnknowns are not the calculated ones")
        self.require(self.fmi == 3 or unknowns == sorted(unknowns), "InitialUnknowns are not ascending")

    def check_terminals(self, variables):
        name = "terminalsAndIcons/terminalsAndIcons.xml"
        root = ElementTree.fromstring(self.archive.read(name))
        self.require(root.tag == "fmiTerminalsAndIcons" and root.get("fmiVersion", "").startswith("3."), name)
        terminals = root.findall("Terminals/Terminal")
        self.require(len(terminals) == 2 and len({one.get("name") for one in terminals}) == 2, "not two terminals")
        known = {one["name"] for one in variables}
        for terminal in terminals:
            self.require(terminal.get("matchingRule") in ("plug", "bus", "sequence"), "matchingRule")
            members = terminal.findall("TerminalMemberVariable")
            self.require(members, f"the terminal {terminal.get('name')} is empty")
            self.require(len({one.get("memberName") for one in members}) == len(members), "members are not unique")
            for member in members:
                self.require(member.get("variableName") in known and member.get("variableKind"), f"member {member.attrib}")

    def check_build(self):
        root = ElementTree.fromstring(self.archive.read("sources/buildDescription.xml"))
        self.require(root.tag == "fmiBuildDescription", "buildDescription.xml")
        files = root.findall("BuildConfiguration/SourceFileSet/SourceFile")
        self.require(files, "no SourceFile")
        for file in files:
            self.require("sources/" + file.get("name") in self.names, f"no source {file.get('name')}")
        for folder in root.findall("BuildConfiguration/SourceFileSet/IncludeDirectory"):
            self.require(any(name.startswith(f"sources/{folder.get('name')}/") for name in self.names), f"no folder {folder.get('name')}")


def main():
    found, n_variables = [], 0
    for file in sys.argv[1:]:
        checker = Checker(file)
        n_variables += len(checker.check())
        found += checker.found
    print("\n".join(found) if found else f"{n_variables} variables of {len(sys.argv) - 1} FMUs follow the standard")
    return 1 if found or n_variables == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
