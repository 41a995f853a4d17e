"""Classic Whist (RULES W1–W12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from whist.cards import STRAINS
from whist.games.odd_tricks import OddTricks
from whist.names import strain_letters
from whist.phrases import Phrase, phrase
from whist.rules.hand import Hand
from whist.rules.options import Options, option
from whist.rules.standing import Entry, Line, Standing, ranking

HONOURS: Final = "AKQJ"
"""Ranks of the trump suit that are honours (RULES W7)."""
_WORTH: Final = {3: (2, phrase("three honours")), 4: (4, phrase("four honours"))}
_CYCLES: Final = ("NT S H D C", "S H D C NT", "S H D C", "C D H S NT", "C D H S", "H C D S NT", "H C D S")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassicOptions(Options):
    """Options of Classic Whist (RULES W6–W12, W9b)."""

    title: ClassVar[str] = phrase("Classic Whist")
    target: int = option(5, "points that win the game (RULES W6)", 5, 7, 9, says=phrase("to {value}"))
    honours: bool = option(
        False,
        "three of the trumps A K Q J score 2 for the side that was dealt them, all four 4 (RULES W7)",
        False,
        True,
        says={True: phrase("with honours")},
    )
    honours_at_four: bool = option(
        True,
        "a side that is one point short of the game when the hand begins can score honours (RULES W10)",
        True,
        False,
        says={False: phrase("honours never score one point short of the game")},
    )
    honours_at_game_end: str = option(
        "counted",
        "whether a side's honours count where the other side's tricks end the game (RULES W9, W9b)",
        "counted",
        "old_law",
        says={"old_law": phrase("tricks that end the game come before honours")},
    )
    trump_method: str = option(
        "turn_up",
        "trumps are the dealer's turned-up card, go by turns, or are chosen by the dealer (RULES W11)",
        "turn_up",
        "rotation",
        "chosen",
        says={"chosen": phrase("the dealer chooses trumps")},
    )
    trump_cycle: str = option(
        "",
        "the turns of the trumps, for trump_method rotation alone (RULES W11)",
        "",
        *_CYCLES,
        says={cycle: phrase("trumps in turn {turns}", turns=strain_letters(cycle)) for cycle in _CYCLES},
    )
    rubber: bool = option(
        False,
        "a match is the best of three games, each from 0 (RULES W12)",
        False,
        True,
        says={True: phrase("best of three games")},
    )

    def impossible(self) -> str | None:
        """Turns need a cycle, and nothing else does (RULES W11)."""
        if self.trump_method == "rotation" and not self.trump_cycle:
            return phrase(
                "option trump_method rotation needs trump_cycle, the turns of the trumps, such as 'NT S H D C'"
            )
        if self.trump_cycle and self.trump_method != "rotation":
            return phrase("option trump_cycle is for trump_method rotation, not for {method}", method=self.trump_method)
        return None


class Classic(OddTricks[ClassicOptions]):
    """Classic Whist: four players, fixed partners, the dealer's last card turned up for trumps."""

    name = "classic"
    options_type = ClassicOptions

    def __init__(self, options: ClassicOptions | None = None, players: int | None = None) -> None:
        super().__init__(options, players)
        self.turn_up_lies = self.options.trump_method == "turn_up"

    @property
    def target(self) -> int:
        """Points that win a game (RULES W6)."""
        return self.options.target

    # -- trumps --------------------------------------------------------------------------------------------------------

    def begin(self, hand: Hand, standing: Standing, trump: str | None) -> None:
        """Trumps are turned up (RULES W2), or fixed as the option says (RULES W11)."""
        if self.turn_up_lies:
            self.begin_turn_up(hand, trump)
        else:
            super().begin(hand, standing, trump)

    def strains(self, number: int) -> Sequence[str]:
        """By turns one strain for each hand of the match, else the dealer's choice of all (RULES W11)."""
        if self.options.trump_method != "rotation":
            return STRAINS
        cycle = self.options.trump_cycle.split()
        return [cycle[(number - 1) % len(cycle)]]

    # -- scores --------------------------------------------------------------------------------------------------------

    def score(self, hand: Hand, standing: Standing) -> Line:
        """Odd tricks (RULES W5), then honours (RULES W7, W9b)."""
        entries = self.trick_entries(hand)
        return self.line(hand, [*entries, *self.honour_entries(hand, standing, entries)])

    def honour_entries(self, hand: Hand, standing: Standing, entries: Sequence[Entry]) -> list[Entry]:
        """The points for honours after those of ``entries``; honours that do not count are told with 0 points."""
        held = self.honours_dealt(hand)
        side = 0 if held[0] > held[1] else 1
        if not self.options.honours or held[side] not in _WORTH:
            return []
        points, how = _WORTH[held[side]]
        why = self.why_no_honours(standing, side, [*hand.fined, *entries])
        return [
            (side, 0, phrase("{honours} do not count: {why}", honours=how, why=why)) if why else (side, points, how)
        ]

    def honours_dealt(self, hand: Hand) -> list[int]:
        """Honours that each side was dealt, none without a trump suit (RULES W7, W8). All cards that a seat was dealt
        it has played, or holds still, so it does not matter whether the hands were ever known."""
        held = [0, 0]
        for seat in range(self.players):
            own = [trick.by(seat) for trick in hand.tricks] + (hand.hands[seat] if hand.hands else [])
            held[self.side(seat)] += sum(card.suit == hand.trump and card.rank in HONOURS for card in own)
        return held

    def why_no_honours(self, standing: Standing, side: int, entries: Sequence[Entry]) -> Phrase | None:
        """Why the honours of ``side`` do not count after ``entries`` (RULES W9, W9b), or for the score before the hand
        (RULES W10); None when they do."""
        old_law = self.options.honours_at_game_end == "old_law"
        if old_law and self.first_there(standing.scores, entries) not in (None, side):
            return phrase("the tricks ended the game")
        if not self.options.honours_at_four and standing.scores[side] == self.target - 1:
            return phrase("the side was one point short of the game")
        return None

    # -- rubber --------------------------------------------------------------------------------------------------------

    def first_standing(self, dealer: int = 0) -> Standing:
        """The standing before the first hand; in a rubber nobody has a game yet (RULES W12)."""
        return replace(super().first_standing(dealer), games=(0, 0) if self.options.rubber else ())

    def game_won(self, standing: Standing, side: int) -> Standing:
        """``standing`` after ``side`` has won a game: the match, or in a rubber one game of three, of which the next
        begins at 0 (RULES W12)."""
        if not self.options.rubber:
            return super().game_won(standing, side)
        games = tuple(number + (own == side) for own, number in enumerate(standing.games or (0, 0)))
        if games[side] == 2:
            return replace(standing, games=games, over=True, winners=(side,))
        return replace(standing, games=games, scores=(0, 0))

    def rank(self, standing: Standing) -> tuple[int, ...]:
        """The place of each side; in a rubber games come before points."""
        if not self.options.rubber:
            return super().rank(standing)
        return ranking(list(zip(standing.games, standing.scores, strict=True)))
