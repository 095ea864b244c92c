"""`taru-table`, also `python -m app`."""

import sys

from app.wiring.cli import run
from calibration.command_line import any_letters


def main() -> None:
    any_letters()
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
