"""The manifest, by which phones and tablets put the page on their home screen (W3C Web Application Manifest)."""

from __future__ import annotations

from typing import Any, Final

from flask import Flask, Response, jsonify, request, url_for

from web_ui.languages import language_of
from whist.phrases import phrase

GROUND: Final = "#f4efe4"
"""What a home screen shows while the page opens, and above it: the page's own ground by light (``--paper`` of
``static/style.css``)."""
ICONS: Final = (("icon-512.png", "512x512", "image/png", "any maskable"), ("icon.svg", "any", "image/svg+xml", "any"))


def add_manifest(app: Flask) -> None:
    """Add ``/manifest.webmanifest``, in the language of the device."""

    @app.get("/manifest.webmanifest")
    def manifest() -> Response:
        name = phrase("Whist table")
        told: dict[str, Any] = {
            "name": name,
            "short_name": name,
            "lang": language_of(request).code,
            "id": "/",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": GROUND,
            "theme_color": GROUND,
            "icons": [
                {"src": url_for("static", filename=file), "sizes": sizes, "type": kind, "purpose": purpose}
                for file, sizes, kind, purpose in ICONS
            ],
        }
        answer = jsonify(told)
        answer.mimetype = "application/manifest+json"
        return answer
