"""Whole hands of every game seen badly: doubtful, unreadable and missed cards, with people who answer truly. Nothing
may go wrong in silence, and nobody may get stuck."""

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.doubtful import badly_read
from tests.whist.family_driver import FAMILY, FamilyWorld, rebuilt
from whist.cards import FULL_PACK, PACK
from whist.messages import events as ev
from whist.messages.observations import LaidCard, Reading, TableShows
from whist.messages.requests import Answer, LaidBy
from whist.rules.actions import Play
from whist.rules.refusals import Refused


class BadEyes(FamilyWorld):
    """A world whose every look is noisy; ``bad`` is the share of cards that are not read clearly, ``missed`` of those
    not seen at all in one look."""

    bad = 0.0
    missed = 0.0
    hurried = 0.0
    """The share of cards after which the next one is laid before anything is seen."""
    unseen = False
    spread = False
    """Whether people have laid the cards apart, for they see that the table does not know them."""
    piled = False
    """Whether the cards are laid onto each other, so that some are hidden for good."""
    stubborn = False
    """Whether a card looks the same in every look, until somebody who is not asked anything sets it straight."""
    straightened = 0
    broken = 0.0
    """The share of looks before which the match is broken off, and taken up again from its events."""

    def read(self, card):
        rng = random.Random(f"{card} {len(self.match.lines)} {self.straightened}") if self.stubborn else self.rng
        return badly_read(card, rng, self.bad, self.rules.pack())

    def spot(self, at):
        return at[0] + self.rng.uniform(-3, 3), at[1] + self.rng.uniform(-3, 3)

    def cards(self):
        return tuple(card for card in super().cards() if self.rng.random() >= self.missed)

    def lies(self):
        """What lies there and can be seen; in a pile each card has its own chance place, kept while it lies, and the
        turn-up lies apart."""
        lies = super().lies()
        if not self.piled:
            return lies
        aside = [(card, x + 100.0 * self.rules.turn_up_lies, y) for card, x, y in self.aside]
        return [*(lies[: len(self.laid)] if self.spread else self.pile()), *aside]

    def pile(self):
        """The cards of the trick that another does not hide."""
        trick = [(card, *self.chance_place(card)) for _, card in self.laid]
        return [
            one
            for number, one in enumerate(trick)
            if not any(abs(one[1] - x) < 12 and abs(one[2] - y) < 18 for _, x, y in trick[number + 1 :])
        ]

    def chance_place(self, card):
        rng = random.Random(f"{card} {len(self.match.lines)}")
        return rng.uniform(-30, 30), rng.uniform(-30, 30)

    def play(self, action):
        """Now and then the next card follows too fast to be seen first."""
        self.unseen = self.rng.random() < self.hurried and len(self.laid) + 1 < self.rules.players
        super().play(action)

    def truth(self, question):
        """What lies there, as a person sees it."""
        if question.about == "turn_up" and question.x is None:
            return self.hand.turned_up[0]
        if question.about in ("turn_up", "table"):
            lies = self.lies()
            return min(lies, key=lambda one: (one[1] - question.x) ** 2 + (one[2] - question.y) ** 2)[0]
        if question.about == "order":
            return next(card for _, card in self.laid if card in question.candidates)
        if question.about == "turn":
            return next((card for seat, card in self.laid if seat == self.table.state.turn), None)
        if question.about == "earlier":
            return self.match.hand.tricks[question.trick - 1].by(question.of)
        owner = next(play.seat for play in self.table.state.trick if play.card in question.candidates)
        return next(card for seat, card in self.laid if seat == owner)

    def show(self):
        """A look, or as many as are needed until the table knows what happened."""
        if self.unseen:
            return []
        self.spread = False
        for number in range(80):
            if number == 20:
                self.spread = True
                self.tell_owner()
            self.straightened += number % 10 == 9 and not self.table.state.questions
            if self.rng.random() < self.broken:
                self.table = rebuilt(self.table)
            self.table.apply(TableShows(self.cards()))
            assert self.piled or self.in_doubt() or self.nothing_wrong()
            if self.known():
                return []
            for question in self.table.state.questions:
                if self.rng.random() < 0.7:
                    seat, card = self.rng.randrange(self.rules.players), self.truth(question)
                    if question.about != "turn" or card in question.candidates:
                        self.table.apply(Answer(seat, question.id, card))
                        break
        raise AssertionError(f"stuck: {self.table.public_view()['prompt']} {self.table.state}")

    def tell_owner(self):
        """People see that the card laid last is taken for another person's, and say so."""
        if self.table.state.trick and not self.table.state.gather:
            last = self.table.state.trick[-1]
            owner = next((seat for seat, card in self.laid if card == last.card), last.seat)
            if owner != last.seat:
                self.table.apply(LaidBy(0, owner))

    def in_doubt(self):
        """Whether the table says that something is not clear."""
        state = self.table.state
        return bool(state.questions or state.out_of_step or state.wrong)

    def nothing_wrong(self):
        """Whether what the table believes to have been played was played so, though more may have been since. (Only a
        card that is hidden in a pile before it is seen can be taken for another person's: nobody but people see it.)"""
        state, hand = self.table.state, self.match.hand
        return state.hand.number != hand.number or plays(hand)[: len(plays(state.hand))] == plays(state.hand)

    def known(self):
        """Whether the table is where the world is."""
        state, hand = self.table.state, self.match.hand
        if hand.over and state.hand.number != hand.number:
            return state.lines == tuple(self.match.lines)
        if hand.over and not self.laid:
            return state.phase in ("deal", "over")
        gathered = bool(self.laid) or not state.gather
        kitty = len(self.aside) > 1 or state.phase != "kitty"
        waiting = state.hand.phase == "turn_up" and not self.aside
        lies = len(self.laid) == self.rules.players or waiting or state.hand.phase == hand.phase
        return plays(state.hand) == plays(hand) and gathered and kitty and lies


def plays(hand):
    """Who played which card, first to last."""
    done = [(trick.seat(place), card) for trick in hand.tricks for place, card in enumerate(trick.cards)]
    return done + [((hand.leader + place) % hand.seats, card) for place, card in enumerate(hand.trick)]


@pytest.mark.parametrize("game", sorted(FAMILY))
@given(
    st.integers(0, 10**6),
    st.sampled_from([0.0, 0.02, 0.1, 0.3]),
    st.sampled_from([0.0, 0.0, 0.03, 0.1]),
    st.sampled_from(["", "hurried", "piled", "stubborn"]),
)
@settings(max_examples=12, deadline=None)
def test_badly_seen_hands_come_out_right(game, seed, bad, missed, manner):
    options = {"sport": "always"} if game == "bid" else {}
    world = BadEyes(random.Random(seed), game, options)
    world.bad, world.missed = bad, missed
    world.hurried, world.piled, world.broken = 0.3 * (manner == "hurried"), manner == "piled", 0.02
    world.stubborn = manner == "stubborn"
    world.play_match(2)
    assert world.table.state.lines == tuple(world.match.lines)
    assert world.table.state.now == world.match.standing
    assert rebuilt(world.table) == world.table


@pytest.mark.parametrize("game", sorted(FAMILY))
@given(st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_any_noise_keeps_the_table_whole(game, seed):
    """Random looks and answers of any quality: no exception, each card in one place, and the events tell it all."""
    rng = random.Random(seed)
    world = FamilyWorld(rng, game)
    world.deal()
    for _ in range(rng.randrange(30)):
        if not world.hand.over:
            world.step()

    def read():
        left, belief = 1.0, []
        for one in rng.sample(FULL_PACK, 3):
            p = round(rng.random() ** 0.4 * left, 3)
            left -= p
            belief.append((one, p))
        return Reading(tuple(sorted(belief, key=lambda pair: -pair[1])))

    for _ in range(30):
        kind = rng.randrange(4)
        if kind < 2:
            laid = [LaidCard(read(), rng.uniform(-150, 150), rng.uniform(-150, 150)) for _ in range(rng.randrange(4))]
            world.table.apply(TableShows((*world.cards()[: rng.randrange(5)], *laid)))
        elif kind == 2:
            actions = [action for action in world.table.legal(world.table.state.turn or 0)]
            said = [action for action in actions if not isinstance(action, Play)]
            if said:
                world.table.apply(rng.choice(said))
        else:
            for question in world.table.state.questions:
                with contextlib.suppress(Refused):
                    seat = rng.randrange(world.rules.players)
                    world.table.apply(Answer(seat, question.id, rng.choice([*question.candidates, rng.choice(PACK)])))
        hand = world.table.state.hand
        assert len(hand.played()) == len(plays(hand))
        for seat in range(world.rules.players):
            assert world.table.view(seat)["prompt"]
    assert rebuilt(world.table) == world.table
    assert not [event for event in world.table.events if not isinstance(event, ev.Event)]
