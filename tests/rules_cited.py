"""Which numbered rules and worked cases of RULES.md no test names: ``python -m tests.rules_cited [RULES.md]``.

A test names a rule in its name (``test_w7_honours``), or in a docstring, comment or text within the module: ``W7``,
``A-3`` for a worked case, ``T1–T3`` or ``T1-T3`` for each of a range. What stands in a module's own docstring does not
count. C2 … C9 and H2 … H9 are cards too: they count after ``RULES`` (``RULES C5, C6``), in a test's name, at the
beginning of a text (``H3 jokers are worthless``), or alone in brackets; S1 … S8 count after ``RULES`` alone. Lines that
no test can check are in ``rules_excused.toml``, with the reason. Exits with 1 when a rule is neither.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
NOT_ABOUT_RULES = ("hardware", "vision", "systemd", "test_rules_cited.py")
"""Tests that try no rule: A4 is a sheet of paper there, or a number made up."""
RULES = {"C": 11, "T": 12, "W": 12, "A": 37, "I": 10, "K": 16, "U": 28, "B": 28, "G": 13, "H": 5, "S": 8}
"""How many numbered lines each part of RULES.md has; S3 … S7 are excused until they are built."""
CASES = {"A": 12, "K": 4, "U": 4, "B": 3, "G": 1}
"""How many worked cases."""

_ONE = r"[CTWAIKUBGH]-?\d{1,2}"
_RANGE = re.compile(rf"(?<![\w-])({_ONE})(?:\s?[–-]\s?({_ONE}))?(?![\w-])")
_LIST = rf"{_ONE}(?:(?:, | and |, and |\s?[–-]\s?){_ONE})*"
_SEATS = r"RULES\s+(?:[A-Z]\d{1,2}, )*(S\d)\b"
"""S2 … S8 are spades in most places."""
_SURE = re.compile(rf"RULES\s+({_LIST})|^\s*({_LIST})(?=:|,? [a-z(])|\(({_LIST})\)")
_CARD = re.compile(r"[CH][2-9]")


def known() -> list[str]:
    """Every rule and worked case, in the order of RULES.md."""
    rules = [f"{part}{number}" for part, count in RULES.items() for number in range(1, count + 1)]
    return rules + [f"{part}-{number}" for part, count in CASES.items() for number in range(1, count + 1)]


def stated(text: str) -> list[str]:
    """The numbers of the rules and worked cases in the text of RULES.md."""
    rules = re.findall(r"^- ([A-Z]\d+)\b", text, re.MULTILINE)
    return rules + re.findall(r"^\| ([A-Z]-\d+) \|", text, re.MULTILINE)


def named_in(text: str) -> set[str]:
    """The rules that a docstring, a comment or another text names."""
    sure = {one for match in _SURE.finditer(text) for one in _each(next(filter(None, match.groups())))}
    return sure | {one for one in _each(text) if not _CARD.fullmatch(one)} | set(re.findall(_SEATS, text))


def _each(text: str) -> Iterator[str]:
    for match in _RANGE.finditer(text):
        first, last = match[1], match[2] or match[1]
        stem = first.rstrip("0123456789")
        if last.startswith(stem):
            yield from (f"{stem}{number}" for number in range(int(first[len(stem) :]), int(last[len(stem) :]) + 1))
        else:
            yield from (first, last)


def cited_by(path: Path) -> set[str]:
    """The rules that the tests in a file name."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    cited: set[str] = set()
    if ast.get_docstring(tree) is not None:
        tree.body = tree.body[1:]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            cited |= named_in(node.value)
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            cited |= {part.upper() for part in node.name.split("_") if re.fullmatch(_ONE.lower(), part.lower())}
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT:
                cited |= named_in(token.string.lstrip("# "))
    return cited


def cited(tests: Path = TESTS) -> set[str]:
    """The rules that any test names."""
    files = [path for path in tests.rglob("test_*.py") if path.relative_to(tests).parts[0] not in NOT_ABOUT_RULES]
    return set().union(*map(cited_by, files))


def excused() -> dict[str, str]:
    """The rules that no test can check, and why."""
    return {str(rule): str(why) for rule, why in tomllib.loads((TESTS / "rules_excused.toml").read_text()).items()}


def faults(rules: list[str], named: set[str], excuses: dict[str, str]) -> list[str]:
    """What is wrong, a line each: rules without a test, and excuses that excuse nothing."""
    lines = [f"{rule}: no test names it" for rule in rules if rule not in named and rule not in excuses]
    lines += [f"{rule}: excused, but there is no such rule" for rule in excuses if rule not in rules]
    lines += [f"{rule}: excused, but a test names it" for rule in excuses if rule in named and rule in rules]
    return lines + [f"{rule}: excused without a reason" for rule, why in excuses.items() if not why.strip()]


def main(arguments: list[str]) -> int:
    """Print the rules without a test and the excused ones; 1 when there are any of the first."""
    folder = os.environ.get("WHIST_OUTSIDE", "")
    path = Path(arguments[0]) if arguments else Path(folder, "RULES.md")
    if not path.is_file():
        print(f"{path} is not there; name the file, or set WHIST_OUTSIDE to its folder", file=sys.stderr)
        return 2
    rules = stated(path.read_text(encoding="utf-8"))
    excuses = excused()
    wrong = faults(rules, cited(), excuses)
    print(*wrong, *(f"{rule}: excused: {why}" for rule, why in excuses.items()), sep="\n")
    print(f"{len(rules)} rules and worked cases, {len(excuses)} excused, {len(wrong)} to be seen to")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
