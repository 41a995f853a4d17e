"""The kinds of camera, a line each. What a camera needs is imported only once it is opened, or looked for."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from whist.phrases import Phrase, joined, phrase

if TYPE_CHECKING:
    from vision.camera.protocol import Camera

MOST_NUMBER: Final = 63
"""Of a video device: so many has the kernel."""


class CameraSpec(NamedTuple):
    """What ``--camera`` names: ``kind`` is one of ``KINDS``, ``"auto"`` or ``"sim"``; ``detail`` what follows the
    colon, ``""`` where nothing does."""

    kind: str
    detail: str


class CameraKind(NamedTuple):
    """How a kind of camera is ``written``, what it is ``called``, what its ``detail`` stands for (None where it cannot
    be one), and the module that has it: that one's ``opening(detail)`` makes what opens the camera, as often as it has
    to be, and its ``is_there(detail)`` says whether it can be."""

    written: str
    called: str
    detail: Callable[[str], str | None]
    module: str

    def opening(self, detail: str) -> Callable[[], Camera]:
        """What opens the camera; it raises ``CameraError``."""
        opening: Callable[[], Camera] = self._of_module("opening")(detail)
        return opening

    def is_there(self, detail: str) -> bool:
        """Whether there is such a camera at this machine, as far as can be told without opening it."""
        return bool(self._of_module("is_there")(detail))

    def _of_module(self, name: str) -> Any:
        return getattr(importlib.import_module(self.module), name)


def _nothing(detail: str) -> str | None:
    return None if detail else ""


def _number(detail: str) -> str | None:
    right = detail.isascii() and detail.isdigit() and len(detail) < 4 and int(detail) <= MOST_NUMBER
    return str(int(detail)) if right else None


def _path(detail: str) -> str | None:
    return detail if detail and detail.isprintable() else None


KINDS: Final[Mapping[str, CameraKind]] = {
    "picamera2": CameraKind("picamera2", phrase("the Pi's camera"), _nothing, "vision.camera.picamera2"),
    "usb": CameraKind("usb:0", phrase("the first USB camera"), _number, "vision.camera.usb"),
    "files": CameraKind(
        phrase("files:FOLDER"), phrase("a folder of pictures, or a video"), _path, "vision.camera.folder"
    ),
}
"""By the word before the colon."""
WAYS: Final = ("auto", *(kind.written for kind in KINDS.values()), "sim")
"""How a camera may be written; what is a phrase stands for something else, such as a folder's name."""


def explained() -> Phrase:
    """The kinds, each with what it is."""
    return joined(", ", [phrase("{written} ({called})", **kind._asdict()) for kind in KINDS.values()])


def parse_camera(text: str) -> CameraSpec:
    """The camera that a ``text`` such as ``usb:0`` names; ``ValueError`` with one sentence where it names none."""
    if text in ("auto", "sim"):
        return CameraSpec(text, "")
    word, colon, rest = text.partition(":")
    kind = KINDS.get(word)
    detail = None if kind is None else kind.detail(rest)
    if detail is None or bool(colon) != bool(detail):
        raise ValueError(phrase("a camera is written as one of these: {ways}.", ways=joined(", ", WAYS)))
    return CameraSpec(word, detail)
