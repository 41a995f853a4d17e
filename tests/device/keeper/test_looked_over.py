"""While a hand is in play the play area, and holders in which cards are awaited, are looked over though nothing changes
there: what was missed is told, and nothing is told twice."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

import pytest

from device.keeper.eyes import AWAITED_SOONER, LOOKED_OVER, GameWatcher
from device.keeper.keeper import Keeper
from vision.camera.protocol import Camera
from vision.planes.planes import PLAY
from vision.reader.reader import Reader
from vision.watch.watcher import Watcher
from whist.cards import Card
from whist.messages.observations import HolderShows, LaidCard, Observation, Reading, TableShows
from whist.messages.requests import NewGame
from whist.rules.options import AndroidOptions

LOOKS_A_SECOND = 10
NO_CAMERA = cast(Camera, None)
NO_HOLDERS = NewGame(0, "classic", seed=4)
ANDROIDS = AndroidOptions()
"""Cards are awaited in their holders until it is known what they hold."""
RACKED = HolderShows(1, (Reading.certain(Card.parse("S2")), *(None,) * 12))


class Still:
    """A watcher of a table on which nothing changes: tells what lies there at first, and when it is to look again."""

    def __init__(self, *first: Observation) -> None:
        self.t = 0.0
        self.picture = None
        self.asked: list[float] = []
        self.lies: TableShows = TableShows(())
        self.stands = HolderShows(2, (None,) * 13)
        self._told = [*first, self.lies]

    def look_again(self, parts: Collection[str]) -> None:
        if PLAY in parts:
            self.asked.append(self.t)
            self._told = [self.lies, *([self.stands] if "holder 2" in parts else [])]

    def tick(self, camera: Camera) -> list[Observation]:
        told, self._told = self._told, []
        self.t = round(self.t + 1 / LOOKS_A_SECOND, 3)
        return told


def eyes_over(still: Still, choice: AndroidOptions | NewGame = NO_HOLDERS) -> GameWatcher:
    eyes = GameWatcher(Keeper(choice), cast(Reader, None))
    eyes._watcher = cast(Watcher, still)
    return eyes


def told_in(eyes: GameWatcher, seconds: float) -> list[Observation]:
    return [one for _ in range(round(seconds * LOOKS_A_SECOND)) for one in eyes.tick(NO_CAMERA)]


@pytest.mark.parametrize(("choice", "share"), [(NO_HOLDERS, 1.0), (ANDROIDS, AWAITED_SOONER)])
def test_nothing_is_told_twice_and_the_looks_become_seldom(choice: AndroidOptions | NewGame, share: float) -> None:
    still = Still(RACKED, HolderShows(2, (None,) * 13))
    eyes = eyes_over(still, choice)
    assert len(told_in(eyes, 1)) == 3
    told = told_in(eyes, 600)
    # but for the holder in which a card is awaited: the table counts the looks at it
    assert told == ([] if choice == NO_HOLDERS else [still.stands] * len(still.asked))
    waits = [b - a for a, b in zip([0.0, *still.asked], still.asked, strict=False)]
    assert waits[:4] == pytest.approx([share * wait for wait in (5, 10, 20, 40)], abs=0.5)
    assert waits[4:] == pytest.approx([share * LOOKED_OVER[1]] * len(waits[4:]), abs=0.5)


def test_what_was_missed_is_told_and_the_waiting_begins_anew() -> None:
    still = Still(RACKED)
    eyes = eyes_over(still)
    told_in(eyes, 100)
    still.lies = TableShows((LaidCard(Reading(()), 2.65, -96.3, -0.43),))
    while not (told := eyes.tick(NO_CAMERA)):
        assert still.t < 100 + LOOKED_OVER[1] + 1
    assert told == [still.lies]
    assert told_in(eyes, LOOKED_OVER[0] + 1) == []
    assert still.asked[-1] - still.asked[-2] == pytest.approx(LOOKED_OVER[0], abs=0.5)


def test_a_card_that_was_put_into_a_holder_unnoticed_is_told() -> None:
    still = Still(RACKED, HolderShows(2, (None,) * 13))
    eyes = eyes_over(still, ANDROIDS)
    told_in(eyes, 1)
    still.stands = HolderShows(2, (Reading.certain(Card.parse("HA")), *(None,) * 12))
    assert told_in(eyes, 2) == [still.stands]
    assert len(still.asked) == 1


def test_with_no_hand_in_play_nothing_is_looked_over() -> None:
    still = Still()
    told_in(eyes_over(still), 200)
    assert still.asked == []
