"""Files that a command writes: what is no file is left alone, and a link stays one."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from vision.output_files import OutputError, check_output, write_whole


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/full")
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(tmp_path / "socket"))
        for name in ("pipe", "link", "socket"):
            with pytest.raises(OutputError, match="is a device or a pipe and is not replaced"):
                check_output(tmp_path / name)


@pytest.mark.parametrize("there", [True, False])
def test_what_a_link_leads_to_is_written(there: bool, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    if there:
        (tmp_path / "folder/file").write_text("before")
    (tmp_path / "link").symlink_to("folder/file")
    check_output(tmp_path / "link")
    write_whole(tmp_path / "link", b"after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "folder/file").read_bytes() == b"after"


@pytest.mark.parametrize(
    ("to", "why"), [("nowhere/file", "there is no folder .*nowhere to write link to"), ("link", "in a circle")]
)
def test_a_link_that_leads_nowhere_is_refused(to: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(to)
    with pytest.raises(OutputError, match=why):
        check_output(tmp_path / "link")
