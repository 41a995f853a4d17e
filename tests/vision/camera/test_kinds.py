from __future__ import annotations

import sys
import types
from contextlib import closing
from functools import partial

import pytest

from device.keeper.cameras import open_camera
from device.settings.changing import need_there
from device.settings.settings import Settings, load
from vision.camera.guarded import GuardedCamera
from vision.camera.kinds import KINDS, CameraKind, parse_camera
from whist.rules.refusals import Refused


class Scanner:
    noisy = False

    def __init__(self, glass: str) -> None:
        self.glass = glass

    def told(self):
        return {"glass": self.glass}

    def close(self):
        pass


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("auto", ("auto", "")),
        ("picamera2", ("picamera2", "")),
        ("sim", ("sim", "")),
        ("usb:0", ("usb", "0")),
        ("usb:02", ("usb", "2")),
        ("files:/a:b", ("files", "/a:b")),
    ],
)
def test_cameras(text, spec):
    assert parse_camera(text) == spec


@pytest.mark.parametrize(
    "text",
    ["", "usb", "usb:", "usb:x", "usb:-1", "usb:99", "usb:²", "files:", "files", "auto:1", "sim:", "picamera2:", "Sim"],
)
def test_no_cameras(text):
    with pytest.raises(ValueError, match=r"a camera is written .* auto, picamera2, usb:0, files:FOLDER, sim"):
        parse_camera(text)


def test_one_line_makes_a_new_kind_of_camera(monkeypatch, tmp_path):
    """What has a line among the kinds is read from the settings, looked for and opened, and what it says is heard."""
    module = types.ModuleType("a_scanner")
    module.opening, module.is_there = lambda detail: partial(Scanner, detail), lambda detail: detail == "3"
    monkeypatch.setitem(sys.modules, "a_scanner", module)
    monkeypatch.setitem(KINDS, "scanner", CameraKind("scanner:N", "a scanner", str.strip, "a_scanner"))
    (tmp_path / "table.toml").write_text('[camera]\nkind = "scanner:3"', encoding="utf-8")
    settings = load(tmp_path / "table.toml")
    need_there(settings)
    camera = open_camera(settings.camera)
    assert isinstance(camera, GuardedCamera)
    with closing(camera):
        assert camera.told() == {"glass": "3"}
    with pytest.raises(Refused, match="scanner:4"):
        need_there(Settings(camera=type(settings.camera)(kind="scanner:4")))
