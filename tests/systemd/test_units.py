"""The units as systemd itself reads them."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNITS = sorted((Path(__file__).parents[2] / "systemd").glob("*.service"))
ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not here; apt install systemd brings it")


def analyze(*words):
    return subprocess.run([str(ANALYZE), *map(str, words)], capture_output=True, text=True, timeout=60, check=False)


def verify(unit, tmp_path, change=lambda text: text):
    # the program is not installed here, so something that exists stands in for it
    text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/sh", unit.read_text(), flags=re.MULTILINE)
    copy = tmp_path / unit.name
    copy.write_text(change(text))
    # without --recursive-errors=no a misspelt key is only a warning
    return analyze("verify", "--recursive-errors=no", "--man=no", copy)


def lines(unit, key):
    return [line.partition("=")[2] for line in unit.read_text().splitlines() if line.startswith(f"{key}=")]


def test_there_is_a_unit():
    assert [unit.name for unit in UNITS] == ["whist-table.service"]


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
    got = verify(UNITS[0], tmp_path, change)
    assert got.returncode != 0 or UNITS[0].name in got.stderr


@needs_systemd
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_its_exposure_is_low(unit):
    if "--offline" not in analyze("--help").stdout:
        pytest.skip("this systemd-analyze cannot score a unit offline")
    got = analyze("security", "--offline=true", "--threshold=20", "--no-pager", unit)
    assert got.returncode == 0, got.stdout
    found = re.search(r"exposure level for \S+: ([0-9.]+)", got.stdout)
    assert found, got.stdout
    assert float(found[1]) <= 2.0


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_its_command_line_is_one_that_the_program_takes(unit):
    from device.cli import parser

    (command,) = lines(unit, "ExecStart")
    program, *words = command.split()
    assert program == "/opt/whist-table/.venv/bin/whist-table"
    taken = parser().parse_args(words)
    assert (taken.command, taken.host) == ("run", "0.0.0.0")


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_each_key_is_given_once_unless_it_adds_up(unit):
    # the last of two would silently win
    config = configparser.ConfigParser(strict=True, interpolation=None)
    adds_up = ("DeviceAllow", "SystemCallFilter")
    kept = [line for line in unit.read_text().splitlines() if not line.startswith(adds_up)]
    config.read_string("\n".join(kept))
    assert config.sections() == ["Unit", "Service", "Install"]
