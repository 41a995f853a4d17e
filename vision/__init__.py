"""Pictures in, cards out: cameras, planes, the index reader, the watcher and the simulated table."""

import os

# onnxruntime tells its maker of its use, from the moment it is imported, unless it is told not to
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
