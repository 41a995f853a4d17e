"""Put on PYTHONPATH for a trial: the eyes of the real program hang in a look while the file $WHIST_HANG is there.

Python imports a module of this name by itself at its start; nothing of the program is changed for it.
"""

import os
import sys
import threading
import time


def _arm(file):
    while not hasattr(sys.modules.get("device.keeper.eyes"), "GameWatcher"):
        time.sleep(0.05)
    watcher = sys.modules["device.keeper.eyes"].GameWatcher
    tick = watcher.tick

    def hanging(self, camera):
        while os.path.exists(file):
            time.sleep(0.05)
        return tick(self, camera)

    watcher.tick = hanging


if os.environ.get("WHIST_HANG"):
    threading.Thread(target=_arm, args=(os.environ["WHIST_HANG"],), daemon=True).start()
