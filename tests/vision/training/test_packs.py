"""The packs for training: boxes hold the ink, all faces are there, the same chance draws the same pack."""

from __future__ import annotations

import io
import math
import tarfile
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("PIL", reason="Pillow draws the packs; install the extra 'train'")

from vision.training.drawing import alphabets, families, fonts, jokers, strokes
from vision.training.drawing.art import ink, measure
from vision.training.drawing.inks import brightness, legible
from vision.training.drawing.labels import FACE_HEIGHT, PX_PER_MM, IndexBox, LabelledPack, round_corners, turned
from vision.training.drawing.pips import SHAPES, pip_mask
from vision.training.packs import packs
from vision.training.packs.drawn import paint, pip_places
from whist.cards import FULL_PACK, JOKERS, PACK, RANKS, SUITS, Card

CACHE = Path(__file__).parents[3] / packs.CACHE
SEEDS = (1, 2, 3, 4, 5, 6)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with nothing in it: Pillow's own font and the project's own pips and pen are all there is."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def drawn(empty: Path) -> list[LabelledPack]:
    return [packs.drawn_pack(np.random.default_rng(seed), empty) for seed in SEEDS]


def cut(pack: LabelledPack, card: Card, box: IndexBox) -> np.ndarray:
    face = pack.faces[card]
    left, top = round(box.x - box.width / 2), round(box.y - box.height / 2)
    return face[top : top + round(box.height), left : left + round(box.width), :3]


def test_a_drawn_pack_has_54_faces_with_two_or_four_indices(drawn: list[LabelledPack]) -> None:
    for pack in drawn:
        assert set(pack.faces) == set(FULL_PACK) == set(pack.indices)
        assert {len(boxes) for boxes in pack.indices.values()} in ({2}, {4})
        assert pack.source == "chimera"
        assert not pack.held_out


def test_faces_are_cards_with_clear_round_corners(drawn: list[LabelledPack]) -> None:
    for pack in drawn:
        for face in pack.faces.values():
            assert face.dtype == np.uint8
            assert face.shape[0] == FACE_HEIGHT
            assert face.shape[1] / FACE_HEIGHT == pytest.approx(57 / 88, abs=0.01) or face.shape[
                1
            ] / FACE_HEIGHT == pytest.approx(63 / 88, abs=0.01)
            assert face[0, 0, 3] == face[-1, -1, 3] == 0
            assert face[FACE_HEIGHT // 2, face.shape[1] // 2, 3] == 255


def test_index_boxes_lie_on_the_card_and_their_ink_reaches_each_side(drawn: list[LabelledPack]) -> None:
    for pack in drawn:
        for card in FULL_PACK:
            high, wide = pack.faces[card].shape[:2]
            for box in pack.indices[card]:
                assert box.x - box.width / 2 >= 0 <= box.y - box.height / 2
                assert box.x + box.width / 2 <= wide
                assert box.y + box.height / 2 <= high
                assert box.angle in (0.0, math.pi)
                marks = cut(pack, card, box).astype(int)
                away = np.abs(marks - np.median(marks.reshape(-1, 3), axis=0)).max(axis=2) > 30
                assert away[:3].any()
                assert away[-3:].any()
                assert away[:, :3].any()
                assert away[:, -3:].any()


def test_the_index_upside_down_is_the_upright_one_turned(drawn: list[LabelledPack]) -> None:
    # twos have no court or pip behind the index, so the ink must agree to the pixel's rounding
    for pack in drawn:
        for card in (card for card in PACK if card.rank == "2"):
            first, second = pack.indices[card][:2]
            assert (first.angle, second.angle) == (0.0, math.pi)
            upright, down = cut(pack, card, first).astype(int), cut(pack, card, second)[::-1, ::-1].astype(int)
            assert np.abs(upright - down).mean() < 12


def test_jokers_wear_indices_of_their_own_size_and_inks(drawn: list[LabelledPack]) -> None:
    for pack in drawn:
        red, black = (pack.indices[joker] for joker in JOKERS)
        assert red == black
        assert 7.5 <= red[0].height / PX_PER_MM <= 30.5
        inks = [cut(pack, joker, red[0]).astype(int) for joker in JOKERS]
        colourful = [np.ptp(ink, axis=2).max() for ink in inks]
        assert colourful[0] > 60, pack.name
        assert np.abs(inks[0] - inks[1]).max() > 40


@pytest.mark.parametrize(("kind", "least"), [("stack", 1.5), ("turned", 1.5), ("sign", 0.6), ("letter", 1.0)])
def test_joker_indices_are_upright_blocks(kind: str, least: float, monkeypatch: pytest.MonkeyPatch) -> None:
    low, high = jokers.HEIGHTS[kind]  # type: ignore[index]
    monkeypatch.setattr(jokers, "SHARES", tuple(float(k == kind) for k in jokers.HEIGHTS))
    for seed in range(6):
        marks = jokers.joker_marks(np.random.default_rng(seed), None, (250, 250, 250))
        assert set(marks) == set(JOKERS)
        for mark in marks.values():
            tall, wide = mark.mask.shape
            assert tall / wide > least
            assert wide <= 13.2 * PX_PER_MM
            assert tall <= high * PX_PER_MM + 2
            assert mark.mask[0].any()
            assert mark.mask[-1].any()
            assert mark.mask[:, 0].any()
            assert mark.mask[:, -1].any()
        # alike but for the inks
        red, black = (marks[joker] for joker in JOKERS)
        assert np.array_equal(red.mask, black.mask)
        assert low * 0.5 * PX_PER_MM < tall


@pytest.mark.parametrize("seed", range(12))
def test_a_sign_in_a_ring_has_the_ring_around_it(seed: int) -> None:
    sign = pip_mask(jokers.star(np.random.default_rng(seed)), 200)
    ringed = jokers._ringed(np.random.default_rng(seed), sign)
    high, wide = ringed.shape
    assert high > sign.shape[0]
    assert wide > sign.shape[1]
    for edge in (ringed[0], ringed[-1], ringed[:, 0], ringed[:, -1]):
        assert edge.any()
    # the middle differs from what is just inside the ring: the sign stands out in a disc, too
    assert abs(int(ringed[high // 2, wide // 2]) - int(ringed[high // 2, round(0.9 * wide)])) > 100 or (
        ringed[high // 2, wide // 2] > 100
    )


@pytest.mark.parametrize("name", alphabets.ALPHABETS)
def test_an_alphabet_names_all_ranks_differently(name: str) -> None:
    texts, share = alphabets.ALPHABETS[name]
    assert len({*texts, *"23456789", "10"}) == 13
    assert 0 < share < 1


def test_one_pack_in_five_wears_foreign_letters() -> None:
    rng = np.random.default_rng(5)
    names = [alphabets.choose_alphabet(rng)[0] for _ in range(2000)]
    assert 0.17 < sum(name != "" for name in names) / 2000 < 0.23
    assert set(names) == {"", *alphabets.ALPHABETS}
    assert sum(share for _, share in alphabets.ALPHABETS.values()) == pytest.approx(1)


@pytest.mark.skipif(not (CACHE / "fonts").is_dir(), reason=f"no fonts in {packs.CACHE}; fetch them with --fetch")
@pytest.mark.parametrize("name", alphabets.ALPHABETS)
def test_fonts_that_are_able_have_the_letters_of_an_alphabet(name: str) -> None:
    texts = dict(zip("JQKA", alphabets.ALPHABETS[name][0], strict=True))
    able = [font for font in fonts.rank_fonts(CACHE, held_out=False) if alphabets.able(font, texts)]
    assert len(able) >= 15
    for font in able[::7]:
        shapes = [alphabets.letter_mask(font, text, 60).tobytes() for text in texts.values()]
        assert len(set(shapes)) == 4, font.family


@pytest.mark.parametrize(
    ("ink", "paper"), [((200, 200, 200), (250, 250, 250)), ((30, 30, 30), (20, 20, 20)), ((0, 0, 0), (255, 255, 255))]
)
def test_inks_are_made_legible(ink: tuple[int, int, int], paper: tuple[int, int, int]) -> None:
    assert abs(brightness(legible(ink, paper)) - brightness(paper)) >= 70
    assert legible((0, 0, 0), (255, 255, 255)) == (0, 0, 0)


def test_the_same_chance_draws_the_same_pack(drawn: list[LabelledPack], empty: Path) -> None:
    again = packs.drawn_pack(np.random.default_rng(SEEDS[0]), empty)
    assert again.name == drawn[0].name
    assert again.indices == drawn[0].indices
    assert all(np.array_equal(again.faces[card], drawn[0].faces[card]) for card in PACK)
    assert any(
        not np.array_equal(again.faces[card], drawn[1].faces[card][:, : again.faces[card].shape[1]]) for card in PACK
    )


@pytest.mark.parametrize(("rank", "count"), [("A", 1), *((rank, int(rank)) for rank in "23456789"), ("T", 10)])
def test_number_cards_have_their_number_of_pips(rank: str, count: int) -> None:
    places = pip_places(rank)
    assert len(places) == len({(x, y) for x, y, _ in places}) == count
    assert all(down == (y > 0) for _, y, down in places)


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("seed", range(8))
def test_pips_are_one_piece_of_ink_and_symmetrical(suit: str, seed: int) -> None:
    mask = pip_mask(SHAPES[suit](np.random.default_rng(seed)), 128) > 128
    assert 100 <= mask.shape[0] <= 160
    assert 0.4 < mask.shape[1] / mask.shape[0] < 1.4
    assert 0.25 < mask.mean() < 0.9
    assert (mask != mask[:, ::-1]).mean() < 0.04


@pytest.mark.parametrize("seed", range(4))
def test_the_own_pen_draws_thirteen_different_ranks(seed: int) -> None:
    glyphs = strokes.pen_glyphs(np.random.default_rng(seed))
    assert set(glyphs) == set(RANKS)
    for rank, mask in glyphs.items():
        assert 150 <= mask.shape[0] <= 260, rank
        assert 0.08 < (mask > 128).mean() < 0.95, rank
    assert glyphs["9"].shape[0] == pytest.approx(glyphs["6"].shape[0], abs=12)


@pytest.fixture(params=[False, True], ids=["two indices", "four indices"])
def simple_faces(request: pytest.FixtureRequest) -> tuple[dict[Card, np.ndarray], dict[Card, list[IndexBox]]]:
    """Plain faces whose boxes are known: a rank bar and a suit block in the corners, a big block in the middle."""
    faces, boxes = {}, {}
    for card in PACK:
        face = np.full((560, 400, 4), 255, np.uint8)
        wide = 20 + 3 * (card.rank == "T") + 2 * SUITS.index(card.suit)
        for half in (0, 1):
            for left in (20, 380 - wide) if request.param else (20,):
                face[25:65, left : left + wide, :3] = 0
                face[70:95, left : left + wide, :3] = 0
            if not half:
                face[100:280, 150:250, :3] = 40
            face = np.ascontiguousarray(face[::-1, ::-1])
        places = [IndexBox(20 + wide / 2, 60, wide, 70, 0.0)]
        places += [IndexBox(380 - wide / 2, 60, wide, 70, 0.0)] if request.param else []
        faces[card], boxes[card] = face, places + [turned(box, 400, 560) for box in places]
    return faces, boxes


def test_measuring_finds_the_known_boxes(
    simple_faces: tuple[dict[Card, np.ndarray], dict[Card, list[IndexBox]]],
) -> None:
    faces, boxes = simple_faces
    assert measure(faces) == boxes


def test_measuring_blank_faces_says_what_is_wrong() -> None:
    faces = {card: np.full((560, 400, 4), 255, np.uint8) for card in PACK}
    with pytest.raises(ValueError, match="no ink in the top left corner"):
        measure(faces)


def test_ink_is_what_differs_from_the_stock() -> None:
    face = np.full((560, 400, 4), 230, np.uint8)
    face[100:110, 50:60, :3] = 10
    assert ink(face).sum() == 100


def test_paint_cuts_what_hangs_over_the_edge() -> None:
    face = np.full((10, 10, 3), 200, np.uint8)
    paint(face, np.full((4, 4), 255, np.uint8), (1, 2, 3), 8, -2)
    assert face[:2, 8:].reshape(-1, 3).tolist() == [[1, 2, 3]] * 4
    assert (face == 200).all(axis=2).sum() == 96


def test_turning_twice_gives_the_same_box() -> None:
    box = IndexBox(30.0, 50.0, 20.0, 60.0, 0.0)
    assert turned(box, 400, 560) == IndexBox(370.0, 510.0, 20.0, 60.0, math.pi)
    assert turned(turned(box, 400, 560), 400, 560) == box


def test_round_corners_are_clear_at_the_corner_only() -> None:
    alpha = round_corners(100, 200, 10)
    assert alpha.shape == (200, 100)
    assert alpha[0, 0] == 0
    assert alpha[0, 50] == alpha[100, 0] == alpha[100, 50] == 255


def test_backs_are_cards_and_vary() -> None:
    pictures = [packs.backs(np.random.default_rng(seed)) for seed in range(12)]
    assert all(back.shape[0] == FACE_HEIGHT and back.shape[2] == 4 and back[0, 0, 3] == 0 for back in pictures)
    assert len({back.tobytes() for back in pictures}) == 12


def test_without_npm_fetching_says_one_sentence_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("vision.training.drawing.fonts.shutil.which", lambda name: None)
    packs.fetch(tmp_path)
    assert "npm is not installed" in capsys.readouterr().err
    assert packs.art_packs(tmp_path) == []


def test_a_package_that_cannot_be_got_is_named_and_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def refuse(package: str) -> bytes:
        raise OSError(package)

    monkeypatch.setattr("vision.training.drawing.fonts.npm_pack", refuse)
    monkeypatch.setattr("vision.training.drawing.art.npm_pack", refuse)
    packs.fetch(tmp_path)
    assert "Not fetched: art, eb-garamond" in capsys.readouterr().err


@pytest.mark.parametrize("licence", [None, b"All rights reserved. Ask before you use it."])
def test_a_font_without_a_free_licence_text_is_not_kept(
    licence: bytes | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name, data in {"package.json": b'{"license": "OFL-1.1"}', "LICENSE": licence}.items():
            if data is not None:
                member = tarfile.TarInfo(f"package/{name}")
                member.size = len(data)
                tar.addfile(member, io.BytesIO(data))
    monkeypatch.setattr("vision.training.drawing.fonts.npm_pack", lambda package: packed.getvalue())
    assert not fonts.fetch_font(tmp_path, "inter")
    assert "no licence text known to be free" in capsys.readouterr().err
    assert fonts.rank_fonts(tmp_path, held_out=False) == []


def test_held_out_families_are_among_the_families() -> None:
    assert set(families.FAMILIES) > families.HELD_OUT_FAMILIES
    assert len(set(families.FAMILIES)) == len(families.FAMILIES)


@pytest.mark.skipif(not (CACHE / "art").is_dir(), reason=f"no art in {packs.CACHE}; fetch it with --fetch")
def test_fetched_art_is_measured_on_every_face() -> None:
    art = packs.art_packs(CACHE)
    assert sum(pack.held_out for pack in art) >= 2
    for pack in art:
        for card in PACK:
            box, below = pack.indices[card]
            assert box.x < pack.faces[card].shape[1] / 2 < below.x
            assert 0.1 < box.width / box.height < 0.8


@pytest.mark.skipif(not (CACHE / "fonts").is_dir(), reason=f"no fonts in {packs.CACHE}; fetch them with --fetch")
def test_fetched_fonts_are_free_and_have_all_ranks() -> None:
    seen, unseen = fonts.rank_fonts(CACHE, held_out=False), fonts.rank_fonts(CACHE, held_out=True)
    assert not {font.family for font in seen} & {font.family for font in unseen}
    for font in (*seen, *unseen):
        assert font.licence in fonts.FREE_LICENCES.values()
        shapes = {fonts.glyph_mask(font, rank, 60).tobytes() for rank in "23456789JQKA"}
        assert len(shapes) == 12, font.family


def test_the_montage_command_writes_a_picture(tmp_path: Path, empty: Path) -> None:
    out = tmp_path / "packs.png"
    assert packs.main([str(out), "--folder", str(empty), "--packs", "1"]) == 0
    assert out.stat().st_size > 10_000


def test_the_montage_command_without_packs_says_what_to_do(
    tmp_path: Path, empty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert packs.main([str(tmp_path / "packs.png"), "--folder", str(empty), "--packs", "0"]) == 1
    assert "--packs 1 or more" in capsys.readouterr().err
