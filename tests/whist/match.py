"""A match of any game from its first hand to its end: hand after hand, and the score sheet."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from whist.law.exposed import redeal_standing
from whist.law.penalties import settled
from whist.law.revokes import Revoke, established
from whist.rules.actions import Action, Legal
from whist.rules.base import Cards, Rules
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.rules.standing import Line, Standing


class Match:
    """A match by ``rules``: deal, apply actions until the hand is over, deal again, until ``standing.over``.

    ``hand`` is the one in play, or the last one; None before the first."""

    def __init__(self, rules: Rules[Any], dealer: int = 0, standing: Standing | None = None) -> None:
        self.rules = rules
        self.standing = standing if standing is not None else rules.first_standing(dealer)
        self.lines: list[Line] = []
        self.hand: Hand | None = None
        self.before = self.standing
        """The standing before ``hand``."""
        self.revokes: tuple[Revoke, ...] = ()
        """The revokes claimed in ``hand``."""

    def deal(self, cards: Cards | None = None, rng: Random | None = None) -> Hand:
        """Begin the next hand: with known ``cards``, with cards that ``rng`` shuffles, or, with neither, with unknown
        ones. Raises ``ValueError`` while a hand is played, after the match, and for cards that cannot be."""
        if self.standing.over:
            raise ValueError("the match is over; begin a new one")
        if self.hand is not None and not self.hand.over:
            raise ValueError("a hand is being played; finish it first")
        if cards is None and rng is not None:
            cards = self.rules.shuffled(self.standing, rng)
        self.hand = self.rules.start(self.standing, cards)
        self.before, self.revokes = self.standing, ()
        return self.hand

    def misdealt(self) -> None:
        """The hand that was being played was a misdeal: the next ``deal`` deals it again (RULES T10)."""
        if self.hand is None or self.hand.over:
            raise ValueError("no hand is being played that could be a misdeal")
        self.hand, self.standing = None, redeal_standing(self.rules.options, self.rules, self.standing)

    def claim(self, revokes: Iterable[Revoke], choice: str | None = None) -> Line:
        """Claim ``revokes`` in the hand that is over, which can be done until the next is dealt (RULES T6): its line is
        made anew, with those that were claimed before, and the standing follows from it. ``choice`` is the penalty that
        the opponents choose, the option's when None (RULES T4). Raises ``Refused`` for a revoke that the tricks do not
        prove, ``ValueError`` for no such penalty."""
        if self.hand is None or not self.hand.over:
            raise Refused("A revoke is claimed when the hand is over, until the next is dealt.", "not_now")
        claimed = tuple(dict.fromkeys([*self.revokes, *revokes]))
        proved = established(self.rules, self.hand)
        for revoke in claimed:
            if revoke not in proved:
                raise Refused(f"The tricks do not prove a {revoke.told()}.")
        line, self.standing = settled(self.rules, self.hand, self.before, claimed, choice)
        self.lines[-1], self.revokes = line, claimed
        return line

    def legal(self, seat: int | None = None) -> tuple[Legal, ...]:
        """The legal actions now, of ``seat`` only when given."""
        return () if self.hand is None else self.rules.legal(self.hand, seat)

    def apply(self, action: Action) -> Line | None:
        """Let ``action`` happen; the hand's line on the score sheet when it was the last one. Raises ``Refused``."""
        if self.hand is None:
            raise ValueError("no cards are dealt yet")
        self.rules.apply(self.hand, action)
        if not self.hand.over:
            return None
        line = self.rules.score(self.hand, self.standing)
        self.lines.append(line)
        self.standing = self.rules.after(self.standing, line)
        return line
