"""Switches for what goes wrong at the running simulated table: on, the fault is there; off, it is put right."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from vision.simulated import faults as picture
from vision.simulated.scene import Air, Arm, Laid, Scene, SimulatedTable
from whist.cards import PACK

Undo = Callable[[], None]
Begin = Callable[[SimulatedTable, random.Random], Undo]
"""Lets a fault begin; what it returns puts it right. Raises ``ValueError`` with one sentence when it cannot be now."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A fault that can be switched on; ``about`` says what it is."""

    about: str
    begin: Begin


def _last_laid(table: SimulatedTable) -> Laid:
    laid = table.scene().laid
    if not laid:
        raise ValueError("No card lies on the table; lay one first.")
    return laid[-1]


def _sleeve(table: SimulatedTable, rng: random.Random) -> Undo:
    over = _last_laid(table)
    table.reach([Arm(over.x + rng.uniform(-20, 20), over.y, rng.uniform(-110, -70))])
    return lambda: table.reach(())


def _nudge(table: SimulatedTable, rng: random.Random) -> Undo:
    one = _last_laid(table)
    table.move(one.card, one.x + rng.uniform(-20, 20), one.y + rng.uniform(-20, 20), one.angle + rng.uniform(-40, 40))
    return lambda: None


def _face_down(table: SimulatedTable, rng: random.Random) -> Undo:
    one = _last_laid(table)
    table.move(one.card, one.x, one.y, one.angle, face_up=False)

    def turned() -> None:
        if any(laid.card == one.card for laid in table.scene().laid):
            table.move(one.card, one.x, one.y, one.angle)

    return turned


def _gathered(table: SimulatedTable, rng: random.Random) -> Undo:
    _last_laid(table)
    before = table.scene().laid
    table.relay(())
    return lambda: table.relay((*before, *(one for one in table.scene().laid if one not in before)))


def _stray(table: SimulatedTable, rng: random.Random) -> Undo:
    lying = {one.card for one in table.scene().laid}
    card = rng.choice([card for card in PACK if card not in lying])
    table.stray([Laid(card, 98.0, 98.0, rng.uniform(-180.0, 180.0))])
    return lambda: table.stray(())


def _twice(table: SimulatedTable, rng: random.Random) -> Undo:
    table.stray([Laid(_last_laid(table).card, 98.0, 98.0, rng.uniform(-180.0, 180.0))])
    return lambda: table.stray(())


def _fourteen(table: SimulatedTable, rng: random.Random) -> Undo:
    scene = table.scene()
    if not all(holder.slots[k] for holder in scene.holders[:1] for k in range(13)):
        raise ValueError("Holder 1 is not full; the next deal fills it.")
    used = {racked.card for holder in scene.holders for racked in holder.slots if racked}
    table.squeeze(1, rng.randrange(13), rng.choice([card for card in PACK if card not in used]))
    return lambda: table.squeeze(1, 0, None)


def _swapped(table: SimulatedTable, rng: random.Random) -> Undo:
    table.swap_holders()
    return table.swap_holders


def _shadow(table: SimulatedTable, rng: random.Random) -> Undo:
    return _shine(table, lambda scene: rng.choice(picture.passing_shadow(rng)))


def _glare(table: SimulatedTable, rng: random.Random) -> Undo:
    return _shine(table, lambda scene: picture.glaring(rng, table, scene.laid[-1] if scene.laid else None))


def _shine(table: SimulatedTable, spot: Callable[[Scene], Any]) -> Undo:
    added = spot(table.scene())
    table.shine((*table.scene().spots, added))
    return lambda: table.shine([one for one in table.scene().spots if one != added])


def _air(change: Callable[[random.Random], Mapping[str, Any]]) -> Begin:
    def begin(table: SimulatedTable, rng: random.Random) -> Undo:
        changed = change(rng)
        table.breathe(replace(table.scene().air, **changed))
        usual = Air()
        return lambda: table.breathe(replace(table.scene().air, **{key: getattr(usual, key) for key in changed}))

    return begin


SWITCHES: Final[Mapping[str, Switch]] = {
    "sleeve": Switch("a sleeve rests over the card laid last", _sleeve),
    "nudge": Switch("the card laid last is pushed and turned", _nudge),
    "face-down": Switch("the card laid last lies face down", _face_down),
    "gathered-early": Switch("the trick is gathered too early", _gathered),
    "stray": Switch("a card of another pack lies on the table", _stray),
    "seen-twice": Switch("the card laid last lies there twice", _twice),
    "fourteen": Switch("holder 1 holds fourteen cards", _fourteen),
    "swapped": Switch("the two holders stand in each other's place", _swapped),
    "shadows": Switch("a shadow lies over the table", _shadow),
    "glare": Switch("a lamp shines back from a card or a holder", _glare),
    "dim": Switch("the light is low", _air(lambda rng: {"gain": picture.dim(rng).gain})),
    "coloured": Switch("the light is coloured", _air(lambda rng: {"tint": picture.coloured(rng).tint})),
    "defocus": Switch("the lens is out of focus", _air(lambda rng: {"blur": rng.uniform(2.0, 5.0)})),
}
"""What can be switched on at the running table; the rest of docs/faults.md people do by hand there."""


class FaultSwitches:
    """The switches of one simulated table. Not for several threads at once."""

    def __init__(self, table: SimulatedTable, seed: int) -> None:
        self._table = table
        self._rng = random.Random(f"switches {seed}")
        self._on: dict[str, Undo] = {}

    def list_faults(self) -> list[dict[str, Any]]:
        """``[{"name": "dim", "about": "the light is low", "on": false}, …]``."""
        return [{"name": name, "about": one.about, "on": name in self._on} for name, one in SWITCHES.items()]

    def switch_fault(self, name: str, on: bool) -> None:
        """Let a fault begin, or put it right; what is so already stays. Raises ``ValueError`` with one sentence for an
        unknown one, and when it cannot be now."""
        if name not in SWITCHES:
            raise ValueError(f"There is no fault {name!r}; there are {', '.join(SWITCHES)}.")
        if on and name not in self._on:
            self._on[name] = SWITCHES[name].begin(self._table, self._rng)
        elif not on and name in self._on:
            self._on.pop(name)()
