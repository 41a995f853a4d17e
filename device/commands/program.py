"""Where ``whist-table`` begins: whatever the system does not grant it is said in one sentence, from the first import
on."""

from __future__ import annotations

import os
import sys

from device.limits import scarcity, too_little_memory


def main() -> int:
    """Run the command line; exit status as ``device.commands.cli.main`` has it, 1 where memory, threads or files run
    out."""
    wrong = too_little_memory()
    if wrong is None:
        try:
            from device.commands.cli import main as run

            return run()
        except Exception as error:
            wrong = scarcity(error)
            if wrong is None:
                raise
    print(f"whist-table: {wrong}", file=sys.stderr, flush=True)
    sys.stdout.flush()
    os._exit(1)  # what began and got no further can neither be waited for nor put away


if __name__ == "__main__":
    sys.exit(main())
