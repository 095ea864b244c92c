"""Bots play match after match, legal and illegal acts mixed; the referee is held to the labels."""

import gc
import sys
import traceback
from collections.abc import Collection, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from random import Random
from typing import Generic, Literal

from app.match.log import Header, Line
from app.match.match import Match, Setup
from app.rehearsal.chance import chance_of
from app.rehearsal.facts import FactsMatch
from app.rehearsal.truth import Tally
from app.rulebook.api import Bot, Game, Intent, S, Section
from app.rulebook.board import Board
from app.rulebook.words import Problem

ILLEGAL, UNDO = 0.12, 0.01
LONGEST = 4000
"""Acts after which a match is given up: bots may tie a match in knots."""


@dataclass(frozen=True, kw_only=True)
class SoakReport:
    """`memory_growth`: share by which the interpreter's allocated blocks grew from the end of the
    first match to the end of the last. `cases`: the first differences, in words.
    """

    matches: int
    turns: int
    rulings: int
    wrong_rulings: int
    missed_events: int
    questions: int
    crashes: int
    memory_growth: float
    sections_fired: Mapping[str, int] = field(default_factory=dict)
    refusals: int = 0
    cases: tuple[str, ...] = ()

    @property
    def fine(self) -> bool:
        return not (self.wrong_rulings or self.missed_events or self.crashes)


def boards_of(game: Game[S], boards: Mapping[str, Board]) -> tuple[Board, ...]:
    """A game's boards, the largest first. Raises Problem when there is none."""
    found = [board for board in boards.values() if board.game == game.name]
    if not found:
        raise Problem("rehearsal.no_board", game=game.name)
    return tuple(sorted(found, key=lambda b: (-b.files * b.ranks, b.id)))


def soak(
    game: Game[S], boards: Mapping[str, Board], *, matches: int, seed: int, jobs: int = 1
) -> SoakReport:
    """Play matches on facts, on each of the game's boards in turn."""
    tables = boards_of(game, boards)
    if jobs <= 1 or matches <= 1:
        return _report(*play_matches(game, tables, range(matches), seed))
    tally, growth = Tally(), 0.0
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        parts = [
            pool.submit(play_matches, game, tables, range(first, matches, jobs), seed)
            for first in range(min(jobs, matches))
        ]
        for part in parts:
            found, grown = part.result()
            tally.add(found)
            growth = max(growth, grown)
    return _report(tally, growth)


def play_matches(
    game: Game[S], boards: tuple[Board, ...], numbers: Collection[int], seed: int
) -> tuple[Tally, float]:
    """Some matches by number; gives their tally, and how memory grew after the first."""
    tally, first = Tally(), 0
    for number in numbers:
        board = boards[number % len(boards)]
        play_match(game, board, seed * 1_000_003 + number, tally)
        if not first:
            first = _blocks()
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


def play_match(game: Game[S], board: Board, seed: int, tally: Tally) -> Match[S]:
    """One match from set-up to its end."""
    match = Match.start(game, Setup(board=board), Forgetful())
    bot = game.bot()
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


class Mischief(Generic[S]):
    """Mixes illegal acts among the bot's own, section after section; undoes and does again."""

    def __init__(
        self, bot: Bot[S], chance: Random, illegal: float, sections: Collection[Section]
    ) -> None:
        self._bot, self._chance, self._illegal = bot, chance, illegal
        self._sections = sorted(sections)
        chance.shuffle(self._sections)

    def next_intent(self, state: S) -> Intent:
        if self._chance.random() < self._illegal:
            illegal = self._break_something(state)
            if illegal is not None:
                return illegal
        return self._bot.choose(state, self._chance)

    def _break_something(self, state: S) -> Intent | None:
        """The section whose turn it is, else the next that this state lets one break; a broken
        section goes to the end of the queue.
        """
        for section in islice(list(self._sections), 8):
            intent = self._bot.break_rule(state, section, self._chance)
            self._sections.remove(section)
            self._sections.append(section)
            if intent is not None:
                return intent
        return None

    def go_back(self, match: Match[S]) -> None:
        """Now and then one step back and forth again, which must come to the same."""
        if not match.can_undo or self._chance.random() >= UNDO:
            return
        held, arrange = match.game.write(match.state), match.arrange
        match.undo()
        match.redo()
        match.arrange = arrange
        if match.game.write(match.state) != held:
            raise AssertionError(f"redo leads to {match.game.write(match.state)}, not {held}")


def _report(tally: Tally, growth: float) -> SoakReport:
    return SoakReport(
        matches=tally.matches,
        turns=tally.turns,
        rulings=tally.rulings,
        wrong_rulings=tally.wrong_rulings,
        missed_events=tally.missed_events,
        questions=tally.questions,
        crashes=tally.crashes,
        memory_growth=round(growth, 4),
        sections_fired=dict(sorted(tally.sections_fired.items())),
        refusals=tally.refusals,
        cases=tuple(tally.cases),
    )


Level = Literal["facts", "frames"]
