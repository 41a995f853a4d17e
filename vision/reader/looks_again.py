"""The rungs that the index of a racked card in doubt climbs: more poses, a second opinion, its suit larger."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.arrays import Numbers, Picture
from vision.index.beliefs import Belief
from vision.index.protocol import IndexReader
from vision.ladder import Rung
from vision.reader.more_poses import named_again
from vision.reader.suit_looks import looked_closer


def looked_again(
    reader: IndexReader,
    picture: Picture,
    poses: Numbers,
    beliefs: Belief,
    doubtful: npt.NDArray[np.intp],
) -> Belief:
    """The beliefs (n, 55) in racked cards at poses (n, 4 or more) of a picture, the ``doubtful`` (numbers of rows)
    looked at again, with a second opinion, and all suits in doubt."""
    if Rung.MORE_POSES in reader.rungs:
        second = Rung.SECOND_OPINION in reader.rungs
        beliefs = named_again(reader.doubted if second else reader.named, picture, poses, beliefs, doubtful)
    return looked_closer(reader, picture, poses, beliefs) if Rung.SUIT_LARGER in reader.rungs else beliefs
