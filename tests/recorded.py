"""Records of random matches, for tests of what is written from records and read into them."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.random_matches import choose, draw_options
from tests.whist.match import Match
from whist.games import rules_of
from whist.records.recording import record_of


def random_records(game: str, seed: int, most: int = 6, **options: Any) -> list[dict[str, Any]]:
    """The first ``most`` hands of a match, ``options`` drawn at random but for those given; hands thrown in too."""
    rng = Random(f"{game} {seed}")
    drawn = None
    while drawn is None:
        drawn = draw_options(game, rng) | options
        try:
            rules = rules_of(game, drawn)
        except ValueError:
            drawn = None
    match = Match(rules, rng.randrange(rules.players) if game != "android" else rng.randrange(2))
    records: list[dict[str, Any]] = []
    while not match.standing.over and len(records) < most:
        standing, hand, wild = match.standing, match.deal(rng=rng), rng.random() < 0.3
        while not hand.over:
            match.apply(choose(rules, hand, rng, wild))
        records.append(record_of(rules, standing, hand))
    return records


def cut(record: dict[str, Any], length: int) -> dict[str, Any]:
    """The record as it was after ``length`` actions."""
    return record | {"actions": record["actions"][:length]}


def in_order(record: dict[str, Any]) -> dict[str, Any]:
    """The record with the cards of each hand in one order: that in which they were dealt is not kept everywhere."""
    return record | {"hands": [sorted(own) for own in record["hands"]]}
