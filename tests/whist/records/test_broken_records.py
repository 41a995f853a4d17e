"""Records that are broken in every way: one sentence, the index of the refused action, no exception."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.records_by_hand import (
    AROUND,
    BIDS,
    ONE_CARD,
    ONE_TRICK,
    SUITED,
    australian,
    bid_whist,
    candid,
    plays,
    some_hands,
    stock_whist,
    suited,
    through_json,
)
from whist.cards import FULL_PACK, PACK
from whist.games import GAMES
from whist.records.recording import record_of
from whist.records.records import replay

KEYS = ["game", "options", "dealer", "hands", "stock", "trump", "actions", "number", "before", "misere"]
KITTY = ["C2", "D2", "H2", "S2"]
TAKEN = {"jokers": 0, "bidder_gets_kitty": True}
BAD = [
    # the cards
    (suited("classic", hands=SUITED[:2]), None, "four lists"),
    (suited("classic", hands=[SUITED[0], SUITED[0], *SUITED[2:]]), None, "dealt twice"),
    (suited("classic", hands=[SUITED[0][:12], *SUITED[1:]]), None, "Seat 0 has 12 cards; every hand has 13."),
    (suited("classic", hands=[["XX", *SUITED[0][1:]], *SUITED[1:]]), None, "'XX' is no card"),
    (suited("classic", hands=[["JR", *SUITED[0][1:]], *SUITED[1:]]), None, "no joker in this game, but JR"),
    (suited("classic", hands=[[None, *SUITED[0][1:]], *SUITED[1:]]), None, "None is no card"),
    (suited("classic", hands=[{}, *SUITED[1:]]), None, "four lists"),
    (suited("classic", stock=["C2"]), None, "The stock has 1 cards; it must have 0."),
    (suited("classic", stock={}), None, "The stock must be a list of cards, not {}."),
    (bid_whist(stock=KITTY[:3]), None, "The stock has 3 cards; it must have 4."),
    (bid_whist(stock=[*KITTY[:3], "C3"]), None, "C3 is dealt twice"),
    (bid_whist(options={"jokers": 1}), None, "The stock has 4 cards; it must have 5."),
    (bid_whist(options={"jokers": 1}, stock=[*KITTY, "JB"]), None, "no joker in this game, but JB"),
    (bid_whist(hands=SUITED), None, "every hand has 12"),
    (stock_whist("german", PACK, hands=[[], [], []]), None, "two lists"),
    (stock_whist("german", PACK, stock=None), None, "The stock has 0 cards; it must have 26."),
    (stock_whist("honeymoon", FULL_PACK, stock=["HA"] * 28), None, "HA is dealt twice"),
    (australian([]), None, "2 to 7 players, not 0"),
    (australian([["C2"]] * 8), None, "2 to 7 players, not 8"),
    (australian([["C2"], ["C2"]], trump="H"), None, "dealt twice"),
    (australian([["C2"], ["C2"]], trump="H", options={"households": 4}), None, "households"),
    (australian([["C2"], []], trump="H"), None, "Seat 1 has 0 cards"),
    (australian([SUITED[0][:11], SUITED[1][:11]], trump="H"), None, "1 to 10 cards"),
    (australian(ONE_CARD, number=2), None, "every hand has 2"),
    # dealer and options
    (suited("classic", dealer=4), None, "The dealer must be seat 0, 1, 2 or 3, not 4."),
    (stock_whist("german", PACK, dealer=2), None, "The dealer must be seat 0 or 1, not 2."),
    (suited("classic", dealer=None), None, "not None"),
    (suited("classic", options={"target": 8}), None, "target"),
    (suited("classic", options={"trump_method": "rotation"}), None, "needs trump_cycle"),
    (suited("classic", options=[]), None, "must be an object"),
    (suited("classic", options={"targte": 5}), None, "nearest is 'target'"),
    (suited("Classic"), None, "'Classic' is no game; the games are android, classic"),
    (suited(None), None, "None is no game"),
    (suited("classic") | {"actions": None}, None, "The actions must be a list, not None."),
    # trumps
    (suited("classic", trump="H"), None, "Trumps cannot be 'H': the dealer's turned-up card fixes them."),
    (suited("classic", trump="N"), None, "'N' is no trump"),
    (suited("classic", trump=3), None, "Trumps cannot be 3"),
    (suited("classic", trump="C", options={"trump_method": "rotation", "trump_cycle": "NT S H D C"}, number=2), None,
     "can be S"),
    (suited("classic", [{"seat": 3, "choose": "C"}], trump="H", options={"trump_method": "chosen"}), None,
     "The record says that trumps are H, but in its hand they are C."),
    (suited("italian", trump="NT", number=1), None, "Trumps cannot be NT in hand 1"),
    (suited("italian", trump="H", number=5), None, "can be NT"),
    (suited("italian", plays(AROUND)), 0, "turn of seat 3"),
    (suited("italian", [{"seat": 3, "play": "S2"}]), 0, "must choose trumps"),
    (candid(trump="S", actions=plays((2, 3, 0, 1))), None, "trumps are S, but in its hand they are D"),
    (bid_whist(trump="NT"), None, "trumps are NT, but in its hand they are C"),
    (australian(ONE_CARD, trump="S", number=1), None, "Trumps of round 1 are H, not 'S'"),
    (australian(ONE_CARD), None, "Trumps are not told"),
    (australian(ONE_CARD, trump="S", misere=True), None, "without trumps, not with S"),
    (stock_whist("german", PACK, trump="S"), None, "Trumps cannot be 'S': the stock's face-up card fixes them."),
    # what was before
    (suited("classic", before=[]), None, "must be an object, not []"),
    (suited("classic", before={"scores": [1]}), None, "must be 2 numbers, not 1"),
    (suited("classic", before={"scores": [1, 2.0]}), None, "list of whole numbers"),
    (suited("classic", before={"scores": [1, True]}), None, "list of whole numbers"),
    (suited("classic", before={"scores": [1, 10**9]}), None, "list of whole numbers"),
    (suited("classic", before={"scores": "11"}), None, "list of whole numbers"),
    (suited("classic", before={"bags": [0, 0]}), None, "must be 0 numbers, not 2"),
    (candid(before={"bags": [0, -1]}), None, "list of whole numbers"),
    (suited("classic", before={"games": [1, 1]}), None, "must be 0 numbers"),
    (suited("classic", number=0), None, "from 1 to 1000000, not 0"),
    (suited("classic", number=True), None, "not True"),
    (suited("classic", number=3, before={"number": 4}), None, "told twice, as 3 and as 4"),
    (australian(ONE_CARD, number=24), None, "There is no round 24: a match has 23 rounds."),
    (australian(ONE_CARD, number=10**6), None, "no round 1000000"),
    (australian(ONE_CARD, number=1, misere=True), None, "Round 1 is not the Misère."),
    (australian(ONE_CARD, misere=1), None, "Misère must be true or false, not 1"),
    # actions
    (suited("classic", [7]), 0, "An action is an object with a seat from 0 to 3, not 7."),
    (suited("classic", [{"seat": "0", "play": "C2"}]), 0, "An action is"),
    (suited("classic", [{"seat": 4, "play": "C2"}]), 0, "An action is"),
    (suited("classic", [{"seat": 0, "bid": 3}]), 0, "a choose or a play, not ['bid']"),
    (suited("classic", [{"seat": 0, "play": "C2", "bid": 3}]), 0, "a choose or a play"),
    (suited("classic", [{"seat": 0, "turn_up": ["SA"]}]), 0, "a choose or a play"),
    (suited("classic", [{"seat": 0, "play": "C1"}]), 0, "'C1' is no card"),
    (suited("classic", [{"seat": 1, "play": "D2"}]), 0, "It is the turn of seat 0, not of seat 1."),
    (suited("classic", [{"seat": 0, "play": "D2"}]), 0, "Seat 0 does not hold D2."),
    (suited("classic", [*plays(AROUND)[:1], *plays(AROUND)[:1]]), 1, "turn of seat 1"),
    (suited("classic", [*plays(AROUND)[:4], {"seat": 3, "play": "S2"}]), 4, "does not hold S2"),
    (suited("classic", [*plays(AROUND), {"seat": 0, "play": "C2"}], trump="NT", options={"trump_method": "chosen"}), 52,
     "The hand is over"),
    (suited("classic", [{"seat": 0, "choose": "S"}]), 0, "not for now"),
    (candid(hcp=True, actions=[{"seat": 2, "hcp": 3}]), 9, "not for now"),
    (suited("candid", [{"seat": 0, "hcp": 11}]), 0, "not what your hand counts"),
    (suited("candid", [{"seat": 0, "hcp": 10}, {"seat": 1, "bid": "7C"}]), 1, "must announce"),
    (suited("candid", [{"seat": 1, "bid": "7C"}]), 0, "turn of seat 0"),
    (suited("candid", [{"seat": 0, "bid": "14C"}]), 0, "'14C' is no bid"),
    (suited("candid", [{"seat": 0, "bid": "8C"}, {"seat": 1, "bid": "7S"}]), 1, "does not beat 8C"),
    (suited("candid", [{"seat": 0, "bid": None}]), 0, "None is no bid"),
    (bid_whist([{"seat": 1, "play": "D3"}]), 5, "turn of seat 0"),
    (bid_whist([{"seat": 0, "discard": KITTY}]), 5, "not for now"),
    (bid_whist([{"seat": 0, "discard": [*KITTY[:3], "D3"]}], options=TAKEN), 5, "do not hold D3"),
    (bid_whist([{"seat": 0, "discard": "C2"}], options=TAKEN), 5, "no list of cards"),
    (bid_whist([{"seat": 0, "discard": KITTY * 20}], options=TAKEN), 5, "one pack"),
    (australian(ONE_CARD, [{"seat": 0, "bid": 2}], trump="H"), 0, "from 0 to 1"),
    (australian(ONE_CARD, [*BIDS[:2], {"seat": 2, "bid": 0}], trump="H"), 2, "may not bid 0"),
    (australian(ONE_CARD, ONE_TRICK, trump="H"), 0, "must bid"),
    (australian(ONE_CARD, [{"seat": 0, "bid": "0"}], trump="H"), 0, "not '0'"),
    (australian(ONE_CARD, BIDS, misere=True), 0, "must play"),
    (stock_whist("german", PACK, actions=[{"seat": 1, "play": "D2"}]), 0, "turn of seat 0"),
]  # fmt: skip


@pytest.mark.parametrize(("record", "at", "words"), BAD, ids=[f"{case[0]['game']}: {case[2]}" for case in BAD])
def test_a_bad_record_gets_one_sentence(record, at, words):
    result = replay(through_json(record), legal=True)
    assert result["ok"] is False
    assert (words in result["why"], result["at"]) == (True, at), result
    assert is_sentence(result["why"])
    assert len(result["legal"]) == (0 if at is None and not record["actions"] else len(result["legal"]))
    if at is not None:
        assert len(result["legal"]) == at + 1, "the legal actions before each that was looked at"


def is_sentence(why):
    return "\n" not in why and why.endswith(".") and len(why) < 400


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(10**5000, id="a number that Python does not write"),
        pytest.param("x" * 10**7, id="a long text"),
        pytest.param([[[["x"] * 100] * 100] * 100] * 100, id="long lists"),
        pytest.param(float("nan"), id="NaN"),
        pytest.param(float("inf"), id="infinity"),
        pytest.param("\ud800\n\x00", id="what cannot be printed"),
        pytest.param({"x" * 10**6: 1}, id="a long key"),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_whatever_a_key_holds_the_sentence_is_short(key, value):
    for record in (suited("classic"), bid_whist(), australian(ONE_CARD, trump="H")):
        for bad in (record | {key: value}, record | {key: [value] * 4}, record | {key: {"scores": value}}):
            result = replay(bad)
            assert result["ok"] or is_sentence(result["why"])
            json.dumps(result).encode()


def test_a_deep_value_is_no_harm():
    deep: object = []
    for _ in range(900):
        deep = [deep]
    for key in KEYS:
        for value in (deep, [deep], [[deep]] * 4):
            assert is_sentence(replay(suited("classic") | {key: value}).get("why", "."))


@pytest.mark.parametrize("key", ["play", "bid", "choose", "discard", "hcp", "command", "turn_up"])
@pytest.mark.parametrize(
    "value", [None, True, 1.5, -1, 10**5000, "x" * 10**6, [], {}, [[]], "C2", ["C2"], "pass", 3], ids=range(13)
)
def test_an_action_can_hold_anything(key, value):
    known = (suited("classic"), candid(), bid_whist(), australian(ONE_CARD, trump="H"), stock_whist("german", PACK))
    for record in known:
        result = replay(record | {"actions": [{"seat": 0, key: value}]}, legal=True)
        assert result["ok"] or is_sentence(result["why"])
        assert result["ok"] or result["at"] == 0


# -- anything at all ---------------------------------------------------------------------------------------------------

words = ["C2", "SA", "JR", "H", "NT", "pass", "4up", "7D", "classic", "up", "seat", ""]
texts = st.sampled_from(words) | st.text(max_size=4)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.integers(-2, 14) | texts | st.floats(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=10,
)
keys = st.sampled_from(KEYS)


def fine(result):
    """Whether ``result`` has the shape that was promised."""
    json.dumps(result)
    if not result["ok"]:
        return set(result) == {"ok", "at", "why", "legal"} and is_sentence(result["why"])
    return set(result) == {"ok", "tricks", "won", "points", "scores", "over", "legal"}


@given(anything | st.dictionaries(keys, anything), st.sampled_from(GAMES))
@settings(max_examples=400, deadline=None)
def test_no_value_raises(value, game):
    assert fine(replay(value, legal=True))
    if isinstance(value, dict):
        assert fine(replay(value | {"game": game}, legal=True))


WRITTEN = [
    through_json(record_of(rules, before, hand))
    for game in GAMES
    for seed in range(3)
    for rules, before, hand, _, _ in some_hands(game, seed, 2)
]


def places(value, path=()):
    """The path of every value in a JSON value, but the root."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield (*path, key)
        yield from places(below, (*path, key))


def mutated(record, rng, value):
    """``record`` with one place changed, taken out, doubled, or exchanged with another."""
    record = copy.deepcopy(record)
    all_places = list(places(record))
    path = rng.choice(all_places)
    holder = record
    for key in path[:-1]:
        holder = holder[key]
    change = rng.randrange(4)
    if change == 0:
        holder[path[-1]] = value
    elif change == 1:
        del holder[path[-1]]
    elif change == 2 and isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(holder[path[-1]]))
    elif isinstance(holder, list):
        holder[path[-1]] = copy.deepcopy(rng.choice(holder))
    else:
        holder[rng.choice(["game", "trump", "seat", "play", "bid", "x"])] = holder[path[-1]]
    return record


@given(st.sampled_from(WRITTEN), st.randoms(use_true_random=False), anything, st.integers(1, 3))
@settings(max_examples=600, deadline=None)
def test_no_broken_record_raises(record, rng, value, times):
    for _ in range(times):
        record = mutated(record, rng, value)
    result = replay(record, legal=True)
    assert fine(result), result
    if not result["ok"] and result["at"] is not None:
        shorter = record | {"actions": record["actions"][: result["at"]]}
        again = replay(shorter)
        assert again["ok"], "what comes before the refused action is right"
