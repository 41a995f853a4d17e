"""One sentence for whoever asked for what there is not, or must not be: JSON, or a page where a browser opens one."""

from __future__ import annotations

from flask import Response, jsonify, make_response, render_template, request


def refusal(why: str, status: int, back: str) -> Response:
    """``{"error": why}`` with the HTTP ``status``; to a browser that opens an address outside ``/api/`` a page that
    says so, with a way to the first one, named ``back``."""
    # whoever takes everything, as scripts and curl do, gets JSON
    wants_page = request.accept_mimetypes.best_match(("application/json", "text/html")) == "text/html"
    if wants_page and not request.path.startswith("/api/"):
        return make_response(render_template("refused.html", why=why, back=back), status)
    return make_response(jsonify(error=why), status)
