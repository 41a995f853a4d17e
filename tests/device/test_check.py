from __future__ import annotations

import dataclasses
import functools
import socket
import sys
import types

import cv2
import numpy as np
import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory

from device import check
from device.check import Line, check_file, report, run_checks
from device.journal import Journal
from device.settings import Camera, Data, LightPins, Page, Settings
from vision.cameras import CameraError, Look
from vision.geometry import MARKER_DICTIONARY, TABLE_MARKERS, holder_markers
from vision.reader import MODEL_FOLDER, Reader


@pytest.fixture
def settings(tmp_path) -> Settings:
    return Settings(camera=Camera(kind="sim"), page=Page(port=0), data=Data(folder=str(tmp_path)))


@pytest.fixture
def reader(monkeypatch):
    monkeypatch.setattr("vision.reader.Reader", lambda: None)


def about(lines, word):
    found = [line for line in lines if word in line.what]
    assert found, (word, lines)
    return found[0]


def test_all_is_well_on_a_pc(settings, reader, capsys):
    lines = run_checks(settings)
    assert {line.state for line in lines} <= {"fine", "look at this"}, lines
    assert about(lines, "simulated table").state == "fine"
    assert "mock pins" in about(lines, "pins").what
    assert cv2.__version__.rsplit(".", 1)[0] in about(lines, "OpenCV").what
    assert report(lines) == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) == len(lines) + 1
    assert said[-1] == "Nothing is broken."


def test_something_broken_is_exit_status_1(capsys):
    assert report([Line("fine", "A."), Line("broken", "B.", "Do it.")]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "fine          A.",
        "broken        B. Do it.",
        "1 broken: the table cannot play yet.",
    ]


def test_a_wrong_settings_file_is_a_finding(tmp_path, reader):
    file = tmp_path / "table.toml"
    file.write_text("[page]\nprot = 1")
    lines = check_file(file)
    assert lines[0].state == "broken"
    assert 'did you mean "port"' in lines[0].what
    assert about(lines, "OpenCV").state == "fine"
    file.write_text("[page]\nport = 0")
    assert about(check_file(file), str(file)).state == "fine"


@pytest.mark.parametrize("broken", ["missing", "cut short"])
def test_a_reader_that_does_not_load(settings, monkeypatch, tmp_path, broken):
    if broken == "cut short":
        (tmp_path / "detector.onnx").write_bytes((MODEL_FOLDER / "detector.onnx").read_bytes()[:5000])
    monkeypatch.setattr("vision.reader.Reader", functools.partial(Reader, tmp_path))
    line = about(run_checks(settings), "card reader")
    assert line.state == "broken"
    assert "detector.onnx" in line.what
    assert "make model" in line.what


def test_a_library_that_does_not_load(settings, reader, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    line = about(run_checks(settings), "ONNX Runtime cannot")
    assert line.state == "broken"


class Picture:
    """A camera with one picture."""

    def __init__(self, picture):
        self.picture, self.closed = picture, False

    def look(self):
        return None if self.picture is None else Look(self.picture[::4, ::4, 0], 0.0)

    def capture(self):
        return self.picture

    def close(self):
        self.closed = True


def table(without=()):
    """A picture with every marker but those of ``without``, side by side."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
    markers = [*TABLE_MARKERS, *holder_markers(1), *holder_markers(2)]
    picture = np.full((700, 2000, 3), 255, np.uint8)
    for k, marker in enumerate(markers):
        if marker.number not in without:
            x, y = 60 + 240 * (k % 8), 60 + 320 * (k // 8)
            picture[y : y + 120, x : x + 120] = cv2.aruco.generateImageMarker(dictionary, marker.number, 120)[..., None]
    return picture


@pytest.mark.parametrize(
    ("without", "states", "words"),
    [
        ((), ["fine"] * 3, ""),
        ((2, 14), ["look at this", "look at this", "fine"], "Lay number 2 free"),
        (tuple(range(26)), ["look at this"] * 3, "Lay number 0, 1, 2, 3 free"),
    ],
)
def test_markers(settings, reader, monkeypatch, without, states, words):
    camera = Picture(table(without))
    monkeypatch.setattr("device.cameras.open_camera", lambda wanted: camera)
    lines = run_checks(settings)
    assert about(lines, "2000 × 700").state == "fine"
    markers = [line for line in lines if "markers of the" in line.what]
    assert [line.state for line in markers] == states
    assert words in markers[0].do
    assert camera.closed


def test_a_camera_that_fails(settings, reader, monkeypatch):
    def fail(wanted):
        raise CameraError("The cable is off.")

    monkeypatch.setattr("device.cameras.open_camera", fail)
    assert about(run_checks(settings), "The cable is off.").state == "broken"
    monkeypatch.setattr("device.cameras.open_camera", lambda wanted: Picture(None))
    assert about(run_checks(settings), "no picture").state == "broken"


def test_a_pi_without_camera_and_pins_is_worth_a_look(settings, reader, monkeypatch):
    monkeypatch.setattr(check, "is_a_pi", lambda: True)
    monkeypatch.setitem(sys.modules, "picamera2", None)
    monkeypatch.setattr(Device, "pin_factory", None)
    lines = run_checks(dataclasses.replace(settings, camera=Camera()))
    assert "python3-picamera2" in about(lines, "simulated table").do
    assert about(lines, "simulated table").state == "look at this"


def test_lights(settings, reader, monkeypatch):
    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    assert about(run_checks(settings), "12 lights have their pins").state == "fine"
    taken = LED(LightPins().help, pin_factory=factory)
    lines = run_checks(settings)
    assert about(lines, "11 lights have their pins").state == "fine"
    assert about(lines, "Light help").state == "look at this"
    taken.close()
    off = dataclasses.replace(settings, lights=LightPins(enabled=False))
    assert about(run_checks(off), "switched off").state == "fine"
    factory.reset()


@pytest.mark.parametrize(
    ("free", "state"), [(10**12, "fine"), (check.LITTLE_ROOM - 1, "look at this"), (check.LEAST_ROOM - 1, "broken")]
)
def test_disk(settings, reader, monkeypatch, free, state):
    monkeypatch.setattr(check.shutil, "disk_usage", lambda folder: types.SimpleNamespace(free=free))
    assert about(run_checks(settings), "MB are free").state == state


def test_data_folder(settings, reader, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    for folder, word in ((tmp_path / "file", "is no folder"), (tmp_path / "file" / "x", "is no folder")):
        assert about(run_checks(dataclasses.replace(settings, data=Data(str(folder)))), word).state == "broken"
    new = tmp_path / "a" / "b"
    assert about(run_checks(dataclasses.replace(settings, data=Data(str(new)))), "MB are free").state == "fine"
    assert not new.exists()

    def refuse(**_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(check.tempfile, "TemporaryFile", refuse)
    assert about(run_checks(settings), "Read-only file system").state == "broken"


def test_the_journal(settings, reader, tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    journal.begin_game({})
    assert about(run_checks(settings), "Games in the journal: 1; the last goes on").state == "fine"
    journal.close()
    (tmp_path / "journal.sqlite").write_bytes(b"rubbish" * 1000)
    assert about(run_checks(settings), "no database").state == "broken"


def test_the_page(settings, reader):
    def line(host, port, word):
        return about(run_checks(dataclasses.replace(settings, page=Page(host, port))), word)

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        port = taken.getsockname()[1]
        assert line("127.0.0.1", port, f"Port {port} is in use, but not by the table").state == "look at this"
    assert line("127.0.0.1", port, "can be served").state == "fine"
    assert line("127.0.0.1", 0, "this machine alone").state == "look at this"
    assert line("192.0.2.1", 0, "cannot be served").state == "broken"
    assert line("a..b", 0, "cannot be served").state == "broken"
    assert line("no\0host", 0, "The page").state == "broken"


def test_a_check_that_fails_is_a_finding(settings, reader, monkeypatch):
    def fail(*_):
        raise RuntimeError("two\nlines")

    for name in ("_settings", "_libraries", "_reader", "_camera", "_lights", "_data", "page_lines"):
        monkeypatch.setattr(check, name, fail)
    lines = run_checks(settings)
    assert len(lines) == 7
    assert all(line.state == "broken" and "(two)" in line.what for line in lines)
