"""Whole matches of every game, played by simulated people and by computer players whose cards stand in holders: through
pixels, or written down as frames."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from tqdm import tqdm

from device.simulated.acting import perform, players_at
from device.simulated.hands import Hands
from device.simulated.players import Act
from device.simulated.rehearsal import LOOKS_A_STATE, LOOKS_AT_A_DEAL, Recorder, Report, make_fresh, rehearse
from vision.camera.protocol import Camera
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from whist.messages.events import Event
from whist.messages.observations import HolderShows, Observation, Reading
from whist.messages.requests import NewGame
from whist.tables import TableInPlay, begin, hand_is_open


def hands_at(table: TableInPlay, scene: SimulatedTable, seed: int, memory: Path | None = None) -> Hands:
    """The hands of the people at ``table``, and its holders; kept in the file ``memory`` while its match goes on."""
    match = str((table.game, table.rules.options, table.events[0]))
    away = {seat for seat, one in enumerate(table.public_view()["seats"]) if one.get("away")}
    hand = table.deal if hand_is_open(table) else 0
    return Hands(scene, table.rules, seed, memory, match, computers_at(table), hand, away)


def computers_at(table: TableInPlay) -> tuple[int, ...]:
    """The computer players who have holders, by holder, as ``NewGame`` names them: by their places."""
    seats = table.public_view()["seats"]
    return tuple(table.places.index(seats[seat]["person"]) for seat in table.computers)


def play_match(table: TableInPlay, hands: Hands, camera: Camera, watcher: Watcher, seed: int, deals: int = 1) -> Report:
    """Play ``deals`` hands, or the match to its end, in which the table knows only what ``watcher`` read from
    ``camera``'s pictures and what was said."""

    def look() -> list[Observation]:
        return [seen for _ in range(LOOKS_A_STATE) for seen in watcher.tick(camera)]

    return rehearse(table, hands, players_at(lambda: table, seed), look, deals)


def write_deals(
    folder: Path, scene: SimulatedTable, camera: SimulatedCamera, choice: NewGame, deals: int, seed: int
) -> int:
    """Write frames of up to ``deals`` hands of the match of ``choice`` into ``folder`` (DESIGN's record formats); the
    number of hands written. Where androids sit another match follows one that is over."""
    make_fresh(folder)
    table = begin(choice)
    hands = hands_at(table, scene, seed)
    with tqdm(total=deals * 150, unit="frame", desc="simulate", disable=None) as progress:
        recorder = Recorder(folder, scene, camera, progress)
        begin_requests(folder, choice)
        look = _Looks(hands, recorder, table)
        for deal in range(1, deals + 1):
            players = players_at(lambda: look.table, seed)
            report = rehearse(table, hands, players, look, 1, recorder.request, look.perform)
            for hand in (event for event in report.events if event.name == "hand_scored"):
                recorder.truth(_result(deal, table, hand))
            if table.public_view()["phase"] == "over":
                if not table.androids:
                    return deal
                choice = table.again(choice)
                table = look.table = begin(choice)
                hands.throw_in()
    return deals


def begin_requests(folder: Path, choice: NewGame) -> None:
    """Begin the record of what people ask for with their ``choice`` of the game, as their pages ask for it. Whoever
    follows it knows of a match of Android Whist of two people whose first dealer was named (RULES S1, S6); any other is
    chosen there first."""
    table = begin(choice)
    known = table.androids and not choice.holders and table.rules.options.first == "named"
    asked = replace(choice, options=table.rules.options.to_json(), seed=choice.seed or 0).to_json()
    chosen = {"t": 0.0, "seat": 0, "request": asked}
    (folder / "requests.jsonl").write_text("" if known else json.dumps(chosen) + "\n")


class _Looks:
    """Eyes without doubt that have each new state of ``table`` written down, and what people would say of a card that
    they lay, or put into a computer player's holder."""

    def __init__(self, hands: Hands, recorder: Recorder, table: TableInPlay) -> None:
        self._hands, self._recorder, self.table = hands, recorder, table
        self._last: list[Observation] = []
        self._deals = 0

    def __call__(self) -> list[Observation]:
        seen = self._hands.perfect_view()
        fresh, self._deals = self._hands.deals != self._deals, self._hands.deals
        if fresh or seen != self._last:
            before = {} if fresh else {one.holder: one.slots for one in self._last if isinstance(one, HolderShows)}
            for shown in seen:
                if isinstance(shown, HolderShows):
                    self._name(shown, before.get(shown.holder, (None,) * len(shown.slots)))
            self._last = seen
            for _ in range(LOOKS_AT_A_DEAL if fresh else LOOKS_A_STATE):
                self._recorder.frame()
        return seen

    def perform(self, act: Act, table: TableInPlay, person: str, hands: Hands) -> list[Event]:
        """Do an act (``rehearse``'s ``perform``)."""
        events = perform(act, table, person, hands)
        for laid in hands.scene.scene().laid:
            if act.kind in ("lay", "move") and laid.card == act.card:
                word = {"answer": str(laid.card), "x": round(laid.x), "y": round(laid.y)}
                self._recorder.request(table.seat_of(person), word)
        return events

    def _name(self, shown: HolderShows, before: tuple[Reading | None, ...]) -> None:
        seat = self._hands.seats[shown.holder]
        if seat not in self.table.computers:
            return
        says = self.table.public_view()["seats"][seat]["handler"]
        for slot, (reading, stood) in enumerate(zip(shown.slots, before, strict=True)):
            if reading is not None and reading != stood:
                word = {"answer": str(reading.best), "holder": shown.holder, "slot": slot}
                self._recorder.request(says, word)


def _result(deal: int, table: TableInPlay, hand: Any) -> dict[str, Any]:
    """The line of ``truth.jsonl`` after the last frame of a deal."""
    *_, done = table.finished.values()
    line = done.line
    return {"deal": deal, "trump": line.trump, "tricks": list(hand.tricks), "points": list(hand.points)}
