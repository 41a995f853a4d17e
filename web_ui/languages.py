"""The languages that the page speaks: English, and one for each file in ``locale/``, as ``it.po``; chosen per device.

How a text gets into another language:

- In Python it is made by ``whist.phrases`` (``phrase("{name} leads.", name=…)``, ``counted``, ``listed``, ``joined``)
  and goes into a view, or into an answer, as it is; what leaves here is said in the language of whoever reads it.
- In a template it stands in ``{{ _("Sit here") }}``, values in braces: ``{{ _("To {name}", name=…) }}``.
- In a script: ``t("Last trick")``, ``t("{name} led", { name })``, ``counted("{count} trick", "{count} tricks", n)``
  (``static/lib/words.js``).

``python -m web_ui.catalogue`` then writes the new texts into every file of ``locale/`` (a new language: its code behind
the command). Fill in what is empty; a test says what is missing. Nothing is compiled.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask, Request, has_request_context, request
from flask.json.provider import DefaultJSONProvider

from whist.names import place_name
from whist.phrases import Joined, Phrase

FOLDER: Final = Path(__file__).parent / "locale"
COOKIE: Final = "language"
SCRIPTS: Final = "web_ui/static/"
"""Texts that a catalogue places here are handed to the page's scripts."""
PLURALS: Final = 200
"""Numbers for which the scripts are told the plural form; those above repeat by hundreds in every language."""


class Language:
    """One language by its ``code``, with ``name`` in its own words; ``catalogue`` is None for English."""

    def __init__(self, code: str, catalogue: Catalog | None = None) -> None:
        self.code = code
        self.name = (Locale.parse(code, sep="-").get_display_name() or code).capitalize()
        self._texts = _translations(catalogue)
        self.words: dict[str, Any] = {} if catalogue is None else _for_scripts(catalogue)
        """What the scripts need (``static/lib/words.js``)."""

    def say(self, text: str) -> str:
        """``text`` in this language where it is a phrase, else as it is."""
        if isinstance(text, Joined):
            return text.between.join(map(self.say, text.parts))
        if not isinstance(text, Phrase):
            return text
        one, many, values = text.one, text.many, text.values
        words = self._texts.ngettext(one, many, values["count"]) if many else self._texts.gettext(one)
        return words.format(**self.said(values)) if values else words

    def phrase(self, words: str, **values: Any) -> str:
        """``words`` with ``values`` filled in: what a template calls ``_``."""
        return self.say(Phrase(words, "", values))

    def said(self, view: Any) -> Any:
        """``view``, any JSON-able value, with every phrase in it said in this language."""
        if isinstance(view, str):
            return self.say(view)
        if isinstance(view, Mapping):
            return {key: self.said(value) for key, value in view.items()}
        if isinstance(view, list | tuple):
            return [self.said(value) for value in view]
        return view


def _translations(catalogue: Catalog | None) -> gettext.NullTranslations:
    if catalogue is None:
        return gettext.NullTranslations()
    compiled, said = io.BytesIO(), Catalog(catalogue.locale)
    said.mime_headers = catalogue.mime_headers
    for message in filter(_is_said, catalogue):
        said[message.id] = message
    write_mo(compiled, said)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def complete(translation: str | Sequence[str] | None) -> bool:
    """Whether a text, in all its plural forms, is translated."""
    return bool(translation) and (isinstance(translation, str) or all(translation or ()))


def _is_said(message: Message) -> bool:
    return bool(message.id) and not message.fuzzy and complete(message.string)


def _for_scripts(catalogue: Catalog) -> dict[str, Any]:
    """``texts`` by their English, a list of forms where a number decides, and which form each number takes. What lacks
    a translation, or one form of it, stays English."""
    texts = {}
    for message in catalogue:
        if _is_said(message) and any(file.startswith(SCRIPTS) for file, _ in message.locations):
            one = message.id if isinstance(message.id, str) else message.id[0]
            said: Any = message.string
            texts[one] = said if isinstance(said, str) else list(said)
    form = gettext.c2py(catalogue.plural_expr)
    return {"texts": texts, "plural": "".join(str(int(form(number))) for number in range(PLURALS))}


def read(file: Path) -> Catalog:
    """The catalogue of a language; raises ``OSError`` and ``ValueError``."""
    with file.open("rb") as opened:
        return read_po(opened, locale=file.stem, abort_invalid=True)


@cache
def languages() -> dict[str, Language]:
    """Every language by its code, English first."""
    found = [Language(file.stem.lower().replace("_", "-"), read(file)) for file in sorted(FOLDER.glob("*.po"))]
    return {"en": Language("en")} | {language.code: language for language in found}


def language_of(request: Request) -> Language:
    """What was chosen on this device, else the first language that its browser asks for and that is spoken here, else
    English."""
    known = languages()
    asked = [tag.lower().replace("_", "-") for tag, quality in request.accept_languages if quality > 0]
    wanted = [request.cookies.get(COOKIE, ""), *(code for tag in asked for code in (tag, tag.partition("-")[0]))]
    return next((known[code] for code in wanted if code in known), known["en"])


class _Json(DefaultJSONProvider):
    """Says every phrase of an answer in the language of whoever asked."""

    sort_keys = False

    def dumps(self, obj: Any, **how: Any) -> str:
        return super().dumps(language_of(request).said(obj) if has_request_context() else obj, **how)


def add_languages(app: Flask) -> None:
    """Let pages and JSON answers of ``app`` speak the language of whoever asked; templates know ``_``, ``place_name``,
    ``language`` and all ``languages``."""
    app.json = _Json(app)
    app.jinja_env.finalize = lambda value: language_of(request).say(value) if isinstance(value, Phrase) else value

    @app.context_processor
    def known() -> dict[str, Any]:
        language = language_of(request)
        return {"_": language.phrase, "language": language, "languages": languages().values(), "place_name": place_name}
