"""The page, served beside a test."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

from flask import Flask

from web_ui.server import Server


@contextlib.contextmanager
def serving(app: Flask, host: str = "127.0.0.1", port: int = 0) -> Iterator[Server]:
    """Serve in a thread of its own while the block runs."""
    server = Server(app, host, port)
    thread = threading.Thread(target=server.run, name="page", daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join(timeout=10)
