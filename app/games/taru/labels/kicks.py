"""What becomes of a kick with a six, of a mark, of a penalty kicked to touch (T44-T58, T128)."""

from dataclasses import replace
from typing import Literal

from app.games.taru.labels.effects import carried_in
from app.games.taru.labels.flicks import stopped
from app.games.taru.labels.outcome import Outcome
from app.games.taru.labels.table import SIX, Table
from app.games.taru.labels.zones import (
    in_either_goal,
    in_own_22,
    in_own_goal,
    lineout_spot,
    restart_spot,
)
from app.games.taru.state import Phase
from app.rulebook.api import Section
from app.rulebook.facts import Exit, Flown
from app.rulebook.geometry import Square, king_distance
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side

Kind = Literal["kick", "mark", "touch"]


def six_spent(table: Table) -> Table:
    """A whole six pays for a kick or a drop (T45, T140)."""
    if table.red == SIX and table.strip_open:
        return replace(table, red=0, kicked=True)
    return replace(table, green=0, kicked=True)


def after_kick(table: Table, flown: Flown, kind: Kind) -> Outcome:
    """First touch, exit, or rest decide, in that order (T48-T50, T54)."""
    side = side_of(flown.by)
    if kind == "kick":
        table = six_spent(table)
    touched, rest = stopped(table, flown, side)
    if touched is not None:
        return _caught(table, touched, side, kind)
    if flown.exit is not None:
        return _out(table, flown, flown.exit, kind)
    loose = replace(table, ball=rest, tackle_line=None)
    return Outcome(
        table=loose,
        turn=side.other,
        phase=Phase.AWAIT_ROLL,
        foretold=rest is not None,
        sections=("T49", "T46", "T58", "T19", "T128"),
    )


def _caught(table: Table, disc: DiscId, kicker: Side, kind: Kind) -> Outcome:
    """The disc touched has the ball. Its own disc lets the kicking side play on after an ordinary
    kick (T46); an opponent in its own 22 or in-goal may take a mark (T57).
    """
    square = table.where(disc)
    holds = carried_in(replace(table, played=table.played - {disc}), disc)
    if side_of(disc) is kicker:
        plays_on = kind == "kick"
        return Outcome(
            table=holds,
            turn=kicker if plays_on else kicker.other,
            phase=Phase.OPEN if plays_on else Phase.AWAIT_ROLL,
            sections=("T48", "T46", "T58", "T132", "T128"),
        )
    deep = square is not None and (
        in_own_22(table, kicker.other, square) or in_own_goal(table, kicker.other, square)
    )
    return Outcome(
        table=holds,
        turn=kicker.other,
        phase=Phase.AWAIT_ROLL,
        sections=("T57",) if deep else ("T48", "T46", "T58", "T128"),
        fields=(f"F:mark={disc}",) if deep else (),
    )


def is_touch(table: Table, gone: Exit) -> bool:
    """Whether a ball left over a touchline; beside the in-goals it is touch-in-goal (A57)."""
    return gone.edge in ("W", "E") and not in_either_goal(table, gone.square)


def _out(table: Table, flown: Flown, gone: Exit, kind: Kind) -> Outcome:
    kicker = side_of(flown.by)
    if not is_touch(table, gone):
        if not any(table.free(kicker.other)):
            return _nobody(table, kicker.other)
        return Outcome(
            table=table,
            turn=kicker.other,
            phase=Phase.RESTART_22,
            foretold=False,
            sections=("T50", "T51"),
        )
    from_square = table.where(flown.by) or gone.square
    from_own_22 = in_own_22(table, kicker, from_square) or in_own_goal(table, kicker, from_square)
    cited: tuple[Section, ...] = ("T54",)
    level = Square(gone.square.file, from_square.rank)
    if kind == "touch" or from_own_22 or flown.bounced:
        spot = gone.square
    else:
        # where both come to the same square, nobody asks whether the ball bounced
        spot, cited = level, ("T54", "T55") if level == gone.square else ("T55",)
    spot = lineout_spot(table, spot)
    thrower = kicker if kind == "touch" else kicker.other
    return Outcome(
        table=table,
        turn=thrower,
        phase=Phase.LINEOUT_SETUP,
        foretold=False,
        sections=(*cited, "T52", "T53", "T107", "T128", "T119"),
        fields=(f"L:{spot.name}/{thrower}",),
    )


def _nobody(table: Table, side: Side) -> Outcome:
    """No free disc to have the ball: it lies on the spot, or near by when that is taken (T51)."""
    spot = restart_spot(table, side)
    return Outcome(
        table=replace(table, ball=spot, tackle_line=None),
        turn=side,
        phase=Phase.AWAIT_ROLL,
        sections=("T51",),
        foretold=table.top(spot) is None,
    )


def receivers_22(table: Table, side: Side) -> tuple[tuple[DiscId, Square | None], ...]:
    """Whom a side may give a ball that went dead: any free disc of its 22; else the nearest to the
    spot behind its 22 line, and the square it is brought to where there are two (T50, T51, A51b,
    A73).
    """
    discs = sorted(table.free(side))
    inside = [disc for disc, square in discs if in_own_22(table, side, square)]
    if inside or not discs:
        return tuple((disc, None) for disc in inside)
    spot = restart_spot(table, side)
    nearest = min(king_distance(square, spot) for _, square in discs)
    places: tuple[Square | None, ...] = restart_places(table, side)
    if len(places) == 1:
        places = (None,)
    return tuple(
        (disc, to)
        for disc, square in discs
        if king_distance(square, spot) == nearest
        for to in places
    )


def restart_places(table: Table, side: Side) -> tuple[Square, ...]:
    """The spot behind a side's 22 line, or the nearest empty squares of its rank."""
    spot = restart_spot(table, side)
    rank = [Square(file, spot.rank) for file in range(1, table.files + 1)]
    empty = [square for square in rank if table.top(square) is None and square != table.ball]
    nearest = min((abs(square.file - spot.file) for square in empty), default=0)
    return tuple(square for square in empty if abs(square.file - spot.file) == nearest)
