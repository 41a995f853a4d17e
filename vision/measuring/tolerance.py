"""How far off may a maker be? `python -m vision.measuring.tolerance` measures it on the simulated table.

One thing is varied at a time around the normal table (`vision.measuring.tolerance_counts.QUANTITIES`), two together. At
every setup the same hands stand in both holders and the same tricks are laid, and what the table's own watcher tells
of them after all its looks is compared with the truth: right, asked, unseen, wrong. No rules of play help it.
``--faces`` adds packs that the reader has not seen; indices are varied in the drawn packs only. All counts go into a
table, and plots are drawn from it; ``--plots-only`` draws those of a table that is there.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from math import hypot, radians, tan
from pathlib import Path
from typing import Final

import cv2
from tqdm import tqdm

from vision.index.protocol import IndexReader
from vision.measuring.corners import pack_folders
from vision.measuring.counting import positive
from vision.measuring.tolerance_counts import (
    KINDS,
    NORMAL,
    OTHERS,
    OWN,
    QUANTITIES,
    TABLE,
    Counts,
    KindCounts,
    Setup,
    Variation,
    as_csv,
    from_csv,
    share,
    spans,
    variations,
)
from vision.measuring.tolerance_plots import PLOTS
from vision.output_files import OutputError, write_whole
from vision.packs.faces import DESIGNS, Design, Pack, PackError
from vision.reader.reader import MODEL_FOLDER, ModelError, Reader
from vision.simulated.optics import View
from vision.simulated.places import trick_place
from vision.simulated.render import Renderer
from vision.simulated.scene import Air, LyingCard, Side, SimulatedTable
from vision.simulated.sensor import SensorCamera, coarseness, dimness
from vision.simulated.workmanship import BY_HAND, PERFECT, Workmanship, times
from vision.sizes import SLOTS
from vision.watch.watcher import Watcher
from whist.cards import PACK, Card
from whist.messages.observations import HolderShows, LaidCard, Observation, TableShows

OUT: Final = Path(__file__).parents[2] / "hardware"
ROUNDS: Final = 1
"""Tables laid with each drawn pack; each other pack has one."""
TRICKS: Final = 2
LOOKS: Final = 24
"""Looks at most at what lies there: two until it lies still, and those in which a watcher looks again."""
CLEAR: Final = 0.9
"""A reading of at least this counts as certain: `whist.table.seen.last_seen.CERTAIN`."""
NEAR: Final = 30.0
"""A laid card is told of by what is told within this distance of it, mm."""
_WHO: Final = ("south", "north", "holder 1", "holder 2")


@dataclass(frozen=True, slots=True)
class Lay:
    """Cards laid with one pack: a drawn design, or a folder of faces. ``number`` seeds all else."""

    number: int
    design: str
    folder: Path | None = None

    @property
    def group(self) -> str:
        """Which packs it counts with."""
        return OTHERS if self.folder else OWN

    @property
    def side(self) -> Side:
        """Where the holders stand."""
        return "right" if self.number % 2 else "left"

    def pack(self, index: float = 0.0) -> Pack:
        """Its cards; with ``index`` their rank and suit are together so high, mm. Raises `PackError`."""
        if self.folder:
            return Pack.from_folder(self.folder)
        design = DESIGNS[self.design]
        return Pack(self.design, design.size, {}, with_index(design, index) if index else design)


def with_index(design: Design, height: float) -> Design:
    """A design whose rank and suit, with the gap between them, are ``height`` mm high."""
    times = height / (design.rank_height + design.index_gap + design.suit_height)
    return replace(
        design,
        rank_height=times * design.rank_height,
        suit_height=times * design.suit_height,
        index_gap=times * design.index_gap,
    )


def view_of(setup: Setup, side: Side) -> View:
    """How the camera of a setup sees the table, the holders standing at ``side``."""
    away = 1.0 if side == "left" else -1.0
    at = away * setup.aside, -setup.along - setup.height * tan(radians(setup.slant))
    return View.hung(
        setup.height,
        at,
        (-setup.slant, -away * setup.tilt, 0.0),
        setup.hand * BY_HAND.barrel[1],
    )


def made_for(setup: Setup) -> Workmanship:
    """How a setup's table is made: what is varied is exactly as far off as it says, or all of it is by hand."""
    if setup.hand:
        return times(BY_HAND, setup.hand)
    return replace(
        PERFECT,
        shift=(setup.shift, setup.shift),
        turn=(setup.turn, setup.turn),
        lip=(setup.lip, setup.lip),
        bow=(setup.bow, setup.bow),
        holders=((setup.shade, setup.shade), (1.0, 1.0)) if setup.shade < 1 else PERFECT.holders,
    )


def air_of(setup: Setup) -> Air:
    """Light and blur of a setup's picture, in pixels of the simulated camera."""
    # a disc spreads as far as a Gaussian of a quarter of its diameter
    blur = setup.smear / 4 * NORMAL.scale
    return Air(gain=dimness(setup.lux), blur=hypot(blur, coarseness(setup.width)))


def judged_holder(held: Sequence[Card], shown: HolderShows | None) -> KindCounts:
    """What became of the cards of one holder, in all of whose slots a card stands."""
    tally: KindCounts = Counter()
    for card, reading in zip(held, shown.slots if shown else (None,) * len(held), strict=True):
        if reading is None:
            tally["unseen"] += 1
        elif reading.probability < CLEAR:
            tally["asked"] += 1
        else:
            tally["right" if reading.best == card else "wrong"] += 1
    return tally


def judged_table(laid: Sequence[LyingCard], shown: TableShows | None) -> KindCounts:
    """What became of laid cards. A card told surely where there is none counts as wrong as well."""
    told = shown.cards if shown else ()
    tally: KindCounts = Counter()
    for one in laid:
        near = [card for card in told if hypot(card.x - one.x, card.y - one.y) <= NEAR]
        tally[_fate(one.card, near)] += 1
    there = {one.card for one in laid}
    tally["wrong"] += sum(_is_clear(card) and card.reading.best not in there and _alone(card, laid) for card in told)
    return tally


def _fate(card: Card, near: Sequence[LaidCard]) -> str:
    clear = {one.reading.best for one in near if _is_clear(one)}
    if clear - {card}:
        return "wrong"
    return "right" if clear else "asked" if near else "unseen"


def _is_clear(card: LaidCard) -> bool:
    return card.reading.probability >= CLEAR


def _alone(card: LaidCard, laid: Sequence[LyingCard]) -> bool:
    return all(hypot(card.x - one.x, card.y - one.y) > NEAR for one in laid)


class Sitting:
    """One lay of cards, looked at from any setup. Not for several threads at once."""

    def __init__(self, lay: Lay, reader: IndexReader) -> None:
        self._lay, self._reader = lay, reader
        rng = random.Random(f"tolerance {lay.number}")
        cards = rng.sample(PACK, len(PACK))
        self._held = {1: cards[:SLOTS], 2: cards[SLOTS : 2 * SLOTS]}
        rest = iter(cards[2 * SLOTS :])
        self._tricks = [
            [LyingCard(next(rest), *trick_place(who, lay.side, rng)) for who in _WHO] for _ in range(TRICKS)
        ]
        self._index, self._hung, self._made = 0.0, _hung(NORMAL), made_for(NORMAL)
        self._pack = lay.pack()
        self._renderer = self._render(NORMAL)

    def seen_at(self, setup: Setup) -> KindCounts:
        """What becomes of the cards where table and camera are set up like that."""
        table = self._set_up(setup)
        camera = SensorCamera(table, self._renderer, setup.width, setup.lux, self._lay.number)
        watcher = Watcher(self._reader)
        last: dict[str, Observation] = {}
        self._watch(watcher, camera, last, 0)
        tally: KindCounts = Counter()
        for number, held in self._held.items():
            shown = last.get(f"holder {number}")
            tally += judged_holder(held, shown if isinstance(shown, HolderShows) else None)
        for trick in self._tricks:
            table.relay(trick)
            self._watch(watcher, camera, last, len(trick))
            on_table = last.get("table")
            tally += judged_table(trick, on_table if isinstance(on_table, TableShows) else None)
            table.relay(())
            self._watch(watcher, camera, last, 0)
        return tally

    def _set_up(self, setup: Setup) -> SimulatedTable:
        made = made_for(setup)
        if made != self._made:
            self._made, self._hung = made, _hung(setup)
            self._renderer = self._render(setup)
        table = SimulatedTable(self._lay.number, made)
        table.place_holders(self._lay.side, setup.lean)
        for number, held in self._held.items():
            table.rack(number, held)
        table.breathe(air_of(setup))
        if setup.index != self._index:
            self._pack, self._index = self._lay.pack(setup.index), setup.index
            self._renderer.reface(self._pack)
        hung = _hung(setup)
        if hung != self._hung:
            self._renderer.rehang(view_of(setup, self._lay.side))
            self._hung = hung
        self._renderer.restart_noise(self._lay.number)
        return table

    def _render(self, setup: Setup) -> Renderer:
        view = view_of(setup, self._lay.side)
        return Renderer(self._pack, self._lay.number, view, workmanship=self._made)

    def _watch(self, watcher: Watcher, camera: SensorCamera, last: dict[str, Observation], laid: int) -> None:
        """Look until nothing is in doubt any more; ``last`` takes what was told of each part last."""
        for _ in range(LOOKS):
            for seen in watcher.tick(camera):
                if isinstance(seen, HolderShows):
                    last[f"holder {seen.holder}"] = seen
                elif isinstance(seen, TableShows):
                    last["table"] = seen
            if settled(last, laid):
                return


def _hung(setup: Setup) -> tuple[float, ...]:
    return setup.height, setup.aside, setup.along, setup.tilt, setup.slant, setup.hand


def settled(last: dict[str, Observation], laid: int) -> bool:
    """Whether all parts have been told of, and all 26 racked and ``laid`` laid cards surely."""
    holders = [one for one in last.values() if isinstance(one, HolderShows)]
    table = last.get("table")
    readings = [reading for holder in holders for reading in holder.slots]
    surely = all(reading is not None and reading.probability >= CLEAR for reading in readings)
    if len(holders) < 2 or not surely or not isinstance(table, TableShows):
        return False
    return len(table.cards) == laid and all(map(_is_clear, table.cards))


def variations_of(name: str | None) -> list[Variation]:
    """All variations, or those in which one quantity alone is varied."""
    return [
        variation
        for variation in variations()
        if name is None or (variation.name in ("", name) and not variation.other)
    ]


def wanted(lay: Lay, at: Sequence[Variation]) -> list[Variation]:
    """The variations at which a lay is looked at: indices are varied in drawn packs only, two quantities once."""
    own = [variation for variation in at if not variation.other or lay.number < len(DESIGNS)]
    return own if lay.folder is None else [variation for variation in own if "index" not in variation.changes()]


def measure(lay: Lay, at: Sequence[Variation], model: Path) -> Counts:
    """What becomes of a lay's cards at each variation. Raises `PackError` and `ModelError`."""
    cv2.setNumThreads(1)
    sitting = Sitting(lay, Reader(model, threads=1))
    return {
        (variation, lay.group): sitting.seen_at(replace(NORMAL, **variation.changes())) for variation in wanted(lay, at)
    }


def lays(folders: Sequence[Path], rounds: int = ROUNDS) -> list[Lay]:
    """What is laid: with each drawn pack so many times, with each pack of a folder once; raises `PackError`."""
    own = [Lay(k, design) for k, design in enumerate([*DESIGNS] * rounds)]
    return own + [Lay(len(own) + k, "", folder) for k, folder in enumerate(pack_folders(folders))]


def run(todo: Sequence[Lay], at: Sequence[Variation], jobs: int, model: Path) -> Counts:
    """Measure all lays, ``jobs`` at a time."""
    counts: Counts = {}
    total = sum(len(wanted(lay, at)) for lay in todo)
    with tqdm(total=total, desc="settings", unit="setting", disable=None) as progress:
        for found in _measured(todo, at, jobs, model):
            for key, tally in found.items():
                counts[key] = counts.get(key, Counter()) + tally
            progress.update(len(found))
    return counts


def _measured(todo: Sequence[Lay], at: Sequence[Variation], jobs: int, model: Path) -> Iterator[Counts]:
    if jobs == 1:
        for lay in todo:
            yield measure(lay, at, model)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for future in as_completed([pool.submit(measure, lay, at, model) for lay in todo]):
            yield future.result()


def report(counts: Counts) -> str:
    """The counts at the normal setup, and up to where each quantity is fine."""
    lines = []
    for group in (OWN, OTHERS):
        if tally := counts.get((Variation(), group)):
            told = ", ".join(f"{tally[kind]} {kind}" for kind in KINDS)
            lines.append(
                f"normal table, {group} packs: {tally.total()} cards: {told}; {share(tally, 'right'):.1%} right"
            )
    for quantity in QUANTITIES:
        if not any(variation.name == quantity.name and not variation.other for variation, _ in counts):
            continue
        normal, fine, tried = spans(counts, quantity)
        lines.append(f"{quantity.title}: normal {normal}, fine {fine}, tried {tried}")
    return "\n".join(lines)


def write_plots(counts: Counts, folder: Path) -> None:
    """Draw all plots below a folder; raises `OutputError`."""
    for name, draw in PLOTS.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / name, draw(counts).encode())


def main(arguments: Sequence[str] | None = None) -> int:
    """Write table and plots and print the bounds; 0, or 1 with a sentence where something cannot be used or written."""
    parser = argparse.ArgumentParser(prog="python -m vision.measuring.tolerance", description=__doc__)
    parser.add_argument("--faces", type=Path, nargs="+", default=[], metavar="DIR", help="packs, or folders of packs")
    parser.add_argument(
        "--only", choices=[quantity.name for quantity in QUANTITIES], help="vary this alone, write nothing"
    )
    parser.add_argument("--quick", action="store_true", help="one lay of cards with one pack: a try, no measurement")
    parser.add_argument("--plots-only", action="store_true", help="measure nothing, draw from the table in the folder")
    parser.add_argument("--jobs", type=positive, default=1)
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER, help="folder of the model")
    parser.add_argument("--out", type=Path, default=OUT, help="folder for table and plots (default: hardware)")
    options = parser.parse_args(arguments)
    try:
        if options.plots_only:
            counts = from_csv((options.out / TABLE).read_text("utf-8"))
        else:
            todo, at = lays(options.faces), variations_of(options.only)
            counts = run(todo[:1] if options.quick else todo, at, options.jobs, options.model)
        print(report(counts))
        if options.only:
            print(as_csv(counts), end="")
            return 0
        options.out.mkdir(parents=True, exist_ok=True)
        if not options.plots_only:
            write_whole(options.out / TABLE, as_csv(counts).encode())
        write_plots(counts, options.out)
    except (PackError, ModelError, OutputError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
