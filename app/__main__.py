"""`taru-table`, also `python -m app`."""

import sys
from io import TextIOWrapper

from app.wiring.cli import run


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal of a few letters gets those
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
