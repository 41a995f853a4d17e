"""Learning a pack from its faces, with the real reader on a pack that the project draws."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.packs import enrol
from vision.packs.decoy_packs import foreign_pack
from vision.packs.enrol import SIZES, EnrolError, crops_to_learn, face_patches, taught, twins
from vision.packs.faces import Pack
from vision.packs.profile import PATCH_HEIGHT, PATCH_WIDTH, ProfileError, model_digest
from vision.packs.varied_crops import cut_patch, varied
from vision.reader.reader import MODEL_FOLDER, Reader
from whist.cards import FULL_PACK, PACK, Card


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=1)


FEW = tuple(Card.parse(code) for code in ("C2", "C7", "CK", "D3", "D9", "DA", "HT", "H4", "HQ", "S5", "SJ", "S8"))


def test_indices_of_faces_are_found_at_one_place(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enrol, "_SCALES", (24.0,))
    pack = Pack.drawn("standard")
    patches, labels = face_patches(reader, {card: pack.face(card) for card in FEW})
    assert {FULL_PACK[k] for k in labels} == set(FEW)
    assert patches.shape == (len(labels), PATCH_HEIGHT, PATCH_WIDTH, 4)
    # the card's corner is in the patch, and the index in its middle
    assert (patches[:, :8, :8, 3] == 0).all()
    middle = patches[:, 40:72, 30:50, :3].reshape(len(patches), -1)
    assert (middle.min(1) < 120).all()


def test_a_taught_pack_is_believed(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enrol, "_FOREIGN_PACKS", 2)
    monkeypatch.setattr(enrol, "_FOREIGN_CROPS", 2)
    monkeypatch.setattr(enrol, "CROPS", 8)
    patches = foreign_pack(np.random.default_rng(1))[:24]
    labels = np.arange(24)
    steps: list[int] = []
    profile = taught(reader, "mine", model_digest(MODEL_FOLDER), patches, labels, steps.append)
    assert sum(steps) == crops_to_learn(labels) == len(SIZES) * (24 * 8 + 2 * 2 * 54)
    assert profile.known() == PACK[:24]
    assert twins(profile) == []
    crops = varied(patches, 6, seed=5)
    own, odds = profile.evidence(reader.features(crops))
    assert (profile.cards[own.argmin(1)] == np.repeat(labels, 6)).mean() > 0.8
    assert profile.speaks_for(own, odds).mean() > 0
    # in a holder an index may be taken for lower than on the face that was shown
    own, odds = profile.evidence(reader.features(varied(patches, 6, seed=5, larger=1.22)))
    assert (profile.cards[own.argmin(1)] == np.repeat(labels, 6)).mean() > 0.8
    assert profile.speaks_for(own, odds).mean() > 0
    # what is in doubt is shown to two networks, and neither outvotes what was taught
    knowing = Reader(threads=1, profile=profile)
    untaught, by_name, by_doubt = (
        (said[..., : len(PACK)].argmax(-1) == np.repeat(labels, 6)).mean(-1)
        for said in (reader.doubted(crops), knowing.named(crops), knowing.doubted(crops))
    )
    assert min(by_name, *by_doubt) > 0.8
    assert (by_doubt > untaught).all()
    others = varied(foreign_pack(np.random.default_rng(77))[30:], 2, seed=5)
    assert profile.speaks_for(*profile.evidence(reader.features(others))).mean() < 0
    with pytest.raises(ProfileError, match=r"the profile mine was made with another model than the one in .*anew"):
        Reader(threads=1, profile=replace(profile, model="another"))


def test_two_pictures_of_one_card_are_twins(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enrol, "_FOREIGN_PACKS", 1)
    monkeypatch.setattr(enrol, "CROPS", 30)
    patches = foreign_pack(np.random.default_rng(1))[[3, 3, 10, 20, 53, 53]]
    labels = np.array([3, 4, 10, 20, 52, 53])
    profile = taught(reader, "mine", "digest", patches, labels)
    assert twins(profile) == [(PACK[3], PACK[4])]


@pytest.mark.parametrize("grey", [0, 128, 255])
def test_blank_faces_are_refused(reader: Reader, monkeypatch: pytest.MonkeyPatch, grey: int) -> None:
    monkeypatch.setattr(enrol, "_SCALES", (24.0,))
    face = np.full((528, 342, 4), grey, np.uint8)
    face[:, :, 3] = 255
    with pytest.raises(EnrolError, match="none of the faces shows an index"):
        face_patches(reader, dict.fromkeys(FEW, face))


def test_faces_that_do_not_agree_are_refused(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enrol, "_SCALES", (24.0,))
    blank = np.full((528, 342, 4), 255, np.uint8)
    pack = Pack.drawn("standard")
    faces = {card: pack.face(card) if card in FEW[:2] else blank for card in FEW}
    with pytest.raises(EnrolError, match=r"only \d+ of 12 faces show an index"):
        face_patches(reader, faces)


def test_crops_vary_but_are_the_same_for_a_seed() -> None:
    patches = foreign_pack(np.random.default_rng(1))[:3]
    crops = varied(patches, 4, seed=1)
    assert crops.shape == (12, 56, 40, 3)
    assert np.array_equal(crops, varied(patches, 4, seed=1))
    assert len({crop.tobytes() for crop in crops}) == 12


@pytest.mark.parametrize("height", [20.0, 38.0, 150.0])
def test_a_patch_shows_the_index_in_its_size(height: float) -> None:
    picture = np.zeros((600, 600, 4), np.uint8)
    picture[..., 3] = 255
    half = round(height / 2)
    picture[300 - half : 300 + half, 300 - half // 2 : 300 + half // 2] = 255
    patch = cut_patch(picture, (299.5, 299.5, 0.0, height))
    assert patch.shape == (PATCH_HEIGHT, PATCH_WIDTH, 4)
    rows = np.flatnonzero(patch[:, PATCH_WIDTH // 2, 0] > 127)
    assert len(rows) == pytest.approx(38, abs=2)
    assert rows.mean() == pytest.approx((PATCH_HEIGHT - 1) / 2, abs=1)
