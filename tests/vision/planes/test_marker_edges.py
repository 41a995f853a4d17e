import numpy as np
import pytest

from vision.planes.marker_edges import crossing_edges


def test_a_square_is_found_where_its_edges_are_and_one_that_does_not_show_stays():
    """Pixels 20 to 60 are black, so the edges lie at 19.5 and 60.5; of the other square nothing is to be seen."""
    grey = np.full((200, 200), 128, np.uint8)
    grey[120:161, 20:61] = 10
    unseen = np.array([[50.0, 50.0], [100.0, 50.0], [100.0, 100.0], [50.0, 100.0]])
    seen = np.array([[20.0, 120.0], [60.0, 120.0], [60.0, 160.0], [20.0, 160.0]])
    found = crossing_edges(grey, np.array([unseen, seen]))
    assert (found[0] == unseen).all()
    assert found[1].tolist() == [pytest.approx(one, abs=0.1) for one in seen + 0.5 * np.sign(seen - (40.0, 140.0))]
