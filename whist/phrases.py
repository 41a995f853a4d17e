"""Texts that can be said in other languages. They are made here in English; whoever shows them may say them otherwise.

A ``Phrase`` is its English text, a ``str`` like any other, and remembers from which words and values it was made::

    phrase("{name} leads.", name=phrase("South"))
    counted("{count} card", "{count} cards", 3)
    listed([phrase("South"), phrase("North")])

    option(5, "points that win the game", 5, 7, 9)    # of the house (``whist.rules.options``): the second value

The words must stand there as they are, not in a variable, for the catalogue of each language is collected from them.
Values are numbers, codes, or phrases of their own. Never put a phrase into an f-string or a ``join``: what comes out is
a plain ``str``, which remembers nothing. Phrases are made anew with each view, and never stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


class Phrase(str):
    """English text that knows its words: ``one`` and, where a number decides, ``many`` (else empty), with ``values``
    filled in where braces name them; ``count`` is the number."""

    __slots__ = ("many", "one", "values")
    one: str
    many: str
    values: Mapping[str, Any]

    def __new__(cls, one: str, many: str = "", values: Mapping[str, Any] | None = None) -> Phrase:
        """The phrase of ``one``, or of ``many`` where ``values["count"]`` is not 1."""
        values = values or {}
        words = many if many and values["count"] != 1 else one
        made = super().__new__(cls, words.format(**values) if values else words)
        made.one, made.many, made.values = one, many, values
        return made

    def __getnewargs__(self) -> tuple[str, str, Mapping[str, Any]]:  # type: ignore[override]
        return self.one, self.many, self.values

    def given(self, **values: Any) -> Phrase:
        """These words with other ``values``."""
        return Phrase(self.one, self.many, values)


class Joined(Phrase):
    """``parts``, phrases or not, with the sign ``between`` them: nothing but the parts is said otherwise elsewhere."""

    __slots__ = ("between", "parts")
    between: str
    parts: tuple[str, ...]

    def __new__(cls, between: str, parts: Iterable[str]) -> Joined:
        """The parts one after the other."""
        parts = tuple(parts)
        made = str.__new__(cls, between.join(parts))
        made.one, made.many, made.values = "", "", {}
        made.between, made.parts = between, parts
        return made

    def __getnewargs__(self) -> tuple[str, tuple[str, ...]]:  # type: ignore[override]
        return self.between, self.parts


def phrase(words: str, **values: Any) -> Phrase:
    """``words`` with ``values`` in the places of the braces, as ``str.format`` puts them; without values they stay."""
    return Phrase(words, "", values)


def counted(one: str, many: str, count: int, **values: Any) -> Phrase:
    """``one`` where ``count`` is 1, else ``many``; both may hold ``{count}`` and ``values``."""
    return Phrase(one, many, {"count": count, **values})


def joined(between: str, parts: Iterable[str]) -> Joined:
    """``parts`` with a sign ``between`` them, such as ``", "``."""
    return Joined(between, parts)


def listed(parts: Iterable[str]) -> Phrase:
    """``parts`` as people say a list: ``South, West and North``."""
    *first, last = parts
    if not first:
        return joined("", [last])
    return phrase("{several} and {last}", several=joined(", ", first), last=last)


def reason(error: BaseException) -> str:
    """What an error says, a phrase where it was given one (``str(error)`` is plain)."""
    told = error.args[0] if error.args else ""
    return told if isinstance(told, Phrase) else str(error)
