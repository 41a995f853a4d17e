import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.driver import World
from tests.whist.playing import winning_seat
from whist.cards import PACK
from whist.messages.events import HandScored
from whist.records.records import replay
from whist.rules.commands import AndroidOptions, answer, is_android, legal_commands
from whist.rules.tricks import legal_cards

DEALT = [[str(card) for card in PACK[seat::4]] for seat in range(4)]
"""Seat 0 has C2 C6 CT CA D5 D9 DK H4 H8 HQ S3 S7 SJ, seat 1 C3 C7 CJ D2 …, and so on."""


def record(**changes):
    return {"game": "android", "options": {}, "dealer": 0, "hands": DEALT, "trump": "H", "actions": []} | changes


def played(rng, dealer=0, echo=False, options=None):
    """A whole random record and its winners, kept with the rules' own functions."""
    pack = list(PACK)
    rng.shuffle(pack)
    hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
    trump = rng.choice(hands[dealer]).suit
    options = options or AndroidOptions()
    shown = [[str(card) for card in hand] for hand in hands]
    actions, winners, leader = [], [], (dealer + 1) % 4
    for _ in range(13):
        trick = []
        for step in range(4):
            seat, error, card = (leader + step) % 4, False, None
            if not is_android(seat, dealer):
                card = rng.choice(legal_cards(hands[seat], trick))
                actions.append({"seat": seat, "play": str(card)})
            elif options.autoplay_last and len(hands[seat]) == 1:
                card = hands[seat][0]
            while card is None:
                command = rng.choice(legal_commands(not trick, error, options))
                actions.append({"seat": seat, "command": command})
                card = answer(command, hands[seat], trick, trump, options)
                error = card is None
            if is_android(seat, dealer) and echo:
                actions.append({"seat": seat, "play": str(card)})
            hands[seat].remove(card)
            trick.append(card)
        leader = winning_seat(leader, trick, trump)
        winners.append(leader)
    return record(hands=shown, trump=trump, dealer=dealer, actions=actions, options=options.to_json()), winners


@given(st.integers(0, 10**9).map(random.Random), st.integers(0, 3), st.booleans(), st.booleans())
@settings(max_examples=40, deadline=None)
def test_whole_games(rng, dealer, echo, autoplay):
    game, winners = played(rng, dealer, echo, AndroidOptions(autoplay_last=autoplay))
    result = replay(json.loads(json.dumps(game)), legal=True)
    assert result["ok"], result
    assert result["tricks"] == winners
    assert result["won"] == [winners.count(seat) for seat in range(4)]
    side = [sum(seat % 2 == s for seat in winners) for s in (0, 1)]
    assert result["points"] == result["scores"] == [max(0, n - 6) for n in side]
    assert result["over"] == (max(side) >= 11)
    assert len(result["legal"]) == len(game["actions"])
    for action, legal in zip(game["actions"], result["legal"], strict=True):
        assert action in legal


COMMAND = {"seat": 1, "command": "clubs"}
BAD = [
    ("not an object", [], None, "JSON object"),
    ("other game", record(game="bid"), None, "every hand has 12"),
    ("no game", record(game="snap"), None, "is no game"),
    ("game of a wrong type", record(game=["android"]), None, "is no game"),
    ("dealer", record(dealer=4), None, "dealer must be"),
    ("dealer of a wrong type", record(dealer=True), None, "dealer must be"),
    ("options", record(options={"target": 6}), None, "target"),
    ("options of a wrong type", record(options=3), None, "must be an object"),
    ("unknown option", record(options={"x": 6}), None, "is unknown"),
    ("hands", record(hands=None), None, "four lists"),
    ("three hands", record(hands=DEALT[:3]), None, "four lists"),
    ("twelve cards", record(hands=[DEALT[0][:12], *DEALT[1:]]), None, "12 cards"),
    ("unknown card", record(hands=[["X5", *DEALT[0][1:]], *DEALT[1:]]), None, "no card"),
    ("card of a wrong type", record(hands=[[5, *DEALT[0][1:]], *DEALT[1:]]), None, "no card"),
    ("joker", record(hands=[["JR", *DEALT[0][1:]], *DEALT[1:]]), None, "joker"),
    ("card twice", record(hands=[[DEALT[1][0], *DEALT[0][1:]], *DEALT[1:]]), None, "dealt twice"),
    ("no trumps A37 W2", record(trump="NT"), None, "Trumps cannot be"),
    ("trump missing", {k: v for k, v in record().items() if k != "trump"}, None, "Trumps cannot be"),
    ("trump of a wrong type", record(trump=["H"]), None, "Trumps cannot be"),
    ("false trump", record(trump="X"), None, "no trump"),
    ("actions", record(actions={}), None, "must be a list"),
    ("action of a wrong type", record(actions=[3]), 0, "An action is"),
    ("seat", record(actions=[{"seat": 7, "command": "duck"}]), 0, "An action is"),
    ("no action", record(actions=[{"seat": 1}]), 0, "play or a command"),
    ("other action", record(actions=[{"seat": 1, "bid": 3}]), 0, "play or a command"),
    ("out of turn A4 T9", record(actions=[{"seat": 2, "command": "clubs"}]), 0, "turn of seat 1"),
    ("android without a command A13", record(actions=[{"seat": 1, "play": "C3"}]), 0, "only what a command"),
    ("A-11 A14", record(actions=[{"seat": 1, "command": "duck"}]), 0, "leads"),
    ("A-12 A15", record(actions=[COMMAND, {"seat": 2, "command": "hearts"}]), 1, "follows"),
    ("A32", record(actions=[{"seat": 1, "command": "high duck"}]), 0, "no command"),
    ("command of a wrong type", record(actions=[{"seat": 1, "command": 4}]), 0, "no command"),
    (
        "command to a person",
        record(actions=[COMMAND, {"seat": 2, "command": "duck"}, {"seat": 3, "command": "duck"}]),
        2,
        "is a person",
    ),
    (
        "revoke C4",
        record(actions=[COMMAND, {"seat": 2, "command": "duck"}, {"seat": 3, "play": "D8"}]),
        2,
        "follow suit",
    ),
    (
        "not held",
        record(actions=[COMMAND, {"seat": 2, "command": "duck"}, {"seat": 3, "play": "C2"}]),
        2,
        "does not hold",
    ),
    ("another card than the answer", record(actions=[COMMAND, {"seat": 1, "play": "C7"}]), 1, "turn of seat 2"),
    ("told twice", record(actions=[COMMAND, *[{"seat": 1, "play": "C3"}] * 2]), 2, "turn of seat 2"),
]


@pytest.mark.parametrize(("bad", "at", "words"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_bad_records_get_one_sentence(bad, at, words):
    result = replay(bad)
    assert result["ok"] is False
    assert result["at"] == at
    assert words in result["why"]
    assert result["why"].count("\n") == 0
    assert set(replay(bad, legal=True)) == {"ok", "at", "why", "legal"}


def test_an_error_plays_nothing_and_a_refusal_opens_nothing_a17_a18():
    clubs = [str(c) for c in PACK if c.suit == "C"]
    others = [str(c) for c in PACK if c.suit != "C"]
    # the leader AL (seat 1) has all clubs, AR (seat 2) none
    hands = [others[26:], clubs, others[:13], others[13:26]]
    game = record(hands=hands, trump="S", actions=[COMMAND, {"seat": 2, "command": "duck"}])
    after = replay(game | {"actions": [*game["actions"], {"seat": 2, "command": "shortest"}]}, legal=True)
    assert after["ok"]
    assert len(after["legal"][1]) == 3, "A15"
    assert len(after["legal"][2]) == 15, "A16"
    refused = replay(game | {"actions": [COMMAND, {"seat": 2, "command": "diamonds"}]})
    assert refused["at"] == 1, "A18"


def test_a_hand_that_stops_has_no_points():
    result = replay(record(actions=[COMMAND]))
    assert result == {
        "ok": True,
        "tricks": [],
        "won": [0, 0, 0, 0],
        "points": [0, 0],
        "scores": [0, 0],
        "over": False,
    }


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=7), inner, max_size=4),
    max_leaves=8,
)


@given(json_values, st.sampled_from(["game", "options", "dealer", "hands", "trump", "actions", "seat"]))
@settings(max_examples=150, deadline=None)
def test_never_an_exception(value, key):
    result = replay(record(actions=[{"seat": value, "play": value}, value]) | {key: value}, legal=True)
    assert set(result) >= {"ok", "legal"}
    replay(value)


@given(st.integers(0, 10**6), st.booleans())
@settings(max_examples=15, deadline=None)
def test_a_deal_of_the_table_replays_alike(seed, north):
    world = World(random.Random(seed), AndroidOptions(first_dealer="north" if north else "south"))
    world.deal()
    hands, trump = [[str(card) for card in hand] for hand in world.hands], world.trump
    world.play_deal()
    actions = []
    for event in (event.to_json() for event in world.table.events):
        if event["event"] == "commanded":
            actions.append({"seat": event["seat"], "command": event["command"]})
        elif event["event"] == "played":
            actions.append({"seat": event["seat"], "play": event["card"]})
    result = replay(record(dealer=int(north), hands=hands, trump=trump, actions=actions))
    scored = next(event for event in world.table.events if isinstance(event, HandScored))
    assert result["ok"], result
    assert result["tricks"] == list(scored.tricks) == world.winners
    assert result["points"] == list(scored.points)
