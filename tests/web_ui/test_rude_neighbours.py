"""Some seconds beside a rude neighbour (tests/web_ui/rude_neighbours.py measures for minutes)."""

from __future__ import annotations

from pathlib import Path

from tests.web_ui.rude_neighbours import CROWD, neighbours


def test_nobody_who_plays_is_refused_or_thrown_out(tmp_path: Path) -> None:
    found = neighbours(tmp_path, phones=14, boards=4, seconds=6, bar=lambda seconds: None, crowd=CROWD)
    assert found.refused == found.thrown_out == 0
    assert all(one.delays for one in found.figures)
    assert all(len(player.took) > 1 for player in found.players)
    for kind, many in CROWD.items():
        assert found.neighbour[f"{kind} opened"] > many / 4
    # of the 500 that it wants: how many it holds for a moment, until it finds them closed, is the machine's load
    assert found.neighbour["most held"] < sum(CROWD.values()) / 2
