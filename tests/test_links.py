"""Every link from one page of this repository to another leads to a file, and to a heading, that is there; and every
command of its own that a page names."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    path
    for where in ("*.md", "docs/*.md", "hardware/**/*.md", "systemd/**/*.md", "vision/model/*.md")
    for path in ROOT.glob(where)
)
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)")

COMMAND = re.compile(r"python -m ((?:whist|vision|web_ui|device|hardware|tests)\.[\w.]*\w)")


def headings(page: str) -> list[str]:
    """What a link calls the headings of a page: small letters, digits and hyphens for spaces."""
    lines = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines]


def broken(page: Path, text: str) -> list[str]:
    """The links in the ``text`` of a page that lead nowhere."""
    lost = []
    for to, heading in LINK.findall(text):
        there = page.parent / to if to else page
        if not there.exists() or (heading and heading not in headings(there.read_text(encoding="utf-8"))):
            lost.append(f"{to}#{heading}" if heading else to)
    return lost


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_what_is_there(page: Path) -> None:
    assert broken(page, page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("[a](docs/rules.md) [b](https://example.org/none#x) ![c](docs/board.png)", []),
        ("[a](docs/nowhere.md)", ["docs/nowhere.md"]),
        ("[a](vision/model/MODEL.md#the-ladder) [b](docs/reading.md#other-countries-letters)", []),
        (
            "[a](vision/model/MODEL.md#no-such-heading) [b](#try-it) [c](#none)",
            ["vision/model/MODEL.md#no-such-heading", "#none"],
        ),
    ],
)
def test_a_link_that_leads_nowhere_is_found(text: str, lost: list[str]) -> None:
    assert broken(ROOT / "README.md", text) == lost


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=lambda page: page.name)
def test_commands_that_a_page_names_are_there(page: Path) -> None:
    named = {ROOT / name.replace(".", "/") for name in COMMAND.findall(page.read_text(encoding="utf-8"))}
    assert [
        path for path in named if not path.with_suffix(".py").exists() and not (path / "__main__.py").exists()
    ] == []


def test_pages_name_commands() -> None:
    assert len(set(COMMAND.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")))) > 20
