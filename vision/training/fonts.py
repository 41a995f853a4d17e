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
    *("goudy-bookletter-1911", "alegreya", "merriweather", "lora", "im-fell-english", "im-fell-dw-pica"),
    *("sorts-mill-goudy", "playfair-display-sc", "marcellus", "forum", "bitter"),
    # didones: swash-tail Q, flat-topped 3, balls on 2, 3, 6, 9 and J
    *("playfair-display", "bodoni-moda", "abril-fatface", "old-standard-tt", "gfs-didot", "libre-bodoni"),
    *("rozha-one", "vidaloka", "prata", "bigshot-one", "chonburi", "dm-serif-display", "gloock", "oranienbaum"),
    *("elsie", "gravitas-one", "corben"),
    # slabs, Clarendons among them
    *("roboto-slab", "rokkitt", "arvo", "alfa-slab-one", "josefin-slab", "stint-ultra-condensed", "zilla-slab"),
    *("ultra", "bevan", "patua-one", "suez-one", "crete-round", "coustard", "sanchez", "bree-serif", "kreon"),
    *("diplomata", "graduate", "stint-ultra-expanded", "podkova"),
    # typewriters
    *("courier-prime", "special-elite", "cutive-mono", "nixie-one", "space-mono"),
    # narrow and wide sans serifs
    *("oswald", "bebas-neue", "fjalla-one", "league-gothic", "pathway-gothic-one", "roboto-condensed", "antonio"),
    *("barlow-condensed", "yanone-kaffeesatz", "six-caps", "inter", "work-sans", "archivo-black", "montserrat"),
    *("open-sans", "raleway", "poppins", "anton", "archivo-narrow", "pt-sans-narrow", "ubuntu-condensed", "teko"),
    *("khand", "francois-one", "passion-one", "squada-one", "economica", "fira-sans-extra-condensed", "staatliches"),
    *("saira-extra-condensed", "big-shoulders-display", "homenaje", "josefin-sans", "righteous"),
    # rounded
    *("nunito", "varela-round", "quicksand", "fredoka", "comfortaa", "dosis", "baloo-2", "chewy", "lilita-one"),
    *("titan-one", "luckiest-guy"),
    # Western, circus and casino
    *("rye", "smokum", "sancreek", "holtwood-one-sc", "ewert", "vast-shadow", "shrikhand", "ribeye"),
    # blackletter and uncial
    *("grenze-gotisch", "pirata-one", "germania-one", "almendra", "metamorphous", "new-rocker", "medievalsharp"),
    *("macondo", "texturina"),
    # art déco and art nouveau
    *("limelight", "federo", "kelly-slab", "cinzel", "cinzel-decorative", "berkshire-swash", "poiret-one", "gruppo"),
    *("fascinate", "amarante", "arbutus", "lancelot", "mountains-of-christmas", "modern-antiqua"),
    *("bigelow-rules", "griffy", "ruslan-display", "julius-sans-one"),
    # stencil
    *("stardos-stencil", "allerta-stencil", "black-ops-one", "saira-stencil-one", "sirin-stencil"),
    # pen and brush
    *("caveat", "permanent-marker", "pacifico", "lobster", "courgette", "patrick-hand", "kalam", "amatic-sc"),
    *("dancing-script", "oleo-script", "kaushan-script", "playball", "rock-salt"),
    # inline, outlined, shaded
    *("fascinate-inline", "bungee-inline", "londrina-shadow", "cabin-sketch", "ribeye-marrow"),
    *("bungee", "fredericka-the-great"),
    # of pixels and of the machine
    *("press-start-2p", "vt323", "silkscreen", "orbitron", "audiowide", "russo-one"),
    # more serifs and slabs
    *("adamina", "aleo", "alice", "alike", "amiri", "antic-didone", "arapey", "aref-ruqaa", "average", "belgrano"),
    *("bellefair", "besley", "biorhyme", "brawler", "buenard", "caladea", "cambo", "cantata-one", "cardo", "copse"),
    *("cormorant", "cormorant-infant", "cormorant-sc", "david-libre", "dm-serif-text", "domine", "enriqueta"),
    *("esteban", "fanwood-text", "fenix", "fjord-one", "frank-ruhl-libre", "fraunces", "gabriela", "gilda-display"),
    *("glegoo", "headland-one", "hepta-slab", "ibarra-real-nova", "ibm-plex-serif", "inika", "inknut-antiqua"),
    *("instrument-serif", "judson", "kameron", "kotta-one", "kurale", "ledger", "linden-hill", "literata"),
    *("lusitana", "lustria", "mate", "mate-sc", "mirza", "montaga", "neuton", "newsreader", "noticia-text"),
    *("noto-serif", "noto-serif-display", "ovo", "petrona", "playfair", "port-lligat-slab", "prociono", "pt-serif"),
    *("quando", "quattrocento", "radley", "rosarivo", "rufina", "slabo-27px", "source-serif-4", "spectral", "stoke"),
    *("taviraj", "tienne", "tinos", "trirong", "trocchi", "unna", "volkhov", "vollkorn", "vollkorn-sc", "wellfleet"),
    "yrsa",
    # fat and loud
    *("asset", "bangers", "bowlby-one", "carter-one", "ceviche-one", "changa-one", "chango", "chela-one", "coiny"),
    *("dela-gothic-one", "emblema-one", "fontdiner-swanky", "fugaz-one", "galindo", "irish-grover", "katibeh"),
    *("lalezar", "lemon", "metal-mania", "paytone-one", "piedra", "poller-one", "racing-sans-one", "rakkas"),
    *("rammetto-one", "rubik-mono-one", "sansita", "seymour-one", "shojumaru", "sigmar-one", "skranji", "sonsie-one"),
    *("spicy-rice", "trade-winds", "viga", "yeseva-one", "young-serif"),
    # more sans serifs
    *("acme", "advent-pro", "alumni-sans", "asap-condensed", "bahianita", "basic", "boogaloo", "bubblegum-sans"),
    *("cabin", "coda", "convergence", "cuprum", "encode-sans-condensed", "exo-2", "ibm-plex-sans-condensed", "jost"),
    *("karla", "krona-one", "lato", "league-spartan", "libre-franklin", "mouse-memoirs", "nova-cut", "nova-slim"),
    *("play", "pragati-narrow", "pt-sans", "quantico", "questrial", "rationale", "rosario", "rubik", "ruda"),
    *("saira-condensed", "scada", "signika", "smooch-sans", "sniglet", "sofia-sans-extra-condensed", "source-sans-3"),
    *("spinnaker", "syncopate", "tenor-sans", "titillium-web", "unica-one", "voltaire"),
    # more that are drawn by hand, or odd
    *("akaya-kanadaka", "aladin", "almendra-sc", "barrio", "cherry-cream-soda", "cherry-swash", "croissant-one"),
    *("delius", "elsie-swash-caps", "glass-antiqua", "grenze", "ibm-plex-mono", "maiden-orange", "merienda"),
    *("mystery-quest", "oldenburg", "peralta", "risque", "short-stack", "simonetta"),
)
SUIT_FAMILIES: Final[tuple[str, ...]] = ("noto-sans-symbols-2", "dejavu-sans", "dejavu-serif")
HELD_OUT_FAMILIES: Final[frozenset[str]] = frozenset(
    (
        *("gelasio", "libre-bodoni", "zilla-slab", "fjalla-one", "open-sans", "varela-round", "vidaloka", "kelly-slab"),
        *("chonburi", "bevan", "medievalsharp", "amarante", "sirin-stencil", "courgette", "ribeye-marrow"),
        *("vast-shadow", "squada-one", "texturina"),
    )
)
"""Never drawn from in training: they make the held-out drawn packs."""

SUIT_TEXT: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RANK_TEXT: Final = "0123456789TJQKA"
"""What a font must have."""
OTHER_TEXT: Final = "BDVREnsOKJPeork"
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
        any(_keep(read(name), home / "suits.ttf", "".join(SUIT_TEXT.values())) for name in regular)
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
