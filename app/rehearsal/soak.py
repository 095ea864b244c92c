"""Bots play match after match, legal and illegal acts mixed; the referee is held to the labels."""

import gc
import signal
import sys
import traceback
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import active_children, get_context
from threading import current_thread, main_thread
from time import perf_counter

from app.match.log import Header, Line
from app.match.match import Match, Setup
from app.rehearsal.chance import chance_of
from app.rehearsal.demo import LONGEST, DemoOptions, boards_of, run_demo
from app.rehearsal.facts import FactsMatch
from app.rehearsal.faults import Faults
from app.rehearsal.mischief import ILLEGAL, Mischief
from app.rehearsal.pair import Pair
from app.rehearsal.truth import Tally
from app.rulebook.api import Bot, Game, S
from app.rulebook.board import Board
from app.rulebook.side import Side
from app.rulebook.words import Problem

LEVELS = ("facts", "frames")


@dataclass(frozen=True, kw_only=True)
class SoakReport:
    """`memory_growth`: share by which the interpreter's allocated blocks grew from the end of the
    first match to the end of the last. `won`: matches won by the first of two bots, by the second,
    and neither's. `cases`: the first differences, in words.
    """

    matches: int
    turns: int
    rulings: int
    wrong_rulings: int
    missed_events: int
    questions: int
    crashes: int
    seconds: float
    memory_growth: float
    sections_fired: Mapping[str, int] = field(default_factory=dict)
    refusals: int = 0
    won: tuple[int, int, int] = (0, 0, 0)
    cases: tuple[str, ...] = ()

    @property
    def fine(self) -> bool:
        return not (self.wrong_rulings or self.missed_events or self.crashes)


def soak(  # noqa: PLR0913  what, how often, how
    game: Game[S],
    boards: Mapping[str, Board],
    *,
    matches: int,
    seed: int,
    jobs: int = 1,
    level: str = "facts",
    faults: Collection[str] = (),
    bots: tuple[Bot[S], Bot[S]] | None = None,
) -> SoakReport:
    """Play matches on each of the game's boards in turn: on facts alone, or with every frame and
    byte, where `faults` may be made. Two `bots` meet on facts, changing sides after every match.
    Raises Problem on an unknown level or fault.
    """
    began = perf_counter()
    tables = boards_of(game, boards)
    if level not in LEVELS:
        raise Problem("rehearsal.unknown_level", given=level, known=", ".join(LEVELS))
    Faults.named(faults)
    facts = partial(play_matches, bots)
    play = facts if level == "facts" else partial(play_demos, tuple(sorted(faults)))
    tally, growth = Tally(), 0.0
    if jobs <= 1 or matches <= 1:
        tally, growth = play(game, tables, range(matches), seed)
        return report_of(tally, growth, perf_counter() - began)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        with _deaf_to_ctrl_c():
            parts = [
                pool.submit(play, game, tables, range(first, matches, jobs), seed)
                for first in range(min(jobs, matches))
            ]
        try:
            for part in parts:
                found, grown = part.result()
                tally.add(found)
                growth = max(growth, grown)
        except KeyboardInterrupt:
            for worker in active_children():
                worker.terminate()
            raise
    return report_of(tally, growth, perf_counter() - began)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes started meanwhile do not hear Ctrl-C: it is for the one that started them."""
    if current_thread() is not main_thread():
        yield
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


def play_demos(
    faults: tuple[str, ...],
    game: Game[S],
    boards: tuple[Board, ...],
    numbers: Collection[int],
    seed: int,
) -> tuple[Tally, float]:
    """Some matches with every frame and byte."""
    tally, first = Tally(), 0
    for number in numbers:
        board = boards[number % len(boards)]
        options = DemoOptions(faults=faults)
        report = run_demo(game, {board.id: board}, seed=match_seed(seed, number), options=options)
        tally.add(report.tally)
        first = first or _blocks()
    return tally, _blocks() / first - 1 if first else 0.0


def match_seed(seed: int, number: int) -> int:
    return seed * 1_000_003 + number


def play_matches(
    bots: tuple[Bot[S], Bot[S]] | None,
    game: Game[S],
    boards: tuple[Board, ...],
    numbers: Collection[int],
    seed: int,
) -> tuple[Tally, float]:
    """Some matches by number; gives their tally, and how memory grew after the first."""
    tally, first = Tally(), 0
    for number in numbers:
        board = boards[number // 2 % len(boards) if bots else number % len(boards)]
        match = play_match(game, board, match_seed(seed, number), tally, seated(game, bots, number))
        winner = game.standing(match.state).winner
        tally.won[_WINNERS.index(winner) ^ (number % 2) if winner in _WINNERS else 2] += 1
        first = first or _blocks()
    return tally, _blocks() / first - 1 if first else 0.0


def _blocks() -> int:
    gc.collect()
    return sys.getallocatedblocks()


class Forgetful:
    """A log that keeps nothing."""

    def append(self, record: Header | Line) -> None:
        del record

    def close(self) -> None:
        pass


_WINNERS: tuple[object, ...] = (Side.HOME, Side.AWAY)


def seated(game: Game[S], bots: tuple[Bot[S], Bot[S]] | None, number: int) -> Bot[S]:
    """Who plays match `number`: the game's own bot, or two that change sides after every match."""
    if bots is None:
        return game.bot()
    home, away = bots if number % 2 == 0 else bots[::-1]
    return Pair(game, {Side.HOME: home, Side.AWAY: away})


def play_match(game: Game[S], board: Board, seed: int, tally: Tally, bot: Bot[S]) -> Match[S]:
    """One match from set-up to its end."""
    match = Match.start(game, Setup(board=board), Forgetful())
    table = FactsMatch(match, bot, seed, tally)
    mischief = Mischief(bot, chance_of(seed, "mischief"), ILLEGAL, bot.breakable())
    try:
        for _ in range(LONGEST):
            if game.awaits(match.state).kind == "nothing":
                break
            turn = game.standing(match.state).turn
            table.act(mischief.next_intent(match.state))
            mischief.go_back(match)
            tally.turns += game.standing(match.state).turn is not turn
    except Exception:  # noqa: BLE001 - a crash of any kind is a finding to count, with its state
        tally.crashed(f"{game.write(match.state)} | {traceback.format_exc(limit=-6)}")
    tally.matches += 1
    return match


def report_of(tally: Tally, growth: float, seconds: float) -> SoakReport:
    return SoakReport(
        matches=tally.matches,
        turns=tally.turns,
        rulings=tally.rulings,
        wrong_rulings=tally.wrong_rulings,
        missed_events=tally.missed_events,
        questions=tally.questions,
        crashes=tally.crashes,
        seconds=round(seconds, 2),
        memory_growth=round(growth, 4),
        sections_fired=dict(sorted(tally.sections_fired.items())),
        refusals=tally.refusals,
        won=(tally.won[0], tally.won[1], tally.won[2]),
        cases=tuple(tally.cases),
    )
