"""A simulated table is made and laid as people do it, unless a perfect one is asked for."""

import pytest

from device.commands import commands
from device.commands.cli import main, parser
from device.run import _camera, _settings
from vision.simulated.workmanship import PERFECT, USUAL


@pytest.mark.parametrize(
    ("options", "text", "made"),
    [
        ([], "", USUAL),
        (["--perfect"], "", PERFECT),
        ([], "[simulation]\nperfect = true\n", PERFECT),
        ([], "[simulation]\nperfect = false\n", USUAL),
    ],
)
def test_run_opens_a_perfect_table_where_it_is_asked_for(options, text, made, tmp_path, capsys):
    file = tmp_path / "settings.toml"
    file.write_text(text)
    settings = _settings(parser().parse_args(["run", "--camera", "sim", "--settings", str(file), *options]))
    camera, scene = _camera(settings)
    camera.close()
    assert scene.workmanship == made
    capsys.readouterr()


@pytest.mark.parametrize(("options", "made"), [([], USUAL), (["--perfect"], PERFECT)])
def test_simulate_writes_a_perfect_table_where_it_is_asked_for(options, made, tmp_path, monkeypatch, capsys):
    tables = []
    monkeypatch.setattr(commands, "write_deals", lambda folder, scene, *others: tables.append(scene))
    monkeypatch.setattr(commands, "simulate_evening", lambda *others: tables.append(others[-1]))
    assert main(["simulate", str(tmp_path / "plain"), *options]) == 0
    assert main(["simulate", str(tmp_path / "faults"), "--faults", "arm", *options]) == 0
    assert [tables[0].workmanship, tables[1]] == [made, made]
    capsys.readouterr()
