"""One evening: it is played, watched, and shortened where something breaks."""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tests.clumsy.claims import broken
from tests.clumsy.leads import goes_on, taps_to_go_on, unanswerable
from tests.clumsy.people import Act, People, do
from tests.clumsy.world import World
from tests.web_ui.secrets.unknown_play import ALONE, some_choice
from whist.games import rules_class
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.requests import NewGame
from whist.rules.refusals import Refused
from whist.table.state.holders import MOST
from whist.tables import begin

LENGTHS: Final = (20, 40, 60, 60, 90, 140)
"""Acts of an evening."""
BREAKS: Final = ("stuck", "unspoken", "lost", "exception", "untrue", "sum", "unanswerable", "sentence", "flood")
"""With which words what breaks begins."""
FLOOD: Final = 60
"""So many events never follow from one act."""
CLUMSY: Final = (0.08, 0.2, 0.35)
"""The share of clumsy acts, of one evening and another."""


@dataclass
class Evening:
    """What was done, and what broke: a word and a sentence; None where nothing did."""

    choice: NewGame
    seed: int
    acts: list[Act] = field(default_factory=list)
    broke: str | None = None
    counted: Counter[str] = field(default_factory=Counter)
    stain: tuple[float, float] | None = None
    """Where something lies all evening that is taken for a card."""


def play(game: str, seed: int, stain: tuple[float, float] | None = None) -> Evening:
    """A clumsy evening of ``game``, with a ``stain`` on the table where one is given (mm)."""
    rng = random.Random(f"clumsy {game} {seed}")
    evening = Evening(some_computers(some_choice(game, rng), random.Random(f"computers {game} {seed}")), seed)
    evening.stain = stain
    evening.counted["with computer players"] += bool(evening.choice.holders)
    world = World(evening.choice, seed, stain=stain)
    people = People(world, rng, rng.choice(CLUMSY))
    for _ in range(rng.choice(LENGTHS)):
        present = [person for person in world.persons if rng.random() < 0.8] or [rng.choice(list(world.persons))]
        looks = rng.random() < 0.85  # else the camera sees two acts at once
        act = (*people.next(), present, looks)
        evening.acts.append(act)
        evening.broke = happen(world, act, evening.counted)
        if evening.broke is not None:
            break
    return evening


def some_computers(choice: NewGame, rng: random.Random) -> NewGame:
    """Some evenings with computer players at seats drawn at random, whose cards stand in holders (RULES S1)."""
    if rng.random() >= ALONE:
        return choice
    seats = 2 if choice.game == "android" else choice.players or rules_class(choice.game).fewest
    number = rng.randint(1, min(MOST, seats - 1))
    with_some = replace(choice, holders=tuple(sorted(rng.sample(range(seats), number))))
    try:
        begin(with_some)
    except Refused:  # they take no kitty
        return choice
    return with_some


def happen(world: World, act: Act, counted: Counter[str]) -> str | None:
    """Let one act happen, and watch: what broke, if anything did."""
    *what, present, looks = act
    before, revoked = len(world.table.events), sides_that_revoked(world.table.state.revokes)
    counted["acts"] += 1
    counted[f"act {what[0]}"] += 1
    try:
        try:
            do(world, tuple(what))
        except (Refused, ValueError, StopIteration) as refused:
            counted["refused"] += 1
            if not str(refused):
                return "sentence: refused without a word"
        if not looks:
            return None
        world.look()
        world.look()
        events = world.table.events[before:]
        if len(events) >= FLOOD:
            return f"flood: {len(events)} events, the last {events[-1].name}"
        if lost := _hand_lost(what, revoked, events):
            return lost
        for found in broken(world.split()):  # with the cards where they were seen
            return found
        if what[0] == "honest" and goes_on(events):
            counted["went on"] += 1
        if unheard := unanswerable(world):
            return unheard
        return _stuck(world, [person for person in present if person in world.persons], counted)
    except Exception:
        return f"exception: {traceback.format_exc()}"


def _hand_lost(what: Sequence[Any], revoked: Collection[int], events: Sequence[Any]) -> str | None:
    """A hand that is dealt anew though nobody asked for it, and not because both sides have revoked (RULES T5)."""
    again = any(isinstance(event, ev.DealStarted | fe.HandStarted) and event.redeal for event in events)
    asked = what[0] == "ask" and "redeal" in what[2]
    found = sides_that_revoked((one.seat, one.trick) for one in events if isinstance(one, ev.RevokeFound))
    if not again or asked or len({*revoked, *found}) > 1:
        return None
    return "lost: the hand is dealt again, and nobody has asked for it"


def sides_that_revoked(revokes: Iterable[Any]) -> set[int]:
    """The sides of partners of these revokes: seat and trick, or ``whist.law.revokes.Revoke``."""
    return {(one[0] if isinstance(one, tuple) else one.seat) % 2 for one in revokes}


def _stuck(world: World, present: Sequence[str], counted: Counter[str]) -> str | None:
    taps = taps_to_go_on(world, present, random.Random(1))
    counted["states"] += 1
    counted[f"{taps} taps"] += 1
    if taps is None:
        return f"stuck: {world.public['prompt']}"
    return None


def again(choice: NewGame, seed: int, acts: Sequence[Act], stain: tuple[float, float] | None = None) -> str | None:
    """What breaks when these acts are done once more."""
    world, counted = World(choice, seed, stain=stain), Counter[str]()
    for act in acts:
        if (broke := happen(world, act, counted)) is not None:
            return broke
    return None


def shortened(evening: Evening, most: int = 400) -> Evening:
    """The same breakage by as few acts as are found in ``most`` tries."""
    kind = (evening.broke or "").split(":")[0]
    acts, tries = list(evening.acts), 0
    size = max(1, len(acts) // 2)
    while size and tries < most:
        at = len(acts) - size
        while at >= 0 and tries < most:
            fewer = acts[:at] + acts[at + size :]
            tries += 1
            broke = again(evening.choice, evening.seed, fewer, evening.stain)
            if broke is not None and broke.split(":")[0] == kind:
                acts, evening.broke = fewer, broke
            at -= size
        size //= 2
    evening.acts = acts
    return evening
