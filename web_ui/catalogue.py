"""Collects every text of the program into the catalogues of the languages: `python -m web_ui.catalogue [CODE…]`.

New texts come into each file of ``locale/`` without a translation, those that are gone are left out, the others stay. A
``CODE``, as ``de``, begins a language.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

from web_ui.languages import FOLDER, complete, read

ROOT: Final = Path(__file__).parents[1]
_MAKERS: Final = {"phrase": None, "counted": (1, 2)}
_SOURCES: Final[tuple[tuple[str, str, Mapping[str, Any]], ...]] = (
    ("whist/**/*.py", "python", _MAKERS | {"option": (2,)}),
    *((f"{package}/**/*.py", "python", _MAKERS) for package in ("vision", "web_ui", "device")),
    ("web_ui/templates/*.html", "jinja2", {"_": None}),
)
_SCRIPTS: Final = "web_ui/static/**/*.js"
# in a script a text follows its bracket at once, in double quotes; Babel itself misses some in brackets of brackets
_TEXT: Final = r'"((?:[^"\\]|\\.)*)"'
_IN_SCRIPT: Final = re.compile(rf"(?<![\w.])(?:t\({_TEXT}|counted\({_TEXT}, {_TEXT})")
_HEADER: Final = """\
# Texts of the whist table; web_ui/languages.py says how they come about.
msgid ""
msgstr ""
"Language: {code}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def texts() -> Iterator[tuple[str, str | tuple[str, ...]]]:
    """The file, as a path in the project, and the English of each text in it; singular and plural where a number
    decides."""
    for pattern, method, keywords in _SOURCES:
        for file in sorted(ROOT.glob(pattern)):
            if any(f"{maker}(" in file.read_text(encoding="utf-8") for maker in keywords):
                for _, message, _, _ in extract_from_file(method, file, keywords):
                    yield file.relative_to(ROOT).as_posix(), message
    for file in sorted(ROOT.glob(_SCRIPTS)):
        for text, one, many in _IN_SCRIPT.findall(file.read_text(encoding="utf-8")):
            yield file.relative_to(ROOT).as_posix(), text or (one, many)


def template() -> Catalog:
    """All texts, none translated."""
    catalogue = Catalog(project="whist-table", charset="utf-8")
    for file, message in texts():
        catalogue.add(message, locations=[(file, 0)])
    return catalogue


def update(code: str) -> tuple[int, int]:
    """Bring the file of a language up to date; how many texts it has, and how many of them lack a translation."""
    file = FOLDER / f"{code}.po"
    catalogue = read(file) if file.exists() else Catalog(locale=code, project="whist-table", fuzzy=False)
    catalogue.update(template(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    FOLDER.mkdir(exist_ok=True)
    with file.open("wb") as opened:
        opened.write(_HEADER.format(code=code, plurals=catalogue.plural_forms).encode())
        write_po(opened, catalogue, width=120, omit_header=True, include_lineno=False, sort_by_file=True)
    missing = [message for message in catalogue if message.id and not complete(message.string)]
    return len(catalogue), len(missing)


def main(codes: list[str]) -> int:
    """Update all languages, and ``codes``; 1 with a sentence for what is no code of a language."""
    for code in codes:
        try:
            Locale.parse(code)
        except (ValueError, UnknownLocaleError):
            print(f"{code} is no code of a language: say it, for example, de or pt_BR.", file=sys.stderr)
            return 1
    for code in sorted({file.stem for file in FOLDER.glob("*.po")} | set(codes)):
        known, missing = update(code)
        print(f"{FOLDER / code}.po: {known} texts, {missing} without a translation")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
