"""What lies where on the simulated table. Physical state only: no rules, no pictures."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, radians
from typing import Final, Literal

from vision.simulated.workmanship import USUAL, Workmanship, either_way
from vision.sizes import CAMERA_HEIGHT, FACE_HEIGHT, FACE_TILT, HOLDER_DISTANCE, OUTWARD, SLOT_PITCH, SLOTS
from whist.cards import Card

Side = Literal["left", "right"]

ANDROIDS: Final = (1, 2)
"""The holders of Android Whist."""
_GAP: Final = 4.0
"""Half the gap between the backs of the two holders, mm."""


@dataclass(frozen=True, slots=True)
class StandingCard:
    """A card in a slot: its shift along u and v from the exact place, mm, its turn, degrees counter-clockwise, and how
    far its upper edge stands ``out`` before the face, mm."""

    card: Card
    du: float = 0.0
    dv: float = 0.0
    angle: float = 0.0
    out: float = 0.0


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card on the table: its middle in mm of the table plane, its turn in degrees counter-clockwise."""

    card: Card
    x: float
    y: float
    angle: float
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class StandingHolder:
    """A holder on the table: numbers 1 and 3 face South (-y), 2 faces North (+y), before they are turned.

    ``x`` is its middle and ``back`` the distance of its upper edge's foot from y = 0, mm; ``turn`` in degrees, about
    the point that has its ``x`` and y = 0.
    ``squeezed`` is a card too many, with the slot that it stands in before that slot's own card. ``tilt`` is the angle
    between face and table, degrees. ``lip`` is how far the lip's print stands before the face, ``bow`` how far the
    face's middle stands before its ends, ``twist`` how much farther before the face's middle its right end's upper edge
    stands than its lower edge, mm.
    """

    number: int
    side: Side
    x: float
    back: float
    turn: float
    slots: tuple[StandingCard | None, ...] = (None,) * SLOTS
    squeezed: tuple[int, StandingCard] | None = None
    tilt: float = FACE_TILT
    lip: float = 0.0
    bow: float = 0.0
    twist: float = 0.0


@dataclass(frozen=True, slots=True)
class Arm:
    """A hand over the table, its fingertips above (``x``, ``y``) mm; the arm goes off at ``angle`` degrees
    counter-clockwise from x. ``sleeve`` is BGR."""

    x: float
    y: float
    angle: float
    sleeve: tuple[int, int, int] = (90, 60, 50)


@dataclass(frozen=True, slots=True)
class Spot:
    """A round patch of other light about (``x``, ``y``), ``radius`` mm to its soft edge. ``strength`` below 0: a shadow
    that takes this share of the light; above 0: glare that gives this share of white."""

    x: float
    y: float
    radius: float
    strength: float


@dataclass(frozen=True, slots=True)
class Air:
    """What changes the whole picture: ``gain`` of the light, its ``tint`` (factors of blue, green, red), and ``blur``
    of a lens that is not focused, sigma in pixels."""

    gain: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    blur: float = 0.0


@dataclass(frozen=True, slots=True)
class Mount:
    """A camera that hangs elsewhere than it was put up: its lens ``height`` mm over the point ``at``, turned by
    ``tilt`` degrees about its own three axes."""

    height: float = CAMERA_HEIGHT
    at: tuple[float, float] = (0.0, 0.0)
    tilt: tuple[float, float, float] = (0.0, 0.0, 0.0)


Failing = Literal["unplugged", "black", "frozen"]
"""How a camera can fail: it gives no picture, a black one, or the same again and again."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything at one moment; of cards laid over one another the later lies on top. ``strays`` are cards that lie
    there and are none of the game's, beneath all others. ``failing``: how the camera fails, None while it does not."""

    holders: tuple[StandingHolder, ...] = ()
    laid: tuple[LyingCard, ...] = ()
    strays: tuple[LyingCard, ...] = ()
    arms: tuple[Arm, ...] = ()
    spots: tuple[Spot, ...] = ()
    air: Air = Air()
    mount: Mount | None = None
    failing: Failing | None = None


class SimulatedTable:
    """The table's physical state, changed by moving things. One writer and any number of readers may use it at once.

    Moves that cannot be made (a card that is not there, a slot outside 0…12) raise ``ValueError``.
    """

    def __init__(self, seed: int = 0, workmanship: Workmanship = USUAL) -> None:
        """``workmanship`` says how exactly holders are made and set down, and cards racked."""
        self.workmanship = workmanship
        self._random = random.Random(f"table {seed}")
        self._stacking = random.Random(f"stack {seed}")
        self._made = {
            number: _made(number, workmanship, random.Random(f"holder {number} of {seed}")) for number in (1, 2, 3)
        }
        self._lock = threading.Lock()
        self._scene = Scene()
        self.cleared = 0
        """How often everything was taken off."""

    def scene(self) -> Scene:
        """The state now; it never changes afterwards."""
        with self._lock:
            return self._scene

    def clear(self) -> None:
        """Take everything off the table, the holders too; light, air and camera stay as they are."""
        with self._lock:
            now = self._scene
            self._scene = Scene(spots=now.spots, air=now.air, mount=now.mount, failing=now.failing)
            self.cleared += 1

    def place_holders(self, side: Side, tilt: float | None = None) -> None:
        """Stand both holders left or right of the play area, with what they hold, each with a small error; their faces
        lean at ``tilt`` degrees from the table, or as they were made."""
        draw, stand = self._random.uniform, self.workmanship.stand
        with self._lock:
            held = {holder.number: holder.slots for holder in self._scene.holders}
            sign = -1 if side == "left" else 1
            holders = tuple(
                replace(
                    made,
                    side=side,
                    x=sign * (HOLDER_DISTANCE + draw(-3.0, 1.0)),
                    back=_GAP + draw(0.0, 3.0),
                    turn=draw(-stand, stand),
                    slots=held.get(number, (None,) * SLOTS),
                    tilt=made.tilt if tilt is None else tilt,
                )
                for number, made in self._made.items()
                if number in ANDROIDS
            )
            self._scene = replace(self._scene, holders=holders)

    def stand(self, number: int, way: float, distance: float = OUTWARD, facing: float = 0.0) -> None:
        """Stand holder ``number`` (1 to 3), with what it holds, where somebody would sit in the direction of ``way``
        degrees counter-clockwise from South, with a small error: its back ``distance`` mm from the middle of the table,
        and its face outwards, or turned on the spot by a half (``facing`` 180)."""
        draw, stand = self._random.uniform, self.workmanship.stand
        depth = FACE_HEIGHT * cos(radians(self._made[number].tilt))
        back = distance + draw(0.0, 3.0) if facing == 0.0 else -distance - depth - draw(0.0, 3.0)
        turn = way + facing + draw(-stand, stand) + (180.0 if number == 2 else 0.0)
        with self._lock:
            others = [one for one in self._scene.holders if one.number != number]
            held = next((one.slots for one in self._scene.holders if one.number == number), (None,) * SLOTS)
            placed = replace(self._made[number], side="left", x=0.0, back=back, turn=turn, slots=held)
            self._scene = replace(self._scene, holders=(*others, placed))

    def rack(self, holder: int, cards: Sequence[Card | None]) -> None:
        """Put cards into a holder, slot 0 first, replacing what stood there; None leaves a slot empty."""
        if len(cards) > SLOTS:
            raise ValueError(f"A holder has {SLOTS} slots; {len(cards)} cards do not fit.")
        draw, (off, leaning) = self._random.uniform, self.workmanship.slack
        out = self._stacking.uniform
        slots = tuple(
            None
            if card is None
            else StandingCard(
                card, draw(-off, off), draw(-0.4, 1.0), draw(-leaning, leaning), out(*self.workmanship.stack)
            )
            for card in (*cards, *(None,) * (SLOTS - len(cards)))
        )
        with self._lock:
            self._fill(holder, slots)

    def unrack(self, holder: int, card: Card) -> int:
        """Draw a card out of its holder; returns the slot it stood in."""
        with self._lock:
            slots = self._holder(holder).slots
            for slot, racked in enumerate(slots):
                if racked is not None and racked.card == card:
                    self._fill(holder, (*slots[:slot], None, *slots[slot + 1 :]))
                    return slot
        raise ValueError(f"{card} does not stand in holder {holder}.")

    def rack_one(self, holder: int, slot: int, card: Card) -> None:
        """Put a card into an empty slot (0…12) of a holder; the others stay as they stand."""
        draw, (off, leaning) = self._random.uniform, self.workmanship.slack
        out = self._stacking.uniform(*self.workmanship.stack)
        racked = StandingCard(card, draw(-off, off), draw(-0.4, 1.0), draw(-leaning, leaning), out)
        with self._lock:
            slots = self._holder(holder).slots
            if slot not in range(SLOTS) or slots[slot] is not None:
                raise ValueError(f"Slot {slot} of holder {holder} is not free.")
            self._fill(holder, (*slots[:slot], racked, *slots[slot + 1 :]))

    def lay(self, card: Card, x: float, y: float, angle: float = 0.0, *, face_up: bool = True) -> None:
        """Lay a card on top of what lies there: its middle in mm of the table plane, degrees counter-clockwise."""
        with self._lock:
            self._scene = replace(self._scene, laid=(*self._scene.laid, LyingCard(card, x, y, angle, face_up)))

    def take(self, card: Card) -> None:
        """Take a laid card away."""
        with self._lock:
            left = tuple(laid for laid in self._scene.laid if laid.card != card)
            if len(left) == len(self._scene.laid):
                raise ValueError(f"{card} does not lie on the table.")
            self._scene = replace(self._scene, laid=left)

    def move(self, card: Card, x: float, y: float, angle: float, *, face_up: bool = True) -> None:
        """Push, turn or turn over a laid card where it lies among the others."""
        with self._lock:
            if not any(laid.card == card for laid in self._scene.laid):
                raise ValueError(f"{card} does not lie on the table.")
            moved = LyingCard(card, x, y, angle, face_up)
            laid = tuple(moved if one.card == card else one for one in self._scene.laid)
            self._scene = replace(self._scene, laid=laid)

    def relay(self, laid: Sequence[LyingCard]) -> None:
        """Let these cards lie on the play area, and no others."""
        with self._lock:
            self._scene = replace(self._scene, laid=tuple(laid))

    def stray(self, strays: Sequence[LyingCard]) -> None:
        """Let these cards, which are none of the game's, lie there; none: take them away."""
        with self._lock:
            self._scene = replace(self._scene, strays=tuple(strays))

    def squeeze(self, holder: int, slot: int, card: Card | None) -> None:
        """Put a card too many into a slot, before the one that stands there; None: take it out again."""
        racked = None if card is None else (slot, StandingCard(card, SLOT_PITCH / 2))
        with self._lock:
            placed = replace(self._holder(holder), squeezed=racked)
            self._put_holder(placed)

    def swap_holders(self) -> None:
        """Turn the androids' holders round, so that each faces the other human; again: back."""
        with self._lock:
            for placed in [one for one in self._scene.holders if one.number in ANDROIDS]:
                self._put_holder(replace(placed, turn=(placed.turn + 360.0) % 360.0 - 180.0))

    def reach(self, arms: Sequence[Arm]) -> None:
        """Let these arms be over the table; none: they are drawn back."""
        with self._lock:
            self._scene = replace(self._scene, arms=tuple(arms))

    def shine(self, spots: Sequence[Spot]) -> None:
        """Let these shadows and patches of glare lie on the table; none: they are gone."""
        with self._lock:
            self._scene = replace(self._scene, spots=tuple(spots))

    def breathe(self, air: Air) -> None:
        """Change light and focus of the whole picture."""
        with self._lock:
            self._scene = replace(self._scene, air=air)

    def hang(self, mount: Mount | None) -> None:
        """Let the camera hang like that; None: as it was put up."""
        with self._lock:
            self._scene = replace(self._scene, mount=mount)

    def fail(self, how: Failing | None) -> None:
        """Let the camera fail like that; None: it works."""
        with self._lock:
            self._scene = replace(self._scene, failing=how)

    def truth(self) -> dict[str, object]:
        """What lies there, as codes: ``{"holders": {"1": [left to right], "2": […]}, "table": [face up]}``, with holder
        3 where it stands there."""
        scene = self.scene()
        numbers = sorted({*ANDROIDS, *(holder.number for holder in scene.holders)})
        held = {str(n): [str(c) for h in scene.holders if h.number == n for c in _held(h)] for n in numbers}
        return {"holders": held, "table": [str(one.card) for one in (*scene.laid, *scene.strays) if one.face_up]}

    def _holder(self, number: int) -> StandingHolder:
        for holder in self._scene.holders:
            if holder.number == number:
                return holder
        raise ValueError(f"Holder {number} does not stand on the table; place the holders first.")

    def _fill(self, number: int, slots: tuple[StandingCard | None, ...]) -> None:
        self._put_holder(replace(self._holder(number), slots=slots))

    def _put_holder(self, placed: StandingHolder) -> None:
        holders = tuple(placed if holder.number == placed.number else holder for holder in self._scene.holders)
        self._scene = replace(self._scene, holders=holders)


def _made(number: int, workmanship: Workmanship, rng: random.Random) -> StandingHolder:
    """A holder as somebody made it, standing nowhere yet."""
    w = workmanship
    return StandingHolder(
        number,
        "left",
        0.0,
        0.0,
        0.0,
        tilt=FACE_TILT + rng.uniform(-w.lean, w.lean),
        lip=rng.uniform(*w.lip),
        bow=either_way(rng, w.bow),
        twist=either_way(rng, w.twist),
    )


def _held(holder: StandingHolder) -> list[Card]:
    """The cards that stand in a holder, left to right."""
    cards = [(slot, racked.card) for slot, racked in enumerate(holder.slots) if racked is not None]
    if holder.squeezed is not None:
        slot, racked = holder.squeezed
        cards.insert(sum(at <= slot for at, _ in cards), (slot, racked.card))
    return [card for _, card in cards]
