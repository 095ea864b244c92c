"""Playing a match file again: to check it, or to go on with it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.match.log import FileLog, Header, MemoryLog, Recorded, read_log
from app.match.match import Match, Setup
from app.match.policy import ARBITRER, PRESETS
from app.rulebook.api import Game
from app.rulebook.words import Phrase, Problem, phrase

GameOf = Callable[[str], Game[Any]]
"""The game of a name. Raises Problem for a name nobody knows."""


@dataclass(frozen=True, kw_only=True)
class Difference:
    """Where a recomputed state differs from the recorded one: line in the file, both notations."""

    line: int
    entry: int
    recorded: str
    found: str


@dataclass(frozen=True, kw_only=True)
class ReplayReport:
    """What playing a match file again came to."""

    match: Match[Any]
    header: Header
    entries: int
    rulings: int
    torn: bool
    first_difference: Difference | None


def replay(path: Path, game_of: GameOf) -> ReplayReport:
    """Judges every entry of a match file again and compares each state with the recorded one.
    Raises Problem when the file is damaged or the game is unknown.
    """
    recorded = read_log(path)
    return _again(recorded, _match_of(recorded, path, game_of), path)


def resume(path: Path, game_of: GameOf) -> Match[Any]:
    """The match as the file leaves it, ready to go on in the same file; a torn last line is cut
    off. The table is to be brought to its layout first. Raises Problem as `replay` does.
    """
    recorded = read_log(path)
    match = _match_of(recorded, path, game_of)
    _again(recorded, match, path)
    match.record_in(FileLog(path, keep=recorded.sound))
    match.ask_for_layout("match.arrange.resume")
    return match


def last_cursor(recorded: Recorded) -> tuple[int, ...] | None:
    """How far the log has come with the box."""
    return next((line.cursor for line in reversed(recorded.lines) if line.cursor), None)


def _match_of(recorded: Recorded, path: Path, game_of: GameOf) -> Match[Any]:
    header = recorded.header
    game = game_of(header.game)
    setup = Setup(
        board=header.board,
        options=header.options,
        names=header.names,
        date=header.date,
        policy=PRESETS.get(header.policy, ARBITRER),
    )
    try:
        game.check_board(header.board)
        start = game.parse(header.start, {header.board.id: header.board})
    except Problem as problem:
        raise Problem("match.log.bad_header", path=str(path), why=problem.phrase) from None
    return Match(game, setup, MemoryLog(), start=start)


def _again(recorded: Recorded, match: Match[Any], path: Path) -> ReplayReport:
    first: Difference | None = None
    state = recorded.header.start
    for line in recorded.lines:
        try:
            found = match.follow(line)
        except Problem as problem:
            raise _unplayable(path, line.n, state, problem.phrase) from problem
        except (LookupError, ValueError, TypeError) as error:
            # An event that no table could bring about: the rules need not know what to say of it.
            raise _unplayable(path, line.n, state, phrase("match.log.impossible")) from error
        state = line.after
        if found != line.after and first is None:
            first = Difference(line=line.n + 1, entry=line.n, recorded=line.after, found=found)
    return ReplayReport(
        match=match,
        header=recorded.header,
        entries=len(recorded.lines),
        rulings=sum(len(step.rulings) for step in match.entries),
        torn=recorded.torn,
        first_difference=first,
    )


def _unplayable(path: Path, n: int, state: str, why: Phrase) -> Problem:
    return Problem("match.log.bad_line", path=str(path), line=n + 1, state=state, why=why)
