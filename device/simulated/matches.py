"""Whole matches of every game but Android Whist, played by simulated people and by computer players whose cards stand
in holders: through pixels, or written down as frames."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm

from device.simulated.android_deals import simulate
from device.simulated.android_people import computer_at, trick_lying
from device.simulated.chairs import AtHolder
from device.simulated.cutting import clear_cut, lay_cut
from device.simulated.hands import FamilyHands
from device.simulated.players import FamilyAct, FamilyPlayer
from device.simulated.rehearsal import LOOKS_A_STATE, LOOKS_AT_A_DEAL, Recorder, Report, make_fresh, rehearse
from vision.camera.protocol import Camera
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from whist.messages.observations import HolderShows, Observation
from whist.messages.requests import request_from_json
from whist.rules.actions import Action, Play
from whist.rules.hand import Hand
from whist.rules.standing import standing_of
from whist.tables import TableInPlay


def perform(act: FamilyAct, table: TableInPlay, person: str, hands: FamilyHands) -> list[Any]:
    """Do one act of a simulated person: a request to the table, or a move of cards that the camera must see."""
    seat, view = table.seat_of(person), table.public_view()
    if act.kind == "play" and act.card is not None:
        return list(table.apply(Play(seat, act.card)))
    if act.body:
        return list(table.apply(request_from_json(seat, dict(act.body), len(table.places))))
    do_by_hand(act, seat, view, hands)
    return []


def do_by_hand(act: FamilyAct, seat: int, view: Mapping[str, Any], hands: FamilyHands) -> None:
    """Do what moves cards; ``view`` is what everybody at the table knows."""
    if act.kind == "deal":
        hands.deal(standing_of(view), view["deals"])
    elif act.kind == "open":
        if hands.opened:
            hands.bury_top()
        hands.open()
    elif act.kind == "kitty":
        hands.take_kitty(seat, act.away)
    elif act.kind == "gather":
        last = view["last_trick"]  # none where the hand has just begun, or nothing was played of it
        hands.gather(last and last["winner"], trick_lying(view))
    elif act.kind in ("lay", "move") and act.card is not None:
        hands.lay(seat if act.seat is None else act.seat, act.card)
    elif act.kind == "cut" and act.card is not None and act.seat is not None:
        lay_cut(hands.scene, act.card, act.seat, hands.rules.players)
    elif act.kind == "clear":
        clear_cut(hands.scene)
    elif act.kind == "nudge" and act.card is not None:
        hands.nudge(act.card)


def tap(act: FamilyAct, seat: int) -> tuple[int, dict[str, Any]] | None:
    """What an act asks of the table, as a record has it; answers belong to what was read, not to what was played."""
    if act.kind == "play":
        return seat, {"play": str(act.card)}
    return (seat, dict(act.body)) if act.kind == "ask" else None


def open_hand(table: TableInPlay) -> Hand:
    """The hand in play as everybody at ``table`` knows it."""
    hand = table.hand
    assert hand is not None  # a match always has one
    return hand


def act_of(action: Action) -> FamilyAct | None:
    """What a computer player does who has decided."""
    if isinstance(action, Play):
        return FamilyAct("play", action.card)
    return FamilyAct("ask", body={action.key: action.to_json()[action.key]})


def players_at(table: Callable[[], TableInPlay], seed: int) -> list[FamilyPlayer | AtHolder[FamilyAct]]:
    """A simulated player on every chair of the table, and the computer players who have holders."""
    there = table().persons
    return [
        FamilyPlayer(seat, name, seed, lambda: open_hand(table()))
        if name in there
        else AtHolder(name, table, seed, act_of)
        for seat, name in enumerate(table().places)
    ]


def play_match(
    table: TableInPlay, hands: FamilyHands, camera: Camera, watcher: Watcher, seed: int, deals: int
) -> Report:
    """Play ``deals`` hands, or the match to its end, in which the table knows only what ``watcher`` read from
    ``camera``'s pictures and what was said."""

    def look() -> list[Observation]:
        return [seen for _ in range(LOOKS_A_STATE) for seen in watcher.tick(camera)]

    return rehearse(table, hands, players_at(lambda: table, seed), look, deals, perform=perform, tap=tap)


def simulate_family(
    folder: Path, scene: SimulatedTable, camera: SimulatedCamera, table: TableInPlay, deals: int, seed: int
) -> int:
    """Write frames of up to ``deals`` hands of ``table``'s match into ``folder`` (DESIGN's record formats); the number
    of hands written."""
    make_fresh(folder)
    hands = FamilyHands(scene, table.rules, seed, holders=table.computers)
    with tqdm(total=deals * 150, unit="frame", desc="simulate", disable=None) as progress:
        recorder = Recorder(folder, scene, camera, progress)
        (folder / "requests.jsonl").write_text(json.dumps({"t": 0.0, "seat": 0, "request": _choice(table)}) + "\n")
        look = _Looks(hands, recorder, table)
        for deal in range(1, deals + 1):
            people = players_at(lambda: table, seed)
            report = rehearse(table, hands, people, look, 1, recorder.request, perform=perform, tap=tap)
            scored = [event for event in report.events if event.name == "hand_scored"]
            for hand in scored:
                recorder.truth(_result(deal, table, hand))
            if table.public_view()["phase"] == "over":
                return deal
    return deals


def _simulate_androids(
    folder: Path, scene: SimulatedTable, camera: SimulatedCamera, table: TableInPlay, deals: int, seed: int
) -> int:
    simulate(folder, scene, camera, deals, seed, table.rules.options, computer_at(table))
    return deals


_WRITERS: Final = {"android": _simulate_androids}
"""How the deals of games are written that have people and hands of their own."""


def write_deals(
    folder: Path, scene: SimulatedTable, camera: SimulatedCamera, table: TableInPlay, deals: int, seed: int
) -> int:
    """Write frames of up to ``deals`` hands of the match at ``table`` into ``folder`` (DESIGN's record formats), played
    by the people of its game; the number of hands written."""
    return _WRITERS.get(table.game, simulate_family)(folder, scene, camera, table, deals, seed)


class _Looks:
    """Eyes without doubt that have each new state of the table written down, and of each deal what whoever moves the
    cards of a holder would say of them."""

    def __init__(self, hands: FamilyHands, recorder: Recorder, table: TableInPlay) -> None:
        self._hands, self._recorder, self._table = hands, recorder, table
        self._last: list[Observation] = []
        self._deals = 0

    def __call__(self) -> list[Observation]:
        seen = self._hands.perfect_view()
        fresh, self._deals = self._hands.deals != self._deals, self._hands.deals
        if fresh or seen != self._last:
            self._last = seen
            for shown in seen if fresh else ():
                if isinstance(shown, HolderShows):
                    self._name(shown)
            for _ in range(LOOKS_AT_A_DEAL if fresh else LOOKS_A_STATE):
                self._recorder.frame()
        return seen

    def _name(self, shown: HolderShows) -> None:
        says = self._table.public_view()["seats"][self._table.computers[shown.holder - 1]]["handler"]
        for slot, reading in enumerate(shown.slots):
            if reading is not None:
                word = {"answer": str(reading.best), "holder": shown.holder, "slot": slot}
                self._recorder.request(says, word)


def _choice(table: TableInPlay) -> dict[str, Any]:
    """The people's choice of the game, as their pages ask for it."""
    started = table.events[0].to_json()
    known = {"game": table.game, "options": table.rules.options.to_json(), "players": table.rules.players}
    known |= {"dealer": started.get("dealer", 0), "seed": started["seed"]}
    return known | ({"holders": [*table.computers]} if table.computers else {})


def _result(deal: int, table: TableInPlay, hand: Any) -> dict[str, Any]:
    """The line of ``truth.jsonl`` after the last frame of a deal."""
    *_, done = table.finished.values()
    line = done.line
    return {"deal": deal, "trump": line.trump, "tricks": list(hand.tricks), "points": list(hand.points)}
