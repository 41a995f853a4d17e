import numpy as np
import pytest

from vision.packs.faces import Pack
from vision.simulated.render import Renderer
from vision.simulated.scene import SimulatedTable
from vision.watch.card_angle import edge_angle
from whist.cards import Card


@pytest.fixture(scope="module")
def renderer():
    return Renderer(Pack.drawn("standard"), 2)


@pytest.mark.parametrize("degrees", [-40.0, -7.0, 0.0, 12.5, 63.0])
def test_edges_tell_a_card_s_angle_even_from_a_rough_guess(renderer, degrees):
    table = SimulatedTable()
    table.lay(Card("H", "9"), 0.0, 0.0, degrees)
    renderer.update(table.scene())
    picture = renderer.clean()[:, :, 1]
    a = np.radians(degrees)
    index = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) @ (-23.0, 32.0)
    (x, y), turned = renderer.view.project(np.array([[*index, 0.0]]))[0], np.degrees(view_turn(renderer))
    for error in (-18, -5, 0, 9, 20):
        angle = np.degrees(edge_angle(picture, x, y, a + np.radians(error), 26 * 4.2))
        assert abs(angle - degrees - turned) < 1.6


def view_turn(renderer):
    """How far the picture's right is turned against the table's x."""
    a, b = renderer.view.project(np.array([[0.0, 0.0, 0.0], [10.0, 0.0, 0.0]]))
    return np.arctan2(-(b - a)[1], (b - a)[0])


def test_an_even_picture_leaves_the_guess():
    even = np.full((100, 100), 90, np.uint8)
    assert edge_angle(even, 50.0, 50.0, 0.3, 30.0) == pytest.approx(0.3, abs=0.02)
    assert edge_angle(even, 1.0, 1.0, 0.3, 3.0) == 0.3
