"""``whist-table enrol``: teaches the reader a pack, from scans of its faces, photographs, or the camera."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from device.keeper.cameras import open_camera
from device.settings import settings as settings_file
from device.settings.errors import CommandError
from device.settings.profiles import learn
from device.settings.settings import Settings
from vision.arrays import Picture
from vision.camera.kinds import parse_camera
from vision.camera.photograph_files import PictureError, load_photograph
from vision.camera.protocol import Camera, CameraError, Look, PictureDropped
from vision.packs.enrol import EnrolError, face_patches, twins
from vision.packs.faces import DESIGNS, Pack, PackError
from vision.packs.profile import Patches, Places, ProfileError, profile_path
from vision.packs.sorting import Doubt, Shown
from vision.planes.planes import PLAY, PlaneFinder, rectify
from vision.reader.reader import ModelError, Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.watch.motion import Motion
from whist.cards import FULL_PACK, PACK, Card

_SUFFIXES: Final = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
_LARGEST: Final = 2400
"""Longer pictures are made as small as this before they are searched: indices of shown cards are large."""
_STILL_LOOKS: Final = 4
_PLAY_AREA: Final = (-150.0, -150.0, 150.0, 150.0)
_SHOWN_AT_ONCE: Final = 9


def enrol(options: argparse.Namespace) -> int:
    """Learn a pack and keep it as a profile; raises ``CommandError``, and then nothing was kept."""
    settings = settings_file.load(options.settings or settings_file.default_file())
    folder = options.data.absolute() if options.data else settings.data_folder()
    path = _place(options, folder)
    if options.faces and options.photos:
        raise CommandError("give either --faces or photographs, not both.")
    try:
        reader = Reader()
        if options.faces:
            patches, labels = _from_faces(reader, options.faces)
        elif options.photos:
            patches, labels = _from_photographs(reader, list(_files(options.photos)))
        else:
            patches, labels = _from_camera(reader, settings, options.camera or settings.camera.kind)
        profile = learn(reader, options.name, patches, labels)
        same = twins(profile)
        if same and not options.alike:
            raise EnrolError(
                f"{same[0][0]} and {same[0][1]} look the same to the reader; put the right one in its place, or give "
                "--alike if they are right and this pack's are so much alike"
            )
        profile.save(path)
    except (PackError, EnrolError, PictureError, CameraError, ModelError, ProfileError) as error:
        raise CommandError(str(error).rstrip(".") + ("" if str(error).endswith("?") else ".")) from error
    jokers = len(profile.known()) - len(PACK)
    print(
        f"{path}: {len(PACK)} cards" + (f" and {jokers} joker{'s' * (jokers > 1)}" if jokers else "") + " learned "
        f"from {len(labels)} pictures of indices; use it with --profile {options.name}, or write "
        f'profile = "{options.name}" under [reader] in the settings.'
    )
    if same:
        pairs = ", ".join(f"{one} and {other}" for one, other in same)
        print(f"So much alike that they will be asked about more often: {pairs}.")
    return 0


def _place(options: argparse.Namespace, folder: Path) -> Path:
    """Where the profile will lie; refused before the work begins when it cannot be kept there."""
    try:
        path = profile_path(folder, options.name)
    except ProfileError as error:
        raise CommandError(f"{error}.") from error
    if path.exists() and not options.replace:
        raise CommandError(f"there is a profile {options.name} already; give --replace to learn the pack anew.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(
            f"the folder {path.parent} cannot be made ({error.strerror}); name another with --data."
        ) from error
    if not os.access(path.parent, os.W_OK):
        raise CommandError(f"the folder {path.parent} may not be written; name another with --data.")
    return path


def _from_faces(reader: Reader, folder: Path) -> tuple[Patches, Places]:
    pack = Pack.from_folder(folder)
    faces = {}
    for card in FULL_PACK:
        try:
            faces[card] = pack.face(card)
        except PackError:
            if not card.is_joker:
                raise
    _refuse_equal(faces)
    return face_patches(reader, faces)


def _refuse_equal(faces: dict[Card, Picture]) -> None:
    """Two cards that look the same cannot be told apart; jokers may."""
    seen: dict[bytes, Card] = {}
    for card, face in faces.items():
        if np.ptp(face[:, :, :3].reshape(-1, 3).astype(int), axis=0).max() < 30:
            raise CommandError(f"the picture of {card} is blank; scan the card again.")
        small = cv2.resize(face, (32, 44), interpolation=cv2.INTER_AREA).tobytes()
        other = seen.setdefault(small, card)
        if other != card and not card.is_joker:
            raise CommandError(f"the pictures of {other} and {card} are the same; put the right one in its place.")


def _files(given: Sequence[Path]) -> Iterator[Path]:
    """The photographs given, those of a folder in order of their names."""
    for path in given:
        if not os.path.isdir(path):
            yield path
            continue
        try:
            inside = sorted(file for file in path.iterdir() if file.suffix.lower() in _SUFFIXES)
        except OSError as error:
            raise CommandError(f"{path} cannot be read ({error.strerror}).") from error
        if not inside:
            raise CommandError(f"{path} holds no photograph; give a folder of pictures of the cards.")
        yield from inside


def _from_photographs(reader: Reader, files: Iterable[Path]) -> tuple[Patches, Places]:
    shown = Shown(reader)
    for file in files:
        found = shown.add(_smaller(load_photograph(file)), str(file))
        print(f"{file}: {found} indices" if found else f"{file}: no card in it; left out", flush=True)
    return _sorted(shown)


def _sorted(shown: Shown) -> tuple[Patches, Places]:
    labels, missing, doubts = shown.sort(_ask if sys.stdin.isatty() else None)
    if missing:
        raise CommandError(f"not seen: {_named(missing)}; show these too, one by one in good light.")
    if doubts:
        pairs = "; ".join(f"{d.sighting.picture}: {d.card} or {d.rival}" for d in doubts[:3])
        more = f" and {len(doubts) - 3} more" if len(doubts) > 3 else ""
        raise CommandError(
            f"it is in doubt which card is which ({pairs}{more}); run it in a terminal to be asked, or show these "
            "cards once more."
        )
    return shown.learned(labels)


def _named(cards: Sequence[Card]) -> str:
    return " ".join(str(card) for card in cards[:12]) + (f" and {len(cards) - 12} more" if len(cards) > 12 else "")


def _ask(doubt: Doubt) -> Card | None:
    """Ask at the terminal; an empty answer is none."""
    at = f"{doubt.sighting.picture}, at {doubt.sighting.x:.0f} across and {doubt.sighting.y:.0f} down"
    while True:
        try:
            answer = input(f"{at}: is this {doubt.card} or {doubt.rival}? ").strip().upper()
        except EOFError:
            return None
        for card in (doubt.card, doubt.rival):
            if answer == str(card):
                return card
        if not answer:
            return None
        print(f"please answer {doubt.card} or {doubt.rival}")


def _from_camera(reader: Reader, settings: Settings, kind: str) -> tuple[Patches, Places]:
    try:
        parse_camera(kind)
    except ValueError as error:
        raise CommandError(f"--camera {kind}: {error}") from error
    camera = open_camera(type(settings.camera)(kind, settings.camera.upside_down))
    if camera is None:
        if settings.simulation.design not in DESIGNS:
            raise CommandError(f"there is no pack design {settings.simulation.design!r}.")
        camera = ShowingCamera(Pack.drawn(settings.simulation.design), settings.simulation.seed)
    shown = Shown(reader)
    print("Show all cards of the pack, face up, in any order, several at a time; Ctrl-C ends.", flush=True)
    try:
        _watch(camera, shown)
    except KeyboardInterrupt:
        print(flush=True)
        if shown.sort()[1]:
            raise
    finally:
        camera.close()
    return _sorted(shown)


def _watch(camera: Camera, shown: Shown) -> None:
    """Add every settled picture until the whole pack, or a folder of frames, was seen; jokers while they come."""
    motion, finder = Motion(_STILL_LOOKS), PlaneFinder()
    before = ""
    while (look := camera.look()) is not None:
        changed = motion.step(look.picture)
        if changed is None or not changed.any():
            continue
        try:
            picture = camera.capture()
        except PictureDropped:
            continue  # what has changed is still unsettled, so the next look captures again
        motion.settle()
        plane = finder.find(picture, wanted=[PLAY]).get(PLAY)
        if plane is not None:
            picture = rectify(picture, plane, _PLAY_AREA, 5.0)
        if not shown.add(_smaller(picture), f"picture {len(shown.sightings) + 1}"):
            continue
        _, missing, doubts = shown.sort()
        said = f"still missing: {_named(missing)}" if missing else "all 52 cards seen"
        if said != before:
            print(said, flush=True)
            before = said
        if not missing and not doubts:
            return


def _smaller(picture: Picture) -> Picture:
    longest = max(picture.shape[:2])
    if longest <= _LARGEST:
        return picture
    scale = _LARGEST / longest
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


class ShowingCamera:
    """The simulated table's camera (the ``Camera`` protocol) while somebody shows it a pack, nine cards at a time."""

    noisy = True

    def __init__(self, pack: Pack, seed: int = 1) -> None:
        self._table = SimulatedTable(seed)
        self._camera = SimulatedCamera(self._table, pack, seed=seed)
        self._left = list(FULL_PACK)
        np.random.default_rng(seed).shuffle(self._left)
        self._lay()

    def _lay(self) -> None:
        self._table.clear()
        for place, card in enumerate(self._left[:_SHOWN_AT_ONCE]):
            self._table.lay(card, 85.0 * (place % 3 - 1), 95.0 * (place // 3 - 1), 3.0 * (place % 5 - 2))
        del self._left[:_SHOWN_AT_ONCE]

    def look(self) -> Look | None:
        """The newest small picture; None when all cards were shown."""
        return self._camera.look() if self._table.scene().laid else None

    def capture(self) -> Picture:
        """The full-size picture; afterwards the next cards are laid."""
        picture = self._camera.capture()
        self._lay()
        return picture

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()
