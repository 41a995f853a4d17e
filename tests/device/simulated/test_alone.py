"""Android Whist alone against the Pi on the simulated table: whatever goes wrong, the deals are played, followed and
scored right (RULES A5, S1–S3)."""

from __future__ import annotations

import itertools

import pytest

from device.measuring.judging import judged
from device.simulated.evening import ALL
from device.simulated.habits import HABITS
from tests.evening_by_scene import followed
from tests.independent import score
from vision.simulated.faults import PICTURE_FAULTS


@pytest.mark.parametrize(
    ("name", "computer"), [*zip((*HABITS, *PICTURE_FAULTS), itertools.cycle(("north", "south")), strict=False)]
)
def test_each_fault_alone_leaves_the_deal_right_s3(name, computer):
    evening = followed(2, (name,), computer=computer)
    (deal,) = judged(evening.lines, evening.events)
    assert deal.right, str(deal)
    assert deal.faults == (name,)


@pytest.mark.parametrize("seed", range(4))
def test_faults_at_random_leave_whole_evenings_right_s3(seed):
    evening = followed(300 + seed, (ALL,), deals=2, computer=("north", "south")[seed % 2])
    deals = judged(evening.lines, evening.events)
    assert [deal.deal for deal in deals] == [1, 2]
    assert all(deal.right for deal in deals), "\n".join(map(str, deals))
    assert not [event for event in evening.events if event["event"] == "revoke_found" and event["seat"] != 0]


def test_the_truth_is_that_of_an_independent_count_s3():
    evening = followed(5, (ALL,), deals=2, computer="north")
    for dealer, deal in zip((0, 1), (line for line in evening.lines if "deal" in line), strict=True):
        played = [card for _, card in deal["plays"]]
        tricks = [played[4 * k : 4 * k + 4] for k in range(13)]
        assert (deal["tricks"], deal["points"]) == score(tricks, deal["trump"], dealer)
