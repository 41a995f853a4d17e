"""A system that grants little: one sentence, a short log, no traceback."""

from __future__ import annotations

import errno
import http.client
import re
import resource
import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from socket import create_connection

import cv2
import pytest

from device.limits import ENOUGH, FEWEST, OWN_FILES, TooFewFiles, room_for_connections, scarcity

ROOT = Path(__file__).parents[2]


def limited(what: str, number: int, *words: str) -> subprocess.Popen[str]:
    """The program under a limit of the shell."""
    begin = f"ulimit -{what} {number}; exec {sys.executable} -m device.commands.program {' '.join(words)}"
    return subprocess.Popen(["bash", "-c", begin], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_as_many_connections_as_files_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[tuple[int, int]] = []
    for limits, room, now in [
        ((1024, 10**6), ENOUGH, []),
        ((256, 10**6), ENOUGH, [(OWN_FILES + ENOUGH, 10**6)]),
        ((256, 300), 300 - OWN_FILES, [(300, 300)]),
        ((64, 64), 16, [(64, 64)]),
        ((resource.RLIM_INFINITY, resource.RLIM_INFINITY), ENOUGH, []),
        ((64, resource.RLIM_INFINITY), ENOUGH, [(OWN_FILES + ENOUGH, resource.RLIM_INFINITY)]),
    ]:
        monkeypatch.setattr(resource, "getrlimit", lambda what, limits=limits: limits)
        monkeypatch.setattr(resource, "setrlimit", lambda what, limits: raised.append(limits))
        assert room_for_connections() == room
        assert raised == now
        raised.clear()
    monkeypatch.setattr(resource, "getrlimit", lambda what: (OWN_FILES + FEWEST - 1,) * 2)
    with pytest.raises(TooFewFiles, match=r"63 files .* needs 64; raise that limit"):
        room_for_connections()


def test_too_few_files_are_said_in_one_sentence(tmp_path: Path) -> None:
    _, said = limited("n", 40, "run", "--camera", "sim", "--port", "0", "--data", str(tmp_path)).communicate(timeout=60)
    assert re.fullmatch(r"whist-table run: the system lets the table open 40 files at once[^\n]+\.\n", said)
    assert list(tmp_path.iterdir()) == []


def test_with_few_files_the_log_stays_short_and_the_page_answers(tmp_path: Path) -> None:
    program = limited("n", 64, "run", "--camera", "sim", "--port", "0", "--data", str(tmp_path))
    assert program.stdout is not None
    port = next(int(found[1]) for line in program.stdout if (found := re.search(r"open at http://\S+:(\d+)", line)))
    try:
        with ExitStack() as stack:
            for number in range(150):
                source = (f"127.0.0.{number % 50 + 2}", 0)
                stack.enter_context(create_connection(("127.0.0.1", port), timeout=10, source_address=source))
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as link:
                link.request("GET", "/")
                assert link.getresponse().status == 200
    finally:
        program.terminate()
    _, said = program.communicate(timeout=30)
    assert "Traceback" not in said
    assert len(said) < 2000


@pytest.mark.parametrize("kilobytes", [150_000, 900_000])
def test_too_little_memory_is_said_in_one_sentence(tmp_path: Path, kilobytes: int) -> None:
    program = limited("v", kilobytes, "run", "--camera", "sim", "--port", "0", "--data", str(tmp_path))
    _, said = program.communicate(timeout=60)
    assert program.returncode == 1
    assert "Traceback" not in said
    assert re.fullmatch(r"whist-table: [^\n]*memory[^\n]+\.", said.splitlines()[-1])


def test_memory_that_runs_out_later_is_said_in_one_sentence() -> None:
    begin = (
        "import device.commands.cli, device.commands.program\n"
        "def full(): raise ValueError from MemoryError()\n"
        "device.commands.cli.main = full\n"
        "device.commands.program.main()"
    )
    done = subprocess.run([sys.executable, "-c", begin], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.fullmatch(r"whist-table: there is not enough memory for it;[^\n]+\.\n", done.stderr)


def raised(error: BaseException, cause: BaseException | None = None) -> BaseException:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "word"),
    [
        (MemoryError(), "memory"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), "memory"),
        (ImportError("libx.so: failed to map segment from shared object"), "memory"),
        (ImportError("Exception caught: std::bad_alloc"), "memory"),
        (cv2.error("(-4:Insufficient memory) Failed to allocate 1 bytes"), "memory"),
        (RuntimeError("can't start new thread"), "threads"),
        (OSError(errno.EMFILE, "Too many open files"), "files"),
        (raised(ValueError("x"), MemoryError()), "memory"),
        (ValueError("x"), None),
        (FileNotFoundError(errno.ENOENT, "no"), None),
    ],
)
def test_what_says_that_the_system_gives_no_more(error: BaseException, word: str | None) -> None:
    sentence = scarcity(error)
    assert (sentence is None) == (word is None)
    assert word is None or word in str(sentence)
