"""``whist-table bot``: positions in, answers out, one a line."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from device.commands.bot import LONGEST, answer, lines

HAND = ["C2", "C7", "CA", "D2", "D6", "DJ", "DK", "H6", "H9", "HA", "S2", "S4", "S9"]
BESIDE = ["D3", "D4", "DT", "DA", "H7", "H8", "HJ", "HQ", "S3", "S5", "S6", "S7", "S8"]


def position(game: str = "classic", **changes: Any) -> dict[str, Any]:
    """The first seat to act holds ``HAND``."""
    hands: list[Any] = [None, HAND, None, None]
    return {"game": game, "dealer": 0, "me": 1, "hands": hands, "trump": "H", "actions": []} | changes


def told(obj: object) -> dict[str, Any]:
    return answer(json.dumps(obj).encode(), "easy")


ANNOUNCED = [{"seat": seat, "hcp": points} for seat, points in ((1, 12), (2, 10), (3, 13), (0, 5))]


@pytest.mark.parametrize(
    ("obj", "key"),
    [
        pytest.param(position(), "play", id="classic"),
        pytest.param(position(turned_up=["H3"]), "play", id="with the turn-up"),
        pytest.param(position(turned_up="H3"), "play", id="with the turn-up as a text"),
        pytest.param(position("italian"), "play", id="italian"),
        pytest.param(
            position(
                options={"trump_method": "chosen"},
                actions=[{"seat": 0, "choose": "H"}, {"seat": 1, "play": "C3"}],
                me=2,
                hands=[None, None, HAND, None],
            ),
            "play",
            id="trumps that the dealer chose",
        ),
        pytest.param(position("candid", trump=None), "hcp", id="candid, the announcement"),
        pytest.param(position("candid", trump=None, actions=ANNOUNCED, me=0, hands=[HAND, None, None, None]), "bid"),
        pytest.param(position("bid", trump=None, hands=[None, HAND[:12], None, None]), "bid", id="bid"),
        pytest.param(position("australian", hands=[None, HAND[:3], None]), "bid", id="three play australian"),
        pytest.param(position("german", hands=[None, HAND], turned_up=["H3"]), "play", id="german"),
        pytest.param(position("german", hands=[None, HAND], stock=["H3", None]), "play", id="the stock's open card"),
        pytest.param(position("honeymoon", hands=[None, HAND], turned_up=["H3"]), "play", id="honeymoon"),
        pytest.param(
            position("android", me=3, seat=1, hands=[None, None, BESIDE, HAND]), "command", id="android, the own one"
        ),
        pytest.param(position("android", me=3, hands=[None, None, BESIDE, HAND]), "command", id="no seat is told"),
    ],
)
def test_a_position_is_answered_with_an_action(obj, key):
    got = told(obj)
    assert key in got["action"], got
    assert got["ms"] >= 0


def test_the_command_of_an_android_that_met_an_error_is_followed_by_another():
    """A command without a card after it met an Error (docs/formats.md)."""
    obj = position("android", me=3, hands=[None, None, BESIDE, HAND])
    first = told(obj)["action"]
    second = told(obj | {"actions": [first]})["action"]
    assert second["seat"] == 1
    played = told(obj | {"actions": [first, {"seat": 1, "play": "CK"}], "seat": 2})
    assert played == {"error": "Seat 3 does not act for seat 2."}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"nonsense", "The line is no JSON object; write one position a line."),
        (b"[" * 100_000, "The line is no JSON object; write one position a line."),
        (b"[]", "A position is a JSON object with game, dealer, me, hands and actions."),
        (b"x" * (LONGEST + 1), f"The line is longer than a position can be ({LONGEST} bytes)."),
        (json.dumps(position(me=2)).encode(), "The hands tell no cards of seat 2, which is to act."),
        (json.dumps(position(hands=[None, HAND[:2], None, None])).encode(), "Seat 1 still holds 13 cards, and 2 are"),
        (json.dumps(position(hands=[None, ["C2", *HAND[:12]], None, None])).encode(), "The card C2 is there twice."),
        (json.dumps(position(hands=[None, ["JR", *HAND[:12]], None, None])).encode(), "The card JR is not in this"),
        (json.dumps(position(me=0, hands=[HAND, None, None, None])).encode(), "It is the turn of seat 1, and not of"),
        (json.dumps(position(trump="X")).encode(), "'X' is no trump; write C, D, H, S or NT for no trumps."),
        (json.dumps(position(game="chess")).encode(), ""),
        (json.dumps(position(actions=[{"seat": 2, "play": "C3"}])).encode(), "It is the turn of seat 1, not of seat 2"),
        (json.dumps(position("german", hands=[None, HAND], trump=None)).encode(), "The card that is turned up must be"),
        (json.dumps(position(before={"scores": "x"})).encode(), "The scores before the hand must be a list of whole"),
        (json.dumps(position(number=10**9)).encode(), "The number of the hand must be from 1 to 1000, not 1000000000."),
        (json.dumps(position("australian", hands=[None, HAND, None, None] * 3)).encode(), ""),
    ],
)
def test_what_is_no_position_is_one_sentence(line, says):
    got = answer(line)
    assert set(got) == {"error"}
    assert got["error"].startswith(says)
    assert "\n" not in got["error"]


def test_a_line_that_is_too_long_is_left_out_whole():
    file = io.BytesIO(b"a" * (3 * LONGEST) + b"\n\nb\n")
    assert [line[:1] for line in lines(file)] == [b"a", b"b"]


def test_the_command_answers_line_by_line_and_says_what_was_wrong():
    asked = "\n".join(map(json.dumps, (position(), {})))
    made = subprocess.run(
        [sys.executable, "-m", "device.commands.cli", "bot", "--level", "easy", "--seed", "3"],
        input=asked,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    first, second = map(json.loads, made.stdout.splitlines())
    assert (set(first), set(second)) == ({"action", "ms"}, {"error"})
    assert (made.returncode, made.stderr) == (1, "")
