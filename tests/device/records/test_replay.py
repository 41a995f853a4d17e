"""``whist-table replay``: records out of files of every kind and size."""

import itertools
import json
import os
import sys
import threading
import tracemalloc
from pathlib import Path
from random import Random

import pytest

from device.commands.cli import main
from device.records import replay as replaying
from device.records.replay import LONGEST, MOST_BROKEN, Unreadable, in_words, records
from tests.random_matches import choose
from tests.whist.match import Match
from whist.games import GAMES, rules_of
from whist.records.recording import record_of
from whist.records.records import replay

HANDS = [[f"{suit}{rank}" for rank in "23456789TJQKA"] for suit in "CDHS"]
RECORD = {"game": "classic", "dealer": 3, "hands": HANDS, "actions": [{"seat": 0, "play": "C2"}]}
LINE = json.dumps(RECORD)
REFUSED = json.dumps(RECORD | {"actions": [{"seat": 0, "play": "D2"}]})


def run(capsys, *arguments):
    """(exit status, lines of stdout)."""
    status = main(["replay", *map(str, arguments)])
    said = capsys.readouterr()
    assert said.err == ""
    return status, said.out.splitlines()


def written(tmp_path, content, name="games.jsonl"):
    file = tmp_path / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def found(file):
    """The place of each record, its line alone, and what is wrong with it or None."""
    return [
        (place.removeprefix(str(file)), str(record) if isinstance(record, Unreadable) else None)
        for place, record in records(file)
    ]


def a_hand(game):
    rules, rng = rules_of(game), Random(1)
    match = Match(rules)
    hand = match.deal(rng=rng)
    while not hand.over:
        match.apply(choose(rules, hand, rng, wild=False))
    return record_of(rules, rules.first_standing(), hand)


# -- what is printed ---------------------------------------------------------------------------------------------------


def test_each_record_gets_its_line(tmp_path, capsys):
    file = written(tmp_path, "".join(json.dumps(a_hand(game)) + "\n" for game in GAMES))
    status, lines = run(capsys, file, "--json")
    assert status == 0
    assert [json.loads(line) for line in lines] == [replay(a_hand(game)) for game in GAMES]
    status, lines = run(capsys, file)
    assert status == 0
    for number, (game, line) in enumerate(zip(GAMES, lines, strict=True), 1):
        assert line.startswith(f"{file}:{number}: {game}: tricks won ")


def test_in_words():
    result = {"ok": True, "won": [7, 6], "points": [1, 0], "scores": [5, 2], "over": True}
    assert in_words("a:3", {"game": "german"}, result) == [
        "a:3: german: tricks won 7 6; points 1 0; scores 5 2; the match is over"
    ]
    assert in_words("a", None, {"ok": False, "at": 4, "why": "a: No."}) == ["a: No. (action 4)"]
    assert in_words("a", None, {"ok": False, "at": None, "why": "a: No."}) == ["a: No."]


def test_a_refused_action_is_told_with_file_line_and_index(tmp_path, capsys):
    file = written(tmp_path, f"{LINE}\n{REFUSED}\n")
    status, lines = run(capsys, file)
    assert status == 1
    assert lines[1] == f"{file}:2: Seat 0 does not hold D2. (action 0)"
    status, lines = run(capsys, file, "--json")
    assert status == 1
    assert json.loads(lines[1]) == {"ok": False, "at": 0, "why": f"{file}:2: Seat 0 does not hold D2."}


def test_legal_actions_are_printed_before_each_step(tmp_path, capsys):
    kitty = {"seat": 0, "discard": 4, "of": ["C2", "C3"]}
    commands = [{"seat": 1, "command": "duck"}, {"seat": 1, "command": "high spades"}]
    bids = [{"seat": 2, "bid": "pass"}, {"seat": 2, "bid": "7C"}]
    result = {"ok": False, "at": 3, "why": "No.", "legal": [[kitty], commands, bids, []]}
    assert in_words("a", None, result) == [
        "  0  seat 0: discard 4 of C2 C3",
        "  1  seat 1: command duck, high spades",
        "  2  seat 2: bid pass 7C",
        "  3  nothing is legal",
        "No. (action 3)",
    ]
    file = written(tmp_path, LINE)
    _, lines = run(capsys, file, "--legal")
    assert lines[0] == f"  0  seat 0: play {' '.join(HANDS[0])}"
    _, lines = run(capsys, file, "--legal", "--json")
    assert json.loads(lines[0])["legal"] == [[{"seat": 0, "play": card} for card in HANDS[0]]]


def test_all_files_are_read_and_one_bad_one_counts(tmp_path, capsys):
    good, bad = written(tmp_path, LINE, "a"), written(tmp_path, "{", "b")
    assert run(capsys, good, good)[0] == 0
    status, lines = run(capsys, bad, good, tmp_path / "none", tmp_path)
    assert status == 1
    assert len(lines) == 4
    assert f"{tmp_path / 'none'} cannot be read: No such file" in lines[2]
    assert f"{tmp_path} cannot be read: Is a directory" in lines[3]


# -- files -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "places"),
    [
        pytest.param(LINE, [":1"], id="one line without an end"),
        pytest.param(f"{LINE}\n{LINE}\n", [":1", ":2"], id="one a line"),
        pytest.param(f"\ufeff{LINE}\r\n\r\n{LINE}\r\n", [":1", ":3"], id="as Windows writes it"),
        pytest.param(f"\n\n{LINE}\n{LINE}", [":3", ":4"], id="empty lines first"),
        pytest.param(json.dumps(RECORD, indent=2), [""], id="over many lines"),
        pytest.param("\ufeff\n" + json.dumps(RECORD, indent=0), [""], id="over many lines, another way"),
    ],
)
def test_a_file_has_one_record_or_one_a_line(tmp_path, content, places):
    assert found(written(tmp_path, content)) == [(place, None) for place in places]


DEEP = "[" * 100_000
BROKEN = [
    ("", "is empty"),
    (" \n\n", "is empty"),
    ("{", "is not JSON: Expecting property name enclosed in double quotes (column 2)"),
    ("x\nx\n", "is not JSON: Expecting value (column 1)"),
    (json.dumps(RECORD, indent=2)[:-9], "is not JSON: "),
    (b"\xff\xd8\xff\xe0\0\0", "is not a text file"),
    (LINE.encode("utf-16"), "is not a text file"),
    (LINE.replace('"dealer": 3', '"dealer": NaN'), "there is no number NaN"),
    (LINE.replace('"dealer": 3', '"dealer": -Infinity'), "there is no number -Infinity"),
    (LINE.replace('"dealer": 3', f'"dealer": {"9" * 5000}'), "a number with too many digits"),
    (LINE.replace('"dealer": 3', '"dealer": 3, "dealer": 2'), "a key is there twice"),
    (LINE.replace('"play": "C2"', '"play": "C2", "play": "C3"'), "a key is there twice"),
    (DEEP, "nested too deeply"),
    (LINE.replace('"dealer": 3', f'"dealer": {DEEP}{"]" * len(DEEP)}'), "nested too deeply"),
    ("\0" * 2_000_000, f"no record in its first {LONGEST} bytes"),
    ('{"game": "' + "x" * 2_000_000 + '"}', f"no record in its first {LONGEST} bytes"),
    ("x\n" * 2_000_000, f"no record in its first {LONGEST} bytes"),
]


@pytest.mark.parametrize(("content", "words"), BROKEN, ids=[words for _, words in BROKEN])
def test_a_broken_file_gets_one_sentence(tmp_path, content, words):
    ((place, why),) = found(file := written(tmp_path, content))
    assert place == ""
    assert why is not None
    assert why.startswith(f"{file}")
    assert words in why
    assert why.endswith(".")
    assert "\n" not in why


@pytest.mark.parametrize(("content", "words"), BROKEN[2:14], ids=[words for _, words in BROKEN[2:14]])
@pytest.mark.parametrize("first", [False, True])
def test_a_broken_line_gets_one_sentence_and_the_others_are_read(tmp_path, content, words, first):
    text = content if isinstance(content, bytes) else content.encode()
    broken = text.replace(b"\n", b" ")
    file = written(tmp_path, b"\n".join([broken, LINE.encode()] if first else [LINE.encode(), broken, LINE.encode()]))
    at = 1 if first else 2
    told = found(file)
    assert [place for place, _ in told] == [f":{number}" for number in range(1, len(told) + 1)]
    assert [number for number, (_, why) in enumerate(told, 1) if why] == [at]
    assert told[at - 1][1].startswith(f"{file}, line {at} ")
    assert words in told[at - 1][1]


def test_too_many_lines_without_a_record_end_the_file(tmp_path, capsys):
    for junk in ("x", "{}", "[]", "7", '{"dealer": 3}'):
        file = written(tmp_path, f"{LINE}\n" + f"{junk}\n" * 5000)
        told = list(records(file))
        assert len(told) == 1 + MOST_BROKEN + 2
        assert "the rest of it is left out" in str(told[-1][1])
    many = written(tmp_path, f"{LINE}\n{REFUSED}\n" * 1500)
    assert len(run(capsys, many)[1]) == 3000, "bad records are records"


def test_a_line_that_is_too_long_ends_the_file(tmp_path):
    long = '{"game": "' + "x" * LONGEST + '"}'
    told = found(written(tmp_path, f"{LINE}\n{long}\n{LINE}\n"))
    assert [place for place, _ in told] == [":1", ":2"]
    assert "line 2 is longer than a record can be" in told[1][1]
    fits = '{"game": "' + "x" * (LONGEST - 100) + '"}'
    assert found(written(tmp_path, f"{fits}\n{LINE}\n")) == [(":1", None), (":2", None)]


@pytest.mark.parametrize(
    "block",
    [LINE + "\n", LINE + "\n" + "x" * 3_000_000 + "\n", "x" * 60_000 + "\n", "[" * 60_000, "\0" * 60_000],
    ids=["good", "a long line", "long lines", "deep", "zeros"],
)
def test_big_files_take_little_memory(tmp_path, block):
    """20 MB of anything: never more than some records are held."""
    file = tmp_path / "big"
    with file.open("w") as out:
        for _ in range(20_000_000 // len(block)):
            out.write(block)
    tracemalloc.start()
    for _, record in itertools.islice(records(file), 5000):
        assert isinstance(record, dict | Unreadable)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 12_000_000


def test_a_pipe_is_read_while_it_is_written(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(f"{LINE}\n{REFUSED}\n",))
    writer.start()
    assert [place.removeprefix(str(pipe)) for place, _ in records(pipe)] == [":1", ":2"]
    writer.join()


def test_a_name_that_is_no_text_can_be_printed(tmp_path, capsys):
    file = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.jsonl"))
    file.write_text(LINE)
    status, lines = run(capsys, file)
    assert status == 0
    assert "\ufffd.jsonl:1: classic" in lines[0]


@pytest.mark.parametrize(("err", "out", "shown"), [(True, False, True), (True, True, False), (False, False, False)])
def test_progress_is_shown_on_a_terminal_for_big_files(tmp_path, monkeypatch, capsys, err, out, shown):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: err)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: out)
    file = written(tmp_path, f"{LINE}\n" * 3)
    assert len(list(records(file))) == 3
    assert capsys.readouterr().err == "", "none for a small file"
    monkeypatch.setattr(replaying, "BIG", 100)
    assert len(list(records(file))) == 3
    said = capsys.readouterr().err
    assert ("100%" in said and file.name in said) == shown
