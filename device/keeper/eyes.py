"""The thread that looks at the table, and what it looks for: the parts and the pack of the game in play."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import cv2

from device.keeper.keeper import Keeper
from device.keeper.kept_pack import KeptPack
from device.keeper.live_picture import LivePicture
from device.keeper.notify import Notifier
from device.keeper.pack_lessons import PackLessons
from vision.arrays import Picture
from vision.camera.protocol import Camera, CameraError, PictureDropped
from vision.planes.planes import ALL_HOLDERS, PLAY
from vision.reader.reader import Reader
from vision.watch.alike import alike
from vision.watch.watcher import Watcher
from whist.cards import Card
from whist.messages.observations import HolderShows, LaidCard, Observation, OutOfSight, TableShows
from whist.phrases import phrase, reason
from whist.quoting import where_from
from whist.tables import TableInPlay, hand_is_open

log = logging.getLogger(__name__)

PATIENCE: Final = 2.0
"""Seconds that the last look may take when the program ends: all of it must end within five (systemd/README.md)."""
REST: Final = 1.0
"""Seconds of rest after a look that failed."""
LOOKED_OVER: Final = (5.0, 60.0)
"""Seconds after which the play area is looked over though nothing has changed, the first time; twice as many each time
after that, up to the second."""
AWAITED_SOONER: Final = 0.3
"""Share of those seconds where cards are awaited in a holder: somebody has put them in, or is about to."""

T = TypeVar("T")


class Looker(Protocol):
    """What ``Eyes`` ask what there is to see: a ``Watcher``, or one that follows the game on the table."""

    def tick(self, camera: Camera) -> list[Observation]:
        """One look."""
        ...


class Glance(NamedTuple):
    """The full-size ``picture`` of a look, and what the watcher knew of it: whether the table lay ``still``, whether
    both holders, where the game has them, were found ``bare``, and the ``cards`` on the play area."""

    picture: Picture
    still: bool
    bare: bool
    cards: tuple[LaidCard, ...]


@dataclass
class _Seen:
    """What a watcher last told of each part."""

    holders: dict[int, HolderShows] = field(default_factory=dict)
    cards: tuple[LaidCard, ...] = ()
    missing: frozenset[str] = frozenset()

    def take_in(self, told: list[Observation]) -> None:
        for one in told:
            if isinstance(one, HolderShows):
                self.holders[one.holder] = one
            elif isinstance(one, TableShows):
                self.cards = one.cards
            else:
                self.missing = one.parts

    def has(self, told: Observation) -> bool:
        """Whether a part showed before what is told of it."""
        if isinstance(told, TableShows):
            return alike(TableShows(self.cards), told)
        return isinstance(told, HolderShows) and told.holder in self.holders and alike(self.holders[told.holder], told)

    @property
    def racked(self) -> bool:
        """Whether a card was last seen in a holder: one that has gone out of sight still holds it."""
        return any(slot is not None for holder in self.holders.values() for slot in holder.slots)


@dataclass
class _LookedOver:
    """When the play area, and holders in which cards are awaited, are looked over though nothing changes there."""

    since: float = 0.0
    """When they were last looked at, or something else was told, seconds."""
    wait: float = LOOKED_OVER[0]
    asked: bool = False
    """Whether a look was asked for that has not been told of."""

    def begin(self, t: float) -> None:
        """Wait anew: something was told at ``t``."""
        self.since, self.wait, self.asked = t, LOOKED_OVER[0], False

    def is_due(self, t: float, awaited: bool) -> bool:
        """Whether they are to be looked over at ``t``, which is then taken to be done; sooner where cards are
        ``awaited``."""
        if t - self.since < self.wait * (AWAITED_SOONER if awaited else 1.0):
            return False
        self.since, self.wait, self.asked = t, min(2 * self.wait, LOOKED_OVER[1]), True
        return True

    def news(self, told: list[Observation], seen: _Seen, half_believed: Collection[str]) -> list[Observation]:
        """What is ``told`` without what a look that was asked for shows as it was ``seen`` before, unless that is only
        ``half_believed``."""
        if not self.asked or not any(isinstance(one, TableShows) for one in told):
            return told
        self.asked = False
        return [one for one in told if _part_of(one) in half_believed or not seen.has(one)]


def _part_of(told: Observation) -> str | None:
    """The part that is told of; None for what is told of several."""
    if isinstance(told, HolderShows):
        return ALL_HOLDERS[told.holder - 1]
    return PLAY if isinstance(told, TableShows) else None


class GameWatcher:
    """Watches what the game on the keeper's table needs: its pack, and the holders where it has them.

    While cards are tried, what lies on the play area is nothing of the game: the table is not told of it.
    """

    def __init__(
        self,
        keeper: Keeper,
        reader: Reader,
        still_looks: int = 2,
        rest: float = 0.0,
        live: LivePicture | None = None,
        pack: KeptPack | None = None,
    ) -> None:
        """``still_looks`` and ``rest`` are those of its ``Watcher``; ``live`` shows the pages what it sees; ``pack`` is
        what is remembered of the pack, without which it is forgotten when the program ends."""
        self._keeper = keeper
        self._reader = reader
        self._live = live
        self._still_looks, self._rest = still_looks, rest
        self._trial = threading.Lock()
        self._tried = False
        """Whether cards are tried, or those that were tried have still to be taken away."""
        self._wanted = False
        """Whether somebody wants to try cards."""
        self._seen = _Seen()
        self._over = _LookedOver()
        self._pack = pack or KeptPack()
        self._lessons: PackLessons
        self._watcher: Watcher
        self._needed: tuple[frozenset[Card], Collection[str]] | None = None
        """The pack and the parts of the table that the game in play needs."""
        self._follow(keeper.table)

    @property
    def watcher(self) -> Watcher:
        """The watcher of the game in play."""
        if self._keeper.table is not self._table:
            self._follow(self._keeper.table)
        return self._watcher

    def tick(self, camera: Camera) -> list[Observation]:
        """One look, for the game in play; first, pictures of what was asked about the last one. What the table takes
        only half at its word is looked at once more; and while a hand is in play the play area is looked over from time
        to time, and each holder in which cards are awaited: for what nobody sees there somebody may be waiting for."""
        watcher = self.watcher
        self._keeper.illustrate(watcher)
        half_believed = self._table.half_believed
        awaited = self._table.awaited
        over = self.in_play and self._over.is_due(watcher.t, bool(awaited))
        watcher.look_again({*half_believed, *awaited, PLAY} if over else half_believed)
        looked = watcher.tick(camera)
        told = self._over.news(looked, self._seen, half_believed)
        if told:
            self._over.begin(watcher.t)
        # the table counts the looks at a holder in which it waits for a card
        told += [one for one in looked if one not in told and _part_of(one) in awaited]
        self._seen.take_in(told)
        if self._keeper.with_table(lambda _: self._lessons.look(watcher)):
            self._pack.keep()
        if self._live is not None:
            self._live.look(watcher, camera, bool(self._seen.missing))
        with self._trial:
            self._end_trial()
            return [one for one in told if isinstance(one, OutOfSight)] if self._tried else told

    @property
    def in_play(self) -> bool:
        """Whether a hand is in play, from its first card that was seen until it is over: what the camera sees may then
        be nobody's to look at. Cards that are still in a holder are of a hand."""
        return hand_is_open(self._keeper.table) or self._seen.racked

    def glance(self, camera: Camera) -> Glance:
        """The picture of the last look and what is known of it; for the thread that looks. Raises ``CameraError``."""
        picture = camera.capture()
        seen, parts = self._seen, self._keeper.table.parts
        known = all(part not in parts or number in seen.holders for number, part in enumerate(ALL_HOLDERS, 1))
        bare = known and not seen.racked and not seen.missing
        return Glance(picture, self.watcher.still, bare, seen.cards)

    def try_cards(self, wanted: bool) -> None:
        """From now on cards on the play area are tried; or (not ``wanted``) those that are left there are to be taken
        away, and then count again."""
        with self._trial:
            self._wanted = wanted
            if wanted and not self._tried and not self.in_play:
                self._tried = True
                note = phrase("Cards are being tried: what lies on the table does not count until it is taken away.")
                self._keeper.warn("trial", note)

    def _end_trial(self) -> None:
        """End it when nobody wants it any more and nothing is left of it, or a hand has begun. The lock is held."""
        self._wanted = self._wanted and not self.in_play
        if self._tried and not self._wanted and (self.in_play or not self._seen.cards):
            self._tried = False
            self._follow(self._keeper.table)  # which then tells of all that can be seen
            self._keeper.warn("trial", None)

    def _follow(self, table: TableInPlay) -> None:
        self._table = table
        pack, watched = frozenset(table.rules.pack()), tuple(table.parts)
        if (pack, watched) == self._needed:
            self._watcher.tell_again()
        else:
            self._watcher = Watcher(self._reader, self._still_looks, pack, watched, self._rest, self._pack.memory)
        self._needed = pack, watched
        self._lessons = PackLessons(self._pack.memory, table)
        # what stands in the holders does not go with the game, unless they do
        held = {number: shown for number, shown in self._seen.holders.items() if ALL_HOLDERS[number - 1] in watched}
        self._seen = _Seen(held)


@dataclass(frozen=True)
class _Wish:
    """What somebody wants of the camera, to be done by the thread that has it."""

    make: Callable[[Camera], Any]
    answer: Future[Any] = field(default_factory=Future)


class Eyes(threading.Thread):
    """The thread that looks: ``looks_per_second`` times a second it asks the watcher what there is to see.

    Every look that comes to its end is a sign of life for ``notifier``, so that systemd starts a program anew whose
    eyes hang. A camera that gives no picture and is tried again is no hanging; a look that fails for a reason that
    nobody thought of is no sign of life.
    """

    def __init__(
        self,
        keeper: Keeper,
        watcher: Looker,
        camera: Camera,
        looks_per_second: float = 10.0,
        notifier: Notifier | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(name="eyes", daemon=True)
        cv2.setNumThreads(1)  # OpenCV's others spin while they wait, which costs more than they save on a small picture
        self._clock = clock
        self._notifier = notifier or Notifier({})
        self._keeper = keeper
        self._watcher = watcher
        self._camera = camera
        self._pause = 1.0 / looks_per_second
        self._halt = threading.Event()
        self._wishes: SimpleQueue[_Wish] = SimpleQueue()

    def run(self) -> None:
        """Look until ``stop``; a camera that fails is out of sight, and is tried again."""
        while not self._halt.is_set():
            self._halt.wait(self.turn())

    def turn(self) -> float:
        """Look once, in this thread; seconds to rest before the next look."""
        started = self._clock()
        self._keeper.tend()
        rest = 0.0 if self.look() else REST
        return max(rest, self._pause - (self._clock() - started))

    def look(self) -> bool:
        """Look once, and say on every page if nothing can be seen; whether the look came to a good end."""
        try:
            self._keeper.see(self._watcher.tick(self._camera))
            self._keeper.warn("camera", None)
            self._hand_out()
            self._alive("Looking at the table.")
            return True
        except CameraError as error:
            self._keeper.warn("camera", reason(error))
            self._keeper.see([OutOfSight(frozenset(self._keeper.table.parts))])
            self._alive(str(error))
        except Exception as error:
            # one picture that cannot be dealt with must not end all looking
            log.error("a look at the table failed: %s", where_from(error))
            self._keeper.warn("camera", phrase("A look at the table failed; the reason is in the log."))
        return False

    def picture(self, patience: float = 5.0) -> Picture:
        """A full-size picture, taken by this thread, for the camera is its alone; to be called from any other.

        Raises CameraError when there is none, or none has come within ``patience`` seconds.
        """
        return self.ask(lambda camera: camera.capture(), patience)

    def ask(self, make: Callable[[Camera], T], patience: float = 5.0) -> T:
        """What ``make`` makes of the camera after the next look, in this thread; otherwise as ``picture``."""
        wish = _Wish(make)
        self._wishes.put(wish)
        try:
            made: T = wish.answer.result(patience)
        except TimeoutError:
            wish.answer.cancel()
            raise CameraError(
                phrase("The camera has given no picture for {patience:g} seconds.", patience=patience)
            ) from None
        return made

    def _hand_out(self) -> None:
        """Give whoever waits for a picture that of this look; where it is dropped, that of the next one."""
        while not self._wishes.empty():
            wish = self._wishes.get()
            if wish.answer.cancelled():
                continue  # nobody waits for it any more
            try:
                made = wish.make(self._camera)
            except PictureDropped:
                self._wishes.put(wish)
                return
            except CameraError as error:
                _answered(wish.answer.set_exception, error)
            else:
                _answered(wish.answer.set_result, made)

    def _alive(self, status: str) -> None:
        self._notifier.alive()
        self._notifier.status(status)

    def stop(self) -> None:
        """Stop looking and let go of the camera; a look that hangs keeps it, and ends with the program."""
        self._halt.set()
        self.join(PATIENCE)
        if not self.is_alive():
            self._camera.close()


def _answered(give: Callable[[Any], None], what: Any) -> None:
    with suppress(InvalidStateError):  # nobody waits for it any more
        give(what)
