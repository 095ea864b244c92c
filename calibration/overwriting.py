"""Results that would be written over what they are made from."""

from collections.abc import Iterable
from pathlib import Path

from calibration.problem import EyeProblem


def refuse_overwriting(path: Path | None, reads: Iterable[Path]) -> None:
    """Raises EyeProblem when a result would be written over a file that is read, by any name."""
    if path is not None and path.exists() and any(_same(path, other) for other in reads):
        raise EyeProblem("dump.itself", path=path)


def _same(path: Path, other: Path) -> bool:
    return other.exists() and path.samefile(other)
