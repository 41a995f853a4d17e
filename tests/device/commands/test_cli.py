"""The command line as its users meet it: results on stdout, one sentence on stderr, exit status 0, 1 or 2."""

from __future__ import annotations

import argparse
import errno
import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.commands.cli import main, parser
from device.commands.read import _as_json, _in_words
from tests.vision.cloth import lay
from vision.index.pyramid import Pyramid
from vision.measuring.photographs import measure
from vision.packs.faces import Pack
from vision.reader.photograph_cards import CardRead
from vision.reader.reader import Reader
from whist.cards import Card
from whist.games import GAMES

RECORD = {
    "game": "android",
    "dealer": 0,
    "trump": "H",
    "hands": [
        ["HA", "HK", "HQ", "HJ", "HT", "H9", "H8", "H7", "H6", "H5", "H4", "H3", "H2"],
        ["SA", "SK", "SQ", "SJ", "ST", "S9", "S8", "S7", "S6", "S5", "S4", "S3", "S2"],
        ["DA", "DK", "DQ", "DJ", "DT", "D9", "D8", "D7", "D6", "D5", "D4", "D3", "D2"],
        ["CA", "CK", "CQ", "CJ", "CT", "C9", "C8", "C7", "C6", "C5", "C4", "C3", "C2"],
    ],
    "actions": [{"seat": 1, "command": "high spades"}],
}


def run(*arguments: object) -> int:
    """Exit status of the command line, however it ends."""
    try:
        return main([str(argument) for argument in arguments])
    except SystemExit as end:
        return int(end.code or 0)


def table_picture() -> np.ndarray:
    """Three cards of a drawn pack on green cloth."""
    picture = np.full((900, 1400, 3), (60, 110, 40), np.uint8)
    pack = Pack.drawn("standard")
    for place, code in enumerate(("HQ", "S7", "D4")):
        face = pack.face(Card.parse(code))
        height, width = face.shape[:2]
        shade = face[..., 3:].astype(float) / 255
        spot = picture[150 : 150 + height, 60 + place * 440 : 60 + place * 440 + width]
        spot[:] = (shade * face[..., :3] + (1 - shade) * spot).astype(np.uint8)
    return picture


def test_read_prints_one_object_a_photograph(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = tmp_path / "three.png"
    cv2.imwrite(str(photo), table_picture())
    assert run("read", photo, "--json") == 0
    (line,) = capsys.readouterr().out.splitlines()
    said = json.loads(line)
    assert set(said) == {"photo", "cards", "doubtful", "ms"}
    assert said["photo"] == str(photo)
    assert {card["card"] for card in said["cards"]} == {"HQ", "S7", "D4"}
    for card in said["cards"]:
        x0, y0, x1, y1 = card["box"]
        assert 0 <= card["confidence"] <= 1
        assert -5 < x0 < x1 < 1405
        assert -5 < y0 < y1 < 905


def test_read_goes_on_after_a_bad_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, empty, text = tmp_path / "good.png", tmp_path / "empty.jpg", tmp_path / "text.jpg"
    cv2.imwrite(str(good), table_picture())
    empty.touch()
    text.write_text("no picture at all")
    assert run("read", empty, text, tmp_path / "missing.jpg", tmp_path, good, "--json") == 1
    said = capsys.readouterr()
    assert [json.loads(line)["photo"] for line in said.out.splitlines()] == [str(good)]
    complaints = said.err.splitlines()
    assert len(complaints) == 4
    for line, name in zip(complaints, (empty, text, tmp_path / "missing.jpg", tmp_path), strict=True):
        assert str(name) in line
        assert "Traceback" not in line


@pytest.mark.parametrize(
    ("error", "words"),
    [(ValueError("need at least one array\nto concatenate"), "to concatenate"), (MemoryError(), "too little memory")],
)
def test_read_goes_on_whatever_a_picture_brings_about(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    words: str,
) -> None:
    bad, good = tmp_path / "bad.png", tmp_path / "good.png"
    cv2.imwrite(str(bad), np.zeros((64, 64, 3), np.uint8))
    cv2.imwrite(str(good), table_picture())
    found = Reader._found

    def failing(self: Reader, pyramid: Pyramid, *more: float) -> object:
        if len(pyramid.picture) == 64:
            raise error
        return found(self, pyramid, *more)

    monkeypatch.setattr(Reader, "_found", failing)
    assert run("read", bad, good, "--json") == 1
    said = capsys.readouterr()
    assert [json.loads(line)["photo"] for line in said.out.splitlines()] == [str(good)]
    (line,) = said.err.splitlines()
    assert str(bad) in line
    assert words in line


def test_read_and_what_measures_it_name_the_same_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # so small and so much blurred that some cards are known by their pips alone
    codes = "S9 HT D8 C7 C9 DT S8 H7"
    picture = np.full((182, 364, 3), (60.0, 110.0, 40.0))
    lay(picture, Pack.drawn("four-colour"), codes, 70, (10, 10), (91, 91))
    cv2.imwrite(str(tmp_path / "small.png"), cv2.GaussianBlur(picture.astype(np.uint8), (0, 0), 2.5))
    labels = {"photos": [{"file": "small.png", "cards": [{"card": code} for code in codes.split()]}]}
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    figures = measure(tmp_path, Reader())
    assert figures.right >= 7
    assert run("read", tmp_path / "small.png", "--json") == 0
    cards = {card["card"] for card in json.loads(capsys.readouterr().out)["cards"]}
    assert (len(cards & set(codes.split())), len(cards)) == (figures.right, figures.named)


@pytest.mark.parametrize(
    ("chances", "rival", "words"),
    [
        ([0.98], None, "1 card in 5 ms: HQ 0.98"),
        ([0.98, 0.4], "S9", "1 card in 5 ms: HQ 0.98; doubtful: C9 or S9 0.40"),
        ([0.98, 0.4], None, "1 card in 5 ms: HQ 0.98; doubtful: C9 0.40"),
        ([], None, "0 cards in 5 ms: no card"),
    ],
)
def test_doubtful_cards_are_told_apart(chances: list[float], rival: str | None, words: str) -> None:
    cards = [
        CardRead(Card.parse(code), chance, (0.0, 1.0, 2.0, 3.0), Card.parse(rival) if rival and code == "C9" else None)
        for code, chance in zip(("HQ", "C9"), chances, strict=False)
    ]
    assert _in_words(Path("a.jpg"), cards, 5) == f"a.jpg: {words}"
    said = json.loads(_as_json(Path("a.jpg"), cards, 5))
    assert [card["card"] for card in said["cards"]] == ["HQ"][: len(chances)]
    assert [(card["card"], card["rival"]) for card in said["doubtful"]] == [("C9", rival)][: max(0, len(chances) - 1)]


def test_read_draws_onto_a_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos = [tmp_path / "three.png", tmp_path / "same.png"]
    picture = table_picture()[:700, :500]
    for photo in photos:
        cv2.imwrite(str(photo), picture)
    before = photos[0].read_bytes()
    assert run("read", photos[0], "--overlay", tmp_path / "drawn.png") == 0
    drawn = cv2.imread(str(tmp_path / "drawn.png"))
    assert drawn.shape == (1400, 1000, 3)
    larger = cv2.resize(picture, (1000, 1400), interpolation=cv2.INTER_CUBIC)
    assert 500 < (drawn != larger).any(2).sum() < drawn.shape[0] * drawn.shape[1] / 4
    assert run("read", *photos, "--overlay", tmp_path / "folder") == 0
    assert sorted(file.name for file in (tmp_path / "folder").iterdir()) == ["same.jpg", "three.jpg"]
    assert photos[0].read_bytes() == before
    assert len(capsys.readouterr().out.splitlines()) == 3


@pytest.mark.parametrize(
    ("photos", "out", "part"),
    [
        (["a.jpg"], "a.jpg", "not written over"),
        (["a.jpg"], ".", "not written over"),
        (["a.jpg"], "link.jpg", "not written over"),
        (["a.jpg", "b.jpg"], ".", "not written over"),
        (["a.jpg", "b.jpg"], "b.jpg", "name a folder"),
        (["a.jpg", "b.jpg"], "none/none", "cannot be made"),
        (["a.jpg", "sub/a.jpg"], "out", "named a and"),
        (["a.jpg"], "drawn.txt", "no kind of picture"),
        (["a.jpg"], "drawn", "no kind of picture"),
        (["a.jpg"], "none/drawn.png", "make it first"),
    ],
)
def test_what_cannot_be_drawn_to_is_refused_first(
    photos: list[str], out: str, part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sub").mkdir()
    files = {name: tmp_path / name for name in ("a.jpg", "b.jpg", "sub/a.jpg")}
    for file in files.values():
        cv2.imwrite(str(file), np.zeros((40, 40, 3), np.uint8))
    (tmp_path / "link.jpg").symlink_to(files["a.jpg"])
    before = {name: file.read_bytes() for name, file in files.items()}
    assert run("read", *(files[name] for name in photos), "--overlay", tmp_path / out) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert part in said.err
    assert len(said.err.splitlines()) == 1
    assert {name: file.read_bytes() for name, file in files.items()} == before


@pytest.mark.parametrize(
    ("arguments", "status", "part"),
    [
        (["simulate", "DIR", "--game", "bid", "--option", "jokers=9"], 1, "jokers"),
        (["simulate", "DIR", "--game", "bid", "--option", "jokers"], 1, "NAME=VALUE"),
        (["simulate", "DIR", "--game", "bid", "--option", "joker=1"], 1, "nearest is 'jokers'"),
        (["simulate", "DIR", "--game", "bid", "--players", "5"], 1, "4 players"),
        (["simulate", "DIR", "--game", "poker"], 2, "poker"),
        (["run", "--camera", "sim", "--data", "DIR", "--game", "candid", "--option", "target=1"], 1, "target"),
        (["simulate", "DIR", "--faults", "arms"], 1, "arms"),
        (["simulate", "DIR", "--deals", "0"], 1, "--deals"),
        (["simulate", "DIR", "--faces", "DIR/none"], 1, "none"),
        (["simulate", "FULL"], 1, "not an empty folder"),
        (["simulate", "DIR", "--seed", "-1"], 1, "--seed -1 is no seed; choose a number of 0 to 4294967295."),
        (["simulate", "DIR", "--seed", "4294967296"], 1, "--seed 4294967296 is no seed"),
        (["simulate", "DIR", "--game", "classic", "--players", "99", "--holders", "north"], 1, "--players 99"),
        (["simulate", "FULL/a/b"], 1, "full/a/b cannot be written (Not a directory)."),
        (["run", "--camera", "sim", "--data", "DIR", "--seed", "-5"], 1, "--seed -5 is no seed"),
        (["watch", "DIR/none"], 1, "none"),
        (["watch", "FULL"], 1, "no frames"),
        (["replay", "DIR/none"], 1, ""),
        (["review", "DIR/none"], 1, "cannot be read"),
        (["review"], 2, "FILE"),
        (["bench", "--photos", "DIR/none"], 1, "labels.json"),
        (["bench", "--photos", "FULL"], 1, "labels.json"),
        (["bench", "--deals", "-1"], 1, "--deals"),
        (["bench", "--json", "DIR"], 1, "--photos"),
        (["bench", "--as", "pi4", "--deals", "2"], 1, "--as"),
        (["bench", "--as", "pi4", "--photos", "DIR"], 1, "--as"),
        (["bench", "--as", "pi3"], 2, "pi3"),
        (["run", "--camera", "telescope", "--data", "DIR"], 1, "telescope"),
        (["run", "--camera", "usb:x", "--data", "DIR"], 1, "usb:x"),
        (["run", "--camera", "sim", "--port", "99999", "--data", "DIR"], 1, "99999"),
        (["run", "--settings", "DIR/none.toml"], 1, "none.toml"),
        (["run", "--camera", "sim", "--data", "FULL/a"], 1, "cannot be made"),
        (["paint"], 2, "paint"),
        ([], 2, "COMMAND"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_gets_one_sentence(
    arguments: list[str],
    status: int,
    part: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("WHIST_OUTSIDE", raising=False)
    full = tmp_path / "full"
    full.mkdir()
    (full / "a").write_text("something")
    named = [a.replace("DIR", str(tmp_path / "new")).replace("FULL", str(full)) for a in arguments]
    assert run(*named) == status
    said = capsys.readouterr()
    assert part in said.err + said.out
    assert "Traceback" not in said.err
    if status == 1 and said.err:
        assert len(said.err.splitlines()) == 1, said.err


@pytest.mark.parametrize("words", [["watch"], ["enrol", "--name", "mine", "--data", "DATA"]], ids=["watch", "enrol"])
def test_a_folder_that_may_not_be_read_is_one_sentence(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert run(*(str(tmp_path / "data") if word == "DATA" else word for word in words), tmp_path) == 1
    assert f"{tmp_path} cannot be read (Permission denied)." in capsys.readouterr().err


def test_a_disk_that_is_full_ends_simulate_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device", str(file))

    monkeypatch.setattr(Path, "write_bytes", full)
    assert run("simulate", tmp_path / "new") == 1
    assert f"{tmp_path}/new cannot be written (No space left on device)." in capsys.readouterr().err


def test_watch_names_the_line_of_a_bad_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "000001.jpg"), np.zeros((2592, 4608, 3), np.uint8))
    (tmp_path / "requests.jsonl").write_text('{"t": 0.1, "seat": 1, "request": {"command": "duck"}}\n{"t": "late"}\n')
    assert run("watch", tmp_path) == 1
    assert "line 2" in capsys.readouterr().err


def test_replay_prints_the_result_of_each_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = {**RECORD, "actions": [{"seat": 2, "command": "high spades"}]}
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(RECORD) + "\n" + json.dumps(broken) + "\n{not json\n")
    assert run("replay", file, "--json") == 1
    first, second, third = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["ok"] is True
    assert first["over"] is False
    assert (second["ok"], second["at"]) == (False, 0)
    assert third["ok"] is False
    assert "line 3" in third["why"]


def test_replay_prints_legal_actions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(RECORD, indent=1))
    assert run("replay", file, "--json", "--legal") == 0
    said = json.loads(capsys.readouterr().out)
    assert {"command": "spades"} in [{k: v for k, v in a.items() if k != "seat"} for a in said["legal"][0]]


def test_review_prints_the_result_of_each_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = {**RECORD, "actions": [{"seat": 2, "command": "high spades"}]}
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(RECORD) + "\n" + json.dumps(broken) + "\n{not json\n")
    assert run("review", file, "--json") == 1
    first, second, third = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (first["ok"], first["at"]) == (False, None)
    assert "not over" in first["why"]
    assert (second["ok"], second["at"]) == (False, 0)
    assert "line 3" in third["why"]


def test_check_says_what_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check") in (0, 1)
    said = capsys.readouterr().out
    assert "fine" in said
    assert "reader" in said


def test_bench_measures_photographs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "three.png"), table_picture())
    labels = [{"card": code} for code in ("HQ", "S7", "D4")]
    (tmp_path / "labels.json").write_text(json.dumps({"photos": [{"file": "three.png", "cards": labels}]}))
    out = tmp_path / "figures.json"
    assert run("bench", "--photos", tmp_path, "--mistakes", "--json", out) == 0
    assert "precision" in capsys.readouterr().out
    (figures,) = json.loads(out.read_text())
    assert (figures["spoil"], figures["right"], figures["named"], figures["labelled"]) == ("clean", 3, 3, 3)
    assert figures["mistakes"] == []


def test_bench_plays_every_game_at_random(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WHIST_OUTSIDE", raising=False)
    monkeypatch.setattr("device.measuring.bench._SECONDS", 0.02)
    assert run("bench", "--deals", "0") == 0
    said = capsys.readouterr().out
    assert "photographs: none" in said
    for game in GAMES:
        (line,) = (line for line in said.splitlines() if line.startswith(f"{game}, "))
        rates = re.findall(r"([0-9,]+) (?:random hands|in batches)", line)
        assert len(rates) == 1 + (game in ("candid", "australian"))
        assert all(int(rate.replace(",", "")) > 0 for rate in rates)


def test_every_argument_of_every_command_says_what_it_is() -> None:
    commands = next(one for one in parser()._actions if isinstance(one, argparse._SubParsersAction))
    silent = [
        (name, one.dest) for name, command in commands.choices.items() for one in command._actions if not one.help
    ]
    assert commands.choices
    assert not silent
