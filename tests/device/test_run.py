"""The program as a process: it serves, it is killed in the middle of a trick, and it goes on where it was."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from device.journal.journal import Journal
from device.run import Again, open_table
from device.settings.settings import CameraSettings, Settings, SimulationSettings
from whist.messages.events import event_from_json
from whist.messages.requests import NewGame
from whist.rules.options import AndroidOptions
from whist.table.table import Table

ROOT = Path(__file__).parents[2]


class Program:
    """``whist-table run`` on a simulated table with its data in ``folder``."""

    def __init__(self, folder: Path, plays_itself: str) -> None:
        settings = folder / "settings.toml"
        settings.write_text(f'[simulation]\nplays_itself = "{plays_itself}"\nspeed = 20\nseed = 7\n')
        command = ["run", "--camera", "sim", "--port", "0", "--data", str(folder), "--settings", str(settings)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "device.commands.cli", *command], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        self.opened()

    def opened(self) -> None:
        """Wait until it serves its page."""
        assert self.process.stdout is not None
        self.address = ""
        for line in self.process.stdout:
            found = re.search(r"open at (http://\S+)", line)
            if found:
                self.address = found[1]
                break
        assert self.address, "the program ended before it served the page"

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """What the table's own machine, which is trusted, is answered."""
        asked = urllib.request.Request(
            self.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(asked, timeout=10) as answer:
            told: dict[str, Any] = json.load(answer)
        return told

    def board(self) -> dict[str, Any]:
        with urllib.request.urlopen(self.address + "/api/board", timeout=10) as answer:
            view: dict[str, Any] = json.load(answer)
        return view.get("view", view)

    def wait_for(self, condition: Callable[[dict[str, Any]], bool], seconds: float = 120) -> dict[str, Any]:
        deadline = time.monotonic() + seconds
        while not condition(board := self.board()):
            assert time.monotonic() < deadline, board["prompt"]
            time.sleep(0.02)
        return board

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        status = self.process.wait(timeout=20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[str], Program]]:
    running: list[Program] = []

    def begin(plays_itself: str) -> Program:
        running.append(Program(tmp_path, plays_itself))
        return running[-1]

    yield begin
    for program in running:
        if program.process.poll() is None:
            program.end(signal.SIGKILL)


def test_killed_in_the_middle_of_a_trick_it_goes_on_with_the_same_table(
    start: Callable[[str], Program], tmp_path: Path
) -> None:
    first = start("both")
    shown = first.wait_for(lambda board: board["tricks_done"] >= 2 and len(board["trick"]) in (2, 3))
    assert first.end(signal.SIGKILL) == -signal.SIGKILL

    journal = Journal(tmp_path / "journal.sqlite")
    game = journal.current_game()
    assert game is not None
    written = [event_from_json(line) for line in journal.events(game.id)]
    journal.close()
    table = Table.from_events(written, AndroidOptions(**game.options))
    # every event that was shown was on disk before
    assert len(written) >= shown["event"]
    before = Table.from_events(written[: shown["event"]], AndroidOptions(**game.options))
    assert before.public_view()["trick"] == shown["trick"]
    assert before.public_view()["won"] == shown["won"]

    second = start("none")
    again = second.board()
    for key in ("deal", "dealer", "scores", "trump", "won", "tricks_done", "last_trick"):
        assert again[key] == table.public_view()[key], key
    assert again["trick"][: len(table.public_view()["trick"])] == table.public_view()["trick"]
    assert second.end(signal.SIGTERM) == 0

    third = start("both")
    hand = third.wait_for(lambda board: board["hand"] is not None, 240)["hand"]
    assert sum(hand["won"]) == 13
    assert third.end(signal.SIGTERM) == 0


def test_settings_that_the_host_changed_hold_once_it_has_started_itself_again(
    start: Callable[[str], Program], tmp_path: Path
) -> None:
    program = start("both")
    before = program.wait_for(lambda board: board["tricks_done"] >= 1)
    told = program.post("/host/settings", {"changes": {"camera.upside_down": True}})
    assert told == {"warnings": [], "restart": True, "can_restart": True}
    assert "upside_down = true" in (tmp_path / "settings.toml").read_text()
    program.post("/host/restart", {})
    program.opened()
    after = program.board()
    assert (after["deal"], after["dealer"]) == (before["deal"], before["dealer"])
    assert after["event"] >= before["event"], "the game in play goes on"
    assert program.post("/host/settings", {"changes": {"camera.upside_down": True}})["restart"] is False
    assert program.end(signal.SIGTERM) == 0


def test_where_systemd_watches_over_it_systemd_starts_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    unit = (ROOT / "systemd" / "whist-table.service").read_text()
    assert f"RestartForceExitStatus={Again.STATUS}" in unit
    assert f"SuccessExitStatus={Again.STATUS}" in unit
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    assert Again().begin() == Again.STATUS


def test_two_programs_do_not_share_a_data_folder(start: Callable[[str], Program], tmp_path: Path) -> None:
    start("none")
    command = [
        sys.executable,
        "-m",
        "device.commands.cli",
        "run",
        "--camera",
        "sim",
        "--port",
        "0",
        "--data",
        str(tmp_path),
    ]
    second = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert second.returncode == 1
    assert "another whist-table" in second.stderr
    assert len(second.stderr.splitlines()) == 1


def test_a_busy_port_is_said_in_one_sentence(start: Callable[[str], Program], tmp_path: Path) -> None:
    port = start("none").address.rsplit(":", 1)[1]
    other = tmp_path / "other"
    command = [
        sys.executable,
        "-m",
        "device.commands.cli",
        "run",
        "--camera",
        "sim",
        "--port",
        port,
        "--data",
        str(other),
    ]
    second = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert second.returncode == 1
    assert port in second.stderr
    assert len(second.stderr.splitlines()) == 1


def test_a_match_that_was_left_off_and_not_the_one_asked_for_goes_on_and_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.settings.profiles.Reader", lambda: None)
    settings = Settings(camera=CameraSettings(kind="sim"), simulation=SimulationSettings(plays_itself="none"))
    for target, said in ((5, False), (5, False), (9, True)):
        with ExitStack() as stack:
            table = open_table(settings, tmp_path, stack, NewGame(0, "classic", {"target": target})).keeper.table
        assert table.rules.options.target == 5
        assert ("goes on with its own options" in capsys.readouterr().out) is said
