"""Who may import whom: the floors of the house; and how long files and functions may be."""

import ast
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("whist", "vision", "web_ui", "device", "hardware")
MAY = {
    # prefixes of the project's own modules that a folder may import
    "whist": ("whist",),
    "vision": ("vision", "whist.cards", "whist.messages.observations", "whist.phrases"),
    "web_ui": ("web_ui", "whist"),
    "device": ("device", "whist", "vision", "web_ui", "hardware"),
    "hardware": ("hardware", "vision.sizes"),
}


def modules_of(tree, module):
    """Dotted names of the project that a module imports; ``from x import y`` is ``x.y``, relative ones are resolved."""
    package = module.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) in ("__import__", "import_module", "importlib.import_module")
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            yield str(node.args[0].value)


def forbidden(folder, source, module):
    """Imports in ``source`` that the folder's floor does not carry."""
    found = []
    for name in modules_of(ast.parse(source), module):
        own = name.split(".")[0] in (*FOLDERS, "tests")
        if own and not any(name == may or name.startswith(may + ".") for may in MAY[folder]):
            found.append(name)
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_floor(folder):
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    wrong = {}
    for path in files:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if names := forbidden(folder, path.read_text(encoding="utf-8"), module):
            wrong[module] = names
    assert not wrong, f"{folder} may import only {', '.join(MAY[folder])}: {wrong}"


@pytest.mark.parametrize(
    ("folder", "source", "found"),
    [
        ("whist", "import vision.sizes", ["vision.sizes"]),
        ("whist", "from device.commands import cli", ["device.commands.cli"]),
        ("whist", "def late():\n    from web_ui.app import make", ["web_ui.app.make"]),
        ("whist", "import importlib\nimportlib.import_module('vision.reader.reader')", ["vision.reader.reader"]),
        ("whist", "from ..device import cli", ["device.commands.cli"]),
        ("whist", "from . import cards\nfrom whist.cards import Card\nimport json", []),
        ("vision", "from whist.cards import Card\nfrom whist.messages.observations import Reading\nimport cv2", []),
        ("vision", "from whist.table import table", ["whist.table.table"]),
        ("vision", "import whist", ["whist"]),
        ("vision", "from whist.cards_of_mine import x", ["whist.cards_of_mine.x"]),
        ("web_ui", "from whist.table.table import Table", []),
        ("web_ui", "from vision.camera.protocol import Camera", ["vision.camera.protocol.Camera"]),
        ("device", "import whist.table.table, vision.reader.reader, web_ui.app", []),
        ("device", "import tests.independent", ["tests.independent"]),
        ("hardware", "from vision import sizes as g\nfrom vision.sizes import PLAY_AREA", []),
        ("hardware", "from vision.reader import reader", ["vision.reader.reader"]),
        ("hardware", "import device.commands.cli", ["device.commands.cli"]),
    ],
)
def test_the_check_itself(folder, source, found):
    assert forbidden(folder, source, f"{folder}.made_up") == found


def lengths(source):
    """Lines of each function in ``source``, nested ones and their docstrings too."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node.end_lineno - node.lineno + 1 for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]


@pytest.mark.parametrize("folder", FOLDERS)
def test_files_and_functions_are_short(folder):
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob("*.py")}
    long = {path.name: lines for path, source in sources.items() if (lines := len(source.splitlines())) > 400}
    assert not long, f"files of more than 400 lines: {long}"
    assert median(length for source in sources.values() for length in lengths(source)) <= 10


def test_lengths_of_functions():
    assert lengths("def f():\n    return 1\n\n\nclass A:\n    def g(self):\n        def h():\n            x = 1\n") == [
        2,
        3,
        2,
    ]
