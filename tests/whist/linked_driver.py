"""Households at tables of their own, joined by nothing but what each tells: people lay, say, take back and put right as
their own table lets them, and words arrive late, doubled or not at all, but never an older one after a newer."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from tests.whist.family_driver import place
from whist.cards import Card
from whist.games.australian import Australian, AustralianOptions
from whist.messages.observations import SLOTS, HolderShows, HouseholdTells, LaidCard, Reading, TableShows
from whist.messages.requests import Agree, Correct, Redeal, SetScores, Undo
from whist.rules.actions import Action, Bid, Choose, Play
from whist.rules.refusals import Refused
from whist.table.granting import MOST_FIXED
from whist.table.table import Table


@dataclass
class Household:
    """One table, the cards that its people hold, and those that lie on it."""

    number: int
    table: Table
    seed: int
    hands: dict[int, list[Card]] = field(default_factory=dict)
    laid: list[tuple[int, Card]] = field(default_factory=list)
    deal: int = 0
    slots: dict[int, list[Card | None]] = field(default_factory=dict)
    """What stands in the holder of each computer player here (RULES S1)."""

    @property
    def rules(self) -> Australian:
        rules = self.table.rules
        assert isinstance(rules, Australian)
        return rules

    @property
    def seats(self) -> range:
        return self.rules.seats_of(self.number)

    def show(self) -> None:
        lies = [(card, *place(seat, self.rules.players)) for seat, card in self.laid]
        self.table.apply(TableShows(tuple(LaidCard(Reading.certain(card), x, y) for card, x, y in lies)))

    def take_cards(self) -> None:
        """Deal, where the table says that another hand has begun; every household knows what was really dealt."""
        state = self.table.state
        if state.deals != self.deal and not self.laid:
            dealt = self.rules.shuffled(state.standing, random.Random(f"{self.seed}/{state.deals}"))
            self.hands = {seat: list(dealt.hands[seat]) for seat in self.seats}
            self.deal = state.deals
            for seat in self.table.computers:
                self.slots[seat] = [*self.hands[seat], *[None] * (SLOTS - len(self.hands[seat]))]
                self.show_holder(seat)

    def show_holder(self, seat: int) -> None:
        read = tuple(None if card is None else Reading.certain(card) for card in self.slots[seat])
        self.table.apply(HolderShows(self.table.computers.index(seat) + 1, read))

    def could(self) -> list[Action]:
        """What one of this household can do by its own cards, at its turn."""
        state = self.table.state
        if state.turn not in self.seats or state.clear or self.deal != state.deals or len(state.here) != len(self.laid):
            return []
        known = state.hand.with_cards({state.turn: self.hands[state.turn]})
        return [one for one in self.rules.legal(known) if isinstance(one, Bid | Choose | Play)]

    def step(self, rng: random.Random, mistakes: float = 0.0) -> bool:
        """Somebody of this household does something; whether there was something to do."""
        state = self.table.state
        if self.laid and (state.gather or state.after is not None or state.clear):
            if state.gather and rng.random() < mistakes and self.put_right(rng):
                return True
            self.laid = []
            self.show()
            return True
        self.take_cards()
        if (state.wrong is not None or state.questions) and self.tidy():
            return True
        if rng.random() < mistakes and self.mistake(rng):
            return True
        if not (could := self.could()):
            self.show()
            return False
        action = rng.choice(could)
        if isinstance(action, Play):
            self.hands[action.seat].remove(action.card)
            if action.seat in self.slots:  # it chooses the card, and a person moves it
                self.table.apply(action)
                self.slots[action.seat][self.slots[action.seat].index(action.card)] = None
                self.show_holder(action.seat)
            self.laid.append((action.seat, action.card))
            self.show()
        else:
            self.table.apply(action)  # type: ignore[arg-type]
        return True

    def tidy(self) -> bool:
        """Where the table calls a card wrong, or asks, people take up all that it has not taken down for a play."""
        known = [(play.seat, play.card) for play in self.table.state.here]
        loose = [one for one in self.laid if one not in known]
        for seat, card in loose:
            self.laid.remove((seat, card))
            if (seat, card) not in self.table.state.hand.laid():
                self.hands[seat].append(card)
        if loose:
            self.show()
        return bool(loose)

    def take_up(self, one: tuple[int, Card]) -> None:
        self.laid.remove(one)
        self.hands[one[0]].append(one[1])
        self.show()

    def put_right(self, rng: random.Random) -> bool:
        """Somebody takes the own card of this trick up and lays another in its place."""
        seat, card = rng.choice(self.laid)
        if not self.hands[seat]:
            return False
        other = rng.choice(self.hands[seat])
        self.hands[seat].remove(other)
        self.hands[seat].append(card)
        self.laid[self.laid.index((seat, card))] = (seat, other)
        for _ in range(3):
            self.show()
        known = [play.card for play in self.table.state.here]
        if other not in known:  # the table did not take it: it is put back as it was
            self.laid[self.laid.index((seat, other))] = (seat, card)
            self.hands[seat].remove(card)
            self.hands[seat].append(other)
            self.show()
        return True

    def mistake(self, rng: random.Random) -> bool:
        """A card is taken up, a bid taken back, a misdeal called, a card of an earlier trick corrected."""
        kind = rng.choice(("up", "right", "undo", "redeal", "correct", "early", "score"))
        seat = rng.choice(self.seats)
        last = self.table.state.trick[-1] if self.table.state.trick else None
        if kind == "up" and last is not None and self.laid and self.laid[-1] == (last.seat, last.card):
            self.take_up(self.laid[-1])
            return True
        if kind == "right" and self.laid:
            return self.put_right(rng)
        if kind == "early" and self.table.state.phase == "play" and self.hands.get(seat):
            card = rng.choice(self.hands[seat])
            if seat not in [one for one, _ in self.laid]:
                self.hands[seat].remove(card)
                self.laid.append((seat, card))
                self.show()
                return True
        asked: Any = {"undo": Undo(seat), "redeal": Redeal(seat)}.get(kind) if rng.random() < 0.2 else None
        try:
            if asked is not None:
                self.table.apply(asked)
                return True
            if kind == "correct":
                return self.correct(rng)
            if kind == "score":
                return self.fix_score(rng)
        except Refused:
            pass
        return False

    def correct(self, rng: random.Random) -> bool:
        """All agree that a card of an earlier trick was another one, which its owner had kept in truth."""
        tricks = self.table.state.hand.tricks
        if not tricks:
            return False
        number, seat = rng.randrange(len(tricks)), rng.choice(self.seats)
        was = tricks[number].by(seat)
        if not self.hands.get(seat):
            return False
        card = rng.choice(self.hands[seat])
        self.table.apply(Correct(seat, card, number + 1, seat))
        other = next((one for one in self.seats if one != seat), seat)
        self.table.apply(Agree(other, True))
        self.hands[seat].remove(card)
        self.hands[seat].append(was)
        return True

    def fix_score(self, rng: random.Random) -> bool:
        """Somebody says that the scores are others, and another one agrees."""
        if self.number != 0 or len(self.table.state.score_changes) >= MOST_FIXED:
            return False
        scores = tuple(score + rng.choice((0, 10, -2)) for score in self.table.state.now.scores)
        self.table.apply(SetScores(0, scores))
        self.table.apply(Agree(1 if len(self.seats) > 1 else 0, True))
        return True


@dataclass
class Linked:
    """Several households of one match."""

    rng: random.Random
    players: int
    options: dict[str, Any]
    dealer: int = 0
    holders: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The computer players' seats of each household."""

    def __post_init__(self) -> None:
        options = AustralianOptions(**self.options)
        self.tables = [
            Household(one, self.begun(options, one), seed)
            for seed in [self.rng.randrange(10**6)]
            for one in range(options.households)
        ]
        self.waiting: dict[tuple[int, int], HouseholdTells] = {}

    def begun(self, options: AustralianOptions, one: int) -> Table:
        return Table("australian", options, self.players, self.dealer, 1, self.holders.get(one, ()), one)

    def tell(self) -> None:
        """Each table says how it stands; what was not delivered is forgotten for what is newer."""
        for one in self.tables:
            told = one.table.told
            assert told is not None
            for other in self.tables:
                if other is not one:
                    self.waiting[one.number, other.number] = told

    def deliver(self, share: float = 1.0) -> None:
        """Some of what waits arrives, perhaps twice."""
        for (_, to), told in list(self.waiting.items()):
            if self.rng.random() < share:
                for _ in range(self.rng.choice((1, 1, 2))):
                    self.tables[to].table.hear(told)

    def settle(self) -> None:
        """All is told until nothing new happens."""
        for _ in range(20):
            before = [len(one.table.events) for one in self.tables]
            self.tell()
            self.deliver()
            if before == [len(one.table.events) for one in self.tables]:
                return
        raise AssertionError("the tables never agree")

    def over(self) -> bool:
        return all(one.table.phase == "over" for one in self.tables)

    def play(self, steps: int = 10**6, late: float = 0.0, mistakes: float = 0.0) -> None:
        """Play for so many steps, or to the end of the match; each word is ``late`` with that probability."""
        still = 0
        for _ in range(steps):
            one = self.rng.choice(self.tables)
            still = 0 if one.step(self.rng, mistakes) else still + 1
            self.tell()
            self.deliver(1.0 - late)
            if self.over():
                return
            if still > 60:
                self.settle()
                assert any(one.step(self.rng) for one in self.tables), "nobody can go on"
                still = 0

    def finish(self, steps: int = 20_000, late: float = 0.0) -> None:
        """Play on without mistakes, to the end of the hand in play."""
        done = min(len(one.table.state.lines) for one in self.tables)
        for _ in range(steps):
            if min(len(one.table.state.lines) for one in self.tables) > done or self.over():
                return
            self.play(1, late)
        raise AssertionError("the hand does not end")

    def alike(self) -> None:
        """All tables stand alike in what is of all of them."""
        self.settle()
        first = self.tables[0].table.state
        for one in self.tables[1:]:
            state = one.table.state
            assert state.hand.actions == first.hand.actions
            assert (state.hand.tricks, state.hand.trick) == (first.hand.tricks, first.hand.trick)
            assert (state.lines, state.now, state.deals) == (first.lines, first.now, first.deals)
            assert (state.turn, state.revokes) == (first.turn, first.revokes) or state.gather != first.gather
