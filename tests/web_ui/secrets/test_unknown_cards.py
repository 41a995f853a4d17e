"""To nobody any page, answer, picture, refusal or stream tells of a card that they must not know: every game, played at
random, is told them the same over other unknown cards. ``python -m tests.web_ui.secrets.unknown_cards`` plays many
more."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from typing import Any

import pytest

from tests.cards import cards
from tests.web_ui.secrets.unknown_cards import AT_HOLDERS, Told, compare
from tests.web_ui.secrets.unknown_oracle import BOARD, Choice, Lying, Order, drawn_swap, fits, obeyed, seen
from tests.web_ui.secrets.unknown_play import some_choice
from web_ui.api import public_events
from whist.cards import PACK, Card
from whist.games import GAMES
from whist.messages import events as ev

EVENINGS = 8


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_told_of_a_card_that_they_have_not_seen(game: str) -> None:
    """RULES A5, A6, A20, B10–B13, G3, K3, U5, U8."""
    compared: Counter[str] = Counter()
    for seed in range(EVENINGS):
        compared += compare(game, seed)
    assert compared["compared"] > EVENINGS // 2
    assert compared["cards"] > 50
    assert compared["told"] > 500


def test_the_comparison_would_find_a_leak_in_the_feed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_events, "PUBLIC", {**public_events.PUBLIC, ev.Dealt: ("holder", "cards")})
    monkeypatch.setattr(public_events, "masked", lambda value, shown: value)
    with pytest.raises(Told, match="/api/v1/"):
        list(map(partial(compare, "android"), range(EVENINGS)))


ALONE = (173, 247, 263, 264)
"""Evenings of Android Whist against a computer player."""


@pytest.mark.parametrize(
    ("game", "seed"),
    [
        ("italian", 3),
        ("classic", 28),
        ("classic", 40002),
        ("italian", 60036),
        ("italian", 61397),
        ("android", 40427),
        ("android", 40460),
        ("bid", 64069),
        ("honeymoon", 110184),
    ],
)
def test_a_false_word_does_not_tell_whether_the_named_card_stands_in_a_computer_players_holder(
    game: str, seed: int
) -> None:
    """RULES S2: a holder was read anew, a question asked of a slot, or cards seen in other slots, where just that card
    stood."""
    compare(game, seed, AT_HOLDERS)


@pytest.mark.parametrize(("game", "seed"), [("classic", 60633), ("australian", 63026)])
def test_words_about_empty_slots_and_cards_that_come_again_tell_nothing(game: str, seed: int) -> None:
    """RULES S2: a slot right of all cards was named; a holder was dealt the card of the hand before, with another."""
    compare(game, seed, AT_HOLDERS)


@pytest.mark.parametrize("seed", ALONE)
def test_who_plays_alone_is_not_told_of_the_holders_that_face_away(seed: int) -> None:
    """RULES A5, A6, S1, S3."""
    assert some_choice("android", random.Random(f"android {seed}"), alone=True).holders
    assert compare("android", seed)["compared"]


def test_the_comparison_would_find_what_stands_in_the_third_holder(monkeypatch: pytest.MonkeyPatch) -> None:
    from whist.table import views

    told = views.public_view

    def leaking(state: Any, *more: Any) -> Any:
        return told(state, *more) | {"leak": sorted(map(str, state.holders.hand(3)))}

    monkeypatch.setattr(views, "public_view", leaking)
    with pytest.raises(Told):
        compare("android", ALONE[1])


def test_what_each_one_sees() -> None:
    lying = Lying(
        {"south": cards("H2"), "north": cards("H3")},
        {1: cards("S2"), 2: [*cards("S3"), None]},
        cards("D2"),
        cards("C2"),
    )
    told = {who: " ".join(sorted(map(str, seen(lying, who)))) for who in ("south", "north", BOARD)}
    assert told == {"south": "C2 H2 S2", "north": "C2 H3 S3", BOARD: "C2"}
    assert seen(Lying({"south": cards("H2")}, blind=True), "south") == set()
    assert seen(Lying({"south": cards("H2")}, stock=cards("D2"), taker="south"), "south") == set(cards("H2 D2"))


CASES = [  # the worked cases of RULES: trumps hearts
    ("S5", "S2 S9 SK H3", {"duck": "S2", "beat": "S9", "high": "SK"}),
    ("S5 H2", "S2 S9 SK H3", {"duck": "S2", "beat": "S2", "high": "S2"}),
    ("SA", "S2 SK", {"beat": "S2", "high": "S2"}),
    ("S5", "D4 H3 HJ", {"duck": None, "beat": "H3", "high": "HJ"}),
    ("S5 H9", "D4 H3 HJ", {"beat": "HJ", "high": "HJ"}),
    ("S5 HQ", "D4 H3 HJ", {"beat": None, "high": None, "hearts": "H3", "high hearts": "HJ", "shortest": "D4"}),
    ("H5", "H2 H4 SA", {"duck": "H2", "beat": "H2", "high": "H2"}),
    ("", "S5 S9 D3 HA H2", {"shortest": "D3", "longest": None, "high spades": "S9", "clubs": None}),
    ("", "S5 S9 D3 D4 HA", {"shortest": None, "longest": None, "high hearts": "HA"}),
    ("", "H5 H9", {"shortest": None, "longest": "H5", "high longest": "H9"}),
]


@pytest.mark.parametrize(("trick", "held", "answers"), CASES)
def test_what_an_android_answers(trick: str, held: str, answers: dict[str, str | None]) -> None:
    for command, card in answers.items():
        order = Order(1, 0, command, (), tuple(cards(trick)), "H", False, None)
        assert str(obeyed(order, cards(held))) == str(card), command


@pytest.mark.parametrize(
    ("trick", "held", "swap", "trump", "fits"),
    [
        ("S5", "S9 SK D3 D4", "S9 D2", "", False),
        ("S5", "D3 D4", "D3 S4", "", True),
        ("S5", "D3 D4", "D4 S4", "", False),
        ("", "S9 SK D3 D4", "S9 D2", "", True),
        ("S5", "D3 D4", "D4 JR", "S", False),
        ("S5", "D3 D4", "D4 JR", "NT", False),
        ("S5", "D3 S9", "D3 JR", "NT", False),
        ("JB S5", "D3 D4", "D4 JR", "NT", False),
        ("JB", "D3 D4", "D4 JR", "NT", True),
        ("", "D3 D4", "D4 S4", "D", False),
        ("", "D3 D4", "D3 H3", "D", True),
    ],
)
def test_a_computer_player_could_have_chosen_so(trick: str, held: str, swap: str, trump: str, fits: bool) -> None:
    """RULES C4, B15, B19, B20, U16: the first card that it holds follows suit where it can, with other cards in its
    hand as well; where a joker must go when its holder cannot follow, it goes; unbroken trumps are led of trumps alone.
    """
    one, other = cards(swap)
    own = cards(held)
    choice = Choice(1, 0, tuple(own), tuple(cards(trick)), own[0], trump, joker_goes=True, unbroken=True)
    assert choice.fits({one: other, other: one}) == fits


def test_cards_change_places_as_far_as_the_androids_answers_leave_it_open() -> None:
    """What was an Error is one again, and what was played is played again."""
    held = tuple(card for card in PACK if card.suit in "CD")[:13]
    shown = Order(1, 0, "high clubs", held, (), "H", False, Card.parse("CA"))
    void = Order(1, 1, "spades", held, (), "H", False, None)
    hidden = [card for card in PACK if card.suit != "H" and card != Card.parse("CA")]
    for seed in range(5):
        swap = drawn_swap(hidden, [shown, void], random.Random(seed))
        now = {swap.get(card, card) for card in held}
        assert fits([shown, void], swap)
        assert len(now - set(held)) > 0
        assert not any(card.suit == "S" for card in now)
