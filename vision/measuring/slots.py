"""How well racked cards are read, and how sure the reader is where it errs: `python -m vision.measuring.slots`.

Both holders are filled at random, some slots left empty, and in every other scene the cards lean and are not fully
pushed in. Each slot is read once, alone: no knowledge of the pack, no second look. From the table that is printed last
the belief can be taken from which on a reading may count as certain.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import cv2
from tqdm import tqdm

from vision.holders.indices import USUAL
from vision.holders.slots import read_holders
from vision.index.beliefs import Belief
from vision.index.protocol import IndexReader
from vision.measuring.corners import packs_in
from vision.packs.faces import Pack, PackError
from vision.planes.planes import HOLDERS, PlaneFinder
from vision.reader.reader import MODEL_FOLDER, ModelError, Reader
from vision.simulated.render import Renderer
from vision.simulated.scene import Scene, SimulatedTable, StandingCard
from vision.sizes import SLOTS
from whist.cards import FULL_PACK, Card

SURE: Final = 0.9
"""A reading of at least this counts as sure in the first table."""
BELIEFS: Final = (0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9995, 0.9999)
"""Beliefs for which the last table says how many readings are wrong."""
_EMPTY: Final = (0.0, 0.1, 0.5)
"""Shares of slots left empty, in turn."""
_SHIFT: Final = 1.6
_TURN: Final = 1.5
_RAISED: Final = (2.0, 7.0)
"""How askew cards stand: greatest shift along u in mm, spread of the turn in degrees, spread and most of how far they
are not pushed in, mm."""


@dataclass(slots=True)
class SlotFigures:
    """What was read in slots. ``counts`` is by kind, see `kind_of`; ``beliefs`` holds, for each card that was read, the
    belief in it and whether it is the right one; ``mistakes`` one line for each sure error."""

    counts: Counter[str] = field(default_factory=Counter)
    beliefs: list[tuple[float, bool]] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)

    def add(self, where: str, card: Card | None, belief: Belief | None) -> None:
        """Count one slot: the card that stands there, and what was read."""
        kind = kind_of(card, belief)
        self.counts[kind] += 1
        if belief is not None:
            best = int(belief[:-1].argmax())
            self.beliefs.append((float(belief[best]), FULL_PACK[best] == card))
            if kind in ("wrong, sure", "seen in an empty slot, sure"):
                self.mistakes.append(f"{where}: {card or 'nothing'} taken for {FULL_PACK[best]} ({belief[best]:.3f})")

    def __str__(self) -> str:
        lines = [f"{number:7}  {kind}" for kind, number in sorted(self.counts.items(), key=lambda item: -item[1])]
        lines.append("belief at least:  readings  wrong")
        for least in BELIEFS:
            told = [right for belief, right in self.beliefs if belief >= least]
            lines.append(f"{least:15.4f}  {len(told):9}{len(told) - sum(told):7}")
        return "\n".join(lines)


def kind_of(card: Card | None, belief: Belief | None) -> str:
    """What came of a slot in which ``card`` stands (None is an empty slot), by its belief (55,) or None."""
    if belief is None:
        return "empty, right" if card is None else "overlooked"
    best = int(belief[:-1].argmax())
    sure = "sure" if belief[best] >= SURE else "in doubt"
    if card is None:
        return f"seen in an empty slot, {sure}"
    return f"{'right' if FULL_PACK[best] == card else 'wrong'}, {sure}"


def cards_of(pack: Pack) -> list[Card]:
    """The cards of which a pack has faces: 52 to 54."""
    found = []
    for card in FULL_PACK:
        try:
            pack.face(card)
        except PackError:
            continue
        found.append(card)
    return found


def leaning(scene: Scene, rng: random.Random) -> Scene:
    """The scene with its racked cards turned, shifted and not fully pushed in."""

    def leant(racked: StandingCard | None) -> StandingCard | None:
        if racked is None:
            return None
        raised = min(abs(rng.gauss(0.0, _RAISED[0])), _RAISED[1])
        return replace(racked, du=rng.uniform(-_SHIFT, _SHIFT), dv=raised, angle=rng.gauss(0.0, _TURN))

    holders = tuple(replace(holder, slots=tuple(map(leant, holder.slots))) for holder in scene.holders)
    return replace(scene, holders=holders)


def scenes(pack: Pack, seed: int, number: int) -> Iterator[tuple[Scene, dict[int, list[Card | None]]]]:
    """Scenes with both holders, and what stands in their slots; the same for the same seed."""
    rng = random.Random(f"slots {seed}")
    table = SimulatedTable(seed)
    table.place_holders("left" if seed % 2 else "right")
    cards = cards_of(pack)
    for k in range(number):
        order: list[Card | None] = [
            None if rng.random() < _EMPTY[k % len(_EMPTY)] else card for card in rng.sample(cards, 2 * SLOTS)
        ]
        held = {1: order[:SLOTS], 2: order[SLOTS:]}
        for holder, row in held.items():
            table.rack(holder, row)
        yield leaning(table.scene(), rng) if k % 2 else table.scene(), held


def measure(reader: IndexReader, packs: Sequence[Pack], number: int, seed: int = 0) -> dict[str, SlotFigures]:
    """Read `number` scenes with each pack; figures by the pack's name. The shape of a pack's indices is learned on the
    way, as in a game."""
    found: dict[str, SlotFigures] = {}
    finder = PlaneFinder()
    with tqdm(total=number * len(packs), desc="scenes", unit="scene", leave=False) as bar:
        for k, pack in enumerate(packs):
            figures, shape = found.setdefault(pack.name, SlotFigures()), USUAL
            renderer = Renderer(pack, seed + k)
            for scene, held in scenes(pack, seed + k, number):
                renderer.update(scene)
                picture = renderer.full()
                planes = finder.find(picture)
                seen = [part for part in HOLDERS if part in planes]
                read, shape, _ = read_holders(reader, [(picture, planes[part]) for part in seen], shape)
                for part, slots in zip(seen, read, strict=True):
                    row = held[HOLDERS.index(part) + 1]
                    for slot, (card, belief) in enumerate(zip(row, slots, strict=True)):
                        figures.add(f"{pack.name}, {part}, slot {slot + 1}", card, belief)
                figures.counts["holders not found"] += len(HOLDERS) - len(seen)
                bar.update()
    return found


def main(arguments: list[str] | None = None) -> int:
    """Print counts of each pack, the sure mistakes, and how beliefs in wrong readings are distributed."""
    parser = argparse.ArgumentParser(prog="python -m vision.measuring.slots", description=__doc__)
    parser.add_argument(
        "--faces", type=Path, action="append", help="a folder of faces, or of such folders; may be given several times"
    )
    parser.add_argument("--scenes", type=int, default=6, help="with each pack (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER, help="folder of the model (default: the one here)")
    chosen = parser.parse_args(arguments)
    if chosen.scenes < 1:
        parser.error(f"--scenes is {chosen.scenes}; at least one scene must be read.")
    cv2.setNumThreads(1)
    try:
        reader = Reader(chosen.model, threads=1)
        packs = packs_in(chosen.faces or [])
    except (ModelError, PackError) as error:
        print(error, file=sys.stderr)
        return 1
    found = measure(reader, packs, chosen.scenes, chosen.seed)
    whole = SlotFigures()
    for name, figures in found.items():
        print(f"{name}: {', '.join(f'{number} {kind}' for kind, number in figures.counts.items() if number)}")
        whole.counts += figures.counts
        whole.beliefs += figures.beliefs
        whole.mistakes += figures.mistakes
    print(*whole.mistakes, whole, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
