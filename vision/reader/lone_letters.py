"""An 8 that may be the B of a jack: in Berlin, Dutch and Russian packs that letter looks like the 8 of others.

On a card that shows its pips or a court that is told by these, in a pack whose jacks are seen to have a J by those.
What is left is no sure 8 where it looks a little like a jack's.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.index.beliefs import NO_CARD
from whist.cards import PACK, RANKS, SUITS

Numbers = npt.NDArray[np.float64]

_LIKE_A_JACK: Final = 0.01
"""From this share on an 8 looks a little like a jack. Of 586 jacks with a B in 30 packs of kept-out typefaces 8 were
named 8 with 0.7 and more, all with that share; of 193 eights of English packs, in the same typefaces, 10 had it."""
_SURE: Final = 0.98
"""A jack that is so probably one shows what this pack's jacks look like."""
_LEFT: Final = 0.5
"""Of what such an 8 and its jack have the 8 keeps so much."""


def eights_doubted(united: Numbers) -> Numbers:
    """Beliefs (n, 55) in the cards of one photograph, those in an 8 that looks a little like a jack shared with the
    jack of its suit; all as they are where a jack is surely seen."""
    cards = united[:, : len(PACK)].reshape(-1, len(SUITS), len(RANKS))
    eight, jack = RANKS.index("8"), RANKS.index("J")
    ranks = cards.sum(1)
    if (ranks[:, jack] >= _SURE).any():
        return united
    likely = united[:, :NO_CARD].argmax(1) % len(RANKS) == eight
    rows = np.flatnonzero(likely & (ranks[:, jack] >= _LIKE_A_JACK) & (ranks.argmax(1) == eight))
    if not len(rows):
        return united
    out = united.copy()
    new = out[:, : len(PACK)].reshape(cards.shape)  # a view
    both = new[rows][:, :, [eight, jack]].sum(2)
    new[rows, :, eight], new[rows, :, jack] = _LEFT * both, (1 - _LEFT) * both
    return out
