"""What is there, what is missing, and what to do: one line each, for people."""

from __future__ import annotations

import importlib
import os
import platform
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from device.check_page import answers, page_lines, where
from device.findings import Line, State, first_line, is_a_pi
from device.journal import Journal, JournalError
from device.settings import Settings, SettingsError, load
from vision.cameras import CameraError, Picture

LEAST_ROOM: Final = 20 * 2**20
LITTLE_ROOM: Final = 500 * 2**20
"""Bytes of disk below which games cannot be kept for long, and below which somebody should know."""
LIBRARIES: Final = {
    "cv2": "OpenCV",
    "numpy": "NumPy",
    "onnxruntime": "ONNX Runtime",
    "flask": "Flask",
    "gpiozero": "gpiozero",
}


def run_checks(settings: Settings, file: Path | None = None) -> list[Line]:
    """Look at everything that ``whist-table run`` with ``settings`` (from ``file``) needs. Never raises."""
    checks: tuple[tuple[str, Callable[[], Iterable[Line]]], ...] = (
        ("the settings", lambda: _settings(settings, file)),
        ("the libraries", _libraries),
        ("the card reader", _reader),
        ("the camera", lambda: _camera(settings)),
        ("the lights", lambda: _lights(settings)),
        ("the data folder", lambda: _data(settings.data_folder())),
        ("the page", lambda: page_lines(settings.page)),
    )
    lines: list[Line] = []
    for name, check in checks:
        try:
            lines += check()
        except Exception as error:  # a check that fails is a finding, not the end of the checks
            lines.append(Line("broken", f"{name.capitalize()} could not be checked ({first_line(error)}).", ""))
    return lines


def check_file(file: Path | None) -> list[Line]:
    """``run_checks`` with the settings in ``file``; when that is wrong, it is one of the findings."""
    try:
        return run_checks(load(file), file)
    except SettingsError as error:
        wrong = Line("broken", str(error), "Until then the checks below go by the defaults.")
        return [wrong, *run_checks(Settings())[1:]]


def report(lines: Iterable[Line]) -> int:
    """Print one line each; exit status 1 if something is broken, else 0."""
    broken = 0
    for line in lines:
        print(f"{line.state:<13} {line.what} {line.do}".rstrip(), flush=True)
        broken += line.state == "broken"
    print("Nothing is broken." if not broken else f"{broken} broken: the table cannot play yet.", flush=True)
    return 1 if broken else 0


def report_running(file: Path | None) -> int:
    """Say whether a table with the settings in ``file`` is open; exit status 1 if its page does not answer.

    Raises SettingsError.
    """
    page = load(file).page
    if answers(page):
        print(f"The table is open{where(page)}.")
        return 0
    print(f"No table answers at {page.host}, port {page.port}.")
    return 1


def _settings(settings: Settings, file: Path | None) -> Iterator[Line]:
    if file is None:
        yield Line("fine", "No settings file: the defaults hold.")
    else:
        yield Line("fine", f"Settings: {file}.")
    if settings.page.host in ("127.0.0.1", "localhost", "::1"):
        yield Line(
            "look at this",
            f"The page is for this machine alone (host {settings.page.host}).",
            'To let phones in, run with --host 0.0.0.0 or set host = "0.0.0.0" under [page].',
        )


def _libraries() -> Iterator[Line]:
    found = [f"Python {platform.python_version()}"]
    for module, name in LIBRARIES.items():
        try:
            found.append(f"{name} {_version(module)}")
        except Exception as error:  # a broken build of a library fails in its own way
            do = "Run make run again, or pip install it into the virtual environment."
            yield Line("broken", f"{name} cannot be loaded ({first_line(error)}).", do)
    yield Line("fine", ", ".join(found) + ".")


def _version(module: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    loaded = importlib.import_module(module)
    try:
        # flask warns when it is asked for its own version
        return version({"cv2": "opencv-python-headless"}.get(module, module))
    except PackageNotFoundError:
        return str(loaded.__version__)


def _reader() -> Iterator[Line]:
    from vision.reader import ModelError, Reader

    try:
        Reader()
    except ModelError as error:  # it says itself what to do
        yield Line("broken", f"The card reader cannot be loaded: {first_line(error)}.")
    except Exception as error:  # onnxruntime itself does not load here
        do = "Set the program up again with ./setup.sh run."
        yield Line("broken", f"The card reader cannot be loaded ({first_line(error)}).", do)
    else:
        yield Line("fine", "The card reader is loaded.")


def _camera(settings: Settings) -> Iterator[Line]:
    from device.cameras import open_camera
    from vision.picamera2_camera import why_no_pi_camera

    try:
        camera = open_camera(settings.camera)
        if camera is None:
            wanted = settings.camera.kind == "auto" and is_a_pi()
            what = "No real camera: the cards lie on the simulated table."
            yield Line("look at this", what, why_no_pi_camera()) if wanted else Line("fine", what)
            return
        try:
            if camera.look() is None:
                yield Line(
                    "broken", "The camera has no picture.", "Put pictures into its folder, or name another camera."
                )
                return
            picture = camera.capture()
        finally:
            camera.close()
    except (CameraError, ImportError) as error:
        yield Line("broken", first_line(error), "The simulated table needs none: --camera sim.")
        return
    height, width = picture.shape[:2]
    yield Line("fine", f"The camera gives pictures of {width} × {height} pixels.")
    yield from _markers(picture)


def _markers(picture: Picture) -> Iterator[Line]:
    from vision.planes import MARKERS, PlaneFinder

    seen = PlaneFinder().markers(picture)
    for part, markers in MARKERS.items():
        wanted = {marker.number for marker in markers}
        missing = sorted(wanted - seen.keys())
        if not missing:
            yield Line("fine", f"All {len(wanted)} markers of the {part} are in sight.")
        else:
            yield Line(
                "look at this",
                f"{len(wanted) - len(missing)} of {len(wanted)} markers of the {part} are in sight.",
                f"Lay number {', '.join(map(str, missing))} free, flat and lit, inside the camera's picture.",
            )


def _lights(settings: Settings) -> Iterator[Line]:
    from device.panel import Panel

    if not settings.lights.enabled:
        yield Line("fine", "The lights are switched off in the settings.")
    panel = Panel(settings)
    panel.listen(lambda name: None)
    try:
        if panel.mock and panel.warnings:
            state: State = "look at this" if is_a_pi() else "fine"
            do = "Install python3-lgpio: sudo apt install python3-lgpio." if is_a_pi() else ""
            yield Line(state, panel.warnings[0], do)
        elif settings.lights.enabled:
            yield Line("fine", f"{len(panel.lights.names)} lights have their pins.")
        for sentence in panel.warnings[1 if panel.mock else 0 :]:
            yield Line("look at this", sentence)
    finally:
        panel.close()


def _data(folder: Path) -> Iterator[Line]:
    existing = folder
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    if not existing.is_dir():
        yield Line(
            "broken", f"{existing} is no folder, so games cannot be kept in {folder}.", "Name another with --data."
        )
        return
    do = "Change its owner, or name another folder with --data."
    try:
        # the folder itself is made by the first game, not by looking
        with tempfile.TemporaryFile(dir=existing) as trial:
            trial.write(b"x" * 4096)
            trial.flush()
            os.fsync(trial.fileno())
    except OSError as error:
        yield Line("broken", f"Nothing can be written into {existing} ({error.strerror}).", do)
        return
    free = shutil.disk_usage(existing).free
    room = f"Games are kept in {folder}; {free // 2**20} MB are free there."
    if free < LITTLE_ROOM:
        yield Line("broken" if free < LEAST_ROOM else "look at this", room, "Make room on the disk.")
    else:
        yield Line("fine", room)
    journal = folder / "journal.sqlite"
    if journal.exists():
        yield from _journal(journal)


def _journal(path: Path) -> Iterator[Line]:
    try:
        journal = Journal(path)
        try:
            games = journal.games()
        finally:
            journal.close()
    except JournalError as error:
        yield Line("broken", str(error))
    else:
        unfinished = bool(games) and games[-1].finished is None
        yield Line("fine", f"Games in the journal: {len(games)}{'; the last goes on' if unfinished else ''}.")
