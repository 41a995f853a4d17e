"""Profiles in the data folder: which one a command uses, and a reader that uses it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tqdm import tqdm

from device.settings import settings as settings_file
from device.settings.errors import CommandError
from vision.packs.enrol import crops_to_learn, taught
from vision.packs.profile import SUFFIX, Patches, Places, Profile, ProfileError, model_digest, profile_path
from vision.reader.reader import MODEL_FOLDER, ModelError, Reader


def find_profile(given: str, folder: Path) -> Path:
    """File of the profile that `given` names: a file, or the name of one in the data folder.

    Raises ``CommandError``, with the names there are, when there is no such profile.
    """
    path = Path(given)
    if path.suffix == SUFFIX or len(path.parts) > 1:
        if path.is_file():
            return path
        raise CommandError(f"there is no profile {path}; name a file that `whist-table enrol` wrote, or a profile.")
    try:
        path = profile_path(folder, given)
    except ProfileError as error:
        raise CommandError(f"{error}.") from error
    if not path.is_file():
        known = sorted(file.stem for file in path.parent.glob(f"*{SUFFIX}") if not file.name.startswith("."))
        instead = f"choose one of {', '.join(known)}" if known else f"teach it: whist-table enrol --name {given}"
        raise CommandError(f"there is no profile {given} in {path.parent}; {instead}.")
    return path


def open_reader(given: str = "", folder: Path | None = None) -> Reader:
    """The card reader, with the profile `given` (a name in the data `folder`, or a file; "" for none).

    A profile that another model made is made anew from its own pictures, and kept. Raises ``CommandError``.
    """
    try:
        if not given:
            return Reader()
        path = find_profile(given, folder or Path())
        profile = Profile.load(path)
        if profile.model != model_digest(MODEL_FOLDER):
            print(f"whist-table: {path.name} was made with another model; making it anew …", file=sys.stderr)
            profile = learn(Reader(), profile.name, profile.patches, profile.labels)
            try:
                profile.save(path)
            except ProfileError as error:
                print(f"whist-table: {error}; it is used all the same.", file=sys.stderr)
        return Reader(profile=profile)
    except (ModelError, ProfileError) as error:
        raise CommandError(f"{error}.") from error


def reader_for(options: argparse.Namespace) -> Reader:
    """The card reader with the profile of ``--profile``, else of the settings; raises as `open_reader`."""
    settings = settings_file.load(options.settings or settings_file.default_file())
    folder = options.data.absolute() if options.data else settings.data_folder()
    given = options.profile if options.profile is not None else settings.reader.profile
    return open_reader(given, folder)


def learn(reader: Reader, name: str, patches: Patches, labels: Places) -> Profile:
    """The profile of sorted patches, with a progress bar where somebody looks."""
    total = crops_to_learn(labels)
    with tqdm(total=total, desc="learning the pack", unit="crop", disable=not sys.stderr.isatty()) as bar:
        return taught(reader, name, model_digest(MODEL_FOLDER), patches, labels, bar.update)
