"""`watch` tells of frames that version 0.1.0 wrote what that version told of them.

``version_0_1_0`` has the deal and first trick of what its ``whist-table simulate DIR --seed 5`` wrote: of each state of
the table the first frame under its number, at half its size, and the taps of that time. ``events.jsonl`` is what that
version's ``whist-table watch --json`` told of the very folder that `unpacked` makes of them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import cv2
import pytest

from device.keeper.followed_folder import watch_folder
from tests.device.journal.old_evenings import unlike
from vision.reader.reader import MODEL_FOLDER, Reader
from whist.rules.commands import AndroidOptions

FOLDER: Final = Path(__file__).parent / "version_0_1_0"
FRAMES: Final = 24
NEAR: Final = 0.5
"""Where a card lies may be told otherwise by this much, mm."""

pytestmark = pytest.mark.skipif(not (MODEL_FOLDER / "classifier.onnx").is_file(), reason="there is no model yet")


def unpacked(folder: Path) -> None:
    """Write the frames and taps to an empty folder; each frame stays until another one is there."""
    kept = {int(path.stem): cv2.imread(str(path)) for path in FOLDER.glob("*.webp")}
    for number in range(1, FRAMES + 1):
        picture = kept[max(one for one in kept if one <= number)]
        assert cv2.imwrite(str(folder / f"{number:06}.jpg"), picture)
    (folder / "requests.jsonl").write_bytes((FOLDER / "requests.jsonl").read_bytes())


def differing(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> list[tuple[str, Any, Any]]:
    """Where events differ, but for what only today's tell, and for places that are `NEAR`."""
    return [
        (path, was, now)
        for path, was, now in unlike(old, new)
        if not (path in ("[].x", "[].y") and isinstance(now, float) and abs(now - was) <= NEAR)
    ]


def test_watch_tells_of_old_frames_what_was_told(tmp_path: Path) -> None:
    old = [json.loads(line) for line in (FOLDER / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {"dealt", "turned_up", "commanded", "to_move", "played", "trick_won"} < {one["event"] for one in old}
    unpacked(tmp_path)
    new = list(watch_folder(tmp_path, AndroidOptions(), Reader(threads=1)))
    assert differing(old, json.loads(json.dumps(new))) == []


@pytest.mark.parametrize(
    ("new", "number"),
    [
        ([{"event": "played", "card": "SQ", "x": 1.4, "more": []}], 0),
        ([{"event": "played", "card": "SQ", "x": 1.6}], 1),
        ([{"event": "played", "card": "SQ", "x": None}], 1),
        ([{"event": "played", "card": "CQ", "x": 1.0}], 1),
        ([{"event": "played", "x": 1.0}], 1),
        ([], 1),
    ],
)
def test_what_counts_as_another_event(new: list[dict[str, Any]], number: int) -> None:
    assert len(differing([{"event": "played", "card": "SQ", "x": 1.0}], new)) == number
