import math

import cv2
import numpy as np
import pytest

from vision.index.poses import crops
from vision.measuring.corners import (
    CornerFigures,
    Misreading,
    main,
    measure_pack,
    overlay,
    pack_folders,
    redness,
    sheet,
)
from vision.packs.corner_pictures import corner_picture
from vision.packs.faces import DESIGNS, Pack
from vision.packs.index_boxes import IndexBox, index_boxes
from whist.cards import FULL_PACK, JOKERS, PACK, Card


@pytest.fixture(scope="module", params=sorted(DESIGNS))
def pack(request):
    return Pack.drawn(request.param)


@pytest.fixture(scope="module")
def standard():
    return Pack.drawn("standard")


def framed(pack):
    """The pack with a frame, a shaded coloured stock and cards cut a little askew, as one from a folder may have."""
    faces = {}
    for k, card in enumerate(PACK):
        face = pack.face(card).copy()
        shade = np.linspace(0.82, 0.97, face.shape[1])[None, :, None] * np.array([0.88, 0.97, 1.0])
        face[:, :, :3] = face[:, :, :3] * shade
        cv2.rectangle(face, (75, 40), (face.shape[1] - 76, face.shape[0] - 41), (60, 60, 160, 255), 2)
        faces[card] = np.roll(face, k % 2, axis=1)
    return Pack("framed", pack.size_mm, faces)


def test_each_card_has_an_upright_index_and_one_upside_down(pack):
    boxes = index_boxes(pack)
    design = DESIGNS[pack.name]
    for card in PACK:
        upright, turned = sorted(boxes[card], key=lambda box: box.angle)
        assert (upright.angle, turned.angle) == (0.0, math.pi)
        high, wide = pack.face(card).shape[:2]
        assert (turned.x, turned.y) == pytest.approx((wide - upright.x, high - upright.y), abs=2.5)
        top = upright.y - upright.height / 2
        assert top == pytest.approx(design.index_top * 6, abs=4)
        assert upright.height == pytest.approx((design.rank_height + 1.5 + design.suit_height) * 6, rel=0.07)


def test_a_box_is_as_tight_as_the_ink(standard):
    face = standard.face(Card.parse("D2"))
    box = min(index_boxes(standard)[Card.parse("D2")], key=lambda one: one.angle)
    ink = np.abs(face[:250, :90, :3].astype(int) - face[200, 20, :3]).max(axis=2) > 60
    rows, columns = np.nonzero(ink[:, :70])
    assert box.x - box.width / 2 == pytest.approx(columns.min(), abs=2)
    assert box.x + box.width / 2 == pytest.approx(columns.max() + 1, abs=2)
    assert box.y + box.height / 2 == pytest.approx(rows.max() + 1, abs=2)


def test_frames_shades_and_crooked_cuts_are_no_index(standard):
    plain, dressed = index_boxes(standard), index_boxes(framed(standard))
    for card in PACK:
        assert len(dressed[card]) == 2
        assert dressed[card][0].height == pytest.approx(plain[card][0].height, abs=5)
        assert dressed[card][0].x == pytest.approx(plain[card][0].x, abs=3)


def test_a_court_without_an_index_gets_no_box(standard):
    faces = {card: standard.face(card) for card in PACK}
    bare = standard.face(Card.parse("HK")).copy()
    bare[:130, :75, :3] = 250
    faces[Card.parse("HK")] = bare
    boxes = index_boxes(Pack("bare", standard.size_mm, faces))
    assert [box.angle for box in boxes[Card.parse("HK")]] == [math.pi]
    assert len(boxes[Card.parse("SK")]) == 2


def test_four_indices_are_found(standard):
    faces = {}
    for card in PACK:
        face = standard.face(card).copy()
        index = face[15:130, 8:66, :3].copy()
        wide = face.shape[1]
        face[15:130, wide - 66 : wide - 8, :3] = index
        face[-130:-15, 8:66, :3] = index[::-1, ::-1]
        faces[card] = face
    boxes = index_boxes(Pack("four", standard.size_mm, faces))
    assert {len(boxes[card]) for card in PACK} == {4}


@pytest.mark.parametrize("card", JOKERS)
def test_what_a_joker_has_in_its_corner_is_its_index(pack, card):
    boxes = index_boxes(pack)[card]
    assert sorted(box.angle for box in boxes) == [0.0, math.pi]
    assert all(25 < box.height < 260 for box in boxes)


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("height", [20.0, 45.0])
def test_a_corner_picture_shows_the_index_where_it_says(standard, height, number):
    card = Card.parse("S8")
    box = index_boxes(standard)[card][number % 2]
    seen = corner_picture(standard.face(card), box, height, np.random.default_rng(number))
    assert seen.picture.shape[0] == seen.picture.shape[1] == round(4.5 * height)
    assert seen.pose[3] == pytest.approx(height, rel=0.02)
    crop = crops(seen.picture, np.array([seen.pose], np.float32))[0].mean(axis=2)
    # upright in its crop: dark ink in the middle, light card right of it
    assert crop[10:46, 14:26].min() < crop[12:40, 32:38].mean() - 40
    straight = cv2.resize(standard.face(card)[:, :, :3], None, fx=38 / box.height, fy=38 / box.height)
    if not box.angle:
        x, y = round(box.x * 38 / box.height), round(box.y * 38 / box.height)
        wanted = straight[y - 19 : y + 19, x - 8 : x + 8].mean(axis=2)
        assert np.corrcoef(wanted.ravel(), crop[9:47, 12:28].ravel())[0, 1] > 0.6


def test_pictures_depend_on_the_seed_alone(standard):
    card = Card.parse("HT")
    box = index_boxes(standard)[card][0]
    one, same, other = (
        corner_picture(standard.face(card), box, 30.0, np.random.default_rng(seed)).picture for seed in (1, 1, 2)
    )
    assert (one == same).all()
    assert (one != other).any()


class Named:
    """A reader that says the same of everything and finds an index in the middle of every picture."""

    def __init__(self, card, finds=True):
        self.belief = np.zeros(55, np.float32)
        self.belief[54 if card is None else FULL_PACK.index(card)] = 1
        self.finds = finds

    def named(self, pictures, looks=1):
        return np.repeat(self.belief[None], len(pictures), 0)

    def indices(self, picture):
        from vision.reader.reader import IndexRead

        if not self.finds:
            return []
        middle = picture.shape[0] / 2
        return [
            IndexRead(self.belief, middle + dx, middle + dy, turn, 20.0, (0, 0, 1, 1))
            for turn in np.arange(0, 6.3, 0.3)
            for dx in np.arange(-18, 19, 6)
            for dy in np.arange(-18, 19, 6)
        ]


@pytest.mark.parametrize(
    ("says", "finds", "classified", "found", "named"),
    [("S5", True, 2, 108, 2), (None, True, 0, 108, 0), ("S5", False, 2, 0, 0)],
)
def test_figures_count_what_was_read(standard, says, finds, classified, found, named):
    reader = Named(Card.parse(says) if says else None, finds)
    figures = measure_pack(reader, standard, variants=1, heights=(20.0, 20.0))
    assert (figures.indices, figures.classified, figures.found, figures.named) == (108, classified, found, named)
    assert len(figures.mistakes) == 108 - classified + 108 - named
    if says and finds:
        assert "S6>S5 2" in figures.confusions()
        assert "joker>5 4" in figures.parts()
    total = CornerFigures()
    total.add(figures)
    assert str(total) == str(figures)


def test_the_other_joker_is_right_only_where_nobody_could_tell(standard):
    red, black = JOKERS
    faces = {card: standard.face(card) for card in (*PACK, red)}
    twins = Pack("twins", standard.size_mm, faces | {black: standard.face(red)})
    assert measure_pack(Named(red), twins, variants=1, heights=(20.0, 20.0)).classified == 4
    assert measure_pack(Named(red), standard, variants=1, heights=(20.0, 20.0)).classified == 2
    boxes = index_boxes(standard)
    assert redness(standard.face(red), boxes[red][0]) > 100 > 10 > redness(standard.face(black), boxes[black][0])


def test_sheet_and_overlay_are_pictures(standard):
    crop = np.zeros((56, 40, 3), np.uint8)
    few = [Misreading("p", Card.parse("S3"), None, k % 2 == 0, crop) for k in range(40)]
    assert sheet(few).shape[0] > sheet(few[:3]).shape[0] > 100
    assert overlay(standard, index_boxes(standard)).shape[0] > 500


def write(pack, folder):
    folder.mkdir(parents=True)
    for card in FULL_PACK:
        cv2.imwrite(str(folder / f"{card}.png"), pack.face(card))


def test_the_command_reads_folders_of_packs(standard, tmp_path, capsys):
    write(standard, tmp_path / "packs" / "one")
    (tmp_path / "packs" / "two").mkdir()
    given = [str(tmp_path / "packs"), "--variants", "1", "--mistakes", str(tmp_path / "m.png")]
    assert main([*given, "--overlay", str(tmp_path / "over")]) == 0
    told = capsys.readouterr()
    assert "one: classifier" in told.out
    assert "ALL 2 packs" in told.out
    assert "two: left out" in told.err
    assert cv2.imread(str(tmp_path / "m.png")) is not None
    assert cv2.imread(str(tmp_path / "over" / "one.png")) is not None
    assert list(pack_folders([tmp_path / "packs" / "one"])) == [tmp_path / "packs" / "one"]


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["nowhere"], 1, "nowhere is no folder"),
        ([".", "--model", "nowhere"], 1, "there is no model file"),
    ],
)
def test_bad_input_gets_one_sentence(arguments, code, sentence, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == code
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [["x", "--heights", "60", "20"], ["x", "--heights", "1", "20"], ["x", "--variants", "0"]]
)
def test_options_out_of_range_are_refused(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "give" in capsys.readouterr().err


def test_box_is_a_value():
    assert IndexBox(1, 2, 3, 4, 0.0) == IndexBox(1, 2, 3, 4, 0.0)
