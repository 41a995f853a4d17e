"""Who may import whom: the floors of the house, the rooms on each; how full folders are, how long files and
functions."""

import ast
from pathlib import Path
from statistics import median

import pytest

from tests.house import FOLDERS, LADDERS, MOST_FILES, ROOT, modules_of, room_of, upwards

MAY = {
    # prefixes of the project's own modules that a folder may import
    "whist": ("whist",),
    "vision": ("vision", "whist.cards", "whist.messages.observations", "whist.phrases"),
    "web_ui": ("web_ui", "whist"),
    "device": ("device", "whist", "vision", "web_ui", "hardware"),
    "hardware": ("hardware", "vision.sizes"),
}


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
        ("whist", "from ..device.commands import cli", ["device.commands.cli"]),
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


@pytest.mark.parametrize("house", LADDERS)
def test_rooms_of_a_house_form_a_ladder(house):
    files = [path.relative_to(ROOT / house) for path in (ROOT / house).rglob("*.py")]
    rooms = {room_of(file) for file in files} - {None}
    assert rooms == set(LADDERS[house].split()), "each room has its place in LADDERS"
    wrong = {}
    for file in files:
        if room_of(file) and (above := upwards(house, file, (ROOT / house / file).read_text(encoding="utf-8"))):
            wrong[str(file)] = above
    assert not wrong, f"{house}: imports from a room above: {wrong}"


@pytest.mark.parametrize("house", LADDERS)
def test_folders_are_not_too_full(house):
    files = [path.parent.relative_to(ROOT) for path in (ROOT / house).rglob("*.py") if path.name != "__init__.py"]
    full = {str(folder): files.count(folder) for folder in set(files) if files.count(folder) > MOST_FILES}
    assert not full, f"folders of more than {MOST_FILES} files: {full}"


@pytest.mark.parametrize(
    ("file", "source", "above"),
    [
        ("rules/base.py", "from whist.cards import Card\nfrom whist.rules.hand import Hand\nimport json", []),
        ("rules/base.py", "from whist.messages import events", ["messages"]),
        ("rules/base.py", "from whist.games import rules_of", ["games"]),
        ("table/table.py", "def late():\n    import whist.table.state.state, whist.beginning.table", ["beginning"]),
        ("table/state/state.py", "from whist.table.table import Table", ["table"]),
        ("cards.py", "from whist.names import card_name\nfrom vision.sizes import CARDS", ["names"]),
    ],
)
def test_the_ladders_themselves(file, source, above):
    assert upwards("whist", Path(file), source) == above


def lengths(source):
    """Lines of each function in ``source``, nested ones and their docstrings too."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node.end_lineno - node.lineno + 1 for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]


@pytest.mark.parametrize("folder", FOLDERS)
def test_functions_are_short(folder):
    """A file is one subject, and as long as that needs."""
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob("*.py")]
    assert median(length for source in sources for length in lengths(source)) <= 10


def test_lengths_of_functions():
    assert lengths("def f():\n    return 1\n\n\nclass A:\n    def g(self):\n        def h():\n            x = 1\n") == [
        2,
        3,
        2,
    ]
