"""A measurement as a command: its own options, and those that all of them have."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

import typer

from vision.dumping import Dump, check_dump, dumping
from vision.evaluate_scenes import SIZES
from vision.telling import AsJson, Lang, counted, speaking, tell

Score = TypeVar("Score")
SizeChoice = StrEnum("SizeChoice", {size: size for size in SIZES})  # type: ignore[misc]
FULL_HD, HD = SizeChoice("1080p"), SizeChoice("720p")
Size = Annotated[SizeChoice, typer.Option(help="options.size")]
Seed = Annotated[int, typer.Option(min=0, help="options.seed")]


@dataclass(frozen=True, kw_only=True, eq=False)
class Measurement(Generic[Score]):
    """Scores, made one by one (`total` of them, where that is known beforehand); what the dump says
    of each, the figures of all, and the files it reads, which no dump may overwrite.
    """

    scores: Iterable[Score]
    total: int | None = None
    line: Callable[[Score], Mapping[str, object]]
    figures: Callable[[list[Score]], Mapping[str, float | int | None]]
    reads: Sequence[Path] = ()


def add_command(app: typer.Typer, measure: Callable[..., Measurement[Any]]) -> None:
    """Adds a command that is called as the function is, has its options and the help text of that
    name, and tells what it measures.
    """

    def command(
        *, as_json: AsJson = False, dump: Dump = None, lang: Lang = None, **told: Any
    ) -> None:
        with speaking(lang) as tongue:
            check_dump(dump)
            asked = measure(**told)
            with dumping(dump, asked.reads) as keep:
                scores = counted(asked.scores, asked.total, lambda one: keep(asked.line(one)))
            tell(asked.figures(scores), tongue, as_json=as_json)

    own, shared = (list(inspect.signature(f).parameters.values()) for f in (measure, command))
    options = [*own, *shared[:-1]]
    # typer reads options from the signature and the annotations
    command.__dict__["__signature__"] = inspect.Signature(options)
    command.__annotations__ = {option.name: option.annotation for option in options}
    app.command(measure.__name__, help=f"help.{measure.__name__}")(command)
