"""Whole deals seen badly: doubtful, unreadable and missed cards, with people who answer truly. Nothing may go wrong in
silence, and nobody may get stuck."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.doubtful import badly_read
from tests.whist.driver import World
from whist.cards import PACK, Card
from whist.messages import events as ev
from whist.messages.observations import HolderShows, LaidCard
from whist.messages.requests import Answer
from whist.table.state.seats import human
from whist.table.table import Table


class BadEyes(World):
    """A world whose every look is noisy; ``bad`` is the share of cards that are not read clearly."""

    bad = 0.0
    missed = 0.0
    stubborn = False
    """Whether a card looks the same in every look, until somebody who is not asked anything sets it straight."""
    straightened = 0

    def read(self, card):
        rng = (
            random.Random(f"{card} {self.turn_up} {len(self.laid)} {self.straightened}") if self.stubborn else self.rng
        )
        return badly_read(card, rng, self.bad, PACK)

    def show_holder(self, holder):
        slots = tuple(self.read(card) if card else None for card in self.slots[holder])
        return self.table.apply(HolderShows(holder, slots))

    def cards(self):
        seen = []
        for laid in super().cards():
            if self.rng.random() >= self.missed:
                x, y = laid.x + self.rng.uniform(-3, 3), laid.y + self.rng.uniform(-3, 3)
                seen.append(LaidCard(self.read(laid.reading.best), x, y))
        return tuple(seen)

    def truth(self, question):
        if question.about in ("slot", "moved"):
            return self.slots[question.holder][question.slot] or self.laid[-1][1]
        if question.about == "turn_up":
            return self.turn_up
        if question.about == "order":
            return next(card for _, card in self.laid if card in question.candidates)
        return min(
            (laid for laid in World.cards(self)),
            key=lambda laid: (laid.x - question.x) ** 2 + (laid.y - question.y) ** 2,
        ).reading.best

    def look_until(self, done):
        for look in range(60):
            if done():
                return
            self.straightened += look % 10 == 9 and not self.table.state.questions
            for question in self.table.state.questions:
                if self.rng.random() < 0.7:
                    card = self.truth(question)
                    self.table.apply(Answer(self.table.seat_of(question.ask[0]), question.id, card))
                    break
            self.show_holder(self.rng.choice((1, 2)))
            self.show_table()
        raise AssertionError(f"stuck: {self.table.public_view()['prompt']} {self.table.state}")

    def play_badly_seen(self):
        self.deal()
        self.look_until(lambda: self.table.state.phase == "play")
        played = []
        while any(self.hands):
            count = len(played)
            self.look_until(lambda count=count: self.count() == count and self.table.state.turn == self.turn)
            card = self.choose() if human(self.turn, self.dealer) else self.order()
            played.append((self.turn, card))
            self.lay(card)
            self.look_until(lambda count=count: self.count() == count + 1)
            if len(self.laid) == 4 and any(self.hands):
                self.laid = []
                self.show_table()
                self.look_until(lambda: self.table.state.phase == "play")
        return played

    def count(self):
        return len(self.table.state.hand.laid())


def known(table):
    plays: list[tuple[int, Card]] = []
    for event in table.events:
        if isinstance(event, ev.Played):
            plays.append((event.seat, event.card))
        elif isinstance(event, ev.TakenBack):
            plays.pop()
    return plays


@given(st.integers(0, 10**6), st.sampled_from([0.02, 0.1, 0.3]), st.sampled_from([0.0, 0.0, 0.03]), st.booleans())
@settings(max_examples=60, deadline=None)
def test_badly_seen_deals_come_out_right(seed, bad, missed, stubborn):
    world = BadEyes(random.Random(seed))
    world.bad, world.missed, world.stubborn = bad, missed, stubborn
    played = world.play_badly_seen()
    assert known(world.table) == played
    scored = next(event for event in world.table.events if isinstance(event, ev.HandScored))
    assert list(scored.tricks) == world.winners
    assert Table.from_events(world.table.events, world.options) == world.table
