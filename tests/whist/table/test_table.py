"""Whole games at the table, seen without any doubt."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.driver import World, places
from whist.cards import PACK, Card
from whist.messages import events as ev
from whist.messages.observations import LaidCard, Reading, TableShows
from whist.messages.requests import Command, Redeal
from whist.rules.commands import AndroidOptions, commander, handler
from whist.rules.refusals import Refused
from whist.table.state.seats import human
from whist.table.table import Table


def rebuilt(table):
    written = [json.loads(json.dumps(event.to_json())) for event in table.events]
    return Table.from_events([ev.event_from_json(obj) for obj in written], table.rules.options)


def own_score(events):
    """The score of a game from nothing but what was played: a second opinion that uses no rule of the program."""
    order, scores, hands = "23456789TJQKA", [0, 0], []
    for event in (event.to_json() for event in events):
        if event["event"] == "deal_started":
            leader, trick, tricks = (event["dealer"] + 1) % 4, [], []
        elif event["event"] == "turned_up":
            trump = event["card"][0]
        elif event["event"] == "played":
            trick.append(event["card"])
        if event["event"] == "trick_won":
            best = max(trick, key=lambda c: (c[0] == trump, c[0] == trick[0][0], order.index(c[1])))
            leader = (leader + trick.index(best)) % 4
            tricks.append(leader)
            trick = []
        if event["event"] == "hand_scored":
            points = [max(0, sum(seat % 2 == side for seat in tricks) - 6) for side in (0, 1)]
            scores = [scores[side] + points[side] for side in (0, 1)]
            hands.append((tricks, points, list(scores)))
    return hands


def check_invariants(world):
    """RULES C10, after every action."""
    state, view = world.table.state, world.table.public_view()
    placed = [card for one in state.holders.all for card in one.held]
    played = [card for _, card in state.hand.laid()]
    assert len(set(placed + played)) == len(placed + played), "each card is in one place"
    if state.phase in ("play", "gather", "scored", "over"):
        counts = [13 - sum(by == seat for by, _ in state.hand.laid()) for seat in range(4)]
        assert max(counts) - min(counts) <= 1, "hand sizes"
        for seat in range(4):
            if not human(seat, state.dealer):
                assert len(state.holders.held(seat)) == counts[seat]
        assert sum(view["won"]) == view["tricks_done"] == len(state.tricks)
        assert (state.phase in ("scored", "over")) == (not any(counts)), "the hand is over when all are empty"


def play_game(seed, options=None, revokes=False):
    world = World(random.Random(seed), options or AndroidOptions(), revokes)
    while world.table.state.phase != "over":
        world.deal()
        assert world.table.state.phase == "play"
        while any(world.hands):
            world.step()
            check_invariants(world)
    return world


@given(st.integers(0, 10**6), st.booleans(), st.sampled_from([5, 7, 9]), st.booleans(), st.booleans())
@settings(max_examples=12, deadline=None)
def test_whole_games_w1_to_w6_a1_to_a8(seed, revokes, target, north, autoplay):
    options = AndroidOptions(target=target, first_dealer="north" if north else "south", autoplay_last=autoplay)
    world = play_game(seed, options, revokes)
    table = world.table
    hands = [event for event in table.events if isinstance(event, ev.HandScored)]
    assert [(list(h.tricks), list(h.points), list(h.scores)) for h in hands] == own_score(table.events)
    winner = table.public_view()["winner"]
    assert table.state.now.scores[winner] >= target > max(hands[-2].scores if len(hands) > 1 else [0]), "W6"
    dealers = [event.dealer for event in table.events if isinstance(event, ev.DealStarted)]
    assert dealers == [(north + number) % 2 for number in range(len(dealers))], "A8, A12"
    leads = [e.seat for before, e in zip(table.events, table.events[1:], strict=False) if isinstance(before, ev.ToMove)]
    assert leads
    assert rebuilt(table) == table
    for seat in range(4):
        assert rebuilt(table).view(seat) == table.view(seat)


@given(st.integers(0, 10**6), st.integers(0, 60))
@settings(max_examples=25, deadline=None)
def test_a_rebuilt_table_goes_on_alike(seed, cards):
    world = World(random.Random(seed))
    world.deal()
    for _ in range(min(cards, 51)):
        world.step()
    again = rebuilt(world.table)
    assert again == world.table
    world.table, old = again, world.table
    for holder in (1, 2):
        assert world.show_holder(holder) == []
    assert world.show_table() == []
    assert again == old
    world.step()
    assert again != old
    assert again.state.turn != old.state.turn or again.state.phase != old.state.phase or again.events != old.events


@pytest.mark.parametrize("seed", range(3))
def test_what_is_shown_again_gives_no_events(seed):
    world = World(random.Random(seed))
    world.deal()
    while any(world.hands):
        if human(world.turn, world.dealer):
            world.lay(world.choose())
        else:
            world.lay(world.order())
        for _ in range(3):
            assert world.show_table() == []
            assert world.show_holder(1) == world.show_holder(2) == []
        if len(world.laid) == 4 and any(world.hands):
            world.gather()
            assert world.show_table() == []


def test_the_first_trick_a4_w2_w3_w4():
    world = World(random.Random(1))
    start = [event.to_json()["event"] for event in world.table.events]
    assert start == ["deal_started"]
    world.deal()
    view = world.table.public_view()
    assert view["turned_up"] == str(world.turn_up)
    assert view["trump"] == world.turn_up.suit
    assert view["turn"] == view["leader"] == 1
    assert [seat["role"] for seat in view["seats"]] == ["D", "AL", "AR", "N"]
    for seat in (1, 2, 3, 0):
        assert world.table.public_view()["turn"] == seat
        assert world.table.public_view()["turned_up"] == str(world.turn_up)
        world.lay(world.choose() if human(seat, 0) else world.order())
    view = world.table.public_view()
    assert (view["phase"], view["turned_up"], view["trump"]) == ("gather", None, world.trump)
    assert len(view["trick"]) == 4
    assert view["last_trick"]["winner"] == view["leader"] == world.leader


def test_the_turned_up_card_is_the_dealers_and_moved_it_is_played_w3():
    world = World(random.Random(2))
    pack = list(PACK)
    world.deal([pack[s::4] for s in range(4)], turn_up=pack[0])
    for seat in (1, 2, 3):
        world.lay(world.choose() if human(seat, 0) else world.order())
    # still in its place, or nudged: no play
    assert world.show_table() == []
    x, y = 0.0, -60.0
    cards = tuple(c for c in world.cards() if c.reading.best != pack[0])
    assert world.table.apply(TableShows((*cards, LaidCard(Reading.certain(pack[0]), 5.0, -120.0)))) == []
    done = world.table.apply(TableShows((*cards, LaidCard(Reading.certain(pack[0]), x, y))))
    assert done[0] == ev.Played(0, pack[0], x, y)
    assert isinstance(done[1], ev.TrickWon)


def test_a_turned_up_card_pushed_aside_early_is_no_play_w3():
    world = World(random.Random(2))
    world.deal()
    pushed = (LaidCard(Reading.certain(world.turn_up), 60.0, -100.0),)
    assert world.table.apply(TableShows(pushed)) == [ev.TurnUpMoved(60.0, -100.0)]
    assert world.table.apply(TableShows(pushed)) == []


def test_a_turned_up_card_that_the_dealer_leaves_lying_is_no_card_of_the_trick_w3():
    world = World(random.Random(4))
    world.deal()
    for seat in (1, 2, 3, 0):
        card = next(c for c in world.hands[0] if c != world.turn_up) if seat == 0 else None
        world.lay(card or (world.choose() if human(seat, 0) else world.order()))
    world.lies = True
    world.gather()
    assert world.table.state.phase == "play"
    assert world.table.public_view()["turned_up"] is None
    assert world.show_table() == []
    world.lies = False
    assert world.show_table() == [ev.TurnUpTaken()]


@pytest.mark.parametrize(
    ("layout", "more"), [("cross_table", " Both holders stand at South's left."), ("reverse", "")], ids=str
)
def test_who_racks_which_holder_is_said_before_the_deal(layout, more):
    """RULES A10, A11: each racks the pile of the android beside them, so that its commander never sees it."""
    made = Table("android", AndroidOptions(layout=layout))
    said = "South deals; each of you puts 13 cards in the holder beside you."
    assert made.public_view()["prompt"] == said + more
    assert [(handler(seat, 0), commander(seat, 0)) for seat in (1, 2)] == [(0, 3), (3, 0)]


def test_commands_refused_and_errors_a14_to_a20():
    world = World(random.Random(5))
    pack = {suit: [c for c in PACK if c.suit == suit] for suit in "CDHS"}
    # AL has clubs, AR diamonds, N spades, the dealer hearts
    world.deal([pack["H"], pack["C"], pack["D"], pack["S"]])
    table = world.table
    before = table.events
    for text in ("duck", "high", "high duck", "nonsense"):
        with pytest.raises(Refused) as refused:
            table.apply(Command(1, text))
        assert refused.value.code == "refused", "A14, A32"
    for command in (Command(2, "clubs"), Command(2, "duck")):
        with pytest.raises(Refused) as refused:
            table.apply(command)
        assert refused.value.code == "not_now"
    with pytest.raises(Refused) as refused:
        table.apply(Command(3, "duck"))
    assert refused.value.code == "refused"
    assert table.events == before, "A18"
    assert table.apply(Command(1, "hearts")) == [ev.Commanded(1, "hearts"), ev.ErrorMessage(1, "hearts")]
    assert table.public_view()["command"] == {"seat": 1, "command": "hearts", "answer": "error"}, "A20"
    with pytest.raises(Refused):
        table.apply(Command(1, "beat"))
    assert table.apply(Command(1, "High  Clubs")) == [ev.Commanded(1, "high clubs"), ev.ToMove(1, Card("C", "A"))]
    assert table.public_view()["command"] == {"seat": 1, "command": "high clubs", "answer": "move"}
    with pytest.raises(Refused) as refused:
        table.apply(Command(1, "clubs"))
    assert refused.value.code == "not_now"
    world.lay(Card("C", "A"))
    assert table.view(0)["commands"] == {"seat": 2, "allowed": ["duck", "beat", "high"]}, "A15"
    with pytest.raises(Refused) as refused:
        table.apply(Command(2, "shortest"))
    assert refused.value.code == "refused", "A-12"
    table.apply(Command(2, "duck"))
    assert len(table.view(0)["commands"]["allowed"]) == 15, "A16"
    assert table.view(3)["commands"] is None
    table.apply(Command(2, "high longest"))
    assert table.view(3)["beside"]["to_move"] == "DA", "A5, A33"
    assert table.view(3)["beside"]["slot"] == 12
    assert "DA" not in json.dumps([table.view(0), table.public_view()]), "A6"


def test_the_last_card_without_a_command_a34():
    """RULES A34."""
    world = World(random.Random(6), AndroidOptions(autoplay_last=True))
    world.deal()
    while sum(map(len, world.hands)) > 4:
        world.step()
    while any(world.hands):
        seat = world.turn
        if human(seat, 0):
            world.lay(world.choose())
        else:
            assert world.to_move() == world.hands[seat][0]
            world.lay(world.hands[seat][0])
    assert world.table.state.phase in ("scored", "over")


def test_a_wrong_card_is_corrected_without_penalty_a36():
    """RULES A36: the handler moves a card that was not commanded, or none was."""
    world = World(random.Random(7))
    world.deal()
    early = world.hands[1][0]
    seen = (*world.cards(), LaidCard(Reading.certain(early), -60, 0))
    assert world.table.apply(TableShows(seen)) == [ev.WrongCard(1, early)]
    assert world.table.apply(TableShows(seen)) == []
    assert world.table.public_view()["wrong_card"] == {"seat": None, "card": str(early), "also": [], "said": False}
    world.slots[1][0] = None
    world.show_holder(1)
    assert world.table.public_view()["wrong_card"]["seat"] == 1, "its slot has become empty"
    world.slots[1][0] = early
    world.show_holder(1)
    assert world.show_table() == [ev.RightAgain()]
    card = world.order()
    other = next(c for c in world.hands[1] if c != card)
    wrong = (*world.cards(), LaidCard(Reading.certain(other), -60, 0))
    assert world.table.apply(TableShows(wrong)) == [ev.WrongCard(1, other)]
    world.hands[1].remove(card)
    world.laid.append((1, card))
    assert world.show_table() == [ev.RightAgain(), ev.Played(1, card, -60.0, 0.0)]


def test_a_card_out_of_turn_is_asked_back_t9():
    world = World(random.Random(8))
    world.deal()
    early = world.hands[3][0]
    seen = (*world.cards(), LaidCard(Reading.certain(early), 60, 0))
    assert world.table.apply(TableShows(seen)) == [ev.WrongCard(1, early)]
    assert "back" in world.table.public_view()["prompt"]
    assert world.show_table() == [ev.RightAgain()]


def test_a_card_that_stands_in_a_holder_or_was_played_is_wrong_for_a_person():
    world = World(random.Random(9))
    world.deal()
    for _ in range(4):
        world.step()
    while not human(world.turn, 0):
        world.step()
    seat = world.turn
    for card in (world.hands[1][0], world.table.state.tricks[0].cards[0]):
        seen = (*world.cards(), LaidCard(Reading.certain(card), 100, 0))
        assert world.table.apply(TableShows(seen))[-1] == ev.WrongCard(seat, card)
    assert world.show_table() == [ev.RightAgain()]


def test_a_revoke_is_told_when_it_is_proved_and_not_before_t1_t4_t12():
    world = World(random.Random(3), revokes=1.0)
    pack = {suit: [c for c in PACK if c.suit == suit] for suit in "CDHS"}
    south = [*pack["H"][:11], pack["C"][0], pack["C"][1]]
    al = [*pack["C"][2:], *pack["H"][11:]]
    world.deal([south, al, pack["D"], pack["S"]], turn_up=Card("H", "2"))
    world.table.apply(Command(1, "clubs"))
    world.lay(Card("C", "4"))
    world.lay(world.order())
    world.lay(Card("S", "2"))
    world.lay(Card("H", "3"))  # South holds clubs: a revoke, and nobody is told
    assert world.table.public_view()["notes"] == []
    world.gather()
    world.lay(Card("C", "2"))  # South leads the suit that was not followed
    assert world.table.public_view()["notes"] == []
    while len(world.laid) < 4:
        world.lay(world.choose() if human(world.turn, 0) else world.order())
    assert ev.RevokeFound(0, 1) in world.table.events
    (note,) = world.table.public_view()["notes"]
    assert note.startswith("South revoked in trick 1")
    assert world.table.public_view()["seats"][0]["won"] >= 1, "T4: the trick stands"


def test_a_misdeal_is_dealt_again_by_the_same_dealer_t10():
    world = World(random.Random(10))
    world.deal()
    world.step()
    assert world.table.apply(Redeal(3)) == [ev.DealStarted(1, 0, True)]
    # what still stands there is not dealt again
    for holder in (1, 2):
        world.slots[holder] = [*world.slots[holder]]
        world.show_holder(holder)
    assert world.table.state.phase == "deal"
    for holder in (1, 2):
        world.slots[holder] = [None] * 13
        world.show_holder(holder)
    world.deal()
    assert world.table.state.phase == "play"
    assert world.table.public_view()["dealer"] == 0
    for _ in range(4):
        world.step()
    with pytest.raises(Refused) as refused:
        world.table.apply(Redeal(0))
    assert refused.value.code == "not_now"


@pytest.mark.parametrize(
    "card_taken",
    [pytest.param(0, id="a person's"), pytest.param(1, id="an android's")],
)
def test_the_last_card_may_be_taken_back(card_taken):
    world = World(random.Random(11))
    world.deal()
    while human(world.turn, 0) == bool(card_taken):
        world.step()
    seat = world.turn
    world.lay(world.choose() if human(seat, 0) else world.order())
    _, card = world.laid.pop()
    assert world.show_table() == [ev.TakenBack(seat, card)]
    view = world.table.public_view()
    assert view["turn"] == seat
    if card_taken:
        assert world.table.state.holders.to_move == card
        assert view["command"]["answer"] == "move"
    world.laid.append((seat, card))
    assert world.show_table()[0] == ev.Played(seat, card, *places(seat))


def test_a_new_lead_on_an_old_trick_waits_until_it_is_gathered():
    world = World(random.Random(12))
    world.deal()
    while not (len(world.laid) == 4 and human(world.leader, 0)):
        if len(world.laid) == 4:
            world.gather()
        world.lay(world.choose() if human(world.turn, 0) else world.order())
    lead = world.hands[world.leader][0]
    on_top = (*world.cards(), LaidCard(Reading.certain(lead), 10, 10))
    assert [event.name for event in world.table.apply(TableShows(on_top))] == ["ungathered"]
    assert "Gather the old trick" in world.table.public_view()["prompt"]
    assert world.table.apply(TableShows(on_top[-1:]))[:2] == [ev.Gathered(), ev.Played(world.leader, lead, 10.0, 10.0)]
