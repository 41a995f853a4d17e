"""Simulated people at a simulated table: their hands, what their hands do with the cards, and simple rules for what to
command and to play where no computer player decides it.

A player decides from the same private view that a phone shows, from the cards in the own hand, and, when the table asks
which card it is, from the card that a person in that chair would look at. Nothing here is ever told to the table:
it learns of a card only through the camera.
"""

from __future__ import annotations

import math
import random
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from device.company.minds import Mind, begun, beside_android, decided
from device.settings.small_files import recall, remember
from device.simulated.cutting import clear_cut, lay_cut, next_cut, seats_that_cut
from vision.simulated.places import Who, trick_place, turn_up_place
from vision.simulated.scene import Side, SimulatedTable
from whist.cards import PACK, Card
from whist.messages.observations import SLOTS, HolderShows, LaidCard, Observation, Reading, TableShows
from whist.messages.requests import Answer
from whist.phrases import phrase
from whist.players.position import Position
from whist.rules.actions import Action, Order
from whist.rules.actions import Play as PlayCard
from whist.rules.tricks import legal_cards, winning_index
from whist.tables import TableInPlay

Person = Literal["south", "north"]
PERSONS: Final[tuple[Person, ...]] = ("south", "north")
HOLDER_BESIDE: Final[dict[Person, int]] = {"south": 1, "north": 2}
SIDE_OF_DEALER: Final[dict[Person, Side]] = {"south": "left", "north": "right"}
"""Where the camera sees the holders: on the dealer's left (RULES A10)."""

THIRD: Final = 3
"""The holder of a computer player."""

ABOUT_THERE: Final = 90.0
"""Millimetres from where the table asks about a card within which somebody looks for it: one corner alone may tell of
it."""


class SimulatedHands:
    """Where every card of the simulated deal is, and the moves that people's hands can make.

    The two humans' own hands live here; holders and play area live in ``scene``, which the simulated camera sees.
    With ``memory`` every move is written to that file, so that the cards still lie there after a power cut.
    """

    def __init__(
        self, scene: SimulatedTable, seed: int, memory: Path | None = None, computer: Person | None = None
    ) -> None:
        """``computer``: in whose place nobody sits; those cards stand in holder 3 (RULES S1)."""
        self.scene = scene
        self.computer = computer
        self._slots: dict[Card, int] = {}
        """The slot (0…12) that each card which has left holder 3 came from."""
        self.hands: dict[Person, list[Card]] = {person: [] for person in PERSONS}
        self.dealer: Person = "south"
        self.deals = 0
        self._turned_up: Card | None = None
        self._origin: dict[Card, Person | tuple[int, int]] = {}
        self._seed = seed
        self._memory = memory
        self.lock = threading.RLock()
        self._place_holders()
        if memory is not None and memory.exists():
            self._recall(memory)

    def deal(self, dealer: Person) -> None:
        """Shuffle, deal four piles (RULES A11), rack the androids' and turn up the dealer's last card (RULES W2)."""
        with self.lock:
            self.deals += 1
            rng = random.Random(f"{self._seed}/{self.deals}")
            pack = list(PACK)
            rng.shuffle(pack)
            other: Person = "north" if dealer == "south" else "south"
            left_android, right_android = HOLDER_BESIDE[dealer], HOLDER_BESIDE[other]
            self.dealer, self._origin, self._slots = dealer, {}, {}
            self.scene.clear()
            self._place_holders()
            self.scene.rack(left_android, _racked(pack[0::4], rng))
            self.scene.rack(right_android, _racked(pack[1::4], rng))
            self.hands = {other: pack[2::4], dealer: pack[3::4]}
            self._turned_up = pack[-1]
            if self.computer is not None:
                own = [card for card in self.hands[self.computer] if card != self._turned_up]
                self.scene.rack(THIRD, _racked(own, rng))
            self.scene.lay(pack[-1], *turn_up_place(dealer, SIDE_OF_DEALER[dealer], rng))
            self._remember()

    @property
    def holders(self) -> tuple[int, ...]:
        """The numbers of the holders that stand there."""
        return (1, 2) if self.computer is None else (1, 2, THIRD)

    def _place_holders(self) -> None:
        """Stand the androids' holders on the dealer's left, and the third, which faces nobody, where nobody sits."""
        self.scene.place_holders(SIDE_OF_DEALER[self.dealer])
        if self.computer is not None:
            self.scene.stand(THIRD, 0.0 if self.computer == "south" else 180.0)

    def holder_with(self, card: Card) -> int | None:
        """The holder in which a card stands; None for any other card."""
        return next((number for number in self.holders if card in self.slots(number)), None)

    def waits(self, card: Card) -> bool:
        """Whether a card that is to be moved still stands in its holder, or lies open beside the trick."""
        own = [] if self.computer is None else self.hands[self.computer]
        return self.holder_with(card) is not None or card in own

    def full(self) -> bool:
        """Whether all that was dealt stands in the holders."""
        lies = self.computer is not None and self.dealer == self.computer and self._turned_up is not None
        wanted = {number: SLOTS - (number == THIRD and lies) for number in self.holders}
        return all(sum(card is not None for card in self.slots(number)) == wanted[number] for number in self.holders)

    @property
    def turned_up(self) -> Card | None:
        """The turned-up card while it lies there."""
        return self._turned_up

    def slots(self, holder: int) -> list[Card | None]:
        """The cards in a holder's slots, left to right as the human beside it sees them."""
        for placed in self.scene.scene().holders:
            if placed.number == holder:
                return [None if racked is None else racked.card for racked in placed.slots]
        return [None] * SLOTS

    def laid(self) -> list[Card]:
        """The cards on the play area, in the order in which they were laid."""
        return [laid.card for laid in self.scene.scene().laid]

    def laid_near(self, x: float | None, y: float | None) -> list[Card]:
        """The cards on the play area where somebody looks for one at ``x``, ``y`` (mm), the nearest first; where no
        place is named all, as they were laid."""
        if x is None or y is None:
            return self.laid()
        lie = [(math.hypot(one.x - x, one.y - y), one.card) for one in self.scene.scene().laid]
        return [card for far, card in sorted(lie, key=lambda one: one[0]) if far <= ABOUT_THERE]

    def laid_by(self, person: Person) -> list[Card]:
        """The cards on the play area that came from that person's own hand; the turn-up is not among them."""
        return [card for card in self.laid() if card != self._turned_up and self._origin.get(card) == person]

    def laid_in(self, trick: int, who: Person | int) -> Card | None:
        """The card that a person, or the holder of that number, has laid to trick ``trick`` (1…) of this hand."""
        own = [card for card, origin in self._origin.items() if _who(origin) == who]
        return own[trick - 1] if 1 <= trick <= len(own) else None

    def empty(self) -> bool:
        """Whether nothing lies on the play area or stands in a holder."""
        return not self.laid() and not any(any(self.slots(holder)) for holder in self.holders)

    def hand(self, person: Person) -> list[Card]:
        """The person's own cards, the turn-up among them while it lies on the table (RULES W2), by suit and rank."""
        with self.lock:
            return sorted(self.hands[person], key=PACK.index)

    def lay(self, person: Person, card: Card) -> None:
        """Lay a card of the own hand into the trick; raises ``ValueError`` when it is not in that hand."""
        with self.lock:
            if card not in self.hands[person]:
                raise ValueError(phrase("That card is not in your hand."))
            if person == self.dealer and self._turned_up is not None:
                # The turn-up goes to the hand with the dealer's play to the first trick (RULES W3).
                self.scene.take(self._turned_up)
                if person == self.computer and card != self._turned_up:
                    self._rack(self._turned_up)
                self._turned_up = None
            self.hands[person].remove(card)
            if person == self.computer and card in self.slots(THIRD):
                self._slots[card] = self.scene.unrack(THIRD, card)
            self._origin[card] = person
            self._put(card, person)

    def move(self, person: Person, card: Card) -> None:
        """Move a card from a holder into the trick: from the one beside the person, or, where that one alone is there,
        from any; raises ``ValueError`` when it is not there."""
        with self.lock:
            if self.computer is not None and card in self.hands[self.computer]:
                self.lay(self.computer, card)
                return
            holder = self.holder_with(card) if self.computer is not None else HOLDER_BESIDE[person]
            if holder is None or card not in self.slots(holder):
                raise ValueError(phrase("That card is not in the holder beside you."))
            self._origin[card] = (holder, self.scene.unrack(holder, card))
            self._put(card, "holder 1" if holder == 1 else "holder 2")

    def take_back(self, card: Card) -> None:
        """Take a laid card back to where it came from, or to a free slot where another stands in its own by now; raises
        ``ValueError`` when it does not lie there."""
        with self.lock:
            if card == self._turned_up or card not in self.laid():
                raise ValueError(phrase("That card was not laid on the table."))
            origin = self._origin.pop(card)
            self.scene.take(card)
            if isinstance(origin, str):
                self.hands[origin].append(card)
                if origin == self.computer:
                    self._rack(card)
            else:
                holder, slot = origin
                slots = self.slots(holder)
                slots[slot if slots[slot] is None else slots.index(None)] = card
                self.scene.rack(holder, slots)
            self._remember()

    def cut(self, person: Person, card: Card) -> None:
        """Lay a card that was cut before the person (RULES S6)."""
        with self.lock:
            lay_cut(self.scene, card, PERSONS.index(person), len(PERSONS))

    def clear_cut(self) -> None:
        """Take away what was cut."""
        with self.lock:
            clear_cut(self.scene)

    def gather(self, trick: Collection[Card] | None = None) -> None:
        """Gather the trick; the turn-up stays where it lies, and so does what somebody has laid beside the own card of
        ``trick`` (None: all is gathered)."""
        with self.lock:
            laid = [card for card in self.laid() if card != self._turned_up]
            for card in gathered(laid, {card: _who(origin) for card, origin in self._origin.items()}, trick):
                self.scene.take(card)
            self._remember()

    def throw_in(self) -> None:
        """Take all cards back after a misdeal (RULES T10)."""
        with self.lock:
            self.gather()
            if self._turned_up is not None:
                self.scene.take(self._turned_up)
                self._turned_up = None
            for holder in self.holders:
                self.scene.rack(holder, [])
            self.hands = {person: [] for person in PERSONS}
            self._remember()

    def leave(self) -> None:
        """Other cards are played with at this table: what these hands still do, they do nowhere."""
        with self.lock:
            self.scene, self._memory = SimulatedTable(), None

    def perfect_view(self) -> list[Observation]:
        """What eyes without any doubt would see: for writing recorded deals, never for the table in play."""
        with self.lock:
            certain = Reading.certain
            holders = [
                HolderShows(holder, tuple(None if card is None else certain(card) for card in self.slots(holder)))
                for holder in self.holders
            ]
            laid = [LaidCard(certain(c.card), c.x, c.y, math.radians(c.angle)) for c in self.scene.scene().laid]
            return [*holders, TableShows(tuple(laid))]

    def _rack(self, card: Card) -> None:
        """Put a card of the computer player into its holder, where it stood or into the first free slot."""
        own, slot = self.slots(THIRD), self._slots.get(card)
        self.scene.rack_one(THIRD, own.index(None) if slot is None or own[slot] is not None else slot, card)

    def _put(self, card: Card, who: Who) -> None:
        rng = random.Random(f"{self._seed}/{self.deals}/{card}")
        self.scene.lay(card, *trick_place(who, SIDE_OF_DEALER[self.dealer], rng))
        self._remember()

    def _remember(self) -> None:
        if self._memory is None:
            return
        state = {
            "deals": self.deals,
            "dealer": self.dealer,
            "turned_up": self._turned_up and str(self._turned_up),
            "hands": {person: [str(card) for card in hand] for person, hand in self.hands.items()},
            "holders": {str(n): [card and str(card) for card in self.slots(n)] for n in self.holders},
            "origin": {str(card): origin for card, origin in self._origin.items()},
            "computer": self.computer,
            "slots": {str(card): slot for card, slot in self._slots.items()},
            "laid": [[str(c.card), c.x, c.y, c.angle] for c in self.scene.scene().laid],
        }
        remember(self._memory, state)

    def _recall(self, memory: Path) -> None:
        with recall(memory) as state:
            if "game" in state or state.get("computer") != self.computer:
                return  # cards of another game lay there
            self.deals, self.dealer = int(state["deals"]), person_named(state["dealer"])
            self._turned_up = Card.parse(state["turned_up"]) if state["turned_up"] else None
            self.hands = {person: [Card.parse(code) for code in state["hands"][person]] for person in PERSONS}
            self._origin = {
                Card.parse(code): person_named(origin) if isinstance(origin, str) else (int(origin[0]), int(origin[1]))
                for code, origin in state["origin"].items()
            }
            self._slots = {Card.parse(code): int(slot) for code, slot in state.get("slots", {}).items()}
            self.scene.clear()
            self._place_holders()
            for number, slots in state["holders"].items():
                self.scene.rack(int(number), [Card.parse(code) if code else None for code in slots])
            for code, x, y, angle in state["laid"]:
                self.scene.lay(Card.parse(code), x, y, angle)


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
    away = {seat["seat"] for seat in view["seats"] if seat.get("away")}
    return [Card.parse(play["card"]) for play in view["trick"] if play["seat"] not in away]


def _who(origin: Person | tuple[int, int]) -> Person | int:
    """The person, or the number of the holder, where a card came from."""
    return origin if isinstance(origin, str) else origin[0]


def person_named(name: object) -> Person:
    """The person of that name; raises ``ValueError`` for anybody else."""
    if name == "south":
        return "south"
    if name == "north":
        return "north"
    raise ValueError(f"{name!r} is no person")


def _racked(pile: list[Card], rng: random.Random) -> list[Card | None]:
    """A pile as people rack it: as dealt, by suits, or by suits with the highest first."""
    order = rng.choice(("as dealt", "ascending", "descending"))
    if order != "as dealt":
        pile = sorted(pile, key=PACK.index, reverse=order == "descending")
    return [*pile, *[None] * (SLOTS - len(pile))]


@dataclass(frozen=True, slots=True)
class Act:
    """What a simulated person does next: ``kind`` is cut, clear, deal, command, lay, move, gather or answer; of a
    computer player also play, which chooses the card to be moved. ``text`` is the command, or before whose place is
    cut."""

    kind: str
    text: str = ""
    card: Card | None = None
    question: int = 0

    def answer(self, seat: int = 0) -> Answer:
        """The request of an answer by the person at ``seat``; no card means that none lies there."""
        return Answer(seat, self.question, self.card)


@dataclass
class Player:
    """A simulated player in the chair of ``person``; ``seed`` makes its choices repeatable. ``mind`` decides what is
    commanded and played at ``table``; where it is missing or has no answer, simple rules do."""

    person: Person
    seed: int
    mind: Mind | None = None
    table: Callable[[], TableInPlay] | None = None
    _tried: set[str] = field(default_factory=set)
    _turn: tuple[int, int, int] = (0, 0, 0)

    def act(self, view: Mapping[str, Any], hands: SimulatedHands) -> Act | None:
        """The next act, from the person's private view and own hand; None when it is somebody else's move."""
        for question in view["questions"]:
            answer = self._answer(question, view, hands)
            if answer is not None:
                return answer
        if view["phase"] == "cut":
            return self._cut(view, hands)
        if view["phase"] in ("gather", "scored", "over") and hands.laid():
            last = view["last_trick"] or {"winner": view["dealer"]}  # no trick is shown again where the house says so
            return Act("gather") if self._does_for(last["winner"], view) else None
        if view["phase"] == "deal" and self._does_for(view["dealer"], view):
            return Act("deal") if hands.empty() else None
        if view["phase"] != "play" or view["wrong_card"]:
            return None
        if view["beside"]["to_move"]:
            card = Card.parse(view["beside"]["to_move"])
            return Act("move", card=card) if hands.waits(card) else None
        action = self._decided(view, hands)
        if view["commands"]:
            return Act("command", self._command(view, action))
        if not self._may_lay(view, hands):
            return None
        if isinstance(action, PlayCard) and action.card in self._legal(view, hands):
            return Act("lay", card=action.card)
        return Act("lay", card=self._card(view, hands))

    def _cut(self, view: Mapping[str, Any], hands: SimulatedHands) -> Act | None:
        """Cut a card, of a computer player's seat too, or take away what was cut (RULES S6)."""
        places = seats_that_cut(view)
        own = [seat for seat in places if self._does_for(seat, view)]
        step = next_cut(view, hands.scene, own, places, self.seed)
        if step is None:
            return None
        return Act("clear") if step.card is None else Act("cut", view["seats"][step.seat]["person"], step.card)

    def think(self, view: Mapping[str, Any], hands: SimulatedHands) -> None:
        """Begin to think about what there is to decide, if there is something."""
        begun(self.mind, lambda: self.position(view, hands))

    def _decided(self, view: Mapping[str, Any], hands: SimulatedHands) -> Action | None:
        """What the mind does now; None where simple rules must do."""
        return decided(self.mind, lambda: self.position(view, hands))

    def position(self, view: Mapping[str, Any], hands: SimulatedHands) -> Position | None:
        """What this person knows (RULES S2) where there is something to decide: the own hand and the holder beside it;
        None where there is not, and where what the table has taken down cannot be."""
        decides = view["commands"] or (self._may_lay(view, hands) and not view["beside"]["to_move"])
        if self.table is None or view["phase"] != "play" or view["wrong_card"] or not decides:
            return None
        beside = [card for card in hands.slots(HOLDER_BESIDE[self.person]) if card]
        return beside_android(self.table(), view, hands.hand(self.person), beside)

    def _may_lay(self, view: Mapping[str, Any], hands: SimulatedHands) -> bool:
        """Whether it is this person's turn, and no card of it lies there that the table has not seen."""
        own = len(hands.hands[self.person])
        return bool(view["turn"] == view["me"]["seat"] and own == 13 - view["tricks_done"])

    def _answer(self, question: Mapping[str, Any], view: Mapping[str, Any], hands: SimulatedHands) -> Act | None:
        """Look at the card that the table asks about: the one in that slot, else the nearest that lies there unread."""
        card: Card | None = None
        if question["kind"] in ("earlier", "unseen"):
            seat = view["seats"][question["of"]]
            own = None if seat.get("kind") == "computer" else seat.get("holder")
            card = hands.laid_in(question["trick"], own or seat["person"])
            return Act("answer", card=card, question=question["id"]) if card else None
        if question.get("slot") is not None:
            card = hands.slots(question["holder"])[question["slot"]]
        if card is None and question["candidates"]:
            read = {play["card"] for play in view["trick"]} | {view["turned_up"]}
            lying = [laid for laid in hands.laid_near(question["x"], question["y"]) if str(laid) not in read]
            likely = [laid for laid in lying if str(laid) in question["candidates"]]
            card = next(iter(likely or lying), None)
        if card is None and not question.get("may_be_none"):
            return None
        return Act("answer", card=card, question=question["id"])

    def _does_for(self, seat: int, view: Mapping[str, Any]) -> bool:
        """Whether this person does with their hands what ``seat`` has to do."""
        of = view["seats"][seat]
        mine = view["me"]["seat"]
        return bool(mine == (seat if of["kind"] == "human" else of["handler"]))

    def _rng(self, *about: object) -> random.Random:
        return random.Random("/".join(map(str, (self.seed, self.person, *about))))

    def _command(self, view: Mapping[str, Any], wanted: Action | None = None) -> str:
        """A command that has not yet met an Error in this turn (RULES A17): the ``wanted`` one, else any."""
        turn = (view["deal"], view["tricks_done"], view["turn"])
        if turn != self._turn:
            self._turn, self._tried = turn, set()
        known = view["commands"]["allowed"]
        allowed = [command for command in known if command not in self._tried] or known
        choice: str = self._rng(*turn, len(self._tried)).choice(allowed)
        if isinstance(wanted, Order) and wanted.command in allowed:
            choice = wanted.command
        self._tried.add(choice)
        return choice

    def _card(self, view: Mapping[str, Any], hands: SimulatedHands) -> Card:
        """Second hand low, third hand high: win cheaply when the partner does not, else keep high cards."""
        trump, trick = view["trump"], [Card.parse(play["card"]) for play in view["trick"]]
        legal = sorted(self._legal(view, hands), key=lambda card: (card.suit == trump, card.value))
        if not trick:
            return self._rng(view["deal"], view["tricks_done"]).choice(legal)
        partner_wins = len(trick) >= 2 and winning_index(trick, trump) == len(trick) - 2
        winners = [card for card in legal if winning_index([*trick, card], trump) == len(trick)]
        return winners[0] if winners and not partner_wins else legal[0]

    def _legal(self, view: Mapping[str, Any], hands: SimulatedHands) -> Sequence[Card]:
        return legal_cards(hands.hand(self.person), [Card.parse(play["card"]) for play in view["trick"]])


def act_of(action: Action) -> Act | None:
    """What a computer player does who has decided; None for what it cannot do."""
    if isinstance(action, PlayCard):
        return Act("play", card=action.card)
    return Act("command", text=action.command) if isinstance(action, Order) else None


def computer_at(table: TableInPlay) -> Person | None:
    """In whose place a computer player plays."""
    return next((person for person in PERSONS if person not in table.persons), None)
