"""Switches for what goes wrong at the running simulated table."""

import pytest

from device.simulated.fault_switches import SWITCHES, FaultSwitches
from tests.simulated import android_hands
from vision.simulated.scene import SimulatedTable
from whist.cards import PACK


@pytest.fixture
def table():
    scene = SimulatedTable(3)
    android_hands(3, scene)
    return scene


@pytest.mark.parametrize("name", SWITCHES)
def test_each_fault_is_there_while_it_is_on_and_put_right_afterwards(table, name):
    switches = FaultSwitches(table, 1)
    before, truth = table.scene(), table.truth()
    switches.switch_fault(name, True)
    changed = table.scene()
    assert changed != before
    assert [one["name"] for one in switches.list_faults() if one["on"]] == [name]
    switches.switch_fault(name, True)
    assert table.scene() == changed
    switches.switch_fault(name, False)
    assert not any(one["on"] for one in switches.list_faults())
    if name == "nudge":
        assert [one.card for one in table.scene().laid] == [one.card for one in before.laid]
    else:
        assert table.truth() == truth
        assert table.scene().air == before.air
        assert (table.scene().spots, table.scene().arms) == ((), ())


def test_what_is_wrong_with_holders_is_offered_where_they_stand(table):
    offered = [{one["name"] for one in FaultSwitches(scene, 1).list_faults()} for scene in (table, SimulatedTable(3))]
    assert offered == [set(SWITCHES), set(SWITCHES) - {"fourteen", "swapped"}]


def test_two_faults_of_the_light_are_put_right_one_by_one(table):
    switches = FaultSwitches(table, 1)
    for name in ("dim", "coloured", "defocus"):
        switches.switch_fault(name, True)
    switches.switch_fault("dim", False)
    air = table.scene().air
    assert air.gain == 1.0
    assert air.blur > 0
    assert air.tint != (1.0, 1.0, 1.0)


@pytest.mark.parametrize("name", ["stray", "tried", "fourteen"])
def test_a_card_of_another_pack_is_one_of_those_that_are_given(name, table):
    known = [card for card in PACK if card.suit == "S"][:8]
    used = {one.card for holder in table.scene().holders for one in holder.slots if one}
    switches, before = FaultSwitches(table, 1), table.scene()
    if name == "fourteen" and not {*known} - used:
        known = [*known, next(card for card in PACK if card not in used)]
    for _ in range(30):
        switches.switch_fault(name, True, known)
        now = table.scene()
        strange = [one.card for one in now.strays] if name != "fourteen" else [now.holders[0].squeezed[1].card]
        assert {*strange} <= {*known}, strange
        switches.switch_fault(name, False)
    assert table.scene() == before
    if name != "stray":
        with pytest.raises(ValueError, match="Too few cards"):
            switches.switch_fault(name, True, [])


@pytest.mark.parametrize(("name", "why"), [("nonsense", "There is no such fault"), ("face-down", "No card lies")])
def test_what_cannot_be_is_refused_in_a_sentence(name, why):
    with pytest.raises(ValueError, match=why):
        FaultSwitches(SimulatedTable(), 1).switch_fault(name, True)
