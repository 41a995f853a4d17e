"""Every numbered rule and worked case has a test that names it, or an excuse."""

import os
from pathlib import Path

import pytest

from tests import rules_cited


def test_every_known_rule_has_a_test_or_an_excuse():
    assert not rules_cited.faults(rules_cited.known(), rules_cited.cited(), rules_cited.excused())


def test_the_reference_says_which_tests_try_each_rule():
    text = rules_cited.REFERENCE.read_text(encoding="utf-8")
    assert text == rules_cited.with_index(text), "write it anew: python -m tests.rules_cited --write"


@pytest.mark.outside
def test_every_rule_of_the_reference_has_a_test_or_an_excuse(capsys):
    folder = os.environ.get("WHIST_OUTSIDE")
    if not folder:
        pytest.skip("WHIST_OUTSIDE does not name the folder of outside data")
    path = Path(folder, "RULES.md")
    assert rules_cited.stated(path.read_text(encoding="utf-8")) == rules_cited.known()
    assert rules_cited.main([str(path)]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("W7 honours", {"W7"}),
        ("as W7, W9.", {"W7", "W9"}),
        ("RULES C1–C3", {"C1", "C2", "C3"}),
        ("T1-T3 and W12", {"T1", "T2", "T3", "W12"}),
        ("(RULES C5, C6)", {"C5", "C6"}),
        ("(H3, H4)", {"H3", "H4"}),
        ("H3 jokers are worthless", {"H3"}),
        ("C2: clockwise", {"C2"}),
        ("A-3", {"A-3"}),
        ("A-10–A-12", {"A-10", "A-11", "A-12"}),
        ("H5 HA C2", set()),
        ("play C5 now", set()),
        ("C10 holds", {"C10"}),
        ("W7x XW7 T123 w7 T-shirt", set()),
        ("RULES W2, H5", {"W2", "H5"}),
    ],
)
def test_what_a_text_names(text, named):
    assert rules_cited.named_in(text) == named


def test_what_a_file_names(tmp_path):
    path = tmp_path / "test_some.py"
    path.write_text(
        '"""Module: W1."""\n# W2 in a comment\nCASES = [("W3 a table", "HA H5 C2")]\n\n\n'
        'def test_h4_and_w5_hold():\n    """T6 here."""\n    assert "K7"\n\n\ndef helper_w8():\n    pass\n',
        encoding="utf-8",
    )
    assert rules_cited.cited_by(path) == {"W2", "W3", "H4", "W5", "T6", "K7"}


def test_only_files_of_tests_about_the_game_count(tmp_path):
    for name in ("whist/test_one.py", "whist/helper.py", "hardware/test_paper.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'RULE = "{"A4" if "paper" in name else "W1" if "one" in name else "W2"}"\n', encoding="utf-8")
    assert rules_cited.cited(tmp_path) == {"W1": ["whist/test_one.py"]}


@pytest.mark.parametrize(
    ("named", "excuses", "fault"),
    [
        ({"W1"}, {}, "W2: no test names it"),
        ({"W1"}, {"W2": "a fact"}, None),
        ({"W1", "W2"}, {"W2": "a fact"}, "W2: excused, but a test names it"),
        ({"W1", "W2"}, {"W9": "a fact"}, "W9: excused, but there is no such rule"),
        ({"W1"}, {"W2": " "}, "W2: excused without a reason"),
    ],
)
def test_faults(named, excuses, fault):
    assert rules_cited.faults(["W1", "W2"], named, excuses) == ([fault] if fault else [])


def test_without_the_reference_it_says_so(capsys):
    assert rules_cited.main(["/nowhere/rules.md"]) == 2
    assert "is not there" in capsys.readouterr().err


def test_a_rule_without_a_test_fails(tmp_path, capsys):
    path = tmp_path / "RULES.md"
    path.write_text("- W1. Four players.\n- W99 **?** Made up.\n| A-99 | made up | nothing |\n", encoding="utf-8")
    assert rules_cited.main([str(path)]) == 1
    out = capsys.readouterr().out
    assert "W99: no test names it" in out
    assert "A-99: no test names it" in out
    assert "W1: no test" not in out
