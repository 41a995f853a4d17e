"""What people photograph of their own cards at a real table, so that they can be advised (RULES S5).

A photograph is read in a process that can be ended (``device.company.fan_process``), kept by nobody, and what was read
is known to the page of that seat alone: it is in no event, no log and no file, and is forgotten with the hand.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from device.company.characters import Company
from device.company.minds import beside_android
from device.keeper.keeper import Keeper
from device.settings.errors import CommandError
from device.settings.profiles import find_profile
from whist.cards import Card
from whist.games.android import Android
from whist.games.candid import high_card_points
from whist.messages import events as ev
from whist.messages.events_of_calls import HandStarted
from whist.names import one_of
from whist.phrases import Phrase, phrase
from whist.players.position import Position, holds
from whist.players.reasons import reason
from whist.players.seated import seated
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.rules.standing import standing_of
from whist.tables import TableInPlay

log = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-m", "device.company.fan_process")
LIMIT: Final = 60.0
"""Seconds that a photograph may take to be read; on a Pi 4 one takes about ten, and the program starts for it."""
SAID: Final = ("announce", "bid", "choose", "play")
"""Phases in which a person decides something."""
_NO_HAND: Final = ("cut", "scored", "over")
"""Phases of a table in which no hand is being played."""


@dataclass(frozen=True)
class Fan:
    """SECRET to one seat. The ``cards`` that were read of what ``device`` photographed, in hand ``number`` of a
    table."""

    device: str | None
    table: TableInPlay
    number: int
    cards: frozenset[Card] = field(repr=False)


class _At(NamedTuple):
    """The hand in which a photograph was taken: hand ``number`` of a table."""

    table: TableInPlay
    number: int


class Fans:
    """The fans of those who photographed theirs (``web_ui.contracts.Fans``). ``profile`` is the pack's that the reader
    was taught, in ``folder``. Any thread may call any method; one photograph is read at a time."""

    def __init__(
        self,
        keeper: Keeper,
        company: Company,
        profile: str = "",
        folder: Path | None = None,
        command: Sequence[str] = COMMAND,
        limit: float = LIMIT,
    ) -> None:
        self._keeper, self._company = keeper, company
        self._profile, self._folder = profile, folder or Path()
        self._command, self._limit = command, limit
        self._fans: dict[str, Fan] = {}
        self._lock = threading.Lock()
        self._reading = threading.Lock()

    # -- what a page asks ----------------------------------------------------------------------------------------------

    def shown(self, person: str, device: str | None) -> dict[str, Any] | None:
        """See ``web_ui.contracts.Fans``."""
        if self._keeper.house()["suggestions"] != "on":
            self.forget(person)
            return None
        return self._keeper.with_table(lambda table: self._shown(table, person, device))

    def take(self, person: str, device: str | None, picture: bytes) -> None:
        """See ``web_ui.contracts.Fans``."""
        at = self._keeper.with_table(lambda table: self._may_take(table, person))
        if not self._reading.acquire(blocking=False):
            raise Refused(phrase("Another photograph is being read; try again in a moment."), "not_now")
        try:
            read = self._read(picture)
        finally:
            self._reading.release()
        self._keeper.with_table(lambda table: self._keep(table, person, device, at, read))
        self._keeper.touch()

    def forget(self, person: str) -> None:
        """See ``web_ui.contracts.Fans``."""
        with self._lock:
            known = self._fans.pop(person, None)
        if known is not None:
            self._keeper.touch()

    def advise(self, person: str, device: str | None) -> dict[str, Any]:
        """See ``web_ui.contracts.Fans``."""
        position = self._keeper.with_table(lambda table: self._position(table, person, device))
        if position is None:
            raise ValueError(phrase("There is nothing for you to decide now, or not all of your cards are known."))
        action = self._company.adviser().decide(position)
        if action is None:
            raise ValueError(phrase("Nothing comes to mind in time; decide for yourself."))
        return {action.key: action.to_json()[action.key], "why": reason(position, action)}

    # -- what is known -------------------------------------------------------------------------------------------------

    def _fan(self, table: TableInPlay, person: str, device: str | None) -> Fan | None:
        """The person's fan of the present hand; an old one is forgotten."""
        with self._lock:
            for place, fan in list(self._fans.items()):
                if fan.table is not table or fan.number != _number(table) or table.phase in _NO_HAND:
                    del self._fans[place]
            known = self._fans.get(person)
            if known is not None and known.device != device:
                del self._fans[person]  # somebody else sits there now
                known = None
            return known

    def _shown(self, table: TableInPlay, person: str, device: str | None) -> dict[str, Any] | None:
        fan, hand = self._fan(table, person, device), table.hand
        if hand is None or table.phase in _NO_HAND:
            return None
        nothing: dict[str, Any] = {"cards": [], "missing": None, "playable": [], "points": None, "decides": False}
        if fan is None:
            return nothing | {"warning": None}
        seat, rules = table.seat_of(person), table.rules
        own = _held(rules, hand, seat, fan.cards)
        wanted = holds(rules, hand, seat)
        decides = self._position(table, person, device) is not None
        playable = []
        if decides and hand.phase == "play" and hand.turn == seat:
            playable = [str(card) for card in rules.legal_cards(hand.with_cards({seat: own}))]
        points = high_card_points(own) if hand.phase == "announce" and len(own) == wanted else None
        return nothing | {
            "cards": [str(card) for card in own],
            "missing": wanted - len(own),
            "playable": playable,
            "points": points,
            "decides": decides,
            "warning": _warning(rules, hand, seat, fan.cards, lies=table.phase == "gather"),
        }

    def _position(self, table: TableInPlay, person: str, device: str | None) -> Position | None:
        """What the person knows where there is something to decide and all of the own cards are known."""
        fan, hand = self._fan(table, person, device), table.hand
        if fan is None or hand is None or hand.phase not in SAID or table.phase in ("gather", "kitty"):
            return None
        seat, rules = table.seat_of(person), table.rules
        own = _held(rules, hand, seat, fan.cards)
        view = table.view(seat)
        if view["wrong_card"] or len(own) != holds(rules, hand, seat):
            return None
        if rules.name == Android.name:
            acts = view["commands"] or (view["turn"] == seat and not view["beside"]["to_move"])
            beside = [Card.parse(code) for code in view["beside"]["cards"] if code]
            return beside_android(table, view, own, beside) if acts else None
        if hand.turn != seat or (hand.special == "blind" and hand.phase == "bid"):
            return None
        with suppress(ValueError):
            return seated(rules, standing_of(view), hand, seat, {seat: own})
        return None

    # -- photographs ---------------------------------------------------------------------------------------------------

    def _may_take(self, table: TableInPlay, person: str) -> _At:
        """The hand in play; raises ``Refused`` where nobody may look at cards."""
        hand = table.hand
        if hand is None or table.phase in _NO_HAND:
            raise Refused(phrase("No hand is being played now."), "not_now")
        if hand.special == "blind" and hand.phase == "bid":
            raise Refused(phrase("In this hand you bid before you look at your cards."), "not_now")
        return _At(table, _number(table))

    def _keep(self, table: TableInPlay, person: str, device: str | None, at: _At, read: Collection[Card]) -> None:
        hand = table.hand
        if hand is None or at.table is not table or at.number != _number(table):
            raise Refused(phrase("The hand is over; that photograph is forgotten."), "not_now")
        seat, rules = table.seat_of(person), table.rules
        pack, elsewhere = set(rules.pack()), hand.played() | _of_others(rules, hand, seat)
        new = frozenset(card for card in read if card in pack and card not in elsewhere)
        old = self._fan(table, person, device)
        both = new if old is None else new | (old.cards - hand.played())
        wanted = holds(rules, hand, seat)
        kept = both if len(_held(rules, hand, seat, both)) <= wanted else new
        if len(_held(rules, hand, seat, kept)) > wanted:
            raise Refused(phrase("There are more cards in that photograph than you hold; photograph yours alone."))
        if not kept:
            raise Refused(phrase("I can read no card in that photograph; hold the corners free, in good light."))
        with self._lock:
            self._fans[person] = Fan(device, table, at.number, kept)

    def _read(self, picture: bytes) -> list[Card]:
        """The cards in a photograph; raises ``Refused``."""
        try:
            command = [*self._command, *self._taught()]
            done = subprocess.run(command, input=picture, capture_output=True, timeout=self._limit, check=True)
            told = json.loads(done.stdout)
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            log.warning("A photograph of cards could not be read (%s).", type(error).__name__)  # more of it may tell
            raise Refused(phrase("That photograph could not be read; take another one, closer.")) from None
        if "cards" not in told:
            raise Refused(phrase("That is no photograph that I can read; take another one."))
        return [Card.parse(code) for code in told["cards"]]

    def _taught(self) -> list[str]:
        if not self._profile:
            return []
        try:
            return [str(find_profile(self._profile, self._folder))]
        except CommandError:
            return []


def _number(table: TableInPlay) -> int:
    """Which deal it is of those begun at the table, misdeals counted; a kitty that was taken is another hand."""
    dealt = sum(isinstance(event, ev.DealStarted | HandStarted) for event in table.events)
    hand = table.hand
    taken = hand is not None and getattr(table.rules.options, "bidder_gets_kitty", False) and hand.phase == "play"
    return 2 * dealt + taken


def _held(rules: Rules[Any], hand: Hand, seat: int, cards: Collection[Card]) -> list[Card]:
    """What ``seat`` still holds of ``cards``, and what all have seen it take: the turn-up, the stock's open card."""
    known = {*cards, *rules.seen_taken(hand, seat)} - hand.played()
    return sorted(known, key=rules.pack().index)


def _of_others(rules: Rules[Any], hand: Hand, seat: int) -> set[Card]:
    """Cards that all know to be in other hands."""
    return {card for other in range(rules.players) if other != seat for card in rules.seen_taken(hand, other)}


def _warning(rules: Rules[Any], hand: Hand, seat: int, cards: Collection[Card], *, lies: bool) -> Phrase | None:
    """That the card which ``seat`` has laid to the trick that ``lies`` there is a revoke, by what it still holds; None
    where it is none. It may be put right until the trick is turned (RULES T2)."""
    twin = hand.copy()
    if not hand.trick and hand.tricks and lies:
        twin.trick, twin.leader = list(hand.tricks[-1].cards), hand.tricks[-1].leader
        twin.tricks = twin.tricks[:-1]
    place = (seat - twin.leader) % hand.seats
    if not 0 < place < len(twin.trick):
        return None
    laid = twin.trick[place]
    twin.trick, twin.turn, twin.phase = twin.trick[:place], seat, "play"
    mine = [*(set(cards) - hand.played()), laid]
    legal = rules.legal_cards(twin.with_cards({seat: mine}))
    if laid in legal or not legal:
        return None
    suit = rules.suit(twin, legal[0])
    return phrase("You hold {one}: take your card back and follow suit.", one=one_of(suit))
