"""Dumps: what was found, one JSON object a line, written as it is measured."""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, TextIO

import typer

from calibration.overwriting import refuse_overwriting
from calibration.problem import EyeProblem

Dump = Annotated[Path | None, typer.Option(help="options.dump")]
Line = Mapping[str, object]


def check_dump(path: Path | None) -> None:
    """Raises EyeProblem at once, not after all the work, when a dump cannot be written there."""
    if path is not None:
        _opened(path, 0).close()


@contextmanager
def dumping(path: Path | None, reads: Iterable[Path]) -> Iterator[Callable[[Line], None]]:
    """How to write a line; each is on the disk before the next is measured, so that a run that is
    interrupted keeps what it had. EyeProblem when the place cannot be written, or is one of the
    files read.
    """
    if path is None:
        yield _nowhere
        return
    refuse_overwriting(path, reads)
    file = _opened(path, os.O_TRUNC)

    def keep(line: Line) -> None:
        try:
            file.write(json.dumps(line) + "\n")
            file.flush()
        except OSError as refused:
            raise EyeProblem("dump.refused", path=path) from refused

    try:
        yield keep
    finally:
        with suppress(OSError):  # of a line that was refused: that is said already
            file.close()


def _nowhere(line: Line) -> None:
    del line


def _opened(path: Path, how: int) -> TextIO:
    """For writing, made if need be. A pipe that nobody reads is refused, not waited for."""
    waiting = getattr(os, "O_NONBLOCK", 0)
    try:
        at = os.open(path, os.O_WRONLY | os.O_CREAT | how | waiting, 0o666)
        if waiting:
            os.set_blocking(at, True)
        return os.fdopen(at, "w", encoding="utf-8")
    except OSError as refused:
        raise EyeProblem("dump.refused", path=path) from refused
