"""What is proposed, and what was found and corrected, in one sentence each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whist.messages.events import PlayCorrected, Proposed
from whist.names import card_name, suit_name
from whist.phrases import Phrase, joined, listed, phrase

Names = Callable[[int], Phrase]
"""How a seat is called."""


def proposed_claim(name: Phrase | None, tricks: int, left: int) -> Phrase:
    """That somebody claims ``tricks`` of those that are ``left``; who claims them has no ``name``: it is told to them.
    So for what follows."""
    if name is None and tricks == 0:
        return phrase("You concede all {left} tricks that are left.", left=left)
    if name is None:
        return phrase("You claim {count} of the {left} tricks that are left.", count=tricks, left=left)
    if tricks == 0:
        return phrase("{name} concedes all {left} tricks that are left.", name=name, left=left)
    return phrase("{name} claims {count} of the {left} tricks that are left.", name=name, count=tricks, left=left)


def proposed_scores(name: Phrase | None, scores: Phrase) -> Phrase:
    """That somebody says that the scores are others, as ``scores_text`` tells them."""
    if name is None:
        return phrase("You say that the scores are {scores}.", scores=scores)
    return phrase("{name} says that the scores are {scores}.", name=name, scores=scores)


def scores_text(scores: Sequence[int], sides: Sequence[Sequence[Phrase]]) -> Phrase:
    """``4 for South and 2 for North``; ``3 for South and North, 1 for West and East``, by the names of each side."""
    both = zip(scores, sides, strict=True)
    told = [phrase("{score} for {names}", score=score, names=listed(side)) for score, side in both]
    return joined(", ", told) if any(len(side) > 1 for side in sides) else listed(told)


def proposed_card(name: Phrase | None, asked: Proposed, other: Phrase) -> Phrase:
    """That somebody says that the ``other`` played another card."""
    card = card_name(asked.card) if asked.card else phrase("another card")
    if name is None:
        return phrase("You say that {other} played {card} in trick {trick}.", other=other, card=card, trick=asked.trick)
    return phrase(
        "{name} says that {other} played {card} in trick {trick}.",
        name=name,
        other=other,
        card=card,
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
