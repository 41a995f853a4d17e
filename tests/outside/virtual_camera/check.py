"""Runs inside the Debian that run.sh makes: the adapter against the real Picamera2 and libcamera's virtual camera.

What this camera cannot show: focus, exposure and white balance, for it has no controls; and pictures at a steady rate.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import cv2
import numpy as np

SIZE = (1920, 1088)
"""libcamera wants pictures of whole pages of memory."""
FRAMES = 6
SQUARE = 160
CONFIGURATION = f"""%YAML 1.1
---
"Virtual0":
  supported_formats:
  - width: {SIZE[0]}
    height: {SIZE[1]}
    frame_rates: [10, 10]
  frames:
    path: "/opt/whist-table/frames"
  location: "CameraLocationFront"
  model: "virtual"
...
"""


def draw_frames():
    """Frame n shows n + 1 white squares, a red and a blue one, on grey with some noise."""
    folder = Path("/opt/whist-table/frames")
    folder.mkdir(exist_ok=True)
    rng = np.random.default_rng(1)
    for n in range(FRAMES):
        picture = rng.normal(90, 4, (SIZE[1], SIZE[0], 3)).clip(0, 255).astype(np.uint8)
        for k in range(n + 1):
            cv2.rectangle(picture, (100 + 2 * SQUARE * k, 100), (100 + 2 * SQUARE * k + SQUARE, 260), (250,) * 3, -1)
        cv2.rectangle(picture, (100, 600), (400, 900), (40, 40, 220), -1)
        cv2.rectangle(picture, (600, 600), (900, 900), (220, 40, 40), -1)
        cv2.imwrite(str(folder / f"{n}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml").write_text(CONFIGURATION)


def repair():
    """What Picamera2 takes for granted of a Pi's camera and this has not: raw pictures, and buffers of one plane."""
    import picamera2
    from picamera2.allocators import LibcameraAllocator

    made = picamera2.Picamera2.__init__

    def make(self, *given, **named):
        made(self, *given, **named)
        self.allocator = LibcameraAllocator(self.camera)

    picamera2.Picamera2.__init__ = make
    picamera2.Picamera2._get_raw_modes = lambda self: [{"format": "NV12", "size": SIZE}]


def squares(grey, across):
    """How many white squares a grey picture shows, ``across`` pixels each."""
    count, _, stats, _ = cv2.connectedComponentsWithStats((grey > 200).astype(np.uint8))
    return sum(int(stats[k][cv2.CC_STAT_AREA] > across * across / 2) for k in range(1, count))


def check(what, holds):
    print(("fine    " if holds else "BROKEN  ") + what, flush=True)
    if not holds:
        os._exit(1)


def see():
    """Small and large pictures, their kinds and their moments."""
    camera = Picamera2Camera(SIZE)
    print(f"        asked for RGB888 and YUV420, read back {camera.main} and {camera.lores}")
    check("the main stream has the size asked for", (camera.main.width, camera.main.height) == SIZE)
    shown, times = [], []
    for _ in range(12):
        look, picture = camera.look(), camera.capture()
        times.append(look.t)
        shown.append((squares(look.picture, SQUARE / 4), squares(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), SQUARE)))
    check(f"looks are {look.picture.shape} and grey", look.picture.shape == (SIZE[1] // 4, SIZE[0] // 4))
    check(f"captures are {picture.shape}", picture.shape == (SIZE[1], SIZE[0], 3))
    check(f"a capture is of the moment of its look: {shown}", all(a == b for a, b in shown))
    check("each picture is newer than the one before", all(np.diff(times) > 0) and len({a for a, _ in shown}) > 3)
    blue, green, red = picture[750, 250].astype(int)
    check("red is red", red > 180 and max(blue, green) < 90)
    blue, green, red = picture[750, 750].astype(int)
    check("blue is blue", blue > 180 and max(red, green) < 90)
    camera.close()


def open_again_and_again():
    """Through the guard, as the table does when a camera was unplugged."""
    counts = []
    for _ in range(10):
        guard = GuardedCamera(lambda: Picamera2Camera(SIZE))
        if guard.look() is None or guard.capture().shape != (SIZE[1], SIZE[0], 3):
            check("guarded, it looks and captures", False)
        guard.close()
        counts.append((len(os.listdir("/proc/self/fd")), threading.active_count()))
    check(f"opened ten times, it leaves no file and no thread: {counts[1:]}", len(set(counts[1:])) == 1)


def stop_underneath():
    """No picture comes any more, as when the ribbon cable came off; Picamera2's own thread ends of it."""
    camera = Picamera2Camera(SIZE)
    camera.look()
    print("        now it stops underneath, of which Picamera2 complains in its own words:", flush=True)
    camera._camera.camera.stop()
    for _ in range(3):
        began = time.monotonic()
        try:
            camera.look()
            said = ""  # one was on its way
        except CameraError as error:
            said = str(error)
        check(f"it answers within 3 s: {said}", time.monotonic() - began < 3)
    check("a camera that stops is said", bool(said))
    began = time.monotonic()
    camera.close()
    check("and can be closed", time.monotonic() - began < 3)
    camera = Picamera2Camera(SIZE)
    check("and opened again", camera.look() is not None)
    camera.close()


if __name__ == "__main__":
    draw_frames()
    repair()
    from vision.camera.guarded import GuardedCamera
    from vision.camera.picamera2 import Picamera2Camera, why_no_pi_camera
    from vision.camera.protocol import CameraError

    check("there is a camera", why_no_pi_camera() == "")
    see()
    open_again_and_again()
    stop_underneath()
    print("The adapter gets on with the real Picamera2.")
    sys.exit(0)
