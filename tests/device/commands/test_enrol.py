"""`whist-table enrol` as its users meet it, with very little computing: what it learns is tested in vision."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.commands import enrol as command
from device.commands.cli import main
from device.settings import profiles
from device.settings.errors import CommandError
from device.settings.profiles import find_profile
from vision.packs import enrol
from vision.packs.faces import Pack
from vision.packs.profile import Profile
from vision.packs.sorting import Shown
from whist.cards import FULL_PACK, JOKERS, PACK, Card


@pytest.fixture(autouse=True)
def _little_computing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in (
        ("CROPS", 2),
        ("_FOREIGN_PACKS", 1),
        ("_FOREIGN_CROPS", 1),
        ("_SCALES", (24.0,)),
        ("_TWINS", 0),
    ):
        monkeypatch.setattr(enrol, name, value)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "no-settings"))
    monkeypatch.delenv("CONFIGURATION_DIRECTORY", raising=False)


def run(*arguments: object) -> int:
    try:
        return main([str(argument) for argument in arguments])
    except SystemExit as end:
        return int(end.code or 0)


@pytest.fixture(scope="module")
def scans(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Scans of a whole pack with its jokers, by card code."""
    folder = tmp_path_factory.mktemp("scans")
    pack = Pack.drawn("standard")
    for card in FULL_PACK:
        cv2.imwrite(str(folder / f"{card}.png"), pack.face(card))
    return folder


@pytest.fixture
def faces(scans: Path, tmp_path: Path) -> Path:
    """The same, to be spoiled."""
    return Path(shutil.copytree(scans, tmp_path / "faces"))


def test_scans_make_a_profile_that_read_uses(faces: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    assert run("enrol", "--faces", faces, "--name", "mine", "--data", data) == 0
    said = capsys.readouterr().out
    assert "52 cards and 2 jokers" in said
    profile = Profile.load(data / "profiles" / "mine.npz")
    assert profile.known() == FULL_PACK
    photo = tmp_path / "one.png"
    cv2.imwrite(str(photo), np.pad(cv2.imread(str(faces / "H7.png")), ((90, 90), (90, 90), (0, 0)), constant_values=90))
    assert run("read", photo, "--profile", "mine", "--data", data) == 0
    assert "H7" in capsys.readouterr().out
    assert run("read", photo, "--profile", data / "profiles" / "mine.npz") == 0
    assert "H7" in capsys.readouterr().out
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[data]\nfolder = "{data}"\n[reader]\nprofile = "yours"\n', encoding="utf-8")
    assert run("read", photo, "--settings", settings) == 1
    assert "there is no profile yours" in capsys.readouterr().err
    assert run("enrol", "--faces", faces, "--name", "mine", "--data", data) == 1
    assert "--replace" in capsys.readouterr().err
    assert run("enrol", "--faces", faces, "--name", "mine", "--data", data, "--replace") == 0


def test_a_profile_of_another_model_is_made_anew(
    faces: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profiles, "model_digest", lambda folder: "old")
    assert run("enrol", "--faces", faces, "--name", "mine", "--data", tmp_path) == 0
    monkeypatch.undo()
    monkeypatch.setattr(enrol, "CROPS", 2)
    monkeypatch.setattr(enrol, "_FOREIGN_PACKS", 1)
    capsys.readouterr()
    path = tmp_path / "profiles" / "mine.npz"
    reader = profiles.open_reader("mine", tmp_path)
    assert "making it anew" in capsys.readouterr().err
    assert reader._profile is not None
    again = Profile.load(path)
    assert len(again.model) == 64
    assert again.known() == FULL_PACK
    profiles.open_reader("mine", tmp_path)
    assert not capsys.readouterr().err


def test_fifty_one_scans_are_too_few(faces: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (faces / "DQ.png").unlink()
    assert run("enrol", "--faces", faces, "--name", "mine", "--data", tmp_path) == 1
    assert "no picture of DQ" in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.npz"))


def test_two_scans_of_one_card_are_refused(faces: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(faces / "DQ.png", faces / "DK.png")
    assert run("enrol", "--faces", faces, "--name", "mine", "--data", tmp_path) == 1
    assert "DQ and DK are the same" in capsys.readouterr().err


def test_cards_that_are_too_much_alike_are_learned_only_on_demand(
    faces: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "twins", lambda profile: [(Card.parse("D3"), Card.parse("D5"))])
    given = ("enrol", "--faces", faces, "--name", "mine", "--data", tmp_path)
    assert run(*given) == 1
    assert "D3 and D5 look the same to the reader; put the right one" in (said := capsys.readouterr().err)
    assert "--alike" in said
    assert not list(tmp_path.rglob("*.npz"))
    assert run(*given, "--alike") == 0
    assert "asked about more often: D3 and D5." in capsys.readouterr().out
    assert Profile.load(tmp_path / "profiles" / "mine.npz").known() == FULL_PACK


def test_a_blank_scan_is_refused(faces: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(faces / "S4.png"), np.full((880, 570, 3), 240, np.uint8))
    assert run("enrol", "--faces", faces, "--name", "mine", "--data", tmp_path) == 1
    assert "S4 is blank" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["a/b", "", ".", "x.npz"])
def test_names_that_are_none(scans: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert run("enrol", "--faces", scans, "--name", name, "--data", tmp_path) == 1
    assert "cannot name a profile" in capsys.readouterr().err


def test_a_data_folder_that_cannot_be_made(scans: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert run("enrol", "--faces", scans, "--name", "mine", "--data", tmp_path / "file") == 1
    assert "cannot be made" in capsys.readouterr().err


def test_a_data_folder_that_may_not_be_written(
    scans: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command.os, "access", lambda path, how: False)
    assert run("enrol", "--faces", scans, "--name", "mine", "--data", tmp_path) == 1
    assert "may not be written" in capsys.readouterr().err


def test_a_photograph_without_a_card_leaves_all_cards_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "cloth.png"), np.full((400, 400, 3), (60, 110, 40), np.uint8))
    assert run("enrol", tmp_path / "cloth.png", "--name", "mine", "--data", tmp_path) == 1
    said = capsys.readouterr()
    assert "no card in it" in said.out
    assert "not seen: C2 C3" in said.err
    assert "and 40 more" in said.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing-here.jpg"], "there is no file"),
        (["--camera", "sum"], "a camera is written"),
        (["--camera", "files:nowhere"], "is no folder"),
    ],
)
def test_sources_that_are_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert run("enrol", *arguments, "--name", "mine", "--data", tmp_path) == 1
    assert said in capsys.readouterr().err


def test_two_sources_are_one_too_many(scans: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("enrol", scans / "H7.png", "--faces", scans, "--name", "mine", "--data", tmp_path) == 1
    assert "not both" in capsys.readouterr().err


@pytest.mark.parametrize(("seen", "kept"), [(FULL_PACK, True), (PACK[:51], False)])
def test_ctrl_c_keeps_a_whole_pack_and_nothing_less(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    seen: tuple[object, ...],
    kept: bool,
) -> None:
    pack = Pack.drawn("standard")

    class Seen(Shown):
        def sort(self, ask: object = None) -> object:  # type: ignore[override]
            labels = np.array([FULL_PACK.index(card) for card in seen])
            return labels, [card for card in PACK if card not in seen], []

        def learned(self, labels: object) -> object:  # type: ignore[override]
            faces = {card: pack.face(card) for card in seen}  # type: ignore[attr-defined]
            return enrol.face_patches(command.Reader(threads=1), faces)

    def interrupted(camera: object, shown: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "Shown", Seen)
    monkeypatch.setattr(command, "_watch", interrupted)
    status = run("enrol", "--camera", "sim", "--name", "mine", "--data", tmp_path)
    assert status == (0 if kept else 130)
    assert bool(list(tmp_path.rglob("*.npz"))) == kept


def test_the_simulated_person_shows_every_card_once() -> None:
    camera = command.ShowingCamera(Pack.drawn("standard"))
    shown = []
    while camera._table.scene().laid:
        shown += [laid.card for laid in camera._table.scene().laid]
        camera._lay()
    assert len(shown) == 54
    assert set(shown) == {*PACK, *JOKERS}
    assert camera.look() is None


def test_the_question_at_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from vision.packs.sorting import Doubt, SeenIndex

    doubt = Doubt(SeenIndex("a.jpg", 10, 20, 0), PACK[9], PACK[10])
    for answers, expected in ((["x", "cq"], PACK[10]), ([""], None), ([], None)):
        left = iter(answers)

        def answer(question: str, left=left) -> str:
            assert question == "a.jpg, at 10 across and 20 down: is this CJ or CQ? "
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        assert command._ask(doubt) == expected
    assert "please answer CJ or CQ" in capsys.readouterr().out


def test_profiles_are_found_by_name_or_file(tmp_path: Path) -> None:
    folder = tmp_path / "profiles"
    folder.mkdir()
    for name in ("bee", "ace"):
        (folder / f"{name}.npz").write_bytes(b"x")
    assert find_profile("bee", tmp_path) == folder / "bee.npz"
    assert find_profile(str(folder / "ace.npz"), Path()) == folder / "ace.npz"
    for given, said in (("old", "choose one of ace, bee"), ("a/b", "there is no profile"), ("..", "cannot name")):
        with pytest.raises(CommandError, match=said):
            find_profile(given, tmp_path)
    with pytest.raises(CommandError, match="whist-table enrol --name old"):
        find_profile("old", tmp_path / "elsewhere")
