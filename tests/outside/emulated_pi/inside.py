"""Runs on the emulated Pi that run.sh starts: the real panel on the real lgpio.

Lines that begin with ``@`` are for ``outside.py``, which then reads the chip's registers and judges by itself: nothing
can be sent into the emulated Pi.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from gpiozero import Button

from device.keeper.cameras import open_camera
from device.lights.panel import Panel, meanings
from device.lights.pin_factory import find_pins
from device.settings.settings import CameraSettings, load

BUSYBOX = "/bin/busybox"
LOOK = 2.0
"""Seconds for which a light burns, to be looked at."""
failed: list[str] = []


def said(what: str) -> None:
    print(what, flush=True)


def check(holds: bool, what: str) -> None:
    said(f"{'ok  ' if holds else 'FAIL'} {what}")
    if not holds:
        failed.append(what)


def seen(what: str, high: str, of: str) -> None:
    """Let it be seen from outside that of the pins ``of`` those in ``high`` are high and no others."""
    said(f"@ high {high or '-'} of {of}: {what}")
    time.sleep(LOOK)


def settings(text: str):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "settings.toml"
        file.write_text(text)
        return load(file)


def lights() -> None:
    """One light after the other; from outside exactly its pin must be high, and none in the end."""
    wished = settings("")
    with closing(Panel(wished)) as panel:
        check(not panel.mock, f"pins of {find_pins()[0]}")
        check(panel.warnings == [], f"no word of trouble by default: {panel.warnings}")
        parts = [part for part in meanings(wished) if part["part"] == "light" and part["pin"]]
        pins = ",".join(str(part["pin"]) for part in parts)
        for part in parts:
            panel.lights.only(part["name"])
            seen(part["name"], str(part["pin"]), pins)
        panel.lights.only(None)
        seen("all lights dark", "", pins)
        panel.listen(lambda name: said(f"pressed: {name}"))
        check(panel.warnings == [], f"buttons open: {', '.join(panel.buttons.names)} {panel.warnings}")
    factory = find_pins()[0]
    with closing(Button(17, pin_factory=factory)) as button:
        reads = "pressed" if button.is_pressed else "open"
        said(
            f"     A button that nobody presses reads as {reads} here: the emulated chip has no pull-ups and no "
            "interrupts, so that presses show on a real Pi alone (whist-table lights)."
        )


def strip() -> None:
    wished = settings("[strip]\nenabled = true\n")
    with closing(Panel(wished)) as panel:
        check(panel.warnings == [] and panel.strip.wired, f"slot strip on SPI0: {panel.warnings}")
        began = time.monotonic()
        for slot in range(13):
            panel.strip.show({(1, slot)})
        each = (time.monotonic() - began) / 13
        check(panel.warnings == [], f"13 frames sent, {1000 * each:.1f} ms each on this emulator: {panel.warnings}")


def spi_without_answer() -> None:
    """The driver as it comes waits for interrupts that never come."""
    subprocess.run([BUSYBOX, "rmmod", "spi_bcm2835"], check=True)
    subprocess.run([BUSYBOX, "modprobe", "spi-bcm2835", "polling_limit_us=0"], check=True)
    began = time.monotonic()
    with closing(Panel(settings("[strip]\nenabled = true\n"))) as panel:
        panel.strip.show({(1, 0)})
        told = list(panel.warnings)
        panel.lights.only("help")
        seen("lights go on while the strip is silent", "25", "25,16")
    check(len(told) == 1, f"a strip that never answers, one sentence after {time.monotonic() - began:.1f} s: {told}")
    subprocess.run([BUSYBOX, "rmmod", "spi_bcm2835"], check=True)
    with closing(Panel(settings("[strip]\nenabled = true\n"))) as panel:
        check(len(panel.warnings) == 1, f"SPI switched off: {panel.warnings}")


def wrong_pins() -> None:
    subprocess.run([BUSYBOX, "modprobe", "spi-bcm2835", "polling_limit_us=2000000"], check=True)
    for pin in (28, 99, -1):
        with closing(Panel(settings(f"[lights]\nhelp = {pin}\n"))) as panel:
            check(len(panel.warnings) == 1, f"a pin that is none: {panel.warnings}")
    # the kernel keeps GPIO 8 for SPI0
    with closing(Panel(settings("[lights]\nhelp = 8\n"))) as panel:
        check(len(panel.warnings) == 1, f"a pin that is taken: {panel.warnings}")
        panel.lights.only("turn_south")
        seen("the other lights go on", "16", "16,20")
    with closing(Panel(settings("[lights]\nhelp = 16\n"))) as panel:
        check(len(panel.warnings) == 1, f"a pin for two parts: {panel.warnings}")


def camera() -> None:
    """vivid, a camera of the kernel for trials, opened as a USB camera is."""
    with closing(open_camera(CameraSettings(kind="usb:0"))) as opened:
        seen = [opened.look() for _ in range(3)]
        picture = opened.capture()
        check(all(one is not None for one in seen), f"three looks of {opened.look().picture.shape}")
        check(picture.std() > 10, f"a picture of {picture.shape[1]} x {picture.shape[0]}, not of one colour")
    try:
        open_camera(CameraSettings(kind="usb:7")).look()
        check(False, "a camera that is not there is said")
    except Exception as error:
        check("\n" not in str(error), f"a camera that is not there: {error}")


for part in (lights, strip, spi_without_answer, wrong_pins, camera):
    said(f"--- {part.__name__.replace('_', ' ')}")
    try:
        part()
    except Exception as error:
        check(False, f"{part.__name__}: {type(error).__name__}: {error}")
sys.exit(len(failed))
