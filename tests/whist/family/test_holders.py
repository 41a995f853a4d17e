"""Seats of computer players in every game: their cards are dealt into holders, ordered, moved, taken back, asked about
(RULES S1–S4)."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cards import cards
from tests.whist.doubtful import names, reading
from tests.whist.family_driver import STOCK_AT, FamilyWorld, rebuilt
from tests.whist.holder_driver import HolderWorld, before_seat, racked
from whist.cards import Card
from whist.games import rules_class
from whist.messages import events as ev
from whist.messages.observations import HolderShows, LaidCard, Reading, TableShows
from whist.messages.requests import Agree, Answer, LaidBy, Redeal, SayStep, SetScores
from whist.rules.actions import Play
from whist.rules.base import Cards
from whist.rules.refusals import Refused
from whist.table.table import Table

GAMES = [
    ("classic", {}, None),
    ("classic", {"trump_method": "chosen"}, None),
    ("italian", {"trump_method": "entered"}, None),
    ("candid", {"target": 250, "mover": "dealer"}, None),
    ("bid", {}, None),
    ("bid", {"bidder_gets_kitty": True, "sport": "trump"}, None),
    ("german", {}, None),
    ("german", {"follow_stage1": False, "count": "all"}, None),
    ("honeymoon", {}, None),
    ("honeymoon", {"mover": "dealer"}, None),
    *(("australian", {}, players) for players in range(2, 8)),
]


@pytest.mark.parametrize(("game", "options", "players"), GAMES)
@given(st.integers(0, 10**6), st.integers(1, 3))
@settings(max_examples=4, deadline=None)
def test_whole_matches_with_holders_are_those_of_known_hands_s1_s3(game, options, players, seed, count):
    rng = random.Random(seed)
    seats = players or rules_class(game).fewest
    taken = rng.sample(range(seats), min(count, seats - 1))
    world = HolderWorld(rng, game, taken, options, players, rng.randrange(seats))
    while not world.match.standing.over and len(world.match.lines) < 4:
        world.deal()
        assert world.table.state.holders.known
        while not world.hand.over:
            world.step()
            assert not world.table.state.questions
            for seat in taken:
                if world.hand.phase == "play":
                    assert set(world.table.state.holders.held(seat)) == set(world.hand.hands[seat])
        world.finish()
    assert world.table.state.lines == tuple(world.match.lines)
    assert world.table.state.now == world.match.standing
    assert not any(isinstance(event, ev.RevokeFound) for event in world.table.events)
    assert rebuilt(world.table) == world.table
    json.dumps([world.table.public_view(), *(world.table.view(seat) for seat in range(seats))])


# -- one hand, card by card --------------------------------------------------------------------------------------------

# West (seat 1) is a computer player; South deals, West leads, trumps are hearts
HANDS = [
    "C2 C3 C4 C5 C6 C7 C8 D2 D3 D4 D5 D6 H2",
    "C9 CT CJ CQ CK CA D7 D8 D9 DT DJ DQ DK",
    "DA H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA",
    "S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA",
]


def begun(seats=(1,), dealer=0):
    return racked("classic", seats, HANDS, dealer=dealer)


def order(world, code, seat=1):
    return list(world.table.apply(Play(seat, Card.parse(code))))


def lay(world, seat, code):
    """A card lies before its seat, as people put it."""
    world.laid.append((seat, Card.parse(code)))
    if seat in world.seats:
        world.leave(world.seats.index(seat) + 1, Card.parse(code))
    return world.look()


def back(world, seat, code):
    """That card is taken back, into its slot where it is a holder's."""
    world.laid.remove((seat, Card.parse(code)))
    if seat in world.seats:
        number = world.seats.index(seat) + 1
        world.slots[number][HANDS[seat].split().index(code)] = Card.parse(code)
    return world.look()


def test_a_computer_players_card_is_moved_by_the_next_person_who_is_there_s3():
    world = begun()
    assert world.table.decides == 1
    assert names(order(world, "CJ")) == ["to_move"]
    assert world.table.public_view()["move"] == {"seat": 1, "holder": 1, "slot": 2, "by": 2}
    assert world.table.public_view()["prompt"] == "North, move the marked card from holder 1 to the table: slot 3."
    assert world.table.view(2)["beside"]["to_move"] == "CJ"
    assert [world.table.view(seat).get("beside") for seat in (0, 1, 3)] == [None, None, None]
    assert world.table.to_move == {(1, 2)}
    assert lay(world, 1, "CJ") == [ev.Played(1, Card.parse("CJ"), -90.0, 0.0)]
    assert not world.table.to_move
    assert world.table.public_view()["turn"] == 2


@pytest.mark.parametrize(("seats", "by"), [((1, 2), 3), ((1, 2, 3), 0), ((1, 3), 2)])
def test_the_mover_is_no_computer_player_s3(seats, by):
    world = begun(seats)
    order(world, "CJ")
    assert world.table.public_view()["move"]["by"] == by


@pytest.mark.parametrize(
    ("seats", "dealer", "by"),
    [((1,), 0, 0), ((0,), 3, 3), ((1, 2), 0, 0), ((3, 0), 3, 1), ((1, 3), 0, 0)],
)
def test_by_option_the_dealer_moves_it_s3(seats, dealer, by):
    """RULES S3: for a computer player who deals the next person round the table does it; questions go there, too."""
    world = racked("classic", seats, HANDS, options={"mover": "dealer"}, dealer=dealer)
    seat = world.table.decides
    if seat is None:
        lead = world.table.public_view()["turn"]
        lay(world, lead, HANDS[lead].split()[0])
        seat = world.table.decides
    order(world, HANDS[seat].split()[0], seat)
    view = world.table.public_view()
    assert view["move"]["by"] == by
    assert {one["handler"] for one in view["seats"] if one["kind"] == "computer"} == {by}
    assert [one for one in range(4) if world.table.view(one).get("beside")] == [by]
    assert rebuilt(world.table) == world.table


def test_a_card_out_of_a_holder_that_people_have_named_is_that_holders_c10():
    """It reads as one that was played, and lies before North, who has not laid it."""
    world = begun()
    order(world, "CJ")
    lay(world, 1, "CJ")
    world.leave(1, Card.parse("C9"))
    world.look(("CJ", 0.0, 90.0))
    (asks,) = world.table.state.questions
    assert names(world.table.apply(Answer(2, asks.id, Card.parse("C9")))) == ["answered", "right_again", "wrong_card"]
    assert world.table.public_view()["wrong_card"] == {"seat": 1, "card": "C9", "also": [], "said": False}
    assert Card.parse("C9") in world.table.state.holders.cards()


def test_a_wrong_card_moved_is_said_and_taken_back_s3():
    world = begun()
    order(world, "CJ")
    assert lay(world, 1, "CQ") == [ev.WrongCard(1, Card.parse("CQ"), 1)]
    assert world.table.public_view()["prompt"] == (
        "Take the queen of clubs back: it is not the card that North has to move."
    )
    assert back(world, 1, "CQ") == [ev.RightAgain()]
    assert names(lay(world, 1, "CJ")) == ["played"]
    assert world.table.state.holders.held(1) == tuple(Card.parse(code) for code in HANDS[1].split() if code != "CJ")


def test_a_wrong_card_is_taken_back_while_the_right_one_is_laid_s3():
    world = begun()
    order(world, "CJ")
    lay(world, 1, "CQ")
    back(world, 1, "CQ")
    world.slots[1][2] = None
    world.laid = [(1, Card.parse("CJ"))]
    assert "played" in names(world.look())


def test_a_card_moved_before_it_is_chosen_is_taken_back_s3():
    world = begun()
    assert lay(world, 1, "CQ") == [ev.WrongCard(1, Card.parse("CQ"), 1)]
    assert world.table.public_view()["prompt"] == "Take the queen of clubs back: West has not chosen a card yet."
    assert world.table.decides is None
    back(world, 1, "CQ")
    assert world.table.decides == 1


def test_a_card_moved_before_the_trick_is_gathered_is_taken_back_s3():
    """West has won the trick, and has chosen nothing yet."""
    world = begun()
    order(world, "CJ")
    for seat, code in ((1, "CJ"), (2, "DA"), (3, "S2"), (0, "C2")):
        lay(world, seat, code)
    world.leave(1, Card.parse("C9"))
    assert names(world.look(("C9", -90.0, 30.0))) == ["wrong_card"]
    assert world.table.public_view()["wrong_card"] == {"seat": 1, "card": "C9", "also": [], "said": False}
    assert "it does not belong to this trick" in world.table.public_view()["prompt"]


def test_a_card_moved_at_a_persons_turn_is_taken_back_s3():
    world = begun(dealer=3)  # South leads
    assert world.table.public_view()["turn"] == 0
    assert lay(world, 1, "CQ") == [ev.WrongCard(0, Card.parse("CQ"), 1)]
    assert world.table.public_view()["prompt"] == "Take the queen of clubs back: it is South's turn."
    assert back(world, 1, "CQ") == [ev.RightAgain()]
    assert names(lay(world, 0, "C2")) == ["played"]


def test_a_card_that_is_taken_back_stands_in_its_slot_and_is_to_be_moved_again_t2():
    world = begun()
    order(world, "CJ")
    lay(world, 1, "CJ")
    assert names(back(world, 1, "CJ")) == ["taken_back"]
    assert world.table.to_move == {(1, 2)}
    assert names(lay(world, 1, "CJ")) == ["played"]


def test_a_persons_card_taken_back_makes_the_order_void_t2():
    world = begun(dealer=3)
    lay(world, 0, "C2")
    order(world, "CJ")
    assert names(back(world, 0, "C2")) == ["taken_back"]
    assert not world.table.to_move
    assert names(lay(world, 0, "D2")) == ["played"]
    assert world.table.decides == 1
    with pytest.raises(Refused):
        order(world, "CJ")  # diamonds were led
    assert names(order(world, "D7")) == ["to_move"]


def test_the_cards_may_be_set_in_other_slots():
    world = begun()
    order(world, "CJ")
    world.slots[1] = [*reversed(world.slots[1])]
    assert names(world.look()) == ["rearranged"]
    assert world.table.to_move == {(1, 10)}


def test_the_next_person_may_lay_before_the_camera_has_seen_the_moved_card():
    world = begun()
    order(world, "CJ")
    world.leave(1, Card.parse("CJ"))
    world.laid = [(2, Card.parse("DA"))]
    assert names(world.look()) == ["played", "played"]
    assert [play.unseen for play in world.table.state.trick] == [True, False]


def test_where_a_card_hard_to_read_may_be_the_moved_one_it_is_asked_s3():
    world = begun()
    order(world, "CT")
    unclear = TableShows((*world.cards(), LaidCard(reading("CT .6 ST .3"), *before_seat(1))))
    assert names(world.table.apply(unclear)) == ["question"], "its slot is not seen empty yet"
    (question,) = world.table.state.questions
    assert names(world.table.apply(Answer(0, question.id, Card.parse("CT")))) == ["answered", "played"]


def test_what_speaks_against_an_earlier_card_is_asked_at_a_computer_players_turn_too_t9():
    """West has won the trick, and North leads: North's queen may have been that of hearts, which are trumps."""
    hands = [
        "C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK H2",
        "D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DK DA CA",
        "S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK HQ",
        "H3 H4 H5 H6 H7 H8 H9 HT HJ HK HA SA DQ",
    ]
    world = racked("classic", (1,), hands)
    order(world, "DK")
    for seat, code in ((1, "DK"), (2, "DQ"), (3, "SA"), (0, "C2")):
        lay(world, seat, code)
    world.laid.clear()
    world.look()
    assert world.table.state.turn == 1
    lay(world, 2, "S2")
    (question,) = world.table.state.questions
    assert (question.about, question.trick, question.of) == ("earlier", 1, 2)


def test_the_turn_up_of_a_computer_player_w3():
    world = begun(dealer=1)  # North leads; West's last card is turned up
    assert world.table.public_view()["turned_up"] == ["DK"]
    assert len(world.table.state.holders.held(1)) == 13
    for seat, code in ((2, "DA"), (3, "S2"), (0, "D2")):
        lay(world, seat, code)
    order(world, "DK")
    assert world.table.public_view()["prompt"] == "North, move the turned-up card in with the others for West."
    assert world.table.view(2)["beside"]["slot"] is None
    world.aside = []
    assert names(lay(world, 1, "DK")) == ["played", "trick_won"]


@pytest.mark.parametrize(
    ("dealer", "said"),
    [
        (0, "South, turn up your last card in the middle of the table."),
        (1, "North, turn up the last card of West in the middle of the table."),
    ],
)
def test_whose_last_card_is_turned_up_w2_s3(dealer, said):
    table = Table("classic", players=4, dealer=dealer, holders=(1,))
    held = cards(HANDS[1])[: 13 - (dealer == 1)]
    table.apply(HolderShows(1, (*map(Reading.certain, held), *[None] * (13 - len(held)))))
    assert table.public_view()["prompt"] == said


# -- what is in doubt --------------------------------------------------------------------------------------------------


def test_a_doubtful_card_is_asked_of_the_mover_alone():
    world = HolderWorld(random.Random(1), "classic", (1,))
    world.doubtful[1, 3] = reading("CQ .55 SQ .4")
    world.deal(Cards([cards(own) for own in HANDS], []))
    asked = [event for event in world.table.events if isinstance(event, ev.Question)]
    assert [(one.about, one.ask, one.holder, one.slot) for one in asked] == [("slot", ("north",), 1, 3)]
    assert [len(world.table.view(seat)["questions"][:1]) for seat in (0, 2, 3)] == [0, 1, 0]
    assert "candidates" not in json.dumps([world.table.public_view(), *(world.table.view(s) for s in (0, 1, 3))])
    assert world.table.view(2)["questions"][0]["about"] == "Which card stands in slot 4 of holder 1, from the left?"
    with pytest.raises(Refused):
        world.table.apply(Answer(0, asked[0].id, Card.parse("CQ")))
    assert names(world.table.apply(Answer(2, asked[0].id, Card.parse("CQ")))) == ["answered", "dealt", "turned_up"]
    assert world.table.decides == 1


def test_a_question_tells_nothing_of_the_other_cards_of_the_holder_s2():
    """The candidates are those of the reading, though one of them stands in another slot."""
    world = HolderWorld(random.Random(1), "classic", (1,))
    world.doubtful[1, 3] = reading("CQ .45 CK .4")
    world.deal(Cards([cards(own) for own in HANDS], []))
    asked = next(event for event in world.table.events if isinstance(event, ev.Question))
    assert [str(card) for card in asked.candidates] == ["CQ", "CK"]


def test_an_unreadable_card_must_be_set_straight():
    world = HolderWorld(random.Random(1), "classic", (1,))
    world.doubtful[1, 3] = Reading(())
    world.deal(Cards([cards(own) for own in HANDS], []))
    assert world.table.public_view()["prompt"] == "I cannot read 1 of the cards in holder 1: set them straight."
    world.doubtful.clear()
    assert names(world.show()) == ["racked", "dealt", "turned_up"]


def test_a_card_that_cannot_be_read_is_asked_about_where_it_stays_so_s2():
    world = HolderWorld(random.Random(1), "classic", (1,))
    world.doubtful[1, 3] = reading("H6 .05 D6 .04")
    world.deal(Cards([cards(own) for own in HANDS], []))
    seen = world.shown(1)
    assert world.table.apply(replace(seen, again=True)) == []
    assert world.table.apply(seen) == []
    (asked,) = world.table.apply(seen)
    assert (asked.about, asked.ask, asked.holder, asked.slot) == ("slot", ("north",), 1, 3)
    assert len(asked.candidates) >= 51  # what it was read as says nothing, nor may the others in the holder
    assert world.table.apply(seen) == []
    assert names(world.table.apply(Answer(2, asked.id, Card.parse("CQ")))) == ["answered", "dealt", "turned_up"]


def test_of_many_cards_that_cannot_be_read_none_is_asked_about():
    world = HolderWorld(random.Random(1), "classic", (1,))
    for slot in range(5):
        world.doubtful[1, slot] = Reading(())
    world.deal(Cards([cards(own) for own in HANDS], []))
    seen = world.shown(1)
    assert [world.table.apply(seen) for _ in range(5)] == [[]] * 5
    assert world.table.public_view()["prompt"] == "I cannot read 5 of the cards in holder 1: set them straight."


def test_the_ordered_slot_may_have_held_another_card():
    world = HolderWorld(random.Random(1), "classic", (1,))
    world.doubtful[1, 2] = reading("SJ .95")
    world.deal(Cards([cards(own) for own in HANDS], []))
    assert Card.parse("SJ") in world.table.state.holders.held(1)
    order(world, "SJ")
    world.doubtful.clear()
    world.slots[1][2] = None
    world.laid = [(1, Card.parse("CJ"))]
    asked = [event for event in world.look() if isinstance(event, ev.Question)]
    assert [(one.about, one.ask, [str(card) for card in one.candidates]) for one in asked] == [
        ("moved", ("north",), ["CJ", "SJ"])
    ]
    assert "corrected" in names(world.table.apply(Answer(2, asked[0].id, Card.parse("CJ"))))
    assert Card.parse("CJ") in world.table.state.holders.held(1)
    assert Card.parse("SJ") not in world.table.state.holders.held(1)


def test_a_card_that_still_stands_in_a_holder_cannot_be_laid_by_a_person_unasked():
    world = begun(dealer=3)
    world.laid = [(0, Card.parse("CJ"))]  # South's card is misread
    asked = [event for event in world.look() if isinstance(event, ev.Question)]
    assert [one.about for one in asked] == ["table"]
    assert "played" in names(world.table.apply(Answer(0, asked[0].id, Card.parse("C8"))))
    assert world.table.state.trick[0].card == Card.parse("C8")


def said_to_be_laid(world, code):
    """South lays a card that stands in holder 1, as South says."""
    world.laid = [(0, Card.parse(code))]
    asked = next(event for event in world.look() if isinstance(event, ev.Question))
    return list(world.table.apply(Answer(0, asked.id, Card.parse(code))))


def test_that_a_card_which_a_person_has_called_the_own_stands_in_a_holder_is_told_by_nothing_s2():
    world = begun(dealer=3)
    assert names(said_to_be_laid(world, "CJ")) == ["answered", "played"]
    assert world.look() == []
    assert not world.table.state.questions
    assert world.table.public_view()["prompt"] == "West is thinking."
    assert world.table.state.trick[0].card == Card.parse("CJ")
    assert Card.parse("CJ") in world.table.state.holders.held(1)


def to_the_second_trick(world):
    """South has called CJ the own, which stands in West's holder; North has led to the next trick, and it is West's
    turn."""
    said_to_be_laid(world, "CJ")
    order(world, "CA")
    for seat, code in ((1, "CA"), (2, "DA"), (3, "S2")):
        lay(world, seat, code)
    world.laid.clear()
    world.look()
    for seat, code in ((3, "S3"), (0, "C2")):
        lay(world, seat, code)


def test_a_card_that_a_person_has_called_the_own_may_be_moved_out_of_its_slot_later_s3():
    """What was said of an earlier trick was wrong: the card stands in the slot, and lies there at last."""
    world = begun(dealer=3)
    to_the_second_trick(world)
    order(world, "CJ")
    played, asked = lay(world, 1, "CJ")
    assert (played.seat, played.card) == (1, Card.parse("CJ"))
    assert (asked.about, asked.trick, asked.of) == ("earlier", 1, 0)
    world.table.apply(Answer(0, asked.id, Card.parse("C8")))
    assert next(iter(world.table.state.hand.laid())) == (0, Card.parse("C8"))


def test_the_slot_of_a_card_that_a_person_has_called_the_own_may_have_held_another_one_s3():
    """What was said was right: the slot was misread, and its own card is moved out of it."""
    world = begun(dealer=3)
    to_the_second_trick(world)
    world.slots[1][HANDS[1].split().index("CJ")] = None
    order(world, "CJ")
    world.laid.append((1, Card.parse("C8")))
    asked = next(event for event in world.look() if isinstance(event, ev.Question))
    assert (asked.about, asked.candidates) == ("moved", tuple(cards("C8 CJ")))
    world.table.apply(Answer(world.table.seat_of(asked.ask[0]), asked.id, Card.parse("C8")))
    assert Card.parse("C8") in world.table.state.holders.held(1)
    assert "played" in names(order(world, "C8") + world.look())
    assert next(iter(world.table.state.hand.laid())) == (0, Card.parse("CJ"))
    assert not world.table.state.questions


@pytest.mark.parametrize("how", ["seen", "believed"])
def test_a_holder_with_other_cards_puts_the_table_out_of_step(how):
    world = begun()
    world.slots[1][0], world.slots[1][1] = Card.parse("S2"), Card.parse("S3")
    assert world.look() == []
    assert [event.name for event in world.look()] == ["out_of_step"]
    assert world.table.public_view()["prompt"] == "The cards in holder 1 are not the ones recorded."
    assert world.table.view(0)["mend"]["in_step"] == ["seen", "believed"]
    events = names(world.table.apply(SayStep(0, how)))
    assert events == ["step_said", "in_step", *(["dealt"] if how == "seen" else [])]
    assert (Card.parse("S2") in world.table.state.holders.held(1)) == (how == "seen")
    assert world.table.decides == 1
    assert world.look() == []


def test_a_holder_that_is_read_anew_waits_for_no_other_one_s2():
    world = begun((1, 3), dealer=3)
    world.slots[1][0], world.slots[1][1] = Card.parse("D2"), Card.parse("D3")
    world.look()
    assert "out_of_step" in names(world.look())
    world.slots[2][5] = None
    world.look()
    world.table.apply(SayStep(0, "seen"))
    assert Card.parse("D2") in world.table.state.holders.held(1), world.table.public_view()["prompt"]


@pytest.mark.parametrize(
    ("back", "strange", "how"),
    [
        pytest.param("CJ", "", None, id="one"),
        pytest.param("CJ CK", "", None, id="two"),
        pytest.param("CJ CK", "S9 SJ", "seen", id="and the holder is read anew"),
        pytest.param("CJ CK", "S9 SJ", "believed", id="and it is said to be right"),
    ],
)
def test_played_cards_that_are_put_back_into_their_holder_are_no_more_of_it_s1(back, strange, how):
    """Whoever gathers puts a holder's card into it again, and not to the tricks."""
    world = begun()
    for codes in ("CJ DA S2 C2", "CK H3 S3 C3"):
        for code in codes.split():
            if world.table.state.turn == 1:
                order(world, code)
            lay(world, world.table.state.turn, code)
        world.laid.clear()
        world.look()
        world.look()
    for code in back.split():
        world.slots[1][world.slots[1].index(None)] = Card.parse(code)
    for slot, code in enumerate(strange.split()):
        world.slots[1][slot] = Card.parse(code)
    told = [name for _ in range(3) for name in names(world.look())]
    assert told == (["out_of_step"] if strange else [])
    if how is not None:
        world.table.apply(SayStep(0, how))
        assert world.look() == []
    assert world.table.state.holders.known
    assert len(world.table.state.holders.held(1)) == 11
    assert set(cards(back)).isdisjoint(world.table.state.holders.held(1))
    assert (Card.parse("S9") in world.table.state.holders.held(1)) == (how == "seen")


# -- who may ask what --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (Play(0, Card.parse("C2")), "lays the own card"),
        (Play(1, Card.parse("S2")), "cannot be played"),
        (Redeal(1), "Only a person|only a person"),
        (Answer(1, 1, None), "only a person"),
    ],
)
def test_what_is_refused(request_, why):
    world = begun()
    with pytest.raises(Refused, match=why):
        world.table.apply(request_)


def test_a_computer_players_card_cannot_be_called_anothers_t9():
    world = begun()
    order(world, "CJ")
    lay(world, 1, "CJ")
    assert not any("laid_by" in action for seat in (0, 2, 3) for action in world.table.view(seat)["actions"])
    with pytest.raises(Refused, match="computer player"):
        world.table.apply(LaidBy(0, 2))


class Dim(HolderWorld):
    """Whenever a card is drawn, one that stood in the holder before can hardly be read at first, or not at all."""

    draws = 0

    def rack_drawn(self) -> None:
        before = list(self.slots[1])
        old = [slot for slot, card in enumerate(before) if card]
        self.dim = (1, self.rng.choice(old)) if len(old) == 12 else None
        super().rack_drawn()
        if self.dim is not None and self.slots[1] != before:
            self.draws += 1
            assert self.table.state.holders.known, "the rest is as it was"
            assert not self.table.state.questions
            assert set(self.table.state.holders.held(1)) == set(self.hand.hands[1])
        self.dim = None
        self.show()

    def shown(self, number: int) -> HolderShows:
        read = list(super().shown(number).slots)
        if getattr(self, "dim", None) is not None:
            card = self.slots[1][self.dim[1]]
            read[self.dim[1]] = None if self.draws % 2 else Reading(((card, 0.6), (Card("S", "2"), 0.3)))
        return HolderShows(number, tuple(read))


def test_what_stood_in_a_holder_before_a_draw_is_still_there_g3():
    world = Dim(random.Random(5), "german", (1,))
    world.deal()
    while not world.hand.over and world.draws < 10:
        world.step()
    assert world.draws == 10


class DimlyDrawn(HolderWorld):
    """Whenever a computer player has won a trick, the open card that it takes can hardly be read in its holder."""

    taken = 0

    def rack_drawn(self) -> None:
        before = list(self.slots[1])
        opened = self.rules.seen_taken(self.table.state.hand, 1)[-1:]
        drawn = [card for card in self.hand.hands[1] if card not in before]
        free = before.index(None)
        if drawn and drawn == opened:
            self.taken += 1
            self.doubtful[1, free] = Reading(((drawn[0], 0.6), (Card("S", "2"), 0.3)))
        super().rack_drawn()
        if self.doubtful:
            assert self.table.state.holders.known, "all have seen which it is"
            assert not self.table.state.questions
            assert set(self.table.state.holders.held(1)) == set(self.hand.hands[1])
        self.doubtful.clear()


@pytest.mark.parametrize("game", ["german", "honeymoon"])
def test_the_open_card_that_a_computer_player_takes_is_known_in_its_holder_g3_h4(game):
    world = DimlyDrawn(random.Random(8), game, (1,))
    world.deal()
    while not world.hand.over and world.taken < 4:
        world.step()
    assert world.taken == 4


def test_a_card_that_was_put_into_another_slot_at_a_draw_is_seen_there_g3():
    world = HolderWorld(random.Random(5), "german", (1,))
    world.deal()
    drawn = world.rack_drawn

    def pushed():
        slots = world.slots[1]
        if slots.count(None) == 1:
            card, free = slots[0] or slots[1], slots.index(None)
            slots[slots.index(card)], slots[free] = None, card
        drawn()

    world.rack_drawn = pushed
    for _ in range(8):
        world.step()
        assert set(world.table.state.holders.held(1)) == set(world.hand.hands[1])
    assert len(world.hand.tricks) == 4


def test_an_open_card_that_is_drawn_is_not_turned_up_again_g3():
    """The holder is seen before the place that the card has come from."""
    world = HolderWorld(random.Random(5), "german", (1,))
    world.deal()

    def turned_up_first():
        for card in [card for card in world.hand.hands[1] if card not in world.slots[1]]:
            assert world.table.apply(TableShows((LaidCard(Reading.certain(card), *STOCK_AT),))) == []
            world.slots[1][world.slots[1].index(None)] = card
            assert "turned_up" not in names(world.table.apply(world.shown(1)))
            assert world.table.half_believed == {"play area"}
        world.show()
        assert not world.table.half_believed

    world.rack_drawn = turned_up_first
    for _ in range(8):
        world.step()
    assert len(world.hand.tricks) == 4


@pytest.mark.parametrize(("seats", "against", "agrees"), [((1,), 0, [3]), ((1, 3), 0, [2]), ((1, 2, 3), 0, [0])])
def test_somebody_can_always_agree_to_a_correction(seats, against, agrees):
    world = begun(seats)
    world.table.apply(SetScores(against, (1, 0)))
    may = [seat for seat in range(4) if (world.table.view(seat).get("mend") or {}).get("agree")]
    assert may == agrees
    assert "scores_corrected" in names(world.table.apply(Agree(agrees[0], True)))


@pytest.mark.parametrize(
    ("game", "options", "seats", "why"),
    [
        ("german", {}, (0, 1), "somebody must be there"),
        ("honeymoon", {}, (0, 1), "somebody must be there"),
        ("classic", {}, (0, 1, 2, 3), "there are 3 holders"),
        ("classic", {}, (1, 1), "a holder each"),
        ("classic", {}, (4,), "seats 0 to 3"),
        ("classic", {}, (True,), "seats 0 to 3"),
        ("australian", {}, (0, 1), "somebody must be there"),
    ],
)
def test_games_and_seats_that_cannot_have_holders_are_refused_s1(game, options, seats, why):
    kind = rules_class(game).options_type.from_json(options)
    with pytest.raises(ValueError, match=why):
        Table(game, kind, 2 if game == "australian" else None, 0, 0, seats)


def test_a_misdeal_with_holders_t10():
    world = begun()
    assert names(world.table.apply(Redeal(0)))[0] == "hand_started"
    assert world.table.public_view()["prompt"] == "Gather all cards; South deals again."
    world.aside = []
    world.look()
    assert not world.table.state.holders.known
    assert world.table.public_view()["prompt"] == "Gather all cards; South deals again.", "the holder is full"
    assert world.table.must_be_cleared
    world.slots[1] = [None] * 13
    world.look()
    assert not world.table.must_be_cleared
    assert world.table.public_view()["prompt"].startswith("South deals 13 cards to each; the cards of West go into")
    world.slots[1] = [Card.parse(code) for code in HANDS[1].split()]
    world.look()
    assert world.table.state.holders.known


def test_a_misdeal_of_one_card_with_a_holder_t10_u3():
    """RULES U3: a holder that is full has one card; empty it is when it has none."""
    table = Table("australian", rules_class("australian").options_type(), 3, 0, 0, (1,))
    full = HolderShows(1, (Reading.certain(Card.parse("H2")), *(None,) * 12))
    assert names(table.apply(full)) == ["racked", "dealt"]
    table.apply(Redeal(0))
    table.apply(TableShows(()))
    table.apply(full)
    assert table.must_be_cleared
    assert table.public_view()["prompt"] == "Gather all cards; South deals again."
    table.apply(HolderShows(1, (None,) * 13))
    assert not table.must_be_cleared
    assert table.public_view()["prompt"].startswith("South deals 1 card to each")
    assert names(table.apply(full)) == ["racked", "dealt"]


# -- secrets -----------------------------------------------------------------------------------------------------------


TURNS = {"trump_method": "rotation", "trump_cycle": "NT S H D C"}


def evening(seats, dealt_hands, slots, plays):
    """All that anybody is told while these ``plays`` are made; ``slots`` say where the cards of holders stand."""
    world = HolderWorld(random.Random(1), "classic", seats, TURNS)
    world.revokes = 1.0  # people may have revoked by these cards
    world.deal(Cards([list(own) for own in dealt_hands], []))
    for number in world.slots:
        world.slots[number] = list(slots[number])
    world.show()
    told = []
    for play in plays:
        if play.seat in seats:
            world.table.apply(play)
            told.append(everything(world))
            world.leave(seats.index(play.seat) + 1, play.card)
        FamilyWorld.play(world, play)
        told.append(everything(world))
    return told


def everything(world):
    table = world.table
    return json.dumps([table.public_view(), *(table.view(seat) for seat in range(4)), table.remarks, *table.to_move])


@pytest.mark.parametrize("seats", [(1,), (0, 2), (3, 1, 2)])
@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_anybody_is_told_depends_on_cards_that_are_still_in_a_holder(seats, seed):
    (hands, slots), (other, stand), plays = two_deals(seats, random.Random(f"{seats}/{seed}"), (4, 40))
    assert evening(seats, hands, slots, plays) == evening(seats, other, stand, plays)


def two_deals(seats, rng, lengths):
    """The hands and the holders' slots of a deal, the same of another that differs in what nobody has seen, and the
    cards that are played in both: as many as are drawn between ``lengths``."""
    world = HolderWorld(rng, "classic", seats, TURNS)
    world.deal()
    hands = [list(own) for own in world.hand.hands]
    slots = {number: list(own) for number, own in world.slots.items()}
    length = rng.randrange(*lengths)
    while len(world.hand.laid()) < length:
        world.step()
    plays = [action for action in world.hand.actions if isinstance(action, Play)]
    other = dealt_otherwise(hands, plays, seats, rng)
    assert other is not None
    swap = dict(zip((c for own in hands for c in own), (c for own in other for c in own), strict=True))
    return (
        (hands, slots),
        (other, {number: [card and swap[card] for card in own] for number, own in slots.items()}),
        plays,
    )


def dealt_otherwise(hands, plays, seats, rng):
    """The hands with the cards that were not played dealt anew, so that no computer player has revoked."""
    played = {play.card for play in plays}
    unseen = [card for own in hands for card in own if card not in played]
    for _ in range(5000):
        fresh = rng.sample(unseen, len(unseen))
        other = [[card if card in played else fresh.pop() for card in own] for own in hands]
        if other != hands and all(followed(other[seat], plays, seat) for seat in seats):
            return other
    return None


def followed(own, plays, seat):
    left = set(own)
    for start in range(0, len(plays), 4):
        trick = plays[start : start + 4]
        for play in trick:
            if play.seat == seat:
                led = trick[0].card.suit
                if play.card.suit != led and any(card.suit == led for card in left):
                    return False
                left.discard(play.card)
    return True
