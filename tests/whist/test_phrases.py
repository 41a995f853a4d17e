"""Texts that know their words: what they are, and that every view of every game is made of them."""

from __future__ import annotations

import copy
import json
import pickle
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from device.settings.game_choice import on_offer
from tests.whist.driver import World
from tests.whist.family_driver import FamilyWorld
from whist.cards import Card
from whist.games import GAMES
from whist.messages.observations import HolderShows, OutOfSight
from whist.messages.requests import Claim, Command, Correct, Redeal, SetScores, Undo
from whist.names import by_name, for_people, holder_name, place_name, seat_name
from whist.phrases import Joined, Phrase, counted, joined, listed, phrase, reason
from whist.rules.options import AndroidOptions
from whist.rules.refusals import Refused, not_held, not_now, turn_of
from whist.table.table import Table

# what stands under these keys is a code: scripts read it, or draw it as a card, a sign or the name of a place
CODES = frozenset(
    {"game", "phase", "person", "kind", "role", "trump", "turned_up", "card", "cards", "command", "answer", "contract"}
    | {"direction", "special", "call", "bid", "choose", "treat", "demand", "ask", "candidates", "seen", "believed"}
    | {"to_move", "allowed", "out_of_sight", "side", "what", "name", "default", "choices", "places"}
)


def texts(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a view that is no code, with its key."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from texts(part, key if isinstance(name, int) else name)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts(part, key)
    elif isinstance(value, str) and value and key not in CODES:
        yield key, value


def words_of_no_phrase(text: str) -> list[str]:
    """The words in ``text`` that another language could not say: plain texts, also as values of phrases."""
    if isinstance(text, Joined):
        return [word for part in text.parts for word in words_of_no_phrase(part)]
    if isinstance(text, Phrase):
        return [word for part in text.values.values() if isinstance(part, str) for word in words_of_no_phrase(part)]
    return re.findall(r"[A-Za-z]{3,}", text)


def stubborn(view: Any) -> list[tuple[str, str]]:
    return [(key, text) for key, text in texts(view) if words_of_no_phrase(text)]


# -- what a phrase is --------------------------------------------------------------------------------------------------

SOUTH = phrase("South")


@pytest.mark.parametrize(
    ("made", "english"),
    [
        (phrase("{name} leads.", name=SOUTH), "South leads."),
        (phrase("to {value}"), "to {value}"),
        (phrase("to {value}").given(value=5), "to 5"),
        (counted("{count} card", "{count} cards", 1), "1 card"),
        (counted("{count} card", "{count} cards", 0), "0 cards"),
        (listed([SOUTH]), "South"),
        (listed([SOUTH, "x"]), "South and x"),
        (listed(iter([SOUTH, "x", "y"])), "South, x and y"),
        (joined(" ", []), ""),
        (joined("; ", [SOUTH, phrase("a {b}", b="{c}")]), "South; a {c}"),
    ],
)
def test_a_phrase_is_its_english_text(made: Phrase, english: str) -> None:
    assert made == english
    assert hash(made) == hash(english)
    assert json.dumps([made]) == json.dumps([english])
    for twin in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert (type(twin), twin, twin.values) == (type(made), made, made.values)


def test_what_an_error_says_stays_a_phrase() -> None:
    assert isinstance(reason(ValueError(SOUTH)), Phrase)
    assert reason(ValueError("plain")) == "plain"
    assert reason(ValueError()) == ""
    assert reason(KeyError("key")) == "'key'"


def test_words_of_no_phrase_are_found() -> None:
    assert stubborn({"prompt": "South leads", "card": "HT", "more": [{"how": phrase("{a} b", a="odd trick")}]}) == [
        ("prompt", "South leads"),
        ("how", "odd trick b"),
    ]


# -- every view is made of them ----------------------------------------------------------------------------------------


def looks(table: Any, seats: int) -> list[Any]:
    return [table.public_view(), *(table.view(seat) for seat in range(seats))]


@pytest.mark.parametrize("seed", range(2))
def test_every_text_of_android_whist_can_be_said_otherwise(seed: int) -> None:
    rng = random.Random(seed)
    alert = rng.choice(["owner", "table"])
    world = World(rng, AndroidOptions(revoke_alert=alert, review="all", layout=rng.choice(["cross_table", "reverse"])))
    found: set[str] = set()

    def look() -> None:
        for view in looks(world.table, 4):
            assert stubborn(view) == []
            found.add(view["prompt"])

    look()
    for _ in range(2):
        world.deal()
        for step in range(52):
            world.step()
            if rng.random() < 0.4:
                look()
            if step % 13 == 4:
                world.table.apply(OutOfSight(frozenset(rng.sample(["play area", "holder 1", "holder 2"], 2))))
                look()
                world.show_table()
                for holder in (1, 2):
                    world.show_holder(holder)
            if step == 31:
                human = next(one["seat"] for one in world.table.public_view()["seats"] if one["kind"] == "human")
                for proposed in (Claim(human, 2), SetScores(human, (1, 2))):
                    world.table.apply(proposed)
                    look()
                    world.table.apply(Undo(human))
    world.table.apply(HolderShows(1, (None,) * 13, beside="north"))
    look()
    assert len(found) > 8


@pytest.mark.parametrize("game", [game for game in GAMES if game != "android"])
def test_every_text_of_the_family_can_be_said_otherwise(game: str) -> None:
    rng = random.Random(game)
    options = {"revoke_alert": "table", "review": "all", "exposed_cards": "call", "revoke_penalty": "three_tricks"}
    players = {"australian": 5}.get(game)
    world = FamilyWorld(rng, game, options, players, revokes=0.2)
    found: set[str] = set()

    def look() -> None:
        for view in looks(world.table, world.rules.players):
            assert stubborn(view) == []
            found.add(view["prompt"])

    for _ in range(2):
        world.deal()
        while not world.hand.over:
            world.step()
            if rng.random() < 0.2:
                look()
            if rng.random() < 0.03:
                world.table.apply(OutOfSight(frozenset({"play area"})))
                look()
                world.show()
        world.finish()
        look()
        if world.match.standing.over:
            break
    assert len(found) >= 4


def test_every_text_of_the_games_on_offer_can_be_said_otherwise() -> None:
    offers = on_offer()
    assert stubborn(offers) == []
    for offer in offers:
        for option in offer["options"]:
            assert len(option.get("labels", [])) == len(option.get("choices", [])), option
            assert len(set(option.get("labels", []))) == len(option.get("labels", [])), option


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (turn_of(1, 0), "It is the turn of holder 1, not of South."),
        (not_held(2, Card.parse("HT")), "North does not hold the 10 of hearts."),
        (not_now(None, "bid"), "That is not for now: nobody must bid."),
        (joined(", ", [seat_name(0), "plain", counted("{count} card", "{count} cards", 2)]), "South, plain, 2 cards"),
        (seat_name(7), "seat 7"),
        ("seat 1", "seat 1"),
    ],
)
def test_people_are_told_who_sits_there_and_cards_in_words(text, said):
    names = [phrase("South"), phrase("holder {number}", number=1), phrase("North")]
    assert for_people(text, names) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (phrase("{name}, bid.", name=place_name("west")), "Anna, bid."),
        (phrase("{name}, bid.", name=place_name("north")), "North, bid."),
        (joined(" ", [place_name("west"), "South", counted("{count} card", "{count} cards", 2)]), "Anna South 2 cards"),
        (phrase("{who} deal.", who=listed([place_name("west"), holder_name(2)])), "Anna and holder 2 deal."),
        ("West, bid.", "West, bid."),
    ],
)
def test_people_are_called_by_their_names_where_their_places_are_named(text: str, said: str) -> None:
    assert by_name(text, {"west": "Anna"}) == said


def test_androids_are_called_by_their_holders_in_refusals():
    table = Table("android")
    with pytest.raises(Refused, match=r"^In this deal South is a person; only an android takes commands\.$"):
        table.apply(Command(0, "duck"))
    with pytest.raises(Refused, match=r"^In this deal holder 1 is an android; only a person can ask that\.$"):
        table.apply(Redeal(1))
    with pytest.raises(Refused, match=r"^In trick 1 of this hand holder 2 has played no card\.$"):
        table.apply(Correct(0, Card.parse("HT"), 1, 2))
