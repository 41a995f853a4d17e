"""The pictures of the same evening twice, over other unknown cards: whoever must not know them is shown the very same.

    python -m tests.web_ui.secrets.pictured_evenings [--games GAME …] [--count N] [--seed S]

Evenings are those of ``unknown_cards``, with computer players' holders in every game that knows them. What is read is
true, and what the camera sees is drawn in milliseconds (``drawn_frames``): over the play area and the markers the same
both times, while all that a hidden card may show of itself, in holders, over their edges and beside the mat, is quite
another. What then comes of it is the program's own: masks, frames and names, cut-outs for questions, the guide of a
first time. Strangers ask for it, some who sit, and the host; with the table set up and in play, simulated
and real, still and while something moves, with the house rule on and off. ``unknown_pictures`` has true pictures
and eyes.
"""

from __future__ import annotations

import math
import random
import sys
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, Final
from unittest import mock

import numpy as np
from gpiozero.pins.mock import MockFactory

from device.first_time.steps import FirstTime
from device.keeper.eyes import GameWatcher
from device.keeper.live_picture import LivePicture
from device.lights.panel import Panel
from device.settings.settings import Settings
from tests.vision.readers import BlindReader
from tests.web_ui.secrets import drawn_frames
from tests.web_ui.secrets.drawn_frames import SetUp, set_up
from tests.web_ui.secrets.unknown_cards import Kind, Witness, beside_holders, compare, sweep
from tests.web_ui.secrets.unknown_oracle import BOARD
from tests.web_ui.secrets.unknown_table import Act, Program
from vision.arrays import Picture, Points
from vision.camera.protocol import Cut, Look
from vision.index.beliefs import NO_CARD, Belief
from vision.planes.planes import ALL_HOLDERS, PlaneFinder
from vision.watch.play_area import SeenCard, Sighting
from vision.watch.steady import Steady
from vision.watch.watched import cells_of_all
from vision.watch.watcher import Watcher
from web_ui.doors.doorkeeper import HostKey
from whist.cards import FULL_PACK
from whist.messages.observations import LaidCard, Observation, Reading, TableShows

ELSEWHERE: Final = "192.168.1.20"
"""The address of devices that are not the host's."""
STRANGER: Final = "a stranger"
PICTURES: Final = 12
"""Pictures of an evening at most, and the share of acts after which..."""
LOOKED: Final = 0.6
"""... the page has one open."""
ASKING: Final = 2
"""So many of those who sit ask for the live picture at a time."""
AGAIN: Final = 0.25
"""The share of times at which pictures are asked for that were shown before."""
GUIDED: Final = 0.12
"""The share of acts after which the host's device has the guide open."""
KNOCKED: Final = 40
"""So many pixels a picture is moved when somebody knocks against the mast."""


class _Camera:
    """What there is to see now: pictures that tell nothing of the play area but what lies there."""

    noisy = True

    def __init__(self, taken: Callable[[], Picture]) -> None:
        self._taken = taken

    def look(self) -> Look | None:
        """Nobody asks: eyes are told."""
        raise NotImplementedError

    def capture(self) -> Picture:
        """The picture now."""
        return self._taken()

    def close(self) -> None:
        """Nothing is held."""


class _Finder(PlaneFinder):
    """Finds the markers where they are, whatever is beside them."""

    def __init__(self, program: PicturedProgram) -> None:
        super().__init__()
        self._program = program

    def markers(self, picture: Picture, wanted: Collection[str] = ()) -> dict[int, Points]:
        """The corners of all markers in the picture."""
        planes = self._program.table.planes.values()
        away = (KNOCKED, 0) if self._program._elsewhere else (0, 0)
        return {number: corners + away for plane in planes for number, corners in plane.outlines.items()}


class ToldWatcher(Watcher):
    """A watcher that knows what it would have read."""

    def gaze(self, table: SetUp, picture: Picture, seen: Sequence[Observation], down: Sequence[LaidCard]) -> None:
        """It has looked: at a ``picture``, in which it has read what is ``seen``, and cards that lie face ``down``."""
        self.planes, self._missing, self.still = dict(table.planes), frozenset(), True
        self._watched = cells_of_all(self.planes.values(), picture)
        self._cut, self.picture, self._play = Cut(picture), picture, True
        holders = [part for part in ALL_HOLDERS if part in self.planes]
        self._steady = {part: Steady.of(self._cut, self.planes[part]) for part in holders}
        self._unread = list(down)
        self._cards, self._sightings = [], []
        for one in seen:
            if isinstance(one, TableShows):
                for laid in one.cards:
                    self._read(laid)
            elif hasattr(one, "slots"):
                slots = [None if reading is None else _belief(reading) for reading in one.slots]
                self._slots[ALL_HOLDERS[one.holder - 1]] = slots

    def _read(self, laid: LaidCard) -> None:
        if laid.reading.best is None:
            self._unread.append(laid)
            return
        belief, at = _belief(laid.reading), (laid.x, laid.y, laid.angle)
        self._cards.append(SeenCard(belief, *at, seen=at))
        self._sightings.append(Sighting(*at, 18.0, belief))


def _belief(reading: Reading) -> Belief:
    belief = np.zeros(NO_CARD + 1, np.float32)
    for card, share in reading.belief:
        belief[FULL_PACK.index(card)] = share
    belief[NO_CARD] = max(0.0, 1.0 - float(belief.sum()))
    return belief


@cache
def _panel() -> Panel:
    return Panel(Settings(), MockFactory())


class PicturedProgram(Program):
    """A table in play, with eyes, the live picture and the guide of a first time."""

    def _more_of_page(self) -> dict[str, Any]:
        rng = random.Random(f"pictures {self.seed}")
        self.stand = rng.choice(("", "", "pushed"))
        self.always = rng.random() < 0.5
        self.live = LivePicture(self.always, lambda: self.keeper.house()["picture"] == "on", lambda: self.now)
        self.live._thread = mock.Mock()  # what is handed over is drawn here, at once
        self.live._finder = _Finder(self)
        blind: Any = BlindReader()
        self.looks = GameWatcher(self.keeper, blind)
        self.camera = _Camera(self._seen_now)
        self.pictures = 0
        self._beside = True
        self._elsewhere = False
        self._not_drawn: Callable[[], None] | None = None
        clock = mock.Mock(monotonic=lambda: self.now)
        self._frozen.enter_context(mock.patch("device.first_time.steps.time", clock))
        self._frozen.enter_context(mock.patch("device.first_time.steps.threading.Timer"))
        self._frozen.enter_context(mock.patch("device.keeper.eyes.Watcher", ToldWatcher))
        self.looks._needed = None
        self.looks._follow(self.keeper.table)
        eyes: Any = SimpleNamespace(ask=lambda make: make(self.camera))
        self.guide = FirstTime(self.keeper, eyes, self.looks, _panel(), Settings(), simulated=True)
        self.guide._finder = _Finder(self)
        return {"seeing": self.live, "guide": self.guide, "key": HostKey("123456", b"secret")}

    def close(self) -> None:
        """Give back what was held still."""
        self.guide.close()
        self.live.close()
        super().close()

    # -- what the camera sees ------------------------------------------------------------------------------------------

    @property
    def table(self) -> SetUp:
        """How the table stands now."""
        android = self.keeper.table.androids
        side = "left" if self.hands.dealer % 2 else "right"
        return set_up(android, len(self.hands.holders), f"{side if android else ''} {self.stand}".strip())

    def frame(self) -> Picture:
        """The camera's picture now."""
        return self._as_it_is()()

    def _as_it_is(self) -> Callable[[], Picture]:
        """The camera's picture as things are now, whenever it is drawn."""
        hands = self.hands
        held = {number: list(self.slots(number)) for number in hands.holders}
        others = [card for own in hands.hands for card in own] + list(hands.stock)
        return partial(drawn_frames.frame, self.table, held, hands.scene.scene().laid, others if self._beside else None)

    def _seen_now(self) -> Picture:
        if not self._elsewhere:
            return self.frame()
        return np.roll(self.frame(), KNOCKED, axis=1)  # somebody has knocked against the mast

    def _looked(self, seen: Sequence[Observation]) -> None:
        laid, table, drawn = self.hands.scene.scene().laid, self.table, self._as_it_is()
        down = [LaidCard(Reading(()), one.x, one.y, math.radians(one.angle)) for one in laid if not one.face_up]
        self._not_drawn = lambda: self._watcher.gaze(table, drawn(), seen, down)
        self.looks._seen.take_in(list(seen))
        self.keeper.see(seen)
        if self.keeper.public_view()["questions"]:
            self._draw()
        self.keeper.illustrate(self._watcher)

    @property
    def _watcher(self) -> ToldWatcher:
        watcher = self.looks.watcher
        assert isinstance(watcher, ToldWatcher)
        return watcher

    def _draw(self) -> None:
        """The picture of the last look is drawn where somebody may be shown it, and not before."""
        if self._not_drawn is not None:
            self._not_drawn()
            self._not_drawn = None

    # -- what pages have open ------------------------------------------------------------------------------------------

    def shows(self, moves: bool) -> None:
        """The eyes hand over what they have seen, or see while something ``moves``, and it is drawn."""
        self._draw()
        watcher = self.looks.watcher
        if moves:
            watcher.still, watcher._cut, watcher.picture = False, None, None
        self.live.look(watcher, self.camera, lost=False)
        if self.live._next is not None:
            handed, self.live._next = self.live._next, None
            self.live._draw(*handed)
            self.pictures += self.live._drawn is not None

    def shown(self, who: str, path: str, method: str = "GET", body: Any = None) -> tuple[Any, ...]:
        """What the device of ``who`` is answered: the board's is the host's, all others are none of this machine."""
        at = {} if who == BOARD else {"environ_overrides": {"REMOTE_ADDR": ELSEWHERE}}
        browser = self.browsers.get(who, self.browsers[BOARD])
        answer = browser.open(path, method=method, json=body, headers=self.headers, **at)
        assert answer.status_code < 500, (method, path, self.said)
        return answer.status_code, answer.headers.get("Content-Length"), answer.data


class Onlooker(Witness):
    """Writes down what pictures everybody is shown, and those of questions that ``viewer`` is asked."""

    program: PicturedProgram
    _shown: int | None = None

    def __post_init__(self) -> None:
        self._draw = random.Random(f"onlooker {self.program.seed}")

    def after(self, step: int, act: Act) -> dict[str, Any]:
        """Let ``act`` happen; what was shown after it."""
        program, draw = self.program, self._draw
        answer = program.do(act)
        program.now += 2.0
        rule, watching = draw.choice(("on", "off")), draw.choice(("on", "on", "ten", "off"))
        house, looks, moves, guided = (draw.random() for _ in range(4))
        told: dict[str, Any] = {"status": answer[:1]}
        if house < 0.15:
            person = program.persons[0]
            told["house"] = program.ask(
                person, f"/requests/{person}", {"house": {"picture": rule, "watching": watching}}
            )
        if step < self.quiet:
            return told
        told |= self._pictures()
        if looks < LOOKED:
            told |= self._open(moves < 0.25)
        if guided < GUIDED:
            told |= self._guide()
        told["version"], told["log"] = program.keeper.version, program.said[:]
        program.said.clear()
        return told

    def pages(self, last: bool) -> dict[str, Any]:
        """Pages are none of this."""
        return {}

    def _open(self, moves: bool) -> dict[str, Any]:
        """Somebody has the live picture open, and then some ask for it."""
        program = self.program
        persons = list(program.persons)
        kinds = [BOARD, STRANGER, *self._draw.sample(persons, min(ASKING, len(persons)))]
        told = {f"asks {who}": program.shown(who, "/api/seen") for who in self._draw.sample(kinds, 2)}
        if program.pictures < PICTURES:
            program._elsewhere = moves and self._draw.random() < 0.2
            program.shows(moves)
            program._elsewhere = False
        before, number = self._shown, program.live._number
        self._shown = number
        # pictures that were asked for before are now and then once more: the house rule may be another by now
        asked = (number, number - 1) if number != before or self._draw.random() < AGAIN else ()
        for who in kinds:
            told[f"seen {who}"] = program.shown(who, "/api/seen")
            for picture in asked:
                told[f"picture {picture} {who}"] = program.shown(who, f"/api/seen/{picture}.jpg")
        return told

    def _guide(self) -> dict[str, Any]:
        program, step = self.program, self._draw.choice(("camera", "camera", "cards", "deal"))
        program._draw()
        program._beside = False  # how light a patch of the table is on the whole is nobody's secret
        told = {f"guide {who}": program.shown(who, "/guide", "POST", {"step": step}) for who in (BOARD, STRANGER)}
        program._beside = True
        for who in (BOARD, STRANGER, *program.persons[:1]):
            told[f"guided {who}"] = program.shown(who, "/api/guide")
            told[f"guide's picture {who}"] = program.shown(who, f"/api/guide/{program.guide._number}.jpg")
        program.guide.close()
        return told


PICTURES_OF: Final = Kind(PicturedProgram, choose=beside_holders, witness=Onlooker)


def pictured(game: str, seed: int) -> Counter[str]:
    """Compare the pictures of an evening; what was compared. Raises ``Told``."""
    return compare(game, seed, PICTURES_OF)


if __name__ == "__main__":
    sys.exit(sweep(__doc__, pictured))
