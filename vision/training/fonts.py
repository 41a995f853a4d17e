"""Free fonts that rank glyphs (and ♣ ♦ ♥ ♠) of drawn packs are taken from; fetched as npm packages, kept as TrueType.

Layout of the cache: ``FOLDER/fonts/FAMILY/400.ttf`` (and ``700.ttf``), ``suits.ttf`` where the family has the four
suits, and ``licence`` with the licence's SPDX name. A family whose licence text is not one of `FREE_LICENCES` is not
kept.
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
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask = NDArray[np.uint8]
"""(H, W) coverage, 0 outside the ink … 255 inside it."""

FREE_LICENCES: Final = {
    "bitstream vera fonts copyright": "Bitstream-Vera",
    "sil open font license": "OFL-1.1",
    "apache license": "Apache-2.0",
    "ubuntu font licence": "Ubuntu-font-1.0",
}
"""Words in the text of a free font's licence → its SPDX name. The text decides: a package's own word has been wrong."""

FAMILIES: Final[tuple[str, ...]] = (
    # old-style serifs
    *("eb-garamond", "cormorant-garamond", "libre-baskerville", "crimson-text", "gelasio", "libre-caslon-text"),
    *("goudy-bookletter-1911", "alegreya", "merriweather", "lora"),
    # didones: swash-tail Q, flat-topped 3, balls on 2, 3, 6, 9 and J
    *("playfair-display", "bodoni-moda", "abril-fatface", "old-standard-tt", "gfs-didot", "libre-bodoni"),
    *("rozha-one", "vidaloka", "prata", "bigshot-one"),
    # slabs
    *(
        "roboto-slab",
        "rokkitt",
        "arvo",
        "alfa-slab-one",
        "josefin-slab",
        "stint-ultra-condensed",
        "zilla-slab",
        "ultra",
    ),
    # typewriters
    *("courier-prime", "special-elite", "cutive-mono"),
    # narrow and wide sans serifs
    *("oswald", "bebas-neue", "fjalla-one", "league-gothic", "pathway-gothic-one", "roboto-condensed", "antonio"),
    *("barlow-condensed", "yanone-kaffeesatz", "six-caps", "inter", "work-sans", "archivo-black", "montserrat"),
    *("open-sans", "raleway", "poppins"),
    # rounded
    *("nunito", "varela-round", "quicksand", "fredoka"),
    # display faces, a few like a casino's
    *("rye", "limelight", "cinzel", "grenze-gotisch", "pirata-one", "metamorphous", "berkshire-swash", "smokum"),
    *("sancreek", "germania-one", "holtwood-one-sc", "federo", "kelly-slab", "almendra"),
)
SUIT_FAMILIES: Final[tuple[str, ...]] = ("noto-sans-symbols-2", "dejavu-sans", "dejavu-serif")
HELD_OUT_FAMILIES: Final[frozenset[str]] = frozenset(
    ("gelasio", "libre-bodoni", "zilla-slab", "fjalla-one", "open-sans", "varela-round", "vidaloka", "kelly-slab")
)
"""Never drawn from in training: they make the held-out drawn packs."""

SUIT_TEXT: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_RANK_TEXT: Final = "0123456789TJQKA"


@dataclass(frozen=True)
class FontFile:
    """One weight of one family: where it lies, its licence, and whether it may be trained on."""

    family: str
    path: Path
    licence: str
    held_out: bool


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
    if (home / "licence").exists():
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
                _keep(read(name), home / f"{weight}.ttf", _RANK_TEXT)
        regular = [name for name in sorted(files) if name.endswith("-400-normal.woff2")]
        any(_keep(read(name), home / "suits.ttf", "".join(SUIT_TEXT.values())) for name in regular)
    (home / "licence").write_text(licence + "\n", encoding="utf-8")
    return True


def _keep(woff: bytes, target: Path, needed: str) -> bool:
    """Write a font as TrueType, cut down to `needed`, if it has all of these characters."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    # it warns of editors' private tables, which are dropped anyway
    logging.getLogger("fontTools.subset").setLevel(logging.ERROR)
    font = TTFont(io.BytesIO(woff))
    if not {ord(letter) for letter in needed} <= set(font.getBestCmap() or ()):
        return False
    options = subset.Options()
    # lining figures come from the font's own 'lnum' where PIL's layout can ask for them; keep it
    options.layout_features = ["lnum"]
    options.notdef_outline = True
    cut = subset.Subsetter(options)
    cut.populate(text=needed + "eorkJOKER")
    cut.subset(font)
    font.flavor = None
    font.save(target)
    return True


def rank_fonts(folder: Path, *, held_out: bool) -> list[FontFile]:
    """The cached fonts with all rank glyphs, sorted by family and weight; `held_out` chooses which half."""
    return [font for font in _cached(folder, ("400.ttf", "700.ttf")) if font.held_out == held_out]


def suit_fonts(folder: Path) -> list[FontFile]:
    """The cached fonts that have ♣ ♦ ♥ ♠."""
    return _cached(folder, ("suits.ttf",))


def _cached(folder: Path, names: tuple[str, ...]) -> list[FontFile]:
    found = []
    for home in sorted((folder / "fonts").glob("*")):
        if (home / "licence").exists():
            licence = (home / "licence").read_text(encoding="utf-8").strip()
            held_out = home.name in HELD_OUT_FAMILIES
            found += [FontFile(home.name, home / n, licence, held_out) for n in names if (home / n).exists()]
    return found


def glyph_mask(font: FontFile | None, text: str, size: int = 160, tracking: float = 0.0) -> Mask:
    """The ink of `text`, cut tight; `size` is the em in px, `tracking` extra space between letters in ems.

    Without a font, Pillow's own is used (it lacks the suits). Raises ``ValueError`` when nothing was drawn.
    """
    face: ImageFont.FreeTypeFont | ImageFont.ImageFont
    face = ImageFont.load_default(size) if font is None else ImageFont.truetype(str(font.path), size)
    picture = Image.new("L", (size * (len(text) + 2), size * 3))
    pen, draw = float(size), ImageDraw.Draw(picture)
    for letter in text:
        # letter by letter, for the spacing; figures of one font are as good as never kerned
        draw.text((pen, size), letter, font=face, fill=255)
        pen += float(face.getlength(letter)) + tracking * size
    return tight(np.asarray(picture, dtype=np.uint8))


def tight(mask: Mask, threshold: int = 64) -> Mask:
    """The mask cut to the box of its ink. Raises ``ValueError`` for an empty one."""
    x, y, w, h = cv2.boundingRect((mask > threshold).astype(np.uint8))
    if not w or not h:
        raise ValueError("nothing was drawn: the mask has no ink")
    return np.ascontiguousarray(mask[y : y + h, x : x + w])
