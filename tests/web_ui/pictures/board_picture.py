"""Makes the README's picture: the board in the middle of a deal that the program reads on its simulated table.

``python -m tests.web_ui.pictures.board_picture docs/board.png``
"""

from __future__ import annotations

import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from device.run import open_table
from device.settings.settings import Settings, SimulationSettings
from tests.browser import chromium
from tests.web_ui.serving import serving

READ = (
    "document.querySelectorAll('.laid').length === 3 && "
    "document.querySelector('[data-testid=seen]').alt.split(' of ').length > 3"
)
"""Three cards lie on the drawn table, and the camera's picture has come so far."""


def main(out: Path) -> None:
    """Play until three cards of the fifth trick lie there, then take the picture."""
    settings = Settings(simulation=SimulationSettings(seed=4, plays_itself="both", speed=0.5))
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        opened = open_table(settings, Path(folder), stack)
        server = stack.enter_context(serving(opened.app))
        page = stack.enter_context(chromium()).new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"http://127.0.0.1:{server.port}/board")
        while (view := opened.keeper.public_view())["tricks_done"] < 4 or len(view["trick"]) != 3:
            time.sleep(0.01)
        page.get_by_test_id(f"trick-card-{view['trick'][-1]['seat']}").wait_for()
        while not page.evaluate(READ):
            page.wait_for_timeout(50)
        page.screenshot(path=str(out))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
