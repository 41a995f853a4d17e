"""Switches for what goes wrong at the running simulated table: on, the fault is there; off, it is put right."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from vision.simulated import faults as picture
from vision.simulated.scene import Air, Arm, Failing, LyingCard, Mount, Scene, SimulatedTable
from whist.cards import PACK, Card
from whist.phrases import phrase

Remedy = Callable[[], None]
Begin = Callable[[SimulatedTable, random.Random, Sequence[Card]], Remedy]
"""Lets a fault begin, with some of those cards if it needs one; what it returns puts it right. Raises ``ValueError``
with one sentence when it cannot be now."""


_NO_CARD: Final = phrase("Too few cards are known to you now to lay one there; switch it on before the deal.")


@dataclass(frozen=True, slots=True)
class Switch:
    """A fault that can be switched on; ``about`` says what it is."""

    about: str
    begin: Begin
    of_cards: bool = False
    """Whether it is a fault of what stands and lies there: when the table is cleared it is over."""
    of_holders: bool = False
    """Whether it can be only where holders stand."""


def _last_laid(table: SimulatedTable) -> LyingCard:
    laid = table.scene().laid
    if not laid:
        raise ValueError(phrase("No card lies on the table; lay one first."))
    return laid[-1]


def _sleeve(table: SimulatedTable, rng: random.Random, cards: Sequence[Card]) -> Remedy:
    over = _last_laid(table)
    table.reach([Arm(over.x + rng.uniform(-20, 20), over.y, rng.uniform(-110, -70))])
    return lambda: table.reach(())


def _nudge(table: SimulatedTable, rng: random.Random, cards: Sequence[Card]) -> Remedy:
    one = _last_laid(table)
    table.move(one.card, one.x + rng.uniform(-20, 20), one.y + rng.uniform(-20, 20), one.angle + rng.uniform(-40, 40))
    return lambda: None


def _face_down(table: SimulatedTable, rng: random.Random, cards: Sequence[Card]) -> Remedy:
    one = _last_laid(table)
    table.move(one.card, one.x, one.y, one.angle, face_up=False)

    def turned() -> None:
        if any(laid.card == one.card for laid in table.scene().laid):
            table.move(one.card, one.x, one.y, one.angle)

    return turned


def _gathered(table: SimulatedTable, rng: random.Random, cards: Sequence[Card]) -> Remedy:
    _last_laid(table)
    before = table.scene().laid
    table.relay(())
    return lambda: table.relay((*before, *(one for one in table.scene().laid if one not in before)))


def _stray(table: SimulatedTable, rng: random.Random, cards: Sequence[Card]) -> Remedy:
    lying = {one.card for one in table.scene().laid}
    card = rng.choice([card for card in cards if card not in lying] or [_last_laid(table).card])
    table.stray([LyingCard(card, 98.0, 98.0, rng.uniform(-180.0, 180.0))])
    return lambda: table.stray(())


def _twice(table: SimulatedTable, rng: random.Random, cards: Sequence[Card]) -> Remedy:
    table.stray([LyingCard(_last_laid(table).card, 98.0, 98.0, rng.uniform(-180.0, 180.0))])
    return lambda: table.stray(())


def _fourteen(table: SimulatedTable, rng: random.Random, cards: Sequence[Card]) -> Remedy:
    scene = table.scene()
    if not scene.holders or not all(scene.holders[0].slots):
        raise ValueError(phrase("Holder 1 is not full; the next deal fills it."))
    used = {racked.card for holder in scene.holders for racked in holder.slots if racked}
    if not (free := [card for card in cards if card not in used]):
        raise ValueError(_NO_CARD)
    table.squeeze(1, rng.randrange(13), rng.choice(free))
    return lambda: table.squeeze(1, 0, None)


def _swapped(table: SimulatedTable, rng: random.Random, cards: Sequence[Card]) -> Remedy:
    if not table.scene().holders:
        raise ValueError(phrase("No holders stand on this table."))
    table.swap_holders()
    return table.swap_holders


def _shadow(table: SimulatedTable, rng: random.Random, cards: Sequence[Card]) -> Remedy:
    return _shine(table, lambda scene: rng.choice(picture.passing_shadow(rng)))


def _glare(table: SimulatedTable, rng: random.Random, cards: Sequence[Card]) -> Remedy:
    return _shine(table, lambda scene: picture.glaring(rng, table, scene.laid[-1] if scene.laid else None))


def _shine(table: SimulatedTable, spot: Callable[[Scene], Any]) -> Remedy:
    added = spot(table.scene())
    table.shine((*table.scene().spots, added))
    return lambda: table.shine([one for one in table.scene().spots if one != added])


def _air(change: Callable[[random.Random], Mapping[str, Any]]) -> Begin:
    def begin(table: SimulatedTable, rng: random.Random, cards: Sequence[Card]) -> Remedy:
        changed = change(rng)
        table.breathe(replace(table.scene().air, **changed))
        usual = Air()
        return lambda: table.breathe(replace(table.scene().air, **{key: getattr(usual, key) for key in changed}))

    return begin


def _hung(mount: Callable[[random.Random], Mount]) -> Begin:
    def begin(table: SimulatedTable, rng: random.Random, cards: Sequence[Card]) -> Remedy:
        table.hang(mount(rng))
        return lambda: table.hang(None)

    return begin


def _fails(how: Failing) -> Begin:
    def begin(table: SimulatedTable, rng: random.Random, cards: Sequence[Card]) -> Remedy:
        table.fail(how)
        return lambda: table.fail(None) if table.scene().failing == how else None

    return begin


def _tried(table: SimulatedTable, rng: random.Random, cards: Sequence[Card]) -> Remedy:
    """Cards as the guide of a first time asks for."""
    lying = {one.card for one in table.scene().laid}
    free = [card for card in cards if card not in lying]
    if len(free) < len(_TRIED):
        raise ValueError(_NO_CARD)
    tried = rng.sample(free, len(_TRIED))
    table.stray([LyingCard(card, x, y, rng.uniform(-25.0, 25.0)) for card, (x, y) in zip(tried, _TRIED, strict=True)])
    return lambda: table.stray(())


_TRIED: Final = ((-95.0, 85.0), (95.0, 85.0), (0.0, 0.0), (-95.0, -85.0), (95.0, -85.0))
"""Where those lie, mm."""

SWITCHES: Final[Mapping[str, Switch]] = {
    "sleeve": Switch(phrase("a sleeve rests over the card laid last"), _sleeve, of_cards=True),
    "nudge": Switch(phrase("the card laid last is pushed and turned"), _nudge, of_cards=True),
    "face-down": Switch(phrase("the card laid last lies face down"), _face_down, of_cards=True),
    "gathered-early": Switch(phrase("the trick is gathered too early"), _gathered, of_cards=True),
    "stray": Switch(phrase("a card of another pack lies on the table"), _stray, of_cards=True),
    "seen-twice": Switch(phrase("the card laid last lies there twice"), _twice, of_cards=True),
    "tried": Switch(phrase("five cards lie on the table, as the guide asks for"), _tried, of_cards=True),
    "fourteen": Switch(phrase("holder 1 holds fourteen cards"), _fourteen, of_cards=True, of_holders=True),
    "swapped": Switch(phrase("the two holders stand in each other's place"), _swapped, of_cards=True, of_holders=True),
    "shadows": Switch(phrase("a shadow lies over the table"), _shadow),
    "glare": Switch(phrase("a lamp shines back from a card or a holder"), _glare),
    "dim": Switch(phrase("the light is low"), _air(lambda rng: {"gain": picture.dim(rng).gain})),
    "coloured": Switch(phrase("the light is coloured"), _air(lambda rng: {"tint": picture.coloured(rng).tint})),
    "defocus": Switch(phrase("the lens is out of focus"), _air(lambda rng: {"blur": rng.uniform(2.0, 5.0)})),
    "camera-aside": Switch(
        phrase("the camera hangs too far aside"),
        _hung(lambda rng: Mount(at=(rng.choice((-1, 1)) * rng.uniform(130.0, 200.0), rng.uniform(-60.0, 60.0)))),
    ),
    "camera-low": Switch(
        phrase("the camera hangs too low"), _hung(lambda rng: Mount(height=rng.uniform(700.0, 840.0)))
    ),
    "camera-askew": Switch(
        phrase("the camera looks past the middle"),
        _hung(lambda rng: Mount(tilt=(rng.uniform(-3.0, 3.0), rng.choice((-1, 1)) * rng.uniform(6.0, 9.0), 0.0))),
    ),
    "camera-unplugged": Switch(phrase("the camera is unplugged"), _fails("unplugged")),
    "camera-black": Switch(phrase("the camera's lens is covered"), _fails("black")),
    "camera-frozen": Switch(phrase("the camera shows the same picture again and again"), _fails("frozen")),
}
"""What can be switched on at the running table; the rest of docs/faults.md people do by hand there."""


class FaultSwitches:
    """The switches of one simulated table; may be used by several threads at once."""

    def __init__(self, table: SimulatedTable, seed: int) -> None:
        self._table = table
        self._rng = random.Random(f"switches {seed}")
        self._on: dict[str, Remedy] = {}
        self._cleared = table.cleared
        self._lock = threading.Lock()

    def list_faults(self) -> list[dict[str, Any]]:
        """``[{"name": "dim", "about": "the light is low", "on": false}, …]``, of those that can be at this table."""
        with self._lock:
            self._without_old()
        here = [name for name, one in SWITCHES.items() if self._table.scene().holders or not one.of_holders]
        return [{"name": name, "about": SWITCHES[name].about, "on": name in self._on} for name in here]

    def switch_fault(self, name: str, on: bool, cards: Sequence[Card] = PACK) -> None:
        """Let a fault begin, or put it right; what is so already stays. A card of another pack that it lays there is
        one of ``cards``: what the table makes of it must tell nothing of cards that are hidden. Raises ``ValueError``
        with one sentence for an unknown one, and when it cannot be now."""
        if name not in SWITCHES:
            raise ValueError("There is no such fault; those that there are are listed on the page.")
        with self._lock:
            self._without_old()
            if on and name not in self._on:
                self._on[name] = SWITCHES[name].begin(self._table, self._rng, cards)
            elif not on and name in self._on:
                self._on.pop(name)()

    def _without_old(self) -> None:
        """Forget what was wrong with cards that have been cleared away since: others are dealt."""
        if self._cleared != self._table.cleared:
            self._cleared = self._table.cleared
            self._on = {name: undo for name, undo in self._on.items() if not SWITCHES[name].of_cards}
