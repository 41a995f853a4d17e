"""Whole hands with computer players at which people do what must not be: it is said, taken back, and the hand ends as
it would have (RULES S3, T2)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.doubtful import reading
from tests.whist.family_driver import rebuilt
from tests.whist.holder_driver import HolderWorld
from whist.messages.observations import OutOfSight
from whist.messages.requests import Answer


class Clumsy(HolderWorld):
    """Before a card is played something happens that is put right again."""

    share = 0.5

    def play(self, action):
        if self.rng.random() < self.share:
            self.rng.choice(self.ways(action))(action)
        super().play(action)
        self.answer()

    def ways(self, action):
        ways = [self.swap, self.hide, self.blur, self.early]
        if action.seat in self.seats:
            return [*ways, self.wrong_slot, self.persons_too_soon, self.twice]
        return [*ways, self.taken_back] if self.laid else ways

    def answer(self):
        """People say what they see where they are asked."""
        for seat in range(self.rules.players):
            for question in self.table.view(seat)["questions"]:
                if question["kind"] == "slot":
                    card = self.slots[question["holder"]][question["slot"]]
                    self.table.apply(Answer(seat, question["id"], card))
                elif question["kind"] in ("table", "order", "turn"):
                    near = [card for _, card in self.laid if str(card) in question["candidates"]]
                    if near:
                        self.table.apply(Answer(seat, question["id"], near[0]))
                    return

    # -- what happens ------------------------------------------------------------------------------------------------

    def racked(self, number):
        return [card for card in self.slots[number] if card]

    def briefly(self, seat, card):
        """A card lies before ``seat`` for a moment; it came from there, or out of the holder of that seat."""
        slot = None
        if seat in self.seats:
            number = self.seats.index(seat) + 1
            slot = (number, self.slots[number].index(card))
            self.leave(number, card)
        self.laid.append((seat, card))
        for _ in range(self.rng.randrange(1, 3)):
            self.show()
        self.laid.remove((seat, card))
        if slot is not None:
            self.slots[slot[0]][slot[1]] = card
        for _ in range(2):
            self.show()
        assert self.table.state.wrong is None, self.table.public_view()["prompt"]

    def early(self, action):
        """A card of a computer player is moved though it is not that card's turn."""
        number = self.rng.randrange(len(self.seats)) + 1
        others = [card for card in self.racked(number) if card != action.card]
        if others:
            self.briefly(self.seats[number - 1], self.rng.choice(others))

    def wrong_slot(self, action):
        """The card is chosen, and another is moved."""
        self.table.apply(action)
        number = self.seats.index(action.seat) + 1
        others = [card for card in self.racked(number) if card != action.card]
        if others:
            self.briefly(action.seat, self.rng.choice(others))
            assert self.table.state.holders.to_move == action.card

    def twice(self, action):
        """The right card is moved, taken back and moved again."""
        self.table.apply(action)
        number = self.seats.index(action.seat) + 1
        if len(self.laid) == self.rules.players - 1 or action.card not in self.slots[number]:
            return
        self.briefly(action.seat, action.card)
        assert self.table.state.holders.to_move == action.card

    def persons_too_soon(self, action):
        """The next person lays a card before the computer player's is moved."""
        after = (action.seat + 1) % self.rules.players
        if after in self.seats or after in [seat for seat, _ in self.laid]:
            return
        if self.rng.random() < 0.5:
            self.table.apply(action)
        open_now = {card for card, *_ in self.aside}
        own = [card for card in self.hand.hands[after] if card not in open_now]
        self.briefly(after, self.rng.choice(own))

    def taken_back(self, action):
        """The last card of the trick is taken back, and laid again."""
        seat, card = self.laid[-1]
        if seat in self.seats:
            return
        self.laid.pop()
        self.show()
        self.laid.append((seat, card))
        self.show()

    def swap(self, action):
        """Two cards of a holder change places."""
        number = self.rng.randrange(len(self.seats)) + 1
        one, other = self.rng.sample(range(13), 2)
        slots = self.slots[number]
        slots[one], slots[other] = slots[other], slots[one]
        self.show()

    def hide(self, action):
        """A holder, or the play area, is out of sight for a while."""
        part = self.rng.choice([f"holder {number}" for number in self.slots] + ["play area"])
        self.table.apply(OutOfSight(frozenset({part})))
        self.show()
        assert not self.table.state.out_of_sight

    def blur(self, action):
        """A card in a holder is hard to read for a while."""
        number = self.rng.randrange(len(self.seats)) + 1
        filled = [k for k, card in enumerate(self.slots[number]) if card]
        if filled:
            slot = self.rng.choice(filled)
            card = self.slots[number][slot]
            self.doubtful[number, slot] = reading(f"{card} .6 C2 .3") if str(card) != "C2" else reading("C2 .6 C3 .3")
            self.show()
            self.doubtful.clear()
            self.show()

    def step(self):
        for seat in self.seats:
            assert self.table.state.holders.known, (seat, self.table.public_view()["prompt"])
        super().step()


@pytest.mark.parametrize(
    ("game", "options", "players"),
    [
        ("classic", {}, None),
        ("classic", {"trump_method": "chosen"}, None),
        ("candid", {}, None),
        ("bid", {"jokers": 0}, None),
        ("australian", {}, 4),
        ("german", {}, 2),
    ],
)
@given(st.integers(0, 10**6), st.integers(1, 3))
@settings(max_examples=8, deadline=None)
def test_what_is_done_wrong_is_taken_back_and_the_hand_ends_as_it_would_have_s3(game, options, players, seed, count):
    rng = random.Random(seed)
    seats = players or 4
    taken = rng.sample(range(seats), min(count, seats - 1))
    world = Clumsy(rng, game, taken, options, players, rng.randrange(seats))
    hands = 4 if game == "australian" else 1
    for _ in range(hands):
        world.deal()
        while not world.hand.over:
            world.step()
        world.finish()
    assert world.table.state.lines == tuple(world.match.lines)
    assert not world.table.state.revokes
    assert rebuilt(world.table) == world.table
