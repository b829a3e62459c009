// SPDX-License-Identifier: Apache-2.0
// The first bytes count, then the extension.
#include <rivlin/mesh/read_mesh_file.h>

#include "text_place.h"

#include <rivlin/base/error.h>
#include <rivlin/mesh/abaqus_reader.h>
#include <rivlin/mesh/gmsh_reader.h>

#include <utility>

namespace rivlin
{
  PlainMesh read_mesh_file(const std::filesystem::path &file)
  {
    return parse_mesh(read_mesh_bytes(file), file);
  }

  PlainMesh parse_mesh(std::string content, const std::filesystem::path &file)
  {
    if (content.starts_with("\xEF\xBB\xBF"))
      content.erase(0, 3); // byte order mark
    else if (content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF"))
      mesh_text(content, file); // refuses UTF-16
    const std::string extension = upper_case(file.extension().string());
    const std::string_view begin =
      trimmed(std::string_view(content).substr(0, 4096));
    if (begin.starts_with("$MeshFormat") ||
        (extension == ".MSH" && !begin.starts_with('*')))
      return parse_gmsh_mesh(content, file);
    if (begin.starts_with('*') || extension == ".INP")
      return parse_abaqus_mesh(std::move(content), file);
    mesh_text(content, file);
    throw Error('"' + file.string() +
                "\" is neither an Abaqus input file (it begins with *) nor a "
                "Gmsh mesh (it begins with $MeshFormat). Convert it to one of "
                "them.");
  }
} // namespace rivlin
