"""What a report tells whoever is to help, and what it keeps to itself."""

from __future__ import annotations

import getpass
import re
import socket
import zipfile

import cv2
import numpy as np
import pytest

from device.checks import report
from device.checks.report import figures, machine, memory, timed
from device.commands.cli import main
from device.run import only_one
from vision.camera.protocol import Look
from vision.packs.faces import Pack
from vision.planes.masking import WIDTH
from vision.simulated.optics import View
from vision.simulated.render import Renderer
from vision.simulated.scene import SimulatedTable
from vision.simulated.workmanship import PERFECT
from vision.sizes import CAMERA_FIELD, CAMERA_HEIGHT
from whist.cards import PACK


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """A folder of pictures that is called like a person: holders full of cards, and a trick on the table."""
    folder = tmp_path_factory.mktemp("ludmila")
    table = SimulatedTable(3, PERFECT)
    table.place_holders("left")
    table.rack(1, PACK[:13])
    table.rack(2, PACK[13:26])
    table.lay(PACK[30], 10.0, 20.0, 4.0)
    view = View.hung(CAMERA_HEIGHT, (20.0, -10.0), (0.0, 0.0, 0.0))
    renderer = Renderer(Pack.drawn("standard"), 3, view, workmanship=PERFECT)
    renderer.update(table.scene())
    for number in range(4):
        cv2.imwrite(str(folder / f"{number}.jpg"), renderer.full())
    return folder


@pytest.fixture
def reported(pictures, tmp_path, monkeypatch):
    monkeypatch.setattr(report, "PACE", 0.0)
    settings = tmp_path / "wladimir.toml"
    settings.write_text(f'[camera]\nkind = "files:{pictures}"\n[data]\nfolder = "{tmp_path}"\n')
    out = tmp_path / "report.zip"
    assert main(["check", "--report", str(out), "--settings", str(settings)]) == 0
    with zipfile.ZipFile(out) as packed:
        jpeg = packed.read("picture.jpg") if "picture.jpg" in packed.namelist() else None
        return packed.read("report.txt").decode(), jpeg


def test_it_tells_of_lens_light_machine_and_versions(reported):
    text, _ = reported
    (across,) = re.findall(r"field of view: ([\d.]+)° × 40\.\d°", text)
    assert abs(float(across) - CAMERA_FIELD[0]) < 0.5
    assert "lens 1000 mm high, +20 mm to the right, -10 mm to North" in text
    assert "it hangs well" in text
    assert "markers seen: 0, 1, 2, 3, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25" in text
    assert "of one core at" in text
    for word in ("load (1, 5, 15 minutes)", "of that free", "whist-table 0.", "OpenCV", "kernel", "reader ", "sharp"):
        assert word in text


def test_it_names_nobody(reported, pictures):
    text, _ = reported
    names = {"ludmila", "wladimir", str(pictures.parent), socket.gethostname(), "http", "127.0.0.1"}
    names |= {getpass.getuser()} - {"root"}
    assert not [name for name in names if name in text]


def test_of_its_picture_nothing_is_sharp_but_the_markers(reported):
    _, jpeg = reported
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture.shape[1] == WIDTH
    assert len(jpeg) < 60_000
    side = 40  # a patch
    flat = [
        np.ptp(picture[y + 6 : y + side - 6, x + 6 : x + side - 6]) < 30
        for y in range(0, picture.shape[0] - side + 1, side)
        for x in range(0, WIDTH, side)
    ]
    # sixteen markers, each on four patches at most
    assert len(flat) - 64 <= sum(flat) < len(flat) - 8


def test_a_table_that_is_open_keeps_its_camera(tmp_path):
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[data]\nfolder = "{tmp_path}"\n')
    with only_one(tmp_path):
        assert main(["check", "--report", str(tmp_path / "r.zip"), "--settings", str(settings)]) == 0
    with zipfile.ZipFile(tmp_path / "r.zip") as packed:
        assert packed.namelist() == ["report.txt"]
        assert "its camera is left alone" in packed.read("report.txt").decode()


def test_a_camera_that_gives_nothing_is_told(tmp_path):
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[camera]\nkind = "files:{tmp_path}/ludmila"\n[data]\nfolder = "{tmp_path}"\n')
    assert main(["check", "--report", str(tmp_path / "r.zip"), "--settings", str(settings)]) == 0
    with zipfile.ZipFile(tmp_path / "r.zip") as packed:
        text = packed.read("report.txt").decode()
    assert "no picture: its folder has none" in text
    assert "ludmila" not in text


@pytest.mark.parametrize(
    ("given", "words"), [(["--report", "nowhere/r.zip"], "no folder nowhere"), (["--report", "."], "is a folder")]
)
def test_one_sentence_where_it_cannot_be_written(tmp_path, monkeypatch, capsys, given, words):
    monkeypatch.chdir(tmp_path)
    assert main(["check", *given]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert words in said


class Late:
    """A Pi camera: what it tells of itself, and looks that are there 180 ms after their moment."""

    noisy = True

    def __init__(self, clock):
        self.clock, self.seen = clock, 0

    def look(self):
        self.seen += 1
        self.clock[0] += 0.07
        return Look(np.zeros((648, 1152), np.uint8), self.clock[0] - 0.18)

    def told(self):
        return {"AfState": 3, "LensPosition": 1.0, "ExposureTime": 9000, "FrameDuration": 71428}


def test_focus_and_lateness_of_a_pi_camera(monkeypatch):
    clock = [100.0]
    monkeypatch.setattr(report.time, "clock_gettime", lambda which: clock[0])
    camera = Late(clock)
    told = list(timed(camera, pace=0.0))
    assert "from picture to picture: 70 ms" in told
    assert "a picture is there 180 ms after its moment" in told
    assert list(figures(camera)) == ["autofocus: failed", "LensPosition: 1.0", "ExposureTime: 9000"]
    assert list(figures(object())) == []


def test_what_a_pi_tells_of_itself(tmp_path):
    for name, text in {
        "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
        "proc/loadavg": "0.10 0.20 0.30 1/234 5678\n",
        "proc/meminfo": "MemTotal: 1900000 kB\nMemAvailable: 900000 kB\nCmaTotal: 524288 kB\nCmaFree: 102400 kB\n",
        "sys/class/thermal/thermal_zone0/temp": "83000\n",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "50005\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    first, load, heat, power = machine(tmp_path)
    assert first.startswith("Raspberry Pi 4 Model B Rev 1.4, ")
    assert (load, heat) == ("load (1, 5, 15 minutes): 0.10 0.20 0.30", "processor 83 °C, too hot")
    assert "its voltage is too low" in power
    found = list(memory(tmp_path))
    assert found[2:4] == ["CMA (the camera's memory): 512 MB", "of that free: 100 MB"]
