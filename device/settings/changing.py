"""The settings file as the host changes it on the page: the same file that people write by hand, judged by the same
code that reads it at the start, and written whole or not at all. Comments in it stay."""

from __future__ import annotations

import dataclasses
import logging
import re
import tomllib
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from device.settings.errors import CommandError
from device.settings.mqtt import BY_HAND, may_change
from device.settings.pins import allot, shared_pins
from device.settings.profiles import find_profile
from device.settings.settings import MOST_BYTES, Settings, SettingsError, default_place, load
from device.settings.typed_toml import read, toml_value
from vision.camera.kinds import KINDS, WAYS, parse_camera
from vision.input_files import contents
from vision.output_files import replace_whole
from vision.packs.profile import SUFFIX, Profile, ProfileError
from whist.phrases import Phrase, phrase, reason
from whist.rules.refusals import Refused

log = logging.getLogger(__name__)

CHANGEABLE: Final = ("camera", "reader", "lights", "buttons", "strip", "display", "mqtt")
"""The tables of the file that the page changes: what stands and hangs at the table, and Home Assistant. Who may come in
is written there by hand alone."""
MOST_CHANGES: Final = 60
"""At once."""
_SUGGESTED: Final = {"camera.kind": tuple(way for way in WAYS if not isinstance(way, Phrase))}


class SettingsFile:
    """``file``, or where it belongs, while the program that was begun with it runs (``web_ui.contracts.HostSettings``);
    ``again`` starts the program again, None where nothing can; ``troubles`` says what else does not go. Any thread may
    call any method."""

    def __init__(
        self,
        file: Path | None,
        again: Callable[[], None] | None = None,
        troubles: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        self._troubles = troubles
        self._file = file or default_place()
        self._again = again
        self._begun = self._now()

    def shown(self) -> dict[str, Any]:
        """What the file says now, table by table."""
        now = self._now()
        groups = [
            {"name": name, "about": note, "settings": list(_leaves(tree, (name,)))}
            for name, note, tree in _tables(now)
            if name in CHANGEABLE
        ]
        return {"file": str(self._file), "groups": groups, **self._standing(now)}

    def change(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Write other values, by their dotted names; raises ``Refused`` with one sentence for what cannot be, and then
        nothing is changed. Parts on pins that cannot be are left out, as at the start: ``warnings`` say which."""
        known = {one["name"] for group in self.shown()["groups"] for one in group["settings"]}
        if not changes or len(changes) > MOST_CHANGES or not known.issuperset(changes):
            raise Refused(phrase("There is no such setting on this page."))
        if not may_change(self._now().mqtt, changes):
            raise Refused(
                phrase(
                    "The broker is told a password, so which one it is stands in the settings file alone; "
                    "change it there."
                )
            )
        text = self._text()
        for name, value in changes.items():
            text = _with(text, name.split("."), value)
        settings = self._judged(text, changes)
        _need_own(settings, self._now())
        need_there(settings)
        self._write(text)
        return self._standing(settings)

    def restart(self) -> None:
        """Start the program again; raises ``Refused`` where it cannot do so by itself."""
        if self._again is None:
            raise Refused(phrase("The table cannot start itself again here; end it and start it again."))
        self._again()

    def _standing(self, now: Settings) -> dict[str, Any]:
        in_the_way = shared_pins(now.display, now.strip, now.buttons)
        return {
            "warnings": [
                *allot(now.lights, now.buttons).refused,
                *([in_the_way] if in_the_way else []),
                *self._troubles(),
            ],
            "restart": now != self._begun,
            "can_restart": self._again is not None,
        }

    def _now(self) -> Settings:
        try:
            return load(self._file if self._file.exists() else None)
        except SettingsError as error:
            raise Refused(reason(error)) from error

    def _text(self) -> str:
        if not self._file.exists():
            return ""
        return contents(self._file, MOST_BYTES).decode("utf-8")

    def _judged(self, text: str, changes: Mapping[str, Any]) -> Settings:
        """The settings in ``text``, if it is the file with those changes and no other."""
        try:
            wanted, table = tomllib.loads(self._text()), tomllib.loads(text)
            for name, value in changes.items():
                *tables, key = name.split(".")
                at = wanted
                for part in tables:
                    at = at.setdefault(part, {})
                at[key] = value
            if table == wanted:
                return read(Settings, table, self._file.name)
        except SettingsError as error:
            raise Refused(reason(error)) from error
        except (ValueError, RecursionError, AttributeError, TypeError):
            pass  # it is no TOML any more, or something else stands where a table should
        raise Refused(
            phrase("{file} is written in a way that this page cannot change; change it there.", file=str(self._file))
        )

    def _write(self, text: str) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            mode = self._file.stat().st_mode & 0o777 if self._file.exists() else 0o600
            replace_whole(self._file, text.encode("utf-8"), mode, masked=False)
        except OSError as error:
            log.warning("%s cannot be written: %s", self._file, error.strerror)
            raise Refused(phrase("{file} cannot be written; nothing is changed.", file=str(self._file))) from error


def need_there(settings: Settings) -> None:
    """Raise ``Refused`` where the camera or the pack that ``settings`` name is not there: the program would not start
    with them, and then no page could change them back."""
    kind, detail = parse_camera(settings.camera.kind)
    if kind in KINDS and not KINDS[kind].is_there(detail):
        raise Refused(phrase("There is no camera {camera} at this machine.", camera=settings.camera.kind))
    if settings.reader.profile:
        try:
            Profile.load(find_profile(settings.reader.profile, settings.data_folder()))
        except (CommandError, ProfileError):
            raise _no_profile(settings) from None


def _need_own(settings: Settings, before: Settings) -> None:
    """Raise ``Refused`` where ``settings`` name a file elsewhere on this machine that those ``before`` did not: the
    page asks for none, and its answers tell of none."""
    camera, profile = settings.camera.kind, settings.reader.profile
    if camera != before.camera.kind and parse_camera(camera).kind == "files":
        raise Refused(phrase("A folder of pictures, or a video, is named in the settings file alone; name it there."))
    path, within = Path(profile), settings.data_folder().resolve()
    is_path = path.suffix == SUFFIX or len(path.parts) > 1
    if profile != before.reader.profile and is_path and not _lies_in(path, within):
        raise _no_profile(settings)


def _lies_in(path: Path, folder: Path) -> bool:
    try:
        return path.resolve().is_relative_to(folder)
    except (OSError, ValueError, RuntimeError):  # no path at all, or one that leads round in a circle
        return False


def _no_profile(settings: Settings) -> Refused:
    """The same for one that is not there and one that cannot be used."""
    pack = settings.reader.profile
    return Refused(phrase("There is no profile {pack} that can be used; “whist-table enrol” makes one.", pack=pack))


def _tables(tree: Any) -> Iterator[tuple[str, str, Any]]:
    """Name, note and tree of each table within."""
    for one in dataclasses.fields(tree):
        value = getattr(tree, one.name)
        if dataclasses.is_dataclass(value):
            yield one.name, one.metadata["note"], value


def _leaves(tree: Any, path: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Each setting of a table and of those in it: its dotted name, what it is about, its value, and what it may be."""
    kinds = typing.get_type_hints(type(tree))
    for one in dataclasses.fields(tree):
        if dataclasses.is_dataclass(getattr(tree, one.name)):
            yield from _leaves(getattr(tree, one.name), (*path, one.name))
            continue
        name = ".".join((*path, one.name))
        if name in BY_HAND:
            continue
        yield {
            "name": name,
            "about": one.metadata["note"],
            "value": getattr(tree, one.name),
            "kind": kinds[one.name].__name__,
            "choices": list(one.metadata["choices"]),
            "suggested": list(_SUGGESTED.get(name, ())),
            "low": one.metadata["low"],
            "high": one.metadata["high"],
        }


def _with(text: str, path: list[str], value: Any) -> str:
    """The file ``text`` with one value set: in its line if it has one, commented out or not, else at the end of its
    table, which is made if need be. Everything else stays as it is."""
    *tables, key = path
    if not isinstance(value, bool | int | float | str):
        raise Refused(phrase("That is no value for a setting."))
    line = f"{key} = {toml_value(value)}"
    lines = text.splitlines()
    header = next((at for at, one in enumerate(lines) if _header(one) == tables), None)
    if header is None:
        return "\n".join([*lines, *([""] if lines else []), f"[{'.'.join(tables)}]", line, ""])
    end = next((at for at in range(header + 1, len(lines)) if _header(lines[at]) is not None), len(lines))
    own = [at for at in range(header + 1, end) if re.match(rf"\s*{re.escape(key)}\s*=", lines[at])]
    idle = [at for at in range(header + 1, end) if re.match(rf"\s*#\s*{re.escape(key)}\s*=", lines[at])]
    if own:
        lines[own[0]] = line + _remark(lines[own[0]])
    elif idle:
        lines[idle[0]] = line
    else:
        while end > header + 1 and not lines[end - 1].strip():
            end -= 1
        lines.insert(end, line)
    return "\n".join([*lines, ""])


def _header(line: str) -> list[str] | None:
    """The path of the table that a line begins; None for any other."""
    found = re.fullmatch(r"\s*\[\s*([\w.\s-]+?)\s*\]\s*(#.*)?", line)
    return None if found is None else [part.strip() for part in found[1].split(".")]


def _remark(line: str) -> str:
    """The comment at the end of a line whose value holds no number sign."""
    value, sign, remark = line.partition("#")
    return f"  #{remark}" if sign and value.count('"') % 2 == 0 and value.count("'") % 2 == 0 else ""
