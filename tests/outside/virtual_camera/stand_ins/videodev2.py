"""Stands in for the module of that name: the numbers of ioctls that Picamera2 makes with it, and nothing else."""

import ctypes
from unittest.mock import MagicMock


def _ioctl(way, kind, number, of):
    return way << 30 | ctypes.sizeof(of) << 16 | ord(kind) << 8 | number


def _IOW(kind, number, of):
    return _ioctl(1, kind, number, of)


def _IOWR(kind, number, of):
    return _ioctl(3, kind, number, of)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return MagicMock(name=name)
