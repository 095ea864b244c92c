"""`taru-table`, also `python -m app`."""

import sys

from app.wiring.cli import run


def main() -> None:
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
