"""What the table of wheels makes of pip's answers; pip itself is not asked here."""

import subprocess

import pytest

from tests import wheels


def answer(name, version, file):
    return {"metadata": {"name": name, "version": version}, "download_info": {"url": f"https://index/{file}"}}


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("flask-3.1.3-py3-none-any.whl", "pure Python"),
        ("numpy-1.26.4-cp311-cp311-manylinux_2_17_aarch64.manylinux2014_aarch64.whl", "cp311-cp311"),
        ("opencv_python_headless-4.11.0.86-cp37-abi3-manylinux_2_17_aarch64.whl", "cp37-abi3"),
    ],
)
def test_a_wheel_is_told_by_its_tags(file, told):
    assert wheels._wheel(answer("x", "1.0", file)) == ("1.0", told)


def test_every_requirement_is_asked_for_and_a_missing_wheel_is_said(monkeypatch, capsys):
    asked = []

    def pip(words, **_):
        asked.append(words)
        if any(word.startswith("scipy") for word in words):
            return subprocess.CompletedProcess(
                words, 1, "", "ERROR: noise\nERROR: No matching distribution for scipy\n"
            )
        return subprocess.CompletedProcess(words, 0, '{"install": []}', "")

    monkeypatch.setattr(wheels.subprocess, "run", pip)
    assert wheels.main() == 1
    said = capsys.readouterr().out
    assert "trixie, cp313: not all of it comes as wheels. ERROR: No matching distribution for scipy" in said
    assert "  scipy>=1.10: ERROR: No matching distribution for scipy" in said
    assert "  flask>=3.0: there" in said
    for system in ("3.11", "3.13"):
        whole = next(words for words in asked if system in words)
        assert set(wheels.requirements()) <= set(whole)
    assert "manylinux_2_36_aarch64" in asked[0]
    assert any(word.endswith("bookworm-pi.txt") for word in asked[0])
