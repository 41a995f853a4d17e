"""What each question asks, in one sentence. It names no card, and follows from public facts only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from whist.messages import events as ev
from whist.phrases import Phrase, phrase


@dataclass(frozen=True, slots=True)
class Known:
    """What everybody knows of the table at which something is asked: how its seats are called; how many ``holders``
    there are; whose ``turn`` it is, and who is the ``owner`` of the card of the trick that is asked about; whether an
    open card lies ``beside`` the tricks that are being played."""

    name: Callable[[int], Phrase]
    holders: int = 0
    turn: int | None = None
    owner: int | None = None
    beside: bool = False


def question_text(asked: ev.Question, known: Known) -> Phrase:
    """What a question asks."""
    of = known.name(asked.of or 0)
    match asked.about:
        case "slot":
            return phrase(
                "Which card stands in slot {slot} of holder {holder}, from the left?",
                slot=(asked.slot or 0) + 1,
                holder=asked.holder,
            )
        case "moved":
            slot = (asked.slot or 0) + 1
            return phrase("The card from the marked slot {slot} looks different: which card is it?", slot=slot)
        case "turn_up":
            return _turn_up(asked, known)
        case "order":
            return phrase("More than one card was laid: which was played first?")
        case "replaced":
            return phrase("Which card did {name} play to this trick?", name=known.name(known.owner or 0))
        case "turn":
            who = known.name(known.turn or 0)
            return phrase("Did {name} play that card? If not, lay {name}'s card where I can see it.", name=who)
        case ev.EARLIER:
            return phrase(
                "Which card did {name} play in trick {trick}? A card seen since does not fit.",
                name=of,
                trick=asked.trick or 0,
            )
        case ev.UNSEEN:
            return phrase(
                "I did not see {name} play: which card was it? If there was none, lay the trick there again.", name=of
            )
        case "sight":
            return _sight(known)
    if len(asked.candidates) > ev.FEW:
        return phrase("I cannot read the card that was laid: turn it face up, or say which it is.")
    return phrase("Which card was laid?")


def _sight(known: Known) -> Phrase:
    if known.holders == 0:
        return phrase("I cannot see the play area. Is there light, and is nothing in front of the camera?")
    if known.holders == 2:
        return phrase(
            "I cannot see the play area and both holders. Is there light, and is nothing in front of the camera?"
        )
    return phrase(
        "I cannot see the play area and all the holders. Is there light, and is nothing in front of the camera?"
    )


def _turn_up(asked: ev.Question, known: Known) -> Phrase:
    if asked.x is None and known.beside:
        return phrase("Which card lay open when this trick began?")
    if asked.of is not None:
        return phrase("Was that card turned up, or did {name} lay it too early?", name=known.name(asked.of))
    return phrase("Which card was turned up?")
