"""The holder to print in plastic: the reader's geometry, and a body without holes, from OpenSCAD itself."""

import math
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
import trimesh

from hardware.holder import BACK, FOOT
from hardware.marker_sheets import JOIN
from vision import sizes as g

MODEL = Path(__file__).parents[2] / "hardware" / "holder.scad"
SHARED = ("face_width", "face_height", "face_tilt", "lip_height", "card_bottom")
needs_openscad = pytest.mark.skipif(
    shutil.which("openscad") is None, reason="OpenSCAD is not installed (sudo apt-get install openscad)"
)


def defaults():
    """Numbers that the model sets at its top."""
    found = re.findall(r"^(\w+) = ([\d.]+);", MODEL.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: float(value) for name, value in found}


def made(folder, part, **changed):
    """The STL of a part, as OpenSCAD writes it."""
    stl = folder / "part.stl"
    given = [f"-D{name}={value}" for name, value in changed.items()]
    command = ["openscad", f'-Dpart="{part}"', *given, "-o", str(stl), str(MODEL)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr, done.stderr
    return trimesh.load_mesh(stl)


@pytest.mark.parametrize("name", SHARED)
def test_the_model_has_the_readers_geometry(name):
    assert defaults()[name] == getattr(g, name.upper())


def test_the_joins_of_plastic_and_paper_are_apart():
    assert abs(defaults()["join"] - JOIN) > 20


@needs_openscad
@pytest.mark.parametrize(
    ("part", "changed"),
    [
        ("left", {}),
        ("right", {}),
        ("whole", {}),
        ("right", {"face_tilt": 45, "wall": 2}),
        ("right", {"face_tilt": 55, "pocket": 4.5, "gap": 0.4}),
        ("whole", {"face_width": 352, "wall": 0.8}),
    ],
)
def test_each_part_is_one_watertight_body_of_the_right_size(tmp_path, part, changed):
    numbers = defaults() | changed
    body = made(tmp_path, part, **changed)
    assert body.is_watertight
    assert body.is_winding_consistent
    assert body.is_volume
    assert body.body_count == 1
    tilt = math.radians(numbers["face_tilt"])
    out = numbers["pocket"] + numbers["wall"]
    lengths = {
        "left": numbers["join"],
        "right": numbers["face_width"] - numbers["join"] + numbers["tongue"],
        "whole": numbers["face_width"],
    }
    high = g.FACE_HEIGHT * math.sin(tilt)
    assert body.bounds[0] == pytest.approx([0, 0, 0], abs=0.01)
    assert body.bounds[1] == pytest.approx(
        [g.FACE_HEIGHT * math.cos(tilt) + out * math.sin(tilt), high, lengths[part]], abs=0.02
    )


@needs_openscad
def test_face_lip_and_spacer_lie_where_the_reader_expects_them(tmp_path):
    """Every plane of the body that is parallel to the face, by its distance before it and how far up it reaches."""
    body = made(tmp_path, "whole")
    numbers = defaults()
    tilt = math.radians(g.FACE_TILT)
    normal, up = np.array([math.sin(tilt), math.cos(tilt), 0]), np.array([-math.cos(tilt), math.sin(tilt), 0])
    corners = body.triangles[body.face_normals @ normal > 0.999] - np.array([FOOT, 0, 0])
    planes = {}
    for before, reach in zip((corners @ normal).mean(axis=1), (corners @ up).max(axis=1), strict=True):
        planes[round(float(before), 2)] = max(planes.get(round(float(before), 2), 0), round(float(reach), 2))
    assert planes[0.0] == pytest.approx(g.FACE_HEIGHT, abs=0.02)
    assert planes[round(numbers["pocket"] + numbers["wall"], 2)] == pytest.approx(g.LIP_HEIGHT, abs=0.02)
    # the top of the spacer, on which the cards stand
    level = body.triangles[body.face_normals @ up > 0.999] - np.array([FOOT, 0, 0])
    heights = {round(float(height), 2) for height in (level @ up).mean(axis=1)}
    assert g.CARD_BOTTOM in heights
    assert pytest.approx(BACK, abs=0.02) == body.bounds[1][1]


@needs_openscad
def test_a_model_with_a_hole_is_found_out(tmp_path):
    """The check above is not blind: without one of its triangles the body is not watertight."""
    body = made(tmp_path, "left")
    holed = trimesh.Trimesh(body.vertices, body.faces[1:], process=False)
    assert not holed.is_watertight
