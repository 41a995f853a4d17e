"""Records to test with: by hand, with each seat holding one suit, and of random hands."""

import json
from random import Random

from tests.random_matches import choose, draw_rules
from tests.whist.match import Match

SUITED = [[f"{suit}{rank}" for rank in "23456789TJQKA"] for suit in "CDHS"]
"""Seat 0 holds the clubs, seat 1 the diamonds, seat 2 the hearts, seat 3 the spades."""
AROUND = (0, 1, 2, 3)
"""Seats clockwise from seat 0."""


def plays(order, ranks="23456789TJQKA", suits="CDHS"):
    """Every trick of ``SUITED`` hands: each seat of ``order`` plays its lowest card."""
    return [{"seat": seat, "play": f"{suits[seat]}{rank}"} for rank in ranks for seat in order]


def some_hands(game, seed, most=4):
    """(rules, standing before, hand, line, standing after) of the first hands of a random match."""
    rng = Random(seed)
    rules = draw_rules(game, rng)
    match = Match(rules, rng.randrange(rules.players))
    while not match.standing.over and len(match.lines) < most:
        before = match.standing
        hand = match.deal(rng=rng)
        while not hand.over:
            match.apply(choose(rules, hand, rng, wild=True))
        yield rules, before, hand, match.lines[-1], match.standing


def through_json(record):
    return json.loads(json.dumps(record))


def suited(game, actions=(), **more):
    return {"game": game, "dealer": 3, "hands": SUITED, "actions": list(actions)} | more


def bid_whist(actions=(), **more):
    """Each seat has the twelve highest of a suit; the kitty is the four twos. Seat 0 bids 4 in clubs."""
    called = [{"seat": 0, "bid": "4up"}, *({"seat": seat, "bid": "pass"} for seat in (1, 2, 3))]
    hands = [own[1:] for own in SUITED]
    begun = [*called, {"seat": 0, "choose": "C"}]
    record = {"game": "bid", "options": {"jokers": 0}, "dealer": 3, "hands": hands, "stock": ["C2", "D2", "H2", "S2"]}
    return record | {"actions": [*begun, *actions]} | more


def candid(call="7D", hcp=False, actions=(), **more):
    """Seat 1 bids and the others pass; each hand has ten points, so that the dealer's left calls first (RULES K5)."""
    told = [{"seat": seat, "hcp": 10} for seat in range(4)] if hcp else []
    calls = [{"seat": 0, "bid": "pass"}, {"seat": 1, "bid": call}, *({"seat": s, "bid": "pass"} for s in (2, 3, 0))]
    return suited("candid", [*told, *calls, *actions], **more)


def stock_whist(game, pack, **more):
    """Seat 0 has the clubs, seat 1 the diamonds, the rest of the pack is the stock."""
    codes = [str(card) for card in pack]
    return {"game": game, "dealer": 1, "hands": [codes[:13], codes[13:26]], "stock": codes[26:], "actions": []} | more


def australian(hands, actions=(), **more):
    return {"game": "australian", "dealer": len(hands) - 1, "hands": hands, "actions": list(actions)} | more


ONE_CARD = [["S4"], ["S9"], ["DA"]]
BIDS = [{"seat": 0, "bid": 0}, {"seat": 1, "bid": 1}, {"seat": 2, "bid": 1}]
ONE_TRICK = [{"seat": seat, "play": own[0]} for seat, own in enumerate(ONE_CARD)]
