"""Scripts and styles are gzipped for whoever can read that; what may hold a secret never is."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.seats import MemorySeats
from web_ui.app import create_app

STATIC = Path(__file__).parents[2] / "web_ui" / "static"


@pytest.fixture
def client() -> FlaskClient:
    return create_app(FakeKeeper(), seats_store=MemorySeats()).test_client()


@pytest.mark.parametrize("name", ["style.css", "human.js", "icon.svg"])
@pytest.mark.parametrize("accepted", ["gzip", "gzip, deflate, br", "br;q=1, gzip;q=0.2", "identity", "gzip;q=0", ""])
def test_a_static_file_comes_as_it_is_or_gzipped(name: str, accepted: str, client: FlaskClient) -> None:
    answer = client.get(f"/static/{name}", headers={"Accept-Encoding": accepted}, buffered=True)
    gzipped = "gzip" in accepted and accepted != "gzip;q=0"
    assert answer.content_encoding == ("gzip" if gzipped else None)
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    assert (gzip.decompress(answer.data) if gzipped else answer.data) == (STATIC / name).read_bytes()
    assert "Accept-Encoding" in answer.headers["Vary"]


def test_a_browser_that_has_it_gets_no_body(client: FlaskClient) -> None:
    tag = client.get("/static/human.js", headers={"Accept-Encoding": "gzip"}, buffered=True).headers["ETag"]
    again = client.get("/static/human.js", headers={"Accept-Encoding": "gzip", "If-None-Match": tag}, buffered=True)
    assert (again.status_code, again.data, again.content_encoding) == (304, b"", None)


@pytest.mark.parametrize("path", ["/", "/south", "/api/board", "/api/south", "/static/none.js"])
def test_nothing_else_is_gzipped(path: str, client: FlaskClient) -> None:
    client.post("/seats/south", json={})
    assert client.get(path, headers={"Accept-Encoding": "gzip"}).content_encoding is None
