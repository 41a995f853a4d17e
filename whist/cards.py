"""Cards and packs. Codes are suit then rank, as in PBN: ``HT`` is the ten of hearts; jokers are ``JR`` and ``JB``."""

from __future__ import annotations

from typing import Final

from whist.quoting import quoted

SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"
NO_TRUMP: Final = "NT"
STRAINS: Final = (*SUITS, NO_TRUMP)
SUIT_NAMES: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SUIT_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


class Card:
    """One card: ``suit`` of ``CDHS`` and ``rank`` of ``2…9TJQKA`` (RULES C1), or a joker, ``JR`` or ``JB``.

    ``Card("H", "T")`` is the same object each time, so that cards compare and hash as fast as objects do."""

    __slots__ = ("is_joker", "rank", "suit", "value")
    __match_args__ = ("suit", "rank")
    suit: str
    rank: str
    value: int
    """Rank as a number, 2…14 with the ace high (RULES C1); 15 and 16 for the black and the red joker."""
    is_joker: bool
    """True for ``JR`` and ``JB``."""

    def __new__(cls, suit: str, rank: str) -> Card:
        """The card; raises ``ValueError`` with one sentence where there is none."""
        card = _MADE.get((suit, rank))
        if card is None:
            raise ValueError(f"{f'{suit}{rank}'!r} is no card; write the suit (C D H S), then the rank (2…9 T J Q K A)")
        return card

    @classmethod
    def parse(cls, code: str) -> Card:
        """The card of a two-letter code; raises ``ValueError`` with one sentence for anything else."""
        if not isinstance(code, str) or len(code) != 2:
            raise ValueError(f"{quoted(code)} is no card; write the suit (C D H S), then the rank (2…9 T J Q K A)")
        return cls(code[0], code[1])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card's {name} cannot be changed")

    def __reduce__(self) -> tuple[type[Card], tuple[str, str]]:
        return Card, (self.suit, self.rank)

    def __repr__(self) -> str:
        return f"Card(suit={self.suit!r}, rank={self.rank!r})"

    def __str__(self) -> str:
        return self.suit + self.rank


def _make(suit: str, rank: str, value: int) -> Card:
    card: Card = object.__new__(Card)
    for name, of_card in (("suit", suit), ("rank", rank), ("value", value), ("is_joker", suit == "J")):
        object.__setattr__(card, name, of_card)
    return card


_MADE: Final[dict[tuple[str, str], Card]] = {
    **{(suit, rank): _make(suit, rank, value) for suit in SUITS for value, rank in enumerate(RANKS, 2)},
    ("J", "B"): _make("J", "B", 15),
    ("J", "R"): _make("J", "R", 16),
}


PACK: Final[tuple[Card, ...]] = tuple(Card(suit, rank) for suit in SUITS for rank in RANKS)
"""The 52 cards (RULES C1) in the order C2 … CA, D2 … DA, H2 … HA, S2 … SA."""
JOKERS: Final[tuple[Card, ...]] = (Card("J", "R"), Card("J", "B"))
"""The red, high joker and the black, low one (RULES B1)."""
FULL_PACK: Final[tuple[Card, ...]] = (*PACK, *JOKERS)
"""The 54 cards of a pack as it is sold."""
