"""The guide of a first time: camera, cards, lights, first deal; each step with its state, found by looking.

While a hand is in play, from its first card that was seen until it is over, there is no picture and nothing is told of
the camera's. At other times the picture shows the play area, if all holders of the game were found, and found bare, in
that very picture, and hardly anything else (`vision.planes.masking`); and every page says so meanwhile, for people may
hold cards over the play area that were dealt and not seen yet.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Mapping
from typing import Any, Final

from device.first_time.camera import SetupView, StepWords, camera_words, outlines, summary, view_of
from device.first_time.cards import card_marks, card_words
from device.first_time.lights import LightsTrial
from device.keeper.eyes import Eyes, GameWatcher, Glance
from device.keeper.keeper import Keeper
from device.lights.panel import Panel
from device.settings.settings import Settings
from vision.camera.protocol import CameraError
from vision.planes.masking import as_jpeg, masked, shown_size
from vision.planes.planes import ALL_HOLDERS, PLAY, PlaneFinder
from web_ui.contracts import STEPS
from whist.phrases import phrase, reason
from whist.rules.refusals import Refused

FRESH: Final = 1.0
"""Seconds for which a picture is shown again: all who look share one picture a second."""
PRESENT: Final = 8.0
"""Seconds after which somebody who is not heard of is at no step any more: the page asks every second or two."""

_IN_PLAY: Final = phrase("While a hand is in play nobody is shown the camera's picture; the guide goes on after it.")
_COARSE: Final = {
    True: phrase("The picture is coarse until play area and holders are found and the table lies still."),
    False: phrase("The picture is coarse until the play area is found and the table lies still."),
}
"""Why a picture shows hardly anything, in games with holders and without."""


class FirstTime:
    """The guide of the table that is open (``web_ui.contracts.Guide``). To be called from any thread; one looks, the
    others are shown what was seen last."""

    def __init__(
        self,
        keeper: Keeper,
        eyes: Eyes,
        watcher: GameWatcher,
        panel: Panel,
        settings: Settings,
        simulated: bool = False,
    ) -> None:
        self._keeper, self._eyes, self._watcher = keeper, eyes, watcher
        self._simulated = simulated
        self._lights = LightsTrial(panel, settings)
        self._finder = PlaneFinder()
        self._lock = threading.RLock()
        self._looking = threading.Lock()
        self._gone: threading.Timer | None = None
        self._seen: dict[str, Any] = {}
        self._words: dict[str, StepWords] = {}
        self._cards_done = False
        self._cards_until = float("-inf")
        self._shows = False
        """Whether somebody is at a step with a picture, and every page says so."""
        self._jpeg: bytes | None = None
        self._number = 0
        self._until = float("-inf")

    # What the page asks (web_ui.contracts.Guide).

    def state(self) -> dict[str, Any]:
        """All steps as they are now, and what there is to draw."""
        if self._shows and not self._hidden() and self._looking.acquire(blocking=False):
            try:
                if time.monotonic() >= self._until:
                    self._look()
                    self._until = time.monotonic() + FRESH
            finally:
                self._looking.release()
        with self._lock:
            hidden = self._hidden()
            seen = {} if hidden else self._seen
            steps = {name: self._step(name)._asdict() for name in STEPS}
            steps["lights"] |= {"asks": self._lights.burning, "tried": self._lights.tried}
            base = {"hidden": hidden, "picture": None, "size": [960, 540], "marks": [], "note": ""}
            return base | seen | {"steps": steps}

    def at(self, step: str, burns: bool | None = None, again: bool = False) -> dict[str, Any]:
        """Somebody is at that step of ``STEPS``, and will be asked for again within ``PRESENT`` seconds; at the lights
        ``burns`` answers, and ``again`` begins anew. Raises ``Refused`` for an answer that nothing was asked for."""
        with self._lock:
            if burns is not None and not self._lights.burning:
                raise Refused(phrase("No light is being tried now."), "not_now")
            if again:
                self._lights.again()
            elif burns is not None:
                self._lights.answer(burns)
            self._enter("" if self._hidden() else step)
        return self.state()

    def picture(self, number: int) -> bytes | None:
        """The JPEG of that number, if it is the newest and may be seen."""
        with self._lock:
            return self._jpeg if number == self._number and not self._hidden() else None

    def close(self) -> None:
        """Let lights and cards be the table's again."""
        with self._lock:
            self._enter("")

    def _enter(self, step: str) -> None:
        """Be at a step, or (empty) at none. The lock is held."""
        if self._gone is not None:
            self._gone.cancel()
            self._gone = None
        now = time.monotonic()
        if step in ("cards", ""):  # several pages may be at several steps
            self._cards_until = now + PRESENT if step else now
        self._watcher.try_cards(now < self._cards_until)
        tried = self._lights.burning
        self._announce(step in ("camera", "cards"))
        if step == "lights":
            self._lights.show()
        else:
            self._lights.stop()
        if tried and not self._lights.burning:
            self._keeper.show_again()
        if step:
            self._gone = threading.Timer(PRESENT, self.close)
            self._gone.daemon = True
            self._gone.start()

    def _announce(self, shows: bool) -> None:
        """Say on every page that the picture is shown, or no more; it is then forgotten. The lock is held."""
        self._shows = shows
        shown = phrase("A device of the host's is shown what lies on the play area.")
        self._keeper.warn("guide", shown if shows else None)
        if not shows:
            self._forget()

    def _forget(self) -> None:
        self._jpeg, self._seen, self._until = None, {}, float("-inf")
        self._words.pop("cards", None)

    def _hidden(self) -> str:
        """Why nobody may see what the camera sees; empty when all may. What was seen is forgotten then."""
        if not self._watcher.in_play:
            return ""
        with self._lock:
            self._forget()
        return _IN_PLAY

    # -- looking -----------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Take a picture and keep what is said and shown of it. For one thread at a time."""
        try:
            glance = self._eyes.ask(self._watcher.glance)
        except CameraError as error:
            with self._lock:
                self._jpeg, self._seen = None, {"note": reason(error)}
                self._words = {"camera": StepWords(False, reason(error))}
            return
        needed, androids, parts = self._keeper.with_table(lambda table: (table.holders, table.androids, table.parts))
        view = view_of(glance.picture, self._finder.markers(glance.picture, parts))
        holders = bool(needed)
        sharp = glance.still and PLAY in view.planes and (not holders or (glance.bare and _all_found(view, needed)))
        jpeg = as_jpeg(masked(glance.picture, view.planes, sharp))
        words = {"camera": camera_words(view, needed, androids)}
        if sharp:
            words["cards"] = card_words(view, glance.cards)
        elif glance.still:
            words["cards"] = StepWords(False, _COARSE[holders])
        with self._lock:
            if self._hidden() or not self._shows:
                return  # a hand has begun meanwhile, or whoever asked has gone
            self._number += 1
            self._jpeg = jpeg
            self._words |= words  # while hands move, what was said of the cards stands
            self._cards_done |= "cards" in words and words["cards"].done
            self._seen = self._drawn(view, glance, "" if sharp else _COARSE[holders])

    def _drawn(self, view: SetupView, glance: Glance, note: str) -> dict[str, Any]:
        """What the page draws; ``note`` says why it is hardly anything, where it is."""
        marks = list(outlines(view, glance.picture, self._sides()))
        if not note:
            marks += card_marks(view, glance.cards, glance.picture)
        size = list(shown_size(glance.picture))
        return {"picture": self._number, "size": size, "marks": marks, "seen": summary(view), "note": note}

    @property
    def _has_androids(self) -> bool:
        return self._keeper.with_table(lambda table: table.androids)

    def _sides(self) -> Mapping[int, str]:
        """Where holders are expected: on the dealer's left."""
        if not self._has_androids:
            return {}
        view = self._keeper.public_view()
        side = "left" if view["seats"][view["dealer"]]["person"] == "south" else "right"
        return {1: side, 2: side}

    # -- steps -------------------------------------------------------------------------------------------------------

    def _step(self, name: str) -> StepWords:
        hidden = self._hidden()
        if name == "deal":
            return self._deal()
        if hidden:
            return StepWords(name != "cards" or self._cards_done, hidden)
        if name == "lights":
            return self._lights.words()
        said = self._words.get(name, StepWords(False, phrase("Looking at the table…")))
        if self._simulated and name == "cards" and not said.done:
            where = phrase("On the simulated table a seat's page does that: open its settings, then “Test problems”.")
            said = said._replace(more=(*said.more, where))
        return said._replace(done=said.done or (name == "cards" and self._cards_done))

    def _deal(self) -> StepWords:
        view = self._keeper.public_view()
        more: tuple[str, ...] = ()
        if self._has_androids and not self._watcher.in_play:
            alone = self._keeper.with_table(lambda table: bool(table.computers))
            racked = phrase(
                "South and North each put 13 cards in the holder beside them, one to a slot, unseen by the other."
            )
            unseen = phrase("Whose cards nobody may see go into their holder one by one, the faces away from you.")
            more = (
                phrase("Deal four hands of 13, as always; the last card is turned up for trumps."),
                unseen if alone else racked,
                phrase("The table reads the holders and the turned-up card by itself, and asks where it is not sure."),
            )
        return StepWords(self._watcher.in_play, view["prompt"], more)


def _all_found(view: SetupView, holders: Collection[int]) -> bool:
    return all(ALL_HOLDERS[number - 1] in view.planes for number in holders)
