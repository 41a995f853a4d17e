"""What happened in a hand, from the sections of its PBN: calls, cards, and rows of ``WhistActionTable``, through the
rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from whist.cards import Card
from whist.records.pbn import AUCTIONS, DIRECTIONS, candid_call
from whist.records.pbn_tokens import PbnGame, Tag, Token, at_line
from whist.rules.actions import Action, Bid, Play, action_from_json
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.refusals import Refused

SEATS: Final = {direction: seat for seat, direction in enumerate(DIRECTIONS)}
"""The seat of each direction."""
_ANNOTATION: Final = re.compile(r"[!?]{1,2}|=\d+=|\$\d+|\^[ISRL]")
"""What may follow, or go before, a call or a card and says nothing of it (PBN 3.5.2, 3.6.2, 3.9)."""
_LISTS: Final = ("discard", "turn_up")


def seat_of(tag: Tag) -> int:
    """The seat of the direction that ``tag`` names."""
    if tag.value.upper() not in SEATS:
        raise at_line(tag.line, f"{tag.name} is W, N, E or S, not {tag.value!r}")
    return SEATS[tag.value.upper()]


def table(game: PbnGame, name: str, columns: int) -> Iterator[tuple[Token, ...]]:
    """The rows of table ``name``, none where there is no such table."""
    words = game[name].words if name in game else []
    if len(words) % columns:
        raise at_line(words[-1].line, f"a row of {name} has {columns} columns")
    for place in range(0, len(words), columns):
        yield tuple(words[place : place + columns])


def scalar(word: Token) -> Any:
    """A number, true or false; every other word is a text, in which commas stand for blanks."""
    if word.quoted or not re.fullmatch(r"-?(0|[1-9][0-9]{0,8})|true|false", word.text):
        return word.text.replace(",", " ")
    return json.loads(word.text)


# -- what was said -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AtLine:
    """``action`` stands at ``line`` and followed ``laid`` cards."""

    line: int
    laid: int
    action: Action


def said_in(game: PbnGame) -> list[AtLine]:
    """Everything in ``game`` but the cards of its Play section, in order."""
    said = [_row(row) for row in table(game, "WhistActionTable", 4)]
    if game["WhistGame"].value in AUCTIONS and "Auction" in game:
        said += _calls(game["Auction"])
    return sorted(said, key=lambda one: one.laid)


def _row(row: tuple[Token, ...]) -> AtLine:
    laid, seat, key, value = row
    if not re.fullmatch(r"\d{1,2}", laid.text) or seat.text not in SEATS:
        raise at_line(laid.line, "a row of WhistActionTable is cards played before, seat, action and value")
    plain: Any = value.text.split(",") if key.text in _LISTS else scalar(value)
    try:
        action = action_from_json({"seat": SEATS[seat.text], key.text: plain})
    except ValueError as error:
        raise at_line(laid.line, error) from None
    return AtLine(laid.line, int(laid.text), action)


def _calls(auction: Tag) -> Iterator[AtLine]:
    """The calls in turn from the first caller on; a dash is nobody's (PBN 3.5.1)."""
    seat = seat_of(auction)
    for word in _plain(auction.words):
        if word.text in ("*", "+"):
            return
        # AP: all that are left pass, at most four; passes beyond the end of an auction do not count
        for text in ["Pass"] * 4 if word.text.upper() == "AP" else [word.text]:
            if text != "-":
                yield AtLine(word.line, 0, Bid(seat % 4, _call(word.line, text)))
            seat += 1


def _call(line: int, text: str) -> str:
    try:
        return candid_call(text)
    except ValueError as error:
        raise at_line(line, error) from None


def _plain(words: list[Token]) -> Iterator[Token]:
    """Words without annotations, some of which stand at their word."""
    for word in words:
        bare = word.text.rstrip("!?")
        if bare and not _ANNOTATION.fullmatch(bare):
            yield Token(word.line, bare)


# -- the play ----------------------------------------------------------------------------------------------------------


def replay(game: PbnGame, rules: Rules[Any], hand: Hand, said: Sequence[AtLine]) -> None:
    """Let what was ``said`` and the cards of the Play section happen in ``hand``, its cards dealt; raises ``PbnError``
    at the first line that the rules refuse."""
    _Replay(rules, hand, list(said), _Columns(game)).run()


class _Columns:
    """The words of the Play section, four a trick, the first of each from seat ``first``; beyond them all are dashes.
    A plus is a dash too (PBN 3.6)."""

    def __init__(self, game: PbnGame) -> None:
        play = game.get("Play")
        self.first = seat_of(play) if play else 0
        self.end = play.line if play else next(iter(game.values())).line
        self.words: dict[int, Token] = {}
        for word in _plain(play.words) if play else ():
            if word.text == "*":
                break
            self.words[len(self.words)] = Token(word.line, word.text.replace("+", "-").upper())
            self.end = word.line

    def take(self, number: int, seat: int) -> Token:
        """The card that was number ``number`` (0…) of the hand and that ``seat`` played, which is then dealt with."""
        return self.words.pop(number - number % 4 + (seat - self.first) % 4, Token(self.end, "-"))

    def left(self) -> Token | None:
        """The first card that was not taken."""
        return next((word for word in self.words.values() if word.text != "-"), None)


@dataclass(slots=True)
class _Replay:
    """Plays a hand through its rules from what was said and from the cards in their columns."""

    rules: Rules[Any]
    hand: Hand
    said: list[AtLine]
    columns: _Columns

    def run(self) -> None:
        """Raises ``PbnError`` at the first line that the rules refuse, and for what is told but cannot happen."""
        number = 0
        self._say(number)
        while self._card(number):
            number += 1
            self._say(number)
        if word := self.columns.left():
            raise at_line(word.line, f"{word.text} cannot be played: {self._why_no_card()}")
        for one in self.said:
            raise at_line(one.line, f"{one.action.key} cannot come after {one.laid} cards; only {number} were played")

    def _why_no_card(self) -> str:
        if self.hand.over:
            return "the hand is over"
        if self.hand.phase != "play" or self.hand.turn is None:
            return f"the hand is still in its phase {self.hand.phase!r}"
        return f"before it {DIRECTIONS[self.hand.turn]} must play, and no card stands there"

    def _say(self, number: int) -> None:
        """What was said before card ``number``."""
        while self.said and self.said[0].laid <= number:
            one = self.said.pop(0)
            if not self._is_filling(one.action):
                self._apply(one.line, one.action)

    def _is_filling(self, action: Action) -> bool:
        """Whether ``action`` is a pass that bridge needs and this game has not (RULES K8, K10)."""
        hand = self.hand
        is_pass = isinstance(action, Bid) and action.call == "pass" and bool(hand.calls)
        return is_pass and (hand.phase != "bid" or (hand.contract is not None and hand.turn != action.seat))

    def _card(self, number: int) -> bool:
        """Let card ``number`` be played unless a command has played it; whether there is one."""
        done = self.hand.laid()
        if number < len(done):
            self._check(number, *done[number])
            return True
        if self.hand.phase != "play" or self.hand.turn is None:
            return False
        word = self.columns.take(number, self.hand.turn)
        if word.text != "-":
            self._apply(word.line, Play(self.hand.turn, _card(word)))
        return word.text != "-"

    def _check(self, number: int, seat: int, card: Card) -> None:
        """A card that was played by a command must stand in its column all the same, and a dash for a joker."""
        word = self.columns.take(number, seat)
        if word.text != ("-" if card.is_joker else str(card)):
            raise at_line(word.line, f"{DIRECTIONS[seat]} plays {card} as card {number + 1} here, not {word.text}")

    def _apply(self, line: int, action: Action) -> None:
        try:
            self.rules.apply(self.hand, action)
        except Refused as refused:
            raise at_line(line, refused.why) from None


def _card(word: Token) -> Card:
    try:
        return Card.parse(word.text)
    except ValueError as error:
        raise at_line(word.line, error) from None
