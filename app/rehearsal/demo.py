"""A whole match on the pretend table, every pixel and byte, and what the referee made of it."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, Literal

import msgspec

from app.match.export.sheet import Fonts, write_sheet
from app.match.log import FileLog, MemoryLog
from app.match.table_view import TableView
from app.rehearsal.chance import chance_of
from app.rehearsal.faults import Faults, TableFaults
from app.rehearsal.mischief import ILLEGAL, Mischief
from app.rehearsal.player import Player
from app.rehearsal.recorder import Recorder
from app.rehearsal.stage import SIZE, BoxMaker, Cast, OnFrame, Stage
from app.rehearsal.truth import Tally, same_table
from app.rulebook.api import Game, S
from app.rulebook.board import Board
from app.rulebook.side import Side
from app.rulebook.words import Catalogue, Lang, Problem
from firmware_bridge.simulator import SimulatedBox
from vision.frames import Frame
from vision.observation import Observation

LONGEST = 4000
"""Acts after which a match is given up: bots may tie a match in knots."""
WARM_UP_S = 4.0
"""The link listens to the box before it speaks."""


@dataclass(frozen=True, kw_only=True)
class DemoReport:
    """`seconds` of the machine, `table_seconds` of the pretend table. `agrees`: the referee's last
    state is the table's. `cases`: the first differences, in words.
    """

    game: str
    seed: int
    result: Literal["H", "A", "draw", "*"]
    score: tuple[int, int]
    turns: int
    rulings: int
    wrong_rulings: int
    missed_events: int
    questions: int
    frames: int
    seconds: float
    decision_ms_median: float
    decision_ms_p99: float
    table_seconds: float = 0.0
    agrees: bool = True
    refusals: int = 0
    sections_fired: Mapping[str, int] = field(default_factory=dict)
    question_kinds: Mapping[str, int] = field(default_factory=dict)
    cases: tuple[str, ...] = ()

    @property
    def tally(self) -> Tally:
        return Tally(
            matches=1,
            turns=self.turns,
            rulings=self.rulings,
            wrong_rulings=self.wrong_rulings,
            missed_events=self.missed_events,
            questions=self.questions,
            refusals=self.refusals,
            sections_fired=Counter(self.sections_fired),
            cases=list(self.cases),
        )

    @property
    def fine(self) -> bool:
        return self.agrees and not (self.wrong_rulings or self.missed_events)


@dataclass(frozen=True, kw_only=True)
class DemoOptions:
    """`turns`: enough after so many (None: the whole match); `longest`: the same in acts;
    `illegal`: share of acts meant to break a rule; `lang` of video and sheet; `fonts` of the sheet
    (without them there is none); `box` makes the box. `on_stage` is told the stage before the
    first frame, `on_frame` every frame.
    """

    faults: Collection[str] = ()
    turns: int | None = None
    longest: int = LONGEST
    illegal: float = ILLEGAL
    size: tuple[int, int] = SIZE
    box: BoxMaker = SimulatedBox
    video: bool = True
    lang: Lang = "fr"
    fonts: Fonts | None = None
    on_stage: Callable[[Stage[Any]], None] | None = None
    on_frame: OnFrame | None = None


def boards_of(game: Game[S], boards: Mapping[str, Board]) -> tuple[Board, ...]:
    """A game's boards, the largest first. Raises Problem when there is none."""
    found = [board for board in boards.values() if board.game == game.name]
    if not found:
        raise Problem("rehearsal.no_board", game=game.name)
    return tuple(sorted(found, key=lambda b: (-b.files * b.ranks, b.id)))


def run_demo(
    game: Game[S],
    boards: Mapping[str, Board],
    *,
    seed: int,
    out: Path | None = None,
    options: DemoOptions | None = None,
) -> DemoReport:
    """Play a match headless and in lock-step. `out` receives `match.jsonl`, `table.mp4`,
    `sheet.pdf` and `summary.json`. Raises Problem on an unknown fault or a game without a board.
    """
    options = options or DemoOptions()
    began = perf_counter()
    cast = Cast(
        board=boards_of(game, boards)[0],
        seed=seed,
        faults=Faults.named(options.faults),
        size=options.size,
        box=options.box,
    )
    stage = Stage(game, cast, _log(out))
    if options.on_stage is not None:
        options.on_stage(stage)
    catalogue = Catalogue(options.lang, "app.rulebook", "app.match", game.words)
    recorder = _recorder(stage, catalogue, out) if out is not None and options.video else None
    stage.on_frame = _both(recorder, options.on_frame)
    tally = Tally(matches=1)
    player = _player(stage, cast, options, tally)
    stage.wait(WARM_UP_S)
    player.play(options.longest, lambda: options.turns is not None and tally.turns >= options.turns)
    stage.wait(1.0)
    stage.match.finish()
    stage.match.close()
    if recorder is not None:
        recorder.close()
    report = _report(stage, seed, tally, perf_counter() - began)
    if out is not None:
        _leave(report, out)
        if options.fonts is not None:
            write_sheet(stage.match, catalogue, options.fonts, out / "sheet.pdf")
    return report


def _log(out: Path | None) -> FileLog | MemoryLog:
    if out is None:
        return MemoryLog()
    out.mkdir(parents=True, exist_ok=True)
    path = out / "match.jsonl"
    path.unlink(missing_ok=True)
    return FileLog(path)


def _player(stage: Stage[S], cast: Cast, options: DemoOptions, tally: Tally) -> Player[S]:
    bot = stage.match.game.bot()
    chance = chance_of(cast.seed, "bots")
    mischief = Mischief(bot, chance, options.illegal, bot.visible_sections())
    player = Player(stage.match, stage.desk, stage.world, stage.tick, mischief, tally)
    player.reachable = stage.box_heard
    if cast.faults.table:
        chance = chance_of(cast.seed, "faults")
        player.faults = TableFaults(stage.world, cast.faults, chance, stage.frames)
    return player


def _recorder(stage: Stage[S], catalogue: Catalogue, out: Path) -> Recorder:
    eye = stage.sight.eye
    return Recorder(out / "table.mp4", lambda: eye.table, stage.surface, catalogue.say)


def _both(recorder: Recorder | None, on_frame: OnFrame | None) -> OnFrame | None:
    if recorder is None:
        return on_frame

    def see(frame: Frame, view: TableView, seen: Observation | None) -> None:
        recorder.see(frame, view, seen)
        if on_frame is not None:
            on_frame(frame, view, seen)

    return see


def _report(stage: Stage[S], seed: int, tally: Tally, seconds: float) -> DemoReport:
    game, state, counters = stage.match.game, stage.match.state, stage.session.counters
    standing = game.standing(state)
    decided = counters.decided_ms
    winner = standing.winner
    return DemoReport(
        game=game.name,
        seed=seed,
        result=winner.value if isinstance(winner, Side) else winner or "*",
        score=standing.score,
        turns=tally.turns,
        rulings=tally.rulings,
        wrong_rulings=tally.wrong_rulings,
        missed_events=tally.missed_events,
        questions=counters.questions,
        frames=counters.frames,
        seconds=round(seconds, 2),
        decision_ms_median=round(median(decided), 3) if decided else 0.0,
        decision_ms_p99=round(quantiles(decided, n=100)[-1], 3) if len(decided) > 1 else 0.0,
        table_seconds=round(stage.world.now, 2),
        agrees=same_table(game.layout(state), stage.world.table.layout()),
        refusals=tally.refusals,
        sections_fired=dict(sorted(tally.sections_fired.items())),
        question_kinds=dict(sorted(counters.kinds.items())),
        cases=tuple(tally.cases),
    )


def _leave(report: DemoReport, out: Path) -> None:
    summary = msgspec.json.format(msgspec.json.encode(report), indent=1)
    (out / "summary.json").write_bytes(summary + b"\n")
