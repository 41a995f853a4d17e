"""The plan of the house: ``python -m tests.house`` draws docs/architecture.svg anew and prints the figures of it: files
a folder, imports that point upwards, forks by the kind of table, lines.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("whist", "vision", "web_ui", "device", "hardware")
LADDERS = {
    # the rooms of each house, the lowest first: a room may import itself and those below it. A room is a folder, or a
    # file that lies in none
    "whist": "quoting phrases cards names rules messages games law records table.words table.state table.seen "
    "table.laid table.flow table beginning players tables",
    "vision": "sizes arrays thresholds ladder input_files output_files camera index packs planes reader holders watch "
    "simulated training.drawing training.packs training.scenes training measuring",
    "web_ui": "contracts languages called squeezed streams refusals doors api pages connections app server catalogue "
    "club",
    "hardware": "suits words drawing holder scene lights marker_sheets holder_plan camera_sheet alone_sheet "
    "corner_sheet reading_sheets sheets guide",
    "device": "limits logs settings lights journal keeper records company simulated checks first_time home hotspot "
    "link run measuring club commands",
}
MOST_FILES = 15
"""In one folder of the houses with ladders."""
DRAWING = ROOT / "docs" / "architecture.svg"
ONE_MEANING = {
    # what is defined in more than one module of the houses and means the same there
    "Club": "what the page of a club asks of the club, and it",
    "Desk": "what the simulated persons ask of the desk of the simulated table, and that desk",
    "Fans": "what the page asks of the fans, and those who keep them",
    "Keeper": "what page and buttons ask of the keeper of the table, and it",
    "Power": "what page and buttons ask of the power of the machine, and it",
}
KINDS_OF_TABLE = ("Table", "BeginningTable", "TableInPlay", "State")
WIDE, HIGH, GAP, ASIDE = 190, 26, 6, 70
"""Of a room, the gap between rooms, and the room for arrows beside them, in pixels."""
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#222}.house{font-weight:600;font-size:15px}.few{fill:#777;font-size:11px}"
    "rect{fill:#f4efe2;stroke:#9a8a62}path{fill:none;stroke:#7a5c1e;stroke-opacity:.35}"
    "@media(prefers-color-scheme:dark){svg{background:#1d241f}text{fill:#eee}.few{fill:#aaa}rect{fill:#2c3a31;"
    "stroke:#8f8560}path{stroke:#e0c070;stroke-opacity:.45}}"
)


def room_of(path: Path) -> str | None:
    """The room in which a file lies, given within its house; None for what only says that the house is one."""
    return ".".join(path.parent.parts) or (path.stem if path.stem != "__init__" else None)


def rooms_of(house: str, names: Iterable[str]) -> Iterator[str | None]:
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


def upwards(house: str, file: Path, source: str) -> list[str]:
    """The rooms above its own that a file of a house, given within it, imports."""
    ladder, own = LADDERS[house].split(), room_of(file)
    module = ".".join([house, *file.with_suffix("").parts])
    found = rooms_of(house, modules_of(ast.parse(source), module))
    return sorted({room for room in found if ladder.index(room) > ladder.index(own)})


def modules_of(tree: ast.AST, module: str) -> Iterator[str]:
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


def files_of(house: str) -> list[Path]:
    """The Python files of a house, as paths within it."""
    return sorted(path.relative_to(ROOT / house) for path in (ROOT / house).rglob("*.py"))


def read(house: str, file: Path) -> str:
    """The text of a file of a house."""
    return (ROOT / house / file).read_text(encoding="utf-8")


def imports(house: str) -> Counter[tuple[str, str]]:
    """How many files of each room import another room of the same house."""
    found = Counter[tuple[str, str]]()
    for file in files_of(house):
        own, module = room_of(file), ".".join([house, *file.with_suffix("").parts])
        names = modules_of(ast.parse(read(house, file)), module)
        found.update((own, room) for room in {*rooms_of(house, names)} if own and room not in (None, own))
    return found


def forks(text: str) -> int:
    """How often a text asks which kind of table, state or hands it holds."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    asked = [ast.unparse(node.args[1]) for node in calls if ast.unparse(node.func) == "isinstance" and node.args[1:]]
    return sum(any(name.strip() in KINDS_OF_TABLE for name in kinds.split("|")) for kinds in asked)


def named(text: str) -> set[str]:
    """The classes, and the names of kinds of values, that a module defines and others may import."""
    found: set[str] = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {one.id for one in node.targets if isinstance(one, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return {name for name in found if name[0].isupper() and not name.isupper()}


def shared_names() -> dict[str, list[str]]:
    """The names that more than one module of the houses defines, each with those modules' files."""
    found: dict[str, list[str]] = {}
    for house in FOLDERS:
        for file in files_of(house):
            for name in named(read(house, file)):
                found.setdefault(name, []).append(str(Path(house, file)))
    return {name: files for name, files in found.items() if len(files) > 1}


def ambiguous() -> dict[str, list[str]]:
    """Those of them that mean several things: all that `ONE_MEANING` does not have."""
    return {name: files for name, files in shared_names().items() if name not in ONE_MEANING}


def drawing() -> str:
    """The houses with ladders side by side, the lowest rooms at the bottom; a wide arrow stands for many files."""
    columns = {house: LADDERS[house].split() for house in LADDERS}
    tall = 60 + max(map(len, columns.values())) * (HIGH + GAP)
    parts = []
    for place, (house, rooms) in enumerate(columns.items()):
        left = 20 + place * (WIDE + ASIDE)
        top = {room: tall - 20 - (step + 1) * (HIGH + GAP) for step, room in enumerate(rooms)}
        count = Counter(room_of(file) for file in files_of(house) if file.name != "__init__.py")
        parts.append(f'<text class="house" x="{left}" y="24">{house}/</text>')
        for (one, other), number in sorted(imports(house).items()):
            start, end = top[one] + HIGH / 2, top[other] + HIGH / 2
            bow = left + WIDE + min(ASIDE - 8, 14 + abs(end - start) / 8)
            wide = min(5.0, 0.6 + number * 0.35)
            right = left + WIDE
            parts.append(
                f'<path d="M{right} {start}C{bow:.0f} {start} {bow:.0f} {end} {right} {end}"'
                f' stroke-width="{wide:.1f}"/>'
            )
        for room in rooms:
            name, number = room.replace(".", "/"), count[room]
            parts.append(f'<rect x="{left}" y="{top[room]}" width="{WIDE}" height="{HIGH}" rx="4"/>')
            folder = (ROOT / house / name / "__init__.py").is_file()
            parts.append(f'<text x="{left + 10}" y="{top[room] + 18}">{escape(name)}{"/" if folder else ".py"}</text>')
            if folder:
                parts.append(
                    f'<text class="few" x="{left + WIDE - 10}" y="{top[room] + 18}" text-anchor="end">{number}</text>'
                )
    wide = 20 + len(columns) * (WIDE + ASIDE)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" role="img">'
    title = "<title>The rooms of each package, and which of them import which; none imports one above it</title>"
    return f"{head}{title}<style>{STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n"


def figures() -> list[str]:
    """What the house measures, a line each."""
    lines = []
    for house in FOLDERS:
        texts = {file: read(house, file) for file in files_of(house)}
        folders = Counter(str(Path(house, file).parent) for file in texts if file.name != "__init__.py")
        fullest, most = folders.most_common(1)[0]
        above = sum(
            len(upwards(house, file, text)) for file, text in texts.items() if house in LADDERS and room_of(file)
        )
        asked = 0 if house == "whist" else sum(map(forks, texts.values()))
        length = sum(len(text.splitlines()) for text in texts.values())
        lines.append(
            f"{house}: {length} lines in {sum(folders.values())} files and {len(folders)} folders, the fullest"
            f" {fullest} with {most} (most: {MOST_FILES}); imports upwards: {above}"
            f"; forks by the kind of table: {asked}"
        )
    tests = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in (ROOT / "tests").rglob("*.py"))
    return [*lines, f"names of several meanings: {len(ambiguous())}", f"tests: {tests} lines"]


def main() -> int:
    """Draw and print; status 0."""
    DRAWING.write_text(drawing(), encoding="utf-8")
    print(*figures(), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
