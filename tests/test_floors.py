"""Who may import whom: the floors of the house, the rooms on each; how full folders are, how long files and
functions."""

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

LADDERS = {
    # the rooms of each house, the lowest first: a room may import itself and those below it. A room is a folder, or a
    # file that lies in none
    "whist": "quoting phrases cards names rules messages games law records table.state table.seen table "
    "family.state family.seen family players",
    "vision": "sizes input_files output_files camera index packs planes reader holders watch simulated "
    "training.drawing training.packs training.scenes training measuring",
    "web_ui": "contracts languages squeezed doors pages streams connections app server catalogue",
    "hardware": "suits words drawing holder wiring scene marker_sheets holder_plan camera_sheet corner_sheet "
    "light_panel reading_sheets wiring_sheet strip_sheet sheets guide",
    "device": "limits logs settings lights journal keeper records company simulated checks first_time run measuring "
    "commands",
}
MOST_FILES = 15
"""In one folder of the houses with ladders."""


def room_of(path):
    """The room in which a file lies, given within its house; None for what only says that the house is one."""
    return ".".join(path.parent.parts) or (path.stem if path.stem != "__init__" else None)


def rooms_of(house, names):
    """The rooms of a house in which imported names stand."""
    for name in names:
        parts = name.split(".")
        while len(parts) > 1:
            path = ROOT.joinpath(*parts)
            for file in (path.with_suffix(".py"), path / "__init__.py"):
                if parts[0] == house and file.is_file():
                    yield room_of(file.relative_to(ROOT / house))
                    parts = []
                    break
            parts = parts[:-1]


def upwards(house, file, source):
    """The rooms above its own that a file of a house, given within it, imports."""
    ladder, own = LADDERS[house].split(), room_of(file)
    module = ".".join([house, *file.with_suffix("").parts])
    found = rooms_of(house, modules_of(ast.parse(source), module))
    return sorted({room for room in found if ladder.index(room) > ladder.index(own)})


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
        ("table/table.py", "def late():\n    import whist.table.state.state, whist.family.table", ["family"]),
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
