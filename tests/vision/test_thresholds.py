"""Numbers that decide what is read stand in one table, each with what it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from vision import thresholds

VISION = Path(thresholds.__file__).parent
FOLDERS = ("index", "reader", "holders", "watch")
OTHERWISE = {
    # what networks take and give, and how looks are cut: no other number would do
    "index/poses.py": "STRIDE BLOCK UNIT_HEIGHT CROP_WIDTH CROP_HEIGHT CROP_INDEX SUIT_LOOK",
    "index/whole_cards.py": "ACROSS DOWN STRIP _LEAST _COVER _COVER_LEAST _COVERED",
    "watch/motion.py": "CELL",
}
"""Numbers of these folders that are no thresholds, by file."""
READ_NOTHING = ("reader/overlay.py", "watch/cutouts.py", "watch/live_picture.py", "watch/camera_advice.py")
"""How pictures and advice for people look."""


def numbers(tree: ast.Module) -> Iterator[str]:
    """Names that a module gives to bare numbers, alone or in a row."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            if parts and all(isinstance(_positive(part), ast.Constant) and _is_number(part) for part in parts):
                targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
                for name in (part for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)):
                    yield name.id


def _positive(node: ast.expr) -> ast.expr:
    return node.operand if isinstance(node, ast.UnaryOp) else node


def _is_number(node: ast.expr) -> bool:
    inside = _positive(node)
    return isinstance(inside, ast.Constant) and isinstance(inside.value, int | float)


def files() -> list[Path]:
    return [path for folder in FOLDERS for path in sorted((VISION / folder).glob("*.py"))]


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_file_keeps_no_threshold_of_its_own(path: Path) -> None:
    name = f"{path.parent.name}/{path.name}"
    if name in (*READ_NOTHING, "watch/slot_lights.py"):  # the last one tells where lamps shine
        return
    assert set(numbers(ast.parse(path.read_text(encoding="utf-8")))) <= set(OTHERWISE.get(name, "").split())


def table() -> Iterator[tuple[str, list[ast.stmt]]]:
    tree = ast.parse((VISION / "thresholds.py").read_text(encoding="utf-8"))
    yield "thresholds", tree.body
    yield from ((node.name, node.body) for node in tree.body if isinstance(node, ast.ClassDef))


@pytest.mark.parametrize(("name", "body"), table(), ids=lambda part: part if isinstance(part, str) else "")
def test_each_threshold_says_what_it_is(name: str, body: list[ast.stmt]) -> None:
    assert ast.get_docstring(ast.Module(body, [])), name
    for one, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(one, ast.AnnAssign):
            said = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            assert len(str(said)) > 5, ast.unparse(one)


@pytest.mark.parametrize("name", [name for name, _ in table() if name != "thresholds"])
def test_each_threshold_is_in_use(name: str) -> None:
    used = "".join(path.read_text(encoding="utf-8") for path in VISION.rglob("*.py"))
    own = [one for one in vars(getattr(thresholds, name)) if one.isupper()]
    assert own
    assert not [one for one in own if f"{name}.{one}" not in used]
