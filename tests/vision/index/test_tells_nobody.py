"""What is seen at the table stays there: onnxruntime keeps no record of its use for its maker."""

import os
import subprocess
import sys


def test_onnxruntime_tells_nobody_of_its_use(tmp_path):
    session = "from vision.reader.reader import Reader; Reader()"
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    clean = {key: value for key, value in os.environ.items() if key not in ("ORT_DISABLE_TELEMETRY", "CI")}
    subprocess.run([sys.executable, "-c", session], env={**clean, **home}, check=True, timeout=120)
    assert list(tmp_path.rglob("*")) == []
