"""Android Whist alone against the Pi: its hand stands in holder 3, and who is there moves all cards (RULES A5, A6,
S1–S3)."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cards import cards
from tests.whist.alone_driver import AloneWorld, dealt
from tests.whist.doubtful import names, reading
from whist.cards import Card
from whist.messages import events as ev
from whist.messages.observations import HolderShows, Reading
from whist.messages.requests import (
    Agree,
    Answer,
    Claim,
    Command,
    Correct,
    LaidBy,
    NewGame,
    Redeal,
    SayStep,
    SetScores,
    Undo,
)
from whist.rules.actions import Order, Play
from whist.rules.options import AndroidOptions
from whist.rules.refusals import Refused
from whist.table.table import Table
from whist.tables import begin, resume

# South deals: seat 0 South, 1 holder 1 (which North commands), 2 holder 2 (which South commands), 3 North, in holder 3
HANDS = [
    "D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK HA",
    "C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK CA",
    "S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA",
    "DA H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK",
]
NORTH_DEALS = [HANDS[0], HANDS[3], HANDS[2], HANDS[1]]


def leave(world: AloneWorld, holder: int, code: str) -> None:
    """A card is taken out of its slot."""
    world.slots[holder][world.slots[holder].index(Card.parse(code))] = None


# -- whole matches -----------------------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.sampled_from(["south", "north"]), st.sampled_from(["south", "north"]))
@settings(max_examples=25, deadline=None)
def test_whole_matches_alone_are_those_that_were_played_s1_s3(seed: int, computer: str, first: str) -> None:
    rng = random.Random(seed)
    world = AloneWorld(rng, computer, AndroidOptions(first_dealer=first, target=9))
    for _ in range(3):
        world.deal()
        state = world.table.state
        assert [set(state.holders.held(seat)) == set(world.hands[seat]) for seat in state.holders.seats] == [True] * 3
        while any(world.hands):
            world.step()
            assert not world.table.state.questions
            if any(world.hands):
                assert set(world.table.state.holders.held(world.third)) == set(world.hands[world.third])
        if world.table.state.phase != "over":
            assert [trick[0] for trick in world.table.state.lines[-1].tricks] == world.winners
        if world.table.state.phase == "over":
            break
    told = [event.name for event in world.table.events]
    assert not {"wrong_card", "revoke_found", "out_of_step", "question"} & set(told)
    assert Table.from_events(world.table.events, world.options) == world.table


def test_the_third_holder_stays_with_its_place_when_the_deal_passes_a8_a10() -> None:
    world = dealt(HANDS, target=9)
    assert [
        (one["kind"], one["person"], one["holder"], one["handler"]) for one in world.table.public_view()["seats"]
    ] == [
        ("human", "south", None, None),
        ("android", "south", 1, 0),
        ("android", "north", 2, 0),
        ("computer", "north", 3, 0),
    ]
    world.play_deal()
    assert [
        (one["kind"], one["person"], one["holder"], one["handler"]) for one in world.table.public_view()["seats"]
    ] == [
        ("human", "south", None, None),
        ("computer", "north", 3, 0),
        ("android", "north", 2, 0),
        ("android", "south", 1, 0),
    ]
    assert world.table.persons == ("south",)
    assert world.table.computers == (1,)


# -- dealing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("south", "Holders 1 and 2 stand at South's left."),
        ("north", "Holders 1 and 2 stand at North's left."),
    ],
)
def test_who_is_there_deals_for_both_and_racks_unseen_a11_s3(first: str, said: str) -> None:
    table = Table("android", AndroidOptions(first_dealer=first), holders=(1,))
    deals = "South deals four piles of 13: one goes into holder 1; into holder 2 and holder 3 the cards go unseen."
    assert table.public_view()["prompt"] == f"{deals} {said}"


def test_the_turn_up_of_a_computer_player_who_deals_w2_w3() -> None:
    """Twelve cards stand in its holder, and the thirteenth lies open until it plays; then it is put into the holder."""
    world = AloneWorld(random.Random(1), options=AndroidOptions(first_dealer="north"))
    full = [Reading.certain(card) for card in cards(HANDS[3])]
    for holder, own in ((1, HANDS[1]), (2, HANDS[2])):
        world.table.apply(HolderShows(holder, tuple(Reading.certain(card) for card in cards(own))))
    world.table.apply(HolderShows(3, tuple(full)))
    assert world.table.public_view()["prompt"] == "South, turn up the last card of North in the middle of the table."
    world = dealt(NORTH_DEALS, "north", "HK")
    state = world.table.state
    assert [state.holders.number(seat) for seat in range(4)] == [None, 3, 2, 1]
    assert len(state.holders.held(1)) == 13
    assert len([card for card in state.holders.hand(3) if card]) == 12
    world.table.apply(Command(2, "spades"))
    world.lay(Card.parse("S2"))
    world.table.apply(Command(3, "duck"))
    world.table.apply(Command(3, "clubs"))
    world.lay(Card.parse("C2"))
    world.lay(Card.parse("D2"))
    assert world.table.deciding is not None
    world.table.apply(Play(1, Card.parse("HK")))
    assert world.table.public_view()["prompt"] == "South, move the turned-up card in with the others for North."
    assert world.table.view(0)["beside"]["slot"] is None
    world.lay(Card.parse("HK"))
    assert world.winners == [1]


@pytest.mark.parametrize(("holder", "belief"), [(2, "S5 .55 D5 .4"), (3, "H5 .55 D5 .4"), (1, "C5 .55 D5 .4")])
def test_a_doubtful_card_is_asked_of_who_is_there_s3(holder: int, belief: str) -> None:
    world = AloneWorld(random.Random(1))
    world.doubtful[holder, 3 if holder != 3 else 4] = reading(belief)
    world.deal([cards(own) for own in HANDS])
    asked = next(event for event in world.table.events if isinstance(event, ev.Question))
    assert (asked.about, asked.ask, asked.holder) == ("slot", ("south",), holder)
    assert world.table.deciding is None
    right = {1: "C5", 2: "S5", 3: "H5"}[holder]
    assert "turned_up" in names(world.table.apply(Answer(0, asked.id, Card.parse(right))))


@pytest.mark.parametrize(
    ("holder", "own", "alike", "offered"),
    [(1, "C5", "C6", ["C5", "D5"]), (2, "S5", "S6", ["S5", "S6", "D5"]), (3, "H5", "H6", ["H5", "H6", "D5"])],
)
def test_of_a_holder_that_faces_away_no_other_card_bears_on_the_question_a6_s2(
    holder: int, own: str, alike: str, offered: list[str]
) -> None:
    """Of the holder that the person sees other cards are left out; of the others it would tell of them. Who names such
    a card is asked of its slot there alone."""
    world = AloneWorld(random.Random(1))
    world.doubtful[holder, HANDS[holder].split().index(own)] = reading(f"{own} .33 {alike} .32 D5 .3")
    world.deal([cards(hand) for hand in HANDS])
    (asked,) = (event for event in world.table.events if isinstance(event, ev.Question))
    assert [str(card) for card in asked.candidates] == offered
    told = names(world.table.apply(Answer(0, asked.id, Card.parse(alike))))
    assert ("question" in told) == (holder == 1)


def test_a_misdeal_is_dealt_again_from_empty_holders_t10() -> None:
    world = dealt(HANDS)
    world.table.apply(Redeal(0))
    assert world.table.must_be_cleared
    assert world.table.public_view()["prompt"] == "Gather all cards; South deals again."
    for holder in (1, 2, 3):
        world.table.apply(HolderShows(holder, (None,) * 13))
    assert not world.table.must_be_cleared
    world.deal()
    assert world.table.state.phase == "play"
    assert world.table.computers == (3,)


# -- playing -----------------------------------------------------------------------------------------------------------


def led(world: AloneWorld) -> None:
    """North commands holder 1 to lead its lowest club."""
    assert world.table.public_view()["prompt"] == "North is thinking."
    world.table.apply(Command(1, "clubs"))


def test_who_is_there_moves_the_cards_of_all_three_holders_a5_s3() -> None:
    """RULES A5, S3."""
    world = dealt(HANDS)
    led(world)
    view = world.table.view(0)
    assert view["prompt"] == "South, move the marked card from the holder to the table."
    assert [str(card) for card in cards(HANDS[1])] == view["beside"]["cards"]
    assert view["move"] == {"seat": 1, "holder": 1, "slot": 0, "by": 0}
    world.lay(Card.parse("C2"))
    assert world.table.view(0)["prompt"] == "South, command your partner: duck, beat or high."
    for command in ("duck", "spades"):
        world.table.apply(Command(2, command))
    view = world.table.view(0)
    assert view["prompt"] == "South, move the marked card from holder 2 to the table: slot 1."
    assert view["beside"] == {"seat": 2, "holder": 2, "cards": ["S2", *[None] * 12], "to_move": "S2", "slot": 0}
    world.lay(Card.parse("S2"))
    assert world.table.view(0)["prompt"] == "North is thinking."
    world.table.apply(Play(3, Card.parse("H2")))
    view = world.table.view(0)
    assert view["prompt"] == "South, move the marked card from holder 3 to the table: slot 2."
    assert view["beside"] == {"seat": 3, "holder": 3, "cards": [None, "H2", *[None] * 11], "to_move": "H2", "slot": 1}
    assert world.table.to_move == {(3, 1)}
    world.lay(Card.parse("H2"))
    assert world.table.view(0)["prompt"].startswith("South, play a card")


@pytest.mark.parametrize("computer", ["north", "south"])
def test_a_wrong_slot_is_said_and_taken_back_a36_s3(computer: str) -> None:
    world = AloneWorld(random.Random(5), computer)
    world.deal()
    while world.turn != world.third:
        world.step()
    legal = next(card for card in world.hands[world.third] if world.table.deciding.grants(Play(world.third, card)))
    other = next(card for card in world.slots[3] if card not in (None, legal))
    world.table.apply(Play(world.third, legal))
    slot = world.slots[3].index(other)
    world.slots[3][slot] = None
    told = world.look((str(other), 30.0, 70.0))
    assert [(one.card, one.by) for one in told if isinstance(one, ev.WrongCard)] == [(other, world.third)]
    who = world.person.capitalize()
    assert world.table.public_view()["prompt"].endswith(f"it is not the card that {who} has to move.")
    world.slots[3][slot] = other
    assert names(world.look())[-1] == "right_again"
    world.lay(legal)
    assert world.table.state.trick[-1].card == legal or len(world.laid) == 4


def test_a_card_moved_before_it_is_chosen_goes_back_s3() -> None:
    world = dealt(HANDS)
    leave(world, 3, "H9")
    assert "wrong_card" in names(world.look(("H9", 0.0, 70.0)))
    assert world.table.public_view()["prompt"] == "Take the 9 of hearts back: it is holder 1's turn."
    assert world.table.deciding is None
    world.slots[3][8] = Card.parse("H9")
    assert names(world.look())[-1] == "right_again"
    led(world)
    world.lay(Card.parse("C2"))
    for command in ("duck", "spades"):
        world.table.apply(Command(2, command))
    world.lay(Card.parse("S2"))
    leave(world, 3, "H9")
    world.look(("H9", 0.0, 70.0))
    assert world.table.public_view()["prompt"] == "Take the 9 of hearts back: North has not chosen a card yet."


def test_a_card_of_a_holder_that_is_taken_back_is_to_be_moved_again_t2() -> None:
    world = dealt(HANDS)
    led(world)
    world.lay(Card.parse("C2"))
    for command in ("duck", "spades"):
        world.table.apply(Command(2, command))
    world.lay(Card.parse("S2"))
    world.table.apply(Play(3, Card.parse("H2")))
    world.lay(Card.parse("H2"))
    world.laid.pop()
    world.hands[3].append(Card.parse("H2"))
    world.slots[3][1] = Card.parse("H2")
    assert "taken_back" in names(world.look())
    assert world.table.to_move == {(3, 1)}
    world.lay(Card.parse("H2"))
    assert [str(play.card) for play in world.table.state.trick] == ["C2", "S2", "H2"]


def test_the_ordered_slot_may_have_held_another_card() -> None:
    """The 2 of hearts in holder 3 was read as the 2 of diamonds, which South holds unseen."""
    world = AloneWorld(random.Random(1))
    world.doubtful[3, 1] = reading("D2 .97")
    world.deal([cards(own) for own in HANDS])
    assert Card.parse("D2") in world.table.state.holders.held(3)
    led(world)
    world.lay(Card.parse("C2"))
    for command in ("duck", "spades"):
        world.table.apply(Command(2, command))
    world.lay(Card.parse("S2"))
    world.table.apply(Play(3, Card.parse("D2")))
    world.doubtful.clear()
    leave(world, 3, "H2")
    asked = [event for event in world.look(("H2", 0.0, 70.0)) if isinstance(event, ev.Question)]
    assert [(one.about, one.ask, one.holder, one.slot) for one in asked] == [("moved", ("south",), 3, 1)]
    assert "corrected" in names(world.table.apply(Answer(0, asked[0].id, Card.parse("H2"))))
    assert Card.parse("H2") in world.table.state.holders.held(3)
    assert Card.parse("D2") not in world.table.state.holders.held(3)


def test_a_command_to_the_own_holder_is_for_its_commander_alone_a6() -> None:
    """South commands holder 2; holder 1 is commanded by North, and no page can do that in its stead."""
    world = dealt(HANDS)
    assert world.table.view(0)["commands"] is None
    assert world.table.deciding is not None
    assert (world.table.deciding.seat, world.table.deciding.me, world.table.deciding.place) == (1, 3, "north")
    led(world)
    world.lay(Card.parse("C2"))
    assert world.table.deciding is None
    assert world.table.view(0)["commands"]["seat"] == 2
    assert [world.table.view(seat) == world.table.public_view() for seat in (1, 2, 3)] == [True] * 3


def test_an_error_is_told_and_another_command_follows_a17() -> None:
    world = dealt(HANDS)
    assert names(world.table.apply(Command(1, "hearts"))) == ["commanded", "error_message"]
    assert world.table.public_view()["command"] == {"seat": 1, "command": "hearts", "answer": "error"}
    assert world.table.deciding is not None
    assert not world.table.deciding.grants(Order(1, "duck"))
    assert world.table.deciding.grants(Order(1, "clubs"))


@pytest.mark.parametrize(
    "request_",
    [
        Play(0, Card.parse("D2")),
        Play(1, Card.parse("C2")),
        Play(3, Card.parse("S2")),
        Answer(3, 1, Card.parse("H2")),
        Redeal(3),
        Claim(3, 2),
        Agree(3, True),
        Undo(3),
        LaidBy(3, 0),
        SayStep(3, "seen"),
        SetScores(3, (1, 2)),
        Correct(3, Card.parse("S2"), 1, 1),
    ],
)
def test_nobody_asks_for_a_computer_player_and_it_plays_what_it_holds_s2(request_: object) -> None:
    world = dealt(HANDS)
    with pytest.raises(Refused):
        world.table.apply(request_)  # type: ignore[arg-type]
    assert names(world.table.events)[-1] == "turned_up"


def test_a_computer_player_cannot_revoke_c4_t1() -> None:
    world = dealt([HANDS[0].replace("D2", "S2"), HANDS[1], HANDS[2].replace("S2", "D2"), HANDS[3]])
    world.table.apply(Command(1, "clubs"))
    world.lay(Card.parse("C2"))
    world.table.apply(Command(2, "duck"))
    world.table.apply(Command(2, "diamonds"))
    world.lay(Card.parse("D2"))
    decides = world.table.deciding
    assert decides is not None
    assert decides.grants(Play(3, Card.parse("H4")))
    assert not decides.grants(Play(3, Card.parse("C4")))


# -- putting right -----------------------------------------------------------------------------------------------------


def test_who_plays_alone_agrees_alone_t6() -> None:
    world = dealt(HANDS)
    for _ in range(4):
        world.step()
    assert names(world.table.apply(SetScores(0, (2, 1)))) == ["proposed"]
    assert world.table.public_view()["prompt"].endswith("South, do you agree?")
    assert world.table.view(0)["mend"]["agree"]
    assert names(world.table.apply(Agree(0, True))) == ["scores_corrected"]
    assert world.table.public_view()["scores"] == [2, 1]
    assert names(world.table.apply(Claim(0, 3))) == ["proposed"]
    told = names(world.table.apply(Agree(0, True)))
    assert told[:2] == ["claimed", "hand_scored"]


@pytest.mark.parametrize(
    ("of", "code", "changes"),
    [
        pytest.param(2, "S7", False, id="stands in the partner's holder, which faces nobody"),
        pytest.param(2, "H7", False, id="stands in the computer player's"),
        pytest.param(3, "S7", False, id="of the computer player, stands in the partner's holder"),
        pytest.param(3, "H7", False, id="of the computer player, stands in its own"),
        pytest.param(1, "C7", True, id="stands in the holder that faces South"),
    ],
)
def test_a_false_word_about_a_played_card_tells_nothing_of_a_holder_that_faces_nobody_a6_s1(
    of: int, code: str, changes: bool
) -> None:
    """Whoever plays alone agrees alone, and may name any card for one that was played."""
    world = dealt(HANDS)
    for _ in range(4):
        world.step()
    before = world.table.state.holders.all
    world.table.apply(Correct(0, Card.parse(code), 1, of))
    assert names(world.table.apply(Agree(0, True)))[0] == "play_corrected"
    assert (world.table.state.holders.all != before) == changes


def test_a_holder_out_of_step_is_put_right_by_who_is_there() -> None:
    world = dealt(HANDS)
    for _ in range(4):
        world.step()
    for holder in (2, 3):
        before = list(world.slots[holder])
        others = iter(cards("D3 D4 D5"))
        held = [k for k, card in enumerate(before) if card][:3]
        for k in held:
            world.slots[holder][k] = next(others)
        world.look()
        world.look()
        assert world.table.state.out_of_step is not None
        assert world.table.public_view()["prompt"] == f"South, the cards in holder {holder} are not the ones recorded."
        assert world.table.view(0)["mend"]["in_step"] == ["seen", "believed"]
        assert "in_step" in names(world.table.apply(SayStep(0, "believed")))
        world.slots[holder] = before
        world.look()


# -- what nobody may know ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("computer", ["north", "south"])
@pytest.mark.parametrize("seed", range(6))
def test_no_view_names_a_card_of_the_two_hidden_holders_but_the_one_to_move_a6_s1(seed: int, computer: str) -> None:
    world = AloneWorld(random.Random(seed), computer)
    world.deal()
    away = 2 if world.person == "south" else 1
    for _ in range(40):
        hidden = {str(card) for holder in (away, 3) for card in world.slots[holder] if card}
        for seat in range(4):
            view = world.table.view(seat)
            told = {word for word in json.dumps(view).replace('"', " ").split() if word in hidden}
            if view.get("me"):
                moved = view["beside"]["to_move"] if view["beside"]["holder"] != 3 - away else None
                told -= {moved}
            assert not told, (seat, told)
        if not any(world.hands):
            break
        world.step()


def test_the_position_holds_the_own_hand_and_the_holder_beside_alone_s2() -> None:
    """RULES A5, A6, S2: North sees holder 2 and never holder 1, which it commands, nor South's hand."""
    world = dealt(HANDS)
    decides = world.table.deciding
    assert decides is not None
    assert {seat: {str(card) for card in own} for seat, own in decides.known.items()} == {
        3: set(HANDS[3].split()),
        2: set(HANDS[2].split()),
    }
    assert decides.hand.hands is None


# -- who may be given away ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("holders", [(0, 1), (2,), (-1,), (True,)])
def test_one_person_must_be_there_s1(holders: tuple[int, ...]) -> None:
    """RULES S1."""
    with pytest.raises(Refused):
        begin(NewGame(0, "android", {}, holders=holders))


@pytest.mark.parametrize("first", ["named", "drawn"])
def test_the_same_game_again_keeps_the_computer_player_s1(first: str) -> None:
    choice = NewGame(0, "android", {"first": first}, seed=4, holders=(1,), levels=("club",))
    table = begin(choice)
    assert table.persons == ("south",)
    assert table.holders == (1, 2, 3)
    assert begin(table.again(choice)).persons == ("south",)
    assert resume(choice, table.events).persons == ("south",)


def test_journals_of_two_people_are_written_as_before() -> None:
    assert Table("android").events[0].to_json() == {"event": "deal_started", "deal": 1, "dealer": 0, "redeal": False}
    assert Table("android", holders=(1,)).events[0].to_json()["computers"] == ["north"]
