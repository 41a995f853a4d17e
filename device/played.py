"""Hands that were played: out of files of game records, and out of the journal, of which they are worked out anew."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from device.errors import CommandError
from device.games import chosen, resume
from device.journal import Game, Journal, JournalError
from device.replay import Unreadable, records
from whist import events as ev
from whist.actions import Action, Order, Play, TurnUp
from whist.cards import Card
from whist.events import event_from_json
from whist.family.events import HandStarted
from whist.family.evolving import evolve as evolve_family
from whist.family.state import State
from whist.games.android import Android
from whist.hand import Hand
from whist.pbn_write import UNKNOWN_DATE
from whist.records import BadRecord, play, read
from whist.rules import Rules
from whist.standing import Line, Standing
from whist.table import Table

JOURNAL: Final = "journal.sqlite"
"""The journal's name in the folder for games and settings."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of a match: ``place`` says where it was found, ``standing`` is before it; its ``line`` on the score sheet
    and the standing ``after`` it are None while it is not over. ``date`` is when the game began, as ``YYYY.MM.DD``."""

    place: str
    rules: Rules[Any]
    standing: Standing
    hand: Hand
    line: Line | None = None
    after: Standing | None = None
    date: str = UNKNOWN_DATE


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
            yield _scored(PlayedHand(place, recorded.rules, recorded.standing, recorded.hand))


def _scored(played: PlayedHand) -> PlayedHand:
    if not played.hand.over:
        return played
    line = played.rules.score(played.hand, played.standing)
    return replace(played, line=line, after=played.rules.after(played.standing, line))


# -- the journal -------------------------------------------------------------------------------------------------------


def of_journal(folder: Path) -> Iterator[PlayedHand]:
    """The hands of all games of the journal in ``folder``, oldest first, the last of each perhaps not over; a hand that
    was dealt anew is not among them. Raises ``CommandError`` where there is no journal, or none that can be read."""
    path = folder / JOURNAL
    if not path.is_file():
        raise CommandError(f"there is no journal in {folder}; name the folder for games and settings (run --data).")
    journal = None
    try:
        journal = Journal(path)
        for game in journal.games():
            yield from _of_game(journal, game)
    except JournalError as error:
        raise CommandError(str(error)) from error
    finally:
        if journal is not None:
            journal.close()


def _of_game(journal: Journal, game: Game) -> Iterator[PlayedHand]:
    try:
        choice = chosen(game.options)
        events = [event_from_json(event) for event in journal.events(game.id)]
        if not events:
            return
        table = resume(choice, events)
        found = _android(Android(table.options), events) if isinstance(table, Table) else _family(table.rules, events)
    except (ValueError, TypeError) as error:
        raise CommandError(f"game {game.id} of the journal cannot be read: {error}.") from None
    date = time.strftime("%Y.%m.%d", time.localtime(game.started))
    for played in found:
        place = f"game {game.id}, hand {played.standing.number}"
        yield replace(played, place=place, date=date)


def _android(rules: Android, events: Sequence[ev.Event]) -> list[PlayedHand]:
    """The hands of a game of Android Whist; nobody knows the people's cards before they are played."""
    found: list[PlayedHand] = []
    standing, deal = rules.first_standing(), _Deal()
    for event in events:
        if isinstance(event, ev.DealStarted):
            if deal.actions and not event.redeal:
                found.append(_android_hand(rules, standing, deal.actions))
            scores = (found[-1].after or standing).scores if found else standing.scores
            standing = Standing(event.dealer, scores, event.deal)
            deal = _Deal()
        else:
            deal.see(event, standing.dealer)
    return [*found, _android_hand(rules, standing, deal.actions)] if deal.actions else found


def _android_hand(rules: Android, standing: Standing, actions: Sequence[Action]) -> PlayedHand:
    hand = rules.start(standing)
    for action in actions:
        rules.happen(hand, action)
    return _scored(PlayedHand("", rules, standing, hand))


class _Deal:
    """The actions of one deal of Android Whist, without what was taken back."""

    def __init__(self) -> None:
        self.actions: list[Action] = []
        self._back: tuple[Card, list[Action]] | None = None
        """A card that was taken back, and the commands given after it, which hold if it is laid again."""

    def see(self, event: ev.Event, dealer: int) -> None:
        """Take in the next event."""
        if isinstance(event, ev.TurnedUp):
            self.actions.append(TurnUp(dealer, (event.card,)))
        elif isinstance(event, ev.Commanded):
            self.actions.append(Order(event.seat, event.command))
        elif isinstance(event, ev.Played):
            again = self._back[1] if self._back and self._back[0] == event.card else []
            self.actions += [Play(event.seat, event.card), *again]
            self._back = None
        elif isinstance(event, ev.TakenBack):
            self._take_back(event.card)
        elif isinstance(event, ev.Corrected):
            self._forget_commands()

    def _take_back(self, card: Card) -> None:
        commands = self._forget_commands()
        self.actions.pop()
        self._back = card, commands

    def _forget_commands(self) -> list[Action]:
        """The commands since the last card, which are void."""
        at = len(self.actions)
        while at and isinstance(self.actions[at - 1], Order):
            at -= 1
        commands = self.actions[at:]
        del self.actions[at:]
        return commands


def _family(rules: Rules[Any], events: Sequence[ev.Event]) -> list[PlayedHand]:
    """The hands of a game without holders; table law may have sent the players back to an earlier one."""
    state = State()
    found: dict[int, State] = {}
    for event in events:
        if isinstance(event, HandStarted) and event.redeal:
            found.pop(state.deals, None)
        state = evolve_family(event, state, rules)
        found.pop(state.deals + 1, None)
        if state.hand is not None and state.hand.actions:
            found[state.deals] = state
    return [_family_hand(rules, one) for one in found.values()]


def _family_hand(rules: Rules[Any], state: State) -> PlayedHand:
    assert state.hand is not None  # only such states are kept
    line = state.lines[-1] if state.after is not None else None
    return PlayedHand("", rules, state.standing, state.hand, line, state.after)
