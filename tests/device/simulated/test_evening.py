"""Evenings with faults: what people and pictures do wrong, and that the table follows all of it to the score."""

from __future__ import annotations

import json
import random
from statistics import median

import pytest

from device.commands.cli import main
from device.measuring.followed import follow_evening
from device.measuring.judging import judged, plays_of
from device.simulated.evening import ALL, Plan, UnknownFault, fault_names, faults_of
from device.simulated.habits import HABITS
from device.simulated.matches import hands_at
from device.simulated.stage import PATIENCE, Stage
from tests.evening_by_scene import FollowedByScene, followed
from tests.independent import score
from vision.packs.faces import DESIGNS, Pack
from vision.reader.reader import Reader
from vision.simulated.faults import PICTURE_FAULTS, ROOM_FAULTS
from vision.simulated.scene import SimulatedTable
from whist.cards import Card
from whist.messages.requests import NewGame
from whist.tables import begin

TELLS = {
    "face-down": {"unread"},
    "taken-back": {"taken_back"},
    "wrong-card": {"wrong_card", "right_again"},
    "out-of-turn": {"wrong_card", "right_again"},
    "gathered-early": {"out_of_step", "in_step"},
    "left-lying": {"ungathered"},
    "seen-twice": {"wrong_card", "right_again"},
    "played-again": {"wrong_card", "right_again"},
    "swapped": {"swapped"},
}
"""Events by which the table shows that it noticed."""


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("name", [*HABITS, *PICTURE_FAULTS])
def test_each_fault_alone_leaves_the_deal_right(name, seed):
    evening = followed(seed, (name,))
    (deal,) = judged(evening.lines, evening.events)
    assert deal.right, str(deal)
    assert deal.faults == (name,)
    told = {event["event"] for event in evening.events}
    assert told >= TELLS.get(name, set())


@pytest.mark.parametrize("name", ["twelve", "fourteen"])
def test_a_holder_with_another_number_of_cards_is_counted(name):
    counts = {event["shown"] for event in followed(3, (name,)).events if event["event"] == "racked"}
    assert {"twelve": 12, "fourteen": 14}[name] in counts


def test_a_misdeal_is_dealt_again():
    evening = followed(1, ("misdeal",))
    assert [event["redeal"] for event in evening.events if event["event"] == "deal_started"][:1] == [True]


@pytest.fixture(scope="module")
def evenings():
    """The deals of twelve evenings of three, with faults at random."""
    followed_to_the_end = (followed(100 + seed, (ALL,), deals=3) for seed in range(12))
    return [judged(evening.lines, evening.events) for evening in followed_to_the_end]


def test_faults_at_random_leave_whole_evenings_right(evenings):
    assert [[deal.deal for deal in deals] for deals in evenings] == [[1, 2, 3]] * 12
    wrong = [f"{100 + seed}, {deal}" for seed, deals in enumerate(evenings) for deal in deals if not deal.right]
    assert not wrong


def test_faults_at_random_lead_to_few_questions(evenings):
    """At most one in most deals of each evening; one evening of the twelve may have two."""
    asked = sorted(median(len(deal.questions) for deal in deals) for deals in evenings)
    assert asked[-2] <= 1
    assert asked[-1] <= 2
    assert median(len(deal.questions) for deals in evenings for deal in deals) <= 1


def test_an_evening_is_the_same_every_time():
    assert followed(7, (ALL,)).lines == followed(7, (ALL,)).lines
    assert followed(7, (ALL,)).lines != followed(8, (ALL,)).lines


def test_the_truth_is_that_of_an_independent_count():
    evening = followed(5, (ALL,), deals=3)
    for dealer, deal in zip((0, 1, 0), (line for line in evening.lines if "deal" in line), strict=True):
        cards = [card for _, card in deal["plays"]]
        tricks = [cards[4 * k : 4 * k + 4] for k in range(13)]
        assert (deal["tricks"], deal["points"]) == score(tricks, deal["trump"], dealer)


def test_every_frame_says_what_is_wrong_in_it():
    evening = followed(5, ("face-down",))
    wrong = [line for line in evening.lines if line.get("fault") == ["face-down"] and "frame" in line]
    assert 3 <= len(wrong) <= 8
    assert evening.lines[-1]["fault"] == ["face-down"]


def test_what_is_drawn_for_a_deal():
    rng = random.Random(1)
    plans = [Plan.draw((ALL,), rng) for _ in range(200)]
    assert {name for plan in plans for name in plan.habits} == set(HABITS)
    assert {name for plan in plans for name in plan.pictures} == set(PICTURE_FAULTS)
    assert all(2 <= len(plan.habits) <= 5 for plan in plans)
    assert set(Plan.draw(("arm", "glare"), rng).habits) == {"arm"}


@pytest.mark.parametrize("text", ["nonsense", "", "arm,,nonsense", ","])
def test_an_unknown_fault_names_those_there_are(text, tmp_path, capsys):
    with pytest.raises(UnknownFault, match="gathered-early"):
        faults_of(text)
    assert main(["simulate", str(tmp_path / "frames"), "--faults", text]) == 1
    assert "or all" in capsys.readouterr().err
    assert not (tmp_path / "frames").exists()


def test_faults_are_those_of_android_whist(tmp_path, capsys):
    assert main(["simulate", str(tmp_path / "frames"), "--faults", "arm", "--game", "classic"]) == 1
    assert "Android Whist" in capsys.readouterr().err


def test_every_fault_has_a_name_and_a_word_about_it():
    names = fault_names()
    assert set(names) == {*HABITS, *PICTURE_FAULTS, *ROOM_FAULTS}
    assert all(about and about[0].islower() for about in names.values())
    assert faults_of("arm, glare,arm") == ("arm", "glare")


def test_plays_are_those_that_stand():
    def event(name, **rest):
        return {"event": name, **rest}

    told = [
        event("played", seat=1, card="S2"),
        event("taken_back", seat=1, card="S2"),
        event("played", seat=1, card="S3"),
        event("deal_started", redeal=True),
        event("played", seat=1, card="C4"),
    ]
    assert plays_of(told) == [[1, "C4"]]


@pytest.mark.parametrize(("named_after", "waited"), [(0, 0), (7, 7), (1000, PATIENCE)])
def test_people_wait_until_they_are_told_which_card_of_a_holder_they_are_to_move_s3(named_after, waited):
    """Before that nobody knows it; who is told nothing moves it all the same, and the table must ask."""

    class Late(FollowedByScene):
        def names(self, seat, card):
            assert (seat, card) == (table.seat_of("south"), Card.parse("S2"))
            return len(self.lines) >= named_after

    scene, choice = SimulatedTable(4), NewGame(0, "android", seed=4)
    table, late = begin(choice), Late(scene, choice)
    Stage(hands_at(table, scene, 4), late, table, random.Random(4)).hear("south", Card.parse("S2"))
    assert len(late.lines) == waited


# -- through pixels ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reader():
    return Reader()


@pytest.mark.parametrize("evening", range(3))
def test_six_deals_through_pixels_with_faults_at_random(evening, reader, capsys):
    pack = Pack.drawn(list(DESIGNS)[evening % len(DESIGNS)])
    done = follow_evening(reader, pack, 2, 1000 + evening, NewGame(0, "android"), (ALL,))
    deals = judged(done.lines, done.events)
    with capsys.disabled():
        print(*(f"\n{deal}" for deal in deals), end="")
    assert all(deal.right for deal in deals)
    assert sum(deal.unwarranted for deal in deals) == 0
    assert sum(len(deal.questions) for deal in deals) <= 2


def test_one_deal_written_and_watched(tmp_path, capsys):
    frames = tmp_path / "frames"
    assert main(["simulate", str(frames), "--faults", "all", "--seed", "12"]) == 0
    capsys.readouterr()
    assert main(["watch", str(frames), "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    truth = [json.loads(line) for line in (frames / "truth.jsonl").read_text().splitlines()]
    (deal,) = judged(truth, events)
    assert deal.right, str(deal)
    assert deal.faults
