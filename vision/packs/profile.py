"""What the reader has learned about one pack, and how that changes its beliefs; kept in one file.

A profile holds where crops of each card of its pack lie among the classifier's features, and, to compare with, where
crops of other packs lie. It is asked only while the crops seen of late look like its pack: then a crop is what it lies
nearest to. On another pack, beliefs stay what the network said.
"""

from __future__ import annotations

import hashlib
import io
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Numbers
from vision.index.beliefs import NO_CARD, Belief
from vision.output_files import replace_whole
from vision.packs.array_file import ArraysTooLarge, arrays_in
from whist.cards import FULL_PACK, Card

Places = npt.NDArray[np.int64]
Patches = npt.NDArray[np.uint8]
"""(n, PATCH_HEIGHT, PATCH_WIDTH, 4): upright indices with what stands around them, BGRA, alpha 0 beyond the card."""

PATCH_HEIGHT: Final = 112
PATCH_WIDTH: Final = 80
VERSION: Final = 1
"""Version of the file; another one is refused."""
SUFFIX: Final = ".npz"
_MOST_BYTES: Final = 64_000_000
_MOST_UNPACKED: Final = 128_000_000
"""Bytes of a profile at most, packed and unpacked."""

_LEAST: Final = 1e-4
"""Probability that a profile leaves to each card that it finds impossible."""
_ODDS: Final = (0.15, 10.0)
"""Weight of a crop's log odds against other packs, and the greatest that counts."""
_FARTHER: Final = 0.55
"""So much farther, in the logarithm of squared distance, crops of a like pack lie than those of the pack itself."""
_LIMITS: Final = (-3.0, 2.0)
"""What a crop's distance says for the pack stays within these log odds."""
_MEMORY: Final = 0.985
"""Share of the log odds that is left after each further index: packs change seldom, some dozens of them decide."""
_MOST: Final = 28.0
_DOUBT: Final = 14.0
"""Log odds against the profile's pack before anything is seen: one look at both holders outweighs them, a few cards of
another pack that happen to be alike do not."""
_FOREIGN: Final = 12.0
"""A crop that by itself speaks against the pack with about this many log odds is left to the network."""
_SILENT: Final = 0.9
_STEEP: Final = 8.0
"""At this share of its reach the profile falls silent, and how sharply."""
_HEARD: Final = 0.3
"""Power to which the network's belief counts beside the profile's: it decides what lies between two cards."""
_INDEX: Final = 0.5
"""Crops to which the network gives at least this much "no card" say nothing about the pack."""


class ProfileError(Exception):
    """A profile cannot be read or written; the text is one sentence."""


@dataclass(frozen=True, eq=False)
class Profile:
    """A pack the reader was taught. Features are square roots of `Reader.features`, then whitened."""

    name: str
    model: str
    """`model_digest` of the model that made it."""
    cards: Places
    """(k,) places in ``FULL_PACK`` of the cards it knows, each once for every size at which it was learned."""
    whitening: Numbers
    """(features, features): makes the spread of crops of one card 1 in each direction."""
    own: Numbers
    """(k, features) where crops of each card lie, whitened."""
    elsewhere: Numbers
    """(m, features) where crops of cards of other packs lie, whitened."""
    reach: float
    """Squared distance from its card within which nearly all crops of the pack lie."""
    usual: tuple[float, float]
    """Mean and standard deviation of the logarithm of that squared distance."""
    patches: Patches
    labels: Places
    """(n,) place in ``FULL_PACK`` of what each patch shows: enough to make the profile anew for another model."""

    def known(self) -> tuple[Card, ...]:
        """The cards it knows."""
        return tuple(FULL_PACK[k] for k in np.unique(self.cards))

    def evidence(self, features: Numbers) -> tuple[Numbers, Numbers]:
        """Of features (n, f): squared distances to its own cards (n, k), and log odds (n,) that it is of this pack."""
        seen = np.sqrt(np.maximum(features, 0)) @ self.whitening
        own = _squared(seen, self.own)
        elsewhere = _squared(seen, self.elsewhere)
        return own, 0.5 * (elsewhere.min(1, initial=np.inf) - own.min(1, initial=np.inf))

    def speaks_for(self, own: Numbers, odds: Numbers) -> Numbers:
        """Log odds (n,) with which crops of `evidence` say that this pack is on the table."""
        mean, spread = self.usual
        off = np.log(np.maximum(own.min(1), 1e-3)) - mean
        near = np.clip(_FARTHER * (_FARTHER - 2 * off) / (2 * spread * spread), *_LIMITS)
        return np.asarray(_ODDS[0] * np.clip(odds, -_ODDS[1], _ODDS[1]) + near, np.float32)

    def changed(self, beliefs: Belief, own: Numbers, odds: Numbers, pack: float) -> Belief:
        """Beliefs (n, 55) of crops of `evidence`, where log odds `pack` say that this pack is on the table."""
        nearest = own.min(1)
        trust = _share(pack) * _share(odds + _FOREIGN) * _share(_STEEP * (_SILENT - nearest / self.reach))
        # what is no index lies far from every card, and stays none
        none = beliefs[:, NO_CARD] * (1 - trust)
        said = beliefs[:, :NO_CARD].astype(np.float64)
        said /= np.maximum(said.sum(1, keepdims=True), 1e-9)
        cards = np.full((len(beliefs), NO_CARD), _LEAST, np.float64)
        np.add.at(cards.T, self.cards, np.exp(-0.5 * (own - nearest[:, None])).T)
        cards *= np.maximum(said, _LEAST) ** _HEARD
        cards /= cards.sum(1, keepdims=True)
        mixed = (1 - trust)[:, None] * said + trust[:, None] * cards
        mixed *= ((1 - none) / np.maximum(mixed.sum(1), 1e-9))[:, None]
        return np.concatenate([mixed, none[:, None]], 1).astype(np.float32)

    def save(self, path: Path) -> None:
        """Write it to `path`, whole or not at all; raises `ProfileError`."""
        data = io.BytesIO()
        np.savez_compressed(
            data,
            version=np.array(VERSION),
            name=np.array(self.name),
            model=np.array(self.model),
            cards=self.cards,
            whitening=self.whitening,
            own=self.own,
            elsewhere=self.elsewhere,
            reach=np.array(self.reach),
            usual=np.array(self.usual),
            patches=self.patches,
            labels=self.labels,
        )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_whole(path, data.getvalue(), mode=0o600)
        except OSError as error:
            raise ProfileError(
                f"the profile {path} cannot be written ({error.strerror}); name another data folder"
            ) from None

    @classmethod
    def load(cls, path: Path) -> Profile:
        """The profile in a file; raises `ProfileError` when it is missing, damaged or of another version."""
        arrays = _arrays(path)
        damaged = ProfileError(f"the profile {path} is damaged; make it anew with `whist-table enrol --replace`")
        try:
            version = int(arrays["version"])
            if version != VERSION:
                raise ProfileError(
                    f"the profile {path} is of version {version}, this program reads version {VERSION}; "
                    "make it anew with `whist-table enrol --replace`"
                )
            profile = cls(
                name=str(arrays["name"]),
                model=str(arrays["model"]),
                cards=arrays["cards"].astype(np.int64),
                whitening=arrays["whitening"].astype(np.float32),
                own=arrays["own"].astype(np.float32),
                elsewhere=arrays["elsewhere"].astype(np.float32),
                reach=float(arrays["reach"]),
                usual=(float(arrays["usual"][0]), float(arrays["usual"][1])),
                patches=arrays["patches"],
                labels=arrays["labels"].astype(np.int64),
            )
        except (KeyError, TypeError, ValueError, IndexError):
            raise damaged from None
        if not _fits(profile):
            raise damaged
        return profile


class ProfileInUse:
    """A profile at work: it remembers of what pack the last crops were, for one table has one pack for a long time.

    Calls from several threads are allowed.
    """

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._pack = 0.0
        self._lock = threading.Lock()

    def applied(self, beliefs: Belief, features: Numbers, looks: int = 1) -> Belief:
        """Beliefs (n, 55) of crops seen together, changed where they are of the profile's pack; features are (n, f).

        ``looks`` crops show the same index: of the pack they tell no more than one.
        """
        if not len(beliefs):
            return beliefs
        own, odds = self.profile.evidence(features)
        seen = beliefs[:, NO_CARD] < _INDEX
        fresh = float(self.profile.speaks_for(own[seen], odds[seen]).sum()) / looks if seen.any() else 0.0
        with self._lock:
            self._pack = min(max(self._pack * _MEMORY ** (int(seen.sum()) / looks) + fresh, -_MOST), _MOST)
            pack = self._pack - _DOUBT
        return self.profile.changed(beliefs, own, odds, pack)


def model_digest(folder: Path) -> str:
    """Which classifier lies in a model folder: SHA-256 of its file, hexadecimal; "" where there is none."""
    try:
        return hashlib.sha256((folder / "classifier.onnx").read_bytes()).hexdigest()
    except OSError:
        return ""


def profile_path(folder: Path, name: str) -> Path:
    """File of the profile `name` in a data folder; raises `ProfileError` for what is no plain name."""
    plain = name.replace("-", "").replace("_", "").replace(" ", "")
    if not plain.isalnum() or name != name.strip() or len(name.encode()) > 100:
        raise ProfileError(f"{name!r} cannot name a profile; use letters, digits, - and _, such as bicycle")
    return folder / "profiles" / (name + SUFFIX)


def _squared(seen: Numbers, prototypes: Numbers) -> Numbers:
    """Squared distances (n, k) of rows (n, f) and (k, f)."""
    cross = seen @ prototypes.T
    squares = (seen * seen).sum(1)[:, None] - 2 * cross + (prototypes * prototypes).sum(1)
    return np.asarray(np.maximum(squares, 0), np.float32)


def _share(odds: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(odds, -60, 60)))


def _fits(profile: Profile) -> bool:
    """Whether shapes and values go together."""
    size = profile.own.shape[-1]
    numbers = (profile.whitening, profile.own, profile.elsewhere)
    return (
        profile.own.shape == (len(profile.cards), size)
        and profile.whitening.shape == (size, size)
        and profile.elsewhere.ndim == 2
        and profile.elsewhere.shape[1] == size
        and len(profile.cards) > 0
        and len(profile.elsewhere) > 0
        and all(np.isfinite(part).all() for part in numbers)
        and profile.reach > 0
        and profile.usual[1] > 0
        and bool(np.isfinite([profile.reach, *profile.usual]).all())
        and profile.patches.dtype == np.uint8
        and profile.patches.shape == (len(profile.labels), PATCH_HEIGHT, PATCH_WIDTH, 4)
        and all(((part >= 0) & (part < NO_CARD)).all() for part in (profile.cards, profile.labels))
    )


def _arrays(path: Path) -> dict[str, Any]:
    try:
        return arrays_in(path, _MOST_BYTES, _MOST_UNPACKED)
    except FileNotFoundError:
        raise ProfileError(f"there is no profile {path}; make it with `whist-table enrol`") from None
    except OSError as error:
        raise ProfileError(
            f"the profile {path} cannot be read ({error.strerror}); name a file that `whist-table enrol` wrote"
        ) from None
    except ArraysTooLarge:
        raise ProfileError(f"{path} is too large for a profile; name a file that `whist-table enrol` wrote") from None
    except ValueError as error:
        raise ProfileError(
            f"{path} is no profile, or one cut short; make it anew with `whist-table enrol --replace`"
        ) from error
