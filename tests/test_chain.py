"""The whole chain over pixels: what the table knows it read, and the simulator's truth plays no part in it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.keeper.followed_folder import watch_folder
from device.simulated.hands import Hands
from device.simulated.matches import play_match, write_deals
from tests.independent import deals_of, score, tricks_of
from vision.packs.faces import DESIGNS, Pack
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.sizes import CAMERA_SIZE
from vision.watch.watcher import Watcher
from whist.games import rules_of
from whist.messages.events import HandScored, TurnedUp
from whist.messages.requests import NewGame
from whist.rules.commands import AndroidOptions
from whist.table.table import Table

DEALS = 8


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two simulated deals as a folder of frames; between them the holders cross the table."""
    folder = tmp_path_factory.mktemp("deal") / "frames"
    scene = SimulatedTable(11)
    camera = SimulatedCamera(scene, Pack.drawn("standard"), seed=11)
    assert write_deals(folder, scene, camera, NewGame(0, "android"), 2, 11) == 2
    return folder


@pytest.fixture(scope="module")
def first_deal(recorded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The frames of the first deal alone, without a truth, but with what was asked in both."""
    lines = [json.loads(line) for line in (recorded / "truth.jsonl").read_text().splitlines()]
    ended = next(number for number, line in enumerate(lines) if "deal" in line)
    folder = tmp_path_factory.mktemp("first")
    for name in [*(line["frame"] for line in lines[:ended] if "frame" in line), "requests.jsonl"]:
        (folder / name).symlink_to(recorded / name)
    return folder


def watched(folder: Path, reader: Reader) -> list[dict[str, Any]]:
    return list(watch_folder(folder, AndroidOptions(), reader))


@pytest.fixture(scope="module")
def followed(recorded: Path, reader: Reader) -> list[dict[str, Any]]:
    return watched(recorded, reader)


def test_recorded_deals_are_followed_to_their_scores(recorded: Path, followed: list[dict[str, Any]]) -> None:
    deals = deals_of(recorded / "truth.jsonl")
    scored = [event for event in followed if event["event"] == "hand_scored"]
    lines = [json.loads(line) for line in (recorded / "truth.jsonl").read_text().splitlines()]
    said = [line for line in lines if "deal" in line]
    assert len(deals) == len(scored) == len(said) == 2
    cards: list[str] = []
    scores = [0, 0]
    for dealer, (frames, hand, truth) in enumerate(zip(deals, scored, said, strict=True)):
        turned_up, tricks = tricks_of(frames)
        assert [len(trick) for trick in tricks] == [4] * 13
        winners, points = score(tricks, turned_up[0], dealer)
        scores = [total + point for total, point in zip(scores, points, strict=True)]
        assert (hand["tricks"], hand["points"], hand["scores"]) == (winners, points, scores)
        assert (truth["tricks"], truth["points"], truth["trump"]) == (winners, points, turned_up[0])
        cards += [card for trick in tricks for card in trick]
    assert [event["card"] for event in followed if event["event"] == "played"] == cards


def test_a_deal_is_written_in_at_most_300_megabytes(recorded: Path) -> None:
    assert sum(file.stat().st_size for file in recorded.iterdir()) <= 2 * 300e6
    assert cv2.imread(str(recorded / "000001.jpg")).shape == (CAMERA_SIZE[1], CAMERA_SIZE[0], 3)


def test_without_the_truth_file_nothing_is_told_otherwise(
    first_deal: Path, followed: list[dict[str, Any]], reader: Reader
) -> None:
    events = watched(first_deal, reader)
    assert events == followed[: len(events)]
    assert [event for event in events if event["event"] == "hand_scored"]


def test_a_truth_file_that_lies_is_not_believed(
    first_deal: Path, recorded: Path, followed: list[dict[str, Any]], reader: Reader, tmp_path: Path
) -> None:
    lines = [json.loads(line) for line in (recorded / "truth.jsonl").read_text().splitlines()]
    for line in lines:
        if "frame" in line:
            line["table"] = ["C2", "C3", "C4"]
            line["holders"] = {"1": ["S2"] * 13, "2": ["S3"] * 13}
        else:
            line |= {"points": [7, 0], "tricks": [0] * 13}
    folder = tmp_path / "frames"
    shutil.copytree(first_deal, folder, symlinks=True)
    (folder / "truth.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    events = watched(folder, reader)
    assert events == followed[: len(events)]
    assert [event for event in events if event["event"] == "hand_scored"]


def test_the_watching_program_opens_no_truth_file(first_deal: Path, recorded: Path, tmp_path: Path) -> None:
    """Asked of the running program itself: every file it opens is reported by an audit hook."""
    folder = tmp_path / "frames"
    shutil.copytree(first_deal, folder, symlinks=True)
    shutil.copy(recorded / "truth.jsonl", folder)
    program = (
        "import sys\n"
        "opened = []\n"
        "sys.addaudithook(lambda name, args: opened.append(str(args[0])) if name == 'open' else None)\n"
        "from device.commands.cli import main\n"
        f"status = main(['watch', {str(folder)!r}, '--json'])\n"
        "assert not [path for path in opened if 'truth' in path], opened\n"
        "assert [path for path in opened if 'requests.jsonl' in path]\n"
        "sys.exit(status)\n"
    )
    root = Path(__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert '"hand_scored"' in done.stdout


def test_in_black_frames_nothing_is_recognised_and_the_table_asks(
    recorded: Path, reader: Reader, tmp_path: Path
) -> None:
    folder = tmp_path / "black"
    folder.mkdir()
    black = np.zeros((CAMERA_SIZE[1], CAMERA_SIZE[0], 3), np.uint8)
    for number in range(1, 9):
        cv2.imwrite(str(folder / f"{number:06d}.jpg"), black)
    shutil.copy(recorded / "truth.jsonl", folder)
    shutil.copy(recorded / "requests.jsonl", folder)
    events = watched(folder, reader)
    names = {event["event"] for event in events}
    assert not names & {"dealt", "turned_up", "played", "trick_won", "hand_scored"}
    asked = [event for event in events if event["event"] == "question"]
    assert len(asked) == 1
    assert asked[0]["about"] == "sight"


def test_simulated_deals_through_pixels_without_a_person(
    reader: Reader, record_testsuite_property: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Deals with different seeds, packs and light: every card and every score right, no card silently wrong."""
    wrong: list[str] = []
    questions = 0
    slowest = 0.0
    for seed in range(100, 100 + DEALS):
        design = list(DESIGNS)[seed % len(DESIGNS)]
        scene = SimulatedTable(seed)
        hands = Recorded(scene, seed)
        camera = SimulatedCamera(scene, Pack.drawn(design), seed=seed)
        first = "south" if seed % 2 else "north"
        started = time.process_time()
        report = play_match(Table("android", AndroidOptions(first_dealer=first)), hands, camera, Watcher(reader), seed)
        slowest = max(slowest, time.process_time() - started)
        hand = next(event for event in report.events if isinstance(event, HandScored))
        turned_up, tricks = tricks_of(hands.frames)
        winners, points = score(tricks, turned_up[0], dealer=0 if first == "south" else 1)
        played = [str(event.card) for event in report.events if event.name == "played"]
        read = {str(card) for event in report.events if event.name == "dealt" for card in event.cards}
        if played != [card for trick in tricks for card in trick]:
            wrong.append(f"seed {seed}, {design}: a card was read wrongly in play")
        if read != hands.racked:
            wrong.append(f"seed {seed}, {design}: holders read as {sorted(read ^ hands.racked)}")
        if str(next(event.card for event in report.events if isinstance(event, TurnedUp))) != turned_up:
            wrong.append(f"seed {seed}, {design}: the turn-up was read wrongly")
        if list(hand.points) != points or list(hand.tricks) != winners:
            wrong.append(f"seed {seed}, {design}: scored {hand.points}, should be {points}")
        questions += report.questions
    with capsys.disabled():
        print(f"\n{DEALS} deals through pixels: {questions} questions asked, ", end="")
        print(f"at most {slowest:.1f} s of processor time a deal, {len(wrong)} wrong")
    record_testsuite_property("questions", questions)
    assert not wrong


class Recorded(Hands):
    """Hands whose moves are written down for the independent recomputation."""

    def __init__(self, scene: SimulatedTable, seed: int) -> None:
        self.frames: list[list[str]] = []
        self.racked: set[str] = set()
        super().__init__(scene, rules_of("android"), seed)

    def _remember(self) -> None:
        truth = self.scene.truth()
        if all(len(truth["holders"][n]) == 13 for n in ("1", "2")):
            self.racked = set(truth["holders"]["1"]) | set(truth["holders"]["2"])
        if self.racked:
            self.frames.append(list(truth["table"]))
