"""What a table without holders does when people do what they must not: it asks, says, and is put right.

Whatever happens here, the table is at the end as its events tell it: it could have been broken off and taken up again.
"""

import pytest

from tests.whist.doubtful import names
from tests.whist.family_driver import MIDDLE, look
from tests.whist.family_worlds import EAST, NORTH, PILE, SOUTH, WEST, asked, lay, lies, prompt, said, trick
from whist.cards import Card
from whist.messages import events as ev
from whist.messages.requests import Demand, Expose, LaidBy, Redeal, Treat
from whist.rules.refusals import Refused
from whist.table.table import Table

# -- taken back --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("then", "laid"),
    [
        pytest.param(("D2", NORTH), "D2", id="laid again"),
        pytest.param(("D2", (20.0, 70.0)), "D2", id="laid again elsewhere"),
        pytest.param(("D3", NORTH), "D3", id="another one instead"),
    ],
)
def test_a_card_that_is_taken_back_was_not_played(begin, then, laid):
    world = begin("H2 D2")
    world.laid.pop()
    assert names(world.show()) == ["taken_back"]
    assert trick(world) == [(1, "H2")]
    assert prompt(world) == "North, play a card."
    assert names(look(world, (then[0], *then[1]))) == ["played"]
    assert trick(world) == [(1, "H2"), (2, laid)]


def test_another_card_in_a_pile_while_the_last_one_is_gone_is_asked_about(begin):
    """It is laid instead, or is the next person's while the last one is hidden."""
    world = begin("H2 D2")
    world.laid.pop()
    world.show()
    look(world, ("C3", *PILE[1]))
    assert asked(world) == [("order", "C3 D2")]
    said(world, "D2")
    assert trick(world) == [(1, "H2"), (2, "D2"), (3, "C3")]


def test_cards_are_taken_back_one_after_the_other(begin):
    world = begin("H2 D2 C2")
    for left in (2, 1, 0):
        world.laid.pop()
        assert names(world.show()) == ["taken_back"]
        assert len(trick(world)) == left
    assert prompt(world) == "West, play the first card of the trick."


def test_the_last_card_of_a_trick_taken_back_needs_no_gathering(begin):
    """The trick is complete, so it is thought to be gathered while one card after the other goes; a card put beside the
    place of one that is gone is asked about."""
    world = begin("H2 D2 C2 S2")
    world.laid.pop()
    assert world.show() == []
    assert names(look(world, ("S3", 20.0, -85.0))) == ["question"]
    assert asked(world) == [("replaced", "S2 S3")]
    assert names(said(world, "S3")) == ["answered", "replaced", "trick_won"]
    assert trick(world)[-1] == (0, "S3")


def test_an_early_card_that_is_covered_was_played_all_the_same(begin):
    world = begin("H2 D2")
    assert lies(world, ("SA", MIDDLE), ("D2", NORTH)) == []
    assert trick(world) == [(1, "H2"), (2, "D2")]


# -- out of turn -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "then"), [((20.0, -60.0), ["right_again"]), (EAST, ["wrong_card"]), (WEST, [])])
def test_a_card_laid_too_early_that_is_pushed_belongs_to_whom_it_lies_before_t9(begin, at, then):
    """South has won the trick and leads next: who has pushed it there may lead it."""
    world = begin("H2 D2 C2 S2")
    assert names(look(world, ("H3", *WEST))) == ["wrong_card"]
    assert names(look(world, ("H3", *at))) == then


def test_a_card_laid_out_of_turn_is_taken_back_t9(begin):
    """RULES T9: people say that the card is East's; South may then play before North too."""
    world = begin("H2", exposed_cards="call")
    look(world, ("C2", *PILE[3]))
    assert trick(world) == [(1, "H2"), (2, "C2")], "nobody can see whose it is"
    assert names(world.table.apply(LaidBy(0, 3))) == ["laid_out_of_turn", "wrong_card"]
    assert prompt(world) == "Take the 2 of clubs back: it is North's turn, not East's."
    assert world.table.public_view()["notes"] == ["South may play before North too."]
    assert look(world, ("C2", *PILE[3])) == []
    assert names(world.show()) == ["right_again"]
    lay(world, "D2")
    assert names(look(world, ("C2", *PILE[3]))) == ["played"], "at its own turn"
    assert trick(world) == [(1, "H2"), (2, "D2"), (3, "C2")]


def test_a_card_in_question_is_said_to_be_another_seats_t9(begin):
    world = begin("H2")
    look(world, ("C2", *EAST))
    assert {"laid_by": 3} in world.table.view(0)["actions"]
    assert {"laid_by": 2} not in world.table.view(0)["actions"], "that is the question"
    assert names(world.table.apply(LaidBy(0, 3))) == ["laid_out_of_turn", "question_withdrawn", "wrong_card"]
    assert trick(world) == [(1, "H2")]
    assert "it is North's turn, not East's" in prompt(world)
    with pytest.raises(Refused, match="already counts as West"):
        world.table.apply(LaidBy(0, 1))


def test_who_has_played_already_lays_no_second_card_t9(begin):
    world = begin("H2")
    look(world, ("C2", *EAST))
    assert names(world.table.apply(LaidBy(0, 1))) == ["laid_out_of_turn", "question_withdrawn", "wrong_card"]
    assert prompt(world) == "Take the 2 of clubs back: it is North's turn, not West's."
    assert trick(world) == [(1, "H2")]
    assert world.table.public_view()["notes"] == []
    assert names(world.show()) == ["right_again"]


@pytest.mark.parametrize("how", ["exposed", "C"])
def test_a_lead_out_of_turn_is_treated_by_the_opponents_t8(begin, how):
    """RULES T8: East leads where West must; North and South say what follows, or nothing does."""
    world = begin(exposed_cards="call")
    look(world, ("C2", *EAST))
    assert asked(world) == [("turn", "C2")]
    world.table.apply(LaidBy(2, 3))
    treats = [{"treat": one} for one in ("exposed", *"CDHS")]
    assert [one for one in world.table.view(0)["actions"] if "treat" in one] == treats
    assert [one for one in world.table.view(1)["actions"] if "treat" in one] == []
    with pytest.raises(Refused):
        world.table.apply(Treat(1, how))
    assert names(world.table.apply(Treat(0, how))) == ["lead_treated"]
    world.show()
    if how == "exposed":
        assert world.table.public_view()["exposed"] == [{"seat": 3, "card": "C2"}]
        lay(world, "H2 D2")
        assert {"demand": "C2"} in world.table.view(0)["actions"]
    else:
        assert prompt(world) == "West, lead one of the clubs, as the opponents have asked."


@pytest.mark.parametrize("how", ["exposed", "C"])
def test_what_was_granted_is_followed_whatever_is_granted_today_t7_t8(begin, monkeypatch, how):
    """RULES T7, T8: a match in which cards were exposed by the rules of then is read by those of today, too."""
    world = begin(exposed_cards="call")
    world.table.apply(Expose(1, Card.parse("H5")))
    look(world, ("C2", *EAST))
    world.table.apply(LaidBy(2, 3))
    world.table.apply(Treat(0, how))
    shown = world.table.public_view()
    for judging in ("expose", "lead_out_of_turn", "may_hold"):
        monkeypatch.setattr(f"whist.law.exposed.{judging}", forbidden)
    *_, table = Table.follow(world.table.events)
    assert table.state.law == world.table.state.law
    assert table.public_view()["exposed"] == shown["exposed"] != []


def forbidden(*given, **options):
    raise Refused("That cannot be.")


def test_a_trick_led_out_of_turn_stands_when_all_have_played_t8(begin):
    world = begin("H2 D2 C2 S2")
    assert names(world.table.apply(LaidBy(0, 2))) == ["led_by", "trick_won"]
    assert trick(world) == [(3, "H2"), (0, "D2"), (1, "C2"), (2, "S2")]
    assert prompt(world).startswith("North wins the trick")


def test_two_cards_taken_for_each_others_change_places(begin):
    """The second card of a pile was the first: who said so needs to answer nothing more."""
    world = begin()
    lies(world, ("SA", (100.0, 0.0)), ("H2", PILE[0]))
    lies(world, ("SA", (100.0, 0.0)), ("H2", PILE[0]), ("D2", PILE[1]))
    assert names(world.table.apply(LaidBy(0, 1))) == ["taken_back", "replaced", "played"]
    assert trick(world) == [(1, "D2"), (2, "H2")]


def test_an_exposed_card_is_demanded_and_nothing_else_taken_t7(begin):
    """RULES T7: West lays another card than the one demanded: it is to be taken back."""
    world = begin("H2 D2 C2 S2", exposed_cards="call")
    world.table.apply(Expose(1, Card.parse("H5")))
    world.laid, world.aside = [], []
    world.show()
    lay(world, "S3")
    assert {"demand": "H5"} in world.table.view(0)["actions"]
    world.table.apply(Demand(0, Card.parse("H5")))
    assert "the opponents demand the 5 of hearts" in prompt(world)
    assert names(look(world, ("H4", *WEST))) == ["wrong_card"]
    assert "demand the 5 of hearts" in prompt(world)
    assert names(look(world, ("H5", *WEST))) == ["right_again", "played"]


# -- revokes -----------------------------------------------------------------------------------------------------------


def test_a_revoke_says_nothing_until_it_shows_t1_t4_t12(begin):
    """RULES T1, T4, T12: North has hearts and plays a diamond; three tricks later a heart shows it."""
    world = begin("H2 D2 C2 S2")
    assert world.table.public_view()["notes"] == []
    world.laid, world.aside = [], []
    world.show()
    assert names(lay(world, "S3 H4 H5 C3")) == ["played", "trick_won", "revoke_found"]
    note = "North revoked in trick 1: hearts were led and North had one; the trick stands."
    assert world.table.public_view()["notes"] == [note]
    assert names(lies(world, ("S3", SOUTH), ("H4", WEST), ("D5", (20.0, 80.0)), ("C3", EAST))) == [
        *("replaced", "trick_won")
    ], "the heart was put right: nothing shows any more"
    assert world.table.public_view()["notes"] == []


@pytest.mark.parametrize(("option", "told"), [("owner", [3]), ("table", [0, 1, 2, 3]), ("none", [])])
def test_who_is_told_of_a_revoke_that_is_known_at_once_t12(begin, option, told):
    """RULES T12: East has shown a heart, so that all know; the rest is the house's."""
    world = begin("H2 D2", revoke_alert=option, exposed_cards="call")
    world.table.apply(Expose(3, Card.parse("H9")))
    lay(world, "C2")
    note = "East can follow suit in this trick and has not."
    assert [seat for seat in range(4) if note in world.table.view(seat)["notes"]] == told
    assert (note in world.table.public_view()["notes"]) == (option == "table")


# -- gathered early, not gathered, looked at ---------------------------------------------------------------------------


@pytest.mark.parametrize("codes", ["H2 D2", "H2 D2 C2"])
def test_a_trick_gathered_early_is_laid_again(begin, codes):
    world = begin(codes)
    laid, world.laid = world.laid, []
    assert names(world.show()) == ["out_of_step"]
    assert prompt(world).startswith("Lay the 2 of hearts, the 2 of diamonds")
    assert world.show() == []
    assert names(look(world, ("S9", *SOUTH))) == [], "nothing counts until then"
    world.laid = laid[:1]
    assert world.show() == []
    world.laid = laid
    assert names(world.show()) == ["in_step"]
    assert trick(world) == [(seat, str(card)) for seat, card in laid]


def test_a_trick_that_is_not_gathered_waits(begin):
    world = begin("H2 D2 C2 S2")
    assert "gather the cards" in prompt(world)
    for _ in range(3):
        assert look(world, ("S3", 0.0, -30.0)) == []
    assert len(world.table.state.hand.tricks) == 1
    world.laid, world.aside = world.laid[:1], []
    assert look(world, ("S3", 0.0, -30.0)) == [], "one of them still lies there"
    world.laid = []
    assert names(look(world, ("S3", 0.0, -30.0))) == ["gathered", "turn_up_taken", "played"]


@pytest.mark.parametrize(("review", "reopened"), [("last_trick", True), ("all", True), ("none", False)])
def test_the_last_trick_may_be_looked_at_t11(begin, review, reopened):
    """RULES T11."""
    world = begin("H2 D2 C2 S2", review=review)
    laid, world.laid, world.aside = world.laid, [], []
    world.show()
    world.laid = laid
    assert names(world.show()) == (["reopened"] if reopened else ["wrong_card"])
    world.laid = []
    assert names(world.show()) == (["gathered"] if reopened else ["right_again"])
    assert len(world.table.state.hand.tricks) == 1


# -- misdeals ----------------------------------------------------------------------------------------------------------


def test_a_misdeal_forgets_all_that_was_in_doubt_t10(begin):
    world = begin("H2")
    look(world, ("D9 .5 D8 .4", *NORTH))
    world.table.apply(Redeal(3))
    assert (asked(world), trick(world)) == ([], [])
    assert look(world, ("D9 .5 D8 .4", *NORTH)) == []
    assert lies(world) == [ev.Gathered()]
    assert names(lies(world, ("D9 .5 D8 .4", MIDDLE))) == ["question"], "the next turn-up"
