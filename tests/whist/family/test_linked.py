"""Households at linked tables: each sees its own cards, is told of the others', and all stand alike (RULES U22–U28)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.family_driver import place, rebuilt
from tests.whist.linked_driver import Linked
from whist.cards import Card
from whist.games.australian import Australian, AustralianOptions
from whist.messages.observations import SLOTS, HolderShows, HouseholdTells, LaidCard, Reading, TableShows
from whist.messages.requests import Agree, Correct, Demand, Deny, Expose, NewGame, Redeal, SetScores, Treat
from whist.players.seated import seated
from whist.rules.actions import Announce, Bid, Play
from whist.rules.refusals import Refused
from whist.rules.standing import Standing
from whist.table.table import Table
from whist.tables import begin

SIZES = [
    ({"households": 2}, 2),
    ({"households": 2}, 4),
    ({"households": 2, "first_household": 5}, 7),
    ({"households": 2, "first_household": 4}, 5),
    ({"households": 2, "first_household": 1}, 4),
    ({"households": 2}, 8),
    ({"households": 2, "first_household": 4, "shared_lead": "agreed"}, 7),
    ({"households": 3, "revoke_correction": "until_next_lead"}, 6),
    ({"households": 3, "first_household": 4, "second_household": 3}, 8),
]


@pytest.mark.parametrize(("options", "players"), SIZES)
def test_linked_tables_play_a_match_alike_u22c(options, players):
    late = 0.8 * (players % 2)
    world = Linked(random.Random(players), players, options, 1)
    rounds = world.tables[0].rules.rounds
    for _ in range(rounds if players == 2 else 4):
        world.finish(late=late)
    world.alike()
    first = world.tables[0].table
    assert len(first.state.lines) >= (rounds if players == 2 else 4)
    assert first.phase == "over" or players > 2
    for one in world.tables:
        assert rebuilt(one.table) == one.table


@given(seed=st.integers(0, 10**6), which=st.sampled_from(SIZES), late=st.sampled_from([0.0, 0.5, 0.9]))
@settings(max_examples=25, deadline=None)
def test_linked_tables_stand_alike_whatever_people_do_t2_t9_t10_u22c(seed, which, late):
    options, players = which
    world = Linked(random.Random(seed), players, options)
    world.play(80, late=late, mistakes=0.2)
    world.finish()
    world.alike()


@pytest.mark.parametrize(
    ("options", "players", "holders"),
    [
        pytest.param({"households": 2}, 4, {1: (3,)}, id="S1 of the second household"),
        pytest.param({"households": 2, "first_household": 4}, 7, {0: (1,), 1: (5, 6)}, id="S1 of both"),
        pytest.param({"households": 3, "mover": "dealer"}, 6, {2: (4,)}, id="S3 the dealer moves, or who is there"),
    ],
)
def test_computer_players_sit_with_their_holders_in_any_household_s1_s3_u22c(options, players, holders):
    world = Linked(random.Random(players), players, options, 1, holders)
    for _ in range(4):
        world.finish(late=0.3)
    world.alike()
    for one in world.tables:
        assert one.table.computers == holders.get(one.number, ())
        assert rebuilt(one.table) == one.table
        away = [seat for other, seats in holders.items() if other != one.number for seat in seats]
        assert all(one.table.public_view()["seats"][seat]["away"] for seat in away)
        assert all(one.table.public_view()["seats"][seat]["kind"] == "human" for seat in away), "nothing tells of them"


def test_what_a_household_tells_has_nothing_of_its_holders_u22c():
    told = []
    for held in ("S4", "HK"):
        table = linked(household=1, holders=(4,))
        rack = tuple(Reading.certain(Card.parse(held)) if slot == 0 else None for slot in range(SLOTS))
        table.apply(HolderShows(1, rack))
        told.append((table.told, linked(household=1).told))
    assert told[0] == told[1]
    assert told[0][0] == told[0][1]


def linked(options=None, players=5, household=0, holders=()):
    chosen = AustralianOptions(**({"households": 2, "first_household": 3} if options is None else options))
    return Table("australian", chosen, players, 0, 1, holders, household)


def shown(table, *cards):
    """The camera sees these, each before its seat."""
    laid = [LaidCard(Reading.certain(Card.parse(code)), *place(seat, table.rules.players)) for seat, code in cards]
    return table.apply(TableShows(tuple(laid)))


def tells(table, *did, deal=1, closed=False, led=(), household=1, fixed=()):
    """The other household tells: of each of its seats what it did."""
    seats = table.rules.seats_of(household)
    return HouseholdTells(household, deal, closed, led, tuple(zip(seats, did, strict=True)), fixed)


def test_the_hosting_table_fixes_the_score_of_all_u22c():
    host, guest = linked(), linked(household=1)
    host.apply(SetScores(0, (10, 0, 0, -2, 0)))
    assert guest.hear(host.told) == [], "nobody has agreed"
    host.apply(Agree(1, True))
    told = host.told
    assert told.fixed == ((0, 1, (10, 0, 0, -2, 0)),)
    guest.hear(told)
    assert guest.hear(told) == [], "once"
    assert host.public_view()["scores"] == guest.public_view()["scores"] == [10, 0, 0, -2, 0]
    assert rebuilt(guest) == guest
    host.apply(Redeal(0))
    host.apply(SetScores(1, (10, 0, 12, -2, 0)))
    host.apply(Agree(2, True))
    host.apply(SetScores(1, (10, 0, 12, -2, 20)))
    host.apply(Agree(2, True))
    guest.hear(host.told)
    assert (guest.deal, guest.public_view()["scores"]) == (2, [10, 0, 12, -2, 20]), "however many it has missed"
    assert host.view(0)["mend"]["scores"] is not None
    assert guest.view(3)["mend"]["scores"] is None
    with pytest.raises(Refused, match="fixed at the table that hosts it"):
        guest.apply(SetScores(3, (0,) * 5))


def test_a_table_that_missed_two_misdeals_deals_with_the_others_t10_u22c():
    host, guest = linked(), linked(household=1)
    for _ in range(2):
        host.apply(TableShows(()))
        host.apply(Redeal(0))
    guest.hear(host.told)
    guest.apply(TableShows(()))
    assert host.deal == guest.deal == 3
    assert rebuilt(guest) == guest


def test_a_score_is_fixed_thirty_times_at_most_u22c():
    host = linked()
    for score in range(1, 31):
        host.apply(SetScores(0, (score, 0, 0, 0, 0)))
        host.apply(Agree(1, True))
    with pytest.raises(Refused, match="fixed 30 times already"):
        host.apply(SetScores(0, (0,) * 5))


def test_a_score_that_is_fixed_after_the_last_hand_makes_another_winner_u21_u22c():
    world = Linked(random.Random(2), 2, {"households": 2})
    world.play()
    assert world.over()
    host, guest = (one.table for one in world.tables)
    scores = list(host.public_view()["scores"])
    loser = scores.index(min(scores))
    scores[loser] = max(scores) + 10
    host.apply(SetScores(0, tuple(scores)))
    host.apply(Agree(0, True))
    world.settle()
    for table in (host, guest):
        assert table.public_view()["scores"] == scores
        assert table.public_view()["winner"] == [loser]
    assert rebuilt(guest) == guest


@pytest.mark.parametrize(
    "request_",
    [Expose(0, Card.parse("HA")), Demand(0, Card.parse("HA")), Deny(0, Card.parse("HA")), Treat(0, "exposed")],
)
def test_no_exposed_card_is_called_at_linked_tables_t7_t8_u22c(request_):
    with pytest.raises(Refused, match="no exposed card is called: nobody at the other table sees it lie"):
        linked().apply(request_)


@pytest.mark.parametrize(
    ("option", "why"),
    [
        pytest.param({"first": "cut"}, "who deals first is named or drawn: each has its own pack", id="S6"),
        pytest.param({"exposed_cards": "call"}, "no exposed card is called", id="T7"),
    ],
)
def test_house_rules_that_need_one_table_are_refused_with_the_reason_u22c(option, why):
    with pytest.raises(Refused, match=why):
        begin(NewGame(0, "australian", {"households": 2, **option}, 4, household=0))


@pytest.mark.parametrize(
    ("options", "players", "household", "why"),
    [
        pytest.param({"households": 2}, 5, None, "one table can follow one household", id="U22 at one table"),
        pytest.param({"households": 2}, 5, 2, "no such household", id="U22c a third of two"),
        pytest.param({}, 5, 0, "no such household", id="U22c of one"),
        pytest.param({"households": 2}, 9, 0, "a place around every board, and a board has 8", id="U23 too many"),
    ],
)
def test_what_cannot_be_linked_is_refused(options, players, household, why):
    with pytest.raises(ValueError, match=why):
        linked(options, players, household)


def test_a_table_is_of_its_own_household_u22c():
    table = linked()
    assert table.persons == ("south", "west", "northwest")
    assert [seat.get("away", False) for seat in table.public_view()["seats"]] == [False, False, False, True, True]
    assert "actions" not in table.view(3), "nobody has a page here who sits at another table"
    with pytest.raises(Refused, match="at another table"):
        table.apply(Bid(3, 0))
    with pytest.raises(ValueError, match="seats 0 to 2"):
        linked(holders=(3,))


def all_have_bid():
    """Of five people, three of them here: West leads."""
    table = linked()
    table.apply(Bid(1, 0))
    table.apply(Bid(2, 0))
    table.hear(tells(table, (Bid(3, 0),), (Bid(4, 0),)))
    table.apply(Bid(0, 0))
    return table


def test_what_others_lay_is_on_this_board_and_is_put_right_as_they_do_u22c_t2():
    table = all_have_bid()
    shown(table, (1, "S4"))
    shown(table, (1, "S4"), (2, "S5"))
    north, east = (Bid(3, 0), Play(3, Card.parse("S4"))), (Bid(4, 0),)
    table.hear(tells(table, north, east, led=(1,)))
    trick = table.public_view()["trick"]
    assert trick == [{"seat": 1, "card": "S4"}, {"seat": 2, "card": "S5"}, {"seat": 3, "card": "S4"}], "RULES U22"
    table.hear(tells(table, north[:1], east, led=(1,)))
    assert len(table.public_view()["trick"]) == 2, "it was taken back there"
    table.hear(tells(table, north, (*east, Play(4, Card.parse("SA"))), led=(1,)))
    table.hear(tells(table, (north[0], Play(3, Card.parse("HA"))), (*east, Play(4, Card.parse("SA"))), led=(1,)))
    assert [play["card"] for play in table.public_view()["trick"]] == ["S4", "S5", "HA", "SA"]
    assert shown(table, (1, "S4"), (2, "S5")) == [], "their cards lie elsewhere: nothing is missed here"
    with pytest.raises(Refused, match="put right there"):
        table.apply(Correct(0, Card.parse("HK"), 1, 3))
    with pytest.raises(Refused, match="only before one of them is played"):
        table.apply(Redeal(0))


def test_a_hand_is_not_dealt_again_once_others_may_have_heard_of_a_card_that_was_taken_back_t10_u22c():
    table = all_have_bid()
    shown(table, (1, "S4"))
    shown(table)
    assert table.public_view()["trick"] == []
    with pytest.raises(Refused, match="only before one of them is played"):
        table.apply(Redeal(0))


def test_the_next_hand_begins_once_both_play_areas_are_clear_t6_u22c():
    table = linked({"households": 2}, 2)
    table.apply(TableShows(()))
    table.hear(tells(table, (Bid(1, 0), Play(1, Card.parse("S2"))), led=(1,)))
    table.apply(Bid(0, 0))
    shown(table, (0, "S9"))
    shown(table)
    assert table.phase == "scored"
    table.hear(tells(table, (Bid(1, 0), Play(1, Card.parse("SA"))), led=(1,)))
    assert table.public_view()["scores"] == [10, 0], "a card that is put right there is reckoned anew here"
    with pytest.raises(Refused, match="goes on to the next hand"):
        table.apply(Correct(0, Card.parse("SK"), 1, 0))
    table.hear(tells(table, (Bid(1, 0), Play(1, Card.parse("SA"))), led=(1,), closed=True))
    assert (table.phase, table.deal) == ("deal", 2)


def test_a_card_of_the_other_pack_leaves_holders_and_barred_cards_alone_s1_t9_u22c():
    table = linked(holders=(2,))
    rack = tuple(Reading.certain(Card.parse("S4")) if slot == 0 else None for slot in range(SLOTS))
    table.apply(HolderShows(1, rack))
    assert (table.computers, table.persons) == ((2,), ("south", "west"))
    table.apply(Bid(1, 0))
    table.apply(Bid(2, 0))
    table.hear(tells(table, (Bid(3, 0),), (Bid(4, 0),)))
    table.apply(Bid(0, 0))
    shown(table, (1, "S5"))
    assert table.deciding.held == (Card.parse("S4"),)
    table.apply(Play(2, Card.parse("S4")))
    table.apply(HolderShows(1, (None,) * SLOTS))
    shown(table, (1, "S5"), (2, "S4"))
    assert table.state.turn == 3
    shown(table, (1, "S5"), (2, "S4"), (0, "S9"))
    assert table.public_view()["wrong_card"]["card"] == "S9", "it is not this table's turn"
    table.hear(tells(table, (Bid(3, 0), Play(3, Card.parse("S9"))), (Bid(4, 0), Play(4, Card.parse("S4"))), led=(1,)))
    assert [play["card"] for play in table.public_view()["trick"]] == ["S5", "S4", "S9", "S4", "S9"]
    assert table.public_view()["wrong_card"] is None, "it lay there until it was its turn"


def test_a_computer_player_knows_its_own_card_though_the_other_pack_s_was_played_s2_u22():
    rules = Australian(AustralianOptions(households=2), 4)
    hand = rules.start(Standing(dealer=1, scores=(0,) * 4))
    for action in (Bid(2, 0), Bid(3, 0), Bid(0, 0), Bid(1, 0), Play(2, Card.parse("SA")), Play(3, Card.parse("S2"))):
        rules.apply(hand, action)
    own = [Card.parse("SA")]
    assert seated(rules, Standing(dealer=1, scores=(0,) * 4), hand, 0, {0: own}).known == {0: tuple(own)}
    with pytest.raises(ValueError, match="not what was left"):
        seated(rules, Standing(dealer=1, scores=(0,) * 4), hand, 3, {3: own})


@pytest.mark.parametrize(
    "told",
    [
        pytest.param(HouseholdTells(0, 1, False, (), ((0, ()), (1, ()), (2, ()))), id="of this table"),
        pytest.param(HouseholdTells(2, 1, False, (), ()), id="of nobody"),
        pytest.param(HouseholdTells(1, 1, False, (), ((0, (Bid(0, 1),)), (3, ()), (4, ()))), id="of a seat here"),
        pytest.param(HouseholdTells(1, 1, False, (), ((3, (Bid(0, 1),)), (4, ()))), id="of another seat"),
        pytest.param(HouseholdTells(1, 1, False, (), ((3, (Bid(3, 99),)), (4, ()))), id="a bid of 99"),
        pytest.param(HouseholdTells(1, 1, False, (), ((3, (Bid(3, "pass"),)), (4, ()))), id="no bid"),
        pytest.param(HouseholdTells(1, 1, False, (), ((3, (Announce(3, 1),)), (4, ()))), id="of another game"),
        pytest.param(HouseholdTells(1, 1, False, (), ((3, (Play(3, Card.parse("JR")),)), (4, ()))), id="a joker"),
        pytest.param(HouseholdTells(1, 0, False, (), ((3, ()), (4, ()))), id="of no hand"),
        pytest.param(HouseholdTells(1, 1, False, (9,), ((3, ()), (4, ()))), id="led by nobody"),
        pytest.param(HouseholdTells(1, 1, False, (), ((3, ()), (4, ())), ((3, 4, (9,) * 5),)), id="scores of another"),
    ],
)
def test_a_household_speaks_for_its_own_seats_alone_u22c(told):
    table = linked()
    before = table.events
    with pytest.raises(ValueError, match=r"it is|it has|there is"):
        table.hear(told)
    assert table.events == before


@pytest.mark.parametrize(
    "fixed",
    [
        pytest.param(((3, 0, (0,) * 5),), id="said by nobody there"),
        pytest.param(((0, 4, (0,) * 5),), id="agreed by nobody there"),
        pytest.param(((0, 1, (0,) * 4),), id="of four"),
        pytest.param(((0, 1, (10**6,) + (0,) * 4),), id="by a million"),
    ],
)
def test_scores_that_nobody_can_have_fixed_are_not_taken_u22c(fixed):
    table = linked(household=1)
    before = table.events
    with pytest.raises(ValueError, match="scores that it cannot fix"):
        table.hear(tells(table, (), (), (), household=0, fixed=fixed))
    assert table.events == before
