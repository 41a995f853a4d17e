"""What the machine's own files tell of clock, heat and power, from a root folder made up for each case."""

from __future__ import annotations

import os

import pytest

from device.checks import machine
from device.checks.machine import clock_line, data_lines, heat_lines


@pytest.fixture
def put(tmp_path):
    def put(path, text):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    return put


def heat(tmp_path):
    return [(line.state, line.what) for line in heat_lines(tmp_path)]


@pytest.mark.parametrize(
    ("zones", "told"),
    [
        ({}, []),
        ({"0": "45678\n"}, [("fine", "The processor is at 46 °C.")]),
        ({"0": "45678\n", "1": "81234\n"}, [("look at this", "The processor is at 81 °C.")]),
        ({"0": "rubbish"}, []),
    ],
)
def test_temperature(tmp_path, put, zones, told):
    for number, text in zones.items():
        put(f"sys/class/thermal/thermal_zone{number}/temp", text)
    assert heat(tmp_path) == told


@pytest.mark.parametrize(
    ("flags", "state", "words"),
    [
        ("0", "fine", "all the power it wants"),
        ("50005", "look at this", "The Pi is not at its best: its voltage is too low, it is slowed down."),
        ("50000", "look at this", "at some time: its voltage is too low, it is slowed down."),
        ("80008", "look at this", "near its limit of heat"),
    ],
)
def test_power(tmp_path, put, flags, state, words):
    put("sys/devices/platform/soc/soc:firmware/get_throttled", f"{flags}\n")
    ((got, told),) = heat(tmp_path)
    assert got == state
    assert words in told


def test_power_is_asked_of_vcgencmd_where_no_file_tells_it(tmp_path, put, monkeypatch):
    put("bin/vcgencmd", "#!/bin/sh\n[ $1 = get_throttled ] && echo throttled=0x50000\n")
    (tmp_path / "bin/vcgencmd").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    monkeypatch.setattr(machine, "_SYSTEM", tmp_path)
    assert machine.throttled(tmp_path) == 0x50000
    put("bin/vcgencmd", "#!/bin/sh\necho VCHI initialization failed\nexit 255\n")
    assert machine.throttled(tmp_path) is None


def test_clock(tmp_path, put):
    made = os.stat(machine.__file__).st_mtime
    line = clock_line(0.0, tmp_path)
    assert line.state == "look at this"
    assert "1970" in line.what
    assert "before this program was installed" in line.what
    assert "network" in line.do
    assert clock_line(made + 1, tmp_path).state == "fine"
    put("run/systemd/timesync/synchronized", "")
    assert clock_line(made + 1, tmp_path).what.endswith(", set by the network.")


def test_a_slow_disk(tmp_path, monkeypatch):
    now = [0.0]
    fsync = os.fsync

    def slow(number):
        now[0] += 0.25
        fsync(number)

    monkeypatch.setattr(machine.os, "fsync", slow)
    monkeypatch.setattr(machine.time, "perf_counter", lambda: now[0])
    (line,) = [line for line in data_lines(tmp_path) if "written down" in line.what]
    assert (line.state, line.what) == ("look at this", "An event is written down in 250 ms.")
    assert "card" in line.do
