"""What each rung of the ladder costs and gains: `python -m vision.measuring.ablation [FOLDER…]`.

Everything is read with all rungs, and again with each one left out (`vision.ladder`): both holders, full, and cards on
the play area, of packs in the typefaces kept out of training, simulated as they should be, out of focus (`BLUR` pixels)
and in little light; and photographs of the folders given, those of `vision.measuring.labels`, else those of
``WHIST_OUTSIDE/photos``. Photographs are for measuring alone: nothing may be chosen by them.

The tables are written into the model card. What a rung costs is processor time, as a multiple of one pass of the
detector over 640 × 480 pixels in the same run. ``--size`` says how much is measured; 1 takes about ten minutes
of one core.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import hypot
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple, ParamSpec, TypeVar

import cv2
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from vision.arrays import Numbers, Picture
from vision.camera.photograph_files import PictureError, load_photograph
from vision.holders.indices import USUAL, IndexShape
from vision.holders.slots import read_holders
from vision.index.beliefs import Belief, with_one_look_more
from vision.ladder import ALL, EVERYWHERE, FOOT, HOLDERS, LADDER, PHOTOGRAPHS, PLAY_AREA, Rung, Rungs
from vision.measuring.corners import packs_in
from vision.measuring.labels import Photograph, compare, load_labels
from vision.measuring.slots import leaning
from vision.output_files import OutputError, write_whole
from vision.packs.faces import Pack, PackError
from vision.packs.pack_memory import IndexMemory, PackMemory
from vision.packs.spoil import GAIN, NOISE
from vision.planes.planes import HOLDERS as PARTS
from vision.planes.planes import PLAY, Plane, PlaneFinder
from vision.reader.decoder import CERTAIN, holder_readings, is_certain
from vision.reader.photograph_cards import CERTAIN as NAMED
from vision.reader.reader import MODEL_FOLDER, ModelError, Reader
from vision.simulated.places import trick_place, turn_up_place
from vision.simulated.render import Renderer
from vision.simulated.scene import Side, SimulatedTable
from vision.sizes import SLOTS
from vision.thresholds import Search, Watch
from vision.training.packs.packs import CACHE, drawn_pack, write_faces
from vision.watch.laid_whole import seen_whole
from vision.watch.play_area import SeenCard, cards_from, sightings
from whist.cards import FULL_PACK, PACK, Card
from whist.messages.observations import Reading

CARD: Final = MODEL_FOLDER / "MODEL.md"
BEGIN: Final = "<!-- written by python -m vision.measuring.ablation -->"
END: Final = "<!-- end of what it wrote -->"
BLUR: Final = 3.0
"""Standard deviation of the Gaussian of what is out of focus, pixels."""
CONDITIONS: Final = ("clean", "blur", "dim")
_HEADS: Final = {"clean": "as it should be", "blur": f"blurred, {BLUR:g} px", "dim": "in little light"}
_PACKS: Final = 8
_SCENES: Final = 5
_PHOTOGRAPHS: Final = 24
"""At size 1: packs, scenes with each, photographs of each folder at most."""
_NEAR: Final = 20.0
"""A card read on the play area is the one that lies this near, mm."""
_TAKEN: Final = 4
"""So many cards of a holder have gone where the order that it had is to tell the others."""
KNOWN: Final = "holders known before"
"""Holders of which some cards have gone, the order that all of them had being known."""
PICTURES: Final = "holders in more pictures"
RACKED_BEFORE: Final = "holders, the pack seen before"
LAID_BEFORE: Final = "play area, the pack seen before"
"""Tables of a pack and in a light in which tables before were told of (`vision.packs.pack_memory`)."""
GROUPS: Final = (HOLDERS, KNOWN, PICTURES, RACKED_BEFORE, PLAY_AREA, LAID_BEFORE, PHOTOGRAPHS)
"""What is counted by itself, each against the same with all rungs."""
_PICTURES: Final = Rungs((Rung.ANOTHER_PICTURE,))
_MEMORY: Final = Rungs((Rung.MEMORY,))
_GROUP: Final[dict[str, dict[Rungs, str]]] = {
    HOLDERS: {Rungs((Rung.ORDER,)): KNOWN, _PICTURES: PICTURES, _MEMORY: RACKED_BEFORE},
    PLAY_AREA: {_MEMORY: LAID_BEFORE},
    PHOTOGRAPHS: {},
}
"""Where a rung is counted, if not with the others."""
WEIGHED: Final = (frozenset((Rung.ASSIGNMENT,)), frozenset((Rung.CONTRADICTION,)))
"""What is done with beliefs that are there: for these nothing is read again."""
REST: Final = frozenset((Rung.REST_OF_CARD, Rung.REST_AGAINST))
"""Without both of them a network is not asked at all."""
NONE: Final = Rungs()
KINDS: Final = ("right", "asked", "wrong", "unseen")
_T = TypeVar("_T")
_P = ParamSpec("_P")


@dataclass
class Tallies:
    """What came of cards, by the rungs that were left out and condition; and the processor time of it, ms."""

    counts: dict[tuple[Rungs, str], Counter[str]] = field(default_factory=dict)
    times: dict[tuple[Rungs, str], list[float]] = field(default_factory=dict)

    def add(self, left_out: Rungs, condition: str, kinds: Counter[str], spent: float | None = None) -> None:
        """Count one scene or photograph in."""
        self.counts.setdefault((left_out, condition), Counter()).update(kinds)
        if spent is not None:
            self.times.setdefault((left_out, condition), []).append(spent)

    def cards(self, condition: str, left_out: Rungs = NONE) -> int:
        """How many cards there were."""
        tally = self.counts.get((left_out, condition), Counter())
        return sum(tally[kind] for kind in KINDS)

    def gain(self, rungs: Rungs, condition: str) -> Counter[str]:
        """By how much there is more of each kind with some rungs than without them."""
        gain = Counter(self.counts.get((NONE, condition), Counter()))
        gain.subtract(self.counts.get((rungs, condition), Counter()))
        return gain

    def spent(self, left_out: Rungs = NONE) -> float:
        """Mean time of a reading in all conditions, ms."""
        times = [one for (out, _), some in self.times.items() if out == left_out for one in some]
        return float(np.mean(times)) if times else 0.0


@dataclass
class Ablation:
    """All that was measured."""

    tallies: dict[str, Tallies] = field(default_factory=lambda: {name: Tallies() for name in GROUPS})
    yardstick: list[float] = field(default_factory=list)
    """Times of one pass of the detector, ms."""
    packs: int = 0
    tables: int = 0
    photographs: int = 0


def left_out(path: str) -> list[Rungs]:
    """What is left out in turn where this is read: each rung that is there but for those without which nothing is read,
    and both that ask one network."""
    climbed = [look.rung for look in LADDER if path in look.climbed_by and look.rung not in FOOT]
    return [*(Rungs((rung,)) for rung in climbed), *([REST] if REST.issubset(climbed) else [])]


def spoiled(picture: Picture, condition: str, rng: np.random.Generator) -> Picture:
    """A picture in one of `CONDITIONS`."""
    if condition == "blur":
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), BLUR), np.uint8)
    if condition == "dim":
        noise = rng.standard_normal(picture.shape, np.float32)
        return np.asarray(np.clip(np.rint(picture * np.float32(GAIN) + noise * NOISE), 0, 255), np.uint8)
    return picture


def timed(work: Callable[_P, _T], *given: _P.args, **named: _P.kwargs) -> tuple[_T, float]:
    """What a piece of work gives, and its processor time, ms."""
    began = time.process_time()
    done = work(*given, **named)
    return done, 1000 * (time.process_time() - began)


def kind_of(card: Card, reading: Reading | None) -> str:
    """What came of a card that stands in a slot, one of `KINDS`."""
    if reading is None:
        return "unseen"
    if reading.probability < CERTAIN:
        return "asked"
    return "right" if reading.best == card else "wrong"


def kinds_in(held: Sequence[Sequence[Card | None]], told: Sequence[Sequence[Reading | None]]) -> Counter[str]:
    """What came of the cards of holders."""
    pairs = [pair for row, slots in zip(held, told, strict=True) for pair in zip(row, slots, strict=True)]
    return Counter(kind_of(card, reading) for card, reading in pairs if card is not None)


def _laid_cards(
    reader: Reader, picture: Picture, plane: Plane, shape: IndexShape, memory: IndexMemory | None = None
) -> list[SeenCard]:
    """The cards that lie on the play area, by their indices and as wholes."""
    seen = sightings(reader, picture, plane, shape=shape, memory=memory)
    return seen_whole(reader, picture, plane, cards_from(seen), (), shape)


def kinds_on_table(laid: dict[Card, tuple[float, float]], cards: Sequence[SeenCard]) -> Counter[str]:
    """What came of the cards that lie, by their middles in mm, on the play area."""
    kinds = Counter[str]()
    for card, (x, y) in laid.items():
        here = [one for one in cards if hypot(one.x - x, one.y - y) < _NEAR]
        sure = {FULL_PACK[one.best] for one in here if is_certain(one.belief)}
        kinds["right" if sure == {card} else "wrong" if sure else "asked" if here else "unseen"] += 1
    return kinds


def kinds_in_photograph(photograph: Photograph, reader: Reader, picture: Picture) -> Counter[str]:
    """What came of the cards of a photograph: what was named besides is wrong, what was not named is unseen."""
    found = reader.photograph(picture)
    reads = found.named
    if photograph.ranks_only:
        reads = [read for read in found.cards if read.rank_confidence >= NAMED]
    wanted, got = compare(photograph, reads)
    right = (wanted & got).total()
    return Counter({"right": right, "wrong": got.total() - right, "unseen": wanted.total() - right})


@dataclass
class LaidTable:
    """A simulated table: its renderer, what stands in the holders by part, and what lies where."""

    renderer: Renderer
    held: dict[str, list[Card]]
    laid: dict[Card, tuple[float, float]]


def tables(packs: Sequence[Pack], scenes: int, seed: int) -> Iterator[LaidTable]:
    """Tables with both holders full, a trick and a turn-up on the play area; the same for the same seed."""
    for k, pack in enumerate(packs):
        renderer = Renderer(pack, 1000 * seed + k)
        for number in range(scenes):
            rng = random.Random(f"ablation {seed} {k} {number}")
            table = SimulatedTable(rng.randrange(2**31))
            side: Side = rng.choice(("left", "right"))
            table.place_holders(side)
            cards = rng.sample(PACK, 2 * SLOTS + 5)
            held = {part: cards[SLOTS * n : SLOTS * (n + 1)] for n, part in enumerate(PARTS[:2])}
            for n, row in enumerate(held.values(), 1):
                table.rack(n, row)
            places = [trick_place(who, side, rng) for who in ("south", "north", "holder 1", "holder 2")]
            laid = {}
            for card, (x, y, turn) in zip(
                cards[2 * SLOTS :], [*places, turn_up_place("south", side, rng)], strict=True
            ):
                table.lay(card, x, y, turn)
                laid[card] = x, y
            renderer.update(leaning(table.scene(), rng) if number % 2 else table.scene())
            yield LaidTable(renderer, held, laid)


class _Racks(NamedTuple):
    """The holders that were found: each picture with its plane, the cards that stand there, and those of holders that
    were not found."""

    shown: Sequence[tuple[Picture, Plane]]
    held: Sequence[Sequence[Card]]
    missing: Counter[str]


class Bench:
    """Reads tables and photographs with each rung left out, and counts; of them ``what`` of `EVERYWHERE` alone."""

    def __init__(self, reader: Reader, seed: int, what: Sequence[str] = EVERYWHERE) -> None:
        self.what = what
        self._readers = {
            rungs: reader.climbing(ALL - rungs) for rungs in (NONE, REST, *(Rungs((rung,)) for rung in Rung))
        }
        self._rng = np.random.default_rng([seed, 5])
        self._finder = PlaneFinder()
        self._noise = self._rng.integers(0, 255, (480, 640, 3), np.uint8)
        self.measured = Ablation()
        self._turn = 0
        self._memories: dict[tuple[str, str], PackMemory] = {}
        """By pack and condition."""

    def yardstick(self) -> None:
        """Time one pass of the detector."""
        high = Search.BEST_HEIGHT
        self.measured.yardstick.append(timed(self._readers[NONE].poses, self._noise, (high, high))[1])

    def table(self, table: LaidTable, condition: str, shape: IndexShape) -> IndexShape:
        """Read a table in one condition; returns the shape that its indices tell."""
        picture = spoiled(table.renderer.full(), condition, self._rng)
        planes = self._finder.find(picture)
        parts = [part for part in table.held if part in planes]
        missing = Counter({"unseen": SLOTS * (len(table.held) - len(parts))})
        racks = _Racks([(picture, planes[part]) for part in parts], [table.held[part] for part in parts], missing)
        if HOLDERS in self.what:
            after = self._holders(racks, condition, shape)
            self._remembered(racks, condition, shape, self._memory(table, condition).racked)
        else:
            after = read_holders(self._readers[NONE], racks.shown, shape).shape
        if PLAY in planes and PLAY_AREA in self.what:
            self._play_area(picture, planes[PLAY], table.laid, condition, after)
            self._laid_before(picture, planes[PLAY], table.laid, condition, after, self._memory(table, condition).laid)
        if len(parts) == len(table.held) and HOLDERS in self.what:
            self._more_pictures(table, planes, condition, after)
        return after

    def _memory(self, table: LaidTable, condition: str) -> PackMemory:
        return self._memories.setdefault((table.renderer.pack.name, condition), PackMemory())

    def _remembered(self, racks: _Racks, condition: str, shape: IndexShape, memory: IndexMemory) -> None:
        """Read holders with and without the memory of the tables before, and let it learn what stands there."""
        shown, held, missing = racks
        if not shown:
            return
        tally, features = self.measured.tallies[RACKED_BEFORE], list[Numbers]()
        for rungs in self._in_turn([NONE, _MEMORY]):
            (found, _, features), spent = timed(read_holders, self._readers[rungs], shown, shape, (), memory)
            if memory.has_learned:
                told, more = timed(holder_readings, found)
                tally.add(rungs, condition, kinds_in(held, told) + missing, spent + more)
        memory.learn(np.concatenate(features), np.array([PACK.index(card) for row in held for card in row], np.int64))

    def _laid_before(
        self,
        picture: Picture,
        plane: Plane,
        laid: dict[Card, tuple[float, float]],
        condition: str,
        shape: IndexShape,
        memory: IndexMemory,
    ) -> None:
        """Read the play area with and without the memory of the tables before, and let it learn what lies there."""
        tally, cards = self.measured.tallies[LAID_BEFORE], list[SeenCard]()
        for rungs in self._in_turn([NONE, _MEMORY]):
            cards, spent = timed(_laid_cards, self._readers[rungs], picture, plane, shape, memory)
            if memory.has_learned:
                tally.add(rungs, condition, kinds_on_table(laid, cards), spent)
        known = [
            (one.features, PACK.index(card))
            for card, (x, y) in laid.items()
            for found in cards
            if hypot(found.x - x, found.y - y) < _NEAR
            for one in found.told_by
            if one.features is not None
        ]
        if known:
            memory.learn(np.stack([row for row, _ in known]), np.array([place for _, place in known], np.int64))

    def _in_turn(self, rungs: Sequence[Rungs]) -> list[Rungs]:
        """In another order each time: what comes first finds nothing in the processor's caches."""
        self._turn += 1
        cut = self._turn % len(rungs)
        return [*rungs[cut:], *rungs[:cut]]

    def _holders(self, racks: _Racks, condition: str, shape: IndexShape) -> IndexShape:
        shown, held, missing = racks
        tally, known = self.measured.tallies[HOLDERS], self.measured.tallies[KNOWN]
        slots: list[list[Belief | None]] = []
        after = shape
        seen = [rungs for rungs in left_out(HOLDERS) if rungs not in (*WEIGHED, *_GROUP[HOLDERS])]
        for rungs in self._in_turn([NONE, *seen]):
            (found, new, _), spent = timed(read_holders, self._readers[rungs], shown, shape)
            told, more = timed(holder_readings, found)
            tally.add(rungs, condition, kinds_in(held, told) + missing, spent + more)
            if not rungs:
                slots, after = found, new
        for rungs in WEIGHED:
            # with it and without it in turn, for the difference is small
            told, less = timed(holder_readings, slots, rungs=ALL - rungs)
            _, more = timed(holder_readings, slots)
            tally.add(rungs, condition, kinds_in(held, told) + missing, tally.times[NONE, condition][-1] - more + less)
        gone = [set(self._rng.permutation(SLOTS)[:_TAKEN].tolist()) for _ in held]
        left = [[None if k in out else one for k, one in enumerate(row)] for out, row in zip(gone, slots, strict=True)]
        still = [[None if k in out else one for k, one in enumerate(row)] for out, row in zip(gone, held, strict=True)]
        for rungs in (NONE, Rungs((Rung.ORDER,))):
            told, spent = timed(holder_readings, left, held, rungs=ALL - rungs)
            known.add(rungs, condition, kinds_in(still, told), spent)
        return after

    def _play_area(
        self, picture: Picture, plane: Plane, laid: dict[Card, tuple[float, float]], condition: str, shape: IndexShape
    ) -> None:
        elsewhere = {*_GROUP[PLAY_AREA], _PICTURES}
        for rungs in self._in_turn([NONE, *(rungs for rungs in left_out(PLAY_AREA) if rungs not in elsewhere)]):
            cards, spent = timed(_laid_cards, self._readers[rungs], picture, plane, shape)
            self.measured.tallies[PLAY_AREA].add(rungs, condition, kinds_on_table(laid, cards), spent)

    def _more_pictures(self, table: LaidTable, planes: dict[str, Plane], condition: str, shape: IndexShape) -> None:
        """Look again at holders that leave a doubt, as the watcher does: at the mean of all pictures."""
        tally, reader = self.measured.tallies[PICTURES], self._readers[NONE]
        held = list(table.held.values())
        total: npt.NDArray[np.uint32] | None = None
        slots: list[list[Belief | None]] = []
        spent = 0.0
        for look in range(Watch.MOST_LOOKS):
            picture = spoiled(table.renderer.full(), condition, self._rng)
            total = picture.astype(np.uint32) if total is None else total + picture
            mean = np.asarray(((total + look // 2) // (look + 1)).astype(np.uint8), np.uint8)
            shown = [(mean, planes[part]) for part in table.held]
            (new, _, _), more = timed(read_holders, reader, shown, shape)
            spent += more if look else 0.0
            slots = (
                [
                    [with_one_look_more(old, look, one) for old, one in zip(row, fresh, strict=True)]
                    for row, fresh in zip(slots, new, strict=True)
                ]
                if look
                else new
            )
            told = holder_readings(slots)
            if not look:
                tally.add(Rungs((Rung.ANOTHER_PICTURE,)), condition, kinds_in(held, told), 0.0)
            if all(one is None or one.probability >= Watch.DOUBT for row in told for one in row):
                break
        tally.add(NONE, condition, kinds_in(held, told), spent)

    def photograph(self, photograph: Photograph, condition: str) -> None:
        """Read a photograph in one condition."""
        picture = spoiled(load_photograph(photograph.path), condition, np.random.default_rng(5))
        for rungs in self._in_turn([NONE, *left_out(PHOTOGRAPHS)]):
            kinds, spent = timed(kinds_in_photograph, photograph, self._readers[rungs], picture)
            self.measured.tallies[PHOTOGRAPHS].add(rungs, condition, kinds, spent)


def measure(bench: Bench, packs: Sequence[Pack], scenes: int, photographs: Sequence[Photograph], seed: int) -> Ablation:
    """Read all of it, with a bar; raises `PictureError`."""
    todo = len(CONDITIONS) * (len(packs) * scenes + len(photographs))
    shapes: dict[str, IndexShape] = {}
    with tqdm(total=todo, desc="ablation", unit="picture", disable=None, leave=False) as bar:
        for table in tables(packs, scenes, seed):
            for condition in CONDITIONS:
                name = table.renderer.pack.name
                shapes[name] = bench.table(table, condition, shapes.get(name, USUAL))
                bench.yardstick()
                bar.update()
        for photograph in photographs:
            for condition in CONDITIONS:
                bench.photograph(photograph, condition)
                bench.yardstick()
                bar.update()
    bench.measured.packs, bench.measured.tables = len(packs), len(packs) * scenes
    bench.measured.photographs = len(photographs)
    return bench.measured


def ladder() -> list[str]:
    """The ladder as a table."""
    lines = ["| rung | what is done | for | networks |", "| --- | --- | --- | --- |"]
    for number, look in enumerate(LADDER, 1):
        networks = ", ".join(f"`{name}`" for name in look.networks) or "–"
        lines.append(f"| {number}. {look.rung.value} | {look.does} | {', '.join(look.climbed_by)} | {networks} |")
    return lines


def gains(measured: Ablation, path: str) -> list[str]:
    """What each rung of a path costs and gains, as a table."""
    pass_ = median(measured.yardstick)
    heads = [_HEADS[condition] for condition in CONDITIONS]
    lines = [f"| {path} | cost | {' | '.join(heads)} |", "| --- | --- | --- | --- | --- |"]
    groups = [path, *(group for group in _GROUP[path].values() if measured.tallies[group].counts)]
    for group in groups:
        tallies = measured.tallies[group]
        counts = [" / ".join(str(tallies.counts[NONE, one][kind]) for kind in KINDS) for one in CONDITIONS]
        cost = f"{tallies.spent() / pass_:.2f}" if group == path else "–"
        lines.append(f"| all, {group} | {cost} | {' | '.join(counts)} |")
        for rungs in left_out(path):
            if _GROUP[path].get(rungs, path) == group and (rungs, CONDITIONS[0]) in tallies.counts:
                more = [_signed(tallies.gain(rungs, one)) for one in CONDITIONS]
                cost = f"{(tallies.spent() - tallies.spent(rungs)) / pass_:+.2f}"
                named = " and ".join(rung.value for rung in Rung if rung in rungs)
                lines.append(f"| {named} | {cost} | {' | '.join(more)} |")
    return lines


def _signed(gain: Counter[str]) -> str:
    if not any(gain[kind] for kind in KINDS):
        return "–"
    return " / ".join(f"{gain[kind]:+d}" if gain[kind] else "0" for kind in KINDS)


def written(measured: Ablation) -> str:
    """All of it as Markdown."""
    counted = {path: measured.tallies[path].cards(CONDITIONS[0]) for path in EVERYWHERE}
    said = (
        f"{measured.tables} simulated tables of {measured.packs} packs kept out of training, "
        f"{counted[HOLDERS]} cards in holders and {counted[PLAY_AREA]} on the play area in each condition; "
        f"{measured.photographs} photographs, spoiled in the same ways. Counts are cards {' / '.join(KINDS)}; of a "
        "rung, what there is more with it than without it. Cost is processor time of one reading (both holders, the "
        "play area, a photograph), as a multiple of one pass of the detector over 640 × 480 pixels in the same run."
    )
    parts = [ladder(), [said], *(gains(measured, path) for path in EVERYWHERE if counted[path])]
    return "\n\n".join("\n".join(part) for part in parts)


def with_tables(card: str, text: str) -> str:
    """The model card with a text where the tables stand; raises ``ValueError`` where it has no such place."""
    before, begin, rest = card.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the model card has no place between {BEGIN} and {END}; put these two lines in")
    return f"{before}{BEGIN}\n\n{text}\n\n{END}{after}"


def packs_kept_out(folder: Path, number: int, seed: int) -> list[Pack]:
    """So many packs drawn in typefaces kept out of training; raises `PackError` where no font was fetched."""
    if not (folder / "fonts").is_dir():
        raise PackError(
            f"{folder} holds no fonts; get them by `python -m vision.training.packs.packs --fetch OUT.png`, or give "
            "packs with --faces"
        )
    with tempfile.TemporaryDirectory() as faces:
        drawn = [drawn_pack(np.random.default_rng([seed, 2, k]), folder, held_out=True) for k in range(number)]
        for pack in drawn:
            write_faces(pack, Path(faces) / pack.name)
        return [Pack.from_folder(Path(faces) / pack.name) for pack in drawn]


def photographs_of(folders: Sequence[Path], most: int) -> list[Photograph]:
    """At most so many labelled photographs of each folder, evenly; raises `PictureError`."""
    found = []
    for folder in folders:
        every = load_labels(folder)
        step = max(1.0, len(every) / most)
        found += [every[int(k * step)] for k in range(min(most, len(every)))]
    return found


def _outside() -> list[Path]:
    folder = os.environ.get("WHIST_OUTSIDE")
    return sorted(path.parent for path in Path(folder, "photos").glob("*/labels.json")) if folder else []


def _size(text: str) -> float:
    size = float(text)
    if not 0 < size < 1000:
        raise argparse.ArgumentTypeError(f"{text} is no size; give a number above 0, such as 1")
    return size


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; 1 with a sentence where packs, photographs, model or card cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m vision.measuring.ablation", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="*", help="folders of labelled photographs")
    parser.add_argument("--size", type=_size, default=1.0, help="how much is measured (1)")
    parser.add_argument("--faces", type=Path, nargs="+", default=[], metavar="DIR", help="these packs, not drawn ones")
    parser.add_argument("--folder", type=Path, default=CACHE, help="cache of fonts (default: %(default)s)")
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER, help="folder with the networks")
    parser.add_argument("--card", type=Path, default=CARD, help="the model card that gets the tables")
    parser.add_argument("--print", action="store_true", help="print the tables, and leave the model card as it is")
    parser.add_argument("--only", choices=EVERYWHERE, nargs="+", help="read these alone; the model card stays as it is")
    parser.add_argument("--seed", type=int, default=28)
    given = parser.parse_args(arguments)
    given.print = given.print or bool(given.only)
    what = given.only or EVERYWHERE
    cv2.setNumThreads(1)
    try:
        card = "" if given.print else given.card.read_text(encoding="utf-8")
        card = card and with_tables(card, "")
        reader = Reader(given.model, threads=1)
        number = max(1, round(_PACKS * given.size**0.5))
        packs = packs_in(given.faces) if given.faces else packs_kept_out(given.folder, number, given.seed)
        folders = (given.folders or _outside()) if PHOTOGRAPHS in what else []
        photographs = photographs_of(folders, max(1, round(_PHOTOGRAPHS * given.size)))
        scenes = max(1, round(_PACKS * _SCENES * given.size / len(packs))) if {HOLDERS, PLAY_AREA} & {*what} else 0
        text = written(measure(Bench(reader, given.seed, what), packs, scenes, photographs, given.seed))
        if not given.print:
            write_whole(given.card, with_tables(card, text).encode())
    except (ModelError, PackError, PictureError, OutputError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
