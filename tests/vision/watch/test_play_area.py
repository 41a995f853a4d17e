from math import cos, pi, radians, sin

import numpy as np
import pytest

from tests.vision.beliefs import belief
from tests.vision.readers import Featureless
from vision.holders.indices import USUAL, IndexShape
from vision.planes.planes import PLAY, Plane
from vision.watch.play_area import WHOLE, SeenCard, Sighting, cards_from, kept, merged, sightings
from whist.cards import PACK, Card


def index_of(values, x, y, degrees, end=0, shift=(0.0, 0.0)):
    """The index at one end of a card whose middle lies at x, y."""
    angle = radians(degrees) + end * pi
    right, up = -(30.0 - 5.6), 44.0 - 3.5 - 9.0
    c, s = cos(angle), sin(angle)
    place = x + right * c - up * s + shift[0], y + right * s + up * c + shift[1]
    return Sighting(*place, angle, 18.0, values)


def named(cards):
    return sorted(str(PACK[int(card.belief[:-1].argmax())]) for card in cards)


@pytest.mark.parametrize("degrees", [0, 37, 90, 180, -120])
def test_an_index_tells_where_its_card_lies(degrees):
    for end in (0, 1):
        (card,) = cards_from([index_of(belief(HT=0.99), 20.0, -35.0, degrees, end)])
        assert np.hypot(card.x - 20, card.y + 35) < 0.5


def test_two_indices_of_one_card_strengthen_each_other():
    seen = [index_of(belief(HT=0.8, H9=0.1), 0, 0, 10, end, (1.0, -2.0)) for end in (0, 1)]
    (card,) = cards_from(seen)
    assert card.belief[PACK.index(Card("H", "T"))] > 0.9
    assert np.hypot(card.x, card.y) < 4


def test_indices_that_contradict_each_other_leave_a_doubt():
    seen = [index_of(belief(HT=0.95), 0, 0, 10, 0), index_of(belief(H9=0.9), 0, 0, 10, 1)]
    (card,) = cards_from(seen)
    assert 0.4 < card.belief.max() < 0.6
    assert card.belief[PACK.index(Card("H", "9"))] > 0.4


def test_a_weak_contradiction_does_not_count():
    seen = [index_of(belief(HT=0.85, HQ=0.05), 0, 0, 10, 0), index_of(belief(HQ=0.3, HT=0.25), 0, 0, 10, 1)]
    (card,) = cards_from(seen)
    assert named([card]) == ["HT"]
    assert card.belief.max() > 0.65


def test_an_index_partly_hidden_since_does_not_shake_what_was_clear():
    known = cards_from([index_of(belief(HK=0.99), 0, 0, 10, end) for end in (0, 1)])
    seen = [index_of(belief(HK=0.99), 0, 0, 10, 0), index_of(belief(H8=0.9), 0, 0, 10, 1)]
    (card,) = cards_from(seen, known)
    assert named([card]) == ["HK"]
    assert card.belief.max() > 0.95
    assert cards_from(seen, ())[0].belief.max() < 0.6


def test_cards_lying_over_each_other_are_told_apart():
    seen = [index_of(belief(HK=0.99), 0, 0, 0, 0), index_of(belief(S3=0.99), 12, 4, 0, 0)]
    seen += [index_of(belief(C7=0.99), 60, 0, 90, end) for end in (0, 1)]
    assert named(cards_from(seen)) == ["C7", "HK", "S3"]


def test_sightings_outside_what_changed_are_kept():
    old = [index_of(belief(HK=0.99), -80, -80, 0, 0), index_of(belief(S3=0.99), 60, 60, 0, 0)]
    fresh = [index_of(belief(D5=0.99), 60, 60, 0, 0)]
    assert named(cards_from(merged(old, fresh, (20, 20, 120, 120), again=False))) == ["D5", "HK"]
    assert named(cards_from(merged(old, [], (20, 20, 120, 120), again=False))) == ["HK"]


def test_looking_again_takes_the_mean():
    old = [index_of(belief(HK=0.6, HQ=0.3), 0, 0, 0, 0)]
    for _ in range(2):
        old = merged(old, [index_of(belief(HK=0.9), 0, 0, 0, 0, (0.7, 0.2))], WHOLE, again=True)
    (one,) = old
    assert one.looks == 3
    assert one.belief[PACK.index(Card("H", "K"))] == pytest.approx(0.8)
    assert merged(old, [], WHOLE, again=True) == old


def test_no_sightings_are_no_cards():
    assert cards_from([]) == []
    assert cards_from([], [SeenCard(belief(HK=0.9), 0.0, 0.0, 0.0)]) == []


def test_print_on_a_card_that_was_read_is_no_card():
    sure = [index_of(belief(HT=0.97), 0, 0, 10, end) for end in (0, 1)]
    pip = Sighting(4.0, 8.0, 0.2, 18.0, belief(S3=0.2))
    assert named(cards_from([*sure, pip])) == ["HT"]
    beside = Sighting(80.0, 8.0, 0.2, 18.0, belief(S3=0.2))
    assert named(cards_from([*sure, beside])) == ["HT", "S3"]


def test_the_court_on_a_card_that_was_read_is_no_joker():
    sure = [index_of(belief(HQ=0.97), 0, 0, 10, end) for end in (0, 1)]
    values = np.zeros(55, np.float32)
    values[-2:] = 0.65, 0.35
    assert named(cards_from([*sure, Sighting(4.0, 8.0, 1.6, 20.0, values)])) == ["HQ"]
    assert len(cards_from([*sure, Sighting(80.0, 8.0, 1.6, 20.0, values)])) == 2


@pytest.mark.parametrize(
    ("ace", "up", "turned", "told"),
    [
        (0.66, 31.0, 0, ["CJ"]),
        (0.95, 31.0, 0, ["CA", "CJ"]),  # what is clear is a card
        (0.66, 31.0, 40, ["CA", "CJ"]),  # one laid askew
        (0.66, -20.0, 0, ["CA", "CJ"]),  # one laid over the lower half, where the index by its side is the jack's
    ],
)
def test_the_ornaments_of_a_court_that_was_read_are_no_card(ace, up, turned, told):
    """A jack's crown beside his index looks like an ace, whose card would hide that index."""
    jack = [index_of(belief(CJ=0.998), -93.5, 58.4, 9.2, end) for end in (0, 1)]
    for end in (0, pi):
        at, across = radians(9.2) + end, 15.0 if up > 0 else -15.0
        x, y = -93.5 + across * cos(at) - up * sin(at), 58.4 + across * sin(at) + up * cos(at)
        crown = Sighting(x, y, at + radians(turned), 13.9, belief(CA=ace))
        assert named(cards_from([*jack, crown])) == told


@pytest.mark.parametrize(
    ("suit", "right", "up", "told"),
    [
        (0.93, 3.0, 7.2, ["CT"]),  # as seen: the upper part of the index, read as an ornate pack's other suit
        (0.93, 12.0, 0.0, ["CT", "ST"]),  # beside the index another one is seen
        (0.93, 3.0, 16.0, ["CT", "ST"]),  # and above it
    ],
)
def test_a_part_of_an_index_that_was_read_is_no_card(suit, right, up, told):
    """Another card laid just there would hide the index that shows."""
    at = radians(-12.2)
    ten = [Sighting(*place, at + end * pi, 30.0, belief(CT=0.998)) for end, place in TEN]
    x, y = TEN[0][1][0] + right * cos(at) - up * sin(at), TEN[0][1][1] + right * sin(at) + up * cos(at)
    assert named(cards_from([*ten, Sighting(x, y, at, 21.8, belief(ST=suit))])) == told


TEN = [(0, (-94.3, -24.1)), (1, (-58.6, -77.2))]
"""Where the two indices of a card stand."""


@pytest.mark.parametrize(
    ("two", "at", "told"),
    [
        (0.65, (115.1, -86.8), ["C2"]),  # the lower index of the same card, of which a part was seen
        (0.95, (115.1, -86.8), ["C2", "S2"]),  # what is clear is a card
        (0.65, (140.0, -60.0), ["C2", "S2"]),  # one laid aside, so that either index shows
    ],
)
def test_of_two_cards_that_would_hide_each_other_there_is_but_one(two, at, told):
    upper = Sighting(77.5, -41.0, radians(-4.6), 32.6, belief(C2=0.948))
    assert named(cards_from([upper, Sighting(*at, radians(174.6), 17.6, belief(S2=two))])) == told


def test_four_indices_tell_the_middle():
    corners = [index_of(belief(DQ=0.97), 5.0, -8.0, 20, end) for end in (0, 1)]
    a = radians(20)
    for one, sign in zip(list(corners), (1, -1), strict=True):
        x, y = one.x + sign * 48.8 * cos(a), one.y + sign * 48.8 * sin(a)
        corners.append(Sighting(x, y, one.angle, 18.0, one.belief * np.float32(1.02)))
    (card,) = cards_from(corners)
    assert np.hypot(card.x - 5, card.y + 8) < 1.5


class Patch(Featureless):
    """Stands in for the reader: sees one index of 30 mm in the middle of what it is shown."""

    def __init__(self):
        self.looks, self.batches = 0, []

    def poses(self, picture, index_height=None):
        self.looks += 1
        return np.array([(picture.shape[1] / 2, picture.shape[0] / 2, 0.1, 90.0, 0.9)], np.float32)

    def named(self, pictures, looks=1):
        self.batches.append(len(pictures))
        return np.stack([belief(HT=0.99)] * len(pictures))

    def suits(self, pictures):
        return np.full((len(pictures), 7), 1 / 7, np.float32)


@pytest.mark.parametrize(
    ("shape", "height"),
    [
        pytest.param(USUAL, 30.0, id="no pack known yet"),
        pytest.param(IndexShape(11.0, 19.0, 28.0, 13), 28.0, id="the pack's indices are of about this height"),
        pytest.param(IndexShape(5.6, 12.6, 18.0, 13), 30.0, id="a joker among small indices"),
    ],
)
def test_a_change_costs_one_look_and_one_batch(shape, height):
    picture = np.full((1000, 1000, 3), 255, np.uint8)
    plane = Plane(PLAY, np.array([[3.0, 0, 500], [0, -3.0, 500], [0, 0, 1]]), 4, 0.0)
    reader = Patch()
    (one,) = sightings(reader, picture, plane, (-40, -60, 20, 40), shape)
    assert (reader.looks, reader.batches) == (1, [2])
    assert (one.x, one.y) == pytest.approx((-10, -10), abs=0.5)
    assert one.height == pytest.approx(height)
    assert named(cards_from([one])) == ["HT"]


class SeesLarge(Patch):
    """Sees it only where just such large ones are looked for."""

    def poses(self, picture, index_height=None):
        found = super().poses(picture, index_height)
        return found if np.sqrt(index_height[0] * index_height[1]) > 85.0 else found[:0]


@pytest.mark.parametrize(
    ("scale", "seen", "looks"),
    [
        pytest.param(25.0, ["HT"], 2, id="the pack's are larger than those looked for"),
        pytest.param(30.0, ["HT"], 1, id="they are looked for"),
        pytest.param(27.5, [], 1, id="they hardly are larger"),
    ],
)
def test_where_nothing_is_read_large_indices_are_looked_for_as_they_are(scale, seen, looks):
    picture = np.full((1000, 1000, 3), 255, np.uint8)
    plane = Plane(PLAY, np.array([[3.0, 0, 500], [0, -3.0, 500], [0, 0, 1]]), 4, 0.0)
    reader, shape = SeesLarge(), IndexShape(9.5, 21.1, 30.0, 22, scale)
    found = sightings(reader, picture, plane, (-40, -60, 20, 40), shape)
    assert (named(cards_from(found)), reader.looks) == (seen, looks)


class SeesTwo(Patch):
    """Sees one index, and what may be the card's other one, but for its place some mm: ``height`` mm high."""

    def __init__(self, height):
        super().__init__()
        self.height = height

    def poses(self, picture, index_height=None):
        x, y = picture.shape[1] / 2, picture.shape[0] / 2
        places = [(x - 66, y - 66, 0.0, 54.0, 0.9), (x + 90, y + 96, pi, 3 * self.height, 0.5)]
        return np.array(places, np.float32)


@pytest.mark.parametrize(
    ("height", "aside"), [pytest.param(17.0, True, id="as high"), pytest.param(9.0, False, id="a part of an index")]
)
def test_what_is_of_another_height_does_not_draw_an_index_aside(height, aside):
    """A part of what the next card left of its own index was taken for the other index of a nine, which was then read
    some mm beside its place."""
    picture = np.full((1000, 1000, 3), 255, np.uint8)
    plane = Plane(PLAY, np.array([[3.0, 0, 500], [0, -3.0, 500], [0, 0, 1]]), 4, 0.0)
    one, _ = sightings(SeesTwo(height), picture, plane, (-100, -100, 100, 100), IndexShape(9.0, 17.0, 18.0, 13))
    assert (np.hypot(one.x + 22, one.y - 22) > 1.0) == aside


@pytest.mark.parametrize("best", [0.99, 0.85], ids=["read well", "read in two corners"])
def test_the_other_corners_of_a_card_with_four_indices_are_no_card(best):
    seen = [index_of(belief(SK=best), 10, 20, 30, end) for end in (0, 1)]
    mirrored = index_of(belief(CA=0.4, CK=0.3), 10, 20, 30)
    across = np.array([cos(radians(30)), sin(radians(30))]) * 2 * (30.0 - 5.6)
    third = Sighting(mirrored.x + across[0], mirrored.y + across[1], mirrored.angle, 18.0, mirrored.belief)
    assert named(cards_from([*seen, third])) == ["SK"]
    clear = Sighting(third.x, third.y, third.angle, 18.0, belief(CA=0.99))
    assert named(cards_from([*seen, clear])) == ["CA", "SK"]


def test_a_card_of_which_one_index_tells_says_where_that_stands():
    one = index_of(belief(HT=0.99), 20.0, -35.0, 10)
    (single,) = cards_from([one])
    assert single.index == (one.x, one.y)
    (double,) = cards_from([one, index_of(belief(HT=0.99), 20.0, -35.0, 10, 1)])
    assert double.index is None


def test_an_index_around_which_nothing_changed_stays_though_it_is_missed():
    one = index_of(belief(HT=0.99), 0, 0, 0)
    other = index_of(belief(S2=0.99), 80, 0, 0)
    assert kept([one], [other]) == [one, other]
    (both,) = kept([one], [index_of(belief(HT=0.79), 0, 0, 0)])
    assert both.looks == 2
    assert both.belief[both.best] == pytest.approx(0.89)


def test_four_indices_read_in_two_ways_are_one_card():
    """Two of them, one over the other across the card, read otherwise than the other two."""
    seen = []
    for end in (0, 1):
        seen.append(index_of(belief(S4=0.8, C4=0.1), 20, -30, 25, end))
        right, up = (-1) ** end * 2 * (30.0 - 5.6) * cos(radians(25)), (-1) ** end * 2 * (30.0 - 5.6) * sin(radians(25))
        seen.append(index_of(belief(C4=0.55, S4=0.4), 20, -30, 25, end, (right, up)))
    (card,) = cards_from(seen)
    assert np.hypot(card.x - 20, card.y + 30) < 0.5
    assert named([card]) == ["S4"]
    assert card.belief.max() < 0.9


@pytest.mark.parametrize("corner", ["the other at its end", "the other at its side"])
@pytest.mark.parametrize(("share", "cards"), [(0.85, 1), (0.95, 2)])
def test_doubtful_indices_on_one_side_of_a_card_are_of_one_card(corner, share, cards):
    c, s = cos(radians(25)), sin(radians(25))
    over = 2 * (30.0 - 5.6)
    if corner == "the other at its end":
        other = index_of(belief(DT=share), 20, -30, 25, 0, (over * c, over * s))
    else:
        other = index_of(belief(DT=share), 20, -30, 25, 1, (-over * c, -over * s))
    found = cards_from([index_of(belief(DJ=share, DT=0.04), 20, -30, 25, 0), other])
    assert len(found) == cards
    assert cards == 2 or max(card.belief.max() for card in found) < 0.9


def test_indices_of_one_name_that_cannot_be_of_one_card_are_two_cards():
    """The queen of hearts taken for that of diamonds, which lies there, too."""
    seen = [index_of(belief(DQ=0.97), 0, -90, 178, end) for end in (0, 1)]
    seen += [index_of(belief(DQ=0.99), -82, 50, -3, end) for end in (0, 1)]
    assert sorted((round(card.x), round(card.y)) for card in cards_from(seen)) == [(-82, 50), (0, -90)]


def test_a_wrong_name_does_not_draw_two_known_cards_together():
    """The king of hearts, of which one of four indices is taken for that of the ace, beside the ace."""
    ace, king, wrong = belief(HA=1.0), belief(HK=0.8, HA=0.14), belief(HA=0.56, HK=0.41)
    places = [(-62, -83, 2.99, ace), (-98, -14, -0.16, ace), (-54, -19, -0.16, ace), (-106, -78, 2.99, ace)]
    places += [(24, -120, 3.03, king), (-14, -53, -0.11, king), (-18, -117, 3.03, wrong)]
    found = cards_from([Sighting(x, y, angle, 14.2, said) for x, y, angle, said in places])
    assert named(found) == ["HA", "HK"]
    assert sorted((round(card.x, -1), round(card.y, -1)) for card in found) == [(-80, -50), (0, -90)]


@pytest.mark.parametrize("share", [0.99, 0.53])
@pytest.mark.parametrize("known", [[], ["H4"]])
@pytest.mark.parametrize("below", [[0], [1], [0, 1]])
def test_a_card_laid_askew_over_another_hides_neither_name(below, known, share):
    seen = [index_of(belief(H4=0.99), 0, 0, 0, end) for end in (0, 1) if end in below]
    before = cards_from(seen) if known else []
    over = [index_of(belief(HQ=share), 3.0, 2.0, -17.0, 1, (6.0, 12.0)), index_of(belief(HQ=0.99), 3.0, 2.0, -17.0)]
    assert named(cards_from([*seen, *over], before)) == ["H4", "HQ"]


def test_an_index_half_hidden_does_not_draw_two_clear_cards_together():
    places = [(16, -128, 171, belief(C7=1.0)), (-35, -66, 11, belief(H6=0.94)), (28, -118, -169, belief(H6=1.0))]
    places += [(-28, -63, 11, belief(C6=0.49, C7=0.45))]
    found = cards_from([Sighting(x, y, radians(angle), 16.0, said) for x, y, angle, said in places])
    assert named(found) == ["C7", "H6"]


def test_each_sighting_is_averaged_with_the_nearest_of_before():
    """Two indices of cards that lie nearly on each other stand closer than one may be off."""
    five, ten = index_of(belief(C5=0.99), 0, 0, 0), index_of(belief(HT=0.99), 6, 0, 0)
    for fresh in ([five, ten], [ten, five]):
        got = merged([five, ten], fresh, WHOLE, again=True)
        assert [one.best for one in got] == [five.best, ten.best]
        assert min(one.belief.max() for one in got) > 0.95
