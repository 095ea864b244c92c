"""Interceptions: the gaps a carrier or a hand pass crosses, and what a call comes to (T73-T76).

A gap is crossed on a diagonal step when an opposing disc that nothing lies on stands on each of the
two squares beside it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from app.games.taru.labels.effects import carried_in, laid, lifted
from app.games.taru.labels.outcome import Outcome
from app.games.taru.labels.table import Table
from app.games.taru.labels.ways import Way
from app.games.taru.plays import HandPass, Move
from app.games.taru.state import Phase, State
from app.rulebook.api import Section
from app.rulebook.geometry import Square, direction_between, king_distance
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side


@dataclass(frozen=True, kw_only=True)
class Gap:
    """A diagonal step between two discs of the side that may call, the one set back first."""

    step: tuple[Square, Square]
    flankers: tuple[DiscId, DiscId]


def gaps(table: Table, way: Way, side: Side) -> Iterator[Gap]:
    """The gaps on a way, its first square included, that discs of `side` flank."""
    for here, there in pairwise(way):
        if here.file == there.file or here.rank == there.rank:
            continue
        beside = (Square(here.file, there.rank), Square(there.file, here.rank))
        back, front = sorted(beside, key=lambda square: square.rank * side.forward)
        one, two = table.top(back), table.top(front)
        if one and two and side_of(one) is side and side_of(two) is side:
            yield Gap(step=(here, there), flankers=(one, two))


def crossed(before: Table, play: Move | HandPass) -> tuple[Gap, ...]:
    """What a run of the carrier or a hand pass goes through; a carrier's run ends on the first
    square it scores on.
    """
    start = before.ball_square
    if start is None or before.carrier is None:
        return ()
    if isinstance(play, Move):
        if play.disc != before.carrier:
            return ()
        scoring = (i for i, sq in enumerate(play.path, 1) if before.scoring(before.turn, sq))
        way = (start, *play.path[: next(scoring, len(play.path))])
        return tuple(gaps(lifted(before, play.disc), way, before.turn.other))
    end = before.where(play.receiver)
    step = direction_between(start, end) if end is not None else None
    if end is None or step is None:
        return ()
    way = tuple(start.towards(*step, i) for i in range(king_distance(start, end) + 1))
    return tuple(gaps(before, way, before.turn.other))


def windowed(before: Table, after: Table, play: Move | HandPass) -> Outcome | None:
    """The window a play opens, a try that it scored waiting meanwhile (A70); None without a gap."""
    found = crossed(before, play)
    if not found:
        return None
    waits = "!" if after.score != before.score else ""
    how = "r" if isinstance(play, Move) else "p"
    field = ";".join(_written(gap, before.turn.other, how, before.rolled, waits) for gap in found)
    return Outcome(
        table=replace(after, score=before.score),
        turn=before.turn,
        phase=Phase.INTERCEPT_WINDOW,
        acting=before.turn.other if waits else None,
        sections=("T73", "T22", "T33"),
        fields=(f"I:{field}",),
    )


def _written(gap: Gap, side: Side, how: str, beat: int, waits: str) -> str:
    here, there = gap.step
    one, two = gap.flankers
    return f"{side}/{here.name}-{there.name}{how}/{one},{two}/{beat}{waits}"


def contested(state: State, table: Table, faces: tuple[int, ...]) -> Outcome:
    """A call and its roll: a penalty, the ball won, or nothing gained (T74, T75, A33)."""
    window = state.windows[0]
    red, green = faces
    caller = window.side
    offside = any(table.offside(disc) for disc, _ in table.free(caller))
    if red == green != 6 and offside:
        return Outcome(
            table=table,
            turn=state.turn,
            phase=Phase.PENALTY_CHOICE,
            acting=caller.other,
            sections=("T120", "T123"),
            fields=(f"N:{caller}",),
        )
    if red + green <= window.beat:
        return passed_over(state, table, ("T75",))
    taker = min(window.flankers, key=lambda disc: _rank(table, disc) * caller.forward)
    runner = table.carrier
    if window.crossed != "p" and runner is not None:
        table = laid(lifted(table, runner), runner, window.step[1])
    phase = Phase.DOUBLE_SIX if red == green == 6 else Phase.OPEN
    return Outcome(
        table=carried_in(table, taker), turn=caller, phase=phase, sections=("T74", "T142")
    )


def passed_over(state: State, table: Table, sections: tuple[Section, ...]) -> Outcome:
    """A call lost or declined: the next gap, the try that waited, or play goes on."""
    if len(state.windows) > 1:
        return Outcome(
            table=table,
            turn=state.turn,
            phase=Phase.INTERCEPT_WINDOW,
            acting=state.turn.other if state.windows[0].try_waits else None,
            sections=sections,
        )
    waits, runner = state.windows[0].try_waits, table.carrier
    if waits and runner is not None:
        table = carried_in(table, runner)
    return Outcome(
        table=table, turn=state.turn, phase=Phase.OPEN, sections=(*sections, "T73", "T131")
    )


def _rank(table: Table, disc: DiscId) -> int:
    square = table.where(disc)
    return 0 if square is None else square.rank
