"""Programs play a match of two or three households through pixels and one broker, cut and killed (RULES U22c)."""

import random
import signal
import subprocess
import sys

import psutil
import pytest

from tests.device.home.brokers import needs_mosquitto, until
from tests.device.link.cuts import ROOT, Match, Plan, differences, evening
from tests.device.link.linked_keepers import reckoned
from whist.cards import Card
from whist.rules.actions import Bid, Play

pytest.importorskip("paho")


@needs_mosquitto
def test_two_programs_reckon_what_their_cameras_saw_through_cuts_and_kills_u22_u22b_u22c(tmp_path):
    happened, found = evening(tmp_path, Match(2, 3), 2, Plan(1, 1, 1, 2.0), 100.0, 3)
    assert len(happened) <= 3
    assert found == []


@needs_mosquitto
def test_three_programs_reckon_what_their_cameras_saw_u22_u22b_u22c(tmp_path):
    happened, found = evening(tmp_path, Match(0, 3, 3), 2, Plan(2, 0, 1, 2.0), 100.0, 4)
    assert len(happened) <= 3
    assert found == []


@needs_mosquitto
def test_computer_players_in_both_households_have_their_cards_in_holders_that_cameras_read_s1_s2_u22c(tmp_path):
    happened, found = evening(tmp_path, Match(2, 4, 2, (1,), 1), 2, Plan(1, 0, 1, 2.0), 100.0, 5)
    assert len(happened) <= 2
    assert found == []


@needs_mosquitto
def test_whoever_ends_it_ends_all_that_it_has_begun(tmp_path):
    command = [sys.executable, "-m", "tests.device.link.cuts", "--data", str(tmp_path), "--cuts", "0"]
    begun = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: (tmp_path / "guest" / "journal.sqlite").exists(), "the second table's start")
        there = psutil.Process(begun.pid).children(recursive=True)
        assert len(there) >= 3, "a broker and two tables"
        begun.terminate()
        assert begun.wait(60) == 128 + signal.SIGTERM
        _, left = psutil.wait_procs(there, 20)
        assert left == []
    finally:
        begun.kill()


def test_the_reckoning_is_that_of_the_rules_u19_u24_u25():
    """RULES U24, U25: both aces take the trick, for a point less than one that is taken alone."""
    ace, low = Card.parse("HA"), Card.parse("H2")
    done = [(1, action) for action in (Bid(1, 1), Bid(2, 1), Bid(0, 0), Play(1, ace), Play(2, ace), Play(0, low))]
    random.Random(1).shuffle(done)
    assert reckoned(done, 3, 10, 0) == [[10, 11, 11]]
    assert reckoned([one for one in done if one[1] != Play(2, ace)], 3, 10, 0) == [], "the hand is not over"


def test_a_difference_would_be_told(monkeypatch):
    monkeypatch.setattr("tests.device.link.cuts.reckoned", lambda *_: [[1, 2, 3]])

    class Ended:
        def table(self):
            from tests.whist.linked_driver import Linked

            world = Linked(random.Random(1), 3, {"households": 2})
            world.finish()
            return world.tables[0].table

    assert len(differences([Ended(), Ended()])) == 2
