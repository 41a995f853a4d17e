"""Random hands of any game in which people revoke on purpose, for tests of table law."""

from __future__ import annotations

from whist.games import rules_of
from whist.law.going_back import repeat
from whist.law.revokes import Revoke
from whist.rules.actions import AnyOf, Discard, Play, TurnUp

FAMILY = ("classic", "italian", "candid", "australian", "bid", "german", "honeymoon")
"""Games that people play without holders."""
PLAYERS = {"australian": (2, 3, 7), "german": (2,), "honeymoon": (2,)}


def wrong_cards(rules, hand):
    """Cards with which the seat at turn would revoke: it holds the led suit and plays another."""
    led, own = rules.led_suit(hand), hand.hands[hand.turn]
    if led is None or all(rules.suit(hand, card) != led for card in own):
        return []
    return [card for card in own if rules.suit(hand, card) != led]


def some_action(rules, hand, rng):
    """A legal action, drawn at random."""
    action = rng.choice(rules.legal(hand))
    if isinstance(action, AnyOf):
        return Discard(action.seat, tuple(rng.sample(action.cards, action.count)))
    return action


def dealt(game, rng, options=None, number=None, **more):
    """Rules and a hand with known cards; of Australian Whist a round of more than one card."""
    rules = rules_of(game, options, rng.choice(PLAYERS.get(game, (4,))))
    standing = rules.first_standing(rng.randrange(rules.players))
    if game == "australian":
        more["number"] = rng.randrange(4, 15) if number is None else number
    standing = standing.__class__(**{name: getattr(standing, name) for name in standing.__slots__} | more)
    return rules, standing, rules.start(standing, rules.shuffled(standing, rng))


def played_out(rules, hand, rng, often=0.05, until=None):
    """Play ``hand`` to its end, or ``until`` it says so, revoking now and then; the revokes that were made."""
    made = []
    while not hand.over and not (until and until(hand)):
        wrong = wrong_cards(rules, hand) if hand.phase == "play" else []
        if wrong and rng.random() < often:
            made.append(Revoke(hand.turn, len(hand.tricks)))
            rules.happen(hand, Play(hand.turn, rng.choice(wrong)))
        else:
            rules.apply(hand, some_action(rules, hand, rng))
    return made


def unknown(rules, standing, hand):
    """The same hand as a real table sees it, where nobody's cards are known."""
    trump = hand.trump if rules.name == "italian" else None
    seen, shown = rules.start(standing, None, trump), hand.origin.copy()
    for action in hand.actions:
        show(rules, seen, shown)
        repeat(rules, shown, action)
        if not isinstance(action, Discard):
            rules.apply(seen, action)
    if not hand.over:
        show(rules, seen, shown)
    return seen


def show(rules, seen, shown):
    """Lay open what the dealer lays open."""
    if seen.phase == "turn_up":
        rules.apply(seen, TurnUp(seen.dealer, shown.turned_up))
