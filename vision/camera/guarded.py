"""A guard around any camera: it may be unplugged, hang, stand still or send rubbish, and the table goes on.

The camera lives in a thread of its own and is asked with a deadline. One that does not answer is given up: its thread
lets go of it as soon as it can, and the camera is opened anew.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Final, TypeVar

import numpy as np

from vision.arrays import Picture
from vision.camera.picture_checks import fault_of_capture, fault_of_look
from vision.camera.protocol import Box, Camera, CameraError, Look, PictureDropped, captured, in_one_line
from whist.phrases import phrase, reason

PATIENCE: Final = 2.0
"""Seconds within which a camera must answer."""
OPENING: Final = 20.0
"""Seconds that opening may take: a Pi camera focuses and exposes meanwhile."""
FROZEN: Final = 1.5
"""Seconds for which a noisy camera may repeat its picture, and"""
REPEATS: Final = 5
"""how many pictures those must be at least."""
CLOSING: Final = 0.3
"""Seconds that a camera that was given up may take to close before it is opened anew all the same."""
TRIES: Final = 5
"""Broken pictures in a row that are passed over."""
PAUSE: Final = 1.0
"""Seconds between two attempts to open the camera."""
PAUSE_FROZEN: Final = 5.0
"""The same where the camera answers, but with the same picture."""
MOST_STUCK: Final = 3
"""Threads that hang in a call to the camera; beyond these it is not opened again until one comes back."""

_STUCK: Final = phrase("The camera does not answer; check its cable, or unplug it and plug it in again.")
_FROZEN: Final = phrase(
    "The camera shows the same picture again and again; unplug it and plug it in again if this stays."
)
_BLACK: Final = phrase("The camera's picture is black; is there light, and is its lens free?")
_CLOSED: Final = phrase("The camera is closed.")

T = TypeVar("T")


class GuardedCamera:
    """The camera that ``opening`` opens, guarded (the ``Camera`` protocol).

    Every call answers within about ``patience`` seconds or raises ``CameraError``; after that the camera is opened
    again by later calls, at most once a second. Only sound pictures come out: a few broken ones are passed over, more
    are a ``CameraError``. Opening for the first time may take ``opening_patience`` seconds and raises ``CameraError``.
    For one thread at a time; ``close`` may come from another. ``clock`` counts seconds.
    """

    def __init__(
        self,
        opening: Callable[[], Camera],
        patience: float = PATIENCE,
        opening_patience: float = OPENING,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._opening = opening
        self._patience = patience
        self._opening_patience = opening_patience
        self._clock = clock
        self._closed = False
        self._reason = ""
        self._not_before = float("-inf")
        self._given_up: list[_Worker] = []
        self._last: Look | None = None
        self._since = 0.0
        self._repeats = 0
        self._broken = 0
        self._shift = 0.0
        self._worker: _Worker | None = None
        worker = self._start()
        try:
            worker.opened.result(opening_patience)
        except Exception as error:
            raise self._lost(error, worker.opened) from None

    @property
    def noisy(self) -> bool:
        """Whether the camera inside is."""
        return self._worker is not None and self._worker.noisy

    def look(self) -> Look | None:
        """The newest sound look; None when the camera has no more."""
        began = self._clock()
        for _ in range(TRIES):
            look = self._ask(lambda camera: camera.look())
            if look is None:
                return None
            fault = fault_of_look(look, self._last)
            if not fault:
                return self._taken(look)
            if self._clock() - began > self._patience:
                break
        raise self._unsound(fault)

    def capture(self) -> Picture:
        """The full-size picture of the moment of the last look; raises ``PictureDropped`` when it came broken."""
        return self._captured(None)

    def capture_part(self, box: Box) -> Picture:
        """What ``box`` shows of it; the camera is asked for no more, where it can do that."""
        return self._captured(box)

    def told(self) -> Mapping[str, Any]:
        """What the camera tells of itself by its last look; nothing of one that does not."""
        told: Mapping[str, Any] = self._ask(lambda camera: getattr(camera, "told", dict)())
        return told

    def _captured(self, box: Box | None) -> Picture:
        if self._last is None or self._worker is None:
            raise CameraError(
                self._reason or phrase("The camera has not been looked through yet; look first, then capture.")
            )
        last = self._last
        picture = self._ask(lambda camera: _part(camera, box))
        fault = fault_of_capture(picture, last, box)
        if not fault:
            self._broken = 0
            return picture
        self._broken += 1
        if self._broken < TRIES:
            raise PictureDropped(_broken(fault))
        self._broken = 0
        raise self._unsound(fault)

    def close(self) -> None:
        """Let go of the camera, within ``patience`` seconds or when it answers again; twice does no harm."""
        self._closed = True
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.let_go()
            worker.join(self._patience)

    # -- judging -------------------------------------------------------------------------------------------------

    def _taken(self, look: Look) -> Look:
        """A sound look, unless the camera has been repeating it for long; its time never goes back."""
        before, now = self._last, self._clock()
        if self.noisy and before is not None and np.array_equal(look.picture, before.picture):
            self._repeats += 1
            if self._repeats >= REPEATS and now - self._since >= FROZEN:
                raise self._frozen()
        else:
            self._since, self._repeats = now, 0
        if before is not None and look.t + self._shift < before.t:
            self._shift = before.t - look.t  # a camera opened anew may count from the beginning
        self._last = Look(look.picture, look.t + self._shift)
        self._reason = ""
        return self._last

    def _frozen(self) -> CameraError:
        # the picture is kept: opened anew, the camera is well only when it shows another
        if self._clock() >= self._not_before:
            self._drop(_FROZEN, PAUSE_FROZEN)
        self._reason = _FROZEN
        return CameraError(_FROZEN)

    def _unsound(self, fault: str) -> CameraError:
        if fault == "black":
            self._reason = _BLACK
            return CameraError(_BLACK)
        self._last = None  # opened anew, it may well give another size
        self._drop(_broken(fault), PAUSE)
        return CameraError(self._reason)

    # -- asking --------------------------------------------------------------------------------------------------

    def _ask(self, call: Callable[[Camera], T]) -> T:
        if self._closed:
            raise CameraError(_CLOSED)
        worker = self._worker or self._start()
        answer = worker.ask(call)
        try:
            return answer.result(self._patience)
        except Exception as error:
            if worker.is_opening(self._clock() - self._opening_patience):
                answer.cancel()
                raise CameraError(self._reason or _STUCK) from None
            raise self._lost(error, answer) from None

    def _start(self) -> _Worker:
        now = self._clock()
        self._given_up = [worker for worker in self._given_up if worker.is_alive()]
        if now < self._not_before or len(self._given_up) >= MOST_STUCK:
            raise CameraError(self._reason or _STUCK)
        for worker in self._given_up:
            worker.join(CLOSING)  # most often it is only closing what must be closed before it is opened
        self._not_before = now + PAUSE
        self._worker = _Worker(self._opening, now)
        self._worker.start()
        return self._worker

    def _lost(self, error: Exception, answer: Future[Any]) -> CameraError:
        """Give the camera up because of what came instead of an answer."""
        if isinstance(error, CameraError):
            sentence = reason(error)
        elif not answer.done():
            sentence = _STUCK
        else:
            sentence = phrase("The camera has failed ({why}); check its cable.", why=in_one_line(error))
        self._drop(sentence, PAUSE)
        return CameraError(sentence)

    def _drop(self, sentence: str, pause: float) -> None:
        self._reason = sentence
        self._not_before = self._clock() + pause
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.let_go()
            self._given_up.append(worker)


class _Worker(threading.Thread):
    """Opens one camera, does what it is asked to with it, and closes it."""

    def __init__(self, opening: Callable[[], Camera], began: float) -> None:
        # one that hangs must not keep the program from ending
        super().__init__(name="camera", daemon=True)
        self._opening = opening
        self._began = began
        self._asked: queue.SimpleQueue[tuple[Future[Any], Callable[[Camera], Any]] | None] = queue.SimpleQueue()
        self.opened: Future[None] = Future()
        self.noisy = False

    def run(self) -> None:
        """Work until ``let_go``."""
        camera: Camera | None = None
        try:
            camera = self._opening()
            self.noisy = camera.noisy
            self.opened.set_result(None)
            while (asked := self._asked.get()) is not None:
                _answer(camera, *asked)
        except BaseException as error:
            self.opened.set_exception(error)
            self._refuse(error)
        finally:
            if camera is not None:
                with suppress(Exception):
                    camera.close()

    def _refuse(self, error: BaseException) -> None:
        """Answer what was asked while the camera was being opened, and all that still will be."""
        while (asked := self._asked.get()) is not None:
            if asked[0].set_running_or_notify_cancel():
                asked[0].set_exception(error)

    def ask(self, call: Callable[[Camera], T]) -> Future[T]:
        """Have the camera asked; what it answers will be in the future."""
        answer: Future[T] = Future()
        self._asked.put((answer, call))
        return answer

    def is_opening(self, earliest: float) -> bool:
        """Whether the camera is still being opened, and began to be after ``earliest``."""
        return not self.opened.done() and self._began > earliest

    def let_go(self) -> None:
        """Close the camera after what was asked already, and end."""
        self._asked.put(None)


def _part(camera: Camera, box: Box | None) -> Picture:
    cut = captured(camera, box)
    if box is None or cut.picture.shape[:2] == (box[3] - box[1], box[2] - box[0]):
        return cut.picture
    return cut.picture[box[1] : box[3], box[0] : box[2]]


def _answer(camera: Camera, answer: Future[Any], call: Callable[[Camera], Any]) -> None:
    if not answer.set_running_or_notify_cancel():
        return
    try:
        answer.set_result(call(camera))
    except BaseException as error:
        answer.set_exception(error)


def _broken(fault: str) -> str:
    return phrase("The camera's pictures come broken ({fault}); check its cable.", fault=fault)
