from __future__ import annotations

import dataclasses
import functools
import http.server
import socket
import sys
import threading
import types

import cv2
import flask
import numpy as np
import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory

from device.checks import check, machine
from device.checks.check import Running, check_file, report, report_running, run_checks
from device.checks.findings import Finding
from device.checks.page import answers
from device.commands.cli import main
from device.journal.journal import Journal
from device.lights.panel import Panel
from device.run import only_one
from device.settings.settings import CameraSettings, CardReader, DataSettings, LightPins, Page, Settings
from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from vision.camera.protocol import CameraError, Look
from vision.reader.reader import MODEL_FOLDER, Reader
from web_ui.app import create_app
from web_ui.doors.doorkeeper import HostKey


@pytest.fixture
def settings(tmp_path) -> Settings:
    return Settings(camera=CameraSettings(kind="sim"), page=Page(port=0), data=DataSettings(folder=str(tmp_path)))


@pytest.fixture
def reader(monkeypatch):
    monkeypatch.setattr("device.settings.profiles.Reader", lambda: None)


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
    assert report([Finding("fine", "A."), Finding("broken", "B.", "Do it.")]) == 1
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
    monkeypatch.setattr("device.settings.profiles.Reader", functools.partial(Reader, tmp_path))
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


def test_what_the_camera_sees(settings, reader, monkeypatch):
    camera = Picture(np.full((700, 2000, 3), 255, np.uint8))
    monkeypatch.setattr("device.keeper.cameras.open_camera", lambda wanted: camera)
    lines = run_checks(settings)
    assert about(lines, "2000 × 700").state == "fine"
    assert about(lines, "markers of the play area").state == "look at this"
    assert camera.closed


def test_the_running_table_gives_its_own_picture_and_panel(settings, monkeypatch):
    monkeypatch.setattr("device.settings.profiles.Reader", lambda: pytest.fail("the reader is loaded once more"))
    factory = MockFactory()
    taken = LED(LightPins().help, pin_factory=factory)
    panel = Panel(settings, factory)

    def seen(capture):
        return run_checks(settings, running=Running(capture, panel))

    lines = seen(lambda: np.full((700, 2000, 3), 255, np.uint8))
    assert about(lines, "2000 × 700").state == "fine"
    assert about(lines, "card reader is loaded").state == "fine"
    assert about(lines, "11 lights have their pins").state == "fine"
    assert about(lines, "Light help").state == "look at this"
    assert panel.lights.names, "the panel of the table was closed"
    assert about(seen(lambda: None), "simulated table").state == "fine"

    def fail():
        raise CameraError("The cable is off.")

    assert about(seen(fail), "The cable is off.").state == "broken"
    panel.close()
    taken.close()


def test_a_table_that_is_open_keeps_its_camera_and_its_pins(settings, reader, tmp_path):
    with only_one(tmp_path):
        lines = run_checks(settings)
        assert about(lines, "left alone").state == "look at this"
        assert not [line for line in lines if "pins" in line.what or "simulated" in line.what]
    assert about(run_checks(settings), "simulated")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            {"verdict": "", "lines": [{"state": "broken", "what": "Dark.", "do": "Lamp."}]},
            Finding("broken", "Dark.", "Lamp."),
        ),
        ({"error": "No."}, None),
        ([1], None),
        ({"lines": [1]}, None),
    ],
)
def test_an_open_table_is_asked_on_its_page(settings, reader, tmp_path, said, told):
    app = flask.Flask("table")
    app.extensions["streams"] = types.SimpleNamespace(share=lambda streams: None, close=lambda: None)
    app.get("/api/check")(lambda: flask.jsonify(said))
    with only_one(tmp_path), serving(app) as server:
        lines = run_checks(dataclasses.replace(settings, page=Page("127.0.0.1", server.port)))
    assert (lines == [told]) if told else about(lines, "left alone")


def test_a_profile_that_is_not_there(settings):
    lines = run_checks(dataclasses.replace(settings, reader=CardReader("bicycle")))
    assert about(lines, "no profile bicycle").state == "broken"


def test_a_camera_that_fails(settings, reader, monkeypatch):
    def fail(wanted):
        raise CameraError("The cable is off.")

    monkeypatch.setattr("device.keeper.cameras.open_camera", fail)
    assert about(run_checks(settings), "The cable is off.").state == "broken"
    monkeypatch.setattr("device.keeper.cameras.open_camera", lambda wanted: Picture(None))
    assert about(run_checks(settings), "no picture").state == "broken"


def test_a_pi_without_camera_and_pins_is_worth_a_look(settings, reader, monkeypatch):
    monkeypatch.setattr(check, "is_a_pi", lambda: True)
    monkeypatch.setitem(sys.modules, "picamera2", None)
    monkeypatch.setattr(Device, "pin_factory", None)
    lines = run_checks(dataclasses.replace(settings, camera=CameraSettings()))
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
    ("free", "state"),
    [(10**12, "fine"), (machine.LITTLE_ROOM - 1, "look at this"), (machine.LEAST_ROOM - 1, "broken")],
)
def test_disk(settings, reader, monkeypatch, free, state):
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda folder: types.SimpleNamespace(free=free))
    assert about(run_checks(settings), "MB are free").state == state


def test_data_folder(settings, reader, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    for folder, word in ((tmp_path / "file", "is no folder"), (tmp_path / "file" / "x", "is no folder")):
        assert about(run_checks(dataclasses.replace(settings, data=DataSettings(str(folder)))), word).state == "broken"
    new = tmp_path / "a" / "b"
    assert about(run_checks(dataclasses.replace(settings, data=DataSettings(str(new)))), "MB are free").state == "fine"
    assert not new.exists()

    def refuse(**_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(machine.tempfile, "TemporaryFile", refuse)
    assert about(run_checks(settings), "Read-only file system").state == "broken"


def test_the_journal(settings, reader, tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    journal.begin_game({})
    assert about(run_checks(settings), "Games in the journal: 1; the last goes on").state == "fine"
    journal.close()
    (tmp_path / "journal.sqlite").write_bytes(b"rubbish" * 1000)
    assert about(run_checks(settings), "no database").state == "broken"


def test_a_page_that_is_served(settings, reader, capsys, tmp_path):
    app = flask.Flask("table")
    app.extensions["streams"] = types.SimpleNamespace(share=lambda streams: None, close=lambda: None)
    app.get("/join")(lambda: "the way in")
    with serving(app) as server:
        page = Page("127.0.0.1", server.port)
        line = about(run_checks(dataclasses.replace(settings, page=page)), "The page is served")
        assert line.what == f"The page is served: here http://localhost:{server.port}."
        file = tmp_path / "settings.toml"
        file.write_text(f"[page]\nport = {server.port}\n")
        assert report_running(file) == 0
    assert report_running(file) == 1
    assert "No table answers" in capsys.readouterr().out


@pytest.mark.parametrize("watching", ["on", "off"])
def test_a_table_whose_board_is_closed_answers_s7(watching):
    keeper = FakeKeeper()
    keeper.change(house={"watching": watching})
    with serving(create_app(keeper, seats_store=MemorySeats(), key=HostKey(trust_this_machine=False))) as server:
        assert answers(Page("127.0.0.1", server.port))


def test_another_program_that_serves_pages_there_is_no_table():
    class Other(http.server.BaseHTTPRequestHandler):
        def do_HEAD(self):
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Other) as other:
        threading.Thread(target=other.handle_request, daemon=True).start()
        assert not answers(Page("127.0.0.1", other.server_port))


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

    names = ("_settings", "_libraries", "_reader", "_camera", "_lights")
    for name in (*names, "data_lines", "clock_line", "heat_lines", "page_lines"):
        monkeypatch.setattr(check, name, fail)
    lines = run_checks(settings)
    assert len(lines) == 9
    assert all(line.state == "broken" and "(two)" in line.what for line in lines)


def test_with_hands_every_light_and_button_is_gone_through(settings, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr("device.commands.commands.check_file", lambda file: [Finding("fine", "All.")])
    monkeypatch.setattr("device.commands.try_lights.try_lights", lambda options: asked.append(options) or 1)
    assert main(["check"]) == 0
    assert asked == []
    assert main(["check", "--hands", "--settings", str(tmp_path / "s.toml")]) == 1
    assert asked[0].buttons
    assert asked[0].settings == tmp_path / "s.toml"
