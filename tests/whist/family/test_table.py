"""Whole matches at the table without holders, seen without any doubt: all games, and what each has of its own."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.doubtful import names
from tests.whist.family_driver import FAMILY, MIDDLE, STOCK_AT, FamilyWorld, answer, dealt, look, place, rebuilt, suits
from whist.cards import JOKERS, PACK, Card
from whist.games import rules_class
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.observations import HolderShows, LaidCard, OutOfSight, Reading, TableShows
from whist.messages.requests import Command, Redeal, Undo
from whist.rules.actions import Announce, Bid, Choose, Play
from whist.rules.refusals import Refused
from whist.table.table import Table

GAMES = [
    ("classic", {}, None),
    ("classic", {"honours": True, "target": 7, "rubber": True}, None),
    ("classic", {"trump_method": "chosen"}, None),
    ("classic", {"trump_method": "rotation", "trump_cycle": "NT S H D C"}, None),
    ("italian", {}, None),
    ("italian", {"trump_method": "entered"}, None),
    ("candid", {"target": 250}, None),
    ("candid", {"passed_out": "next_dealer", "pass_is_final": True, "show_hcp": "always"}, None),
    *(("australian", {}, players) for players in range(2, 8)),
    ("bid", {}, None),
    ("bid", {"sport": "trump", "jokers": 1}, None),
    ("bid", {"sport": "always", "bidder_gets_kitty": True, "jokers": 0, "bidder_leads": True}, None),
    ("german", {}, None),
    ("german", {"follow_stage1": False, "count": "all"}, None),
    ("honeymoon", {}, None),
    ("honeymoon", {"joker_turn_up": "no_trump"}, None),
]


def check(world):
    """RULES C10, and what the views must hold, after every action."""
    table, view = world.table, world.table.public_view()
    hand = table.state.hand
    played = [card for trick in hand.tricks for card in trick.cards] + hand.trick
    assert len(set(played)) == len(played), "each card is in one place"
    assert view["tricks_done"] == len(hand.tricks)
    counts = hand.tricks[world.table.rules.first_stage :] if _counts_the_end(world.table.rules) else hand.tricks
    assert sum(seat["won"] for seat in view["seats"]) == len(counts), "RULES G8"
    assert view["prompt"].endswith(".")
    json.dumps([view, *(table.view(seat) for seat in range(table.rules.players))])
    assert (view["turn"] is None) == (not any(table.legal(seat) for seat in range(table.rules.players)))


def _counts_the_end(rules):
    """German Whist, of whose first stage no trick counts (RULES G8)."""
    return rules.name == "german" and rules.options.count == "stage2"


@pytest.mark.parametrize(("game", "options", "players"), GAMES)
@given(st.integers(0, 10**6))
@settings(max_examples=2, deadline=None)
def test_whole_matches_are_those_of_known_hands_c10(game, options, players, seed):
    rng = random.Random(seed)
    seats = players or rules_class(game).fewest
    world = FamilyWorld(rng, game, options, players, rng.randrange(seats))
    while not world.match.standing.over and len(world.match.lines) < 6:
        world.deal()
        assert world.table.state.phase in ("deal", "play")
        while not world.hand.over:
            world.step()
            if rng.random() < 0.2:
                check(world)
        world.finish()
    assert world.table.state.lines == tuple(world.match.lines)
    assert world.table.state.now == world.match.standing
    assert world.table.public_view()["scores"] == list(world.match.standing.scores)
    assert world.table.state.phase == ("over" if world.match.standing.over else "deal")
    over = [event for event in world.table.events if isinstance(event, ev.GameOver)]
    assert [event.sides for event in over] == [world.match.standing.winners] * world.match.standing.over
    assert rebuilt(world.table) == world.table


@given(st.integers(0, 10**6), st.sampled_from(sorted(FAMILY)), st.integers(0, 60))
@settings(max_examples=40, deadline=None)
def test_a_rebuilt_table_goes_on_alike_and_shows_nothing_new(seed, game, steps):
    world = FamilyWorld(random.Random(seed), game)
    world.deal()
    for _ in range(steps):
        if world.hand.over:
            world.finish()
            if world.match.standing.over:
                break
            world.deal()
        world.step()
        assert world.show() == []
    again = rebuilt(world.table)
    assert again == world.table
    world.table, old = again, world.table
    assert world.show() == []
    assert again == old
    assert [again.view(seat) for seat in range(again.rules.players)] == [
        old.view(seat) for seat in range(again.rules.players)
    ]


@pytest.mark.parametrize("game", sorted(set(FAMILY) - {"australian", "honeymoon"}))
@pytest.mark.parametrize("penalty", ["none", "three_tricks", "three_points_off", "three_points_on", "concede_hand"])
def test_revokes_are_found_and_cost_what_the_house_says_t1_t4_t5(game, penalty):
    """RULES T1, T4, T5: people lay whatever they hold, and the table learns of it from later play alone."""
    world = FamilyWorld(random.Random(f"{game} {penalty}"), game, {"revoke_penalty": penalty}, revokes=0.2)
    world.play_match(4)
    assert world.table.state.lines == tuple(world.match.lines)
    assert world.table.state.now == world.match.standing
    found = [(event.seat, event.trick) for event in world.table.events if isinstance(event, ev.RevokeFound)]
    assert sorted(found) == sorted(world.revoked)
    assert rebuilt(world.table) == world.table


# -- the table itself --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (("chess",), "'chess' is no game"),
        (("classic", None, 3), "for 4 players"),
        (("classic", None, None, 4), "cannot deal"),
        (("classic", None, None, "south"), "cannot deal"),
    ],
)
def test_a_table_that_cannot_be_is_refused(made, words):
    with pytest.raises(ValueError, match=words):
        Table(*made)


def test_households_do_not_fit_on_one_table_u22():
    options = rules_class("australian").options_type(households=2)
    with pytest.raises(ValueError, match="one table can follow one household"):
        Table("australian", options, 5)


def test_seats_are_named_clockwise():
    assert Table("classic").persons == ("south", "west", "north", "east")
    assert Table("german").persons == ("south", "north")
    table = Table("australian", players=7)
    assert [table.seat_of(person) for person in table.persons] == list(range(7))
    with pytest.raises(ValueError, match="sits nowhere"):
        table.seat_of("here")


def test_options_that_nobody_told_are_those_of_a_real_table_i8():
    """RULES I8: the dealer names trumps at a real table; told to draw, the table draws, by its seed."""
    assert Table("italian").rules.options.trump_method == "entered"
    drawn = {Table("italian", rules_class("italian").options_type(), seed=seed).state.hand.trump for seed in range(20)}
    assert drawn == set("CDHS")


@pytest.mark.parametrize(("told", "law"), [({}, "old_law"), ({"honours_at_game_end": "counted"}, "counted")])
def test_a_match_that_began_before_there_was_the_option_keeps_the_old_law(told, law):
    """RULES W9, W9b."""
    table = Table.from_events([fe.GameStarted("classic", {"honours": True, **told}, 4, 0)])
    assert table.rules.options.honours_at_game_end == law
    assert Table("classic").rules.options.honours_at_game_end == "counted"


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([], "none"),
        ([ev.Gathered()], "event 1 .*game_started"),
        ([fe.GameStarted("android", {}, 4, 0)], "event 1 .*no event of this game"),
        ([ev.DealStarted(1, 0)], "event 1 .*game_started"),
        ([fe.GameStarted("classic", {"target": 6}, 4, 0)], "event 1 .*target"),
        ([fe.GameStarted("classic", {}, 4, 0), ev.Played(1, PACK[0])], "event 2"),
        ([fe.GameStarted("classic", {}, 4, 0), fe.HandStarted(1, 0), ev.Played(1, PACK[0])], "event 3"),
        ([fe.GameStarted("classic", {}, 4, 0), fe.HandStarted(1, 0), fe.Called(1, "pass")], "event 3"),
        ([fe.GameStarted("candid", {}, 4, 0), fe.HandStarted(1, 0), fe.Announced(3, 9)], "event 3 .*turn of seat 1"),
        ([fe.GameStarted("candid", {}, 4, 0), fe.HandStarted(1, 0), ev.TakenBack(1, PACK[0])], "event 3"),
        ([fe.GameStarted("candid", {}, 4, 0), ev.Commanded(1, "duck")], "event 2 .*no event"),
    ],
)
def test_events_that_do_not_follow_are_named(events, words):
    with pytest.raises(ValueError, match=words):
        Table.from_events(events)


def test_a_journal_that_ends_early_goes_on():
    start = Table("classic")
    assert Table.from_events(start.events[:1]) == start


def test_holders_mean_nothing_and_the_play_area_may_be_lost():
    world = dealt("classic")
    assert world.table.apply(HolderShows(1, (Reading.certain(PACK[0]),))) == []
    assert world.table.apply(OutOfSight(frozenset({"holder 1"}))) == []
    assert names(world.table.apply(OutOfSight(frozenset({"holder 1", "play area"})))) == ["out_of_sight", "question"]
    assert world.table.public_view()["out_of_sight"] == ["play area"]
    assert "cannot see" in world.table.public_view()["prompt"]
    assert names(world.show()) == ["in_sight", "question_withdrawn"]


@pytest.mark.parametrize(
    "request_", [Command(0, "duck"), Bid(0, "pass"), Choose(0, "S"), Announce(0, 3), Bid(9, "pass")]
)
def test_what_classic_whist_has_no_use_for_is_refused(request_):
    world = dealt("classic")
    before = world.table.events
    with pytest.raises(Refused) as refused:
        world.table.apply(request_)
    assert refused.value.why.endswith(".")
    assert world.table.events == before


# -- classic: the turn-up ----------------------------------------------------------------------------------------------


def test_the_turn_up_fixes_trumps_and_lies_until_the_dealer_plays_w2_w3_w4():
    world = FamilyWorld(random.Random(1))
    assert world.table.public_view()["phase"] == "deal"
    assert "turns up" in world.table.public_view()["prompt"]
    world.deal()
    view = world.table.public_view()
    assert view["turned_up"] == [str(world.hand.turned_up[0])]
    assert (view["trump"], view["turn"], view["leader"], view["phase"]) == (world.hand.trump, 1, 1, "play")
    for _ in range(3):
        assert world.table.public_view()["turned_up"] != []
        world.step()
    world.step()
    assert world.table.public_view()["turned_up"] == []


def test_the_turned_up_card_is_played_when_it_is_moved_w3():
    world = dealt("classic", suits("S", "H", "D", "C"))
    turned = world.hand.turned_up[0]
    for code in ("H2", "D2", "C2"):
        world.play(Play(world.hand.turn, Card.parse(code)))
    assert world.show() == [], "in its place it is no play"
    assert look(world, (str(turned), 10.0, 10.0), without=[str(turned)]) == [], "nor when nudged"
    x, y = place(0, 4)
    done = look(world, (str(turned), x, y), without=[str(turned)])
    assert done[0] == ev.Played(0, turned, round(x, 1), round(y, 1))
    assert isinstance(done[1], ev.TrickWon)


def test_pushed_aside_before_the_dealers_turn_it_is_no_play_w3():
    world = dealt("classic", suits("S", "H", "D", "C"))
    turned = str(world.hand.turned_up[0])
    assert look(world, (turned, 60.0, 20.0), without=[turned]) == [ev.TurnUpMoved(60.0, 20.0)]
    assert look(world, (turned, 60.0, 20.0), without=[turned]) == []


def test_left_lying_it_is_taken_when_it_goes_w3():
    world = dealt("classic", suits("S", "H", "D", "C"))
    turned = world.hand.turned_up[0]
    for code in ("H2", "D2", "C2"):
        world.play(Play(world.hand.turn, Card.parse(code)))
    left = (str(turned), *MIDDLE)
    world.laid.append((0, Card.parse("S2")))
    world.aside = []
    assert names(look(world, left)) == ["played", "trick_won"]
    world.laid = []
    assert names(look(world, left)) == ["gathered"]
    assert world.table.public_view()["turned_up"] == []
    assert names(world.show()) == ["turn_up_taken"]


def test_nobody_but_the_dealer_has_the_turned_up_card_w2():
    world = dealt("classic", suits("S", "H", "D", "C"))
    turned = world.hand.turned_up[0]
    for seat in range(1, 4):
        assert Play(seat, turned) not in world.table.legal(seat)
    assert [action.seat for action in world.table.legal(1)] == [1] * 51
    assert world.table.legal(0) == ()


def test_a_turn_up_that_was_misread_is_asked_about_and_corrected():
    world = dealt("classic", suits("S", "H", "D", "C"))
    turned = str(world.hand.turned_up[0])
    assert look(world, ("H3", *MIDDLE), without=[turned]) == []
    assert names(look(world, ("H3", *MIDDLE), without=[turned])) == ["question"]
    (question,) = world.table.view(2)["questions"]
    assert question["candidates"] == sorted(["H3", turned])
    assert "lay open" in question["about"]
    assert names(answer(world, question["id"], "H3", seat=2)) == ["answered", "turned_up"]
    assert world.table.public_view()["trump"] == "H"
    assert rebuilt(world.table) == world.table


# -- hands and their ends ----------------------------------------------------------------------------------------------


def test_the_next_hand_waits_until_the_play_area_is_clear():
    world = dealt("classic")
    world.gather = lambda: None
    while not world.hand.over:
        world.step()
        if len(world.laid) == 4 and not world.hand.over:
            world.laid = []
            world.show()
    assert world.table.state.phase == "scored"
    assert world.table.public_view()["hand"]["number"] == 1
    assert "clear the play area" in world.table.public_view()["prompt"]
    assert look(world) == []
    world.laid = []
    assert names(world.show()) == ["gathered", "hand_started"]
    assert world.table.public_view()["dealer"] == 1, "the deal passes to the left (RULES C9)"


@pytest.mark.parametrize(("misdeal", "dealer"), [("same_dealer", 0), ("next_dealer", 1)])
def test_a_misdeal_is_dealt_again_until_the_first_trick_is_complete_t10(misdeal, dealer):
    world = dealt("classic", options={"misdeal": misdeal})
    world.step()
    assert {"redeal": True} in world.table.view(2)["actions"]
    assert world.table.apply(Redeal(2)) == [fe.HandStarted(1, dealer, None, True)]
    assert world.show() == [], "what still lies there is not dealt again"
    assert "deals again" in world.table.public_view()["prompt"]
    world.laid, world.aside = [], []
    assert names(world.show()) == ["gathered"]
    assert world.table.state.phase == "deal"
    world.match.hand, world.match.standing = None, world.table.state.standing
    world.deal()
    assert world.table.public_view()["dealer"] == dealer
    while len(world.hand.tricks) < 1:
        world.step()
    with pytest.raises(Refused) as refused:
        world.table.apply(Redeal(0))
    assert refused.value.code == "not_now"
    assert rebuilt(world.table) == world.table


def test_four_passes_throw_the_hand_in_and_the_last_can_be_taken_back_k9():
    world = dealt("candid")
    while world.hand.phase == "announce":
        world.step()
    for _ in range(4):
        last = world.table.state.turn
        world.say(Bid(last, "pass"))
    assert names(world.table.events[-4:]) == ["called", "hand_scored", "gathered", "hand_started"]
    assert world.table.state.lines[-1].thrown_in
    assert world.table.public_view()["dealer"] == 0
    assert {"undo": True} in world.table.view(last)["actions"]
    for seat in range(4):
        if seat != last:
            with pytest.raises(Refused):
                world.table.apply(Undo(seat))
    assert world.table.apply(Undo(last)) == [fe.Undone(last)]
    assert world.table.state.turn == last
    assert world.table.state.lines == ()
    assert rebuilt(world.table) == world.table


def test_what_was_said_can_be_taken_back_until_somebody_acts():
    world = dealt("candid")
    table = world.table
    with pytest.raises(Refused) as refused:
        table.apply(Undo(1))
    assert refused.value.code == "not_now"
    table.apply(Announce(1, 12))
    assert table.state.turn == 2
    table.apply(Undo(1))
    assert (table.state.turn, table.state.hand.hcp) == (1, [None] * 4)
    table.apply(Announce(1, 10))
    table.apply(Announce(2, 10))
    with pytest.raises(Refused):
        table.apply(Undo(1))
    assert rebuilt(table) == table


def test_bids_are_for_the_seat_in_turn_and_refused_with_a_reason():
    world = dealt("australian")
    with pytest.raises(Refused) as refused:
        world.table.apply(Bid(0, 0))
    assert (refused.value.code, refused.value.why) == ("not_now", "It is the turn of North, not of South.")
    with pytest.raises(Refused) as refused:
        world.table.apply(Bid(1, 5))
    assert refused.value.code == "refused"
    assert "from 0 to 1" in refused.value.why


def test_a_card_before_the_auction_is_over_must_be_taken_back():
    world = dealt("candid")
    assert look(world, ("S2", *place(1, 4))) == [], "while the cards are dealt anything may lie there"
    assert names(world.table.apply(Announce(1, 9))) == ["announced", "wrong_card"]
    assert "back" in world.table.public_view()["prompt"]
    assert names(world.show()) == ["right_again"]


# -- bid whist: the kitty ----------------------------------------------------------------------------------------------


def kitty_world(**options):
    world = dealt("bid", options={"sport": "always", **options}, seed=5)
    while world.hand.phase in ("bid",):
        world.step()
    choice = world.match.legal()[0]
    world.happen(choice)
    return world, world.table.apply(choice)


def test_the_kitty_is_shown_before_the_lead_b12_b13():
    world, done = kitty_world()
    assert names(done) == ["chosen"]
    assert world.table.public_view()["phase"] == "kitty"
    assert world.table.state.turn is None
    assert "turn up the 6 cards of the kitty" in world.table.public_view()["prompt"]
    world.lay_open()
    whole, world.aside = world.aside, world.aside[:4]
    assert world.show() == [], "not all of them lie there yet"
    world.aside = whole
    assert names(world.show()) == ["kitty_shown"]
    view = world.table.public_view()
    assert (view["phase"], view["turn"]) == ("kitty", None)
    assert view["turned_up"] == [str(card) for card in world.hand.turned_up]
    assert world.show() == []
    world.aside = whole[:1]
    assert world.show() == [], "one still lies there"
    world.aside = []
    assert names(world.show()) == ["gathered"]
    assert world.table.public_view()["phase"] == "play"
    kitty = world.hand.stock
    assert all(Play(seat, card) not in world.table.legal(seat) for seat in range(4) for card in kitty)
    assert rebuilt(world.table) == world.table


def test_a_bidder_who_has_taken_the_shown_kitty_may_play_of_it_b10():
    world, _ = kitty_world(bidder_gets_kitty=True, bidder_leads=True)
    kitty = world.hand.turned_up
    world.lay_open()
    world.show()
    assert "takes the kitty" in world.table.public_view()["prompt"]
    world.aside = []
    world.show()
    declarer = world.hand.declarer
    assert all(Play(declarer, card) in world.table.legal(declarer) for card in kitty)


@pytest.mark.parametrize(
    ("sport", "trump", "phase"), [("never", True, "play"), ("trump", True, "kitty"), ("trump", False, "play")]
)
def test_the_kitty_is_shown_when_the_house_says_b12(sport, trump, phase):
    world = dealt("bid", options={"sport": sport})
    for call in ["pass", "pass", "pass", "4up" if trump else "4NT"]:
        world.say(Bid(world.hand.turn, call))
    world.table.apply(Choose(0, "S" if trump else "down"))
    assert world.table.public_view()["phase"] == phase
    assert world.table.public_view()["contract"] == ("4up S" if trump else "4NT down")


# -- german and honeymoon: the stock -----------------------------------------------------------------------------------


def test_a_new_card_is_turned_up_after_each_trick_g3_g6_g11():
    world = dealt("german")
    first = str(world.hand.turned_up[0])
    assert world.table.public_view()["turned_up"] == [first]
    turned = [event for event in world.table.events if isinstance(event, ev.TurnedUp)]
    assert [(event.x, event.y) for event in turned] == [STOCK_AT]
    while len(world.hand.tricks) < 13:
        world.step()
    turned = [event.card for event in world.table.events if isinstance(event, ev.TurnedUp)]
    assert len(turned) == 13, "G11: none after the thirteenth trick"
    assert world.table.public_view()["turned_up"] == []
    assert world.table.public_view()["phase"] == "play"
    assert world.table.public_view()["trump"] == first[0], "the first one fixes trumps (RULES G2)"


def stock_world():
    """A first trick is complete; what lies there is shown step by step."""
    hands = suits("S", "H")
    world = dealt("german", hands, " ".join([*suits("C"), *suits("D")]))
    for code in ("H2", "S2"):
        card = Card.parse(code)
        world.laid.append((world.hand.turn, card))
        world.match.apply(Play(world.hand.turn, card))
        world.show()
    assert world.table.state.phase == "gather"
    return world


def test_the_old_card_must_be_taken_before_a_new_one_is_turned_up_g3():
    world = stock_world()
    world.laid = []
    assert names(world.show()) == ["gathered"]
    assert world.table.public_view()["phase"] == "turn_up"
    assert "takes the open card" in world.table.public_view()["prompt"]
    assert look(world, ("H3", *place(1, 2))) == [], "led though the old card lies there: not turned up"
    world.aside = []
    assert world.show() == []
    assert names(look(world, ("C4", *STOCK_AT))) == ["turned_up"]
    assert world.table.state.turn == 1


def test_the_card_in_the_stocks_place_is_turned_up_and_the_other_led_g3():
    world = stock_world()
    world.laid, world.aside = [], []
    done = look(world, ("C4", *STOCK_AT), ("H3", *place(1, 2)))
    assert done == [], "the lead lies where the last one lay: one look is not enough"
    done = look(world, ("C4", *STOCK_AT), ("H3", *place(1, 2)))
    assert names(done) == ["gathered", "turned_up", "played"]
    assert [str(event.card) for event in done[1:]] == ["C4", "H3"]


def test_the_won_card_may_be_led_at_once_g3():
    """RULES G3: the winner leads the card that lay open, before the next one is turned up."""
    world = stock_world()
    world.laid, world.aside = [], []
    world.show()
    led = ("C2", *place(1, 2))
    assert look(world, led) == []
    done = look(world, led, ("C4", *STOCK_AT))
    assert [str(event.card) for event in done] == ["C4", "C2"]
    assert names(done) == ["turned_up", "played"]


def test_what_is_turned_up_early_waits_for_the_trick_to_be_gathered_g3():
    world = stock_world()
    world.aside = []
    assert look(world, ("C4", *STOCK_AT)) == []
    world.laid = []
    assert names(look(world, ("C4", *STOCK_AT))) == ["gathered", "turned_up"]


def test_a_card_that_lies_away_from_the_stock_is_asked_about_g3():
    world = stock_world()
    world.laid, world.aside = [], []
    done = look(world, ("C4", -80.0, 0.0))
    assert names(done) == ["gathered", "question"]
    assert names(look(world, ("C4", -80.0, 0.0))) == []
    question = done[1]
    assert question.about == "turn_up"


def test_nobody_can_hold_the_open_card_or_what_the_other_took_g3():
    world = stock_world()
    world.laid, world.aside = [], []
    look(world, ("C4", *STOCK_AT))
    assert Play(1, Card.parse("C4")) not in world.table.legal(1)
    assert Play(1, Card.parse("C2")) in world.table.legal(1)
    assert names(look(world, ("H3", *place(1, 2)), ("C4", *STOCK_AT))) == ["played"]
    assert names(look(world, ("H3", *place(1, 2)), ("C4", *STOCK_AT), ("C2", *place(0, 2)))) == [
        "question",
        "wrong_card",
    ]


def test_a_joker_turned_up_is_buried_and_another_turned_up_h4():
    world = FamilyWorld(random.Random(1), "honeymoon")
    table = world.table
    joker = LaidCard(Reading.certain(JOKERS[0]), *STOCK_AT)
    assert names(table.apply(TableShows((joker,)))) == ["turned_up"]
    assert table.public_view()["phase"] == "turn_up"
    assert table.public_view()["trump"] is None
    assert "joker" in table.public_view()["prompt"]
    assert table.apply(TableShows((joker,))) == []
    assert names(table.apply(TableShows((LaidCard(Reading.certain(PACK[0]), *STOCK_AT),)))) == ["turned_up"]
    assert (table.public_view()["trump"], table.public_view()["turn"]) == ("C", 1)
    assert rebuilt(table) == table


def test_honeymoon_ends_with_the_fourteenth_trick_h5():
    world = FamilyWorld(random.Random(4), "honeymoon")
    world.play_match()
    (scored,) = [event for event in world.table.events if isinstance(event, ev.HandScored)]
    assert max(scored.won) == 14
    assert world.table.state.phase == "over"
    assert "over" in world.table.public_view()["prompt"]
    assert look(world) == []
