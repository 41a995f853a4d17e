"""A question about cards that all have seen lie there carries their pictures, side by side."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from device.keeper.question_pictures import cut_out
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from whist.cards import Card
from whist.messages.events import Question

LYING = [Card.parse(code) for code in ("HT", "SK", "CQ")]
AWAY = Card.parse("D2")


@pytest.fixture(scope="module")
def watcher() -> Watcher:
    """One that has just read three cards on the play area."""
    table = SimulatedTable(3)
    for card, at in zip(LYING, ((20, -60, 30), (-100, 20, -20), (60, 70, 95)), strict=True):
        table.lay(card, *at)
    camera, made = SimulatedCamera(table, seed=1), Watcher(Reader(), parts=["play area"])
    while made.picture is None:
        made.tick(camera)
    return made


def wide(jpeg: bytes | None) -> int:
    return 0 if jpeg is None else int(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).shape[1])


@pytest.mark.parametrize(
    ("about", "cards", "shown"),
    [
        ("turn", LYING[:1], 1),  # whose is it?
        ("turn_up", LYING, 3),  # which of them was turned up?
        ("order", LYING[:2], 2),
        ("replaced", [LYING[0], AWAY], 1),
        ("turn_up", [AWAY], 0),
        ("turn_up", [*LYING, AWAY, Card.parse("D3")], 0),  # too many to be made out side by side
        ("unseen", LYING, 0),  # the table has seen nothing that it could show
    ],
)
def test_a_question_carries_the_pictures_of_its_cards(
    about: str, cards: list[Card], shown: int, watcher: Watcher
) -> None:
    one = wide(watcher.cut_card(LYING[0]))
    made = cut_out(watcher, Question(7, about, ("south",), tuple(cards)), lambda card: None)
    jpeg, parts = made or (None, ())
    assert len(parts) == shown
    assert list(parts) == [card for card in cards if card in parts], "one to tap for each, as they stand there"
    assert wide(jpeg) == (shown and shown * one + (shown - 1) * 8)
