"""Card art that may be trained on: fetched as npm packages, rasterised, its corner indices measured.

Used: the faces Adrian Kennard gave to the public domain (CC0), as the package below carries them: ordinary and large
indices, two and four colours. All four share one alphabet, so the large-index ones are kept out of training.
Layout of the cache: ``FOLDER/art/DECK/2C.svg`` and so on, and ``FOLDER/art/licence``.
"""

from __future__ import annotations

import io
import os
import re
import sys
import tarfile
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from vision.arrays import Picture
from vision.training.drawing.fonts import npm_pack
from vision.training.drawing.labels import FACE_HEIGHT, IndexBox, LabelledPack, round_corners, turned
from whist.cards import PACK, Card

PACKAGE: Final = "@heruka_urgyen/react-playing-cards@0.5.0"
LICENCE: Final = "CC0-1.0 (faces), MIT (package)"
DECKS: Final = {"2color": False, "4color": False, "2color-bf": True, "4color-bf": True}
"""Folder of a deck in the package, and whether it is held out."""
_INK: Final = 60


def fetch_art(folder: Path) -> None:
    """Fetch the art into ``folder/art`` unless it is there. Raises like `vision.training.drawing.fonts.npm_pack`."""
    home = folder / "art"
    if (home / "licence").exists():
        return
    with tarfile.open(fileobj=io.BytesIO(npm_pack(PACKAGE))) as tar:
        for member in tar.getmembers():
            match = re.fullmatch(r"package/src/images/([\w-]+)/(\w\w)\.svg", member.name)
            stream = tar.extractfile(member) if match and match[1] in DECKS else None
            if match and stream:
                target = home / match[1] / f"{match[2]}.svg"
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(stream.read())
    (home / "licence").write_text(LICENCE + "\n", encoding="utf-8")


def art_packs(folder: Path) -> list[LabelledPack]:
    """Every art pack in the cache, indices measured; a pack that cannot be measured is left out with one sentence."""
    packs = []
    for deck, held_out in DECKS.items():
        if not (folder / "art" / deck).is_dir():
            continue
        try:
            packs.append(_art_pack(folder, deck, held_out))
        except ValueError as error:
            print(f"The art pack {deck} is left out: {error}", file=sys.stderr)
    return packs


@lru_cache(maxsize=4)
def _art_pack(folder: Path, deck: str, held_out: bool) -> LabelledPack:
    # rasterising takes seconds and every process that draws scenes needs it: kept beside the art
    kept = folder / "art" / f"{deck}-{FACE_HEIGHT}.npz"
    if kept.exists():
        with np.load(kept) as stored:
            faces = {Card.parse(code): stored[code] for code in stored.files}
    else:
        faces = _rasterised(folder, deck)
        part = kept.with_suffix(f".{os.getpid()}.npz")
        named: dict[str, Any] = {str(card): face for card, face in faces.items()}
        np.savez_compressed(part, **named)
        os.replace(part, kept)
    return LabelledPack(f"kennard-{deck}", LICENCE, "art", faces, measure(faces), held_out)


def _rasterised(folder: Path, deck: str) -> dict[Card, Picture]:
    faces = {}
    for card in (*PACK, Card.parse("JR"), Card.parse("JB")):
        # the files are named rank, then suit; the two jokers are 2J and 4J where a deck has them
        name = {"JB": "2J", "JR": "4J"}.get(str(card), card.rank + card.suit)
        path = folder / "art" / deck / f"{name}.svg"
        if path.exists():
            faces[card] = rasterise(path.read_text(encoding="utf-8"))
    if missing := [str(card) for card in PACK if card not in faces]:
        raise ValueError(f"it lacks the faces {' '.join(missing)}; empty the cache folder and fetch it again")
    return faces


def rasterise(svg: str) -> Picture:
    """An SVG face as (H, W, 4) BGRA, H = `FACE_HEIGHT`, W by its view box. Raises ``ValueError`` if it has none."""
    import resvg_py

    box = re.search(r'viewBox="([^"]+)"', svg)
    if box is None:
        raise ValueError("an SVG face has no viewBox, so its proportions are unknown")
    _, _, wide, high = (float(number) for number in box[1].split())
    width = round(FACE_HEIGHT * wide / high)
    start = svg.index("<svg")
    end = svg.index(">", start)
    head = re.sub(r'\s(width|height)="[^"]*"', "", svg[start:end])
    sized = f'{head} width="{width}" height="{FACE_HEIGHT}"{svg[end:]}'
    data = bytes(resvg_py.svg_to_bytes(svg_string=sized))
    face = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED), dtype=np.uint8)
    # the outline helps the eye on a page; a printed card has none
    radius, rim = 0.036 * FACE_HEIGHT, 4
    inside = np.zeros(face.shape[:2], np.uint8)
    inside[rim:-rim, rim:-rim] = round_corners(width - 2 * rim, FACE_HEIGHT - 2 * rim, radius - rim)
    face[inside < 255, :3] = 255
    face[:, :, 3] = round_corners(width, FACE_HEIGHT, radius)
    return face


def measure(faces: dict[Card, Picture]) -> dict[Card, list[IndexBox]]:
    """The corner indices of each face: two or four boxes, none on jokers (the one these decks have is a drawing alone).

    Twos and threes have little else on the left, so they show where an index stands; on every card the index is then
    the ink around that place. Raises ``ValueError`` when what is found does not fit together over the pack.
    """
    plain = [ink(faces[card]) for card in PACK if card.rank in "23"]
    place = _place(plain)
    four = all(_within(cv2.flip(mask, 1), place) is not None for mask in plain)
    found: dict[Card, list[IndexBox]] = {}
    for card, face in faces.items():
        mask = ink(face)
        high, wide = mask.shape
        boxes: list[IndexBox] = []
        for half in (0, 1):
            seen = np.ascontiguousarray(mask[::-1, ::-1]) if half else mask
            for mirrored in (False, True) if four else (False,):
                box = _within(cv2.flip(seen, 1) if mirrored else seen, place)
                if box is None:
                    if card.is_joker:
                        continue
                    raise ValueError(f"no index was found on {card}")
                box = IndexBox(wide - box.x, box.y, box.width, box.height, 0.0) if mirrored else box
                boxes.append(turned(box, wide, high) if half else box)
        found[card] = [] if card.is_joker else boxes
    heights = np.array([box.height for boxes in found.values() for box in boxes])
    if np.ptp(heights) > 0.15 * np.median(heights):
        low, top = heights.min(), heights.max()
        raise ValueError(f"its indices are between {low:.0f} and {top:.0f} px high, so some are wrong")
    return found


def ink(face: Picture) -> Picture:
    """(H, W) 1 where the face differs from its card stock (the commonest colour), else 0."""
    high, wide = face.shape[:2]
    stock = np.median(face[high // 4 : 3 * high // 4, 6 : wide // 40 + 8, :3].reshape(-1, 3), axis=0)
    away = np.abs(face[:, :, :3].astype(np.int16) - stock.astype(np.int16)).max(axis=2)
    return np.asarray((away > _INK) & (face[:, :, 3] > 0), dtype=np.uint8)


def _place(masks: list[Picture]) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the index on the faces of twos and threes."""
    high, wide = masks[0].shape
    parts = []
    for mask in masks:
        corner = mask[: high // 2, : wide // 2]
        _, _, stats, middles = cv2.connectedComponentsWithStats(corner, connectivity=8)
        parts += [s for s, m in zip(stats[1:], middles[1:], strict=True) if m[0] < 0.27 * wide and s[4] > 12]
    if not parts:
        raise ValueError("its twos and threes have no ink in the top left corner")
    edges = np.array([(x, y, x + w, y + h) for x, y, w, h, _ in parts])
    return int(edges[:, 0].min()), int(edges[:, 1].min()), int(edges[:, 2].max()), int(edges[:, 3].max())


def _within(mask: Picture, place: tuple[int, int, int, int]) -> IndexBox | None:
    """The box around the ink whose parts lie around `place`, top left, upright; None if there is none."""
    wide = mask.shape[1]
    left, top, right, bottom = place
    slack = 0.05 * wide
    count, _, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    parts = []
    for (x, y, w, h, area), (mx, my) in zip(stats[1:count], middles[1:count], strict=True):
        inside = x > left - slack and y > top - slack and x + w < right + slack and y + h < bottom + 0.3 * slack
        if inside and left <= mx <= right and top <= my <= bottom and area > 4:
            parts.append((x, y, x + w, y + h))
    if not parts:
        return None
    edges = np.array(parts)
    x0, y0 = edges[:, :2].min(axis=0)
    x1, y1 = edges[:, 2:].max(axis=0)
    return IndexBox((x0 + x1) / 2, (y0 + y1) / 2, float(x1 - x0), float(y1 - y0), 0.0)
