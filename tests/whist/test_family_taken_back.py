"""Cards that must be taken back at a table without holders: which, why, and until when it is said."""

from tests.whist.family_driver import look
from tests.whist.family_worlds import EAST, said
from whist.requests import LaidBy


def wrong(world):
    """The cards that must be taken back, the first one first."""
    called = world.table.public_view()["wrong_card"]
    return [called["card"], *called["also"]] if called else []


def test_a_card_beside_the_one_that_people_have_named_is_not_taken_for_it(begin):
    """RULES T9: one that lies near a card of which a person has said what it is, and is clearly another."""
    world = begin("H2")
    near = (EAST[0], EAST[1] + 15.0)
    look(world, ("C2 .5 C9 .4", *EAST))
    said(world, "C9")
    world.table.apply(LaidBy(0, 3))
    look(world, ("C2 .5 C9 .4", *EAST), ("C2", *near))
    world.table.apply(LaidBy(0, 3))
    both = wrong(world)
    look(world, ("C2", *near))
    assert (both, wrong(world)) == (["C9", "C2"], ["C2"])
