"""What is printed or glued on the simulated table's marker cards and holders."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.cameras import Picture
from vision.geometry import (
    FACE_HEIGHT,
    FACE_WIDTH,
    LIP_HEIGHT,
    MARKER_DICTIONARY,
    MARKER_SIZE,
    holder_markers,
)
from vision.simulated.optics import Matrix

FACE_SCALE: Final = (5.0, 3.4)
"""Pixels per mm of a face's canvas along u and v: about what the camera makes of the leaning face."""

_WHITE_BORDER: Final = 4.0
"""White around a marker, mm."""


@lru_cache(maxsize=64)
def _marker(number: int) -> Picture:
    """A marker with its white border, 12 pixels a module and 4 mm of white, as (n, n) grey."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
    side = 72
    border = round(side * _WHITE_BORDER / MARKER_SIZE)
    black = cv2.aruco.generateImageMarker(dictionary, number, side)
    return np.asarray(cv2.copyMakeBorder(black, *(border,) * 4, cv2.BORDER_CONSTANT, value=255), np.uint8)


def print_marker(picture: Picture, homography: Matrix, number: int, x: float, y: float) -> None:
    """Lay a printed marker card on a plane of the picture."""
    art = _marker(number)
    side = MARKER_SIZE + 2 * _WHITE_BORDER
    scale = side / art.shape[0]
    # pixel middles of the art to mm of the plane, y upwards
    place = np.array([[scale, 0, x - side / 2 + scale / 2], [0, -scale, y + side / 2 - scale / 2], [0, 0, 1]])
    whole = homography @ place
    edge = art.shape[0]
    corners = cv2.perspectiveTransform(np.array([[[0, 0], [edge, 0], [0, edge], [edge, edge]]], np.float64), whole)
    # a camera may see part of it, or nothing
    x0, y0 = np.maximum(np.floor(corners[0].min(axis=0)).astype(int) - 2, 0)
    x1, y1 = np.minimum(np.ceil(corners[0].max(axis=0)).astype(int) + 3, picture.shape[1::-1])
    if x0 >= x1 or y0 >= y1:
        return
    shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float64)
    size = (int(x1 - x0), int(y1 - y0))
    grey = cv2.warpPerspective(art, shift @ whole, size, flags=cv2.INTER_AREA, borderValue=255)
    mask = cv2.warpPerspective(np.full_like(art, 255), shift @ whole, size)
    area = picture[y0:y1, x0:x1]
    ink = (24 + grey.astype(np.float32) * (222 / 255))[:, :, None]
    weight = mask[:, :, None].astype(np.float32) / 255
    area[:] = np.rint(area * (1 - weight) + ink * weight).astype(np.uint8)


def face_canvas(seed: int, number: int) -> Picture:
    """The empty face of a holder, BGR, row 0 at its upper edge: cardboard with a lip and markers."""
    random = np.random.default_rng((seed, 2, number))
    width, height = round(FACE_WIDTH * FACE_SCALE[0]), round(FACE_HEIGHT * FACE_SCALE[1])
    colour = np.array([(112, 150, 184), (206, 214, 218), (96, 132, 170)][int(random.integers(3))], np.float32)
    ribs = np.sin(np.arange(width, dtype=np.float32) * (2 * np.pi / (7.0 * FACE_SCALE[0])))[None] * 0.01
    shade = 0.012 * random.standard_normal((height, width), dtype=np.float32) + ribs
    lip = round((FACE_HEIGHT - LIP_HEIGHT) * FACE_SCALE[1])
    shade[lip:] += 0.05
    shade[lip : lip + 2] -= 0.25
    face = np.clip(colour * (1 + shade[:, :, None]), 0, 255).astype(np.uint8)
    for marker in holder_markers(number):
        art = _marker(marker.number)
        side = MARKER_SIZE + 2 * _WHITE_BORDER
        size = (round(side * FACE_SCALE[0]), round(side * FACE_SCALE[1]))
        left = marker.x - side / 2
        # the white of the print ends where face or lip ends
        top, bottom = min(marker.y + side / 2, FACE_HEIGHT), max(marker.y - side / 2, 0.0)
        if marker.y < LIP_HEIGHT:
            top = min(top, LIP_HEIGHT)
        whole = _fine_paste(art, size, left, marker.y, side)
        y0, y1 = round((FACE_HEIGHT - top) * FACE_SCALE[1]), round((FACE_HEIGHT - bottom) * FACE_SCALE[1])
        x0 = max(0, round(left * FACE_SCALE[0]) - 1)
        patch, first = whole
        area = face[y0:y1, x0 : x0 + patch.shape[1]]
        part = patch[y0 - first : y0 - first + area.shape[0], : area.shape[1]]
        area[:] = (24 + part.astype(np.float32) * (218 / 255))[:, :, None].astype(np.uint8)
    return np.asarray(face, np.uint8)


def _fine_paste(art: Picture, size: tuple[int, int], left: float, middle: float, side: float) -> tuple[Picture, int]:
    """A marker resampled onto a face's pixels exactly at its place: the patch and its first row."""
    first_row = round((FACE_HEIGHT - middle - side / 2) * FACE_SCALE[1]) - 1
    first_column = max(0, round(left * FACE_SCALE[0]) - 1)
    step_x, step_y = side * FACE_SCALE[0] / art.shape[1], side * FACE_SCALE[1] / art.shape[0]
    # a pixel's middle lies half a pixel inside, in the art as on the face
    move_x = left * FACE_SCALE[0] - first_column + step_x / 2 - 0.5
    move_y = (FACE_HEIGHT - middle - side / 2) * FACE_SCALE[1] - first_row + step_y / 2 - 0.5
    smooth = cv2.GaussianBlur(art, (0, 0), 0.35)
    matrix = np.array([[step_x, 0, move_x], [0, step_y, move_y]])
    patch = cv2.warpAffine(smooth, matrix, (size[0] + 2, size[1] + 2), flags=cv2.INTER_LINEAR, borderValue=255)
    return np.asarray(patch, np.uint8), first_row
