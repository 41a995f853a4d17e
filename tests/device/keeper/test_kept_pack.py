"""What was learned of the pack is there again when the program starts anew; a file that is of no use costs nothing."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from device.keeper.eyes import GameWatcher
from device.keeper.keeper import Keeper
from device.keeper.kept_pack import KeptPack
from device.keeper.pack_lessons import PackLessons
from vision.arrays import Numbers
from vision.camera.protocol import Camera
from vision.index.beliefs import NO_CARD, Belief
from vision.packs.profile import model_digest
from vision.reader.reader import MODEL_FOLDER, Reader
from vision.watch.watcher import Watcher
from whist.cards import PACK, RANKS
from whist.rules.options import AndroidOptions

FEATURES = 20
CARDS = np.arange(len(PACK), dtype=np.int64)
FILE = "pack-memory.npz"


def looks(seed: int) -> Numbers:
    """What is seen of each card of the pack, (52, features): its rank and its suit, and a little besides."""
    suits, ranks = np.divmod(CARDS, len(RANKS))
    seen = np.random.default_rng(seed).uniform(0, 0.2, (len(PACK), FEATURES)).astype(np.float32)
    seen[CARDS, ranks] += 4
    seen[CARDS, len(RANKS) + suits] += 4
    return seen


def wavering() -> Belief:
    """Of each card (52, 55): the first wavers between its own rank and the next, the others are surely read."""
    beliefs = np.full((len(PACK), NO_CARD + 1), 1e-5, np.float32)
    beliefs[CARDS, CARDS] = 1
    beliefs[0, :2] = 0.4, 0.6
    return np.asarray(beliefs / beliefs.sum(1, keepdims=True), np.float32)


def learned(folder: Path) -> KeptPack:
    """Two deals are played, the program ends."""
    pack = KeptPack(folder / FILE)
    for deal in range(2):
        for memory in (pack.memory.racked, pack.memory.laid):
            memory.learn(looks(deal), CARDS)
        pack.keep()
    return pack


def arrays(folder: Path, **changed: Any) -> bytes:
    """The file of `learned` with arrays exchanged; None leaves one out."""
    learned(folder)
    with np.load(folder / FILE) as file:
        kept = {name: file[name] for name in file.files} | changed
    data = io.BytesIO()
    np.savez(data, **{name: np.asarray(one) for name, one in kept.items() if one is not None})
    return data.getvalue()


@pytest.mark.parametrize("where", ["racked", "laid"])
def test_what_was_learned_yesterday_is_known_today(tmp_path: Path, where: str) -> None:
    before = getattr(learned(tmp_path).memory, where).weighed(wavering(), looks(9))
    today = KeptPack(tmp_path / FILE)
    after = getattr(today.memory, where).weighed(wavering(), looks(9))
    np.testing.assert_allclose(after, before, atol=1e-3)
    assert after[0].argmax() == 0
    assert [file.name for file in tmp_path.iterdir()] == [FILE]
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


def test_what_is_learned_today_is_added(tmp_path: Path) -> None:
    learned(tmp_path)
    pack = KeptPack(tmp_path / FILE)
    pack.memory.racked.learn(looks(3)[:13], CARDS[:13])
    pack.keep()
    assert len(KeptPack(tmp_path / FILE).memory.racked.arrays()[1]) == 2 * len(PACK) + 13


def test_without_a_file_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pack = KeptPack()
    pack.memory.racked.learn(looks(0), CARDS)
    pack.keep()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        pytest.param({"model": "another"}, False, id="to another model all looks otherwise"),
        pytest.param({"version": 2}, True, id="another version"),
        pytest.param({"version": [1, 1]}, True, id="no version"),
        pytest.param({"racked": None}, True, id="something is missing"),
        pytest.param({"racked_cards": np.zeros(3, np.uint8)}, True, id="fewer cards than looks"),
        pytest.param({"racked_cards": np.full(104, 52, np.uint8)}, True, id="a card that is none"),
        pytest.param({"racked": np.full((104, 20), np.nan, np.float16)}, True, id="no numbers"),
        pytest.param({"racked": np.full((104, 20), -1, np.float16)}, True, id="below 0"),
        pytest.param({"racked": np.zeros((104, 20), np.float64)}, True, id="other numbers"),
        pytest.param({"racked": np.array([{}], dtype=object)}, True, id="anything at all"),
        pytest.param({"racked": np.zeros((104, 40_000), np.float16)}, True, id="too much"),
    ],
)
def test_a_file_that_is_of_no_use_is_left_out_and_written_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, changed: dict[str, Any], told: bool
) -> None:
    (tmp_path / FILE).write_bytes(arrays(tmp_path, **changed))
    pack = KeptPack(tmp_path / FILE)
    assert not pack.memory.racked.has_learned
    assert ["is learned anew" in one.message for one in caplog.records] == [True] * told
    learned(tmp_path)
    assert KeptPack(tmp_path / FILE).memory.racked.has_learned


@pytest.mark.parametrize("content", [b"", b"no arrays", b"PK\5\6" + bytes(18)])
def test_a_damaged_file_ends_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert not KeptPack(tmp_path / FILE).memory.racked.has_learned


def test_looks_of_another_length_are_left_as_they_are_read(tmp_path: Path) -> None:
    short = arrays(tmp_path, racked=np.ones((104, 5), np.float16))
    (tmp_path / FILE).write_bytes(short)
    memory = KeptPack(tmp_path / FILE).memory.racked
    np.testing.assert_array_equal(memory.weighed(wavering(), looks(9)), wavering())


def test_a_full_disk_is_told_once_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        learned(tmp_path)
    assert ["No space left" in one.message for one in caplog.records] == [True]
    assert not list(tmp_path.iterdir())
    learned(tmp_path)
    assert KeptPack(tmp_path / FILE).memory.laid.has_learned


class Nothing:
    """A watcher to which nothing happens."""

    t = 0.0
    picture = None

    def look_again(self, parts: object) -> None:
        pass

    def tick(self, camera: Camera) -> list[Any]:
        return []


class Lessons:
    """Tells in which looks something is learned."""

    def __init__(self, *learns: bool) -> None:
        self._learns = list(learns)

    def look(self, watcher: Watcher) -> bool:
        return self._learns.pop(0)


def test_the_eyes_keep_it_when_a_hand_is_over(tmp_path: Path) -> None:
    eyes = GameWatcher(Keeper(AndroidOptions()), cast(Reader, None), pack=KeptPack(tmp_path / FILE))
    eyes._watcher, eyes._lessons = cast(Watcher, Nothing()), cast(PackLessons, Lessons(False, True))
    eyes.tick(cast(Camera, None))
    assert not list(tmp_path.iterdir())
    eyes.tick(cast(Camera, None))
    with np.load(tmp_path / FILE) as file:
        assert str(file["model"]) == model_digest(MODEL_FOLDER)
