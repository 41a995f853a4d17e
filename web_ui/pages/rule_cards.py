"""The rules of each game on one card, to be read in a minute: beside the game, at the front door, and on paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Flask, Response, abort, jsonify, render_template

from web_ui.contracts import Keeper
from whist.phrases import Phrase, counted, phrase


@dataclass(frozen=True)
class RuleCard:
    """One game in brief, by the rules' defaults: ``minutes`` that a match takes, a sentence, and the rules in order."""

    minutes: int
    sentence: Phrase
    rules: Sequence[Phrase]


_TRICK: Final = phrase(
    "Follow suit if you can; if not, play any card. The highest trump takes the trick, without one the highest card of "
    "the suit that was led. Whoever takes a trick leads to the next."
)
_PARTNERS: Final = phrase("Four people; partners sit opposite each other. Everybody gets 13 cards.")

CARDS: Final = {
    "android": RuleCard(
        45,
        phrase("Two people, and two androids that play what you command."),
        (
            phrase("Your partner is the android across the table: 13 cards in a holder that you never see."),
            phrase("You see the other holder, which stands beside you, and move its cards."),
            phrase("The dealer turns up the last card of their own hand; its suit is trumps."),
            _TRICK,
            phrase(
                "Your partner follows? Say duck (its lowest of the suit), beat (win as cheaply as it can) or high (win "
                "with its best)."
            ),
            phrase(
                "Your partner leads? Say a suit, shortest or longest: it plays its lowest card there, with high its "
                "highest."
            ),
            phrase("Error Message: it cannot do that, and nobody says why. Try another command; now suits work, too."),
            phrase("Each trick over six is a point. The first side with 5 wins."),
        ),
    ),
    "classic": RuleCard(
        30,
        phrase("Partners, thirteen tricks, and the last card dealt makes trumps."),
        (
            _PARTNERS,
            phrase(
                "The dealer’s last card is turned up: its suit is trumps. The player on the dealer’s left leads first."
            ),
            _TRICK,
            phrase("Each trick over six is a point for your side. The first side with 5 wins."),
        ),
    ),
    "italian": RuleCard(
        45,
        phrase("Two teams, new trumps in every hand, and none at all in every fifth."),
        (
            _PARTNERS,
            phrase("Trumps are named before each hand; every fifth hand has none."),
            _TRICK,
            phrase("Each trick over six is a point; the other side loses nothing. The first side with 7 wins."),
        ),
    ),
    "candid": RuleCard(
        60,
        phrase("Say how strong your hand is, bid, and make what you bid."),
        (
            _PARTNERS,
            phrase(
                "Starting on the dealer’s left, everybody says their points: 4 for an ace, 3 for a king, 2 for a "
                "queen, "
                "1 for a jack."
            ),
            phrase("Whoever has the fewest points bids first: 7 to 13 tricks, in a suit or in no trumps."),
            phrase(
                "To bid higher, bid more tricks, or as many in a higher suit: clubs, diamonds, hearts, spades, no "
                "trumps. "
                "Three passes end the bidding."
            ),
            phrase("The player on the last bidder’s left leads first."),
            _TRICK,
            phrase(
                "Made: 10 points for each trick you bid, and 1 for each extra trick, a bag. Not made: minus 10 for "
                "each "
                "trick you bid."
            ),
            phrase("Ten bags cost 100 points. The first side with 500 wins."),
        ),
    ),
    "australian": RuleCard(
        60,
        phrase("Everybody alone: take exactly as many tricks as you said."),
        (
            phrase(
                "Two to seven people, each alone. Hands grow from 1 card to 10 (six people: 8, seven: 7), then shrink "
                "again."
            ),
            phrase("Trumps change from hand to hand: hearts, clubs, diamonds, spades."),
            phrase(
                "Starting on the dealer’s left, everybody bids how many tricks they will take. The dealer may not make "
                "the bids add up to the number of tricks."
            ),
            _TRICK,
            phrase("You may lead trumps only after one has been played, or when you hold nothing else."),
            phrase("Exactly your bid: 10 points, and 2 for each trick. Anything else: nothing."),
            phrase(
                "Five longest hands come in the middle: a plain one, one without trumps, one bid before you look, "
                "Misère (10 for no trick, minus 2 for each), a plain one."
            ),
            phrase("The most points at the end win."),
        ),
    ),
    "bid": RuleCard(
        45,
        phrase("Bid for high cards or for low ones, with jokers and a kitty."),
        (
            phrase("Four people; partners sit opposite each other. Everybody gets 12 cards; six are the kitty."),
            phrase(
                "One bid each, 3 to 7 tricks over six: up (high cards win), down (low cards win, aces stay best) or no "
                "trumps."
            ),
            phrase("The highest bidder names trumps; after no trumps, up or down."),
            phrase("The jokers are the two highest trumps; without trumps they never win."),
            _TRICK,
            phrase("The kitty counts as one trick for the bidder’s side."),
            phrase(
                "Made: 1 point for each trick over six. Not made: minus your bid. A side with 5 points wins, one with "
                "minus 5 loses."
            ),
        ),
    ),
    "german": RuleCard(
        15,
        phrase("For two: fight for good cards first, then play them out."),
        (
            phrase("Two people, 13 cards each. The rest is the stock; its top card lies open and makes trumps."),
            _TRICK,
            phrase("The first 13 tricks count nothing: the winner takes the open card, the other the next one unseen."),
            phrase("Then 13 tricks without drawing: whoever takes seven or more wins."),
        ),
    ),
    "honeymoon": RuleCard(
        15,
        phrase("For two, with jokers: every trick counts, 14 win."),
        (
            phrase("Two people, 13 cards each; both jokers are in, as the two highest trumps."),
            phrase("The other 28 are the stock; its top card lies open and makes trumps."),
            phrase(
                "While the stock lasts, play any card: the winner takes the open card, the other the next one unseen."
            ),
            _TRICK,
            phrase("Once the stock is gone, you must follow suit."),
            phrase("Each trick is a point. The first with 14 wins."),
        ),
    ),
}


def tiles(keeper: Keeper) -> list[dict[str, Any]]:
    """Every game on offer in brief: ``game``, ``title``, ``players``, ``minutes``, ``sentence`` and ``rules``."""
    found = []
    for offer in keeper.games():
        card = CARDS.get(offer["game"])
        if card is not None:
            fewest, most = offer["players"]
            people = (
                counted("{count} person", "{count} people", most)
                if fewest == most
                else phrase("{fewest} to {most} people", fewest=fewest, most=most)
            )
            found.append(
                {
                    "game": offer["game"],
                    "title": offer["title"],
                    "players": people,
                    "minutes": phrase("{minutes} min", minutes=card.minutes),
                    "sentence": card.sentence,
                    "rules": list(card.rules),
                }
            )
    return found


def add_rule_cards(app: Flask, keeper: Keeper, may_begin: Callable[[], bool]) -> None:
    """Add ``/rules/<game>``, to be read and printed, and ``/api/rules/<game>``; ``may_begin`` tells whether the device
    that asks may play any game at once."""

    def card(game: str) -> dict[str, Any]:
        known = tiles(keeper)
        mine = next((tile for tile in known if tile["game"] == game), None) or abort(404)
        return mine | {"others": [{key: one[key] for key in ("game", "title")} for one in known if one is not mine]}

    @app.get("/rules/<game>")
    def rules_page(game: str) -> str:
        return render_template("rules.html", card=card(game), playable=may_begin())

    @app.get("/api/rules/<game>")
    def rules_of_game(game: str) -> Response:
        return jsonify(card(game))
