"""The androids of Android Whist: roles (RULES A1–A12) and commands (RULES A13–A37). Pure functions.

A command is *refused* when it may not be given now (RULES A14, A15): nothing happens. It meets an *Error* when it may
be given but the android's hand cannot obey it. What is refused depends on public facts alone; an Error on the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from whist.cards import SUIT_NAMES, SUITS, Card
from whist.phrases import Phrase, phrase
from whist.quoting import quoted
from whist.rules.options import AndroidOptions as AndroidOptions
from whist.rules.tricks import beats, legal_cards, of_suit, winning_card

ROLES: Final = ("D", "AL", "AR", "N")
"""Roles clockwise from the dealer: dealer, android at the dealer's left, android at the non-dealer's right,
non-dealer (RULES A2)."""
SECTION_1: Final = ("duck", "beat", "high")
_PLAIN: Final = (*(SUIT_NAMES[suit] for suit in SUITS), "shortest", "longest")
SECTION_2: Final = (*_PLAIN, *(f"high {word}" for word in _PLAIN))
_SUIT_OF: Final = {name: suit for suit, name in SUIT_NAMES.items()}


def role(seat: int, dealer: int) -> str:
    """``D``, ``AL``, ``AR`` or ``N`` of ``seat`` in a deal of ``dealer`` (RULES A2)."""
    return ROLES[(seat - dealer) % 4]


def is_android(seat: int, dealer: int) -> bool:
    """Whether ``seat`` is a card holder in a deal of ``dealer`` (RULES A2)."""
    return role(seat, dealer) in ("AL", "AR")


def partner(seat: int) -> int:
    """The opposite seat (RULES A3)."""
    return (seat + 2) % 4


def commander(seat: int, dealer: int) -> int | None:
    """The human who commands the android ``seat``: its partner (RULES A6); None for a human."""
    return partner(seat) if is_android(seat, dealer) else None


def handler(seat: int, dealer: int) -> int | None:
    """The human who sees and moves the cards of the android ``seat``, an opponent (RULES A5); None for a human."""
    return {"AL": dealer, "AR": (dealer + 3) % 4}.get(role(seat, dealer))


def parse_command(text: object) -> str:
    """The command in its one spelling (small letters, single blanks): one complete command, in which ``high`` before a
    suit, ``shortest`` or ``longest`` is the prefix (RULES A13, A32). Raises ``ValueError`` for anything else."""
    words = " ".join(text.lower().split()) if isinstance(text, str) else ""
    if words in SECTION_1 or words in SECTION_2:
        return words
    if words in ("high duck", "high beat", "high high"):
        raise ValueError(f"{words!r} is no command; `high` goes before a suit, `shortest` or `longest` only")
    raise ValueError(f"{quoted(text)} is no command; say duck, beat, high, a suit, shortest or longest")


def legal_commands(leading: bool, had_error: bool, options: AndroidOptions) -> tuple[str, ...]:
    """Commands that may be given now; all others are refused (RULES A14–A18). Independent of the android's hand.

    ``had_error``: there was an Error earlier in this turn of the android."""
    if leading:
        return SECTION_2
    if not had_error:
        return SECTION_1
    return SECTION_2 if options.after_error == "section2_only" else SECTION_1 + SECTION_2


def why_refused(command: str, leading: bool, had_error: bool, options: AndroidOptions) -> Phrase | None:
    """One sentence why ``command`` (as ``parse_command`` gives it) is refused now, None when it may be given."""
    if command in legal_commands(leading, had_error, options):
        return None
    if leading:
        return phrase(
            "The android leads: `{command}` is only for following; name a suit, shortest or longest.", command=command
        )
    if command in SECTION_1:
        return phrase(
            "After an Error Message `{command}` is not taken here; name a suit, shortest or longest.", command=command
        )
    return phrase(
        "The android follows: `{command}` is taken only after an Error Message; say duck, beat or high.",
        command=command,
    )


def answer(
    command: str, hand: Sequence[Card], trick: Sequence[Card], trump: str, options: AndroidOptions
) -> Card | None:
    """The card that the android with ``hand`` plays to ``trick`` (its cards in order, empty on lead) at ``command``;
    None is the Error Message (RULES A21–A31). Does not ask whether the command may be given: ``legal_commands`` does.

    Raises ``ValueError`` for a command that is none, and for ``duck``, ``beat`` or ``high`` on lead."""
    command = parse_command(command)
    if command in SECTION_1:
        return _follow(command, hand, trick, trump)
    highest = command.startswith("high ")
    suit = _suit_meant(command.removeprefix("high "), hand, trump, options)
    held = of_suit(hand, suit) if suit else ()
    if not held:
        return None
    return held[-1] if highest else held[0]


def _follow(command: str, hand: Sequence[Card], trick: Sequence[Card], trump: str) -> Card | None:
    if not trick:
        raise ValueError(f"`{command}` needs a trick to follow (RULES A14)")
    held = of_suit(hand, trick[0].suit)
    if command == "duck":
        return held[0] if held else None
    best = winning_card(trick, trump)
    winners = sorted((c for c in legal_cards(hand, trick) if beats(c, best, trump)), key=lambda card: card.value)
    if winners:  # all of one suit: the led one, or trumps when void
        return winners[0] if command == "beat" else winners[-1]
    return held[0] if held else None


def _suit_meant(word: str, hand: Sequence[Card], trump: str, options: AndroidOptions) -> str | None:
    """The suit of a section 2 command without its prefix; None where a tie or a void leaves none (RULES A25–A31)."""
    if word in _SUIT_OF:
        return _SUIT_OF[word]
    lengths = {suit: len(of_suit(hand, suit)) for suit in SUITS}
    if word == "longest":
        most = max(lengths.values())
        meant = [suit for suit in SUITS if lengths[suit] == most]
    else:
        plain = {s: n for s, n in lengths.items() if s != trump and (n or options.void_counts_as_shortest)}
        meant = [suit for suit in plain if plain[suit] == min(plain.values())]
    return meant[0] if len(meant) == 1 else None
