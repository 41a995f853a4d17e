"""Only files are read, and only such as can be: neither pipe nor device keeps anybody waiting."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from vision.input_files import contents, opened


def test_a_file_is_read_whole_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    (tmp_path / "link").symlink_to("file")
    assert contents(tmp_path / "file", 5) == contents(tmp_path / "link", 5) == b"12345"
    with pytest.raises(OSError, match="it has more than"):
        contents(tmp_path / "file", 4)


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/null"])
def test_a_device_is_no_file(device: str, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(device)
    for path in (Path(device), tmp_path / "link"):
        with pytest.raises(OSError, match="it is a pipe or a device"):
            contents(path, 100)


def test_a_pipe_is_read_where_it_may_be_and_somebody_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="it is a pipe or a device"):
        opened(pipe)
    monkeypatch.setattr("vision.input_files.PATIENCE", 0.05)
    with pytest.raises(OSError, match="nothing comes through"):
        opened(pipe, pipes=True)
    monkeypatch.setattr("vision.input_files.PATIENCE", 60)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"x" * 100_000,))
    writer.start()
    with opened(pipe, pipes=True) as file:
        assert file.read() == b"x" * 100_000
    writer.join()


def test_a_folder_and_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        contents(tmp_path, 100)
    with pytest.raises(FileNotFoundError):
        contents(tmp_path / "none", 100)
