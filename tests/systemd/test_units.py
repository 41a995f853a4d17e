"""The units as systemd itself reads them."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "systemd"
UNITS = sorted(FOLDER.glob("*.service"))
TABLE = FOLDER / "whist-table.service"
DROP_IN = FOLDER / "pc.conf"
MOST_EXPOSED = {
    "whist-table.service": 2.0,
    "whist-table-kiosk.service": 5.0,
    "whist-table-power@.service": 2.0,
    "whist-table-hotspot.service": 5.0,
}
"""Greatest exposure of each unit: a browser needs more than the table."""
ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not here; apt install systemd brings it")


def analyze(*words):
    return subprocess.run([str(ANALYZE), *map(str, words)], capture_output=True, text=True, timeout=60, check=False)


def verify(unit, tmp_path, change=lambda text: text):
    # the program is not installed here, so something that exists stands in for it
    text = re.sub(r"^(ExecStart\w*=\+?)\S+", r"\1/bin/sh", unit.read_text(), flags=re.MULTILINE)
    copy = tmp_path / unit.name
    copy.write_text(change(text))
    # without --recursive-errors=no a misspelt key is only a warning
    return analyze("verify", "--recursive-errors=no", "--man=no", copy)


def lines(unit, key):
    return [line.partition("=")[2] for line in unit.read_text().splitlines() if line.startswith(f"{key}=")]


def test_there_are_units():
    assert {unit.name for unit in UNITS} == set(MOST_EXPOSED)


@needs_systemd
def test_the_drop_in_for_machines_without_the_groups_of_a_pi_verifies(tmp_path):
    (tmp_path / "whist-table.service.d").mkdir()
    drop_in = tmp_path / "whist-table.service.d" / DROP_IN.name
    drop_in.write_text(DROP_IN.read_text())
    assert verify(TABLE, tmp_path).returncode == 0
    drop_in.write_text(DROP_IN.read_text().replace("SupplementaryGroups", "SuplementaryGroups"))
    assert verify(TABLE, tmp_path).returncode != 0, "systemd does not look at the drop-in"


def test_nothing_runs_on_the_board_s_terminal_once_its_browser_does():
    """Each command of a unit with TTYVHangup hangs the terminal up as it starts, and the browser with it."""
    kiosk = FOLDER / "whist-table-kiosk.service"
    assert lines(kiosk, "TTYVHangup") == ["yes"]
    assert [lines(kiosk, key) for key in ("ExecStartPost", "ExecReload")] == [[], []]


def test_the_drop_in_leaves_only_groups_that_every_debian_has():
    assert lines(TABLE, "SupplementaryGroups") == ["video gpio spi i2c"]
    assert lines(DROP_IN, "SupplementaryGroups") == ["", "video"]


@needs_systemd
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_it_verifies(unit, tmp_path):
    got = verify(unit, tmp_path)
    assert got.returncode == 0, got.stderr
    assert unit.name not in got.stderr


@needs_systemd
@pytest.mark.parametrize(
    "change", [lambda text: text.replace("Restart=", "Restrat="), lambda text: text.replace("=strict", "=strictly")]
)
def test_a_mistake_would_be_found(tmp_path, change):
    got = verify(TABLE, tmp_path, change)
    assert got.returncode != 0 or TABLE.name in got.stderr


@needs_systemd
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_its_exposure_is_low(unit):
    if "--offline" not in analyze("--help").stdout:
        pytest.skip("this systemd-analyze cannot score a unit offline")
    most = MOST_EXPOSED[unit.name]
    got = analyze("security", "--offline=true", f"--threshold={most * 10:.0f}", "--no-pager", unit)
    assert got.returncode == 0, got.stdout
    found = re.search(r"exposure level for \S+: ([0-9.]+)", got.stdout)
    assert found, got.stdout
    assert float(found[1]) <= most


def test_its_command_line_is_one_that_the_program_takes():
    from device.commands.cli import parser

    (command,) = lines(TABLE, "ExecStart")
    program, *words = command.split()
    assert program == "/opt/whist-table/current/bin/whist-table"
    taken = parser().parse_args(words)
    # host and port are the owner's, in the settings
    assert (taken.command, taken.host, taken.port) == ("run", None, None)


def test_what_a_ready_card_does_at_its_start_is_a_command_that_the_program_takes():
    from device.commands.cli import parser

    (command,) = lines(FOLDER / "whist-table-hotspot.service", "ExecStart")
    program, *words = command.split()
    assert program == "/opt/whist-table/current/bin/whist-table"
    taken = parser().parse_args(words)
    assert (taken.command, taken.start) == ("hotspot", True)


def test_systemd_is_told_of_life_and_does_not_wait_for_long():
    keys = ("Type", "NotifyAccess", "Restart", "WatchdogSec", "TimeoutStopSec")
    assert [lines(TABLE, key) for key in keys] == [["notify"], ["main"], ["on-failure"], ["30"], ["5"]]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_each_key_is_given_once_unless_it_adds_up(unit):
    # the last of two would silently win
    config = configparser.ConfigParser(strict=True, interpolation=None)
    adds_up = ("DeviceAllow", "SystemCallFilter", "After", "ExecStart=")
    kept = [line for line in unit.read_text().splitlines() if not line.startswith(adds_up)]
    config.read_string("\n".join(kept))
    started_by_another = unit.name == "whist-table-power@.service"
    assert config.sections() == ["Unit", "Service", *([] if started_by_another else ["Install"])]


@needs_systemd
def test_the_unit_that_waits_for_somebody_to_ask_verifies(tmp_path):
    waiting = FOLDER / "whist-table-power@.path"
    for unit in (waiting, FOLDER / "whist-table-power@.service"):
        (tmp_path / unit.name.replace("@", "@reboot")).write_text(unit.read_text())
    got = analyze("verify", "--recursive-errors=no", "--man=no", tmp_path / "whist-table-power@reboot.path")
    assert (got.returncode, got.stderr) == (0, "")


def test_what_the_program_leaves_is_what_systemd_waits_for():
    """One folder and two names, in three files."""
    from device.keeper.power import FILES

    (folder,) = lines(TABLE, "RuntimeDirectory")
    assert lines(FOLDER / "whist-table-power@.path", "PathExists") == [f"/run/{folder}/%i"]
    taken_away, done = lines(FOLDER / "whist-table-power@.service", "ExecStart")
    assert (taken_away, done) == (f"rm -f /run/{folder}/%i", "systemctl --no-block %i")
    assert f"for asked in {' '.join(FILES.values())}; do" in (FOLDER / "install.sh").read_text()
