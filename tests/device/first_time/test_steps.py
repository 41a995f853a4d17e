"""The guide of a first time at a simulated table: what it says, what it shows, and what it never shows."""

from __future__ import annotations

import threading
from dataclasses import replace

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from device.first_time import steps
from device.first_time.camera import camera_words, view_of
from device.first_time.steps import FirstTime
from device.keeper.eyes import GameWatcher
from device.keeper.keeper import Keeper
from device.lights.panel import Panel
from device.settings.settings import Settings
from tests.device.lights.mock_strip import WITH_STRIP, MockStrip
from vision.camera.protocol import CameraError
from vision.packs.faces import Pack
from vision.planes.planes import PlaneFinder
from vision.reader.reader import MODEL_FOLDER, Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.render import Renderer
from vision.simulated.scene import Arm, Mount, SimulatedTable
from web_ui.contracts import STEPS
from whist.cards import PACK, Card
from whist.messages.requests import NewGame
from whist.phrases import phrase
from whist.rules.options import AndroidOptions
from whist.rules.refusals import Refused

pytestmark = pytest.mark.skipif(not (MODEL_FOLDER / "classifier.onnx").is_file(), reason="there is no model yet")

FIVE = [("HT", -95, 85), ("SK", 95, 85), ("CQ", 0, 0), ("C3", -95, -85), ("C9", 95, -85)]
CLASSIC = NewGame(0, "classic", {}, 4, 0, 1)


@pytest.fixture(scope="module")
def reader():
    return Reader(threads=1)


RENDERERS = []
"""The one renderer of all tables here: it takes a second to make, and follows whatever scene it is given."""


def camera_over(table):
    """A camera over a table, as it was put up."""
    if not RENDERERS:
        RENDERERS.append(Renderer(Pack.drawn("standard"), 4))
    return SimulatedCamera(table, seed=4, renderer=RENDERERS[0])


class Sight:
    """Eyes that look when they are asked, and count how often."""

    def __init__(self, keeper, watcher, camera):
        self.keeper, self.watcher, self.camera = keeper, watcher, camera
        self.asked = 0
        self.broken = ""
        self.before = lambda: None

    def look(self, looks=4):
        for _ in range(looks):
            self.keeper.see(self.watcher.tick(self.camera))

    def ask(self, make):
        self.asked += 1
        if self.broken:
            raise CameraError(phrase("The camera is gone."))
        self.look()
        made = make(self.camera)
        self.before()
        return made


class Place:
    """A table in a room, with its guide."""

    def __init__(self, reader, game=None, factory=None, settings=None):
        self.table = SimulatedTable(4)
        if game is None:
            self.table.place_holders("left")
        self.factory = factory or MockFactory()
        settings = settings or Settings()
        self.panel = Panel(settings, self.factory)
        self.keeper = Keeper(game or AndroidOptions(), panel=self.panel)
        watcher = GameWatcher(self.keeper, reader)
        self.eyes = Sight(self.keeper, watcher, camera_over(self.table))
        self.guide = FirstTime(self.keeper, self.eyes, watcher, self.panel, settings, simulated=True)

    def says(self, step):
        return self.guide.at(step)["steps"][step]["say"]

    def lay(self, five=FIVE):
        for code, x, y in five:
            self.table.lay(Card.parse(code), float(x), float(y), 10.0)

    def burning(self):
        return {name for name, led in self.panel.lights._leds.items() if led.is_lit}


@pytest.fixture(autouse=True)
def no_clock(monkeypatch):
    """Each look is a new one, and nobody is given up for gone."""
    monkeypatch.setattr(steps, "FRESH", 0.0)
    monkeypatch.setattr(steps, "PRESENT", 1e6)


@pytest.fixture
def place(reader):
    made = Place(reader)
    yield made
    made.guide.close()
    made.panel.close()


def jpeg(place):
    """The newest picture."""
    data = place.guide.picture(place.guide.state()["picture"])
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


def is_sharp(picture):
    """Whether more can be seen in a picture than patches."""
    return len(np.unique((picture // 8).reshape(-1, 3), axis=0)) > 30


def test_a_table_that_is_well_goes_from_step_to_step(place):
    found = place.guide.at("camera")
    assert (found["hidden"], found["note"], found["steps"]["camera"]["done"]) == ("", "", True)
    assert len([mark for mark in found["marks"] if mark["kind"] == "marker"]) >= 14
    assert len(place.guide.picture(found["picture"])) <= 60_000
    assert place.says("cards").startswith("Lay any five cards")
    assert "On the simulated table" in place.guide.state()["steps"]["cards"]["more"][-1]
    place.lay(FIVE[:3])
    assert place.says("cards") == "Lay 2 cards more."
    place.lay(FIVE[3:])
    assert place.says("cards") == "All cards are read. Take them off the table, and go on."
    found = place.guide.state()
    assert {mark["label"] for mark in found["marks"] if mark["kind"] == "card"} == {code for code, _, _ in FIVE}
    assert is_sharp(jpeg(place))
    assert place.guide.at("deal")["steps"]["deal"]["say"] == place.keeper.public_view()["prompt"]
    assert place.guide.state()["steps"]["cards"]["done"]


@pytest.mark.parametrize(
    ("mount", "says"),
    [
        # its marker cards lie 3 mm to the right
        (Mount(at=(-140.0, 0.0)), "Move the mast 15 cm to the right, as South sees it."),
        (Mount(height=850.0), "Raise the camera by 15 cm."),
        (Mount(tilt=(0.0, 8.0, 0.0)), "Tilt the camera until the point it looks at has moved 14 cm to the {way}, as"),
    ],
)
def test_what_is_said_of_a_camera_that_hangs_elsewhere(place, mount, says):
    place.table.hang(mount)
    said = place.says("camera")
    assert said.startswith((says.format(way="left"), says.format(way="right")))
    # and it is the right way: where it looks too far right, the play area stands left of the middle
    if "Tilt" in said:
        marks = [mark for mark in place.guide.state()["marks"] if mark["label"] in "0123"]
        middle = np.mean([mark["points"] for mark in marks])
        across = np.mean([[x for x, _ in mark["points"]] for mark in marks])
        assert middle
        assert ("to the left" in said) == (across < 480)
    place.table.hang(None)
    assert "in the right place" in place.says("camera")


def test_light_focus_and_missing_markers_are_said(place):
    air = place.table.scene().air
    for change, says in (({"gain": 0.12}, "ight"), ({"blur": 4.5}, "blurred")):
        place.table.breathe(replace(air, **change))
        assert says in place.says("camera")
    place.table.breathe(air)
    place.table.reach([Arm(130.0, 130.0, 60.0)])
    assert "Marker card 1 (far right) is not seen" in place.says("camera")
    assert "1" in {mark["label"] for mark in place.guide.state()["marks"] if mark["kind"] == "missing"}
    place.table.clear()
    assert "Stand both holders back to back" in place.says("camera")
    missing = {mark["label"] for mark in place.guide.state()["marks"] if mark["kind"] == "missing"}
    assert missing >= {str(number) for number in (*range(10, 16), *range(20, 26))}


@pytest.mark.parametrize(
    ("near", "far", "blur", "says"),
    [
        pytest.param(61, 58, 0, "Raise the camera", id="light falls off"),
        pytest.param(58, 58, 0, "There is little light", id="dark"),
        pytest.param(58, 58, 3.7, "There is little light", id="dark and soft"),
        pytest.param(58, 58, 9, "The picture is blurred", id="dark and blurred"),
    ],
)
def test_light_and_focus_are_judged_as_the_findings_say(near, far, blur, says):
    picture = np.full((400, 400, 3), far, np.uint8)
    picture[89:231, 89:231] = near
    picture[100:220, 100:220] = 5
    picture = cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture
    corners = np.array([[99.5, 99.5], [219.5, 99.5], [219.5, 219.5], [99.5, 219.5]])
    assert camera_words(view_of(picture, {0: corners}), holders=()).say.startswith(says)


def test_from_the_first_card_in_a_holder_there_is_no_picture(place):
    number = place.guide.at("camera")["picture"]
    assert place.guide.picture(number)
    place.table.rack(2, [PACK[7]])
    place.eyes.look()
    assert place.guide.picture(number) is None
    for step in STEPS:
        found = place.guide.at(step)
        assert (found["picture"], found["marks"]) == (None, [])
        assert found["hidden"].startswith("While a hand is in play")
    asked = place.eyes.asked
    place.guide.state()
    assert place.eyes.asked == asked, "no picture is even taken"
    # covering the markers does not bring it back, nor does another game of the same kind
    place.table.reach([Arm(-335.0, -70.0, -90.0), Arm(-335.0, 70.0, 90.0)])
    place.eyes.look()
    assert place.guide.at("camera")["picture"] is None
    place.keeper.new_game(NewGame(0, "android", {}, None, 0, None))
    place.eyes.look()
    assert place.guide.at("camera")["picture"] is None
    place.table.reach([])
    place.table.rack(2, [])
    place.eyes.look(8)
    assert place.guide.at("camera")["picture"] is not None


def test_cards_dealt_while_a_picture_is_made_are_not_shown(place):
    place.guide.at("camera")

    def dealt():
        place.table.rack(1, PACK[:13])
        place.eyes.look()

    place.eyes.before = dealt
    found = place.guide.state()
    assert found["picture"] is None
    assert found["hidden"]


def test_holders_that_were_never_seen_make_the_picture_coarse(place):
    place.table.rack(1, PACK[:13])
    place.table.rack(2, PACK[13:26])
    place.table.reach([Arm(-335.0, -60.0, -90.0), Arm(-335.0, 60.0, 90.0), Arm(-450.0, 0.0, 180.0)])
    place.lay(FIVE[:1])
    found = place.guide.at("camera")
    if not found["hidden"]:
        assert not is_sharp(jpeg(place))
        assert found["note"].startswith("The picture is coarse")
        assert not any(mark["kind"] in ("card", "doubt") for mark in found["marks"])


def test_cards_racked_under_a_hand_over_the_markers_are_not_shown(place):
    place.guide.at("camera")
    place.table.reach([Arm(-335.0, -60.0, -90.0), Arm(-335.0, 60.0, 90.0), Arm(-450.0, 0.0, 180.0)])
    place.eyes.look(6)
    place.table.rack(1, PACK[:13])
    place.lay(FIVE[:1])
    found = place.guide.at("camera")
    assert found["hidden"] or not is_sharp(jpeg(place))
    assert not any(mark["kind"] in ("card", "doubt") for mark in found["marks"])
    told = place.guide.at("cards")["steps"]["cards"]
    assert not any(words in str(told) for words in ("Read:", "may be", "hearts"))


def test_all_who_look_at_once_share_one_picture(reader, monkeypatch):
    monkeypatch.setattr(steps, "FRESH", 1e9)
    place = Place(reader)
    threads = [threading.Thread(target=place.guide.at, args=("camera",)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert place.guide.state()["picture"] == 1
    assert place.eyes.asked == 1
    assert place.guide.picture(2) is None
    assert place.guide.picture(0) is None
    place.guide.close()
    place.panel.close()


def test_every_page_says_that_the_play_area_is_shown(place):
    place.guide.state()
    assert (place.eyes.asked, place.guide.state()["picture"]) == (0, None), "nobody is at a step with a picture"
    number = place.guide.at("camera")["picture"]
    assert place.keeper.public_view()["notes"] == ["A device of the host's is shown what lies on the play area."]
    assert place.guide.picture(number)
    place.guide.at("lights")
    assert place.keeper.public_view()["notes"] == []
    assert place.guide.picture(number) is None
    assert place.guide.state()["picture"] is None


def test_a_camera_that_fails_is_said_in_its_own_words(place):
    place.guide.at("camera")
    place.eyes.broken = "gone"
    found = place.guide.at("camera")
    assert (found["picture"], found["note"]) == (None, "The camera is gone.")
    assert found["steps"]["camera"] == {"done": False, "say": "The camera is gone.", "more": ()}


def test_cards_that_are_tried_are_no_play(reader):
    place = Place(reader, CLASSIC)
    place.guide.at("cards")
    before = place.keeper.table.events
    place.lay()
    assert place.says("cards") == "All cards are read. Take them off the table, and go on."
    assert (
        "Cards are being tried: what lies on the table does not count until it is taken away."
        in place.keeper.public_view()["notes"]
    )
    place.guide.at("deal")
    place.guide.close()
    place.eyes.look()
    assert place.keeper.table.events == before
    place.table.relay(())
    place.eyes.look(8)
    assert place.keeper.public_view()["notes"] == []
    place.table.lay(Card.parse("H7"), 0.0, -80.0)
    place.eyes.look(8)
    assert len(place.keeper.table.events) > len(before), "from then on cards count again"
    place.guide.at("cards")
    assert place.guide.state()["hidden"], "and a hand is in play"
    assert place.keeper.public_view()["notes"] == []
    place.guide.close()
    place.panel.close()


def test_a_card_that_is_not_read_is_told_with_its_reason(place):
    place.guide.at("cards")
    place.table.lay(Card.parse("HT"), -90.0, 80.0, 5.0, face_up=False)
    assert place.says("cards").startswith("The card far left cannot be read: it lies face down")


def test_each_light_is_asked_about_and_then_they_show_the_table(reader, monkeypatch):
    monkeypatch.setattr(steps, "FRESH", 1e9)
    factory = MockFactory()
    strip = MockStrip(factory)
    place = Place(reader, factory=factory, settings=WITH_STRIP)
    place.keeper.warn("test", phrase("Something is wrong."))
    assert place.burning() == {"help"}
    found = place.guide.at("lights")
    asked = []
    while found["steps"]["lights"]["asks"]:
        name = place.guide._lights.now["name"]
        asked.append(name)
        assert (place.burning(), bool(strip.burning)) == (set() if "slot" in name else {name}, "slot" in name)
        place.keeper.touch()
        place.keeper.show_again()
        assert place.burning() <= {name}, "what changes on the page changes no light now"
        found = place.guide.at("lights", burns=name not in ("trump_hearts", "slot_2"))
    assert set(asked) == {*place.panel.lights.names, "slot_1", "slot_2"}
    assert len(asked) == 14
    assert place.burning() == {"help"}
    told = found["steps"]["lights"]
    assert told["say"] == "2 lights do not burn as they should."
    assert "GPIO 13 (pin 33 of the header)" in told["more"][0]
    assert told["more"][1].startswith("holder 2")
    with pytest.raises(Refused, match="No light is being tried"):
        place.guide.at("lights", burns=True)
    assert place.guide.at("lights", again=True)["steps"]["lights"]["asks"]
    place.guide.at("camera")
    assert place.burning() == {"help"}
    place.guide.close()
    place.panel.close()


def test_a_hand_that_begins_ends_the_trial_of_lights(place):
    place.guide.at("lights")
    assert place.burning() == {"trump_clubs"}
    place.table.rack(1, PACK[:13])
    place.table.rack(2, PACK[13:26])
    place.table.lay(PACK[40], 0.0, -90.0)
    place.eyes.look(10)
    assert place.keeper.public_view()["phase"] == "play"
    assert "trump_spades" in place.burning()
    assert len(place.burning() & {"turn_holder_1", "turn_holder_2", "turn_south", "turn_north"}) == 1
    place.guide.at("lights")
    assert "trump_clubs" not in place.burning()


def gone(place):
    """Wait until the page is not heard of any more."""
    timer = place.guide._gone
    if timer is not None:
        timer.join(60)


def test_whoever_goes_away_leaves_nothing_behind(place, monkeypatch):
    monkeypatch.setattr(steps, "PRESENT", 0.05)
    place.guide.at("lights")
    gone(place)
    assert place.burning() == set()
    place.guide.at("cards")
    gone(place)
    place.eyes.look(2)
    assert place.keeper.public_view()["notes"] == []


def test_a_computer_players_holder_is_asked_for_and_stands_outwards():
    scene, finder = SimulatedTable(3), PlaneFinder()
    camera = SimulatedCamera(scene, Pack.drawn("standard"), seed=3)

    def words():
        camera.look()
        picture = camera.capture()
        return camera_words(view_of(picture, finder.markers(picture)), (1, 2), androids=False)

    assert words().say == (
        "Stand holder 1 and holder 2 where nobody sits, the face away from everybody and the markers free."
    )
    scene.stand(1, 180.0)
    scene.stand(2, -90.0)
    assert words().done, words().say
