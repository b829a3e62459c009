# SPDX-License-Identifier: Apache-2.0
"""Arguments of the tests here, BUILD_DIR SOURCE_DIR: the package of that build is the one that is imported."""
import pathlib
import sys
import tempfile
import unittest

BUILD, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
del sys.argv[1:3]
sys.path.insert(0, str(BUILD / "python"))

import rivlin  # noqa: E402


class FolderTest(unittest.TestCase):
    """A test with an empty folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def refused(self, words, function, *arguments, kind=rivlin.WrongInput, **keywords):
        """The call raises that kind of error, and its message has the words."""
        with self.assertRaises(kind) as caught:
            function(*arguments, **keywords)
        self.assertIn(words, str(caught.exception))
