"""Who begins is cut with real cards before the camera, or drawn (RULES S6, C11, I3, U1, A12)."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.whist.beginning.world import BEFORE, Cutting
from whist.beginning.state import best_seats
from whist.beginning.table import BeginningTable
from whist.cards import PACK, Card
from whist.games import GAMES
from whist.messages.events import event_from_json
from whist.messages.observations import HolderShows, OutOfSight, Reading, TableShows
from whist.messages.requests import NewGame, Redeal
from whist.rules.refusals import Refused
from whist.table.table import Table
from whist.tables import begin, hand_is_open, resume

FOUR = {"south": "H9", "west": "S2", "north": "DQ", "east": "CA"}


@pytest.mark.parametrize(
    ("best", "cards", "first"),
    [
        ("high", "H9 S2 DQ CA", [3]),
        ("low", "H9 S2 DQ CA", [3]),  # aces are low
        ("low", "H9 S2 DQ CK", [1]),
        ("high", "H9 S9 D8 C2", [0, 1]),  # suits do not matter
        ("low", "HA SA D2 CK", [0, 1]),
        ("high", "HK SK DK CK", [0, 1, 2, 3]),
        ("high", "HT SJ D9 C2", [1]),
    ],
)
def test_the_best_card_begins_and_equal_ones_are_cut_again(best, cards, first):
    """RULES C11, S6."""
    laid = [Card.parse(code) for code in cards.split()]
    assert list(best_seats(best, range(4), laid)) == first


@pytest.mark.parametrize(
    ("game", "options", "cut", "dealer"),
    [
        ("classic", {}, FOUR, "east"),
        ("classic", {"cut": "low"}, {**FOUR, "east": "CK"}, "west"),
        ("italian", {}, FOUR, "north"),  # East leads first: the dealer sits at the first leader's right (RULES I3, I10)
        ("candid", {}, {**FOUR, "east": "C3"}, "north"),
        ("bid", {}, FOUR, "east"),
        ("australian", {}, {"south": "H9", "north": "SJ"}, "north"),  # the highest deals (RULES U1)
        ("german", {}, {"south": "H9", "north": "S8"}, "south"),
        ("honeymoon", {"cut": "low"}, {"south": "H9", "north": "S8"}, "north"),
        ("android", {}, {"south": "H9", "north": "S8"}, "south"),  # androids do not cut (RULES A12)
        ("android", {"cut": "low"}, {"south": "H9", "north": "S8"}, "north"),
    ],
)
def test_every_game_is_begun_by_whoever_cuts_the_best_card(game, options, cut, dealer):
    """RULES S6."""
    world = Cutting(game, options)
    assert world.table.phase == "cut"
    assert not hand_is_open(world.table)
    world.cut(**cut)
    assert "first" in world.prompt
    assert world.table.phase == "cut"  # the cards are taken away before anybody deals
    world.take()
    assert world.table.phase == "deal"
    assert world.dealer() == dealer
    assert world.again() == world.table
    assert any("first" in note for note in world.view["notes"])


def test_equal_cards_are_cut_again_between_those_who_tied():
    """RULES S6: the others are not asked any more, and the old cards go first."""
    world = Cutting()
    world.cut(south="HK", west="SK", north="D2", east="C3")
    assert world.prompt == (
        "Equal: the king of hearts and the king of spades. Take all cards away; then South and West cut again."
    )
    world.lay("south", "H4")
    assert world.view["cut"]["clear"]
    world.take()
    assert world.view["cut"]["missing"] == [0, 1]
    world.cut(north="HA", south="H4", west="S5")  # North's counts for nothing
    assert world.view["cut"]["first"] == 1
    world.take()
    assert world.dealer() == "west"


MIDDLE, BETWEEN = (0.0, 10.0), (70.0, 70.0)


@pytest.mark.parametrize(
    ("does", "says", "waits"),
    [
        (lambda w: w.cut(south="H9"), "Still to cut: West, North and East.", [1, 2, 3]),
        (lambda w: (w.cut(south="H9"), w.lay("south", "H8")), "More than one card lies before South: leave one.", None),
        (lambda w: (w.cut(south="H9"), w.take("H9")), "Still to cut: South, West, North and East.", [0, 1, 2, 3]),
        (lambda w: w.lay("south", "H9", MIDDLE), "Lay the 9 of hearts in front of whoever cut it.", [0, 1, 2, 3]),
        (lambda w: w.lay("south", "H9", BETWEEN), "Lay the 9 of hearts in front of whoever cut it.", [0, 1, 2, 3]),
        (lambda w: w.lay("south", ""), "A card lies there that I cannot read", [0, 1, 2, 3]),
        (lambda w: w.lay("south", "H9 .6 D9 .3"), "please answer the question", [0, 1, 2, 3]),
        (lambda w: w.table.apply(OutOfSight(frozenset({"play area"}))), "I cannot see the play area", [0, 1, 2, 3]),
    ],
)
def test_the_prompt_says_what_is_to_be_done(does, says, waits):
    """RULES S6: nobody guesses, and everybody is told on board and page alike."""
    world = Cutting()
    does(world)
    assert says in world.prompt
    assert world.own("south")["prompt"] == world.prompt
    if waits is not None:
        assert world.view["cut"]["missing"] == waits
    assert world.again() == world.table


def test_a_joker_does_not_count():
    """RULES S6: *Reading*: it has no rank among the cards that are cut."""
    world = Cutting("bid")
    world.cut(south="JR")
    assert "A joker does not count: South lays another card instead." in world.prompt
    world.take("JR")
    world.cut(**FOUR)
    assert world.view["cut"]["first"] == 3


def test_a_change_of_mind_before_the_last_card_is_no_matter():
    world = Cutting()
    world.cut(south="H2")
    world.take("H2")
    world.cut(**FOUR | {"south": "HA", "east": "C4"})
    assert world.view["cut"]["first"] == 0


def test_the_last_card_that_lies_before_nobody_is_whose_is_missing():
    world = Cutting()
    world.cut(south="H9", west="S2", north="DQ")
    world.lay("east", "CA", MIDDLE)
    assert world.view["cut"]["first"] == 3


def test_whose_a_card_is_can_be_said():
    world = Cutting()
    world.lay("south", "H9", MIDDLE)
    assert {"laid_by": 0} in world.own("west")["actions"]
    world.ask("west", laid_by=0)
    assert world.view["cut"]["missing"] == [1, 2, 3]
    assert world.again() == world.table


@pytest.mark.parametrize(
    ("answer", "missing"), [("H9", [1, 2, 3]), ("D9", [1, 2, 3]), ("S3", [1, 2, 3]), ("none", [0, 1, 2, 3])]
)
def test_a_card_that_cannot_be_read_is_asked_about(answer, missing):
    """It may be any card, or none at all."""
    world = Cutting()
    world.lay("south", "H9 .6 D9 .3")
    (question,) = world.own("north")["questions"]
    assert question["about"] == "Which card was laid?"
    assert "S3" in question["others"]
    world.ask("north", answer=answer, question=question["id"])
    assert world.own("north")["questions"] == []
    assert world.view["cut"]["missing"] == missing
    assert world.again() == world.table


def test_the_question_goes_when_the_card_is_read_or_taken():
    world = Cutting()
    world.lay("south", "H9 .6 D9 .3")
    world.take()
    assert world.own("north")["questions"] == []
    assert world.table.questions == ()


def test_a_card_that_lies_there_clearly_is_no_answer():
    world = Cutting()
    world.cut(west="S2")
    world.lay("south", "H9 .6 D9 .3")
    (question,) = world.own("north")["questions"]
    with pytest.raises(Refused, match="elsewhere"):
        world.ask("north", answer="S2", question=question["id"])


@pytest.mark.parametrize("how", ["cut", "drawn"])
@pytest.mark.parametrize("game", GAMES)
def test_anybody_can_name_who_begins(game, how):
    """RULES S6: nobody is ever stuck: ``named`` is the way out, also while the camera sees nothing."""
    world = Cutting(game, {"first": how})
    for person in world.table.persons:
        wanted = [action["first"] for action in world.own(person)["actions"] if "first" in action]
        world.ask(person, first=wanted[-1])
        assert world.table.phase == "deal"
        assert world.again() == world.table
        if how == "cut":
            world.ask(person, cut_again=True)
            assert world.table.phase == "cut"
            assert world.again() == world.table


def test_who_was_named_waits_until_the_cut_cards_are_gone():
    """Else one of them would be taken for the turned-up card."""
    world = Cutting()
    world.cut(south="H9")
    world.ask("east", first=2)
    assert world.prompt == "North deals first: East said so. Take the cut cards away."
    world.take()
    assert world.dealer() == "north"
    assert world.table.phase == "deal"


def test_that_the_cards_are_gone_can_be_said():
    """Something that looks like a card may lie there all evening."""
    world = Cutting()
    world.lay("south", "", (10.0, 10.0))
    world.cut(**FOUR)
    world.lies = world.lies[:1]
    world.show()
    assert world.view["cut"]["clear"]
    world.ask("south", cleared=True)
    assert world.table.phase == "deal"
    assert world.again() == world.table


def test_what_cannot_be_asked_is_refused_and_changes_nothing():
    world = Cutting()
    before = world.table.events
    for body, why in (
        ({"first": 9}, "Nobody sits there"),
        ({"cleared": True}, "No cut cards"),
        ({"laid_by": 0}, "No card is waiting"),
        ({"redeal": True}, "First settle who begins"),
        ({"choose": "S"}, "First settle who begins"),
        ({"claim": 3}, "First settle who begins"),
    ):
        with pytest.raises(Refused, match=why):
            world.ask("south", **body)
    assert world.table.events == before


def test_it_is_settled_once_somebody_has_dealt():
    world = Cutting()
    world.cut(**FOUR)
    world.take()
    world.lay("middle", "H5", MIDDLE)
    assert world.view["trump"] == "H"
    assert not any("first" in action or "cut_again" in action for action in world.own("south")["actions"])
    with pytest.raises(Refused, match="The first hand has begun"):
        world.ask("south", cut_again=True)


def test_a_holder_that_was_filled_meanwhile_is_known_when_the_match_begins():
    """Who deals before it is settled has not lost the hand: it begins as soon as somebody is named."""
    world = Cutting("android")
    clubs = tuple(Reading.certain(card) for card in PACK if card.suit == "C")
    world.table.apply(HolderShows(1, clubs))
    assert world.table.phase == "cut"
    world.ask("north", first=0)
    assert [event.to_json() for event in world.table.events if event.name == "racked"][-1]["shown"] == 13
    assert world.again().events == world.table.events


# -- computer players ------------------------------------------------------------------------------------------------


def test_a_person_cuts_for_a_computer_player():
    """RULES S3, S6: whoever moves its cards lays one before its place; it has no page to say anything on."""
    world = Cutting(holders=(1,))
    assert "North lays one for West." in world.prompt
    with pytest.raises(Refused, match="Only a person"):
        world.ask("west", first=0)
    world.cut(**FOUR | {"west": "SA", "east": "C4"})
    assert world.view["cut"]["first"] == 1
    world.take()
    assert world.dealer() == "west"
    assert world.table.deciding is None


# -- drawn -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_it_is_drawn_who_begins(game):
    """RULES S6: by the seed, so that a replay gives the same; each seat comes up."""
    found = set()
    for seed in range(60):
        world = Cutting(game, {"first": "drawn"}, seed=seed)
        assert world.table.phase == "deal"
        assert world.again() == world.table
        assert Cutting(game, {"first": "drawn"}, seed=seed).dealer() == world.dealer()
        assert any("was drawn" in note for note in world.view["notes"])
        found.add(world.dealer())
    assert found == set(world.table.places)


# -- matches that were begun before ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_match_whose_first_dealer_is_named_has_the_table_it_always_had(game):
    table = begin(NewGame(0, game))
    assert isinstance(table, Table)
    assert "cut" not in table.public_view()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_was_written_down_without_these_options_goes_on(game):
    """Its journal knows nothing of who begins: whoever dealt deals."""
    table = begin(NewGame(0, game))
    written = [event.to_json() for event in table.events]
    old = {key: value for key, value in table.rules.options.to_json().items() if key not in ("first", "cut")}
    if game != "android":
        written[0]["options"] = old
    again = resume(NewGame(0, game, old), map(event_from_json, written))
    assert again.public_view() == table.public_view()
    assert not isinstance(again, BeginningTable)


def test_the_next_match_is_cut_anew():
    world = Cutting()
    assert world.table.again(world.choice).options["first"] == "cut"


def test_events_that_cannot_follow_are_refused():
    world = Cutting()
    world.cut(**FOUR)
    written = list(world.table.events)
    with pytest.raises(ValueError, match="first_asked"):
        resume(world.choice, written[1:])


# -- people who do anything ------------------------------------------------------------------------------------------

SPOTS = (*BEFORE.values(), MIDDLE, BETWEEN, (-70.0, 70.0), (4.0, -60.0))
READ = ("{card}", "{card}", "{card}", "{card} .6 {other} .3", "")


@settings(max_examples=150, deadline=None)
@example("classic", 3364, "high")  # a card that was offered was laid elsewhere meanwhile
@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.sampled_from(["high", "low"]))
def test_whatever_people_do_somebody_can_go_on(game, seed, best):
    """RULES S6: from every state that they bring about, by one tap the match begins, or by doing what the page says."""
    rng = random.Random(seed)
    world = Cutting(game, {"cut": best}, seed=seed)
    pack, somebody = [str(card) for card in world.table.rules.pack()], "south"
    for _ in range(rng.randrange(25)):
        somebody = rng.choice(world.table.persons)
        can = world.own(somebody)["actions"] if world.table.phase == "cut" else []
        asked = world.own(somebody)["questions"]
        what = rng.randrange(7)
        if what < 3:
            free = [code for code in pack if all(str(read.best) != code for read, _ in world.lies)]
            code, other = rng.sample(free, 2)
            world.lay(somebody, rng.choice(READ).format(card=code, other=other), rng.choice(SPOTS))
        elif what == 3 and world.lies:
            world.lies.pop(rng.randrange(len(world.lies)))
            world.show()
        elif what == 4:
            world.take()
        elif what == 5 and can:
            world.ask(somebody, **rng.choice(can))
        elif asked and asked[0]["candidates"]:
            world.ask(somebody, answer=rng.choice([*asked[0]["candidates"], "none"]), question=asked[0]["id"])
        assert world.again() == world.table
        if world.table.phase != "cut":
            break
    if world.table.phase != "cut":
        return
    named = [action for action in world.own(somebody)["actions"] if "first" in action]
    world.ask(somebody, **named[0])
    world.take()
    assert world.table.phase == "deal"
    world.ask(somebody, cut_again=True)
    world.take()
    seats = world.view["seats"]
    for number, seat in enumerate(world.view["cut"]["missing"]):
        world.lay(seats[seat]["person"], pack[number], _spot(world, seat))
    world.take()
    assert world.table.phase == "deal"
    assert world.again() == world.table


def _spot(world, seat):
    """Where the person of a seat lays a card."""
    if len(world.table.places) == 2:
        return BEFORE[world.view["seats"][seat]["person"]]
    from vision.simulated.places import seat_place

    x, y, _ = seat_place(seat, len(world.table.places), random.Random(1))
    return x, y


def test_nothing_that_is_secret_is_told_while_it_is_cut():
    """The cards that people cut are all that a view names."""
    world = Cutting("android")
    clubs = tuple(Reading.certain(card) for card in PACK if card.suit == "C")
    world.table.apply(HolderShows(1, clubs))
    world.cut(south="H9")
    told = str([world.view, *(world.own(person) for person in world.table.persons)])
    assert "H9" in told
    assert not any(f"'{card}'" in told for card in PACK if card.suit == "C")
    assert not any(event.name == "dealt" for event in world.table.events)


def test_a_request_for_a_new_deal_is_refused_in_words():
    with pytest.raises(Refused, match="settle who begins"):
        Cutting().table.apply(Redeal(0))


def test_an_empty_look_changes_nothing():
    world = Cutting()
    assert world.table.apply(TableShows(())) == []
