"""The real program under a double of systemd, from its start to its stop; systemd itself takes the same steps by hand
(tests/systemd/trial.py)."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from tests.systemd.manager import Manager
from tests.systemd.trial import STEPS, wait_for

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "systemd/whist-table.service"
QUICK = {"WatchdogSec": "8", "RestartSec": "0.2"}
"""What a test has no time to wait for."""


@pytest.fixture
def service(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = tmp_path / "settings.toml"
    settings.write_text('[simulation]\nplays_itself = "both"\nspeed = 20\nseed = 7\n')
    command = [sys.executable, "-m", "device.commands.cli", "run", "--camera", "sim", "--port", str(port)]
    hang = tmp_path / "hang"
    environment = {
        "STATE_DIRECTORY": str(tmp_path),
        "CONFIGURATION_DIRECTORY": str(tmp_path),
        "WHIST_HANG": str(hang),
        "PYTHONPATH": f"{ROOT}:{ROOT}/tests/systemd/hanging",
    }
    manager = Manager(UNIT, command, tmp_path, environment, QUICK)
    manager.address = f"http://127.0.0.1:{port}"
    manager.journal = tmp_path / "journal.sqlite"
    manager.hang = hang
    yield manager
    manager.close()


def test_a_service_from_start_to_stop(service):
    for step in STEPS:
        assert step(service)


def test_a_program_that_never_starts_is_given_up(tmp_path):
    changed = {**QUICK, "RestartSec": "0", "StartLimitBurst": "2"}
    (tmp_path / "settings.toml").write_text("[page]\nprot = 1\n")
    command = [sys.executable, "-m", "device.commands.cli", "run", "--settings", str(tmp_path / "settings.toml")]
    manager = Manager(UNIT, command, tmp_path, {"PYTHONPATH": str(ROOT)}, changed)
    with pytest.raises(AssertionError, match="start-limit-hit"):
        manager.start()
    wait_for("the end", lambda: manager.state() == "failed")
    assert manager.restarts() == 2
    manager.close()
