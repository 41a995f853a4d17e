"""Phones, tablets and the table's own machine, as a table's page sees them."""

from __future__ import annotations

from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

TABLE = "192.168.1.20:8080"
"""Where devices of the network find the table."""


class Device:
    """A browser with its own cookies at ``address``; it calls the table by the name ``table``."""

    def __init__(self, app: Flask, address: str = "192.168.1.50", table: str = TABLE, **headers: str) -> None:
        self._client = app.test_client()
        self._address = address
        self.headers = {"Host": table, **headers}

    def ask(self, method: str, path: str, **how: Any) -> TestResponse:
        """Send a request; cookies are for whatever name the device calls the table by."""
        headers = self.headers | how.pop("headers", {})
        own = self.headers["Host"]
        name = "localhost" if "[" in own else own.rsplit(":", 1)[0]
        how["environ_base"] = {"REMOTE_ADDR": self._address}
        return self._client.open(path, method=method, headers=headers, base_url=f"http://{name}", **how)

    def get(self, path: str, **how: Any) -> TestResponse:
        """Ask for a page or a view."""
        return self.ask("GET", path, **how)

    def post(self, path: str, body: Any = None, **how: Any) -> TestResponse:
        """Send a request with a JSON body."""
        return self.ask("POST", path, json={} if body is None else body, **how)

    def sit(self, person: str, code: str = "", name: str = "") -> TestResponse:
        """Take a place."""
        return self.post(f"/seats/{person}", {"code": code, "name": name})

    def sits(self, person: str) -> bool:
        """Whether this device sees ``person``'s view."""
        return self.get(f"/api/{person}").status_code == 200

    def cookie(self, name: str) -> str:
        """The value of a cookie that the table gave."""
        return next(one.value for one in self._client._cookies.values() if one.key == name)  # type: ignore[union-attr]

    def steal(self, name: str, value: str) -> None:
        """Have a cookie that another device was given."""
        host = self.headers["Host"].rsplit(":", 1)[0]
        self._client.set_cookie(name, value, domain=host)


def said(answer: TestResponse) -> str:
    """The sentence of a refusal."""
    return str(answer.get_json()["error"])
