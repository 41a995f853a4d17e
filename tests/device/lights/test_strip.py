"""The slot strip at the other end of mock SPI, and the camera that shades it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory

from device.keeper.shaded_camera import MOST, ShadedCamera
from device.lights.pin_factory import NoPins
from device.lights.strip import LIGHTS, Strip, frame
from device.settings.pins import SlotStrip
from tests.device.lights.mock_strip import MockStrip
from vision.camera.protocol import Look, PictureDropped

PLACES = [(holder, slot) for holder in (1, 2) for slot in range(13)]


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = MockFactory()
    yield made
    made.reset()


def test_each_light_is_over_its_slot(factory: MockFactory) -> None:
    wire = MockStrip(factory)
    strip = Strip(SlotStrip(enabled=True), factory)
    assert strip.warnings == []
    assert (wire.burning, wire.frames) == ([], 1)
    for number, place in enumerate(PLACES):
        strip.show([place])
        assert wire.burning == [number]
    light = wire.lights[25]
    assert (light.brightness, light.red, light.green, light.blue) == (8, 255, 255, 255)
    frames = wire.frames
    strip.show([(2, 12)])
    assert wire.frames == frames  # it shows that already
    strip.close()
    strip.close()
    assert wire.burning == []


@pytest.mark.parametrize(
    ("settings", "place", "number"),
    [
        (SlotStrip(enabled=True, holder_1_from="right"), (1, 0), 12),
        (SlotStrip(enabled=True, holder_1_from="right"), (2, 0), 13),
        (SlotStrip(enabled=True, holder_2_from="right"), (2, 0), 25),
        (SlotStrip(enabled=True, holder_2_from="right"), (2, 12), 13),
        (SlotStrip(enabled=True, holder_2_from="right"), (1, 12), 12),
    ],
)
def test_the_data_wire_may_come_in_at_either_end(
    factory: MockFactory, settings: SlotStrip, place: tuple[int, int], number: int
) -> None:
    wire = MockStrip(factory)
    Strip(settings, factory).show([place])
    assert wire.burning == [number]


def test_frames_are_taken_whatever_they_show(factory: MockFactory) -> None:
    """The mock at the other end asserts the data sheet."""
    wire, rng = MockStrip(factory), random.Random(2)
    spi = factory_spi(factory)
    for _ in range(8):
        levels = [rng.choice((0, rng.randrange(32))) for _ in range(LIGHTS)]
        spi.write(frame(levels))
        assert [light.brightness for light in wire.lights] == levels
    assert len(frame([0] * LIGHTS)) == 4 + 4 * 26 + 4 + 2


def factory_spi(factory: MockFactory):
    from device.lights.pin_factory import open_spi

    spi, slow = open_spi(factory)
    assert slow is None
    return spi


def test_unless_the_settings_name_one_the_pins_are_left_alone(factory: MockFactory) -> None:
    strip = Strip(SlotStrip(), factory)
    strip.show([(1, 0)])
    with strip.shaded() as changes:
        assert not changes
    strip.close()
    assert factory.pins == {}
    assert strip.warnings == []


def test_a_pin_that_is_taken_is_told_and_the_rest_goes_on(factory: MockFactory) -> None:
    taken = LED(10, pin_factory=factory)
    strip = Strip(SlotStrip(enabled=True), factory)
    (said,) = strip.warnings
    assert said.startswith("The slot strip on SPI0 (GPIO 10 and 11) cannot be used (")
    assert "GPIO10" in said
    assert "\n" not in said
    strip.show([(1, 3)])
    strip.close()
    taken.close()
    assert Device.pin_factory is None


def test_an_spi_that_fails_while_playing_is_told_once(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    wire = MockStrip(factory)
    strip = Strip(SlotStrip(enabled=True), factory)

    def fail(data: object) -> None:
        raise OSError("SPI transfer error -1\nmore")

    with monkeypatch.context() as patched:
        patched.setattr(type(strip._spi), "write", lambda self, data: fail(data))
        strip.show([(1, 3)])
        strip.show([(1, 4)])
    assert strip.warnings == ["The slot strip does not answer (SPI transfer error -1); check its wiring."]
    strip.show([(1, 4)])
    assert wire.burning == [4]


def test_hardware_spi_that_is_switched_off_is_told(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a Pi: gpiozero warns and sends the bits by hand."""
    import warnings

    from gpiozero import SPISoftwareFallback

    class Pi:
        def spi(self, **_: int) -> object:
            warnings.warn(SPISoftwareFallback("falling back to software"), stacklevel=1)
            return factory.spi(port=0, device=0)

    strip = Strip(SlotStrip(enabled=True), Pi())
    assert strip.warnings == ["SPI is not switched on, so the slot strip is slow; sudo raspi-config switches it on."]
    strip.close()


# -- while a picture is taken ----------------------------------------------------------------------------------------


class LitCamera:
    """A camera over the strip: it notes what burned at each look and capture; ``moving`` shows another picture each;
    they are ``step`` seconds apart."""

    def __init__(self, wire: MockStrip, noisy: bool = True, moving: bool = False, step: float = 1.0) -> None:
        self.wire, self.noisy, self.moving, self.step = wire, noisy, moving, step
        self.looked: list[int] = []
        self.captured: list[int] = []
        self.closed = False
        self.rng = np.random.default_rng(1)

    def _level(self) -> int:
        return max(light.brightness for light in self.wire.lights)

    def look(self) -> Look:
        self.looked.append(self._level())
        picture = np.full((120, 160), 90, np.uint8)
        if self.moving:
            picture[:60, :40] = 20 * len(self.looked)
        return Look(picture, self.step * len(self.looked))

    def capture(self) -> np.ndarray:
        self.captured.append(self._level())
        return np.zeros((480, 640, 3), np.uint8)

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("how", "lit", "looks", "level"),
    [
        ("off", True, 3, 0),
        ("dim", True, 3, 1),
        ("same", True, 0, 8),
        ("off", False, 0, 0),
    ],
)
def test_a_picture_is_taken_without_the_light(
    factory: MockFactory, how: str, lit: bool, looks: int, level: int
) -> None:
    wire = MockStrip(factory)
    strip = Strip(SlotStrip(enabled=True, for_pictures=how), factory)
    if lit:
        strip.show([(1, 7)])
    inner = LitCamera(wire)
    camera = ShadedCamera(inner, strip)
    camera.capture()
    assert inner.looked == [level] * looks
    assert inner.captured == [level]
    assert wire.burning == ([7] if lit else [])
    assert wire.lights[7].brightness == (8 if lit else 0)
    camera.look()
    camera.close()
    assert inner.closed


def test_a_picture_in_which_something_moves_is_taken_later(factory: MockFactory) -> None:
    wire = MockStrip(factory)
    strip = Strip(SlotStrip(enabled=True), factory)
    strip.show([(2, 0)])
    inner = LitCamera(wire, moving=True)
    camera = ShadedCamera(inner, strip)
    with pytest.raises(PictureDropped):
        camera.capture()
    assert inner.captured == []
    assert wire.burning == [13]
    inner.moving = False
    camera.capture()
    assert inner.captured == [0]


def test_without_a_strip_no_picture_waits_whatever_moves(factory: MockFactory) -> None:
    """Pins alone are no strip: a card that is to be moved is pictured at once, in a look that nobody waits for."""
    wire = MockStrip(factory)
    strip = Strip(SlotStrip(), factory)
    strip.show([(1, 7), (2, 0)])
    inner = LitCamera(wire, moving=True)
    camera = ShadedCamera(inner, strip)
    for _ in range(20):
        camera.capture_of([1, 2], None)
    assert (inner.looked, inner.captured, wire.frames) == ([], [0] * 20, 0)
    assert not strip.wired
    assert not camera.lit


def test_only_the_holder_that_is_pictured_is_shaded(factory: MockFactory) -> None:
    """A picture of the play area waits for nothing, whatever burns; one of a holder for its own light alone."""
    wire = MockStrip(factory)
    strip = Strip(SlotStrip(enabled=True), factory)
    strip.show([(1, 7)])
    inner = LitCamera(wire)
    camera = ShadedCamera(inner, strip)
    assert set(camera.lit) == {(1, 7)}
    for holders in ([], [2]):
        camera.capture_of(holders, None)
    assert (inner.looked, inner.captured) == ([], [8, 8])
    strip.show([(1, 7), (2, 3)])
    with strip.shaded([1]) as changes:
        assert changes
        assert wire.burning == [16]
    assert wire.burning == [7, 16]
    camera.capture_of([1], None)
    assert len(inner.looked) == 3


@pytest.mark.parametrize(("watched", "dropped"), [("edge", True), ("rest", False), (None, True)])
def test_what_moves_where_nobody_watches_drops_no_picture(
    factory: MockFactory, watched: str | None, dropped: bool
) -> None:
    """In twenty pictures a hand rests on the table's edge, where ``LitCamera`` moves: the upper left."""
    wire = MockStrip(factory)
    strip = Strip(SlotStrip(enabled=True), factory)
    strip.show([(1, 0)])
    inner = LitCamera(wire, moving=True)
    camera = ShadedCamera(inner, strip)
    cells = np.zeros((30, 40), np.bool_)
    cells[:15, :10] = watched == "edge"
    cells[16:, 12:] = watched == "rest"
    fallen = 0
    for _ in range(20):
        inner.looked.clear()
        try:
            camera.capture_of([1], None if watched is None else cells)
        except PictureDropped:
            fallen += 1
    assert fallen == 20 * dropped


def test_pictures_that_come_late_may_still_show_the_light(factory: MockFactory) -> None:
    """Ten looks a second, each exposed nearly two looks before it is there: one from after the dark began is waited
    for, and then one more."""
    wire = MockStrip(factory)
    strip = Strip(SlotStrip(enabled=True), factory)
    strip.show([(1, 0)])
    inner = LitCamera(wire, step=0.1)
    ShadedCamera(inner, strip).capture_of([1], None)
    assert inner.looked == [0] * 4
    strip.close()


def test_a_camera_whose_time_stands_still_does_not_keep_the_strip_dark(factory: MockFactory) -> None:
    wire = MockStrip(factory)
    strip = Strip(SlotStrip(enabled=True), factory)
    strip.show([(1, 0)])
    inner = LitCamera(wire, step=0.0)
    with pytest.raises(PictureDropped):
        ShadedCamera(inner, strip).capture()
    assert len(inner.looked) == MOST
    assert wire.burning == [0]


def test_pictures_of_a_folder_are_not_passed_over(factory: MockFactory) -> None:
    wire = MockStrip(factory)
    strip = Strip(SlotStrip(enabled=True), factory)
    strip.show([(2, 0)])
    inner = LitCamera(wire, noisy=False)
    camera = ShadedCamera(inner, strip)
    camera.capture()
    assert (inner.looked, inner.captured, camera.noisy) == ([], [8], False)


def test_light_that_is_asked_for_meanwhile_burns_afterwards(factory: MockFactory) -> None:
    wire = MockStrip(factory)
    strip = Strip(SlotStrip(enabled=True), factory)
    strip.show([(1, 1)])
    with strip.shaded() as changes:
        assert changes
        strip.show([(1, 2)])
        assert wire.burning == []
    assert wire.burning == [2]


def test_where_no_light_can_burn_no_time_is_lost() -> None:
    strip = Strip(SlotStrip(enabled=True), NoPins())
    strip.show([(1, 1)])
    with strip.shaded() as changes:
        assert not changes
    assert strip.warnings == []
    strip.close()
