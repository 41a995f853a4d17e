"""What is proposed, and what was found and corrected, in one sentence each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whist.messages.events import PlayCorrected, Proposed
from whist.names import card_name, suit_name
from whist.phrases import Phrase, joined, listed, phrase

Names = Callable[[int], Phrase]
"""How a seat is called."""


def proposed_scores(name: Phrase, scores: Phrase) -> Phrase:
    """That somebody says that the scores are others, as ``scores_text`` tells them."""
    return phrase("{name} says that the scores are {scores}.", name=name, scores=scores)


def scores_text(scores: Sequence[int], sides: Sequence[Sequence[Phrase]]) -> Phrase:
    """``4 for South and 2 for North``; ``3 for South and North, 1 for West and East``, by the names of each side."""
    both = zip(scores, sides, strict=True)
    told = [phrase("{score} for {names}", score=score, names=listed(side)) for score, side in both]
    return joined(", ", told) if any(len(side) > 1 for side in sides) else listed(told)


def proposed_card(asked: Proposed, names: Names) -> Phrase:
    """That somebody says that another card was played."""
    return phrase(
        "{name} says that {other} played {card} in trick {trick}.",
        name=names(asked.seat),
        other=names(asked.of),
        card=card_name(asked.card) if asked.card else phrase("another card"),
        trick=asked.trick,
    )


def corrected_card(event: PlayCorrected, names: Names) -> Phrase:
    """That another card was played than was taken down, and who said so."""
    return phrase(
        "Trick {trick}: {name} played {now}, not {was}; {agreed}.",
        trick=event.trick,
        name=names(event.of),
        now=card_name(event.card),
        was=card_name(event.was),
        agreed=agreed(names(event.seat), names(event.by)),
    )


def agreed(one: Phrase, other: Phrase) -> Phrase:
    """Who said something, and who agreed; both are the same where one word is enough."""
    if one == other:
        return phrase("{name} said so", name=one)
    return phrase("{name} said so and {other} agreed", name=one, other=other)


def revoked(name: Phrase, trick: int, suit: str, *, stands: bool) -> Phrase:
    """That somebody revoked in trick ``trick`` (1…), where ``suit`` was led (RULES T1); whether it ``stands`` or costs
    something when the hand is over (RULES T4)."""
    if stands:
        return phrase(
            "{name} revoked in trick {trick}: {suit} were led and {name} had one; the trick stands.",
            name=name,
            trick=trick,
            suit=suit_name(suit),
        )
    return phrase(
        "{name} revoked in trick {trick}: {suit} were led and {name} had one; it is scored when the hand is over.",
        name=name,
        trick=trick,
        suit=suit_name(suit),
    )
