"""Android Whist alone against the Pi on the simulated table: whatever goes wrong, the deals are played, followed and
scored right (RULES A5, S1–S3)."""

from __future__ import annotations

import itertools
import json

import pytest

from device.commands.cli import main
from device.measuring.followed import follow_evening
from device.measuring.judging import judged
from device.simulated.evening import ALL
from device.simulated.habits import HABITS
from tests.evening_by_scene import followed
from tests.independent import score
from vision.packs.faces import DESIGNS, Pack
from vision.reader.reader import Reader
from vision.simulated.faults import PICTURE_FAULTS
from whist.messages.requests import NewGame
from whist.table.state.seats import PERSONS


@pytest.mark.parametrize(
    ("name", "computer"), [*zip((*HABITS, *PICTURE_FAULTS), itertools.cycle(("north", "south")), strict=False)]
)
def test_each_fault_alone_leaves_the_deal_right_s3(name, computer):
    if name == "misdeal":
        computer = "south"  # it is called before the first command, which must be a person's
    evening = followed(2, (name,), computer=computer)
    (deal,) = judged(evening.lines, evening.events)
    assert deal.right, str(deal)
    assert deal.faults == (name,)


@pytest.mark.parametrize("seed", range(4))
def test_faults_at_random_leave_whole_evenings_right_s3(seed):
    computer = ("north", "south")[seed % 2]
    evening = followed(300 + seed, (ALL,), deals=2, computer=computer)
    deals = judged(evening.lines, evening.events)
    assert [deal.deal for deal in deals] == [1, 2]
    assert all(deal.right for deal in deals), "\n".join(map(str, deals))
    revokes = [event["seat"] for event in evening.events if event["event"] == "revoke_found"]
    assert all((seat == 0) == (computer == "north") for seat in revokes)


def test_the_truth_is_that_of_an_independent_count_s3():
    evening = followed(5, (ALL,), deals=2, computer="north")
    for dealer, deal in zip((0, 1), (line for line in evening.lines if "deal" in line), strict=True):
        played = [card for _, card in deal["plays"]]
        tricks = [played[4 * k : 4 * k + 4] for k in range(13)]
        assert (deal["tricks"], deal["points"]) == score(tricks, deal["trump"], dealer)


@pytest.mark.parametrize(("seed", "computer"), [(11, "north"), (12, "south")])
def test_deals_with_all_that_goes_wrong_through_pixels_s1_s3(seed, computer):
    """RULES S1, S3: the table knows only what was read from pictures."""
    pack = Pack.drawn(list(DESIGNS)[seed % len(DESIGNS)])
    choice = NewGame(0, "android", seed=seed, holders=(PERSONS.index(computer),))
    evening = follow_evening(Reader(), pack, 1, seed, choice, (ALL,))
    (deal,) = judged(evening.lines, evening.events)
    assert deal.right, str(deal)
    assert {event["holder"] for event in evening.events if event["event"] == "dealt"} == {1, 2, 3}


def test_frames_are_written_and_followed_by_the_commands_s1(tmp_path, capsys):
    folder = tmp_path / "frames"
    written = ["simulate", str(folder), "--game", "android", "--holders", "north", "--seed", "3"]
    assert main(written) == 0
    truth = [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]
    (folder / "truth.jsonl").unlink()
    capsys.readouterr()
    assert main(["watch", str(folder), "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    full = next(line["holders"] for line in truth if len(line.get("holders", {}).get("3", ())) == 13)
    dealt = {str(event["holder"]): event["cards"] for event in events if event["event"] == "dealt"}
    assert dealt == full
    scored = [(event["tricks"], event["points"]) for event in events if event["event"] == "hand_scored"]
    assert scored == [(line["tricks"], line["points"]) for line in truth if "deal" in line]
    assert not [event for event in events if event["event"] in ("refused", "wrong_card", "out_of_step")]
