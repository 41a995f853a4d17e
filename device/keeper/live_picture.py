"""The camera's picture of the play area for the pages, while somebody has it open, with what was read drawn in.

The eyes hand over what they have read anyway, once more when a page opens it, and on the simulated table also while
something moves there; it is drawn by a thread of its own that gives way to theirs, at most once in ``APART`` seconds.
Only what was read of the play area makes another picture: how often a holder is looked at tells nobody anything.

On the simulated table everybody may look who may see the board; at a real one whoever sits, where the house allows it.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from vision.camera.protocol import Camera, CameraError
from vision.planes.planes import PlaneFinder
from vision.watch.live_picture import Drawn, Sight, drawn, stands_still
from vision.watch.watcher import Watcher
from whist.phrases import phrase
from whist.quoting import where_from

log = logging.getLogger(__name__)

APART: Final = 1.0
"""Seconds between two pictures, at least."""
PRESENT: Final = 4.0
"""Seconds after which nobody has it open any more: a page that has it open asks every second."""
LATE: Final = 3.0
"""Seconds without a look after which there is no picture."""
GIVES_WAY: Final = 10
"""The nice value of the thread that draws."""


class LivePicture:
    """The newest picture (``web_ui.contracts.Seeing``). Any thread may call any method; ``look`` is for the eyes'."""

    def __init__(
        self, always: bool, allowed: Callable[[], bool] = lambda: False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """``always``: everybody may look, also while something moves; else where it is ``allowed``."""
        self.always = always
        self._allowed, self._clock = allowed, clock
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False
        self._wanted = self._looked = self._taken = float("-inf")
        """When it was last asked for, when the eyes last looked, and when they last handed something over."""
        self._next: tuple[Sight, bool] | None = None
        """What is to be drawn next, and whether something moves in it."""
        self._stale = True
        """Whether the eyes must be asked for another one as soon as nothing moves."""
        self._drawn: Drawn | None = None
        self._jpegs: dict[int, bytes] = {}
        """The newest picture and the one before, by number: pages may still be told of that one."""
        self._moves = self._lost = False
        """Whether something moved in the newest picture, and whether parts of the table cannot be found now."""
        self._number = 0
        self._finder = PlaneFinder()

    # -- what the page asks ---------------------------------------------------------------------------------------

    @property
    def on(self) -> bool:
        """Whether those who play may look, by the house rule."""
        return self.always or self._allowed()

    def state(self) -> dict[str, Any]:
        """What is seen now; whoever asks has it open."""
        with self._changed:
            if not self.on or self._closed:
                self._forget()
                return {"number": None, "note": ""}
            now = self._clock()
            if now - self._wanted > PRESENT:
                self._forget()
            self._wanted = now
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="live picture", daemon=True)
                self._thread.start()
            told = {"number": None, "note": self._note(now), "moves": self._moves}
            if self._drawn is None:
                return told
            return told | {
                "number": self._number,
                "size": list(self._drawn.size),
                "cards": [[str(card) for card in cards] for cards in self._drawn.cards],
                "places": [list(place) for place in self._drawn.places],
                "holders": [{"holder": number, "at": list(at)} for number, at in self._drawn.holders.items()],
            }

    def picture(self, number: int) -> bytes | None:
        """The JPEG of that number, if it is the newest, or was until now, and may be seen."""
        with self._changed:
            return self._jpegs.get(number) if self.on else None

    def _note(self, now: float) -> str:
        if self._lost:
            return phrase("I cannot find all parts of the table, so this is not how it looks now.")
        if now - self._looked > LATE and self._drawn is not None:
            return phrase("The camera gives no picture now.")
        return ""

    def _forget(self) -> None:
        """Nobody has it open. The lock is held."""
        self._drawn = self._next = None
        self._jpegs = {}
        self._stale, self._taken = True, float("-inf")
        self._moves = self._lost = False

    # -- the eyes' thread -----------------------------------------------------------------------------------------

    def look(self, watcher: Watcher, camera: Camera, lost: bool) -> None:
        """The eyes have looked, and parts of the table are ``lost`` or not: take what they saw, if somebody has it
        open. Never raises."""
        try:
            now = self._looked = self._clock()
            if self.on and now - self._wanted <= PRESENT:
                self._take(watcher, camera, lost, now)
        except CameraError:
            return  # the eyes will meet it too, and say so
        except Exception as error:
            log.error("what was seen could not be shown: %s", where_from(error))

    def _take(self, watcher: Watcher, camera: Camera, lost: bool, now: float) -> None:
        sight = watcher.sight()
        moves = sight is None and watcher.play_moves  # what moves in a holder tells of its cards
        if sight is not None and not sight.fresh:
            sight = None  # holders were read
        if sight is None and now - self._taken >= APART:
            if moves and self.always:
                sight = watcher.sight(camera, whole=True)
            elif watcher.still and self._stale:
                sight = watcher.sight(camera)
        if sight is not None:
            sight = sight.bare() if moves else sight.small()
        with self._changed:
            self._lost = lost
            if sight is not None and self.on:
                self._next, self._taken, self._stale = (sight, moves), now, moves
                self._changed.notify_all()

    # -- the thread that draws ------------------------------------------------------------------------------------

    def _work(self) -> None:
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), GIVES_WAY)
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._next is not None)
                if self._closed:
                    return
                assert self._next is not None
                (sight, moves), self._next = self._next, None
            try:
                self._draw(sight, moves)
            except Exception as error:
                log.error("what was seen could not be drawn: %s", where_from(error))
            with self._changed:
                self._changed.wait_for(lambda: self._closed, APART)

    def _draw(self, sight: Sight, moves: bool) -> None:
        if moves and not stands_still(sight.cut.picture, sight.planes, self._finder):
            return  # where holders may be elsewhere nobody knows what must not be shown
        made = drawn(sight.small() if moves else sight)
        with self._changed:
            if self._clock() - self._wanted <= PRESENT and self.on:
                self._drawn, self._moves = made, moves
                self._number += 1
                self._jpegs = {n: jpeg for n, jpeg in self._jpegs.items() if n == self._number - 1} | {
                    self._number: made.jpeg
                }

    def close(self) -> None:
        """End the thread; nothing is shown any more."""
        with self._changed:
            self._closed = True
            self._forget()
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(APART)
