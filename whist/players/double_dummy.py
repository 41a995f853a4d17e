"""Open hands solved exactly, for four seats and two sides: how many tricks each card leads to when all play their best
with open cards ("double dummy").

The work is done by Bo Haglund's DDS library, which comes with ``endplay``. It knows four suits of thirteen ranks and
trick play as in RULES C1–C8; what a game ranks otherwise (RULES B14) is told to it by other names. One call at a time
goes into the library; calls from several threads wait for each other.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from threading import Lock
from typing import Any, Final

from whist.cards import Card
from whist.games.german import StockWhist
from whist.rules.base import Rules
from whist.rules.hand import Hand

MOST_BOARDS: Final = 200
"""Positions that the library solves in one call."""
THREADS: Final = 4
"""Threads that it may use, where there are as many processors."""
MEGABYTES: Final = 160
"""Memory that it may keep."""
_SUITS: Final = "SHDC"
_STRAINS: Final = ("S", "H", "D", "C", "NT")
"""Its order of the strains."""
_SEATS: Final = 4
_ONE_AT_A_TIME: Final = Lock()


@cache
def _library() -> Any:
    """``endplay._dds``, without the rest of that package: its drawing of diagrams takes seconds to import on a Pi."""
    package = find_spec("endplay")
    folders = package.submodule_search_locations if package else None
    if not folders:
        raise ModuleNotFoundError("endplay is not installed; set the project up again (make run)")
    spec = spec_from_file_location("whist_dds", Path(folders[0]) / "_dds" / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    library = module_from_spec(spec)
    spec.loader.exec_module(library)
    library._dll.SetResources(MEGABYTES, min(THREADS, len(os.sched_getaffinity(0))))
    return library


# -- positions ---------------------------------------------------------------------------------------------------------


def solvable(rules: Rules[Any], hand: Hand) -> bool:
    """Whether ``hand`` is a position that can be solved: all cards known, somebody is to play, four seats and two sides
    (RULES C7), nothing is drawn from a stock, no joker is in a hand or in the trick, each card is there once, and all
    seats have the same number of tricks before them."""
    if hand.hands is None or hand.phase != "play" or hand.turn is None or hand.trump is None:
        return False
    if rules.players != _SEATS or not rules.partners or isinstance(rules, StockWhist):
        return False
    left = [*(card for own in hand.hands for card in own), *hand.trick]
    if any(card.is_joker for card in left) or len(set(left)) < len(left):
        return False
    sizes = [len(own) for own in hand.hands]
    for place in range(len(hand.trick)):
        sizes[hand.seat(place)] += 1
    return len(hand.trick) < _SEATS and len(set(sizes)) == 1


def many(rules: Rules[Any], hands: Sequence[Hand]) -> list[dict[Card, int]]:
    """For the seat on turn in each of ``hands``, any number of them: each legal card (RULES C3, C4), and how many of
    the tricks that are not complete its side takes (0…13, the trick that lies there included) when it is played and all
    play their best from then on.

    Raises ``ValueError`` where one is not ``solvable``."""
    for hand in hands:
        if not solvable(rules, hand):
            raise ValueError("this position cannot be solved: it needs four open hands, two sides and no joker")
    found: list[dict[Card, int]] = []
    for first in range(0, len(hands), MOST_BOARDS):
        found += _solved(rules, hands[first : first + MOST_BOARDS])
    return found


def _solved(rules: Rules[Any], hands: Sequence[Hand]) -> list[dict[Card, int]]:
    """``many`` of at most ``MOST_BOARDS`` hands."""
    library = _library()
    asked, told = library.boards(), library.solvedBoards()
    asked.noOfBoards = len(hands)
    for place, hand in enumerate(hands):
        _lay(asked.deals[place], rules, hand)
        # all legal cards with their tricks, also where only one can be played
        asked.target[place], asked.solutions[place], asked.mode[place] = -1, 3, 1
    with _ONE_AT_A_TIME:
        library.SolveAllBoardsBin(asked, told)
    return [_read(told.solvedBoard[place], rules, hand) for place, hand in enumerate(hands)]


def _lay(board: Any, rules: Rules[Any], hand: Hand) -> None:
    """Write ``hand`` into the library's own structure."""
    board.trump, board.first = _STRAINS.index(str(hand.trump)), hand.leader
    for place, card in enumerate(hand.trick):
        board.currentTrickSuit[place] = _SUITS.index(card.suit)
        board.currentTrickRank[place] = rules.strength(hand, card)
    for seat, own in enumerate(hand.hands or ()):
        for card in own:
            board.remainCards[seat][_SUITS.index(card.suit)] |= 1 << rules.strength(hand, card)


def _read(solved: Any, rules: Rules[Any], hand: Hand) -> dict[Card, int]:
    """The tricks of each legal card; the library tells those of cards that are worth the same together."""
    told: dict[tuple[str, int], int] = {}
    for place in range(solved.cards):
        suit, tricks = _SUITS[solved.suit[place]], solved.score[place]
        for rank in (solved.rank[place], *_ranks(solved.equals[place])):
            told[suit, rank] = tricks
    return {card: told[card.suit, rules.strength(hand, card)] for card in rules.legal_cards(hand)}


def _ranks(mask: int) -> Iterator[int]:
    """The ranks whose bits are set."""
    return (rank for rank in range(2, 15) if mask >> rank & 1)
