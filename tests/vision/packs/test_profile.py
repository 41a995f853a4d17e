"""Profiles: how they change beliefs, and their files, whole or refused with one sentence."""

from __future__ import annotations

import dataclasses
import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.index.beliefs import NO_CARD
from vision.packs import profile as profiles
from vision.packs.profile import Profile, ProfileError, ProfileInUse, model_digest, profile_path
from whist.cards import FULL_PACK

SIZE = 8
KNOWN = (3, 20, 53)


def made(**changes: object) -> Profile:
    """Three cards 10 apart from each other, other packs' cards 10 beyond, spread 1 in each direction."""
    own = np.zeros((3, SIZE), np.float32)
    own[[0, 1, 2], [0, 1, 2]] = 10.0
    elsewhere = np.zeros((2, SIZE), np.float32)
    elsewhere[[0, 1], [4, 5]] = 10.0
    whole = Profile(
        name="mine",
        model="abc",
        cards=np.array(KNOWN),
        whitening=np.eye(SIZE, dtype=np.float32),
        own=own,
        elsewhere=elsewhere,
        reach=16.0,
        usual=(2.0, 0.5),
        patches=np.zeros((3, profiles.PATCH_HEIGHT, profiles.PATCH_WIDTH, 4), np.uint8),
        labels=np.array(KNOWN),
    )
    return dataclasses.replace(whole, **changes)  # type: ignore[arg-type]


def at(*places: int) -> np.ndarray:
    """Features that lie 10 along each of the given directions (features are squared roots' squares)."""
    rows = np.zeros((len(places), SIZE), np.float32)
    rows[range(len(places)), places] = 100.0
    return rows


def surely(*cards: int) -> np.ndarray:
    beliefs = np.full((len(cards), NO_CARD + 1), 0.001, np.float32)
    beliefs[range(len(cards)), cards] = 1 - 0.001 * NO_CARD
    return beliefs


def test_on_its_own_pack_a_crop_is_what_it_lies_nearest_to() -> None:
    use = ProfileInUse(made())
    for _ in range(10):
        use.applied(surely(3, 20, 53), at(0, 1, 2))
    # the network takes the second card for another, and the third for none
    after = use.applied(surely(3, 7, NO_CARD), at(0, 1, 2))
    assert after.argmax(1).tolist() == list(KNOWN)
    assert after.max(1).min() > 0.9


def test_between_two_cards_of_the_pack_the_network_decides() -> None:
    use = ProfileInUse(made(reach=100.0))
    for _ in range(10):
        use.applied(surely(3, 20, 53), at(0, 1, 2))
    halfway = np.zeros((2, SIZE), np.float32)
    halfway[:, :2] = 50.0
    after = use.applied(surely(3, 20), halfway)
    assert after.argmax(1).tolist() == [3, 20]
    assert after.max(1).min() > 0.75


def test_one_look_at_both_holders_is_enough_and_a_handful_of_like_crops_is_not() -> None:
    few, many = ProfileInUse(made()), ProfileInUse(made())
    assert few.applied(surely(7, 7, 7), at(0, 1, 2)).argmax(1).tolist() == [7, 7, 7]
    assert many.applied(surely(*[7] * 26), at(*[0, 1] * 13)).argmax(1).tolist() == [3, 20] * 13


def test_many_looks_at_one_index_tell_no_more_of_the_pack_than_one() -> None:
    use = ProfileInUse(made())
    for _ in range(3):
        assert use.applied(surely(*[7] * 16), at(*[0] * 16), looks=16).argmax(1).tolist() == [7] * 16
    for _ in range(10):
        use.applied(surely(3, 20, 53), at(0, 1, 2))
    use.applied(surely(*[7] * 16), at(*[4] * 16), looks=16)
    assert use.applied(surely(7), at(1)).argmax() == 20


def test_before_anything_of_its_pack_was_seen_it_changes_next_to_nothing() -> None:
    before = surely(7)
    after = ProfileInUse(made()).applied(before, at(1))
    assert abs(after - before).max() < 0.3
    assert after.argmax() == 7


@pytest.mark.parametrize("place", [4, 5, 6])
def test_crops_of_other_packs_are_left_to_the_network(place: int) -> None:
    use = ProfileInUse(made())
    before = surely(7, 8, NO_CARD)
    for _ in range(20):
        after = use.applied(before, at(place, place, place))
    assert abs(after - before).max() < 1e-3


def test_a_pack_that_leaves_the_table_is_soon_forgotten_and_one_that_comes_back_is_soon_known() -> None:
    use = ProfileInUse(made())
    for places, expected in (((0, 1, 2), 20), ((4, 5, 6), 20), ((0, 1, 2), 20)):
        for _ in range(25):
            use.applied(surely(3, 20, 53), at(*places))
        after = use.applied(surely(3, 7, 53), at(*places))
        assert after[1].argmax() == (expected if places[0] == 0 else 7)


def test_what_is_far_from_every_card_stays_no_card_on_its_own_pack() -> None:
    use = ProfileInUse(made())
    for _ in range(10):
        use.applied(surely(3, 20, 53), at(0, 1, 2))
    far = np.full((1, SIZE), 400.0, np.float32)
    assert use.applied(surely(NO_CARD), far)[0, NO_CARD] > 0.9


def test_no_crops_give_no_beliefs() -> None:
    assert ProfileInUse(made()).applied(surely(), at()).shape == (0, NO_CARD + 1)


@given(st.integers(0, 2**32 - 1))
def test_beliefs_stay_beliefs(seed: int) -> None:
    random = np.random.default_rng(seed)
    use = ProfileInUse(made())
    for _ in range(5):
        before = random.dirichlet(np.full(NO_CARD + 1, 0.05), 4).astype(np.float32)
        after = use.applied(before, random.gamma(0.5, 100, (4, SIZE)).astype(np.float32))
        assert np.isfinite(after).all()
        assert after.min() >= 0
        assert after.sum(1) == pytest.approx(1, abs=1e-4)


def test_a_file_gives_back_what_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "profiles" / "mine.npz"
    made().save(path)
    assert [file.name for file in path.parent.iterdir()] == ["mine.npz"]
    again = Profile.load(path)
    assert (again.name, again.model, again.reach, again.usual) == ("mine", "abc", 16.0, (2.0, 0.5))
    for name in ("cards", "whitening", "own", "elsewhere", "patches", "labels"):
        assert np.array_equal(getattr(again, name), getattr(made(), name)), name
    assert again.known() == tuple(FULL_PACK[k] for k in KNOWN)


def spoiled(**changes: object) -> bytes:
    """The bytes of a saved profile with arrays exchanged; None leaves one out."""
    kept = {field.name: np.asarray(getattr(made(), field.name)) for field in dataclasses.fields(Profile)}
    kept |= {"version": np.array(profiles.VERSION)} | {k: np.asarray(v) for k, v in changes.items()}
    data = io.BytesIO()
    np.savez(data, **{k: v for k, v in kept.items() if changes.get(k, 0) is not None})
    return data.getvalue()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no profile"),
        (b"not a profile at all", "no profile"),
        (spoiled()[:700], "no profile"),
        (spoiled(version=profiles.VERSION + 1), "version"),
        (spoiled(own=None), "damaged"),
        (spoiled(own=np.zeros((3, 5))), "damaged"),
        (spoiled(own=np.full((3, SIZE), np.nan)), "damaged"),
        (spoiled(cards=[3, 20, 99]), "damaged"),
        (spoiled(patches=np.zeros((3, 4, 4, 4), np.uint8)), "damaged"),
        (spoiled(reach=0.0), "damaged"),
        (spoiled(usual=[1.0]), "damaged"),
        (spoiled(name=np.array([{}], dtype=object)), "no profile"),
    ],
)
def test_a_bad_file_is_refused_with_one_sentence(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "bad.npz"
    path.write_bytes(content)
    with pytest.raises(ProfileError, match=said) as refused:
        Profile.load(path)
    assert str(path) in str(refused.value)
    assert "enrol" in str(refused.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="there is no profile"):
        Profile.load(tmp_path / "none.npz")


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "profiles").write_text("a file where the folder should be")
    with pytest.raises(ProfileError, match="cannot be written"):
        made().save(tmp_path / "profiles" / "mine.npz")
    assert [file.name for file in tmp_path.iterdir()] == ["profiles"]


def test_a_broken_write_leaves_the_old_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.npz"
    made().save(path)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ProfileError, match="No space left"):
        made(name="other").save(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["mine.npz"]


@pytest.mark.parametrize("name", ["bicycle", "old bicycle 2", "Spiel-Karten_3", "трефы"])
def test_names(tmp_path: Path, name: str) -> None:
    assert profile_path(tmp_path, name) == tmp_path / "profiles" / f"{name}.npz"


@pytest.mark.parametrize("name", ["", " ", "a/b", "..", ".hidden", "a\\b", "a\nb", " a", "x" * 200, "a.npz", "-_"])
def test_names_that_are_none(tmp_path: Path, name: str) -> None:
    with pytest.raises(ProfileError, match="cannot name a profile"):
        profile_path(tmp_path, name)


def test_the_digest_changes_with_the_model(tmp_path: Path) -> None:
    assert model_digest(tmp_path) == ""
    (tmp_path / "classifier.onnx").write_bytes(b"one")
    one = model_digest(tmp_path)
    (tmp_path / "classifier.onnx").write_bytes(b"two")
    assert len(one) == 64
    assert model_digest(tmp_path) != one
