"""A clumsy evening through pixels: short ones, of which some once broke."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.clumsy.pixels import PixelWorld, play
from vision.reader.reader import Reader
from whist.messages.requests import NewGame


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=1)


@pytest.mark.parametrize(("game", "seed", "acts"), [("android", 900_001, 8), ("german", 14, 3)])
def test_through_pixels_nobody_is_stuck_and_nothing_is_passed_over(
    game: str, seed: int, acts: int, reader: Reader
) -> None:
    evening = play(game, seed, reader, acts)
    assert evening.broke is None, f"python -m tests.clumsy.pixels --game {game} --seed {seed} --evenings 1"
    assert evening.counted["pictures"] > 0
    assert evening.counted["cards read"] > 0


@pytest.mark.parametrize("game", ["classic", "android"])
def test_a_card_laid_right_over_another_is_spoken_of(game: str, reader: Reader) -> None:
    world = PixelWorld(NewGame(0, game, {}, None, 0, 5), 5, reader=reader)
    for number in range(60):
        world.play_before(1, random.Random(number))
        if world.public["phase"] == "play" and world.public["trick"]:
            break
    world.look()
    (play,) = world.table.state.trick
    (lies,) = [one for one in world.scene.scene().laid if one.card == play.card]
    owner = world.person_at(play.seat)
    before = len(world.table.events)
    world.lay(owner, next(card for card in world.own(owner) if card not in world.beside()), (lies.x, lies.y))
    world.scene.relay([replace(one, angle=lies.angle) if one.x == lies.x else one for one in world.scene.scene().laid])
    assert play.card in world.hidden()
    world.look()
    assert len(world.table.events) > before
    assert world.public["questions"] or world.public["wrong_card"] or world.public["out_of_step"]
