"""Tables at which the law is broken."""

from hypothesis import strategies as st

from tests.cards import cards
from whist.cards import Card
from whist.games import rules_of
from whist.rules.actions import TurnUp
from whist.rules.base import Cards

SEEDS = st.integers(0, 10**9)


def card(code):
    return Card.parse(code)


def table(options=None, game="classic", turn_up="C2"):
    """A real table: nobody's cards are known, seat 1 leads."""
    rules = rules_of(game, options)
    hand = rules.start(rules.first_standing())
    rules.apply(hand, TurnUp(0, cards(turn_up)))
    return rules, hand


KNOWN = ("S2 S5 H4 D6", "S3 S7 H5 D7", "S9 H6 D8 C5", "S4 SK H7 C9")
"""Four cards of each seat; the rest of the pack is dealt out in order."""


def known(options=None, game="classic"):
    """A hand of known cards: seat 0 deals, clubs are trumps, each seat begins with its cards of ``KNOWN``."""
    rules = rules_of(game, options)
    own = [list(cards(codes)) for codes in KNOWN]
    rest = [one for one in rules.pack() if all(one not in held for held in own) and one != card("CA")]
    for held in own:
        while len(held) < 13 - (held is own[0]):
            held.append(rest.pop())
    return rules, rules.start(rules.first_standing(), Cards([[*own[0], card("CA")], *own[1:]]))
