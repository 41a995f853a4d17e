"""A card of an earlier trick that was misread: what speaks against it, who is asked, and what one answer mends."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field, replace

import pytest

from tests.whist.doubtful import card, names, reading
from tests.whist.driver import World
from tests.whist.family_driver import FamilyWorld
from tests.whist.family_driver import rebuilt as rebuilt_family
from whist.cards import PACK, Card
from whist.messages import events as ev
from whist.messages.observations import LaidCard, Reading, TableShows
from whist.messages.requests import Answer, Command
from whist.rules.base import Cards
from whist.rules.refusals import Refused
from whist.table.seen.earlier_cards import decide
from whist.table.seen.misread import others, question, twin
from whist.table.table import Table

MISREAD = {"HQ": "DQ", "H3": "D3"}
"""Cards of these tests that are read clearly as others while they are North's, in trick 1."""


PLACES = [(0.0, -92.0), (-80.0, -48.0), (-80.0, 48.0), (0.0, 92.0)]
"""Where the cards of each seat lie: each person's in their own half."""


def of(text: str) -> list[Card]:
    return [card(code) for code in text.split()]


def suit(letter: str, without: str = "", *more: str) -> list[Card]:
    return [one for one in PACK if one.suit == letter and one.rank not in without] + [card(code) for code in more]


@dataclass
class Misreading(World):
    """Android Whist: South (dealer, hearts are trumps) has hearts, holder 1 clubs, holder 2 spades, North the two red
    cards that are misread and diamonds."""

    misread: dict[str, str] = field(default_factory=dict)

    def begin(self) -> Misreading:
        south = suit("H", "Q32", "D4", "D6", "DA")
        north = [one for one in suit("D", "46A")] + of("HQ H3 H2")
        self.deal([south, suit("C"), suit("S"), north], turn_up=card("HA"))
        return self

    def cards(self) -> tuple[LaidCard, ...]:
        laid = [(card(self.misread.get(str(one), str(one))), *PLACES[seat]) for seat, one in self.laid]
        laid += [(self.turn_up, 90.0, -60.0)] if self.lies and self.turn_up else []
        return tuple(LaidCard(reading(f"{one} .99"), x, y) for one, x, y in laid)

    def play(self, text: str) -> list[ev.Event]:
        """Each person lays a card of ``text``, the androids what they are ordered; full tricks are gathered."""
        before = len(self.table.events)
        for code in text.split():
            self.lay(self.order() if code == "-" else card(code))
            if len(self.laid) == 4:
                self.gather()
        return list(self.table.events[before:])

    def trick(self, number: int) -> dict[int, str]:
        trick = self.table.state.tricks[number - 1]
        return {trick.seat(place): str(card) for place, card in enumerate(trick.cards)}


def asked(table: Table) -> list[tuple[str, int | None, int | None, list[str]]]:
    return [(q.about, q.trick, q.of, [str(one) for one in q.candidates]) for q in table.state.questions]


def laid_again() -> Misreading:
    """North's queen of hearts, read as that of diamonds, fell to South's ace; now North lays the queen of diamonds."""
    world = Misreading(random.Random(1), misread=MISREAD).begin()
    world.play("- - HQ HA HK - -")
    world.misread = {}
    world.lay(card("DQ"))
    return world


def led_early() -> Misreading:
    """North's queen of hearts, read as that of diamonds, has taken the trick; North leads."""
    world = Misreading(random.Random(1), misread=MISREAD).begin()
    world.play("- - HQ D4")
    world.misread = {}
    world.lay(card("D9"))
    return world


def not_followed() -> Misreading:
    """North's three of hearts, read as that of diamonds, was played to South's king; now North follows."""
    world = Misreading(random.Random(1), misread=MISREAD).begin()
    world.play("- - D2 HA HK - - H3")
    world.misread = {}
    world.play("HT - - H2")
    return world


# -- Android Whist -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "begin",
    [
        pytest.param(laid_again, id="laid again"),
        pytest.param(led_early, id="led though the trick was another's"),
    ],
)
def test_what_speaks_against_an_earlier_card_is_asked_and_one_answer_mends_it(begin):
    world = begin()
    assert asked(world.table) == [("earlier", 1, 3, ["DQ", "HQ"])]
    assert world.table.state.wrong is None, "nobody is told to take back what may be right"
    assert world.table.state.questions[0].ask == ("south", "north")
    assert world.table.view(0)["questions"][0]["about"].startswith("Which card did North play in trick 1?")
    events = world.table.apply(Answer(0, 1, card("HQ")))
    assert names(events)[:3] == ["answered", "play_corrected", "played"]
    assert world.trick(1)[3] == "HQ"
    assert any("South said so" in note for note in world.table.public_view()["notes"])
    assert (world.table.state.questions, world.table.state.wrong) == ((), None)


def test_a_lead_follows_from_the_trick_that_was_misread():
    world = led_early()
    assert world.table.state.leader == 1
    world.table.apply(Answer(3, 1, card("HQ")))
    assert world.table.state.leader == 3
    assert [str(play.card) for play in world.table.state.trick] == ["D9"]
    world.play("D6 - -")
    assert names(world.table.events)[-1] == "gathered"


def test_whoever_seems_to_have_revoked_may_have_been_misread_t1():
    world = not_followed()
    assert "revoke_found" in names(world.table.events)
    world.lay(card("H9"))
    assert asked(world.table) == [("earlier", 2, 3, ["D3", "H3"])]
    assert names(world.table.events)[-1] in ("played", "question"), "the play goes on meanwhile"
    world.table.apply(Answer(3, world.table.state.questions[0].id, card("H3")))
    assert world.table.state.revokes == ()
    assert not any("revoke" in note for note in world.table.public_view()["notes"])


@pytest.mark.parametrize("begin", [laid_again, led_early], ids=["laid again", "led early"])
def test_a_card_that_was_right_stays_and_the_other_is_to_be_taken_back(begin):
    world = begin()
    events = world.table.apply(Answer(0, 1, card("DQ")))
    assert "play_corrected" not in names(events)
    assert world.trick(1)[3] == "DQ"
    assert world.table.state.wrong is not None
    assert not [one for one in asked(world.table) if one[0] == "earlier"], "nobody is asked that again"
    world.laid.pop()
    assert ev.RightAgain() in world.table.apply(TableShows(world.cards()))


def test_a_question_about_an_earlier_card_is_withdrawn_with_what_spoke_against_it():
    world = laid_again()
    number = world.table.state.questions[0].id
    world.laid.pop()
    assert ev.QuestionWithdrawn(number) in world.show_table()


@pytest.mark.parametrize(
    ("code", "why"),
    [("HA", "instead of"), ("HK", "instead of"), ("JR", "instead of")],
)
def test_an_earlier_card_cannot_have_been_what_all_know_to_be_elsewhere(code, why):
    world = laid_again()
    with pytest.raises(Refused, match=why):
        world.table.apply(Answer(0, 1, card(code)))


def test_what_an_android_played_was_read_twice_so_the_new_card_is_asked_about():
    """A club, ordered of holder 1, lay there; now a card of South reads so, too."""
    world = Misreading(random.Random(1)).begin()
    world.play("- - D2 HA HK - - H2")
    gone = world.table.state.played()
    clubs = [card for seat, card in world.table.state.hand.laid() if seat == 1]
    played = next(one for one in clubs if twin(one, gone))
    seen = LaidCard(reading(f"{played} .99"), *PLACES[0])
    world.table.apply(TableShows((*world.cards(), seen)))
    (asks,) = world.table.state.questions
    assert asks.about == "table"
    assert {str(one) for one in asks.candidates} == {str(played), str(twin(played, ()))}


def test_a_card_that_reads_as_one_that_lies_there_is_asked_about_though_all_that_look_like_it_are_played():
    """The ace of hearts lies in the trick, the other aces are played: North's card can be none of them."""
    world = Misreading(random.Random(1)).begin()
    for seat, commands, high in ((1, ["high clubs"], "CA"), (2, ["beat", "high spades"], "SA")):
        for command in commands:  # an Error first, after which a suit may be named (RULES A16)
            world.table.apply(Command(seat, command))
        assert world.to_move() == card(high)
        world.lay(card(high))
    world.play("D2 HK DA - - D5 HA - -")
    world.misread = {"D7": "HA"}
    world.lay(card("D7"))
    (asks,) = world.table.state.questions
    assert (asks.about, asks.x, asks.y) == ("table", *PLACES[3])
    assert card("D7") in asks.candidates
    assert not {card(code) for code in ("HA", "CA", "SA", "DA")} & {*asks.candidates}
    assert "played" in names(world.table.apply(Answer(3, asks.id, card("D7"))))
    assert world.table.state.wrong is None
    assert world.table.state.hand.laid()[-1] == (3, card("D7"))


def test_any_other_card_can_be_named():
    world = laid_again()
    named = world.table.view(3)["questions"][0]["others"]
    assert {"DQ", "HQ", "HA", "HK", "D5"} & {*named} == {"D5"}
    world.table.apply(Answer(3, 1, card("D5")))
    assert world.trick(1)[3] == "D5"


def test_a_corrected_earlier_card_outlives_a_power_cut():
    world = laid_again()
    world.table.apply(Answer(0, 1, card("HQ")))
    written = [json.loads(json.dumps(event.to_json())) for event in world.table.events]
    assert Table.from_events([ev.event_from_json(one) for one in written], world.options) == world.table


def test_what_stands_in_a_holder_raises_no_such_question_and_changes_none_a6():
    """Whether an android holds the queen of hearts changes nothing of what its commander is told."""
    told = []
    for holder in (suit("C"), suit("C", "K", "HQ")):
        world = Misreading(random.Random(1)).begin()
        south, north = suit("H", "Q32", "D4", "D6", "DA"), suit("D", "46A", "CK", "H3", "H2")
        world.deal([south, holder, suit("S"), north], card("HA"))
        world.hands[3].append(card("DQ"))  # a second one, from another pack
        for code in ["-", "-", "DQ", "HA", "HK", "-", "-"]:
            world.lay(world.order() if code == "-" else card(code))
            if len(world.laid) == 4:
                world.gather()
        world.lay(card("DQ"))
        told.append(json.dumps([world.table.view(3)["questions"], world.table.public_view()["prompt"]]))
    assert '"earlier"' in told[0]
    assert told[0] == told[1]


# -- the games without holders -----------------------------------------------------------------------------------------


@dataclass
class FamilyMisreading(FamilyWorld):
    """Classic Whist: South (dealer) has spades, which are trumps, West hearts, North both red suits, East clubs."""

    misread: dict[str, str] = field(default_factory=dict)

    def begin(self) -> FamilyMisreading:
        south, east = suit("S", "2", "CA"), suit("C", "A", "S2")
        west, north = suit("H", "Q3J", "D4", "D6", "DA"), suit("D", "46A", "HQ", "H3", "HJ")
        turned = card("SA")
        self.deal(Cards([[*(one for one in south if one != turned), turned], west, north, east], []))
        return self

    def read(self, one: Card) -> Reading:
        return reading(f"{self.misread.get(str(one), str(one))} .99")

    def play(self, text: str, first: int | None = None) -> list[ev.Event]:
        before = len(self.table.events)
        for code in text.split():
            turn = self.table.state.turn if first is None else first
            first = None
            assert turn is not None
            self.laid.append((turn, card(code)))
            if turn == 0:
                self.aside = []
            self.show()
            if len(self.laid) == 4 and self.table.state.gather:
                self.laid = []
                self.show()
        return list(self.table.events[before:])

    def trick(self, number: int) -> dict[int, str]:
        hand = self.table.state.hand
        assert hand is not None
        done = hand.tricks[number - 1]
        return {done.seat(place): str(one) for place, one in enumerate(done.cards)}


def family(plays: str, then: str, first: int | None = None) -> FamilyMisreading:
    world = FamilyMisreading(random.Random(1), misread=MISREAD).begin()
    world.play(plays)
    world.misread = {}
    world.play(then, first)
    return world


@pytest.mark.parametrize(
    ("plays", "then", "first"),
    [
        pytest.param("H2 HQ C2 S3", "S4 H4 DQ", None, id="laid again"),
        pytest.param("H2 HQ C2 CA", "D5", 2, id="led though the trick was another's"),
    ],
)
def test_in_games_without_holders_too_one_answer_mends_an_earlier_card(plays, then, first):
    world = family(plays, then, first)
    assert asked(world.table) == [("earlier", 1, 2, ["DQ", "HQ"])]
    assert world.table.state.wrong is None
    events = world.table.apply(Answer(1, 1, card("HQ")))
    assert names(events) == ["answered", "play_corrected", "played"]
    assert world.trick(1)[2] == "HQ"
    assert rebuilt_family(world.table) == world.table


def test_in_games_without_holders_too_a_revoke_may_have_been_misread_t1():
    world = family("HK H3 C2 CA", "H4 HJ C3 S3 S4")
    assert "revoke_found" in names(world.table.events)
    assert asked(world.table) == [("earlier", 1, 2, ["D3", "H3"])]
    world.table.apply(Answer(1, 1, card("H3")))
    assert world.table.state.revokes == ()


def test_in_games_without_holders_too_a_card_that_was_right_stays():
    world = family("H2 HQ C2 S3", "S4 H4 DQ")
    world.table.apply(Answer(0, 1, card("DQ")))
    assert world.table.state.wrong == (2, card("DQ"))
    assert not [one for one in asked(world.table) if one[0] == "earlier"]


def test_a_doubtful_card_that_reads_like_an_earlier_one_may_be_named_so():
    """Either may be misread: the one that lies there is named, then the earlier one is asked about."""
    world = FamilyMisreading(random.Random(1), misread=MISREAD).begin()
    world.play("H2 HQ C2 S3 S4 H4")
    seen = (*world.cards(), LaidCard(reading("DQ .7 DT .2"), 0.0, 90.0))
    world.table.apply(TableShows(seen))
    (asks,) = world.table.state.questions
    assert asks.about == "table"
    assert card("DQ") in asks.candidates
    world.table.apply(Answer(2, asks.id, card("DQ")))
    assert [one[0] for one in asked(world.table)] == ["earlier"]


def test_nobody_names_an_earlier_card_that_the_new_one_does_not_read_like():
    """A word about the place that is an old one: the card that lay there then."""
    world = FamilyMisreading(random.Random(1)).begin()
    world.play("H2 HQ C2 S3 S4 H4")
    world.table.apply(TableShows((*world.cards(), LaidCard(reading("DT .6 HT .3"), 0.0, 90.0))))
    with pytest.raises(Refused, match="cannot be there"):
        world.table.apply(Answer(2, 1, card("HQ")))


# -- what looks alike --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "gone", "other"), [("DQ", "", "HQ"), ("S2", "", "C2"), ("JR", "", "JB"), ("DQ", "HQ", None)]
)
def test_the_twin_of_a_card(code, gone, other):
    assert twin(card(code), of(gone)) == (card(other) if other else None)


def test_a_question_about_an_earlier_card_names_what_was_taken_down_first():
    gone = of("DQ HQ C2")
    asks = question(3, 1, card("DQ"), gone)
    assert asks is not None
    assert [str(one) for one in asks.candidates] == ["DQ", "CQ"]
    assert len(others(asks, gone)) == 52 - 4
    assert others(ev.Question(1, "table", ()), gone) == []
    assert question(3, 1, card("DQ"), of("DQ HQ CQ SQ")) is None, "nothing else looks like it"


def test_a_card_that_a_holder_was_told_to_give_is_no_early_lead():
    """A holder's last card is moved without a command, where that is agreed (RULES A34)."""
    world = Misreading(random.Random(1), misread=MISREAD).begin()
    world.play("- - HQ D4")
    laid = [LaidCard(reading("D9 .99"), *PLACES[3])]
    table = world.table
    asked = decide(table.state, table.rules, laid) or ()
    assert [one.about for one in asked if isinstance(one, ev.Question)] == ["earlier"]
    ordered = replace(table.state.holders, to_move=card("D9"))
    assert decide(replace(table.state, holders=ordered), table.rules, laid) is None
