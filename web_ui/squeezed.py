"""Scripts and styles go over the network gzipped. Views do not: how well a secret compresses would tell of it."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import Final

from flask import Flask, Response, request

_KINDS: Final = ("text/javascript", "text/css", "image/svg+xml")


@cache
def _squeezed(file: Path, changed: int) -> bytes:
    return gzip.compress(file.read_bytes(), mtime=0)


def add_squeezing(app: Flask) -> None:
    """Gzip the static files of ``app`` for browsers that can read it."""

    @app.after_request
    def squeeze(response: Response) -> Response:
        if request.endpoint != "static" or response.mimetype not in _KINDS:
            return response
        response.vary.add("Accept-Encoding")
        whole = response.status_code == 200 and request.method == "GET"
        if whole and request.accept_encodings.quality("gzip") > 0 and app.static_folder is not None:
            file = Path(app.static_folder) / (request.view_args or {})["filename"]
            response.direct_passthrough = False
            getattr(response.response, "close", lambda: None)()  # whichever wrapper of the file the server has
            response.set_data(_squeezed(file, file.stat().st_mtime_ns))
            response.content_encoding = "gzip"
        return response
