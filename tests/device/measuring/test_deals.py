import random

import numpy as np
import pytest

from device.measuring.deals import DealRead, Room, dealt, judged, main, measure, summary, wrongly_read, wrongly_told
from tests.cards import cards
from tests.vision.readers import Featureless
from vision.packs.faces import Pack
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from whist.cards import FULL_PACK, PACK
from whist.messages.observations import HolderShows, Reading


def test_every_deal_is_another_and_has_26_different_cards():
    hands = [dealt(random.Random(f"deal 0 {k}")) for k in range(20)]
    assert all(len({*hand[1], *hand[2]}) == 26 for hand in hands)
    assert len({tuple(hand[1]) for hand in hands}) == 20


HELD = {1: list(PACK[:13]), 2: list(PACK[13:26])}


def shows(holder, **changes):
    """A holder's cards read surely, but for some slots ``s3=...``."""
    slots = [Reading(((card, 0.999),)) for card in HELD[holder]]
    for name, reading in changes.items():
        slots[int(name[1:])] = reading
    return HolderShows(holder, tuple(slots))


def reads(*pairs):
    return Reading(tuple((card, p) for code, p in pairs for card in cards(code)))


class Script:
    """Stands for a watcher: gives what was written down, look by look."""

    def __init__(self, looks):
        self.looks = list(looks)

    def tick(self, camera):
        return self.looks.pop(0) if self.looks else []


@pytest.mark.parametrize(
    ("looks", "right", "wrong", "asked", "withdrawn", "unfinished"),
    [
        ([[shows(1), shows(2)]], True, 0, 0, 0, False),
        # a clear reading of a card of nobody's is believed: silently wrong
        ([[shows(1, s4=reads(("SA", 0.97))), shows(2)]], False, 1, 0, 0, False),
        # in doubt between two: asked about
        ([[shows(1, s4=reads(("C6", 0.5), ("S6", 0.4))), shows(2)]], False, 0, 1, 0, False),
        # a second look takes the question back
        ([[shows(1, s4=reads(("C6", 0.5), ("S6", 0.4))), shows(2)], [shows(1)]], False, 0, 1, 1, False),
        # a card not seen at all
        ([[shows(1, s4=None), shows(2)]], False, 0, 0, 0, True),
        ([], False, 0, 0, 0, True),
    ],
)
def test_what_the_table_makes_of_what_was_seen(monkeypatch, looks, right, wrong, asked, withdrawn, unfinished):
    monkeypatch.setattr("device.measuring.deals.Watcher", lambda reader: Script(looks))
    read = judged(7, "p", HELD, None, None)
    assert (read.right, len(read.wrong), len(read.asked), read.withdrawn, read.unfinished) == (
        right,
        wrong,
        asked,
        withdrawn,
        unfinished,
    )
    assert str(read).startswith("deal 7, pack p: ")
    assert ("right" in str(read)) == right


def test_wrong_cards_are_named_by_place():
    other = cards("SA")[0]
    assert wrongly_read(HELD, {1: shows(1, s4=reads(("SA", 0.97)))}) == {(1, 4): (HELD[1][4], other)}
    assert wrongly_read(HELD, {1: shows(1, s4=reads(("SA", 0.7)))}) == {}
    assert wrongly_told(HELD, {2: (*HELD[2][:12], other)}) == {(2, 12): (HELD[2][12], other)}
    assert wrongly_told(HELD, {2: (*HELD[2][:12], None)}) == {}


def test_the_summary_counts():
    wrong = DealRead(1, "p", wrong={(1, 0): (PACK[0], PACK[1])})
    asked = DealRead(2, "p", asked={(1, 0): (PACK[0], "C2 or S2"), (2, 3): (PACK[4], "C6 or S6")}, withdrawn=1)
    line = summary([DealRead(0, "p"), wrong, asked, DealRead(3, "p", unfinished=True)], 12.0)
    assert "1 of 4 deals 26 of 26" in line
    assert "2 questions (0.5000 a deal) in 1 deals, 1 of them withdrawn" in line
    assert "1 cards silently wrong of 104" in line
    assert "1 deals unfinished" in line


class Blind(Featureless):
    """A reader that finds nothing; it keeps what it was shown."""

    def __init__(self):
        self.shown = []

    def poses(self, picture, index_height=None):
        self.shown.append(picture.copy())
        return np.zeros((0, 5), np.float32)

    def named(self, pictures, looks=1):
        out = np.zeros((len(pictures), len(FULL_PACK) + 1), np.float32)
        out[:, -1] = 1
        return out


def test_a_deal_is_the_same_whatever_was_read_before_it():
    pack = Pack.drawn("standard")
    one, other = Blind(), Blind()
    room = Room(SimulatedCamera(SimulatedTable(5), pack, 5))
    for number in (0, 1):
        assert room.read(one, number, 0).unfinished
    again = Room.make(pack, 5)
    again.read(other, 1, 0)
    last = len(other.shown)
    assert last
    assert all((a == b).all() for a, b in zip(one.shown[-last:], other.shown, strict=True))
    assert [str(read) for read in measure(Blind(), [pack], [3], 0)] == [
        "deal 3, pack standard: not all cards seen or readable"
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(["--faces", "nowhere"], "nowhere is no folder"), (["--model", "nowhere"], "there is no model file")],
)
def test_bad_input_gets_one_sentence(arguments, sentence, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 1
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1
