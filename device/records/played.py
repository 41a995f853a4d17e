"""Hands that were played: out of files of game records, and out of the journal, of which they are worked out anew."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import tee
from pathlib import Path
from typing import Any, Final

from device.journal.journal import JOURNAL, DamagedJournal, Game, Journal, JournalEntry, JournalError
from device.journal.renewal import salvaged
from device.records.replay import Unreadable, records
from device.settings.errors import CommandError
from device.settings.game_choice import chosen
from whist.games.candid import Candid
from whist.messages import events as ev
from whist.messages.events import event_from_json
from whist.messages.events_of_beginning import BeginningEvent
from whist.messages.events_of_calls import Announced, Called, Chosen, GameStarted, HandStarted, KittyShown
from whist.messages.requests import NewGame
from whist.records.pbn_write import UNKNOWN_DATE
from whist.records.records import BadRecord, Recorded, play, read
from whist.rules.actions import Announce
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.rules.standing import Line, Standing
from whist.table.state.look_back import Finished
from whist.tables import TableInPlay, begin, follow


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that was found or corrected in a hand, as everybody may read it, and when (seconds since 1970)."""

    text: str
    t: float


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of a match: ``place`` says where it was found, ``standing`` is before it; its ``line`` on the score sheet
    and the standing ``after`` it are None while it is not over. ``hand`` is made of its actions when it is asked for.
    ``date`` is when the game began, as ``YYYY.MM.DD``; of a hand of the journal ``game`` is the game's number and
    ``finished`` how it is looked at again."""

    place: str
    rules: Rules[Any]
    standing: Standing
    hand: Callable[[], Hand]
    line: Line | None = None
    after: Standing | None = None
    date: str = UNKNOWN_DATE
    game: int | None = None
    finished: Finished | None = None
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A game of the journal with its ``table`` as it was left, and its hands, the last perhaps not over; a hand that
    was dealt anew is not among them. People played from ``begun`` to ``ended`` (seconds since 1970; None:
    not at all). Of one that is not ``whole`` the end cannot be read."""

    game: Game
    table: TableInPlay
    hands: tuple[PlayedHand, ...]
    begun: float | None
    ended: float | None
    whole: bool = True

    @property
    def over(self) -> list[PlayedHand]:
        """The hands that are over, in their order."""
        return [hand for hand in self.hands if hand.finished is not None]


def of_files(paths: Iterable[Path]) -> Iterator[PlayedHand]:
    """The hands of files of game records, in order; raises ``CommandError`` at the first that breaks the rules."""
    for path in paths:
        for place, record in records(path):
            if isinstance(record, Unreadable):
                raise CommandError(str(record))
            try:
                recorded = read(record)
                play(recorded)
            except BadRecord as error:
                at = "" if error.at is None else f" (action {error.at})"
                raise CommandError(f"{place}: {error}{at}") from None
            yield _of_record(place, recorded)


def _of_record(place: str, recorded: Recorded) -> PlayedHand:
    rules, before, hand = recorded.rules, recorded.standing, recorded.hand
    played = PlayedHand(place, rules, before, lambda: hand)
    if not hand.over:
        return played
    line = rules.score(hand, before)
    return replace(played, line=line, after=rules.after(before, line))


# -- the journal -------------------------------------------------------------------------------------------------------


def of_journal(folder: Path, left_out: Callable[[str], None]) -> Iterator[PlayedHand]:
    """The hands of all games of the journal in ``folder``, as ``of_games`` gives them. Raises ``CommandError`` where
    there is no journal, or none that can be read."""
    path = folder / JOURNAL
    if not path.is_file():
        raise CommandError(f"there is no journal in {folder}; name the folder for games and settings (run --data).")
    try:
        with _opened(path, left_out) as journal:
            yield from of_games(journal, journal.games(), left_out)
    except JournalError as error:
        raise CommandError(str(error)) from error


@contextmanager
def _opened(path: Path, left_out: Callable[[str], None]) -> Iterator[Journal]:
    """The journal, or what can be read of a damaged one; raises ``JournalError``."""
    with ExitStack() as stack:
        try:
            journal = Journal(path)
        except DamagedJournal as damage:
            mended, saved = stack.enter_context(salvaged(path, (), seats=False))
            if not saved.games:
                raise
            left_out(f"{str(damage).rstrip('.')}; what can be read of it is written.")
            journal = Journal(mended)
        yield stack.enter_context(closing(journal))


def of_games(journal: Journal, games: Iterable[Game], left_out: Callable[[str], None]) -> Iterator[PlayedHand]:
    """The hands of ``games``, in order, the last of each perhaps not over; a game that this program cannot read is
    ``left_out``, which is told so in a sentence. Raises ``JournalError``."""
    for game in games:
        try:
            match = match_of(game, journal.entries(game.id))
        except ValueError:  # what it says may name cards that nobody may know
            left_out(f"game {game.id} of the journal is left out: it cannot be read by this program.")
        else:
            yield from match.hands
            if not match.whole:
                left_out(f"of game {game.id} of the journal the end is left out: it cannot be read by this program.")


def match_of(game: Game, entries: Sequence[JournalEntry]) -> PlayedMatch:
    """A game of the journal and its ``entries``, as far as this program can read them; raises ``ValueError`` where no
    hand of them can be read to its end."""
    try:
        choice = chosen(game.options)
        table, watched, count = _followed(choice, entries)
        whole = count == len(entries)
        if not whole:
            # what could not be read may have left its traces
            table, watched, _ = _followed(choice, entries[:count])
            if not table.finished:
                raise ValueError(f"its event {count} cannot be")
        if not table.deal:
            raise ValueError("no hand has begun")
        hands = tuple(_hands(game, table, watched))
    except (TypeError, LookupError, ValueError, Refused) as error:
        raise ValueError(f"game {game.id} cannot be read: {error}") from None
    return PlayedMatch(game, table, hands, watched.begun, watched.ended, whole)


def _followed(choice: NewGame, entries: Sequence[JournalEntry]) -> tuple[TableInPlay, _Watched, int]:
    """The table after those of the entries that can be followed, and how many these are."""
    table, watched, count = begin(choice), _Watched(), 0
    for_table, for_watched = tee(event_from_json(entry.event) for entry in entries)
    with suppress(TypeError, LookupError, ValueError, Refused):
        for table in follow(choice, for_table):
            watched.see(table, next(for_watched), entries[count].t)
            count += 1
    return table, watched, count


def _hands(game: Game, table: TableInPlay, watched: _Watched) -> Iterator[PlayedHand]:
    rules = table.rules
    date = time.strftime("%Y.%m.%d", time.localtime(game.started))
    standing: Standing | None = None
    for deal, done in table.finished.items():
        line = done.line
        before = replace(standing or rules.first_standing(line.dealer), dealer=line.dealer, number=line.number)
        standing = rules.after(before, line)
        hand = _to_write(rules, watched.hands[deal])
        place = f"game {game.id}, hand {line.number}"
        yield PlayedHand(
            place, rules, before, hand, line, standing, date, game.id, done, tuple(watched.remarks.get(deal, ()))
        )
    hand_now = table.hand
    if table.deal not in table.finished and hand_now is not None and hand_now.actions:
        number = 1 if standing is None else standing.number
        before = standing or rules.first_standing()
        hand = _to_write(rules, hand_now)
        yield PlayedHand(f"game {game.id}, hand {number}", rules, before, hand, date=date, game=game.id)


_PLAYED: Final = (
    ev.TurnedUp,
    ev.Commanded,
    ev.Played,
    ev.Claimed,
    ev.HandScored,
    KittyShown,
    Announced,
    Called,
    Chosen,
)
"""Events by which people play; others happen at a table where nobody sits, too."""
_REMARKABLE: Final = (ev.RevokeFound, ev.PlayCorrected, ev.ScoresCorrected, ev.Claimed, ev.HandScored)


class _Watched:
    """What is seen of a game while it goes by, event by event."""

    def __init__(self) -> None:
        self.hands: dict[int, Hand] = {}
        """Those that are over, by deal, as ``finished`` counts them."""
        self.remarks: dict[int, list[Remark]] = {}
        """Of each deal."""
        self.begun: float | None = None
        self.ended: float | None = None
        self._dealt = False

    def see(self, table: TableInPlay, event: ev.Event, t: float) -> None:
        """Take in the next event, after which the table is so; raises ``ValueError`` for one that cannot be."""
        if isinstance(event, _PLAYED):
            self.begun, self.ended = (t if self.begun is None else self.begun), t
        self._dealt |= isinstance(event, ev.DealStarted | HandStarted)
        if isinstance(event, BeginningEvent):
            self._dealt = False  # somebody else begins, and the match is begun anew (RULES S6)
        if isinstance(event, GameStarted) and self._dealt:
            raise ValueError("the match begins twice")
        if isinstance(event, ev.HandScored) and len(table.finished) != len(table.public_view()["sheet"]):
            raise ValueError("a hand is scored twice")
        if isinstance(event, _REMARKABLE):
            first = {remark.text: remark for remark in self.remarks.get(table.deal, ())}
            self.remarks[table.deal] = [first.get(text, Remark(text, t)) for text in table.remarks]
            if table.deal in table.finished and (hand := table.hand) is not None:
                self.hands[table.deal] = hand


def _to_write(rules: Rules[Any], hand: Hand) -> Callable[[], Hand]:
    """Makes the hand for a record, without high-card points: they are said and not written (RULES K3), so that no
    record keeps them either."""
    if not isinstance(rules, Candid) or rules.options.show_hcp == "always":
        return lambda: hand
    return lambda: _silent(hand)


def _silent(hand: Hand) -> Hand:
    silent = hand.copy()
    silent.actions = [action for action in hand.actions if not isinstance(action, Announce)]
    return silent
