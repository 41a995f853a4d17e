"""No picture tells of a card that whoever sees it must not know: ``python -m tests.web_ui.secrets.pictured_evenings``
plays many more evenings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from device.first_time import steps
from tests.web_ui.secrets.drawn_frames import OUT, frame, set_up
from tests.web_ui.secrets.pictured_evenings import pictured
from tests.web_ui.secrets.unknown_cards import Told
from vision.arrays import Points
from vision.camera.protocol import Cut
from vision.index.beliefs import Belief
from vision.planes import masking
from vision.planes.planes import PLAY, Plane
from vision.watch import cutouts, live_picture
from vision.watch.live_picture import Sight, drawn
from vision.watch.play_area import SeenCard
from vision.watch.watcher import Watcher
from whist.cards import PACK
from whist.games import GAMES

EVENINGS = 2


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_shows_the_same_over_other_unknown_cards(game: str) -> None:
    """RULES A5, A6, B10–B13, C4, G3, S1, S3, U5, U8."""
    compared: Counter[str] = Counter()
    for seed in range(EVENINGS):
        compared += pictured(game, seed)
    assert compared["compared"] > 0
    assert compared["told"] > 100


def _small_mask(patch: pytest.MonkeyPatch) -> None:
    """One holder is hidden, but for what sticks out of it."""
    whole = masking.where_cards_show

    def small(holder: Plane) -> Points:
        return holder.area() if holder.part == "holder 1" else whole(holder)

    patch.setattr(masking, "where_cards_show", small)


def _drawn_holders(patch: pytest.MonkeyPatch) -> None:
    """What was read in holders is drawn into the picture, too."""
    sight = Watcher.sight

    def more(self: Watcher, *given: Any, **named: Any) -> Sight | None:
        seen = sight(self, *given, **named)
        beliefs: list[Belief] = [one for slots in self._slots.values() for one in slots if one is not None]
        return seen and seen._replace(cards=(*seen.cards, *(SeenCard(one, 20.0, 30.0, 0.0) for one in beliefs)))

    patch.setattr(Watcher, "sight", more)


def _neighbours(patch: pytest.MonkeyPatch) -> None:
    """The picture of a question shows the slots beside, too."""
    patch.setattr(cutouts, "_BESIDE", 12.0)


def _guide(patch: pytest.MonkeyPatch) -> None:
    """The guide of a first time shows all that the camera sees while a hand is in play."""
    patch.setattr(steps.FirstTime, "_hidden", lambda self: "")
    patch.setattr(steps, "masked", lambda picture, planes, sharp: picture[::4, ::4])


def _beside_the_mat(patch: pytest.MonkeyPatch) -> None:
    """More than the play area is shown."""
    patch.setattr(live_picture, "play_area_alone", lambda picture, planes: picture)


LEAKS: list[tuple[Callable[[pytest.MonkeyPatch], None], str, int, str]] = [
    (_small_mask, "classic", 7, "picture"),
    (_drawn_holders, "candid", 0, "picture|seen|asks"),
    (_neighbours, "android", 7, "questions"),
    (_guide, "german", 0, "guide"),
    (_beside_the_mat, "honeymoon", 1, "picture"),
]


@pytest.mark.parametrize(("plant", "game", "seed", "where"), LEAKS)
def test_a_planted_leak_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], game: str, seed: int, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(Told, match=where):
        pictured(game, seed)


@pytest.mark.parametrize(("android", "holders"), [(True, 2), (True, 3), (False, 1), (False, 2), (False, 3)])
def test_a_card_that_sticks_out_of_a_holder_over_the_play_area_is_not_seen(android: bool, holders: int) -> None:
    """RULES A5, S1. It leans out at a side by 20 mm, or stands 40 mm above the holder's upper edge."""
    table = set_up(android, holders, "left pushed" if android else "pushed")
    told, whole = [], []
    for first in (0, 7):
        held = {number: PACK[first + 13 * (number - 1) :][:13] for number in range(1, holders + 1)}
        whole.append(frame(table, held, (), PACK[first : first + 9]))
        told.append(drawn(Sight(Cut(whole[-1]), table.planes).small()))
    assert told[0] == told[1]
    corners = [plane.to_picture(plane.around(0.0)) for part, plane in table.planes.items() if part == PLAY]
    x0, y0 = np.floor(corners[0].min(axis=0)).astype(int)
    x1, y1 = np.ceil(corners[0].max(axis=0)).astype(int)
    assert (whole[0][y0:y1, x0:x1] != whole[1][y0:y1, x0:x1]).mean() > 0.02  # much of it lies over the play area
    assert max(OUT) == 40.0
