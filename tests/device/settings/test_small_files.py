"""Files that the program wrote for itself and somebody, or the disk, changed: none of them keeps it from starting."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from device.journal.player_names import PlayerNames
from device.settings.host_key import host_key
from device.settings.settings import Page
from device.settings.small_files import MOST_BYTES, forget, recall, remember, remembered
from device.settings.time_limits import Pace

SPOILED = {
    "nested": b"[" * 100_000,
    "null": b"null",
    "no text": b"\xff\xfe\0",
    "digits": b"9" * 10_000,
    "too large": b"{" + b" " * MOST_BYTES + b"}",
    "a list": b'[["south"]]',
    "empty": b"",
}

VIEW = {"phase": "deal", "deal": 1, "turn": 0, "tricks_done": 0, "trick": [], "out_of_sight": [], "out_of_step": None}


@pytest.mark.parametrize("how", [*SPOILED, "pipe", "endless", "folder"])
def test_what_makes_no_sense_is_as_nothing(how: str, tmp_path: Path) -> None:
    file = tmp_path / "host-key.json"
    if how == "pipe":
        os.mkfifo(file)
    elif how == "endless":
        file.symlink_to("/dev/zero")
    elif how == "folder":
        file.mkdir()
    else:
        file.write_bytes(SPOILED[how])
    assert PlayerNames(file).shown() == {}
    assert Pace(file).shown(VIEW)["limits"] == {"bid": 0, "card": 0}
    with pytest.raises(ValueError, match="delete that file"), recall(file):
        pass
    assert len(host_key(tmp_path, Page()).pin) >= 4


def test_what_was_remembered_comes_back(tmp_path: Path) -> None:
    assert remember(tmp_path / "file.json", {"à": [1, "♥"]})
    assert remembered(tmp_path / "file.json") == {"à": [1, "♥"]}


@pytest.mark.parametrize(
    ("place", "gone"), [("no folder/file.json", True), ("a file/file.json", False), ("a folder", False)]
)
def test_where_nothing_can_be_written_or_deleted_nothing_ends(place: str, gone: bool, tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    (tmp_path / "a folder" / "in it").mkdir(parents=True)
    assert not remember(tmp_path / place, {"one": 1})
    assert forget(tmp_path / place) is gone


@pytest.mark.parametrize("before", [None, "file", "draft"])
def test_what_is_kept_is_for_the_own_user_alone(before: str | None, tmp_path: Path) -> None:
    memory = tmp_path / "simulated-table.json"
    if before is not None:
        (memory if before == "file" else memory.with_suffix(".new")).write_text("{}")
    mask = os.umask(0o022)
    try:
        assert remember(memory, {"hands": []})
    finally:
        os.umask(mask)
    assert memory.stat().st_mode & 0o777 == 0o600
    assert remembered(memory) == {"hands": []}
