"""Cards and packs. Codes are suit then rank, as in PBN: ``HT`` is the ten of hearts; jokers are ``JR`` and ``JB``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"
NO_TRUMP: Final = "NT"
STRAINS: Final = (*SUITS, NO_TRUMP)
SUIT_NAMES: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SUIT_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


@dataclass(frozen=True, slots=True)
class Card:
    """One card: ``suit`` of ``CDHS`` and ``rank`` of ``2…9TJQKA`` (RULES C1), or a joker, ``JR`` or ``JB``."""

    suit: str
    rank: str

    def __post_init__(self) -> None:
        if not (self.suit in SUITS and self.rank in RANKS and len(self.suit) == len(self.rank) == 1) and (
            self.suit + self.rank not in ("JR", "JB")
        ):
            raise ValueError(
                f"{self.suit + self.rank!r} is no card; write the suit (C D H S), then the rank (2…9 T J Q K A)"
            )

    @classmethod
    def parse(cls, code: str) -> Card:
        """The card of a two-letter code; raises ``ValueError`` with one sentence for anything else."""
        if not isinstance(code, str) or len(code) != 2:
            raise ValueError(f"{code!r} is no card; write the suit (C D H S), then the rank (2…9 T J Q K A)")
        return cls(code[0], code[1])

    @property
    def is_joker(self) -> bool:
        """True for ``JR`` and ``JB``."""
        return self.suit == "J"

    @property
    def value(self) -> int:
        """Rank as a number, 2…14 with the ace high (RULES C1); 15 and 16 for the black and the red joker."""
        return {"B": 15, "R": 16}[self.rank] if self.is_joker else RANKS.index(self.rank) + 2

    def __str__(self) -> str:
        return self.suit + self.rank


PACK: Final[tuple[Card, ...]] = tuple(Card(suit, rank) for suit in SUITS for rank in RANKS)
"""The 52 cards (RULES C1) in the order C2 … CA, D2 … DA, H2 … HA, S2 … SA."""
JOKERS: Final[tuple[Card, ...]] = (Card("J", "R"), Card("J", "B"))
"""The red, high joker and the black, low one (RULES B1)."""
FULL_PACK: Final[tuple[Card, ...]] = (*PACK, *JOKERS)
"""The 54 cards of a pack as it is sold."""


def cards(codes: str) -> tuple[Card, ...]:
    """The cards of codes separated by blanks: ``cards("S2 HT")``."""
    return tuple(Card.parse(code) for code in codes.split())
