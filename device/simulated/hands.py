"""What the people at a simulated table hold in every game but Android Whist, what stands in the holders of computer
players, and what their hands do with the cards.

Nothing here is ever told to the table: it learns of a card only through the camera.
"""

from __future__ import annotations

import math
import random
import threading
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from device.settings.small_files import recall, remember
from device.simulated.android_people import gathered
from vision.simulated.places import Place, kitty_place, middle_place, seat_place, stock_place
from vision.simulated.scene import Holder, SimulatedTable
from whist.cards import FULL_PACK, Card
from whist.messages.observations import HolderShows, LaidCard, Observation, Reading, TableShows
from whist.phrases import phrase
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.standing import Standing


class FamilyHands:
    """Where every card of a simulated hand is. ``hands`` by seat; ``stock`` is what was not dealt, its top card first;
    ``opened`` lies face up beside the trick. With ``memory`` every move is written to that file, so that the cards
    still lie there after a power cut, if the same ``match`` goes on. The cards of the seats ``holders`` stand in holder
    1, 2, 3, each in the place of its seat, its back to the others. Those of the seats ``away`` lie on other tables.

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
        away: Collection[int] = (),
    ) -> None:
        self.scene = scene
        self.away = frozenset(away)
        self.holders = tuple(holders)
        self._slots: dict[Card, int] = {}
        """The slot (0…12) that each card which has left a holder came from."""
        self.rules = rules
        self.lock = threading.RLock()
        self.hands: list[list[Card]] = [[] for _ in range(rules.players)]
        self.stock: list[Card] = []
        self.opened: list[Card] = []
        self.deals = 0
        self.dealer = 0
        self._hand = 0
        self._kitty_lies = False
        self._took: int | None = None
        self._nudges = 0
        self._origin: dict[Card, int] = {}
        self._seed = seed
        self._memory = memory
        self._match = match
        self._clear()
        if memory is not None and memory.exists():
            self._recall(memory)

    def deal(self, standing: Standing, hand: int) -> None:
        """Shuffle and deal the hand that follows ``standing``: the table's ``hand``-th, misdeals counted."""
        with self.lock:
            self.deals += 1
            self._hand = hand
            cards = self.rules.shuffled(standing, random.Random(f"{self._seed}/{self.deals}"))
            self.dealer = standing.dealer
            self.hands = [list(own) for own in cards.hands]
            self._clear()
            for number, seat in enumerate(self.holders, 1):
                last = self.rules.turn_up_lies and seat == self.dealer
                self.scene.rack(number, self.hands[seat][: -1 if last else None])
            self.stock, self.opened, self._origin = list(cards.stock), [], {}
            self._kitty_lies, self._took = self.has_kitty, None
            self._remember()

    @property
    def has_kitty(self) -> bool:
        """Whether the rest of the pack is a kitty (RULES B2), not a stock to draw from."""
        return self.rules.partners and self.rules.stock_size > 0

    def dealt(self, hand: int) -> bool:
        """Whether the cards of the table's ``hand``-th hand are dealt."""
        return self._hand == hand

    def lying(self, hand: Hand) -> int:
        """How many cards of the trick in play lie here, as all know ``hand``."""
        return sum(hand.seat(place) not in self.away for place in range(len(hand.trick)))

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
            self._open([self.hands[self.dealer][-1]], [middle_place(self._rng("turn-up"))])

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

    def lay(self, seat: int, card: Card) -> None:
        """Lay a card of the own hand into the trick."""
        with self.lock:
            if card not in self.hands[seat]:
                raise ValueError(phrase("That card is not in your hand."))
            if self.rules.turn_up_lies and seat == self.dealer and self.opened:
                # the turn-up goes to the hand with the dealer's play to the first trick (RULES W3)
                self._take(self.opened)
                if seat in self.holders and self.opened != [card]:
                    self._rack(seat, self.opened[0])
                self.opened = []
            self.hands[seat].remove(card)
            if (number := self.holder_with(card)) is not None:
                self._slots[card] = self.scene.unrack(number, card)
            self._origin[card] = seat
            self.scene.lay(card, *seat_place(seat, len(self.hands), self._rng(card)))
            self._remember()

    def nudge(self, card: Card) -> None:
        """Push a card of the trick a little, as people do when the table does not see it: it still lies before whoever
        laid it, however often."""
        with self.lock:
            self._nudges += 1
            x, y, angle = seat_place(self._origin[card], len(self.hands), self._rng(f"{card}/{self._nudges}"))
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
            if seat in self.holders:
                self._rack(seat, card)
            self._remember()

    def gather(self, winner: int | None = None, trick: Collection[Card] | None = None) -> None:
        """Take the trick away; where a stock is drawn from, ``winner`` takes its face-up card and the other the next
        (RULES G3). What somebody has laid beside the own card of ``trick`` stays (None: all is gathered)."""
        with self.lock:
            self._take(gathered(self.trick(), self._origin, trick))
            if winner is not None and self.opened and self.stock[:1] == self.opened:
                stay = [one for one in self.scene.scene().laid if one.card in self.trick()]
                self.scene.relay(stay)
                self.opened = []
                for seat in (winner, 1 - winner):
                    self.hands[seat].append(card := self.stock.pop(0))
                    if seat in self.holders:
                        self._rack(seat, card)
            self._remember()

    def throw_in(self) -> None:
        """Take all cards back: nobody bid, or a misdeal. They must be dealt, also where they were already once more,
        before the table had seen that all was gathered."""
        with self.lock:
            self._clear()
            self._hand = 0
            self.hands = [[] for _ in self.hands]
            self.stock, self.opened = [], []
            self._remember()

    def holder_with(self, card: Card) -> int | None:
        """The holder (1…) in which a card stands; None for any other card."""
        return next((holder.number for holder in self.scene.scene().holders if card in _racked(holder)), None)

    def _rack(self, seat: int, card: Card) -> None:
        """Put a card of a computer player back into its holder, where it stood or into the first free slot."""
        number = self.holders.index(seat) + 1
        own = next(_racked(holder) for holder in self.scene.scene().holders if holder.number == number)
        slot = self._slots.get(card)
        self.scene.rack_one(number, own.index(None) if slot is None or own[slot] is not None else slot, card)

    def _clear(self) -> None:
        """Take all cards off the table; the holders stand there, empty."""
        self.scene.clear()
        self._slots = {}
        free = [0, 1, 2, 3]
        for number, seat in enumerate(self.holders, 1):
            wanted = 4 * seat / self.rules.players
            side = min(free, key=lambda one: (abs(one - wanted), one))
            free.remove(side)
            self.scene.stand(number, -90.0 * side)

    def laid(self) -> list[Card]:
        """The cards that lie face up, in the order in which they were laid."""
        return [laid.card for laid in self.scene.scene().laid if laid.face_up]

    def trick(self) -> list[Card]:
        """The cards of the trick, in the order in which they were laid."""
        return [card for card in self.laid() if card not in self.opened]

    def laid_by(self, seat: int) -> list[Card]:
        """The cards of the trick that came from the hand of ``seat``."""
        return [card for card in self.trick() if self._origin.get(card) == seat]

    def owner(self, card: Card) -> int | None:
        """The seat that has laid ``card`` in this hand; None for one that nobody has laid."""
        return self._origin.get(card)

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
            holders = sorted(self.scene.scene().holders, key=lambda holder: holder.number)
            racked = [(one.number, _racked(one)) for one in holders]
            shown = [
                HolderShows(number, tuple(None if card is None else certain(card) for card in own))
                for number, own in racked
            ]
            return [*shown, TableShows(tuple(LaidCard(certain(c.card), c.x, c.y, math.radians(c.angle)) for c in laid))]

    def _rng(self, about: object) -> random.Random:
        return random.Random(f"{self._seed}/{self.deals}/{about}")

    def _open(self, cards: Sequence[Card], places: Sequence[Place]) -> None:
        self.opened = list(cards)
        for card, place in zip(cards, places, strict=True):
            self.scene.lay(card, *place)
        self._remember()

    def _cover_stock(self, place: Place) -> None:
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
                "hands": [[str(card) for card in own] for own in self.hands],
                "stock": [str(card) for card in self.stock],
                "opened": [str(card) for card in self.opened],
                "origin": {str(card): seat for card, seat in self._origin.items()},
                "laid": laid,
                "racked": {
                    str(one.number): [card and str(card) for card in _racked(one)] for one in self.scene.scene().holders
                },
                "slots": {str(card): slot for card, slot in self._slots.items()},
            }
            remember(self._memory, state)

    def _recall(self, memory: Path) -> None:
        with recall(memory) as state:
            known = (self.rules.name, self._match, self.rules.players)
            if (state.get("game"), state.get("match"), len(state["hands"])) != known:
                return  # cards of another game lay there, or of the match before
            self.deals, self.dealer = int(state["deals"]), int(state["dealer"])
            self._hand, self._kitty_lies = int(state["hand"]), bool(state["kitty_lies"])
            took = state.get("kitty_taken_by")  # memories written before have none
            self._took = None if took is None else int(took)
            self.hands = [[Card.parse(code) for code in own] for own in state["hands"]]
            self.stock = [Card.parse(code) for code in state["stock"]]
            self.opened = [Card.parse(code) for code in state["opened"]]
            self._origin = {Card.parse(code): int(seat) for code, seat in state["origin"].items()}
            for number, own in state.get("racked", {}).items():  # memories written before have none
                self.scene.rack(int(number), [code and Card.parse(code) for code in own])
            self._slots = {Card.parse(code): int(slot) for code, slot in state.get("slots", {}).items()}
            for code, x, y, angle, face_up in state["laid"]:
                self.scene.lay(Card.parse(code), x, y, angle, face_up=bool(face_up))


def _racked(holder: Holder) -> list[Card | None]:
    """The cards of a holder, slot by slot."""
    return [None if one is None else one.card for one in holder.slots]
