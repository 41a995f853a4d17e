"""What is there, what is missing, and what to do: one line each, for people."""

from __future__ import annotations

import fcntl
import importlib
import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from device.checks.camera import camera_lines
from device.checks.findings import Finding, Verdict, is_a_pi, why_of
from device.checks.machine import clock_line, data_lines, heat_lines
from device.checks.page import answers, page_lines, told_by, where
from device.settings.errors import CommandError
from device.settings.settings import IN_USE, Settings, SettingsError, load
from vision.arrays import Picture
from vision.camera.protocol import CameraError
from whist.phrases import phrase, reason

if TYPE_CHECKING:  # libraries that do not load are a finding
    from device.lights.panel import Panel

LIBRARIES: Final = {
    "cv2": "OpenCV",
    "numpy": "NumPy",
    "onnxruntime": "ONNX Runtime",
    "flask": "Flask",
    "gpiozero": "gpiozero",
}


class Running(NamedTuple):
    """What the table that is open in this very process has for itself."""

    capture: Callable[[], Picture | None]
    """A full-size picture, None on the simulated table; raises CameraError."""
    panel: Panel


def run_checks(settings: Settings, file: Path | None = None, running: Running | None = None) -> list[Finding]:
    """Look at everything that ``whist-table run`` with ``settings`` (from ``file``) needs. Never raises.

    Camera, reader and pins of the table that is ``running`` here are looked at as it has them. Without it, a table
    that another process has open is asked on its page; where that does not answer, camera and pins are left alone.
    """
    open_elsewhere = running is None and in_play(settings.data_folder())
    if open_elsewhere and (told := told_by(settings.page)):
        return told
    checks: dict[str, Callable[[], Iterable[Finding]]] = {
        phrase("The settings"): partial(_settings, settings, file),
        phrase("The libraries"): _libraries,
        phrase("The card reader"): partial(_reader, settings, running is not None),
        phrase("The camera"): partial(_camera, settings, running.capture if running else partial(_picture, settings)),
        phrase("The lights"): partial(_lights, settings, running.panel if running else None),
        phrase("The data folder"): partial(data_lines, settings.data_folder()),
        phrase("The clock"): lambda: [clock_line()],
        phrase("Heat and power"): heat_lines,
        phrase("The page"): partial(page_lines, settings.page),
    }
    if open_elsewhere:
        checks["The camera"] = _taken
        del checks["The lights"]
    lines: list[Finding] = []
    for name, check in checks.items():
        try:
            lines += check()
        except Exception as error:  # a check that fails is a finding, not the end of the checks
            what = phrase("{name} could not be checked ({why}).", name=name, why=why_of(error))
            lines.append(Finding("broken", what))
    return lines


def in_play(folder: Path) -> bool:
    """Whether a process has the table of this data folder open (``device.run.only_one``)."""
    try:
        with (folder / IN_USE).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _taken() -> Iterator[Finding]:
    what = phrase("The table is open, so its camera and its lights are left alone, and its page does not tell of them.")
    yield Finding("look at this", what, phrase("Stop it, and check again; a service: sudo systemctl stop whist-table."))


def check_file(file: Path | None) -> list[Finding]:
    """``run_checks`` with the settings in ``file``; when that is wrong, it is one of the findings."""
    try:
        return run_checks(load(file), file)
    except SettingsError as error:
        wrong = Finding("broken", reason(error), phrase("Until then the checks below go by the defaults."))
        return [wrong, *run_checks(Settings())[1:]]


def report(lines: Sequence[Finding]) -> int:
    """Print one line each; exit status 1 if something is broken, else 0."""
    for line in lines:
        print(f"{line.state:<13} {line.what} {line.do}".rstrip(), flush=True)
    print(verdict(lines), flush=True)
    return int(any(line.state == "broken" for line in lines))


def verdict(lines: Sequence[Finding]) -> str:
    """All findings in one sentence."""
    broken = sum(line.state == "broken" for line in lines)
    return (
        phrase("{broken} broken: the table cannot play yet.", broken=broken) if broken else phrase("Nothing is broken.")
    )


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


def _settings(settings: Settings, file: Path | None) -> Iterator[Finding]:
    if file is None:
        yield Finding("fine", phrase("No settings file: the defaults hold."))
    else:
        yield Finding("fine", phrase("Settings: {file}.", file=file))
    if settings.page.host in ("127.0.0.1", "localhost", "::1"):
        yield Finding(
            "look at this",
            phrase("The page is for this machine alone (host {host}).", host=settings.page.host),
            phrase('To let phones in, run with --host 0.0.0.0 or set host = "0.0.0.0" under [page].'),
        )


def _libraries() -> Iterator[Finding]:
    found = [f"whist-table {version('whist-table')}", f"Python {platform.python_version()}"]
    for module, name in LIBRARIES.items():
        try:
            found.append(f"{name} {library_version(module)}")
        except Exception as error:  # a broken build of a library fails in its own way
            do = phrase("Run make run again, or pip install it into the virtual environment.")
            yield Finding("broken", phrase("{name} cannot be loaded ({why}).", name=name, why=why_of(error)), do)
    yield Finding("fine", ", ".join(found) + ".")


def library_version(module: str) -> str:
    """The version of a library. Raises whatever it raises itself when it cannot be loaded."""
    loaded = importlib.import_module(module)
    try:
        # flask warns when it is asked for its own version
        return version({"cv2": "opencv-python-headless"}.get(module, module))
    except PackageNotFoundError:
        return str(loaded.__version__)


def _reader(settings: Settings, loaded: bool) -> Iterator[Finding]:
    from device.settings.profiles import open_reader
    from vision.packs.profile import model_digest
    from vision.reader.reader import MODEL_FOLDER

    given = settings.reader.profile
    try:
        if not loaded:
            open_reader(given, settings.data_folder())
    except CommandError as error:  # it says itself what to do
        yield Finding("broken", phrase("The card reader cannot be loaded: {why}", why=why_of(error)))
    except Exception as error:  # onnxruntime itself does not load here
        do = phrase("Set the program up again: make run, or sudo make install.")
        yield Finding("broken", phrase("The card reader cannot be loaded ({why}).", why=why_of(error)), do)
    else:
        model = model_digest(MODEL_FOLDER)[:8]
        if given:
            what = phrase("The card reader is loaded: model {model} and the profile {name}.", model=model, name=given)
            yield Finding("fine", what)
        else:
            yield Finding("fine", phrase("The card reader is loaded: model {model}.", model=model))


def _camera(settings: Settings, capture: Callable[[], Picture | None]) -> Iterator[Finding]:
    try:
        picture = capture()
    except (CameraError, ImportError) as error:
        yield Finding("broken", why_of(error), phrase("The simulated table needs none: --camera sim."))
        return
    if picture is not None:
        yield from camera_lines(picture)
        return
    from vision.camera.picamera2 import why_no_pi_camera

    wanted = settings.camera.kind == "auto" and is_a_pi()
    what = phrase("No real camera: the cards lie on the simulated table.")
    yield Finding("look at this", what, why_no_pi_camera()) if wanted else Finding("fine", what)


def _picture(settings: Settings) -> Picture | None:
    """What the camera sees; None when it is that of the simulated table. Raises CameraError."""
    from device.keeper.cameras import open_camera

    camera = open_camera(settings.camera)
    if camera is None:
        return None
    with closing(camera):
        if camera.look() is None:
            raise CameraError(
                phrase("The camera has no picture; put pictures into its folder, or name another camera.")
            )
        return camera.capture()


def _lights(settings: Settings, panel: Panel | None) -> Iterator[Finding]:
    if not settings.lights.enabled:
        yield Finding("fine", phrase("The lights are switched off in the settings."))
    if panel is not None:
        yield from _pins(settings, panel)
        return
    from device.lights.panel import Panel

    with closing(Panel(settings)) as own:
        own.listen(lambda name: None)
        yield from _pins(settings, own)


def _pins(settings: Settings, panel: Panel) -> Iterator[Finding]:
    if panel.mock and panel.warnings:
        state: Verdict = "look at this" if is_a_pi() else "fine"
        do = phrase("Install python3-lgpio: sudo apt install python3-lgpio.") if is_a_pi() else ""
        yield Finding(state, panel.warnings[0], do)
    elif settings.lights.enabled:
        yield Finding("fine", phrase("{count} lights have their pins.", count=len(panel.lights.names)))
    for sentence in panel.warnings[1 if panel.mock else 0 :]:
        yield Finding("look at this", sentence)
