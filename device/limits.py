"""What the system grants the program: open files and memory; and one sentence where that is too little.

Nothing is imported here that needs much of either."""

from __future__ import annotations

import errno
import os
import resource
from contextlib import suppress
from typing import Final

OWN_FILES: Final = 48
"""Files that the program opens beside its connections: journal, camera, lights, pages, and some to spare."""
FEWEST: Final = 16
"""Connections with which two phones and a board can play."""
ENOUGH: Final = 512
"""Connections beyond which a table has no use for more."""
LEAST_MEMORY: Final = 10**9
"""Bytes of address space without which not even the libraries can be loaded: some of them then end the program."""
LEAST_URGENT: Final = 19
"""The nice value of a process to which everything else comes first."""

_FILES: Final = frozenset({errno.EMFILE, errno.ENFILE})
_NO_MEMORY: Final = ("failed to map segment", "bad_alloc", "cannot allocate memory", "insufficient memory",
                     "outofmemory", "out of memory", "unable to allocate", "failed to allocate")  # fmt: skip


class TooFewFiles(Exception):
    """The system lets the program open too few files; the text is one sentence for people."""


def room_for_connections() -> int:
    """How many connections the page may have, after the limit was raised as far as the system lets it; raises
    ``TooFewFiles`` where that is too few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OWN_FILES + ENOUGH
    if _below(soft, wanted):
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    if _below(soft, OWN_FILES + FEWEST):
        raise TooFewFiles(
            f"the system lets the table open {soft} files at once, and it needs {OWN_FILES + FEWEST}; raise that limit "
            "(ulimit -n 1024), then start it again."
        )
    return ENOUGH if soft == resource.RLIM_INFINITY else min(ENOUGH, soft - OWN_FILES)


def _below(limit: int, wanted: int) -> bool:
    return limit != resource.RLIM_INFINITY and limit < wanted


def too_little_memory() -> str | None:
    """One sentence if the system leaves the program too little memory to begin with."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if not _below(limit, LEAST_MEMORY):
        return None
    return (
        f"the system leaves it {limit // 2**20} MB of memory, and its libraries alone need {LEAST_MEMORY // 2**20}; "
        "raise that limit (ulimit -v unlimited), then start it again."
    )


def scarcity(error: BaseException) -> str | None:
    """One sentence if ``error``, or what led to it, says that the system gave no more memory, threads or files."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, OSError) and seen.errno in _FILES:
            return "the system lets it open no more files; raise that limit (ulimit -n 1024), then start it again."
        if isinstance(seen, RuntimeError) and "start new thread" in str(seen):
            return "the system gives it no more threads, or no memory for them; raise its limits, then start it again."
        if _is_memory(seen):
            return (
                "there is not enough memory for it; end other programs or raise its limit (ulimit -v unlimited), "
                "then start it again."
            )
        seen = seen.__cause__ or seen.__context__
    return None


def _is_memory(error: BaseException) -> bool:
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return True
    said = str(error).lower()
    return any(words in said for words in _NO_MEMORY)


def give_way(most_bytes: int) -> None:
    """Let this process, which computes for people who can wait, give way to the table's, and end where its data needs
    more than ``most_bytes``; what the system does not grant is left as it is."""
    with suppress(OSError):
        os.nice(LEAST_URGENT)
    with suppress(OSError):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, cores[len(cores) // 2 :])  # the others are for the camera's pictures
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, most_bytes))
