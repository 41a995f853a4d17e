"""Which devices have seen the cards of which place in the hand that is played: they get no other until it is over."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping

from web_ui.contracts import Keeper, SeenStore, Simulation


class SeenPlaces:
    """Devices are given as hashes of what they are known by. ``hand`` says which hand is played (None: none, or it is
    scored), ``shows`` whether the page of a person has shown cards of it that others must not see."""

    def __init__(
        self, hand: Callable[[], str | None], shows: Callable[[str], bool], store: SeenStore | None = None
    ) -> None:
        self._hand, self._shows, self._store = hand, shows, store
        self._lock = threading.Lock()
        self._kept: tuple[str, Mapping[str, str]] = ("", {}) if store is None else store.get()

    def note(self, person: str, devices: Iterable[str]) -> None:
        """``devices`` had ``person``'s place until now."""
        hand = self._hand()
        if hand is None or not self._shows(person):
            return
        with self._lock:
            before = self._of(hand)
            after = {**dict.fromkeys(devices, person), **before}
            if after != before:
                self._kept = (hand, after)
                if self._store is not None:
                    self._store.put(hand, after)

    def place(self, devices: Iterable[str]) -> str | None:
        """The place whose cards one of ``devices`` has seen in this hand; None where they have seen none."""
        hand = self._hand()
        seen = {} if hand is None else self._of(hand)
        return next((seen[device] for device in devices if device in seen), None)

    def _of(self, hand: str) -> Mapping[str, str]:
        of, seen = self._kept
        return seen if of == hand else {}


def seen_places(keeper: Keeper, simulation: Simulation | None, store: SeenStore | None) -> SeenPlaces:
    """Those of the table that ``keeper`` keeps."""

    def hand() -> str | None:
        return None if keeper.public_view()["phase"] in ("scored", "over") else keeper.which_hand()

    def shows(person: str) -> bool:
        if person not in keeper.persons():
            return False
        try:
            view = keeper.private_view(person)
            if simulation is not None and (view["trick"] or view["tricks_done"] or simulation.hand(person)):
                return True
        except ValueError:
            return False  # another game has begun in between, without that place
        beside = view.get("beside")  # of other holders it tells the card alone that is to be moved
        return beside is not None and view["seats"][beside["seat"]]["kind"] == "android" and any(beside["cards"])

    return SeenPlaces(hand, shows, store)
