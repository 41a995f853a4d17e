"""An 8 that may be the B of a jack: in Berlin, Dutch and Russian packs that letter looks like the 8 of others.

On a card that shows its pips or a court that is told by these, in a pack whose jacks are seen to have a J by those.
What is left is no sure 8 where it looks a little like a jack's.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.index.beliefs import NO_CARD
from vision.thresholds import SURE, LoneLetters
from whist.cards import PACK, RANKS, SUITS

Numbers = npt.NDArray[np.float64]


def eights_doubted(united: Numbers) -> Numbers:
    """Beliefs (n, 55) in the cards of one photograph, those in an 8 that looks a little like a jack shared with the
    jack of its suit; all as they are where a jack is surely seen."""
    cards = united[:, : len(PACK)].reshape(-1, len(SUITS), len(RANKS))
    eight, jack = RANKS.index("8"), RANKS.index("J")
    ranks = cards.sum(1)
    if (ranks[:, jack] >= SURE).any():
        return united
    likely = united[:, :NO_CARD].argmax(1) % len(RANKS) == eight
    rows = np.flatnonzero(likely & (ranks[:, jack] >= LoneLetters.LIKE_A_JACK) & (ranks.argmax(1) == eight))
    if not len(rows):
        return united
    out = united.copy()
    new = out[:, : len(PACK)].reshape(cards.shape)  # a view
    both = new[rows][:, :, [eight, jack]].sum(2)
    new[rows, :, eight], new[rows, :, jack] = LoneLetters.LEFT * both, (1 - LoneLetters.LEFT) * both
    return out
