"""The ladder of looks: how a card is read, from the first look to the last, in the one order in which all climb it.

Holders, play area and photographs each climb those rungs that apply to them. Most cards need the first ones alone: each
further rung is for what the ones before leave in doubt, and each has to earn its place. What each costs and gains is
measured by ``python -m vision.measuring.ablation``, and stands in `vision/model/MODEL.md`; the numbers that decide when
a rung is climbed, and what it counts for, stand in `vision.thresholds`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

HOLDERS: Final = "holders"
PLAY_AREA: Final = "play area"
PHOTOGRAPHS: Final = "photographs"
EVERYWHERE: Final = (HOLDERS, PLAY_AREA, PHOTOGRAPHS)
"""What is read."""


class Rung(Enum):
    """The rungs, in their order; `LADDER` says what each is."""

    CLEARING = "clearing"
    DETECTOR = "detector"
    CLASSIFIER = "classifier"
    MORE_POSES = "more poses"
    SECOND_OPINION = "second opinion"
    SUIT_LARGER = "suit larger"
    STRETCHED = "stretched"
    REST_OF_CARD = "rest of the card"
    COMPARISON = "comparison with the pack"
    WAVERING = "wavering pack"
    REST_AGAINST = "rest of the card against"
    LETTERS = "letters"
    MEMORY = "memory of the pack"
    ASSIGNMENT = "assignment"
    CONTRADICTION = "contradiction"
    ORDER = "order"
    ANOTHER_PICTURE = "another picture"


@dataclass(frozen=True, slots=True)
class ReadingLook:
    """What is done on one rung."""

    rung: Rung
    does: str
    """In a sentence."""
    files: tuple[str, ...]
    """Where it is done, below the folder ``vision``."""
    climbed_by: tuple[str, ...] = EVERYWHERE
    """For whom it is there, some of `EVERYWHERE`."""
    networks: tuple[str, ...] = ()
    """Files of `vision/model` that are asked."""


LADDER: Final = (
    ReadingLook(
        Rung.CLEARING,
        "a photograph that is dark and noisy is smoothed and brightened, one out of focus sharpened",
        ("reader/restoration.py",),
        (PHOTOGRAPHS,),
    ),
    ReadingLook(
        Rung.DETECTOR,
        "finds where indices stand, which way up and how high",
        ("reader/reader.py", "holders/indices.py"),
        networks=("detector.onnx",),
    ),
    ReadingLook(
        Rung.CLASSIFIER,
        "names each index where it stands, and where it must stand by what else is known of its card",
        ("reader/reader.py", "holders/slots.py", "watch/play_area.py"),
        networks=("classifier.onnx",),
    ),
    ReadingLook(
        Rung.MORE_POSES,
        "names an index in doubt again, shifted, turned and sized a little otherwise",
        ("reader/more_poses.py", "reader/looks_again.py"),
        (HOLDERS, PHOTOGRAPHS),
        ("classifier.onnx",),
    ),
    ReadingLook(
        Rung.SECOND_OPINION,
        "asks a network that has learned from doubtful racked indices alone at the same poses",
        ("reader/looks_again.py",),
        (HOLDERS,),
        ("doubts.onnx",),
    ),
    ReadingLook(
        Rung.SUIT_LARGER,
        "looks at the suit alone, larger, where only the suit is in doubt",
        ("reader/suit_looks.py", "reader/looks_again.py"),
        (HOLDERS, PHOTOGRAPHS),
        ("classifier.onnx",),
    ),
    ReadingLook(
        Rung.STRETCHED,
        "searches a photograph that leaves much in doubt once more, stretched upright: it was taken from low",
        ("reader/oblique_photographs.py",),
        (PHOTOGRAPHS,),
    ),
    ReadingLook(
        Rung.REST_OF_CARD,
        "looks at what a card in doubt shows beside its index: a strip of a racked one, the whole of another",
        ("holders/strips.py", "reader/whole_card_looks.py", "watch/laid_whole.py"),
        networks=("strips.onnx", "wholes.onnx"),
    ),
    ReadingLook(
        Rung.COMPARISON,
        "weighs a card in doubt by how like the clear ones it is: its index, its suit, its strip, its size",
        ("reader/pack_likeness.py", "reader/suit_looks.py", "holders/strips.py", "reader/photograph_cards.py"),
        (HOLDERS, PHOTOGRAPHS),
    ),
    ReadingLook(
        Rung.WAVERING,
        "believes less of that where the indices of this pack, in this light, waver",
        ("holders/wavering.py",),
        (HOLDERS,),
    ),
    ReadingLook(
        Rung.REST_AGAINST,
        "doubts what an index names and the rest of its card plainly contradicts",
        ("holders/strips.py", "reader/whole_card_looks.py", "watch/laid_whole.py"),
        networks=("strips.onnx", "wholes.onnx"),
    ),
    ReadingLook(
        Rung.LETTERS,
        "reads a letter of another country as what it stands for in its pack, a V beside a B or an H as a queen's; "
        "where nothing tells, doubts an 8 that may be the B of a jack, in photographs, and a jack that may be the V of "
        "a queen, in holders",
        ("reader/lone_letters.py", "holders/slots.py", "watch/play_area.py"),
        networks=("letters.onnx",),
    ),
    ReadingLook(
        Rung.MEMORY,
        "weighs an index in doubt by how like it is to those of deals that are over, of which everybody knows what "
        "they were",
        ("packs/pack_memory.py",),
        (HOLDERS, PLAY_AREA),
    ),
    ReadingLook(
        Rung.ASSIGNMENT,
        "gives each card of the pack to one place at most, so that all together are the most probable",
        ("reader/decoder.py", "reader/photograph_cards.py"),
        (HOLDERS, PHOTOGRAPHS),
    ),
    ReadingLook(
        Rung.CONTRADICTION,
        "doubts a rank or suit in all slots where two of them were surely read as one card, and what breaks the order "
        "of a holder that is sorted but for it",
        ("reader/contradictions.py",),
        (HOLDERS,),
    ),
    ReadingLook(
        Rung.ORDER,
        "settles what is in doubt by the order that the cards of a holder had",
        ("reader/decoder.py",),
        (HOLDERS,),
    ),
    ReadingLook(
        Rung.ANOTHER_PICTURE,
        "looks at what is still in doubt in up to four more pictures",
        ("watch/watcher.py", "watch/steady.py"),
        (HOLDERS, PLAY_AREA),
    ),
)
"""All looks, the first first."""

Rungs = frozenset[Rung]
ALL: Final[Rungs] = frozenset(Rung)
"""What is climbed wherever it matters; to measure what a rung gains it is left out of this."""
FOOT: Final[Rungs] = frozenset((Rung.DETECTOR, Rung.CLASSIFIER))
"""Without these nothing is read: they are always climbed."""
