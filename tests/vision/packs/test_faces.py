import cv2
import numpy as np
import pytest

from vision.packs.faces import DESIGNS, FACE_PIXELS_PER_MM, Pack, PackError, pip_places
from vision.sizes import BRIDGE_CARD, POKER_CARD
from whist.cards import JOKERS, PACK, Card


@pytest.fixture(params=DESIGNS)
def pack(request):
    return Pack.drawn(request.param)


def test_a_drawn_pack_has_52_different_faces_of_its_size(pack):
    faces = [pack.face(card) for card in (*PACK, *JOKERS)]
    expected = tuple(round(side * FACE_PIXELS_PER_MM) for side in pack.size_mm)
    assert {(face.shape[1], face.shape[0]) for face in faces} == {expected}
    assert len({face.tobytes() for face in faces}) == 54
    assert all(face[0, 0, 3] == 0 and face[200, 200, 3] == 255 for face in faces)


def test_both_ends_of_a_face_carry_the_same_index(pack):
    for card in PACK:
        face = pack.face(card)[:, :, :3]
        corner = face[: int(30 * FACE_PIXELS_PER_MM), : int(10 * FACE_PIXELS_PER_MM)]
        opposite = face[::-1, ::-1][: corner.shape[0], : corner.shape[1]]
        assert np.array_equal(corner, opposite), card


def test_jokers_have_a_word_in_two_corners_red_or_black(pack):
    red, black = (pack.face(joker)[:, :, :3].astype(int) for joker in JOKERS)
    scale = FACE_PIXELS_PER_MM
    corners = [face[: int(30 * scale), : int(9 * scale)] for face in (red, black)]
    for corner in corners:
        ink = np.abs(corner - 250).max(axis=2) > 100
        rows = np.flatnonzero(ink.any(axis=1))
        assert 20 < np.ptp(rows) / scale < 26
        # five letters: four gaps between them
        assert (np.diff(rows) > 1).sum() == 4
    assert np.ptp(corners[0], axis=2).max() > 100 > np.ptp(corners[1], axis=2).max()
    for face, corner in zip((red, black), corners, strict=True):
        assert np.array_equal(face[::-1, ::-1][: corner.shape[0], : corner.shape[1]], corner)


def test_indices_of_different_cards_differ_clearly(pack):
    corners = {
        card: pack.face(card)[: int(28 * FACE_PIXELS_PER_MM), : int(9 * FACE_PIXELS_PER_MM), :3].astype(int)
        for card in PACK
    }
    for a in PACK:
        for b in PACK:
            if a.value < b.value or (a.value == b.value and a.suit < b.suit):
                assert np.abs(corners[a] - corners[b]).mean() > 2, (a, b)


def test_suits_have_the_colours_that_the_design_says():
    pack = Pack.drawn("four-colour")
    inks = set()
    for suit in "CDHS":
        face = pack.face(Card(suit, "A"))
        inks.add(tuple(int(value) for value in face[face.shape[0] // 2, face.shape[1] // 2, :3]))
    assert len(inks) == 4


@pytest.mark.parametrize(("rank", "count"), [(rank, 10 if rank == "T" else int(rank)) for rank in "23456789T"])
def test_a_spot_card_has_as_many_pips_as_its_rank(rank, count):
    places = pip_places(rank)
    assert len(places) == len(set(places)) == count


def test_an_unknown_design_is_named_in_one_sentence():
    with pytest.raises(PackError, match="no drawn pack 'tarot'; choose one of standard"):
        Pack.drawn("tarot")


@pytest.fixture
def folder(tmp_path):
    for number, card in enumerate(PACK):
        cv2.imwrite(str(tmp_path / f"{card}.png"), np.full((160, 112, 3), number * 4, np.uint8))
    return tmp_path


def test_a_folder_of_pictures_is_a_pack(folder):
    pack = Pack.from_folder(folder)
    assert pack.size_mm == POKER_CARD
    assert int(pack.face(PACK[7])[200, 200, 0]) == 28
    with pytest.raises(PackError, match="no picture of JR"):
        pack.face(JOKERS[0])


def test_narrow_pictures_make_a_bridge_pack(folder):
    for card in PACK:
        cv2.imwrite(str(folder / f"{card}.png"), np.zeros((500, 325, 3), np.uint8))
    assert Pack.from_folder(folder).size_mm == BRIDGE_CARD


def test_what_is_wrong_with_a_folder_is_said_in_one_sentence(folder):
    (folder / "HT.png").unlink()
    with pytest.raises(PackError, match="has no picture of HT; each card needs one") as caught:
        Pack.from_folder(folder)
    assert "\n" not in str(caught.value)
    (folder / "HT.png").write_bytes(b"no picture")
    with pytest.raises(PackError, match=r"HT\.png cannot be read as a card's picture"):
        Pack.from_folder(folder)
    (folder / "HT.png").write_bytes(b"")
    with pytest.raises(PackError, match=r"HT\.png cannot be read"):
        Pack.from_folder(folder)
    with pytest.raises(PackError, match="is no folder"):
        Pack.from_folder(folder / "HT.png")
    empty = folder / "empty"
    empty.mkdir()
    with pytest.raises(PackError, match="and 47 more"):
        Pack.from_folder(empty)
