"""``whist-table check --report FILE``: a ZIP of how camera and machine are, to show to whoever is to help.

It holds no hand and no name: of the picture nothing is sharp but the markers, on which no card can lie, and the text
has neither addresses nor host names, nor folders, which may be called like people.
"""

from __future__ import annotations

import io
import os
import platform
import resource
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from math import atan, degrees
from pathlib import Path
from statistics import median
from typing import Any, Final

from device.checks.camera import camera_lines
from device.checks.check import LIBRARIES, in_play, library_version
from device.checks.findings import why_of
from device.checks.machine import HOT, temperature, throttled, troubles
from device.settings.errors import CommandError
from device.settings.settings import Settings, SettingsError, load
from vision.arrays import Points
from vision.camera.protocol import Camera, CameraError
from vision.output_files import OutputError, check_output, write_whole
from vision.planes.adjustment import bundle_of
from vision.planes.bundle import Bundle
from vision.planes.masking import as_jpeg, masked_but_markers
from vision.planes.planes import PlaneFinder, planes_of
from vision.watch.camera_advice import hang_of, next_move
from vision.watch.motion import Motion

LOOKS: Final = 40
"""So many looks are timed."""
PACE: Final = 1 / 14
"""Seconds from look to look, as while the table plays."""
MOST_LATE: Final = 5.0
"""A look that seems to be older than this, seconds, counts by another clock."""
_FOCUS: Final = ("not begun", "searching", "found", "failed")
"""What libcamera's AfState says."""
_TOLD: Final = ("LensPosition", "ExposureTime", "AnalogueGain", "ColourGains", "FocusFoM", "SensorTemperature")
"""What is told of a camera's own figures beside its focus."""
_MEMORY: Final = {
    "MemTotal": "memory",
    "MemAvailable": "of that free",
    "CmaTotal": "CMA (the camera's memory)",
    "CmaFree": "of that free",
}


def write_report(file: Path, settings_file: Path | None) -> None:
    """Write it. Raises CommandError, one sentence, where the file cannot be written or the settings are wrong."""
    try:
        check_output(file)
        settings = load(settings_file)
        text, jpeg = made(settings)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
            out.writestr("report.txt", text)
            if jpeg is not None:
                out.writestr("picture.jpg", jpeg)
        write_whole(file, packed.getvalue())
    except (OutputError, SettingsError) as error:
        raise CommandError(f"{why_of(error)}.".replace("..", ".")) from None


def made(settings: Settings) -> tuple[str, bytes | None]:
    """The report's text, and its picture, where there is one."""
    lines: list[str] = []
    jpeg = None
    for name, told in (("Machine", machine), ("Memory", memory), ("Versions", versions)):
        lines += [name, *(f"  {line}" for line in told()), ""]
    lines.append("Camera")
    if in_play(settings.data_folder()):
        lines.append("  The table is open, so its camera is left alone: stop it, and make the report again.")
    else:
        seen, jpeg = camera(settings)
        lines += [f"  {line}" for line in seen]
    return "\n".join(lines) + "\n", jpeg


def machine(system: Path = Path("/")) -> Iterator[str]:
    """Model, load, heat and power."""
    yield f"{_first(system / 'proc/device-tree/model') or platform.machine()}, {os.cpu_count()} cores"
    yield "load (1, 5, 15 minutes): " + _first(system / "proc/loadavg").rsplit(" ", 2)[0]
    degrees_celsius = temperature(system)
    if degrees_celsius is not None:
        yield f"processor {degrees_celsius:.0f} °C" + (", too hot" if degrees_celsius >= HOT else "")
    flags = throttled(system)
    if flags is not None:
        now, before = (", ".join(map(str, words)) or "well" for words in troubles(flags))
        yield f"power: now {now}; since its start {before}"


def memory(system: Path = Path("/")) -> Iterator[str]:
    """Memory of the machine, of the camera (CMA) and of this program."""
    found = dict(line.split(":", 1) for line in _text(system / "proc/meminfo").splitlines() if ":" in line)
    for key, words in _MEMORY.items():
        if key in found:
            yield f"{words}: {int(found[key].split()[0]) // 1024} MB"
    yield f"this program: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB at most"


def versions() -> Iterator[str]:
    """Of the program, of what it stands on, and of its reader."""
    from vision.packs.profile import model_digest
    from vision.reader.reader import MODEL_FOLDER

    release = dict(line.split("=", 1) for line in _text(Path("/etc/os-release")).splitlines() if "=" in line)
    yield f"{release.get('PRETTY_NAME', platform.system()).strip(chr(34))}, kernel {platform.release()}"
    yield f"whist-table {version('whist-table')}, Python {platform.python_version()}"
    for module, name in LIBRARIES.items():
        yield f"{name} {_or_why(partial(library_version, module))}"
    for package in ("picamera2", "libcamera"):
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            continue
    yield f"reader {_or_why(lambda: model_digest(MODEL_FOLDER)[:8])}"


def camera(settings: Settings) -> tuple[list[str], bytes | None]:
    """How the camera sees, how late, what looking costs; and its picture."""
    from device.keeper.cameras import open_camera, resolve

    lines: list[str] = []
    kind = ""
    try:
        kind = resolve(settings.camera.kind).kind
        lines.append(f"kind: {kind}")
        opened = open_camera(settings.camera)
        if opened is None:
            return [*lines, "the simulated table: there is nothing to see"], None
        with closing(opened):
            lines += timed(opened)
            lines += figures(opened)
            picture = opened.capture()
    except (CameraError, ImportError) as error:
        # what is said of a folder of pictures names it
        why = "its folder has none" if kind == "files" else why_of(error)
        return [*lines, f"no picture: {why}"], None
    seen, size = PlaneFinder().markers(picture), (picture.shape[1], picture.shape[0])
    bundle = bundle_of(seen, size)
    lines += hanging(seen, size, bundle)
    lines += [f"{line.state}: {line.what}" for line in camera_lines(picture)]
    return lines, as_jpeg(masked_but_markers(picture, {} if bundle is None else planes_of(bundle, seen), seen))


def timed(looking: Camera, pace: float = PACE) -> Iterator[str]:
    """How often looks come, how late, and what looking takes of a core while nothing is read."""
    motion, ages, times = Motion(2), [], []
    began, used = time.monotonic(), time.process_time()
    for _ in range(LOOKS):
        look = looking.look()
        if look is None:
            break
        motion.step(look.picture)
        ages.append(time.clock_gettime(time.CLOCK_BOOTTIME) - look.t)
        times.append(look.t)
        time.sleep(max(0.0, began + len(times) * pace - time.monotonic()))
    if len(times) < 2:
        yield "too few pictures came to be timed"
        return
    passed = time.monotonic() - began
    yield f"idle: {(time.process_time() - used) / passed:.1%} of one core at {len(times) / passed:.1f} looks a second"
    between = median(b - a for a, b in pairwise(times))
    yield f"from picture to picture: {1000 * between:.0f} ms"
    late = median(ages)
    if 0 <= late < MOST_LATE:
        yield f"a picture is there {1000 * late:.0f} ms after its moment"


def figures(looked_through: Any) -> Iterator[str]:
    """What the camera tells of itself, where it does: focus first."""
    told: Callable[[], Mapping[str, Any]] | None = getattr(looked_through, "told", None)
    found = {} if told is None else told()
    state = found.get("AfState")
    if isinstance(state, int) and 0 <= state < len(_FOCUS):
        yield f"autofocus: {_FOCUS[state]}"
    for name in _TOLD:
        if name in found:
            yield f"{name}: {found[name]}"


def hanging(seen: Mapping[int, Points], size: tuple[int, int], bundle: Bundle | None) -> Iterator[str]:
    """How the camera hangs, and its field of view, as the markers tell."""
    yield f"markers seen: {', '.join(map(str, sorted(seen))) or 'none'}"
    hang = hang_of(seen, size)
    if bundle is None or hang is None:
        return
    across, high = (2 * degrees(atan(side / 2 / bundle.hang.focal)) for side in size)
    lens = f"focal length {bundle.hang.focal:.0f} px, bend {bundle.hang.bend:+.3f}"
    yield f"field of view: {across:.1f}° × {high:.1f}° ({lens})"
    yield f"lens {hang.height:.0f} mm high, {hang.place[0]:+.0f} mm to the right, {hang.place[1]:+.0f} mm to North"
    aim = f"{hang.aim[0]:+.0f} mm to the right and {hang.aim[1]:+.0f} mm to North of the middle"
    yield f"it looks {aim}, turned by {hang.turn:+.1f}°"
    yield f"{hang.scale:.2f} pixels per mm"
    move = next_move(hang)
    yield "it hangs well" if move is None else f"what to do: {move.words()}"


def _or_why(told: Callable[[], str]) -> str:
    try:
        return told()
    except Exception as error:  # a library that does not load fails in its own way, and that is what is asked for
        return f"cannot be loaded ({type(error).__name__})"


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def _first(path: Path) -> str:
    return _text(path).split("\n", 1)[0].strip("\0 ")
