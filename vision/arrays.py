"""What arrays, points and colours are called in every room of the eyes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
"""A picture: (height, width, 3) BGR, (height, width, 4) BGRA or (height, width) grey, 0…255; or many of one size."""
Colour = tuple[int, int, int]
"""Blue, green, red, 0…255."""
Mask = npt.NDArray[np.uint8]
"""(height, width) how much of each pixel something covers, 0 outside it … 255 inside."""
Stencil = npt.NDArray[np.bool_]
"""(height, width) whether something is at each pixel."""
Points = npt.NDArray[np.float64]
"""(n, 2) x and y of each."""
Numbers = npt.NDArray[np.float32]
"""What networks give and take, and what is worked out of it."""
Doubles = npt.NDArray[np.float64]
"""What needs all its digits."""
