"""Random steps through every phase of Taru, lawful and unlawful, with what must hold after each.

    python -m tests.games.taru_walk --steps 200000 --seed 1

prints how often each section was cited, and those that never were.
"""

import argparse
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from random import Random

from app.games.taru import plays
from app.games.taru.bots import TaruBot
from app.games.taru.game import Taru
from app.games.taru.labels.crossings import crossed
from app.games.taru.labels.label import label_of
from app.games.taru.labels.table import table_of
from app.games.taru.sections import ALL
from app.games.taru.state import Clock, Phase, State
from app.rehearsal.truth import difference
from app.rulebook.api import Ruling
from app.rulebook.board import Board
from app.rulebook.facts import DiceRolled, Event, Exit, Flown, PostsPassed, TimeRanOut
from app.rulebook.geometry import Square
from app.rulebook.layout import side_of
from app.rulebook.words import Problem
from tests.games.taru_bot_matches import std_board
from tests.games.taru_built import built
from tests.games.taru_invariants import follows, holds

LENGTH, MATCH_LENGTH = 25, 400
UNLAWFUL, BELL, WHOLE_MATCHES = 0.12, 0.01, 0.03
TRIED, RUN = 12, 0.4
TARU, BOT = Taru(), TaruBot()


@dataclass(kw_only=True)
class Walked:
    """What a walk came to: sections by how often they were cited, and what went wrong."""

    steps: int = 0
    cited: Counter[str] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @property
    def silent(self) -> tuple[str, ...]:
        """Sections that should be cited and never were."""
        book = TARU.book
        told = {*book.definitions, *book.called_by_people}
        return tuple(s for s in ALL if s not in told and not self.cited[s])


class Walker:
    """Chooses the next event of a walk: mostly lawful, flicks ending anywhere."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self._sections = sorted(BOT.breakable())

    def start(self, board: Board) -> State:
        if self.chance.random() > WHOLE_MATCHES:
            return built(TARU, board, self.chance)
        state = TARU.start(board)
        clock = Clock(match_s=1200, turn_s=35)
        timed = replace(state, timed=True, clock=clock)
        return timed if self.chance.random() < 0.5 else state

    def event(self, state: State) -> Event:
        if self.chance.random() < UNLAWFUL:
            for section in self.chance.sample(self._sections, TRIED):
                broken = BOT.break_rule(state, section, self.chance)
                if broken is not None and broken.event is not None:
                    return broken.event
        if state.clock is not None and self.chance.random() < BELL * (1 + state.clock.expired):
            return self._clock(state)
        return self._lawful(state)

    def _clock(self, state: State) -> Event:
        carrier = state.carrier
        if state.clock is not None and state.clock.expired and carrier is not None:
            return plays.StopMatch(side=side_of(carrier))
        return TimeRanOut(clock=self.chance.choice(("turn", "turn", "match")))

    def _lawful(self, state: State) -> Event:
        match state.phase:
            case Phase.AWAIT_ROLL | Phase.OPENING_ROLL | Phase.LINEOUT_THROW:
                return self._roll(state)
            case Phase.KICKOFF | Phase.PENALTY_TOUCH | Phase.AWAIT_FLICK:
                return self._due_flick(state)
            case Phase.CONVERSION | Phase.PENALTY_KICK | Phase.DROP:
                return PostsPassed(good=self.chance.random() < 0.6)
            case Phase.INTERCEPT_WINDOW if self.chance.random() < 0.7:
                return self._dice()
            case Phase.SETUP | Phase.LINEOUT_SETUP:
                return self._placing(state)
            case _:
                return self._play(state)

    def _roll(self, state: State) -> Event:
        """Dice, or a mark taken instead of them (T57)."""
        if state.mark is not None and self.chance.random() < 0.5:
            return plays.MarkKick(flown=self._flown(state, state.mark))
        return self._dice()

    def _dice(self) -> DiceRolled:
        face = self.chance.randint(1, 6)
        double = self.chance.random() < 0.3
        return DiceRolled(faces=(face, face if double else self.chance.randint(1, 6)))

    def _placing(self, state: State) -> Event:
        """The bots' set-ups and formations, one side after the other."""
        intent = BOT.choose(state, self.chance)
        if intent.event is not None:
            return intent.event
        formed = BOT.formation(state, self.chance)
        return next(place for place in formed if not self._stands(state, place))

    def _stands(self, state: State, place: plays.Place) -> bool:
        return all(state.squares.get(disc) == square for disc, square in place.squares)

    def _due_flick(self, state: State) -> Event:
        awaited = TARU.awaits(state).flick_from
        by = self.chance.choice(awaited) if awaited else state.carrier or state.mark or "H1"
        flown = self._flown(state, by)
        if state.phase is Phase.KICKOFF:
            return plays.Kickoff(flown=flown)
        if state.phase is Phase.PENALTY_TOUCH:
            return plays.TouchKick(flown=flown)
        kinds = {"kick": plays.Kick, "mark": plays.MarkKick}
        return kinds.get(state.awaited_flick or "", plays.LongPass)(flown=flown)

    def _play(self, state: State) -> Event:
        carrier = state.carrier
        if state.phase is Phase.OPEN and carrier is not None and side_of(carrier) is state.turn:
            luck = self.chance.random()
            six = state.dice is not None and 6 in (state.dice.red, state.dice.green)
            if six and luck < 0.25:
                return plays.Kick(flown=self._flown(state, carrier))
            if luck < 0.08:
                return plays.LongPass(flown=self._flown(state, carrier))
        return self._listed(state)

    def _listed(self, state: State) -> Event:
        """A kind of listed play, then one of that kind; often the carrier's."""
        kinds: dict[str, list[Event]] = {}
        for play in TARU.plays(state):
            kinds.setdefault(type(play).__name__, []).append(play)
        if not kinds:
            return self._dice()
        kind = self.chance.choice(sorted(kinds))
        if kind == "EndTurn" and self.chance.random() < 0.6:
            kind = self.chance.choice(sorted(kinds))
        found = kinds[kind]
        runs = [play for play in found if getattr(play, "disc", "") == state.carrier]
        return self._through_a_gap(state, runs or found) or self.chance.choice(
            runs if runs and self.chance.random() < RUN else found
        )

    def _through_a_gap(self, state: State, found: list[Event]) -> Event | None:
        """Few runs and passes cross a gap (T73): those that do are not left to chance alone."""
        table = table_of(state)
        through = [
            play
            for play in found
            if isinstance(play, plays.Move | plays.HandPass) and crossed(table, play)
        ]
        return self.chance.choice(through) if through and self.chance.random() < RUN else None

    def _flown(self, state: State, by: str) -> Flown:
        board = state.pitch.board
        square = Square(self.chance.randint(1, board.files), self.chance.randint(1, board.ranks))
        fate = self.chance.random()
        others = sorted(set(state.squares) - {by})
        if fate < 0.4 and others:
            return Flown(by=by, first_touch=self.chance.choice(others), bounced=True)
        if fate < 0.75:
            return Flown(by=by, exit=self._exit(board, square), bounced=self.chance.random() < 0.5)
        beside = square.towards(1, 0) if square.file < board.files else square
        rest = (square, beside) if fate < 0.85 and beside != square else (square,)
        return Flown(by=by, rest=rest, bounced=True)

    def _exit(self, board: Board, square: Square) -> Exit:
        luck = self.chance.random()
        if luck < 0.35:
            return Exit(edge="W", square=Square(1, square.rank))
        if luck < 0.7:
            return Exit(edge="E", square=Square(board.files, square.rank))
        if luck < 0.85:
            return Exit(edge="N", square=Square(square.file, board.ranks))
        return Exit(edge="S", square=Square(square.file, 1))


def walk(steps: int, seed: int) -> Walked:
    """So many steps, on both boards in turn, from one beginning after another."""
    found, boards = Walked(), (std_board(), std_board("taru-club"))
    known = {board.id: board for board in boards}
    walker = Walker(seed)
    number = 0
    while found.steps < steps:
        board = boards[number % len(boards)]
        number += 1
        for state, event, rulings in path(walker, board):
            found.steps += 1
            found.phases[state.phase.value] += 1
            found.cited.update({section for r in rulings for section in (r.rule, *r.also)})
            wrong = (
                broken(state, event, rulings)
                or complaint(state, event, rulings)
                or lost(rulings[-1].state, known)
            )
            if wrong is not None:
                found.wrong.append(f"{wrong} | {TARU.write(state)} | {event}")
            if found.steps >= steps:
                break
    return found


Step = tuple[State, Event, tuple[Ruling[State], ...]]


def path(walker: Walker, board: Board) -> Iterator[Step]:
    """One beginning and what follows from it."""
    state = walker.start(board)
    whole = state.phase is Phase.SETUP
    for _ in range(MATCH_LENGTH if whole else LENGTH):
        if state.phase is Phase.FINISHED:
            return
        event = walker.event(state)
        rulings = TARU.judge(state, event)
        yield state, event, rulings
        state = rulings[-1].state


def broken(state: State, event: Event, rulings: tuple[Ruling[State], ...]) -> str | None:
    """Which invariant an event broke; None when all hold."""
    after = rulings[-1].state
    try:
        if rulings[-1].refused:
            assert after is state
        else:
            follows(state, event, after)
            holds(after)
    except AssertionError as found:
        line = traceback.extract_tb(found.__traceback__)[-1].line
        return f"{line} fails in {TARU.write(after)}"
    return None


def lost(state: State, boards: dict[str, Board]) -> str | None:
    """What a position loses when it is written and read again, beside what no notation holds; None
    when it is the same.
    """
    try:
        again = TARU.parse(TARU.write(state), boards)
    except Problem as problem:
        return f"written {TARU.write(state)} cannot be read: {problem.phrase.key}"
    kept = [each.name for each in fields(state) if each.name != "undo"]
    names = [name for name in kept if getattr(again, name) != getattr(state, name)]
    return f"written {TARU.write(state)} loses {names}" if names else None


def complaint(state: State, event: Event, rulings: tuple[Ruling[State], ...]) -> str | None:
    """How an accepted act differs from its label; None when they agree."""
    if rulings[-1].refused:
        return None
    try:
        label = label_of(state, event)
    except KeyError:
        return None
    return difference(TARU, label, rulings, rulings[-1].state)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = walk(options.steps, options.seed)
    print("steps", found.steps, "wrong", len(found.wrong))  # noqa: T201
    print("phases", dict(found.phases))  # noqa: T201
    print("sections_fired", {s: found.cited[s] for s in ALL if found.cited[s]})  # noqa: T201
    print("never", found.silent)  # noqa: T201
    for wrong in found.wrong[:20]:
        print(wrong)  # noqa: T201
    return 1 if found.wrong or found.silent else 0


if __name__ == "__main__":
    raise SystemExit(main())
