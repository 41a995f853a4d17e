"""The process in which computer players think: whatever becomes of it, nobody waits for it long."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from device.company import thinking
from device.company.player_process import answers
from device.company.thinking import COMMAND, Thinker
from tests.device.commands.test_bot import position

PATIENT = 30.0
"""Seconds for which these tests wait for what comes in a moment on an idle machine."""


def asked(**changes: Any) -> dict[str, Any]:
    return {"level": "easy", "seed": 0, "position": position(**changes)}


def scripted(code: str) -> list[str]:
    """A process that says it is ready and then does something else."""
    return [sys.executable, "-u", "-c", f"print('\"ready\"')\nimport sys, time\n{code}"]


def until(what: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + PATIENT
    while not (found := what()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return found


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    one = Thinker(limit=PATIENT)
    yield one
    one.close()


def test_it_is_started_when_it_is_needed_and_ends_with_the_program(thinker: Thinker) -> None:
    assert thinker.process is None
    assert "play" in thinker.answer(asked())
    pid = thinker.process
    assert pid is not None
    assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0), "it gives way"
    thinker.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert thinker.answer(asked(dealer=0)) is None or thinker.process is None


def test_it_ends_when_whoever_started_it_is_gone() -> None:
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdin is not None
    assert json.loads(process.stdout.readline()) == "ready"
    process.stdin.close()
    assert process.wait(PATIENT) == 0
    process.stdout.close()


def test_it_is_started_anew_when_it_dies(thinker: Thinker) -> None:
    thinker.warm()
    first = until(lambda: thinker.process)
    os.kill(first, signal.SIGKILL)
    answers = [thinker.answer(asked(trump=trump)) for trump in "CDHS"]
    assert answers[-1] is not None
    assert thinker.process != first


def test_what_is_asked_twice_is_thought_about_once(thinker: Thinker) -> None:
    first = thinker.begin(asked())
    assert thinker.begin(asked()) is first
    assert thinker.answer(asked()) == first.answer


@pytest.mark.parametrize(
    "code",
    [
        "time.sleep(60)",
        "sys.exit()",
        "sys.stdin.readline(); sys.exit()",
        "[print('nonsense') for _ in sys.stdin]",
        "sys.stdin.readline(); print('x' * 100_000)",
        "import os; os.close(0); os.close(1); time.sleep(60)",
    ],
)
def test_nobody_waits_for_a_process_that_gives_no_answer(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 0.1)
    thinker = Thinker(scripted(code), limit=0.3)
    thinker.warm()
    until(lambda: thinker.process)
    for trump in "CDHS":
        begun = time.monotonic()
        assert thinker.answer(asked(trump=trump)) is None
        assert time.monotonic() - begun < 3.0
    thinker.close()
    assert thinker.process is None


def test_what_a_beginner_does_is_taken_where_thinking_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 20.0)
    code = "n = 0\nfor line in sys.stdin:\n n += 1; print(n); time.sleep(1.0); print(-n)"
    thinker = Thinker(scripted(code), limit=0.5)
    assert until(lambda: thinker.begin(asked()).done.is_set())
    pid = thinker.process
    assert thinker.answer(asked()) == 1
    assert until(lambda: thinker.begin(asked(trump="S")).done.is_set())
    assert thinker.begin(asked(trump="S")).answer == 2, "the late answer is not taken for the next one"
    assert thinker.process == pid
    thinker.close()


def test_a_process_that_cannot_be_started_is_left_alone(caplog: pytest.LogCaptureFixture) -> None:
    thinker = Thinker([str(Path("/nowhere/at/all"))], limit=0.2)
    for trump in "CDHS":
        assert thinker.answer(asked(trump=trump)) is None
    thinker.close()
    assert len([record for record in caplog.records if "cannot be started" in record.message]) == 1


def test_no_card_is_logged(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 0.1)
    caplog.set_level(logging.DEBUG)
    for code in ("[print(line) for line in sys.stdin]", "sys.stdin.readline(); sys.exit()", "time.sleep(60)"):
        thinker = Thinker(scripted(code), limit=0.3)
        thinker.answer(asked())
        thinker.close()
    said = "\n".join(record.getMessage() + str(record.exc_info or "") for record in caplog.records)
    assert said
    assert not any(card in said for card in position()["hands"][1])


@pytest.mark.parametrize("line", [b"", b"nonsense", b"[]", b"{}", b'{"position": {}, "level": "easy", "seed": 0}'])
def test_what_is_no_position_is_answered_with_nothing(line: bytes) -> None:
    assert list(answers(line)) == [None, None]


def test_the_solver_is_not_in_the_process_of_the_table() -> None:
    """What opens a table loads nothing of what computer players think with."""
    code = "import device.run, sys; print([name for name in sys.modules if name.startswith('whist.players')])"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    for heavy in ("double_dummy", "search", "player'", "two_hands", "worlds"):
        assert heavy not in made.stdout
