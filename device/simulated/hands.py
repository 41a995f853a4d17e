"""What the people at a simulated table hold, what stands in the holders of androids and computer players, and what
people's hands do with the cards.

Nothing here is ever told to the table: it learns of a card only through the camera.
"""

from __future__ import annotations

import math
import random
import threading
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from device.settings.small_files import recall, remember
from device.simulated.setting import setting_of
from vision.simulated.places import LayingPlace, kitty_place, stock_place
from vision.simulated.scene import SimulatedTable
from whist.cards import FULL_PACK, Card
from whist.messages.observations import SLOTS, HolderShows, LaidCard, Observation, Reading, TableShows
from whist.phrases import phrase
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.standing import Standing
from whist.table.state.seats import PERSONS, seat_of, seat_of_holder

ABOUT_THERE: Final = 90.0
"""Millimetres from where the table asks about a card within which somebody looks for it: one corner alone may tell of
it."""


class Hands:
    """Where every card of a simulated hand is. ``hands`` by seat of this deal, those that stand in holders too;
    ``seats`` the seat of each holder (1…); ``stock`` is what was not dealt, its top card first; ``opened`` lies face up
    beside the trick. With ``memory`` every move is written to that file, so that the cards still lie there after a
    power cut, if the same ``match`` goes on. ``holders`` are computer players, as ``NewGame`` names them, whose cards
    stand in holders too.

    Moves that cannot be made raise ``ValueError`` with one sentence.
    """

    def __init__(
        self,
        scene: SimulatedTable,
        rules: Rules[Any],
        seed: int,
        memory: Path | None = None,
        match: str = "",
        holders: Sequence[int] = (),
        hand: int = 0,
        away: Collection[int] = (),
    ) -> None:
        """``hand`` is the one that is in play, of which the memory of version 0.1.0 does not tell; the cards of the
        seats ``away`` lie on other tables."""
        self.away = frozenset(away)
        self.scene = scene
        self.setting = setting_of(rules, holders)
        self._slots: dict[Card, int] = {}
        """The slot (0…12) that each card which has left a holder came from."""
        self.rules = rules
        self.lock = threading.RLock()
        self.hands: list[list[Card]] = [[] for _ in range(rules.players)]
        self.stock: list[Card] = []
        self.opened: list[Card] = []
        self.deals = 0
        self.dealer = 0
        self.seats = self.setting.seats(self.dealer)
        self._hand = 0
        self._kitty_lies = False
        self._took: int | None = None
        self._aside: list[Card] = []
        """What was taken out of a holder for the kitty, and is put back."""
        self._nudges = 0
        self._origin: dict[Card, int] = {}
        self._seed = seed
        self._memory = memory
        self._match = match
        self._clear()
        if memory is not None and memory.exists():
            self._recall(memory, hand)

    @property
    def holders(self) -> tuple[int, ...]:
        """The numbers of the holders that stand there."""
        return tuple(sorted(self.seats))

    def deal(self, standing: Standing, hand: int) -> None:
        """Shuffle and deal the hand that follows ``standing``, the table's ``hand``-th; fill the holders."""
        with self.lock:
            self.deals += 1
            self._hand = hand
            rng = random.Random(f"{self._seed}/{self.deals}")
            cards = self.rules.shuffled(standing, rng)
            self.dealer, self.seats = standing.dealer, self.setting.seats(standing.dealer)
            self.hands = [list(own) for own in cards.hands]
            self._clear()
            for number, seat in self.seats.items():
                last = self.rules.turn_up_lies and seat == self.dealer
                self.scene.rack(number, self.setting.racked(self.hands[seat][: -1 if last else None], rng))
            self.stock, self.opened, self._origin = list(cards.stock), [], {}
            self._kitty_lies, self._took, self._aside = self.has_kitty, None, []
            if self.rules.turn_up_lies and self.setting.turned_up_at_once:
                self._turn_up(rng)
            self._remember()

    @property
    def has_kitty(self) -> bool:
        """Whether the rest of the pack is a kitty (RULES B2), not a stock to draw from."""
        return self.rules.partners and self.rules.stock_size > 0

    def dealt(self, hand: int) -> bool:
        """Whether the cards of the table's ``hand``-th hand are dealt."""
        return self._hand == hand

    def kitty_waits(self) -> bool:
        """Whether the declarer has still to take the kitty, seen or unseen."""
        return self._kitty_lies

    def seen_by(self, seat: int, hand: Hand) -> Hand:
        """A copy of ``hand``, as all know it, with the cards of ``seat`` and of nobody else."""
        return hand.with_cards({seat: self.hand(seat)})

    def laid_away(self, seat: int) -> list[Card]:
        """What ``seat`` has laid away for the kitty, which nobody else has seen."""
        took = self.has_kitty and self.rules.options.bidder_gets_kitty and not self._kitty_lies
        return list(self.stock) if took and seat == self._took else []

    def open(self) -> None:
        """Lay open what the game opens next: the kitty, the stock's top card, or the dealer's turn-up."""
        if self.has_kitty:
            self.open_kitty()
        elif self.stock:
            self.open_top()
        else:
            self.open_turn_up()

    def open_turn_up(self) -> None:
        """Lay the dealer's last card open (RULES W2); it stays the dealer's."""
        with self.lock:
            self._turn_up(self._rng("turn-up"))

    def open_top(self) -> None:
        """Turn the top card of the stock up (RULES G2, G3), the rest face down below it."""
        with self.lock:
            if not self.stock:
                raise ValueError(phrase("The stock is used up."))
            place = stock_place(self._rng(self.stock[0]))
            self._cover_stock(place)
            self._open(self.stock[:1], [place])

    def bury_top(self) -> None:
        """Put the stock's top card, a joker, below the others (RULES H4)."""
        with self.lock:
            self._take(self.opened)
            self.opened = []
            self.stock.append(self.stock.pop(0))
            self._remember()

    def open_kitty(self) -> None:
        """Lay the kitty open (RULES B12)."""
        with self.lock:
            count = len(self.stock)
            self._open(self.stock, [kitty_place(k, count, self._rng(card)) for k, card in enumerate(self.stock)])

    def take_kitty(self, seat: int, away: Collection[Card] = ()) -> None:
        """Take the kitty away; where ``seat`` gets it, as many cards are laid away face down instead (RULES B10):
        ``away``, or the lowest where those are not held."""
        with self.lock:
            discards = len(self.stock) if self.rules.options.bidder_gets_kitty else 0
            self._take(self.opened)
            self.opened, self._kitty_lies, self._took = [], False, seat
            if discards:
                own = sorted([*self.hands[seat], *self.stock], key=lambda card: (card.is_joker, card.value))
                if len(set(away)) == discards and set(away) <= set(own):
                    own.sort(key=lambda card: card not in away)
                self.hands[seat], self.stock = own[discards:], own[:discards]
            self._remember()

    def takes_kitty(self, view: Mapping[str, Any]) -> bool:
        """Whether hands have to do something now for a computer player that takes the kitty, as the table says: the
        camera may not have seen yet what was done."""
        told = view.get("exchange")
        if told is None:
            return self._kitty_lies and bool(self.opened)
        slots = self.slots(told["holder"])
        if told["step"] == "take":
            return self._kitty_lies
        if told["step"] == "back":
            return bool(self._aside) and sum(card is not None for card in slots) < told["wanted"]
        return any(slots[slot] is not None for slot in told["slots"])

    def take_kitty_into_holder(self, view: Mapping[str, Any]) -> None:
        """Do that: take the open kitty up, take marked cards out, put the kitty in or what was laid aside back."""
        told = view.get("exchange")
        with self.lock:
            if told is None:
                self._take(self.opened)
                self.opened = []
            elif told["step"] in ("take", "back"):
                self._put_in(told["seat"], told["holder"], kitty=told["step"] == "take")
            else:
                self._take_out(told["seat"], told["holder"], told["slots"], for_good=told["step"] == "discard")
                if told["last"]:
                    self._discard(told["seat"], self._aside)
                    self._aside = []
            self._remember()

    def _put_in(self, seat: int, number: int, *, kitty: bool) -> None:
        if kitty:
            self.hands[seat] += self.stock
            new = self.stock
            self.stock, self._kitty_lies, self._took = [], False, seat
        else:
            new, self._aside = self._aside, []
        for card in new:
            if None in self.slots(number):
                self._rack(seat, card)
            else:
                self._aside.append(card)

    def _take_out(self, seat: int, number: int, slots: Sequence[int], *, for_good: bool) -> None:
        cards = [card for slot in slots if (card := self.slots(number)[slot]) is not None]
        for card in cards:
            self.scene.unrack(number, card)
        if for_good:
            self._discard(seat, cards)
        else:
            self._aside += cards

    def _discard(self, seat: int, cards: Sequence[Card]) -> None:
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.stock += cards

    def lay(self, seat: int, card: Card) -> None:
        """Lay a card of the own hand into the trick."""
        with self.lock:
            if card not in self.hands[seat]:
                raise ValueError(phrase("That card is not in your hand."))
            if self.rules.turn_up_lies and seat == self.dealer and self.opened:
                # the turn-up goes to the hand with the dealer's play to the first trick (RULES W3)
                self._take(self.opened)
                if self.opened != [card]:
                    self._rack(seat, self.opened[0])
                self.opened = []
            self.hands[seat].remove(card)
            if (number := self.holder_with(card)) is not None:
                self._slots[card] = self.scene.unrack(number, card)
            self._origin[card] = seat
            self.scene.lay(card, *self.setting.trick_place(seat, self.dealer, self._rng(card)))
            self._remember()

    def nudge(self, card: Card) -> None:
        """Push a card of the trick a little, as people do when the table does not see it: it still lies before whoever
        laid it, however often."""
        with self.lock:
            self._nudges += 1
            rng = self._rng(f"{card}/{self._nudges}")
            x, y, angle = self.setting.trick_place(self._origin[card], self.dealer, rng)
            self.scene.move(card, x * 0.9, y * 0.9, angle)
            self._remember()

    def take_back(self, card: Card) -> None:
        """Take a laid card back into the hand that it came from."""
        with self.lock:
            if card not in self.trick():
                raise ValueError(phrase("That card was not laid on the table."))
            self.scene.take(card)
            seat = self._origin.pop(card)
            self.hands[seat].append(card)
            self._rack(seat, card)
            self._remember()

    def gather(self, winner: int | None = None, trick: Collection[Card] | None = None) -> None:
        """Take the trick away; where a stock is drawn from, ``winner`` takes its face-up card and the other the next
        (RULES G3). What somebody has laid beside the own card of ``trick`` stays (None: the hand is over, and all is
        gathered, a turn-up that its dealer has not played too)."""
        with self.lock:
            self._take(gathered(self.trick(), self._origin, trick))
            if trick is None and self.rules.turn_up_lies:
                self._take(self.opened)
                self.opened = []
            if winner is not None and trick is not None and self.opened and self.stock[:1] == self.opened:
                stay = [one for one in self.scene.scene().laid if one.card in self.trick()]
                self.scene.relay(stay)
                self.opened = []
                for seat in (winner, 1 - winner):
                    self.hands[seat].append(card := self.stock.pop(0))
                    self._rack(seat, card)
            self._remember()

    def throw_in(self) -> None:
        """Take all cards back: nobody bid, or a misdeal. They must be dealt, also where they were already once more,
        before the table had seen that all was gathered."""
        with self.lock:
            self.scene.relay(())
            for number in self.holders:
                self.scene.rack(number, [])
            self._hand = 0
            self.hands = [[] for _ in self.hands]
            self.stock, self.opened = [], []
            self._remember()

    def holder_with(self, card: Card) -> int | None:
        """The holder (1…) in which a card stands; None for any other card."""
        return next((number for number in self.holders if card in self.slots(number)), None)

    def slots(self, number: int) -> list[Card | None]:
        """The cards in the slots of holder ``number`` (1…), left to right as whoever stands before it sees them; all
        empty where there is none."""
        racked = next((holder.slots for holder in self.scene.scene().holders if holder.number == number), None)
        return [None] * SLOTS if racked is None else [None if one is None else one.card for one in racked]

    def empty(self) -> bool:
        """Whether nothing lies on the play area or stands in a holder."""
        return not self.scene.scene().laid and not any(any(self.slots(number)) for number in self.holders)

    def _rack(self, seat: int, card: Card) -> None:
        """Put a card back into the holder of ``seat``, if it has one: where it stood or into the first free slot."""
        number = next((number for number, one in self.seats.items() if one == seat), None)
        if number is None:
            return
        own, slot = self.slots(number), self._slots.get(card)
        free = own.index(None) if slot is None or own[slot] is not None else slot
        self.setting.put_back(self.scene, number, own, free, card)

    def _clear(self) -> None:
        """Take all cards off the table; the holders stand there, empty."""
        self.scene.clear()
        self._slots = {}
        self.setting.stand(self.scene, self.dealer)

    def laid(self) -> list[Card]:
        """The cards that lie face up, in the order in which they were laid."""
        return [laid.card for laid in self.scene.scene().laid if laid.face_up]

    @property
    def turned_up(self) -> Card | None:
        """The dealer's turn-up while it lies there (RULES W3)."""
        return self.opened[0] if self.rules.turn_up_lies and self.opened else None

    def trick(self) -> list[Card]:
        """The cards of the trick, in the order in which they were laid."""
        return [card for card in self.laid() if card not in self.opened]

    def lying(self, hand: Hand) -> int:
        """How many cards of the trick in play lie here, as all know ``hand``."""
        return sum(hand.seat(place) not in self.away for place in range(len(hand.trick)))

    def laid_by(self, seat: int) -> list[Card]:
        """The cards of the trick that came from the hand of ``seat``."""
        return [card for card in self.trick() if self._origin.get(card) == seat]

    def owner(self, card: Card) -> int | None:
        """The seat that has laid ``card`` in this hand; None for one that nobody has laid."""
        return self._origin.get(card)

    def played(self) -> list[Card]:
        """The cards that were laid to tricks in this hand, and not taken back."""
        return list(self._origin)

    def laid_in(self, trick: int, seat: int) -> Card | None:
        """The card that ``seat`` has laid to trick ``trick`` (1…) of this hand, as all remember it."""
        own = [card for card, owner in self._origin.items() if owner == seat]
        return own[trick - 1] if 1 <= trick <= len(own) else None

    def hand(self, seat: int) -> list[Card]:
        """The cards of ``seat``, by suit and rank."""
        with self.lock:
            return sorted(self.hands[seat], key=FULL_PACK.index)

    def leave(self) -> None:
        """Another game is played at this table: what these hands still do, they do nowhere."""
        with self.lock:
            self.scene, self._memory = SimulatedTable(), None

    def perfect_view(self) -> list[Observation]:
        """What eyes without any doubt would see: for writing recorded deals, never for the table in play."""
        with self.lock:
            laid = [one for one in self.scene.scene().laid if one.face_up]
            certain = Reading.certain
            shown = [
                HolderShows(number, tuple(None if card is None else certain(card) for card in self.slots(number)))
                for number in self.holders
            ]
            return [*shown, TableShows(tuple(LaidCard(certain(c.card), c.x, c.y, math.radians(c.angle)) for c in laid))]

    def _rng(self, about: object) -> random.Random:
        return random.Random(f"{self._seed}/{self.deals}/{about}")

    def _turn_up(self, rng: random.Random) -> None:
        self._open([self.hands[self.dealer][-1]], [self.setting.turn_up_place(self.dealer, rng)])

    def _open(self, cards: Sequence[Card], places: Sequence[LayingPlace]) -> None:
        self.opened = list(cards)
        for card, place in zip(cards, places, strict=True):
            self.scene.lay(card, *place)
        self._remember()

    def _cover_stock(self, place: LayingPlace) -> None:
        if len(self.stock) > 1:
            self.scene.lay(self.stock[1], *place, face_up=False)

    def _take(self, cards: Sequence[Card]) -> None:
        for card in cards:
            self.scene.take(card)

    def _remember(self) -> None:
        if self._memory is not None:
            laid = [[str(c.card), c.x, c.y, c.angle, c.face_up] for c in self.scene.scene().laid]
            state = {
                "game": self.rules.name,
                "match": self._match,
                "deals": self.deals,
                "dealer": self.dealer,
                "hand": self._hand,
                "kitty_lies": self._kitty_lies,
                "kitty_taken_by": self._took,
                "aside": [str(card) for card in self._aside],
                "hands": [[str(card) for card in own] for own in self.hands],
                "stock": [str(card) for card in self.stock],
                "opened": [str(card) for card in self.opened],
                "origin": {str(card): seat for card, seat in self._origin.items()},
                "laid": laid,
                "racked": {str(number): [card and str(card) for card in self.slots(number)] for number in self.holders},
                "slots": {str(card): slot for card, slot in self._slots.items()},
            }
            remember(self._memory, state)

    def _recall(self, memory: Path, hand: int) -> None:
        with recall(memory) as state:
            if "game" not in state and self.rules.androids and not self.setting.computers:
                state = _of_version_0_1_0(state, self._match, hand)
            known = (self.rules.name, self._match, self.rules.players)
            if (state.get("game"), state.get("match"), len(state["hands"])) != known:
                return  # cards of another game lay there, or of the match before
            self.deals, self.dealer = int(state["deals"]), int(state["dealer"])
            self.seats = self.setting.seats(self.dealer)
            self._clear()
            self._hand, self._kitty_lies = int(state["hand"]), bool(state["kitty_lies"])
            took = state.get("kitty_taken_by")  # memories written before have none
            self._took = None if took is None else int(took)
            self._aside = [Card.parse(code) for code in state.get("aside", ())]
            self.hands = [[Card.parse(code) for code in own] for own in state["hands"]]
            self.stock = [Card.parse(code) for code in state["stock"]]
            self.opened = [Card.parse(code) for code in state["opened"]]
            self._origin = {Card.parse(code): int(seat) for code, seat in state["origin"].items()}
            for number, own in state.get("racked", {}).items():  # memories written before have none
                self.scene.rack(int(number), [code and Card.parse(code) for code in own])
            self._slots = {Card.parse(code): int(slot) for code, slot in state.get("slots", {}).items()}
            for code, x, y, angle, face_up in state["laid"]:
                self.scene.lay(Card.parse(code), x, y, angle, face_up=bool(face_up))


def _of_version_0_1_0(state: Mapping[str, Any], match: str, hand: int) -> dict[str, Any]:
    """A memory of the people of Android Whist as version 0.1.0 wrote it, who had their cards by name, as one of now."""
    dealer = PERSONS.index(state["dealer"])
    came: dict[str, Any] = state["origin"]
    hands: list[list[str]] = [[] for _ in range(4)]
    for person, own in state["hands"].items():
        hands[seat_of(person, dealer)] = own
    for number, slots in state["holders"].items():
        hands[seat_of_holder(int(number), dealer)] = [code for code in slots if code]
    return {
        "game": "android",
        "match": match,
        "deals": state["deals"],
        "dealer": dealer,
        "hand": hand,
        "kitty_lies": False,
        "hands": hands,
        "stock": [],
        "opened": [state["turned_up"]] if state["turned_up"] else [],
        "origin": {
            code: seat_of(where, dealer) if isinstance(where, str) else seat_of_holder(where[0], dealer)
            for code, where in came.items()
        },
        "laid": [[*one, True] for one in state["laid"]],
        "racked": state["holders"],
        "slots": {code: where[1] for code, where in came.items() if not isinstance(where, str)},
    }


def gathered(laid: Sequence[Card], owners: Mapping[Card, object], trick: Collection[Card] | None) -> list[Card]:
    """Which of the cards ``laid`` people take away with ``trick``, as the table names it: not a second card of whoever
    has one in it. One that the table took for another card goes with the rest."""
    if trick is None:
        return list(laid)
    owned = {owners.get(card) for card in laid if card in trick}
    return [card for card in laid if card in trick or owners.get(card) not in owned]


def trick_lying(view: Mapping[str, Any]) -> list[Card] | None:
    """The cards here of the complete trick that waits to be gathered; None when the hand is over, and all goes."""
    if view["phase"] != "gather":
        return None
    away = {seat["seat"] for seat in view.get("seats", ()) if seat.get("away")}
    return [Card.parse(play["card"]) for play in view["trick"] if play["seat"] not in away]
