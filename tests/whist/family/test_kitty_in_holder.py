"""Bid Whist: a computer player takes the kitty into its holder, and discards from it (RULES B10–B13, S1–S3)."""

from __future__ import annotations

import random

import pytest

from tests.whist.family_driver import rebuilt
from tests.whist.holder_driver import HolderWorld, Misnamed
from whist.cards import Card
from whist.messages.events_of_calls import KittyStep
from whist.messages.observations import Reading
from whist.messages.requests import Answer, Redeal
from whist.rules.actions import Bid, Choose, Discard, Play
from whist.rules.refusals import Refused
from whist.table.state.evolve import evolve

GETS = {"bidder_gets_kitty": True}


@pytest.mark.parametrize(
    ("seats", "jokers", "sport"),
    [((1,), 2, "never"), ((2, 3), 2, "always"), ((1, 2, 3), 1, "trump"), ((3,), 0, "never"), ((2,), 0, "always")],
)
def test_matches_with_the_kitty_in_holders_equal_those_played_beside_b10_b12_s1(seats, jokers, sport):
    taken, seeds = 0, iter(range(30))
    while taken < 3:
        options = GETS | {"jokers": jokers, "sport": sport}
        world = HolderWorld(random.Random(next(seeds)), "bid", seats, options, dealer=seats[0])
        world.play_match(3)
        assert world.table.state.now.scores == world.match.standing.scores
        assert rebuilt(world.table) == world.table
        taken += sum(event.name == "kitty_step" and event.step == "done" for event in world.table.events)


def won(seed: int = 1, seat: int = 1, options: dict[str, object] | None = None) -> HolderWorld:
    """A world in which the computer player at ``seat`` has won the bid in spades, and is to take the kitty."""
    world = HolderWorld(random.Random(seed), "bid", (seat,), GETS | (options or {}))
    world.deal()
    for place in range(4):
        bidder = (1 + place) % 4
        world.say(Bid(bidder, "4up" if bidder == seat else "pass"))
    world.say(Choose(seat, "S"))
    world.begin_exchange(seat)
    return world


def told(world: HolderWorld) -> dict[str, object]:
    return dict(world.table.public_view()["exchange"])


class Clumsy:
    """Somebody who does what the table says, but for what goes wrong."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"clumsy {seed}")
        self.world = won(seed, options={"jokers": seed % 3})
        self.slots = self.world.slots[1]
        self.came: dict[int, Card] = {}

    def take(self, slot: int, to: list[Card]) -> None:
        card = self.slots[slot]
        if card is not None:
            to.append(card)
            self.came[slot] = card
            self.slots[slot] = None

    def put(self, card: Card, source: list[Card], slot: int | None = None) -> None:
        free = [at for at, one in enumerate(self.slots) if one is None]
        source.remove(card)
        self.slots[slot if slot in free else self.rng.choice(free)] = card

    def act(self, now: dict[str, object]) -> None:
        """A few cards are moved before the camera looks again."""
        world, odd = self.world, self.rng.random() < 0.25
        if now["mistaken"]:
            card = self.came.get(now["mistaken"][0])  # type: ignore[index]
            if card in self.slots or card is None or odd:  # the cards were set in other slots meanwhile
                card = self.rng.choice(world.discards + world.pile)
            self.put(card, next(pile for pile in (world.discards, world.pile) if card in pile))
            return
        for slot in list(now["slots"])[: self.rng.randrange(1, 7)]:  # type: ignore[call-overload]
            slot = self.rng.randrange(13) if odd else slot
            self.take(slot, world.pile if now["step"] == "room" else world.discards)
        if now["wanted"] is not None:
            piles = [world.kitty, world.pile] if now["step"] == "take" else [world.pile, world.discards]
            source = piles[odd] if piles[odd] else piles[0] or piles[1]
            for _ in range(self.rng.randrange(1, 7)):
                if source and None in self.slots and sum(map(bool, self.slots)) < now["wanted"]:  # type: ignore[operator]
                    self.put(self.rng.choice(source), source)
        if self.rng.random() < 0.1:
            self.rng.shuffle(self.slots)


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_moved_by_mistake_the_table_leads_to_what_it_keeps_b10_s3(seed):
    clumsy = Clumsy(seed)
    world, table = clumsy.world, clumsy.world.table
    dealt = {*world.hand.hands[1]}
    for _ in range(200):
        now = table.public_view().get("exchange")
        if now is None:
            break
        for question in table.questions:
            if question.about == "slot":  # what was put in by mistake
                table.apply(Answer(table.seat_of(question.ask[0]), question.id, clumsy.slots[question.slot]))
                break
        else:
            if now["step"] == "choose":
                table.apply(Discard(1, tuple(clumsy.rng.sample(sorted(dealt, key=str), world.rules.stock_size))))
            else:
                clumsy.act(now)
        world.show()
    chosen = table.state.exchange.chosen
    assert table.state.exchange.step == "done"
    assert {card for card in clumsy.slots if card} == dealt - chosen == {*table.state.holders.held(1)}
    assert table.phase == "play"
    assert rebuilt(table) == table


def stepped(world: HolderWorld, *steps: str, action: Discard | None = None) -> HolderWorld:
    """The world once these steps are done."""
    for step in steps:
        assert told(world)["step"] == step
        assert world.exchange_step(action or Discard(1, tuple(sorted(world.hand.hands[1], key=str)[:6])))
    return world


def test_what_is_asked_before_it_has_chosen_follows_from_none_of_its_cards_s2():
    """The first cards make room, whichever they are, and all are told alike, light and page."""
    for seed in range(5):
        world = won(seed)
        assert world.table.to_move == {(1, slot) for slot in range(5)}
        assert world.table.public_view()["prompt"] == (
            "North, take the marked cards out of holder 1 and lay them aside face down, unseen: slots 1, 2, 3, 4, 5."
        )
        assert world.table.view(2)["beside"] is None
        stepped(world, "room")
        assert (world.table.to_move, told(world)["wanted"]) == (set(), 13)
        assert "put the 6 cards of the kitty into holder 1, unseen" in world.table.public_view()["prompt"]
        stepped(world, "take")
        assert world.table.public_view()["prompt"] == "West is thinking."
        assert {*world.table.deciding.held} == {*world.hand.hands[1]}
        assert world.table.deciding.to_discard == 6


def test_nobody_but_it_is_told_what_it_discards_b13_s2():
    one, other = won(3), won(3)
    cards = sorted(one.hand.hands[1], key=str)
    for world, away in ((one, cards[:6]), (other, cards[-6:])):
        stepped(world, "room", "take", "choose", action=Discard(1, tuple(away)))
        known = repr([world.table.public_view()["exchange"], world.table.public_view()["prompt"]])
        assert not any(str(card) in known for card in cards)
        while (now := world.table.public_view().get("exchange")) is not None:
            assert world.exchange_step(Discard(1, tuple(away)))
        assert now is None
        assert {*world.table.deciding.gone} == {*away}
        assert world.table.state.exchange.chosen == {*away}
        assert {*world.table.state.holders.held(1)} == {*cards} - {*away}


@pytest.mark.parametrize("steps", [(), ("room",), ("room", "take"), ("room", "take", "choose")])
def test_a_misdeal_ends_it_at_any_step_t10(steps):
    world = stepped(won(), *steps)
    world.table.apply(Redeal(2))
    assert world.table.state.exchange is None
    assert world.table.phase == "deal"
    assert rebuilt(world.table) == world.table


@pytest.mark.parametrize(
    ("steps", "cards", "seat", "why"),
    [
        (("room",), 6, 1, "not that seat's turn"),
        (("room", "take"), 6, 2, "not that seat's turn"),
        (("room", "take"), 5, 1, "Discard 6 different cards"),
        (("room", "take", "choose"), 6, 1, "not that seat's turn"),
    ],
)
def test_it_discards_once_as_many_as_the_kitty_has_of_its_own_b10(steps, cards, seat, why):
    world = stepped(won(), *steps)
    own = sorted(world.hand.hands[1], key=str)
    with pytest.raises(Refused, match=why):
        world.table.apply(Discard(seat, tuple(own[:cards])))
    with pytest.raises(Refused):
        world.table.apply(Discard(1, tuple(world.hand.hands[2][:6])))


def test_no_card_is_played_and_nothing_said_while_it_takes_the_kitty_b13():
    world = stepped(won(), "room")
    with pytest.raises(Refused):
        world.table.apply(Play(1, world.hand.hands[1][0]))
    assert world.table.phase == "kitty"
    assert world.table.state.turn is None
    assert world.look(("H2", 0.0, 90.0)) == []  # it is looked at once the hand is played


def test_a_card_of_the_kitty_that_is_hard_to_read_is_asked_of_who_moves_them_b10_s3():
    world = stepped(won(2), "room")
    card = next(card for card in world.kitty if card.rank == "7" or not card.is_joker)
    twin = Card("D" if card.suit == "H" else "H", card.rank)
    slots, world.kitty = world.slots[1], [card, *(one for one in world.kitty if one != card)]
    for one in world.kitty:
        slots[slots.index(None)] = one
    at = slots.index(card)
    world.doubtful[1, at] = Reading(((card, 0.55), (twin, 0.4)))
    world.show()
    (question,) = world.table.questions
    assert (question.ask, question.slot) == (("north",), at)
    world.table.apply(Answer(2, question.id, card))
    world.show()
    assert told(world)["step"] == "choose"
    assert {*world.table.deciding.held} == {*world.hand.hands[1]}


def test_a_slot_that_is_to_be_emptied_shows_the_picture_of_the_card_before_it_b10():
    """It reads as some other card, or as the guess of one."""
    world = stepped(won(4), "room", "take", "choose")
    slots = world.slots[1]
    for slot in told(world)["slots"]:
        slots[slot] = None
        world.doubtful[1, slot] = Reading(((Card("H", "J"), 0.1), (Card("J", "R"), 0.3)))
    shown = world.shown(1)
    empty = [slot for slot, card in enumerate(slots) if card is None]
    ghosts = tuple(world.doubtful.get((1, slot)) if slot in empty else one for slot, one in enumerate(shown.slots))
    world.table.apply(type(shown)(1, ghosts))
    assert told(world)["step"] == "back"


def test_a_holder_that_was_filled_anew_tells_not_how_many_of_its_cards_it_has_again_s2():
    views = []
    for again in range(5):
        world = won(5)
        own = world.hand.hands[1]
        strange = [card for seat in (0, 2) for card in world.hand.hands[seat]]
        again_there = own[len(own) - again :]
        world.slots[1] = [None, *again_there, *strange[: len(own) - again - 1], None]
        world.show()
        views.append(world.table.public_view())
    assert all(view == views[0] for view in views)
    assert told(world)["step"] == "room"


@pytest.mark.parametrize(("code", "step"), [("JR", "choose"), ("C9", "take")])
def test_a_joker_that_stood_there_and_shows_nothing_still_stands_there_b10(code, step):
    """Its index is seldom seen beside a card that leans over it; any other card may have been taken out."""
    for seed in range(40):
        world = won(seed)
        card = Card.parse(code)
        if card in world.slots[1][5:]:
            break
    stepped(world, "room")
    slots = world.slots[1]
    for one in world.kitty:
        slots[slots.index(None)] = one
    at, world.slots[1] = slots.index(card), [None if one == card else one for one in slots]
    world.show()
    assert told(world)["step"] == step
    if step == "choose":
        assert world.table.state.holders.hand(1)[at] == card


def test_a_step_holds_all_slots_of_a_holder_or_none():
    world = won(1)
    with pytest.raises(TypeError, match="another number of slots"):
        evolve(KittyStep(1, "take", (), (Card("S", "2"),)), world.table.state, world.rules)


def test_what_is_discarded_is_not_what_people_have_named_b10():
    world = stepped(won(1), "room", "take")
    holder = world.table.state.holders.all[0]
    chosen = tuple(card for card in world.hand.hands[1] if card not in holder.held)
    step = KittyStep(1, "discard", chosen, holder.cards)
    assert evolve(step, world.table.state, world.rules).exchange.named == frozenset()


def misnamed(seed: int, at: int, where: str, reads: str) -> Misnamed:
    """The computer player has won the bid; a card of its holder was named falsely while they were dealt."""
    world = Misnamed("bid", seed, at, where, reads, GETS | {"jokers": seed % 3})
    for place in range(4):
        bidder = (1 + place) % 4
        world.say(Bid(bidder, "4up" if bidder == 1 else "pass"))
    world.say(Choose(1, "S"))
    world.begin_exchange(1)
    return world


MISNAMED = [(seed, at, reads) for seed in range(6) for at in (0, 3, 7) for reads in ("both", "neither")]


@pytest.mark.parametrize("where", ["own", "stock", "else"])
def test_the_kitty_is_taken_though_a_card_was_named_falsely_b10_s2(where):
    for seed, at, reads in MISNAMED:
        world = misnamed(seed, at, where, reads)
        for _ in range(20):
            world.answered()
            now = world.table.public_view().get("exchange")
            if now is None:
                break
            if now["step"] == "choose":
                own = sorted(world.table.deciding.held, key=str)
                assert len({*own}) == world.hand.size + world.rules.stock_size
                world.table.apply(Discard(1, tuple(world.rng.sample(own, world.rules.stock_size))))
                continue
            if now["step"] == "back" and not world.pile:  # what did not find room before
                world.pile, world.kitty = world.kitty, []
            world.exchange_step(Discard(1, ()))
        assert world.table.state.exchange.step == "done", (seed, at, reads)
        assert rebuilt(world.table) == world.table


def test_where_the_card_truly_stands_that_was_named_falsely_shows_in_no_step_until_it_has_chosen_s2():
    for seed, at, reads in MISNAMED:
        seen = []
        for where in ("own", "else", "stock"):
            world, views = misnamed(seed, at, where, reads), []
            for _ in range(6):
                views.append((world.table.public_view(), world.table.view(2), world.table.to_move))
                if told(world)["step"] == "choose":
                    break
                if world.table.questions:
                    world.answered()
                else:
                    world.exchange_step(Discard(1, ()))
            seen.append(views)
        assert seen[1:] == seen[:-1], (seed, at, reads)
