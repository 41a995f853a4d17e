"""The syntax of Portable Bridge Notation 2.1: a text in games, a game in tags, each with the words that follow it.

Import format is read: tags in any order and on any line, comments, escaped lines, any kind of line end. What the tags
mean is ``whist.records.pbn_read``'s business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple


class PbnError(ValueError):
    """A text that cannot be read, or a record that cannot be written, as PBN; one sentence, with the line if any."""


def at_line(line: int, why: object) -> PbnError:
    """The error of line ``line`` (1…)."""
    return PbnError(f"line {line}: {why}")


class Token(NamedTuple):
    """A word of a section without its quotes and escapes, the line (1…) where it stands, whether it was quoted."""

    line: int
    text: str
    quoted: bool = False


@dataclass(slots=True)
class Tag:
    """``[name "value"]`` at ``line`` (1…), and the ``words`` up to the next tag: its section, without comments."""

    line: int
    name: str
    value: str
    words: list[Token] = field(default_factory=list)


PbnGame = dict[str, Tag]
"""The tags of a game by their names; of tags that stand there twice, the first (PBN 3.4)."""

MOST_WORDS: Final = 10_000
"""Words and tags of a game; a hand in which every command meets an Error has a tenth of them."""
_TOKEN: Final = re.compile(
    r"""(?P<escaped>^%[^\n]*)
      | (?P<comment>;[^\n]*|\{[^}]*\})
      | (?P<blank>^[ \t]*\n(?:[ \t\n]*\n)?)
      | (?P<space>[^\S\n]+|\n)
      | (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\n]++|\\.)*+)"\s*\])
      | "(?P<text>(?:[^"\\\n]++|\\.)*+)"
      | (?P<word>[^\s\[\]{};"]++)""",
    re.VERBOSE | re.MULTILINE,
)


def games(text: str) -> list[PbnGame]:
    """The games of ``text`` in order; raises ``PbnError`` naming the first line that is no PBN."""
    found: list[PbnGame] = [{}]
    latest: Tag | None = None
    words = 0
    for line, match in _tokens(text.replace("\r\n", "\n").replace("\r", "\n")):
        if match.lastgroup == "blank":
            if found[-1]:
                found.append({})
            latest, words = None, 0
        elif match.lastgroup == "tag":
            latest = Tag(line, match["name"], unescaped(match["value"]))
            found[-1].setdefault(latest.name, latest)
        elif latest is None:
            raise at_line(line, f"{match[0][:40]!r} stands before any tag; a game begins with its tags")
        else:
            latest.words.append(_word(line, match))
        words += 1
        if words > MOST_WORDS:
            raise at_line(line, f"this game has more than {MOST_WORDS} words and tags, and no game has as many")
    return [game for game in found if game]


def _tokens(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """(line, token) of all that is neither space nor comment."""
    line, place = 1, 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise at_line(line, f"{_rest_of_line(text, place)!r} is no Portable Bridge Notation")
        if match.lastgroup not in ("escaped", "comment", "space"):
            yield line, match
        line += match[0].count("\n")
        place = match.end()


def _word(line: int, match: re.Match[str]) -> Token:
    return Token(line, match["word"]) if match["word"] else Token(line, unescaped(match["text"]), True)


def _rest_of_line(text: str, place: int) -> str:
    return text[place : place + 40].split("\n")[0]


def unescaped(text: str) -> str:
    """The value of a string between its quotes (PBN 3.2)."""
    return re.sub(r'\\(["\\])', r"\1", text)


def quoted(text: str) -> str:
    """``text`` as a string with its quotes; what is no printing ASCII character becomes a question mark (PBN 3.2)."""
    plain = "".join(one if " " <= one <= "~" else "?" for one in text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
