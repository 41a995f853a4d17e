"""Which numbered rules and worked cases of docs/rules.md no test names: ``python -m tests.rules_cited [FILE]``; with
``--write`` the last part of docs/rules.md, which tests try each rule, is written anew.

A test names a rule in its name (``test_w7_honours``), or in a docstring, comment or text within the module: ``W7``,
``A-3`` for a worked case, ``T1–T3`` or ``T1-T3`` for each of a range. What stands in a module's own docstring does not
count. C2 … C9 and H2 … H9 are cards too: they count after ``RULES`` (``RULES C5, C6``), in a test's name, at the
beginning of a text (``H3 jokers are worthless``), or alone in brackets; S1 … S8 count after ``RULES`` alone. Lines that
no test can check are in ``rules_excused.toml``, with the reason. Exits with 1 when a rule is neither.
"""

from __future__ import annotations

import ast
import re
import sys
import tokenize
import tomllib
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
NOT_ABOUT_RULES = ("hardware", "vision", "systemd", "test_rules_cited.py")
"""Tests that try no rule: A4 is a sheet of paper there, or a number made up."""
REFERENCE = TESTS.parent / "docs" / "rules.md"
INDEX = "\n## Where each rule is tried\n"
"""With what the last part of the reference begins."""

_ONE = r"[CTWAIKUBGH]-?\d{1,2}"
_RANGE = re.compile(rf"(?<![\w-])({_ONE})(?:\s?[–-]\s?({_ONE}))?(?![\w-])")
_LIST = rf"{_ONE}(?:(?:, | and |, and |\s?[–-]\s?){_ONE})*"
_SEATS = r"RULES\s+(?:[A-Z]\d{1,2}, )*(S\d)\b"
"""S2 … S8 are spades in most places."""
_SURE = re.compile(rf"RULES\s+({_LIST})|^\s*({_LIST})(?=:|,? [a-z(])|\(({_LIST})\)")
_CARD = re.compile(r"[CH][2-9]")


def known() -> list[str]:
    """Every rule and worked case of docs/rules.md, in its order."""
    return stated(REFERENCE.read_text(encoding="utf-8"))


def stated(text: str) -> list[str]:
    """The numbers of the rules and worked cases in the text of a reference."""
    text = text.split(INDEX)[0]
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


@cache
def cited_by(path: Path) -> frozenset[str]:
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
    return frozenset(cited)


def cited(tests: Path = TESTS) -> dict[str, list[str]]:
    """The rules that any test names, with the files that do, as paths below ``tests``."""
    named: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        if path.relative_to(tests).parts[0] not in NOT_ABOUT_RULES:
            for rule in cited_by(path):
                named.setdefault(rule, []).append(path.relative_to(tests).as_posix())
    return named


def index(rules: list[str], named: Mapping[str, list[str]]) -> str:
    """The last part of docs/rules.md: which tests try each rule."""
    lines = [
        "",
        "Below `tests/`; made by `python -m tests.rules_cited --write`.",
        "",
        "| rule | tests |",
        "| --- | --- |",
    ]
    lines += [f"| {rule} | {', '.join(named.get(rule, ('no test can',)))} |" for rule in rules]
    return INDEX + "\n".join(lines) + "\n"


def with_index(text: str) -> str:
    """The ``text`` of docs/rules.md with its last part as the tests are now."""
    return text.split(INDEX)[0] + index(stated(text), cited())


def excused() -> dict[str, str]:
    """The rules that no test can check, and why."""
    return {str(rule): str(why) for rule, why in tomllib.loads((TESTS / "rules_excused.toml").read_text()).items()}


def faults(rules: list[str], named: Collection[str], excuses: dict[str, str]) -> list[str]:
    """What is wrong, a line each: rules without a test, and excuses that excuse nothing."""
    lines = [f"{rule}: no test names it" for rule in rules if rule not in named and rule not in excuses]
    lines += [f"{rule}: excused, but there is no such rule" for rule in excuses if rule not in rules]
    lines += [f"{rule}: excused, but a test names it" for rule in excuses if rule in named and rule in rules]
    return lines + [f"{rule}: excused without a reason" for rule, why in excuses.items() if not why.strip()]


def main(arguments: list[str]) -> int:
    """Print the rules without a test and the excused ones; 1 when there are any of the first."""
    if arguments == ["--write"]:
        REFERENCE.write_text(with_index(REFERENCE.read_text(encoding="utf-8")), encoding="utf-8")
        return 0
    path = Path(arguments[0]) if arguments else REFERENCE
    if not path.is_file():
        print(f"{path} is not there; name a file with numbered rules", file=sys.stderr)
        return 2
    rules = stated(path.read_text(encoding="utf-8"))
    excuses = excused()
    wrong = faults(rules, cited(), excuses)
    print(*wrong, *(f"{rule}: excused: {why}" for rule, why in excuses.items()), sep="\n")
    print(f"{len(rules)} rules and worked cases, {len(excuses)} excused, {len(wrong)} to be seen to")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
