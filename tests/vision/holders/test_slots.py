import numpy as np
import pytest

import vision.holders.slots
import vision.reader.more_poses
from tests.vision.beliefs import parts
from tests.vision.readers import Featureless
from vision.holders.indices import USUAL, IndexShape
from vision.holders.slots import read_holders
from vision.planes.planes import Plane
from vision.reader.decoder import CERTAIN
from vision.reader.more_poses import WAYS
from vision.sizes import CARD_BOTTOM, SLOTS, slot_left
from whist.cards import FULL_PACK, Card

NONE = 54
SCALE = 3.0
PICTURE = np.zeros((400, 1100, 3), np.uint8)
FACE = Plane("holder 1", np.array([[SCALE, 0, 0], [0, -SCALE, 132 * SCALE], [0, 0, 1.0]]), 6, 0.0)


def read_slots(reader, picture, plane, shape=USUAL):
    """What is read of one holder."""
    (slots,), told, _ = read_holders(reader, [(picture, plane)], shape)
    return slots, told


class Racked:
    """An index on a face: its card, middle (mm of the face), height in mm, and whether the detector sees it."""

    def __init__(self, code, slot, shape, du=0.0, dv=0.0, seen=True, clear=0.99, right=0.0, angle=0.0, height=None):
        self.card = FULL_PACK.index(Card.parse(code))
        self.u = slot_left(slot) + shape.aside + du + right
        self.v = CARD_BOTTOM + 88 - shape.depth + dv
        self.height, self.seen, self.clear, self.angle = height or shape.height, seen, clear, angle


class Faces(Featureless):
    """Stands in for the reader: each strip shows a list of indices; a crop near one tells its card."""

    def __init__(self, monkeypatch, *faces):
        self.faces, self.rectified, self.looks, self.batches = faces, [], 0, []
        true = vision.holders.slots.rectify

        def rectify(*arguments):
            self.rectified.append(true(*arguments))
            return self.rectified[-1]

        monkeypatch.setattr(vision.holders.slots, "rectify", rectify)
        for module in (vision.holders.slots, vision.reader.more_poses):
            monkeypatch.setattr(module, "crops", self.crops)

    @staticmethod
    def place(one):
        return (one.u + 4) * SCALE - 0.5, (104 - one.v) * SCALE - 0.5

    def poses(self, picture, index_height=None):
        self.looks += 1
        high = picture.shape[0] // len(self.faces)
        rows = [(face, one, self.place(one)) for face, ones in enumerate(self.faces) for one in ones if one.seen]
        poses = [(x, y + face * high, one.angle, one.height * SCALE, 0.9) for face, one, (x, y) in rows]
        return np.array(poses, np.float32).reshape(-1, 5)

    def crops(self, picture, poses):
        (face,) = [k for k, strip in enumerate(self.rectified) if strip is picture]
        pictures = np.full((len(poses), 56, 40, 3), 255, np.uint8)
        for number, one in enumerate(self.faces[face]):
            x, y = self.place(one)
            near = (np.abs(poses[:, 0] - x) < 5) & (np.abs(poses[:, 1] - y) < 0.2 * one.height * SCALE)
            alike = np.abs(np.log(poses[:, 3] / SCALE / one.height)) < 0.3
            pictures[near & alike, 0, 0, :2] = face, number
        return pictures

    def named(self, pictures, looks=1):
        self.batches.append(len(pictures))
        values = np.zeros((len(pictures), 55), np.float32)
        values[:, NONE] = 1
        for row, (face, number) in zip(values, pictures[:, 0, 0, :2].tolist(), strict=True):
            if face < 255:
                one = self.faces[face][number]
                row[one.card], row[NONE] = one.clear, 1 - one.clear
        return values

    def suits(self, pictures):
        return np.full((len(pictures), 7), 1 / 7, np.float32)


def shown(slots):
    return [None if belief is None else str(FULL_PACK[belief[:-1].argmax()]) for belief in slots]


HAND = ("C2", "D9", "HK", "S3", "CT", "DA", "H6", "SQ", "C7", "D4", "HJ", "S8", "CA")


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(USUAL, id="usual"),
        pytest.param(IndexShape(3.4, 7.6, 9.0), id="small"),
        pytest.param(IndexShape(10.4, 8.5, 9.0), id="rank beside suit"),
        pytest.param(IndexShape(11.8, 20.0, 32.0), id="jumbo"),
    ],
)
@pytest.mark.parametrize("empty", [(), (0, 5), (1, 2, 4, 6, 8, 9, 10, 11)])
def test_slots_are_told_by_the_place_on_the_face_whatever_the_pack(monkeypatch, shape, empty):
    rng = np.random.default_rng(1)
    shifts = rng.uniform(-1.5, 1.5, (SLOTS, 2))
    wanted = [None if slot in empty else code for slot, code in enumerate(HAND)]
    face = [Racked(c, s, shape, *shifts[s]) for s, c in enumerate(wanted) if c]
    reader = Faces(monkeypatch, face)
    slots, told = read_slots(reader, PICTURE, FACE)
    assert shown(slots) == wanted
    assert told.told_by == len(face)
    for name in ("aside", "depth", "height"):
        assert getattr(told, name) == pytest.approx(getattr(shape, name), abs=1.0)


def test_both_holders_cost_one_look_and_one_batch(monkeypatch):
    faces = [[Racked(code, slot, USUAL) for slot, code in enumerate(HAND)], [Racked("JR", 3, USUAL)]]
    reader = Faces(monkeypatch, *faces)
    read, _, _ = read_holders(reader, [(PICTURE, FACE), (PICTURE, FACE)])
    assert [shown(slots) for slots in read] == [list(HAND), [None] * 3 + ["JR"] + [None] * 9]
    assert (reader.looks, reader.batches) == (1, [2 * SLOTS])


def test_no_holder_costs_nothing():
    shape = IndexShape(6.0, 12.0, 17.0, 9)
    assert read_holders(None, [], shape) == ([], shape, [])


def test_only_what_is_doubtful_is_asked_again(monkeypatch):
    face = [Racked(code, slot, USUAL, clear=0.8 if slot == 4 else 0.99) for slot, code in enumerate(HAND)]
    reader = Faces(monkeypatch, face)
    slots, _ = read_slots(reader, PICTURE, FACE)
    assert shown(slots) == list(HAND)
    assert reader.batches == [SLOTS, 5, len(WAYS)]
    assert slots[4].max() == pytest.approx(0.8, abs=0.01)
    assert slots[4].sum() == pytest.approx(1, abs=1e-4)


class Wavering(Faces):
    """Cannot tell one card's 6 from a Q by its index, but by what stands beside it."""

    def __init__(self, monkeypatch, face, told):
        super().__init__(monkeypatch, face)
        self.told, self.shown = told, []
        self.mine = [one.card for one in face].index(FULL_PACK.index(Card.parse("H6")))

    def named(self, pictures, looks=1):
        values = super().named(pictures, looks)
        six, queen = (FULL_PACK.index(Card.parse(code)) for code in ("H6", "HQ"))
        mine = values[:, six] > 0
        values[mine, six], values[mine, queen] = 0.55, 0.44
        return values

    def strips(self, pictures):
        self.shown += list(pictures)
        # once as they are, once with the index covered; those of the other cards tell nothing
        tells = [bool(self.told) and k % (len(pictures) // 2) == self.mine for k in range(len(pictures))]
        seen = [parts(**({self.told: 1.0} if one else {})) for one in tells]
        return tuple(np.stack(part) for part in zip(*seen, strict=True))


@pytest.mark.parametrize(("told", "wanted"), [("HQ", "HQ"), ("H6", "H6"), ("", None)])
def test_a_doubtful_card_is_known_by_what_stands_beside_its_index(monkeypatch, told, wanted):
    hand = [code for code in HAND if code != "SQ"]
    reader = Wavering(monkeypatch, [Racked(code, slot, USUAL) for slot, code in enumerate(hand)], told)
    slots, _ = read_slots(reader, PICTURE, FACE)
    belief = slots[hand.index("H6")]
    assert {part.shape for part in reader.shown} == {(56, 40, 3)}
    assert len(reader.shown) <= 2 * SLOTS
    if wanted is None:
        assert 0.4 < belief.max() < 0.6
    else:
        assert belief[FULL_PACK.index(Card.parse(wanted))] > 0.97
    assert belief.sum() == pytest.approx(1, abs=1e-4)


class AnotherEye(Wavering):
    """What it cannot tell, another network can, which is asked about nothing else."""

    def __init__(self, monkeypatch, face, knows):
        super().__init__(monkeypatch, face, "")
        self.knows, self.asked = FULL_PACK.index(Card.parse(knows)), 0

    def doubted(self, pictures, looks=1):
        self.asked += len(pictures)
        values = np.full((len(pictures), 55), 0.001, np.float32)
        values[:, self.knows] = 1 - 54 * 0.001
        return np.stack([self.named(pictures), values])


@pytest.mark.parametrize("knows", ["HQ", "H6"])
def test_an_index_in_doubt_is_shown_to_another_network_too(monkeypatch, knows):
    hand = [code for code in HAND if code != "SQ"]
    reader = AnotherEye(monkeypatch, [Racked(code, slot, USUAL) for slot, code in enumerate(hand)], knows)
    slots, _ = read_slots(reader, PICTURE, FACE)
    # it is likelier by far, and in doubt all the same: indices of this pack waver
    assert 0.7 < slots[hand.index("H6")][reader.knows] < CERTAIN
    assert shown(slots)[: len(hand)] == [knows if code == "H6" else code for code in hand]
    assert reader.asked == len(WAYS)


@pytest.mark.parametrize(
    "odd",
    [
        pytest.param({"seen": False}, id="merged with its neighbour by the detector"),
        pytest.param({"dv": 7.5}, id="not pushed in"),
        pytest.param({"du": 3.5, "dv": -1.0, "angle": 0.06}, id="leaning"),
        pytest.param({"angle": 0.6}, id="its angle seen wrongly"),
        pytest.param({"height": 27.0, "dv": -5.0}, id="a joker's long word"),
        pytest.param({"height": 9.0, "dv": 4.0}, id="a joker's star"),
    ],
)
def test_one_index_may_be_odd(monkeypatch, odd):
    codes = [*HAND[:6], "JB", *HAND[7:]] if "height" in odd else list(HAND)
    face = [Racked(code, slot, USUAL, **(odd if slot == 6 else {})) for slot, code in enumerate(codes)]
    slots, _ = read_slots(Faces(monkeypatch, face), PICTURE, FACE)
    assert shown(slots) == codes


class RankAlone(Faces):
    """Its detector sees of one card's high index the upper part alone."""

    SLOT, PART = 6, 0.55

    def poses(self, picture, index_height=None):
        poses = super().poses(picture, index_height)
        mine = poses[self.SLOT]
        mine[1] -= (1 - self.PART) / 2 * mine[3]
        mine[3] *= self.PART
        return poses


@pytest.mark.parametrize("high", [0.0, 6.0, -6.0])
def test_an_index_of_which_the_rank_alone_is_seen_is_read_whole(monkeypatch, high):
    shape = IndexShape(9.8, 20.0, 31.0)
    face = [Racked(c, s, shape, dv=high if s == RankAlone.SLOT else 0.0) for s, c in enumerate(HAND)]
    slots, _ = read_slots(RankAlone(monkeypatch, face), PICTURE, FACE)
    assert shown(slots) == list(HAND)


def test_courts_in_frames_have_their_indices_farther_to_the_right(monkeypatch):
    framed = {slot for slot, code in enumerate(HAND) if code[1] in "JQKT"}
    assert 2 <= len(framed) < SLOTS - 6
    face = [Racked(code, slot, USUAL, du=6.0 if slot in framed else 0.0) for slot, code in enumerate(HAND)]
    slots, _ = read_slots(Faces(monkeypatch, face), PICTURE, FACE)
    assert shown(slots) == list(HAND)


@pytest.mark.parametrize("slot", [3, 11])
def test_a_card_that_stands_half_beside_its_slot_is_its_slots(monkeypatch, slot):
    """Its index stands 8 mm to the right, and has more room to its neighbour than a card too many would have."""
    face = [Racked(code, k, USUAL, du=8.0 if k == slot else 0.0) for k, code in enumerate(HAND)]
    slots, _ = read_slots(Faces(monkeypatch, face), PICTURE, FACE)
    assert shown(slots) == list(HAND)


def test_a_card_too_many_is_not_taken_for_the_one_beside_it(monkeypatch):
    """It stands 9.5 mm before the next card, whose own index the detector does not tell from it."""
    face = [Racked(code, k, USUAL, seen=k != 7) for k, code in enumerate(HAND)]
    other = next(str(card) for card in FULL_PACK if str(card) not in HAND)
    extra = Racked(other, 7, USUAL, du=-9.5)
    slots, _ = read_slots(Faces(monkeypatch, [*face, extra]), PICTURE, FACE)
    assert shown(slots) == list(HAND)


@pytest.mark.parametrize("empty", [False, True])
def test_a_card_between_two_slots_is_that_of_the_empty_one_nearer_to_it(monkeypatch, empty):
    """It stands 9.5 mm before its slot, so that it has no more room to its neighbour than a card too many would have;
    a pip there, which is no card's index, makes no card of an empty slot."""
    face = [Racked(code, k, USUAL, du=-9.5 if k == 7 else 0.0) for k, code in enumerate(HAND)]
    face[7].clear = 0.05 if empty else 0.99
    slots, _ = read_slots(Faces(monkeypatch, face), PICTURE, FACE)
    assert shown(slots) == [None if empty and k == 7 else code for k, code in enumerate(HAND)]


@pytest.mark.parametrize("slot", [8, 12])
@pytest.mark.parametrize("out", [0.0, 4.5])
def test_a_pip_of_the_card_before_hides_no_card_that_stands_half_beside_its_slot(monkeypatch, slot, out):
    """The pip is as high as an index and stands nearer to the place of the slot's own; the card is not pushed in."""
    face = [Racked(code, k, USUAL, **({"du": 6.7, "dv": out} if k == slot else {})) for k, code in enumerate(HAND)]
    pip = Racked(HAND[slot - 1], slot, USUAL, du=-3.3, clear=0.01)
    slots, _ = read_slots(Faces(monkeypatch, [*face, pip]), PICTURE, FACE)
    assert shown(slots) == list(HAND)


def test_an_index_between_two_slots_that_another_slot_shows_is_no_other_card(monkeypatch):
    face = [Racked(code, k, USUAL) for k, code in enumerate(HAND) if k != 7]
    again = Racked(HAND[6], 7, USUAL, du=-9.5)
    slots, _ = read_slots(Faces(monkeypatch, [*face, again]), PICTURE, FACE)
    assert shown(slots) == [None if k == 7 else code for k, code in enumerate(HAND)]


class PulledDown(Faces):
    """Its detector takes one card's index together with the frame of the court below it."""

    def poses(self, picture, index_height=None):
        poses = super().poses(picture, index_height)
        poses[RankAlone.SLOT, 1] += 6.0 * SCALE
        return poses


def test_an_index_that_is_seen_too_low_is_read_where_the_pack_has_it(monkeypatch):
    face = [Racked(code, slot, USUAL) for slot, code in enumerate(HAND)]
    slots, _ = read_slots(PulledDown(monkeypatch, face), PICTURE, FACE)
    assert shown(slots) == list(HAND)


@pytest.mark.parametrize("width", [57.0, 63.0])
def test_right_corners_of_four_index_packs_are_no_cards(monkeypatch, width):
    cards = {0: "C2", 1: "D9", 4: "HK", 5: "S3", 8: "H9", 12: "SA"}
    face = [Racked(code, slot, USUAL) for slot, code in cards.items()]
    face += [Racked(cards[slot], slot, USUAL, right=width - 2 * USUAL.aside) for slot in (1, 5, 8)]
    slots, _ = read_slots(Faces(monkeypatch, face), PICTURE, FACE)
    assert shown(slots) == [cards.get(slot) for slot in range(SLOTS)]


def test_what_was_learned_of_the_pack_places_a_single_card(monkeypatch):
    shape = IndexShape(11.8, 20.0, 32.0, 13)
    for du in (-1.5, 1.5):
        with monkeypatch.context() as patched:
            reader = Faces(patched, [Racked("H9", 7, shape, du=du, seen=False)])
            slots, told = read_slots(reader, PICTURE, FACE, shape)
        assert shown(slots) == [None] * 7 + ["H9"] + [None] * 5
        assert told == shape


class Scaled(Faces):
    """Sees indices the worse the more their height differs from the one looked for: ``best`` is the score at its own,
    and one seen at another scale is told lower than it is."""

    best = 0.8

    def poses(self, picture, index_height=None):
        poses = super().poses(picture)
        least, most = index_height
        off = np.abs(np.log(poses[:, 3] / np.sqrt(least * most)))
        poses[:, 4] = self.best - 0.5 * off
        poses[:, 3] *= np.exp(-0.4 * off)
        return poses


@pytest.mark.parametrize(
    ("shape", "best", "scale"),
    [
        pytest.param(IndexShape(11.8, 20.0, 32.0), 0.8, 32.0, id="jumbo"),
        pytest.param(IndexShape(3.4, 8.0, 11.0), 0.8, 11.0, id="small"),
        pytest.param(USUAL, 0.8, USUAL.scale, id="usual"),
        pytest.param(IndexShape(11.8, 20.0, 30.0), 0.5, USUAL.scale, id="not seen well at any scale"),
    ],
)
def test_a_packs_indices_are_looked_for_at_their_own_height(monkeypatch, shape, best, scale):
    monkeypatch.setattr(Scaled, "best", best)
    reader = Scaled(monkeypatch, [Racked(code, slot, shape) for slot, code in enumerate(HAND)])
    slots, told = read_slots(reader, PICTURE, FACE)
    for _ in range(3):
        reader.rectified, reader.looks = [], 0
        slots, told = read_slots(reader, PICTURE, FACE, told)
    assert shown(slots) == list(HAND)
    assert told.scale == pytest.approx(scale, rel=0.25)
    if best > 0.6:
        assert told.height == pytest.approx(shape.height, rel=0.12)
        assert reader.looks == 1, "what is known is not tried out again"


def test_the_last_cards_do_not_tell_another_shape(monkeypatch):
    """Of four that are seen three are pips, lower and farther from the corner than the indices of the pack."""
    pips = IndexShape(9.0, 17.0, 12.0)
    known = IndexShape(5.6, 12.6, 18.0, 26)
    face = [Racked("H9", 2, known), *(Racked("H9", slot, pips) for slot in (5, 8, 11))]
    _, told = read_slots(Faces(monkeypatch, face), PICTURE, FACE, known)
    assert told == known


@pytest.mark.parametrize("known", [USUAL, IndexShape(5.6, 12.6, 18.0, 12)], ids=["nothing known", "a pack known"])
@pytest.mark.parametrize("held", [0, 2, 5])
def test_the_print_of_empty_slots_tells_no_shape(monkeypatch, known, held):
    """What the detector takes for a row of indices, in which no card is read."""
    marks = IndexShape(2.0, -2.2, 7.9)
    face = [Racked(HAND[slot], slot, known) for slot in range(held)]
    face += [Racked("S9", slot, marks, clear=0.001) for slot in range(held, SLOTS)]
    slots, told = read_slots(Faces(monkeypatch, face), PICTURE, FACE, known)
    assert shown(slots) == [*HAND[:held], *[None] * (SLOTS - held)]
    assert (told.aside, told.depth, told.height) == pytest.approx((5.6, 12.6, 18.0), abs=0.1)


def with_edges(slots):
    """A picture of a holder in which a line stands at the left of some slots."""
    picture = np.full_like(PICTURE, 200)
    for slot in slots:
        x = round(SCALE * slot_left(slot))
        picture[:, x : x + 4] = 120
    return picture


@pytest.mark.parametrize(("racking", "guessed"), [(True, [4]), (False, [])], ids=["being racked", "in play"])
def test_a_card_whose_index_is_not_seen_is_guessed_at_by_its_edge(monkeypatch, racking, guessed):
    """Nothing is read in slots 4 and 9; an edge stands in slot 4."""
    face = [Racked(code, slot, USUAL) for slot, code in enumerate(HAND) if slot not in (4, 9)]
    reader = Faces(monkeypatch, face)
    picture = with_edges(slot for slot in range(SLOTS) if slot != 9)
    (slots,), _, _ = read_holders(reader, [(picture, FACE)], USUAL, [racking])
    read = [slot for slot, belief in enumerate(slots) if belief is not None]
    assert read == sorted({*range(SLOTS)} - {4, 9} | {*guessed})
    for slot in guessed:
        assert slots[slot][:-1].sum() == pytest.approx(0.8, abs=1e-3)


def test_few_cards_do_not_tell_how_edges_look(monkeypatch):
    reader = Faces(monkeypatch, [Racked(code, slot, USUAL) for slot, code in enumerate(HAND[:6])])
    (slots,), _, _ = read_holders(reader, [(with_edges(range(SLOTS)), FACE)], USUAL, [True])
    assert shown(slots) == [*HAND[:6], *[None] * 7]


class Blots(Faces):
    """In little light each black suit looks a little like the other."""

    def named(self, pictures, looks=1):
        values = super().named(pictures, looks)
        spades, clubs = values[:, :13].copy(), values[:, 39:52].copy()
        values[:, :13], values[:, 39:52] = 0.94 * spades + 0.06 * clubs, 0.06 * spades + 0.94 * clubs
        return values


def test_black_cards_are_in_doubt_where_all_of_them_waver(monkeypatch):
    reader = Blots(monkeypatch, [Racked(code, slot, USUAL) for slot, code in enumerate(HAND)])
    slots, _ = read_slots(reader, PICTURE, FACE)
    assert shown(slots) == list(HAND)
    for code, belief in zip(HAND, slots, strict=True):
        assert (belief.max() < CERTAIN) == (code[0] in "SC"), code


class Mistaken(Wavering):
    """Takes a 6 for one of hearts, surely, but not plainly."""

    def named(self, pictures, looks=1):
        values = super(Wavering, self).named(pictures, looks)
        hearts, diamonds = (FULL_PACK.index(Card.parse(code)) for code in ("H6", "D6"))
        mine = values[:, hearts] > 0
        values[mine, hearts], values[mine, diamonds] = 0.99, 0.005
        return values


@pytest.mark.parametrize(("told", "sure"), [("D6", False), ("H6", True), ("", True)])
def test_a_suit_that_the_rest_of_its_card_contradicts_is_in_doubt(monkeypatch, told, sure):
    reader = Mistaken(monkeypatch, [Racked(code, slot, USUAL) for slot, code in enumerate(HAND)], told)
    slots, _ = read_slots(reader, PICTURE, FACE)
    belief = slots[HAND.index("H6")]
    assert (belief.max() >= CERTAIN) == sure
    assert shown(slots)[HAND.index("H6")] == "H6"
