"""Free fonts that rank glyphs (and ♣ ♦ ♥ ♠) of drawn packs are taken from; fetched as npm packages, kept as TrueType.

Layout of the cache: ``FOLDER/fonts/FAMILY/400.ttf`` (and ``700.ttf``), ``400-cyrillic.ttf`` where the family has the
Russian courts' letters, ``suits.ttf`` where it has the four suits, ``licence`` with the licence's SPDX name, and
``letters`` with what the files were cut down to: a family cut down to less is fetched again. A family whose licence
text is not one of `FREE_LICENCES` is not kept.
"""

from __future__ import annotations

import io
import logging
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.arrays import Mask
from vision.training.drawing.families import FAMILIES, HELD_OUT_FAMILIES, SUIT_FAMILIES
from whist.cards import SUIT_SIGNS

FREE_LICENCES: Final = {
    "bitstream vera fonts copyright": "Bitstream-Vera",
    "sil open font license": "OFL-1.1",
    "apache license": "Apache-2.0",
    "ubuntu font licence": "Ubuntu-font-1.0",
}
"""Words in the text of a free font's licence → its SPDX name. The text decides: a package's own word has been wrong."""

RANK_TEXT: Final = "0123456789TJQKA"
"""What a font must have."""
OTHER_TEXT: Final = "BDVREnsHFOKJPeork"
"""What it keeps besides if it has it: other countries' courts and the joker's name."""
CYRILLIC_TEXT: Final = "ВДК"


@dataclass(frozen=True)
class FontFile:
    """One weight of one family: where it lies, its licence, and whether it may be trained on."""

    family: str
    path: Path
    licence: str
    held_out: bool
    letters: str = RANK_TEXT
    """what the family was cut down to, as far as it has it"""

    @property
    def cyrillic(self) -> Path:
        """Where the Russian courts' letters lie if the family has them."""
        return self.path.with_name(f"{self.path.stem}-cyrillic.ttf")


class NoNpm(RuntimeError):
    """npm is not installed; the sentence says what that means."""


def npm_pack(package: str) -> bytes:
    """The tarball of an npm package, got by ``npm pack``. Raises `NoNpm`, or ``OSError`` when it could not be got."""
    npm = shutil.which("npm")
    if npm is None:
        raise NoNpm("npm is not installed, so card art and fonts cannot be fetched; install Node.js with npm")
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", "--silent", package, "--pack-destination", folder]
        try:
            subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=180)
            return next(Path(folder).glob("*.tgz")).read_bytes()
        except (subprocess.SubprocessError, StopIteration) as error:
            raise OSError(f"npm could not get the package {package}") from error


def fetch_font(folder: Path, family: str) -> bool:
    """Fetch one family into the cache unless it is there; False if its licence is not free. Raises like `npm_pack`."""
    home = folder / "fonts" / family
    letters = RANK_TEXT + OTHER_TEXT + CYRILLIC_TEXT
    mark = home / "letters"
    if mark.exists() and mark.read_text(encoding="utf-8") == letters and (home / "licence").exists():
        return True
    with tarfile.open(fileobj=io.BytesIO(npm_pack(f"@fontsource/{family}@5"))) as tar:
        files = {name.removeprefix("package/"): name for name in tar.getnames()}

        def read(name: str) -> bytes:
            stream = tar.extractfile(files[name])
            return stream.read() if stream else b""

        text = " ".join(read("LICENSE").decode("utf-8", "replace").lower().split()) if "LICENSE" in files else ""
        licence = next((name for words, name in FREE_LICENCES.items() if words in text), "")
        if not licence:
            print(f"The font {family} has no licence text known to be free and is left out.", file=sys.stderr)
            return False
        home.mkdir(parents=True, exist_ok=True)
        for weight in ("400", "700"):
            name = f"files/{family}-latin-{weight}-normal.woff2"
            if name in files:
                _keep(read(name), home / f"{weight}.ttf", RANK_TEXT, OTHER_TEXT)
            name = f"files/{family}-cyrillic-{weight}-normal.woff2"
            if name in files:
                _keep(read(name), home / f"{weight}-cyrillic.ttf", CYRILLIC_TEXT)
        regular = [name for name in sorted(files) if name.endswith("-400-normal.woff2")]
        any(_keep(read(name), home / "suits.ttf", "".join(SUIT_SIGNS.values())) for name in regular)
    (home / "licence").write_text(licence + "\n", encoding="utf-8")
    mark.write_text(letters, encoding="utf-8")
    _cached.cache_clear()
    return True


def _keep(woff: bytes, target: Path, needed: str, wished: str = "") -> bool:
    """Write a font as TrueType, cut down to `needed` and `wished`, if it has all characters `needed`; lining figures
    take the place of old-style ones where it has both."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    # it warns of editors' private tables, which are dropped anyway
    logging.getLogger("fontTools.subset").setLevel(logging.ERROR)
    font = TTFont(io.BytesIO(woff))
    if not {ord(letter) for letter in needed} <= set(font.getBestCmap() or ()):
        return False
    _line_figures(font)
    options = subset.Options()
    options.layout_features = []
    options.notdef_outline = True
    cut = subset.Subsetter(options)
    cut.populate(text=needed + wished)
    cut.subset(font)
    font.flavor = None
    font.save(target)
    return True


def _line_figures(font: Any) -> None:
    """Let the figures of a `TTFont` be what its feature 'lnum' makes of them."""
    table = font["GSUB"].table if "GSUB" in font else None
    if table is None or table.FeatureList is None or table.LookupList is None:
        return
    chosen = [k for f in table.FeatureList.FeatureRecord if f.FeatureTag == "lnum" for k in f.Feature.LookupListIndex]
    lining: dict[str, str] = {}
    for lookup in (table.LookupList.Lookup[k] for k in chosen):
        for part in lookup.SubTable:
            lining.update(getattr(getattr(part, "ExtSubTable", part), "mapping", {}))
    for cmap in font["cmap"].tables:
        for code in map(ord, "0123456789"):
            if code in cmap.cmap:
                cmap.cmap[code] = lining.get(cmap.cmap[code], cmap.cmap[code])


def rank_fonts(folder: Path, *, held_out: bool) -> list[FontFile]:
    """The cached fonts with all rank glyphs, sorted by family and weight; `held_out` chooses which half."""
    return [font for font in _cached(folder, ("400.ttf", "700.ttf")) if font.held_out == held_out]


def suit_fonts(folder: Path) -> list[FontFile]:
    """The cached fonts that have ♣ ♦ ♥ ♠."""
    return list(_cached(folder, ("suits.ttf",)))


@lru_cache(maxsize=8)
def _cached(folder: Path, names: tuple[str, ...]) -> list[FontFile]:
    found: list[FontFile] = []
    for home in (folder / "fonts" / family for family in sorted({*FAMILIES, *SUIT_FAMILIES})):
        if (home / "licence").exists():
            licence = (home / "licence").read_text(encoding="utf-8").strip()
            # a cache of an older kind does not say what it holds: the ranks alone
            letters = (home / "letters").read_text(encoding="utf-8") if (home / "letters").exists() else RANK_TEXT
            held_out = home.name in HELD_OUT_FAMILIES
            found += [FontFile(home.name, home / n, licence, held_out, letters) for n in names if (home / n).exists()]
    return found


def glyph_mask(font: FontFile | None, text: str, size: int = 160) -> Mask:
    """The ink of `text`, cut tight; `size` is the em in px.

    Without a font, Pillow's own is used (it lacks the suits). Raises ``ValueError`` when nothing was drawn.
    """
    face: ImageFont.FreeTypeFont | ImageFont.ImageFont
    face = ImageFont.load_default(size) if font is None else ImageFont.truetype(str(font.path), size)
    picture = Image.new("L", (size * (len(text) + 2), size * 3))
    draw = ImageDraw.Draw(picture)
    draw.text((size, size), text, font=face, fill=255)
    return tight(np.asarray(picture, dtype=np.uint8))


def tight(mask: Mask, threshold: int = 64) -> Mask:
    """The mask cut to the box of its ink. Raises ``ValueError`` for an empty one."""
    x, y, w, h = cv2.boundingRect((mask > threshold).astype(np.uint8))
    if not w or not h:
        raise ValueError("nothing was drawn: the mask has no ink")
    return np.ascontiguousarray(mask[y : y + h, x : x + w])
