"""A table and the cards as they really lie, with everything that people's hands can do to them. It can be split in two,
so that what may follow can be tried."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from device.company.at_holders import simplest
from device.simulated.hands import Hands
from device.simulated.matches import hands_at
from vision.simulated.scene import SimulatedTable
from whist.cards import Card
from whist.messages.events import Event
from whist.messages.observations import SLOTS, LaidCard, Reading, TableShows
from whist.messages.requests import NewGame, request_from_json, request_of
from whist.rules.commands import partner
from whist.rules.refusals import Refused
from whist.rules.standing import standing_of
from whist.table.seen.last_seen import clear, readable
from whist.table.seen.matching import away
from whist.table.state.seats import PERSONS, beside, seat_of
from whist.tables import begin

MIDDLE = (0.0, 0.0)
COVERS = 45.0
"""What lies within so many millimetres of a card's middle is hidden by it."""


@dataclass
class World:
    """One table of ``choice``. ``seed`` gives cards and places."""

    choice: NewGame
    seed: int
    table: Any = field(init=False)
    hands: Hands = field(init=False)
    pile: list[Card] = field(default_factory=list)
    """Cards of this hand that were gathered."""
    unsure: dict[Card, Reading] = field(default_factory=dict)
    """Cards that lie there and cannot be read for sure."""
    lied: bool = False
    """Whether somebody has said in this hand what is not so, or what cannot be told apart from it."""
    spoiled: bool = False
    """Whether a card of this hand went to the pile that was never played: people have mislaid it themselves."""
    owners: dict[Card, int] = field(default_factory=dict)
    """The seat that has laid each card of this hand."""
    spoken: set[Card] = field(default_factory=set)
    """Cards that lie there and cannot be read at all, since the page has said that such a card lies there."""
    taken_for: dict[Card, Card] = field(default_factory=dict)
    """As what each card that lies there was last read clearly."""
    left_out: tuple[Card, ...] = ()
    """Cards that really lie there too, where a world that is seen through pictures was split."""
    seen: tuple[Card, ...] = ()
    """What lay there face up at the last look."""
    stain: tuple[float, float] | None = None
    """Where (mm) something lies that is no card, and is taken for one that cannot be read, while no card covers it."""

    def __post_init__(self) -> None:
        self.table = begin(self.choice)
        self.hands = self._fresh_hands(self.seed)

    def _fresh_hands(self, seed: int) -> Hands:
        return self._hands_at(SimulatedTable(seed), seed)

    def _hands_at(self, scene: SimulatedTable, seed: int) -> Hands:
        return hands_at(self.table, scene, seed)

    def split(self) -> World:
        """A second table that stands as this one does."""
        other = copy.copy(self)
        other.table, other.hands = copy.copy(self.table), copy.copy(self.hands)
        for name in ("_events", "_looks", "_finished"):
            if hasattr(self.table, name):
                setattr(other.table, name, copy.copy(getattr(self.table, name)))
        looks = other.table._looks
        for part in fields(looks):
            setattr(looks, part.name, copy.copy(getattr(looks, part.name)))
        other.hands.scene = copy.copy(self.hands.scene)
        other.hands._origin = dict(self.hands._origin)
        other.hands._slots = dict(self.hands._slots)
        other.hands.hands = [list(own) for own in self.hands.hands]
        other.hands.stock, other.hands.opened = list(self.hands.stock), list(self.hands.opened)
        other.pile, other.unsure, other.owners = list(self.pile), dict(self.unsure), dict(self.owners)
        other.spoken, other.taken_for = set(self.spoken), dict(self.taken_for)
        return other

    # -- who and what --------------------------------------------------------------------------------------------------

    @property
    def android(self) -> bool:
        return bool(self.table.androids)

    @property
    def persons(self) -> Sequence[str]:
        return self.table.persons

    def seat_of(self, person: str) -> int:
        return self.table.seat_of(person)

    @property
    def players(self) -> int:
        """Before how many places cards are laid: people's in Android Whist, in other games those of all seats."""
        return len(PERSONS) if self.android else len(self.public["seats"])

    def person_at(self, seat: int) -> str:
        """The person at a seat, or whoever moves the cards of its holder."""
        seats = self.public["seats"]
        of = seats[seat]
        return str(of["person"] if of["kind"] == "human" else seats[of["handler"]]["person"])

    @property
    def public(self) -> dict[str, Any]:
        return self.table.public_view()

    def view(self, person: str) -> dict[str, Any]:
        return self.table.view(self.seat_of(person))

    def own(self, person: str) -> list[Card]:
        """What a person holds in hand."""
        seat = self._dealt_to(person)
        lies = self.hands.turned_up if self.android and seat == self.hands.dealer else None
        return [card for card in self.hands.hand(seat) if card != lies or card in self._lying()]

    def _dealt_to(self, person: str) -> int:
        """The seat of a person in the hand that was dealt last."""
        return seat_of(person, self.hands.dealer) if self.android else self.seat_of(person)

    def _lying(self) -> list[Card]:
        return [one.card for one in self.hands.scene.scene().laid if one.face_up]

    def lying(self) -> list[Card]:
        """All that lies face up."""
        return self._lying()

    def beside(self) -> list[Card]:
        """What lies open beside the tricks."""
        return [card for card in self.hands.opened if card in self._lying()]

    def loose(self) -> list[Card]:
        """What lies face up and was laid, not turned up."""
        beside = self.beside()
        return [card for card in self._lying() if card not in beside]

    def slots(self, holder: int) -> list[Card | None]:
        """What stands in a holder, slot by slot; nothing where there is none of that number."""
        stands = [one.slots for one in self.hands.scene.scene().holders if one.number == holder]
        return [None if one is None else one.card for one in stands[0]] if stands else []

    @property
    def holders(self) -> tuple[int, ...]:
        """The numbers of the holders that stand there."""
        return tuple(self.table.holders)

    def within_reach(self, person: str) -> tuple[int, ...]:
        """The holders out of which a person moves cards: the one beside, or, where computer players have some, any."""
        both = self.android and len(self.persons) > 1
        return (beside(person),) if both else self.holders

    def to_clear(self) -> bool:
        """Whether the cards of a hand that is dealt again must be gathered first."""
        return bool(self.table.must_be_cleared)

    def face_down(self) -> tuple[object, ...]:
        """What changes with cards that nobody sees."""
        return (self.dealt(), self.hands.kitty_waits())

    def dealt(self) -> bool:
        """Whether the cards of the table's present hand are dealt."""
        if self.android:
            old = {holder: cards for holder, (cards, _) in self.table._looks.old.items()}
            new = all({*self.hands.slots(holder)} - {None} != old.get(holder) for holder in self.holders)
            return (self._full() and new) or self.public["phase"] != "deal"
        return self.hands.dealt(self.public["deals"])

    def _full(self) -> bool:
        """Whether all that was dealt stands in the holders."""
        hands = self.hands
        lies = {one: hands.turned_up is not None and hands.seats[one] == hands.dealer for one in self.holders}
        return all(len({*hands.slots(one)} - {None}) == SLOTS - lies[one] for one in self.holders)

    # -- what hands do -------------------------------------------------------------------------------------------------

    def deal(self) -> None:
        self._clear_away()
        view = self.public
        self.hands.deal(standing_of(view), self.table.deal)

    def throw_in(self) -> None:
        self.hands.throw_in()
        self._clear_away()

    def _clear_away(self) -> None:
        self.pile, self.unsure, self.owners, self.lied, self.spoiled = [], {}, {}, False, False
        self.taken_for = {}

    def open(self) -> None:
        if self.hands.opened and self.hands.opened[0].is_joker and not self.hands.has_kitty:
            self.hands.bury_top()
        self.hands.open()

    def kitty(self, seat: int) -> None:
        self.hands.take_kitty(seat)

    def lay(self, person: str, card: Card, at: tuple[float, float] | None = None) -> None:
        """Lay a card of the own hand: before the person, or ``at`` another place."""
        self.hands.lay(self._dealt_to(person), card)
        self.owners[card] = self.seat_of(person)
        self.put(card, at)

    def move(self, person: str, card: Card, at: tuple[float, float] | None = None) -> None:
        """Move a card out of a holder, or the turned-up one of a computer player."""
        number = next((one for one in self.within_reach(person) if card in self.slots(one)), None)
        of = [one["seat"] for one in self.public["seats"] if number is not None and one.get("holder") == number]
        owner = of[0] if of else next((one for one in self.table.computers if card in self.held(one)), None)
        if owner is None:
            raise ValueError("it stands in no holder within reach")
        self.hands.lay(owner if number is None else self.hands.seats[number], card)
        self.owners[card] = owner
        self.put(card, at)

    def held(self, seat: int) -> list[Card]:
        """What a computer player holds, the turned-up card too while it lies there."""
        return list(self.hands.hands[seat])

    def put(self, card: Card, at: tuple[float, float] | None) -> None:
        """Push a card that lies there."""
        if at is not None:
            self.hands.scene.move(card, *at, 0.0)

    def doubt(self, card: Card, reading: Reading) -> None:
        """From now on a card that lies there is read so."""
        self.unsure[card] = reading

    def take_back(self, card: Card) -> None:
        from_stock = not self.android and card in self.hands.trick() and self.hands.owner(card) is None
        if from_stock or self._no_room_for(card):
            self.hands.scene.take(card)  # it came from the stock, or was gathered and laid again: it goes to the pile
            self.pile.append(card)
        else:
            self.hands.take_back(card)
            self.owners.pop(card, None)
        self.unsure.pop(card, None)

    def _no_room_for(self, card: Card) -> bool:
        """Whether a card that lies there has come out of a holder that is full by now."""
        numbers = [number for number, seat in self.hands.seats.items() if seat == self.hands.owner(card)]
        return card in self.hands.trick() and any(None not in self.slots(number) for number in numbers)

    def put_in_again(self, cards: Sequence[Card]) -> None:
        """Cards that came out of holders, and were gathered and never played, stand in these again."""
        for card in cards:
            self.pile.remove(card)
            seat = self.owners.pop(card)
            self.hands.hands[seat].append(card)
            self.hands._rack(seat, card)

    def laid_better(self, card: Card) -> None:
        """A card that is taken for another is taken up and laid down again in its place."""
        if card not in self.loose():
            raise ValueError("it does not lie there")
        self.unsure.pop(card, None)

    def take_up(self) -> None:
        """The dealer takes the turn-up into the hand."""
        for card in self.beside():
            self.hands.scene.take(card)
            self.hands.opened = []

    def gather(self, cards: Sequence[Card]) -> None:
        """Some cards go to the pile; with a complete trick of a game that draws, both draw."""
        there = [card for card in cards if card in self.loose() or (card in self.lying() and card in self.trick())]
        if not there:
            raise ValueError("nothing lies there to gather")
        view, trick = self.public, self.trick()
        self.pile += self._put_back(there)
        complete = view["phase"] in ("gather", "scored", "over")
        self.spoiled |= not complete or not set(there) <= set(trick)
        hands, whole = self.hands, complete and not any(card in self.lying() for card in set(trick) - set(there))
        draws = not hands.has_kitty and hands.stock and hands.stock[0] in self.lying()
        if whole and draws and not self.drawn():
            hands.opened = hands.stock[:1]
            stay = [one for one in hands.scene.scene().laid if one.card in self.loose() and one.card not in there]
            hands.gather(view["last_trick"]["winner"], hands.trick())
            for one in stay:
                hands.scene.lay(one.card, one.x, one.y, one.angle)
        else:
            for card in there:
                hands.scene.take(card)
                self._no_more_open(card)
        self.pile += there
        for card in there:
            self.unsure.pop(card, None)

    def _put_back(self, gathered: Sequence[Card]) -> list[Card]:
        """Played cards that somebody has put back into a holder, once the trick is gathered: there is no room for the
        card that is drawn."""
        hands, trick = self.hands, self.trick()
        draws = not self.android and hands.stock and not hands.has_kitty
        if not draws or self.public["phase"] != "gather" or not set(gathered) & set(trick):
            return []
        played = dict.fromkeys((*trick, *sorted(self.played(), key=str)))
        back = [card for card in played if card not in self.lying() and hands.holder_with(card) is not None]
        for card in back:
            self._out_of_holder(card)
        return back

    def put_away(self, card: Card) -> None:
        """A played card that stands in a holder goes to the tricks."""
        self._out_of_holder(card)
        self.pile.append(card)

    def _out_of_holder(self, card: Card) -> None:
        self.hands.scene.unrack(self.hands.holder_with(card) or 0, card)
        for own in self.hands.hands:
            if card in own:
                own.remove(card)

    def drawn(self) -> bool:
        """Whether both have drawn a card for each trick that is complete, as they see by their hands."""
        hands, hand = self.hands, self.table.state.hand  # type: ignore[union-attr]
        assert hand is not None
        return len(hands.stock) <= hands.rules.stock_size - 2 * len(hand.tricks)

    def draw(self) -> None:
        """Winner and loser of the trick draw, which they have not done yet; the open card, if any, still lies there."""
        hands, winner = self.hands, int(self.public["last_trick"]["winner"])
        loose = self.loose()
        hands.scene.relay([one for one in hands.scene.scene().laid if one.face_up and one.card in loose])
        hands.opened = []
        for seat in (winner, 1 - winner):
            hands.hands[seat].append(card := hands.stock.pop(0))
            hands._rack(seat, card)

    def draw_late(self, person: str) -> None:
        """Somebody who has forgotten to draw, and has no card left, lays the top card of the stock."""
        card = self.hands.stock.pop(0)
        self.hands.hands[self.seat_of(person)].append(card)
        self.lay(person, card)

    def to_gather(self) -> list[Card]:
        """The cards of the trick that lies there, also those that the table takes for others."""
        trick = self.trick()
        alike = [card for card, read in self.unsure.items() if any(one in trick for one, _ in read.belief)]
        return [card for card in self.lying() if card in trick or card in alike]

    def _no_more_open(self, card: Card) -> None:
        self.hands.opened = [one for one in self.hands.opened if one != card]

    def played(self) -> set[Card]:
        """The cards that the table knows to be played in this hand."""
        if self.android:
            return set(self.table.state.played())
        return set(self.table.state.hand.played()) if self.table.state.hand else set()

    def mislaid(self) -> list[Card]:
        """Cards that were gathered and never played."""
        played = self.played()
        return [card for card in self.pile if card not in played]

    def trick(self) -> list[Card]:
        """The trick that lies there, as the table knows it."""
        return [Card.parse(play["card"]) for play in self.public["trick"]]

    def lay_again(self, card: Card, at: tuple[float, float] | None = None) -> None:
        """A card of the pile comes back to where its owner lays cards, or to another place."""
        if card not in self.pile:
            raise ValueError("it is not gathered")
        self.pile.remove(card)
        self._lay_before_owner(card)
        self.put(card, at)

    def _lay_before_owner(self, card: Card) -> None:
        seat, hands = self.owners.get(card, 0), self.hands
        rng = hands._rng(card) if self.android else random.Random(str(card))
        hands.scene.lay(card, *hands.setting.trick_place(seat, hands.dealer, rng))

    def uncover(self, card: Card) -> None:
        """A card that lies below others is laid on top of them, before its owner."""
        if card not in self.loose():
            raise ValueError("it does not lie there")
        self.hands.scene.take(card)
        self._lay_before_owner(card)

    def swap_slots(self, holder: int, one: int, other: int) -> None:
        slots = self.slots(holder)
        if len(slots) > max(one, other):
            slots[one], slots[other] = slots[other], slots[one]
            self.hands.scene.rack(holder, slots)

    # -- what the table is told ----------------------------------------------------------------------------------------

    def look(self) -> list[Event]:
        """The camera looks, and computer players decide; what follows."""
        events, phase = list[Event](), self.public["phase"]
        for seen in self.hands.perfect_view():
            if isinstance(seen, TableShows):
                shown = [(one.reading.best, self._as_seen(one)) for one in seen.cards]
                self.taken_for |= {card: one.reading.best for card, one in shown if card and clear(one.reading)}
                seen = TableShows((*(one for _, one in shown), *self._stained(seen.cards)))
            events += self.table.apply(seen)
        events += self._decided()
        self.seen = tuple(self._lying())
        hidden = {card for card in self.seen if card in self.unsure and not readable(self.unsure[card])}
        # what lies face down while a trick is gathered is taken for the tricks that were won, and for the pack while
        # cards are dealt
        told = self.public.get("unread") or {phase, self.public["phase"]} & {"deal", "gather", "turn_up"}
        self.spoken = hidden if told else self.spoken & hidden
        return events

    def _decided(self) -> list[Event]:
        """What follows from what computer players decide."""
        events = list[Event]()
        while (asked := self.table.deciding) is not None and (action := simplest(asked)) is not None:
            request = request_of(action)
            assert request is not None
            events += self.table.apply(request)
        return events

    def _stained(self, laid: Sequence[LaidCard]) -> list[LaidCard]:
        if self.stain is None or any(away(one, *self.stain) < COVERS for one in laid):
            return []
        return [LaidCard(Reading(()), *self.stain, 0.3)]

    def _as_seen(self, laid: LaidCard) -> LaidCard:
        reading = self.unsure.get(laid.reading.best) if laid.reading.best else None
        return replace(laid, reading=reading) if reading is not None else laid

    def ask(self, person: str, body: dict[str, Any]) -> list[Event]:
        """A tap on the page of ``person``; raises ``Refused``."""
        seat = self.seat_of(person)
        if "command" in body:
            seat = partner(seat)
        try:
            request = request_from_json(seat, body, len(self.public["seats"]))
        except ValueError as error:
            raise Refused(str(error)) from error
        if isinstance(request, NewGame):
            self.table = begin(request)
            self.hands = self._fresh_hands(self.seed + 1)
            self._clear_away()
            self.choice = request
            return list(self.table.events)
        return list(self.table.apply(request))
