"""``whist-table export`` and ``import``: hands that were played as files for other programs, and back again.

``pbn`` is Portable Bridge Notation, ``csv`` the score sheet, ``json`` game records; docs/formats.md, "Exports".
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from device.records.played import PlayedHand, of_files, of_journal
from device.settings.errors import CommandError
from vision.input_files import contents
from vision.output_files import OutputError, check_output, write_whole
from whist.records.pbn_read import records_of
from whist.records.pbn_tokens import PbnError
from whist.records.pbn_write import file_of, game_of
from whist.records.recording import record_of
from whist.records.records import replay
from whist.rules.score_sheet import csv_text

MOST_BYTES: Final = 4_000_000
"""Of a PBN file; so many have some thousand games."""


def export(options: argparse.Namespace) -> int:
    """Write the hands of files of records, or of the journal, in another format."""
    if bool(options.files) == (options.journal is not None):
        raise CommandError("name either files of game records or --journal DIR.")
    _check(options.out, options.files)
    from_journal = options.journal is not None
    hands = of_journal(options.journal, _say) if from_journal else of_files(options.files)
    text = text_of(options.to, hands, from_journal, _say)
    if not text:
        raise CommandError(f"there is no hand to export as {options.to}.")
    _put(options.out, text)
    return 0


def import_files(options: argparse.Namespace) -> int:
    """Write the games of PBN files as game records, one a line."""
    _check(options.out, options.files)
    _put(options.out, _lines(record for path in options.files for record in _of_pbn(path)))
    return 0


def _of_pbn(path: Path) -> list[dict[str, Any]]:
    try:
        # the standard's character set; whist's own files keep to ASCII, so any other that contains it does too
        text = contents(path, MOST_BYTES).removeprefix(b"\xef\xbb\xbf").decode("latin-1")
        return records_of(text)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}; name a file in PBN.") from None
    except PbnError as error:
        raise CommandError(f"{path}, {error}.") from None


def _say(left_out: str) -> None:
    print(f"whist-table export: {left_out}", file=sys.stderr)


# -- formats -----------------------------------------------------------------------------------------------------------

LeftOut = Callable[[str], None]
"""Is told in a sentence what is left out, and why; what it says names no card."""


def text_of(to: str, hands: Iterable[PlayedHand], from_journal: bool, left_out: LeftOut) -> str:
    """``hands`` in the format ``to``, one of ``FORMATS``; empty where there is nothing to write. Of the journal's
    hands, and from score sheets, those that cannot be written are ``left_out``; else the first of them is refused by
    a ``CommandError``."""
    return FORMATS[to](hands, left_out if from_journal else None, left_out)


def _as_json(hands: Iterable[PlayedHand], lenient: LeftOut | None, _: LeftOut) -> str:
    records: list[dict[str, Any]] = []
    _take(hands, lambda played: records.append(record_for(played)), lenient)
    return _lines(records)


def _lines(records: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def _as_pbn(hands: Iterable[PlayedHand], lenient: LeftOut | None, _: LeftOut) -> str:
    games: list[str] = []
    _take(hands, lambda played: games.append(game_of(record_for(played), len(games) + 1, played.date)), lenient)
    return file_of(games) if games else ""


def _as_csv(hands: Iterable[PlayedHand], _: LeftOut | None, left_out: LeftOut) -> str:
    """The score sheets of the matches, with an empty line between them; hands that are not over are left out."""
    matches: list[list[PlayedHand]] = []
    _take(hands, lambda played: _add_scored(matches, played), left_out)
    return "\r\n".join(map(_sheet, matches))


FORMATS: Final[dict[str, Callable[[Iterable[PlayedHand], LeftOut | None, LeftOut], str]]] = {
    "pbn": _as_pbn,
    "csv": _as_csv,
    "json": _as_json,
}
"""How hands are written in each format: see ``text_of``."""


def _take(hands: Iterable[PlayedHand], take: Callable[[PlayedHand], None], left_out: LeftOut | None) -> None:
    """``take`` each hand. One that it does not take is ``left_out``; without that it is refused."""
    for played in hands:
        try:
            take(played)
        except ValueError as error:
            why = str(error).rstrip(".")
            if left_out is None:
                raise CommandError(f"{played.place}: {why}.") from None
            left_out(f"{played.place} is left out: {why}.")


def record_for(played: PlayedHand) -> dict[str, Any]:
    """The record of a hand; raises ``ValueError`` when there can be none that the rules allow."""
    hand = played.hand()
    record = record_of(played.rules, played.standing, hand)
    if played.game is not None and played.line is None:
        raise ValueError("the hand is not over")  # whatever is known of it, nobody is told
    result = replay(record)
    if not result["ok"]:
        raise ValueError(f"a record of it would break the rules: {result['why']}")
    if result["won"] != hand.won():
        raise ValueError("a record of it would come to other tricks, for a card was read wrongly at the time")
    return record


def _add_scored(matches: list[list[PlayedHand]], played: PlayedHand) -> None:
    """Add a hand to the match that it goes on with, or to a new one; raises ``ValueError`` for one without a score."""
    if played.line is None:
        raise ValueError("the hand is not over, so it has no score")
    same_game = played.game is not None and matches and matches[-1][-1].game == played.game
    if not same_game and not (matches and _follows(matches[-1][-1], played)):
        _check_first(played)
        matches.append([])
    matches[-1].append(played)


def _follows(before: PlayedHand, played: PlayedHand) -> bool:
    same = (before.rules.name, before.rules.options) == (played.rules.name, played.rules.options)
    return same and before.after == played.standing


def _check_first(played: PlayedHand) -> None:
    if played.game is None and played.standing != played.rules.first_standing(played.standing.dealer):
        raise CommandError(
            f"{played.place}: the hands of this match before hand {played.standing.number} are missing; "
            "a score sheet needs all of them, in order."
        )


def _sheet(match: Sequence[PlayedHand]) -> str:
    last = match[-1]
    lines = [played.line for played in match if played.line is not None]
    return csv_text(last.rules, lines, last.after or last.standing)


# -- files -------------------------------------------------------------------------------------------------------------


def _check(out: Path | None, inputs: Sequence[Path]) -> None:
    try:
        if out is not None:
            check_output(out, inputs)
    except OutputError as error:
        raise CommandError(f"{error}.") from error


def _put(out: Path | None, text: str) -> None:
    try:
        if out is None:
            sys.stdout.write(text)
            sys.stdout.flush()
        else:
            write_whole(out, text.encode())
    except OutputError as error:
        raise CommandError(f"{error}.") from error
