"""Whoever photographs the own cards at a real table is advised, and nobody else learns of them (RULES S5, S2)."""

from __future__ import annotations

import json
import logging
import random
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from device.company.characters import Company
from device.company.fans import COMMAND, Fans
from device.journal.journal import Journal
from device.keeper.keeper import Keeper
from tests.device.company.test_characters import Here
from tests.whist.driver import World
from tests.whist.family_driver import FamilyWorld, dealt
from vision.packs.faces import Pack
from whist.cards import Card
from whist.games.candid import high_card_points
from whist.messages.requests import Answer, NewGame
from whist.rules.refusals import Refused

ECHO = (sys.executable, "-c", "import sys; sys.stdout.write(sys.stdin.read())")
"""Reads of a photograph what the test has written onto it."""


def written(cards: Iterable[Any]) -> bytes:
    return json.dumps({"cards": [str(card) for card in cards], "doubtful": 0}).encode()


def at(table: Any, journal: Journal | None = None, **more: Any) -> tuple[Keeper, Fans]:
    """A keeper of ``table``, in a house that allows advice."""
    keeper = Keeper(NewGame(0, "classic"), journal)
    keeper.table = table
    keeper.request("south", {"house": {"suggestions": "on"}})
    return keeper, Fans(keeper, Company(Here(), "club"), command=more.pop("command", ECHO), **more)


def told(fans: Fans, person: str = "south", device: str | None = "phone") -> dict[str, Any]:
    shown = fans.shown(person, device)
    assert shown is not None
    return shown


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", ["classic", "italian", "candid", "bid", "australian"])
def test_what_is_known_is_what_is_held_and_what_is_advised_may_be_done(game: str, seed: int) -> None:
    """One photograph is enough for the hand."""
    world = FamilyWorld(random.Random(seed), game, {"trump_method": "entered"} if game == "italian" else {})
    world.play_match(5 if game == "australian" else 0)
    world.deal()
    _, fans = at(world.table)
    mine = list(world.hand.hands[0])
    fans.take("south", "phone", written(mine))
    advised = 0
    while not world.hand.over:
        now = told(fans)
        assert {*now["cards"]} == {str(card) for card in world.hand.hands[0]}
        assert now["missing"] == 0
        assert now["warning"] is None
        decides = world.hand.turn == 0 and world.hand.phase in ("announce", "bid", "choose", "play")
        if decides:
            assert now["decides"]
            advice = fans.advise("south", "phone")
            legal = [action.to_json() for action in world.rules.legal(world.hand)]
            (key,) = advice.keys() - {"why"}
            assert {key: advice[key]} in [{key: action.get(key)} for action in legal]
            assert advice["why"].endswith(".")
            advised += 1
            if world.hand.phase == "play":
                assert {*now["playable"]} == {action["play"] for action in legal}
            if world.hand.phase == "announce":
                assert now["points"] == high_card_points(mine)
        else:
            assert now["playable"] == []
        world.step()
    assert advised
    after = fans.shown("south", "phone")
    assert after is None or after["cards"] == [], "it is forgotten with the hand"
    assert not fans._fans


def test_in_android_whist_the_holder_beside_is_known_too() -> None:
    """RULES A5, A6: the own hand by the photograph, the holder beside by the camera; the commanded one never."""
    world = World(random.Random(5))
    world.deal()
    _, fans = at(world.table)
    fans.take("south", "phone", written(world.hands[world.table.seat_of("south")]))
    advised = 0
    for _ in range(40):
        if world.table.phase != "play":
            break
        now = told(fans)
        assert now["missing"] == 0
        if now["decides"]:
            advice = fans.advise("south", "phone")
            assert advice.keys() & {"play", "command"}
            advised += 1
        world.step()
    assert advised > 2


def test_cards_that_were_not_read_are_missing_until_another_photograph() -> None:
    world = dealt("classic", seed=4)
    _, fans = at(world.table)
    mine = world.hand.hands[0]
    fans.take("south", "phone", written(mine[:8]))
    turned = [card for card in world.hand.turned_up if card in mine]
    assert told(fans)["missing"] == 13 - len({*mine[:8], *turned})
    assert not told(fans)["decides"]
    with pytest.raises(ValueError, match="not all of your cards are known"):
        fans.advise("south", "phone")
    fans.take("south", "phone", written(mine[6:]))
    assert told(fans)["missing"] == 0


def test_the_first_photograph_is_replaced_where_both_cannot_be() -> None:
    world = dealt("classic", seed=4, dealer=1)
    _, fans = at(world.table)
    mine, other = world.hand.hands[0], world.hand.hands[2]
    fans.take("south", "phone", written(other[:5]))
    fans.take("south", "phone", written(mine))
    assert {*told(fans)["cards"]} == {str(card) for card in mine}


TOO_MANY = ["S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "ST", "SJ", "SQ", "SK", "SA", "H2"]


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        (b'{"why": "it is no picture"}', "no photograph that I can read"),
        (written([]), "I can read no card"),
        (b"nonsense", "could not be read"),
        (
            written(["S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "ST", "SJ", "SQ", "SK", "SA", "H2"]),
            "more cards in that photograph than you hold",
        ),
    ],
)
def test_what_cannot_be_a_hand_is_refused_in_a_sentence(picture: bytes, why: str) -> None:
    world = dealt("classic", seed=4, dealer=1)
    _, fans = at(world.table)
    with pytest.raises(Refused, match=why):
        fans.take("south", "phone", picture)
    assert told(fans)["cards"] == []


def test_a_process_that_takes_too_long_is_ended() -> None:
    world = dealt("classic", seed=4)
    slow = (sys.executable, "-c", "import time; time.sleep(60)")
    _, fans = at(world.table, command=slow, limit=0.3)
    with pytest.raises(Refused, match="could not be read"):
        fans.take("south", "phone", b"")


def test_a_revoke_is_told_to_its_owner_before_the_trick_is_turned() -> None:
    """RULES S5, T1, T2."""
    hands = [
        "H2 H5 S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ",
        "H3 H4 C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ",
        "H6 H7 D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ",
        "H8 H9 HT HJ HQ HK HA SK SA CK CA DK DA",
    ]
    world = dealt("classic", hands)
    _, fans = at(world.table)
    for person, seat in (("south", 0), ("west", 1)):
        fans.take(person, person, written(hands[seat].split()))
    for seat, code in ((1, "H3"), (2, "H6"), (3, "H8"), (0, "S2")):
        world.laid.append((seat, Card.parse(code)))
        world.show()
    assert world.table.phase == "gather"
    assert told(fans, "south", "south")["warning"] == "You hold a heart: take your card back and follow suit."
    assert told(fans, "west", "west")["warning"] is None
    assert "heart" not in json.dumps(world.table.public_view()["notes"])
    world.laid.remove((0, Card.parse("S2")))
    world.laid.append((0, Card.parse("H2")))
    world.show()
    world.show()
    (asked,) = world.table.questions
    world.table.apply(Answer(0, asked.id, Card.parse("H2")))
    assert told(fans, "south", "south")["warning"] is None


def test_in_a_blind_round_nobody_looks() -> None:
    """RULES U8."""
    world = FamilyWorld(random.Random(2), "australian", {}, 7)
    number = next(n for n in range(1, 30) if world.rules.special_of(n) == "blind")
    world.play_match(number - 1)
    world.deal()
    _, fans = at(world.table)
    with pytest.raises(Refused, match="bid before you look"):
        fans.take("south", "phone", written(world.hand.hands[0]))


# -- who knows ---------------------------------------------------------------------------------------------------------


def test_nobody_else_is_told_and_nothing_is_written_down(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    world = dealt("candid", seed=6)
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path)) as journal:
        keeper, fans = at(world.table, journal)
        before = world.table.events
        views = [json.dumps(keeper.private_view(person)) for person in keeper.persons()]
        mine = world.hand.hands[0]
        fans.take("south", "phone", written(mine))
        assert len(told(fans)["cards"]) == 13
        assert world.table.events == before
        assert [json.dumps(keeper.private_view(person)) for person in keeper.persons()] == views
        for person in ("west", "north", "east"):
            assert told(fans, person)["cards"] == []
    heard = caplog.text + "".join(capfd.readouterr()) + repr(fans._fans)
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for card in mine:
        assert str(card) not in heard
        assert f'"{card}"'.encode() not in kept


def test_whoever_takes_the_place_is_not_told() -> None:
    world = dealt("classic", seed=4)
    _, fans = at(world.table)
    fans.take("south", "phone", written(world.hand.hands[0]))
    assert told(fans, device="another")["cards"] == []
    assert told(fans)["cards"] == [], "and it is forgotten"


def test_it_is_forgotten_on_request_with_a_misdeal_and_where_the_house_allows_it_no_more() -> None:
    world = dealt("classic", seed=4)
    keeper, fans = at(world.table)
    mine = written(world.hand.hands[0])
    fans.take("south", "phone", mine)
    fans.forget("south")
    assert told(fans)["cards"] == []
    fans.take("south", "phone", mine)
    keeper.request("south", {"redeal": True})
    assert told(fans)["cards"] == []
    fans.take("south", "phone", mine)
    keeper.request("south", {"house": {"suggestions": "off"}})
    assert fans.shown("south", "phone") is None
    keeper.request("south", {"house": {"suggestions": "on"}})
    assert told(fans)["cards"] == []


# -- a real photograph -------------------------------------------------------------------------------------------------


def fanned(codes: Iterable[str]) -> npt.NDArray[np.uint8]:
    """Cards as somebody holds them: each covers most of the one before."""
    pack, wide, high, tall = Pack.drawn("standard"), 1800, 1300, 520
    picture = np.full((high, wide, 3), (40, 60, 30), np.uint8)
    cards = list(codes)
    for number, code in enumerate(cards):
        face = np.asarray(pack.face(Card.parse(code)))[:, :, :3]
        broad = int(face.shape[1] * tall / face.shape[0])
        turn = cv2.getRotationMatrix2D((broad / 2, tall + 900), -(number - (len(cards) - 1) / 2) * 4.2, 1.0)
        turn[:, 2] += ((wide - broad) / 2, 260)
        face = cv2.resize(face, (broad, tall), interpolation=cv2.INTER_AREA)
        there = cv2.warpAffine(np.full((tall, broad), 255, np.uint8), turn, (wide, high))
        picture[there > 0] = cv2.warpAffine(face, turn, (wide, high))[there > 0]
    return picture


def test_a_fan_is_read_from_its_photograph() -> None:
    """The process itself, over a drawn fan of thirteen cards."""
    world = dealt("classic", seed=9, dealer=1)
    _, fans = at(world.table, command=COMMAND)
    mine = [str(card) for card in world.hand.hands[0]]
    fans.take("south", "phone", cv2.imencode(".jpg", fanned(mine))[1].tobytes())
    known = {*told(fans)["cards"]}
    assert known <= {*mine}
    assert len(known) >= 12


def test_what_is_no_picture_ends_in_a_sentence() -> None:
    world = dealt("classic", seed=9)
    _, fans = at(world.table, command=COMMAND)
    with pytest.raises(Refused, match="no photograph that I can read"):
        fans.take("south", "phone", b"\xff\xd8 this is no picture")


def test_a_photograph_of_a_match_that_is_broken_off_meanwhile_is_no_hand_of_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, after = (FamilyWorld(random.Random(seed), "classic") for seed in (1, 2))
    for world in (before, after):
        world.deal()
    keeper, fans = at(before.table)
    mine = list(before.hand.hands[0])

    def read(picture: bytes) -> list[Card]:
        keeper.table = after.table  # also in its first hand
        return mine

    monkeypatch.setattr(fans, "_read", read)
    with pytest.raises(Refused, match="that photograph is forgotten"):
        fans.take("south", "phone", b"")
    assert told(fans)["cards"] == []
