"""Whether whole evenings are followed right though everything goes wrong: `python -m device.measuring.evenings`.

Each evening is written as frames by ``whist-table simulate --faults``, followed by ``whist-table watch``, and judged by
its truth: are all tricks and points right, was any card told silently wrong, how many questions were asked, and was
something wrong with the picture or the play when they were? ``--faces`` takes packs that the reader has not seen,
``--data`` what ``whist-table enrol`` taught it of them.
Evening ``k`` of a seed is the same whatever was run before it.
"""

from __future__ import annotations

import argparse
import gc
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

import cv2
from tqdm import tqdm

from device.keeper.followed_folder import watch_folder
from device.measuring.followed import follow_evening
from device.measuring.judging import DealJudged, judged
from device.simulated.evening import ALL, UnknownFault, faults_of, simulate_evening
from vision.measuring.corners import pack_folders
from vision.measuring.counting import positive
from vision.packs.faces import DESIGNS, Pack, PackError
from vision.packs.profile import Profile, ProfileError, profile_path
from vision.reader.reader import ModelError, Reader
from vision.simulated.workmanship import workmanship
from whist.messages.requests import NewGame
from whist.rules.commands import AndroidOptions
from whist.table.state.seats import PERSONS

EVENING: Final = 3
"""Deals of an evening: one room, one pack."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening to be measured."""

    number: int
    seed: int
    deals: int
    faults: tuple[str, ...]
    faces: Path | None
    keep: Path | None
    direct: bool
    profile: Path | None = None
    perfect: bool = False
    computer: str | None = None
    """In whose place a computer player plays."""

    @property
    def room(self) -> int:
        """The seed of everything that evening."""
        return 1_000_003 * self.seed + self.number

    @property
    def choice(self) -> NewGame:
        """Its match."""
        holders = () if self.computer is None else (PERSONS.index(self.computer),)
        return NewGame(0, "android", AndroidOptions().to_json(), seed=self.room, holders=holders)

    def reader(self) -> Reader:
        """The reader, with what it was taught of the pack where it was."""
        return Reader(threads=1, profile=Profile.load(self.profile) if self.profile else None)

    def pack(self) -> Pack:
        """Its pack: of ``faces``, else one that the project draws."""
        return Pack.from_folder(self.faces) if self.faces else Pack.drawn(list(DESIGNS)[self.number % len(DESIGNS)])


@dataclass(frozen=True)
class EveningJudged:
    """How an evening was followed; ``seconds`` of processor time, for pictures and for following them."""

    evening: Evening
    pack: str
    deals: list[DealJudged]
    seconds: tuple[float, float]


def measure(evening: Evening, folder: Path) -> EveningJudged:
    """Simulate an evening below ``folder``, follow it, judge it; its frames are kept where it asks for that."""
    cv2.setNumThreads(1)
    if evening.direct:
        return _measure_directly(evening)
    frames, pack = folder / f"evening-{evening.number}", evening.pack()
    seed, made = evening.room, workmanship(evening.perfect)
    started = time.process_time()
    simulate_evening(frames, pack, evening.deals, seed, evening.choice, evening.faults, made, False)
    simulated = time.process_time()
    events = list(watch_folder(frames, AndroidOptions(), evening.reader()))
    truth = [json.loads(line) for line in (frames / "truth.jsonl").read_text().splitlines()]
    deals = judged(truth, events)
    if evening.keep is not None and not all(deal.right for deal in deals):
        (frames / "events.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
        shutil.copytree(frames, evening.keep / frames.name, dirs_exist_ok=True)
    shutil.rmtree(frames)
    return EveningJudged(evening, pack.name, deals, (simulated - started, time.process_time() - simulated))


def _measure_directly(evening: Evening) -> EveningJudged:
    """The same without frames on disk: the pictures go straight from the camera to the eyes."""
    pack, started = evening.pack(), time.process_time()
    made = workmanship(evening.perfect)
    followed = follow_evening(evening.reader(), pack, evening.deals, evening.room, evening.choice, evening.faults, made)
    deals = judged(followed.lines, followed.events)
    return EveningJudged(evening, pack.name, deals, (0.0, time.process_time() - started))


def evenings(options: argparse.Namespace) -> list[Evening]:
    """The evenings that are asked for: so many deals, each pack in turn."""
    packs: list[Path | None] = [*pack_folders(options.faces)] or [None]
    faults = faults_of(options.faults)
    numbers = range(-(-options.deals // EVENING)) if options.only is None else [options.only]
    left, perfect = options.deals, options.perfect
    drawn = []
    for number in numbers:
        deals = EVENING if options.only is not None else min(EVENING, left)
        pack = packs[number % len(packs)]
        profile = profile_path(options.data, pack.name.lower()) if options.data and pack else None
        drawn.append(
            Evening(
                number,
                options.seed,
                deals,
                faults,
                pack,
                options.keep,
                options.direct,
                profile,
                perfect,
                options.holders,
            )
        )
        left -= deals
    return drawn


def run(todo: Sequence[Evening], jobs: int, told: Callable[[EveningJudged], None]) -> Iterator[EveningJudged]:
    """Measure evenings, ``jobs`` at a time."""
    with (
        tempfile.TemporaryDirectory() as folder,
        tqdm(total=sum(one.deals for one in todo), desc="deals", unit="deal", disable=None) as progress,
    ):
        if jobs == 1:
            for one in todo:
                yield _counted(_measured_alone(one, Path(folder)), progress, told)
            return
        with ProcessPoolExecutor(jobs) as pool:
            for future in as_completed([pool.submit(_measured_alone, one, Path(folder)) for one in todo]):
                yield _counted(future.result(), progress, told)


def _measured_alone(evening: Evening, folder: Path) -> EveningJudged:
    """Measure an evening and clear up: its pictures are large, and would not soon be given back by themselves."""
    try:
        return measure(evening, folder)
    finally:
        gc.collect()


def _counted(measured: EveningJudged, progress: Any, told: Callable[[EveningJudged], None]) -> EveningJudged:
    progress.update(len(measured.deals))
    told(measured)
    return measured


def report(measured: Sequence[EveningJudged]) -> str:
    """All figures, the faults one by one at the end."""
    deals = [deal for one in measured for deal in one.deals]
    asked = [len(deal.questions) for deal in deals] or [0]
    seconds = [sum(one.seconds[part] for one in measured) / max(1, len(deals)) for part in (0, 1)]
    happened: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    questions: Counter[str] = Counter()
    for deal in deals:
        for name in deal.faults or ("none",):
            happened[name] += 1
            failed[name] += not deal.right
            questions[name] += len(deal.questions)
    lines = [
        f"{len(deals)} deals, packs {', '.join(sorted({one.pack for one in measured}))}",
        f"tricks and points right: {sum(deal.scored for deal in deals)} of {len(deals)}",
        f"cards silently wrong: {sum(len(deal.wrong) for deal in deals)}",
        f"questions a deal: median {median(asked):g}, mean {sum(asked) / max(1, len(deals)):.2f}, most {max(asked)}; "
        f"{sum(deal.unwarranted for deal in deals)} of {sum(asked)} without a fault in the picture or in the play",
        f"processor time a deal: {seconds[0]:.1f} s for pictures, {seconds[1]:.1f} s for following them",
        "fault             deals  not right  questions",
        *(f"{name:<16} {happened[name]:>6} {failed[name]:>10} {questions[name]:>10}" for name in sorted(happened)),
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each deal that went wrong or had questions, then the figures; 0, or 1 where something was not right."""
    parser = argparse.ArgumentParser(prog="python -m device.measuring.evenings", description=__doc__)
    parser.add_argument("--deals", type=positive, default=300)
    parser.add_argument("--only", type=int, metavar="K", help="only evening K")
    parser.add_argument("--faults", default=ALL, metavar="NAME,…", help="faults of each deal (all: at random)")
    parser.add_argument("--faces", type=Path, nargs="+", default=[], metavar="DIR", help="packs, or folders of packs")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="data folder with a profile of each pack, named as its folder"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=positive, default=1)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the frames of evenings that were not right")
    parser.add_argument(
        "--direct", action="store_true", help="write no frames: pictures go straight from camera to eyes (faster)"
    )
    parser.add_argument(
        "--holders", choices=PERSONS, metavar="SEAT", help="a computer player sits at south or north, with holder 3"
    )
    parser.add_argument("--perfect", action="store_true", help="tables without a fault, not laid by hand")
    options = parser.parse_args(arguments)

    def told(one: EveningJudged) -> None:
        for deal in one.deals:
            if not deal.right or deal.questions:
                tqdm.write(f"evening {one.evening.number}, pack {one.pack}, {deal}")

    try:
        measured = list(run(evenings(options), options.jobs, told))
    except (PackError, ProfileError, ModelError, UnknownFault, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"seed {options.seed}, faults {options.faults}")
    print(report(measured))
    return 0 if all(deal.right for one in measured for deal in one.deals) else 1


if __name__ == "__main__":
    sys.exit(main())
