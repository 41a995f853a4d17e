"""How many simulated deals are read without a question, and is any read wrongly: `python -m device.measuring.deals`.

26 cards stand in both holders of a simulated table; the camera's pictures go the real way, through watcher and table,
with as many looks as a doubtful deal is given. Every ``ROOM`` deals move to another table top, light, camera and pack
(making these anew takes longer than reading). Deal ``k`` of a seed is the same whatever was read before it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cv2
from tqdm import tqdm

from vision.index.protocol import IndexReader
from vision.measuring.corners import packs_in
from vision.measuring.counting import positive
from vision.packs.faces import Pack, PackError
from vision.packs.profile import Profile, ProfileError
from vision.reader.reader import MODEL_FOLDER, ModelError, Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from whist.cards import PACK, Card
from whist.messages.events import Dealt, Question, QuestionWithdrawn
from whist.messages.observations import SLOTS, HolderShows, HolderSlot
from whist.table.seen.last_seen import clear
from whist.table.table import Table

ROOM: Final = 5
"""Deals before another table top, light, camera and pack are taken."""
LOOKS: Final = 24
"""Looks at most: two until the picture lies still, and those in which a watcher looks again at what is in doubt."""
HOLDERS: Final = (1, 2)


@dataclass(frozen=True, slots=True)
class DealRead:
    """How one deal was read. ``number`` and the run's seed make it again."""

    number: int
    pack: str
    wrong: dict[HolderSlot, tuple[Card, Card]] = field(default_factory=dict)
    """Silently wrong: the card that stands there, and the one that was told or read clearly without a question."""
    asked: dict[HolderSlot, tuple[Card, str]] = field(default_factory=dict)
    """Asked about: the card that stands there, and the candidates offered."""
    withdrawn: int = 0
    """So many of the questions a further look took back."""
    unfinished: bool = False
    """The hands were not told, though nothing was asked: a card was not seen, or could not be read at all."""

    @property
    def right(self) -> bool:
        """26 of 26 without a question."""
        return not (self.wrong or self.asked or self.unfinished)

    def __str__(self) -> str:
        told = [f"holder {h} slot {s + 1}: {true} taken for {read}" for (h, s), (true, read) in self.wrong.items()]
        told += [
            f"holder {h} slot {s + 1}: {true} asked about ({offered})" for (h, s), (true, offered) in self.asked.items()
        ]
        if self.withdrawn:
            told.append(f"{self.withdrawn} of the questions withdrawn")
        if self.unfinished:
            told.append("not all cards seen or readable")
        return f"deal {self.number}, pack {self.pack}: {'; '.join(told) or 'right'}"


@dataclass(slots=True)
class Room:
    """A simulated camera over a table, in one light and with one pack; deals of its seed may be laid under it."""

    camera: SimulatedCamera

    @classmethod
    def make(cls, pack: Pack, seed: int) -> Room:
        """Table top, light, noise and mounting of the camera by ``seed``."""
        return cls(SimulatedCamera(SimulatedTable(seed), pack, seed))

    def read(self, reader: IndexReader, number: int, seed: int) -> DealRead:
        """Lay deal ``number`` of ``seed`` and read it."""
        rng = random.Random(f"deal {seed} {number}")
        held = dealt(rng)
        scene = SimulatedTable(rng.randrange(2**31))
        scene.place_holders(rng.choice(("left", "right")))
        for holder in HOLDERS:
            scene.rack(holder, held[holder])
        self.camera.table = scene
        self.camera.renderer.restart_noise(rng.randrange(2**31))
        return judged(number, self.camera.renderer.pack.name, held, reader, self.camera)


def dealt(rng: random.Random) -> dict[int, list[Card]]:
    """13 cards for each holder."""
    order = rng.sample(PACK, 2 * SLOTS)
    return {1: order[:SLOTS], 2: order[SLOTS:]}


def judged(
    number: int, pack: str, held: dict[int, list[Card]], reader: IndexReader, camera: SimulatedCamera
) -> DealRead:
    """Look at what lies under the camera until the table knows both hands, or has had all its looks."""
    watcher, table = Watcher(reader), Table("android")
    hands: dict[int, tuple[Card | None, ...]] = {}
    last: dict[int, HolderShows] = {}
    asked: dict[HolderSlot, tuple[Card, str]] = {}
    still_open: set[int] = set()
    withdrawn = 0
    for _ in range(LOOKS):
        for seen in watcher.tick(camera):
            if isinstance(seen, HolderShows):
                last[seen.holder] = seen
            for event in table.apply(seen):
                if isinstance(event, Dealt):
                    hands[event.holder] = event.cards
                elif isinstance(event, Question) and event.holder is not None and event.slot is not None:
                    offered = " or ".join(map(str, event.candidates))
                    asked[event.holder, event.slot] = (held[event.holder][event.slot], offered)
                    still_open.add(event.id)
                elif isinstance(event, QuestionWithdrawn):
                    withdrawn += event.id in still_open
                    still_open.discard(event.id)
        if len(hands) == len(HOLDERS) and not still_open:
            break
    told = {place: pair for place, pair in wrongly_told(held, hands).items() if place not in asked}
    wrong = told | wrongly_read(held, last)
    unfinished = len(hands) < len(HOLDERS) and not asked
    return DealRead(number, pack, dict(sorted(wrong.items())), dict(sorted(asked.items())), withdrawn, unfinished)


def wrongly_read(held: dict[int, list[Card]], last: dict[int, HolderShows]) -> dict[HolderSlot, tuple[Card, Card]]:
    """Slots whose last reading is clear evidence for another card than the one that stands there."""
    wrong = {}
    for holder, shown in last.items():
        for slot, (true, reading) in enumerate(zip(held[holder], shown.slots, strict=True)):
            if reading is not None and reading.best is not None and clear(reading) and reading.best != true:
                wrong[holder, slot] = (true, reading.best)
    return wrong


def wrongly_told(
    held: dict[int, list[Card]], hands: dict[int, tuple[Card | None, ...]]
) -> dict[HolderSlot, tuple[Card, Card]]:
    """Slots of the hands that the table took for granted in which another card stands."""
    return {
        (holder, slot): (true, told)
        for holder, cards in hands.items()
        for slot, (true, told) in enumerate(zip(held[holder], cards, strict=True))
        if told is not None and told != true
    }


def summary(reads: Sequence[DealRead], seconds: float) -> str:
    """The counts of all deals in one line."""
    questions = sum(len(read.asked) for read in reads)
    return (
        f"{sum(read.right for read in reads)} of {len(reads)} deals 26 of 26 without a question; "
        f"{questions} questions ({questions / max(len(reads), 1):.4f} a deal) in "
        f"{sum(bool(read.asked) for read in reads)} deals, {sum(read.withdrawn for read in reads)} of them withdrawn; "
        f"{sum(len(read.wrong) for read in reads)} cards silently wrong of {26 * len(reads)}; "
        f"{sum(read.unfinished for read in reads)} deals unfinished; {seconds:.0f} s"
    )


def measure(
    reader: IndexReader, packs: Sequence[Pack], deals: Sequence[int], seed: int, pictures: Path | None = None
) -> list[DealRead]:
    """Read the deals of these numbers; with ``pictures`` a JPEG of every deal that failed is written there."""
    reads: list[DealRead] = []
    room, now = None, -1
    failed = 0
    with tqdm(deals, desc="deals", unit="deal", disable=None) as progress:
        for number in progress:
            if room is None or number // ROOM != now:
                now = number // ROOM
                room = Room.make(packs[now % len(packs)], 1_000_003 * seed + now)
            reads.append(room.read(reader, number, seed))
            if not reads[-1].right:
                failed += 1
                progress.set_postfix(failed=failed)
                tqdm.write(str(reads[-1]))
                if pictures is not None:
                    pictures.mkdir(parents=True, exist_ok=True)
                    cv2.imwrite(str(pictures / f"deal-{seed}-{number}.jpg"), room.camera.capture())
    return reads


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each deal that failed and the counts; 0, or 1 with a sentence when packs or model cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m device.measuring.deals", description=__doc__)
    parser.add_argument("--deals", type=positive, default=500)
    parser.add_argument("--only", type=int, metavar="K", help="only deal K")
    parser.add_argument(
        "--faces", type=Path, nargs="+", default=[], metavar="DIR", help="packs, or folders of packs (the drawn ones)"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER, help="folder of the model")
    parser.add_argument("--profile", type=Path, metavar="FILE", help="what the reader was taught of a pack with enrol")
    parser.add_argument("--threads", type=positive, default=1)
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="write the pictures of deals that failed")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(options.threads)
    started = time.monotonic()
    try:
        packs = packs_in(options.faces)
        profile = Profile.load(options.profile) if options.profile else None
        reader = Reader(options.model, options.threads, profile)
        deals = range(options.deals) if options.only is None else [options.only]
        reads = measure(reader, packs, deals, options.seed, options.pictures)
    except (PackError, ModelError, ProfileError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"packs {', '.join(pack.name for pack in packs)}; seed {options.seed}")
    print(summary(reads, time.monotonic() - started))
    return 0


if __name__ == "__main__":
    sys.exit(main())
