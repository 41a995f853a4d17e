"""A table of any game in play behind the page, with eyes that have no doubt: the program but for its camera."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from flask import Flask

from device.company.characters import Company
from device.keeper.keeper import Keeper
from device.simulated.desk import GameDesk
from tests.web_ui.seats import MemorySeats
from vision.simulated.scene import SimulatedTable
from web_ui.app import create_app
from whist.messages.requests import NewGame
from whist.rules.refusals import Refused


class Stage:
    """A keeper, its simulated table, and the page of both; ``humans`` do nothing by themselves.

    ``step`` lets one thing happen; as a context a thread does so until the block ends.
    """

    def __init__(
        self,
        folder: Path,
        game: str,
        options: dict[str, Any] | None = None,
        players: int | None = None,
        *,
        seed: int = 1,
        humans: Collection[str] = ("south",),
        company: Company | None = None,
    ) -> None:
        self.keeper = Keeper(NewGame(0, game, options or {}, players, 0, seed))
        itself = {"south", "north"}
        self.desk = GameDesk(self.keeper, SimulatedTable(seed), seed, folder, itself, company)
        itself -= set(humans)
        self.app: Flask = create_app(self.keeper, self.desk, seats_store=MemorySeats())
        self.rests: Callable[[dict[str, Any]], object] = lambda view: False
        """While this is true of the public view, nothing happens by itself."""
        self._halt = threading.Event()
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._go_on, daemon=True)

    @property
    def view(self) -> dict[str, Any]:
        """What everybody may see; raises what has stopped the table."""
        if self._error is not None:
            raise self._error
        return self.keeper.public_view()

    def hand(self, seat: int) -> list[str]:
        """The cards that ``seat`` really holds, whatever a page may show."""
        return [str(card) for card in self.desk.desk()._hands.hands[seat]]  # type: ignore[union-attr]

    def step(self, gather: bool = True) -> None:
        """Look at the table, and let a simulated person do one thing if nothing was seen."""
        if self.keeper.see(self.desk.desk()._hands.perfect_view()):
            return
        if gather or self.view["phase"] not in ("gather", "scored", "over"):
            self.desk.step(lambda: None)

    def play_until(self, there: Callable[[dict[str, Any]], object], steps: int = 20_000) -> dict[str, Any]:
        """Play on until ``there`` is true of the public view; that view."""
        for _ in range(steps):
            if there(view := self.view):
                return view
            self.step()
        raise AssertionError(f"after {steps} steps: {self.view['prompt']}")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._halt.set()
        self._thread.join(10.0)
        if self._error is not None and kind is None:
            raise self._error

    def _go_on(self) -> None:
        while not self._halt.is_set():
            try:
                if not self.rests(self.view):
                    self.step()
            except (Refused, ValueError):
                time.sleep(0.01)  # a person was quicker
            except Exception as error:  # for the test to fail with, at once
                self._error = error
                return
            time.sleep(0.01)
