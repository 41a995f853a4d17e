"""Stands in for what Picamera2 imports, and what looking and capturing have no use for."""

import importlib.abc
import importlib.machinery
import sys
from unittest.mock import MagicMock

NAMES = frozenset(
    ("OpenEXR", "PyQt5", "av", "jsonschema", "libarchive", "pidng", "piexif", "prctl", "pykms", "simplejpeg")
)


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in NAMES:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = MagicMock(name=spec.name)
        module.__spec__, module.__path__, module.__name__ = spec, [], spec.name
        return module

    def exec_module(self, module):
        pass


sys.meta_path.append(StandIns())
