"""Open hands worked out the long way: every legal card of every seat, by the rules themselves and nothing else."""

from copy import copy
from dataclasses import replace
from random import Random

from whist.cards import NO_TRUMP
from whist.games import rules_of
from whist.rules.actions import AnyOf, Bid, Choose, Discard, Play
from whist.rules.base import Rules


def after(rules: Rules, hand, card):
    """A copy in which the seat on turn has played ``card``, and the tricks that side 0 took by that."""
    twin = copy(hand)
    twin.hands = [list(own) for own in hand.hands]
    twin.trick, twin.tricks = list(hand.trick), list(hand.tricks)
    Rules.play(rules, twin, card)
    won = len(twin.tricks) > len(hand.tricks) and rules.side(twin.tricks[-1].winner) == 0
    return twin, int(won)


def open_tricks(hand) -> int:
    """Tricks that are not complete."""
    return len(hand.hands[hand.leader]) + bool(hand.trick)


def reaches(rules: Rules, hand, goal: int, known) -> bool:
    """Whether side 0 can take ``goal`` of the tricks from now on, the one that lies there included; ``known`` keeps
    the fewest and the most that it takes from each position. Tricks that are no more played are the last winner's."""
    if hand.over:
        return goal <= open_tricks(hand) * (rules.side(hand.tricks[-1].winner) == 0)
    ends = tuple(hand.won()) if rules.players == 2 else ()  # fourteen tricks end Honeymoon Whist (RULES H5)
    key = (tuple(map(frozenset, hand.hands)), tuple(hand.trick), hand.turn, ends)
    low, high = known.get(key, (0, open_tricks(hand)))
    if goal <= low or goal > high:
        return goal <= low
    ours = rules.side(hand.turn) == 0
    nexts = (after(rules, hand, card) for card in rules.legal_cards(hand))
    found = (any if ours else all)(reaches(rules, then, goal - won, known) for then, won in nexts)
    low, high = known.get(key, (low, high))
    known[key] = (max(low, goal), high) if found else (low, min(high, goal - 1))
    return found


def side_0(rules: Rules, hand, known=None) -> int:
    """Tricks that side 0 takes from now on with best play of all, the trick that lies there included."""
    known = {} if known is None else known
    return sum(reaches(rules, hand, goal, known) for goal in range(1, open_tricks(hand) + 1))


def values(rules: Rules, hand, known=None):
    """As ``double_dummy.many``: each legal card with the tricks of its own side."""
    known, found = {} if known is None else known, {}
    for card in rules.legal_cards(hand):
        then, won = after(rules, hand, card)
        first = won + side_0(rules, then, known)
        found[card] = first if rules.side(hand.turn) == 0 else open_tricks(hand) - first
    return found


# -- positions ---------------------------------------------------------------------------------------------------------


def begun(game: str, rng: Random, trump: str = "", **options):
    """(rules, hand) of a random deal of ``game`` at its first lead: italian and bid with ``trump`` (``"NT"``: none)."""
    rules = rules_of(game, options)
    if game == "bid":
        return rules, _bid(rules, rng, trump)
    standing = replace(rules.first_standing(), number=5 if trump == NO_TRUMP else 1)
    return rules, rules.start(standing, rules.shuffled(standing, rng), trump or None)


def _bid(rules, rng, trump):
    """A hand of Bid Whist down where there are trumps; in no-trump either way."""
    standing = rules.first_standing(rng.randrange(4))
    hand = rules.start(standing, rules.shuffled(standing, rng))
    kind = "NT" if trump == NO_TRUMP else "down"
    rules.apply(hand, Bid(hand.turn, f"4{kind}"))
    while hand.phase == "bid":
        rules.apply(hand, Bid(hand.turn, "pass"))
    rules.apply(hand, Choose(hand.turn, rng.choice(["up", "down"]) if kind == "NT" else trump))
    if hand.phase == "discard":
        (any_of,) = (one for one in rules.legal(hand) if isinstance(one, AnyOf))
        rules.apply(hand, Discard(hand.turn, tuple(rng.sample(any_of.cards, any_of.count))))
    return hand


def play_down(rules: Rules, hand, rng: Random, left: int, laid: int = 0):
    """Play random cards until every seat has ``left`` cards, and then ``laid`` to the next trick; returns ``hand``."""
    while len(hand.hands[hand.leader]) > left or hand.trick:
        _random_card(rules, hand, rng)
    for _ in range(laid):
        _random_card(rules, hand, rng)
    return hand


def _random_card(rules, hand, rng):
    rules.apply(hand, Play(hand.turn, rng.choice(rules.legal_cards(hand))))
