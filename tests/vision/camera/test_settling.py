"""When focus, exposure and white balance count as settled, and when the light counts as another."""

from __future__ import annotations

import numpy as np
import pytest

from vision.camera.settling import (
    AT_LEAST,
    AT_MOST,
    FAILED,
    FOCUSED,
    LONG,
    MOST_BALANCE,
    SCANNING,
    STEADY_FRAMES,
    TABLE_LENS,
    Light,
    Settling,
)

ALL = ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "AfMode", "LensPosition")


def pictures(exposures, states=(), **more):
    """Metadata of pictures; the last exposure and state stay."""
    for n in range(AT_MOST + 1):
        told = {"ExposureTime": exposures[min(n, len(exposures) - 1)], "AnalogueGain": 1.0, **more}
        if states:
            told["AfState"] = states[min(n, len(states) - 1)]
        yield told


def settled(settling, metadata):
    """How many pictures it took, and what was locked."""
    for count, told in enumerate(metadata, 1):
        locked = settling.step(told)
        if locked is not None:
            return count, locked
    raise AssertionError("it never settles")


@pytest.mark.parametrize(
    ("exposures", "states", "least", "most", "focused"),
    [
        ([100], (FOCUSED,), 2 * AT_LEAST, 2 * AT_LEAST, True),  # focused from the start, or so it says
        ([100], (FOCUSED, SCANNING, SCANNING, FOCUSED), AT_LEAST, AT_LEAST, True),
        ([100], (SCANNING,) * 20 + (FOCUSED,), 21, 21, True),
        ([100], (SCANNING,) * 20 + (FAILED,), 21, 21, False),
        ([100], (SCANNING,), AT_MOST, AT_MOST, False),
        ([100], (), AT_LEAST, AT_LEAST, True),
        ([*range(100, 1100, 50), 1100], (SCANNING, FOCUSED), 21, 26, True),
        ([100 * 1.1**n for n in range(AT_MOST)], (SCANNING, FOCUSED), AT_MOST, AT_MOST, True),
        ([0], (SCANNING, FOCUSED), AT_LEAST, AT_LEAST, True),
        (["?"], (SCANNING, FOCUSED), AT_LEAST, AT_LEAST, True),
    ],
)
def test_it_waits_for_both_exposure_and_focus(exposures, states, least, most, focused):
    settling = Settling(ALL)
    count, locked = settled(settling, pictures(exposures, states, LensPosition=1.5, ColourGains=(1.0, 2.0)))
    assert least <= count <= most
    assert settling.focused == focused
    assert locked["LensPosition"] == (1.5 if focused else TABLE_LENS)
    assert locked["AeEnable"] is False


def test_only_what_the_camera_knows_is_set():
    settling = Settling(("AeEnable",))
    assert settling.controls() == {"AeEnable": True}
    assert settled(settling, pictures([100], LensPosition=2.0))[1] == {"AeEnable": False}
    assert settled(Settling((), focus=True), pictures([100])) == (AT_LEAST, {})


def test_focus_stays_as_it_is_where_only_light_is_settled():
    settling = Settling(ALL, focus=False)
    assert set(settling.controls()) == {"AeEnable", "AwbEnable"}
    _, locked = settled(settling, pictures([100], (SCANNING,), LensPosition=2.0))
    assert "LensPosition" not in locked
    assert "AfMode" not in locked


def test_white_balance_is_locked_when_it_has_come_to_rest_and_not_with_the_exposure():
    """libcamera's own loop: from some start a twentieth of the way with each picture."""
    settling, locked = Settling(ALL), []
    gains = [(2.0 + 0.95**n, 1.5 - 0.4 * 0.95**n) for n in range(MOST_BALANCE)]
    first_ones = list(pictures([100], (SCANNING, FOCUSED), LensPosition=1.5))
    for told, now in zip([*first_ones, *first_ones[-1:] * MOST_BALANCE], gains, strict=False):
        step = settling.step(told | {"ColourGains": now})
        if step is not None:
            locked.append((step, now))
        if settling.done:
            break
    (first, _), (second, there) = locked
    assert first["AeEnable"] is False
    assert not {"AwbEnable", "ColourGains"} & first.keys()
    assert second == {"AwbEnable": False, "ColourGains": there}
    assert there == pytest.approx((2.0, 1.5), rel=0.03)


@pytest.mark.parametrize("gains", [(), (1.0, 2.0)])
def test_white_balance_that_tells_nothing_or_is_at_rest_is_locked_at_once(gains):
    settling = Settling(ALL)
    _, locked = settled(settling, pictures([100], (SCANNING, FOCUSED), ColourGains=gains))
    assert settling.done
    assert locked["AwbEnable"] is False
    assert ("ColourGains" in locked) == bool(gains)


def test_white_balance_that_never_rests_is_locked_in_the_end():
    settling = Settling(ALL, focus=False)
    for number in range(1, MOST_BALANCE + STEADY_FRAMES):
        settling.step({"ExposureTime": 100, "AnalogueGain": 1.0, "ColourGains": (1.0 + number % 2, 2.0)})
        if settling.done:
            break
    assert number == MOST_BALANCE


def look(level, white=0.1, seed=1):
    """A dark table with some paper on it, at one brightness of the light; what is too light is cut off."""
    rng = np.random.default_rng(seed)
    picture = np.full((80, 144), 80.0)
    picture[:, : int(144 * white)] = 180
    return np.clip(picture * level + rng.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)


def first_asked(light, levels, white=0.1, start=0.0):
    """Seconds after which it asks for new settling; None when it does not. ``levels`` are those of ten looks a
    second."""
    for n, level in enumerate(levels):
        t = start + n / 10
        if light.step(look(level, white, seed=n), t):
            return t
    return None


@pytest.mark.parametrize(
    ("after", "white", "asks"),
    [
        ([1.0] * 300, 0.1, False),
        ([1.0 + 0.1 * np.sin(n / 5) for n in range(300)], 0.1, False),
        ([0.6] * 300, 0.1, True),
        ([1.35] * 300, 0.1, True),
        ([5.0] * 300, 0.1, True),
        (([0.5] * 80 + [1.0] * 20) * 3, 0.1, False),  # somebody leans into the light now and then
        (list(np.linspace(1.0, 0.5, 300)), 0.1, True),  # dusk
        ([1.0] * 300, 0.3, False),  # more paper on the table is no other light
    ],
)
def test_light_that_stays_another_for_long_is_noticed(after, white, asks):
    light = Light()
    assert first_asked(light, [1.0] * 20) is None
    t = first_asked(light, after, white, start=2.0)
    assert (t is not None) == asks
    assert t is None or t - 2.0 >= LONG


def test_an_empty_or_black_look_is_no_crash():
    light = Light()
    for n in range(200):
        light.step(np.zeros((80, 144), np.uint8), n / 10)
    assert not light.step(np.zeros((0, 0), np.uint8), 100.0)
