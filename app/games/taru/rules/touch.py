"""§3 and §7: where the ball goes into touch, and the line-out that follows: T52–T55, T106, T119."""

from dataclasses import replace

from app.games.taru.rules.refusal import Rulings, named, rule
from app.games.taru.rules.turns import quiet
from app.games.taru.state import Lineout, Phase, State
from app.rulebook.api import Arrange, Ruling, Section
from app.rulebook.facts import Exit
from app.rulebook.geometry import Square
from app.rulebook.side import Side
from app.rulebook.words import phrase


def may_go_direct(state: State, kicker: Side, start: Square) -> bool:
    """T52: from the own 22 or in-goal (A20) a kick may go to touch without a bounce; under A53's
    other reading not with a ball that was brought back into it this turn.
    """
    if state.outside22:
        return False
    behind = state.options.kick22_in_goal and start in state.pitch.in_goal[kicker]
    return behind or start in state.pitch.zone22[kicker]


def kicked_out(state: State, kicker: Side, start: Square, left: Exit, *, felt: bool) -> Rulings:
    """T52–T55: where a kick that left over touch is thrown in from, by the other side (T54)."""
    out = left.square
    if felt:
        said: Rulings = (rule("T54", state, "out_bounced", square=out.name),)
    elif may_go_direct(state, kicker, start):
        said = (rule("T52", state, "out_from_22", square=out.name),)
    else:
        said = (rule("T53", state, "out_direct", square=out.name),)
        out = Square(out.file, start.rank)
        said = (*said, rule("T55", state, "level_with_kicker", square=out.name))
    return (*said, *lineout(state, out, kicker.other, "T106"))


def lineout(state: State, spot: Square, side: Side, section: Section) -> Rulings:
    """A line-out thrown in by a side; `section` says why: T106 a kick, T107 a penalty, T109 a
    carrier pushed out. T119: from a 22 or an in-goal the spot moves to the first square outside.
    """
    outside = _outside_22(state, spot)
    if outside == spot:
        return (_lineout(state, spot, side, section),)
    moved = rule("T119", state, "out_of_22", square=spot.name, other=outside.name)
    return (moved, _lineout(state, outside, side, section))


def _outside_22(state: State, spot: Square) -> Square:
    for side in Side:
        if spot in state.pitch.zone22[side] or spot in state.pitch.in_goal[side]:
            return Square(spot.file, state.pitch.outside22[side])
    return spot


def _lineout(state: State, spot: Square, side: Side, section: Section) -> Ruling[State]:
    due = replace(
        quiet(state),
        phase=Phase.LINEOUT_SETUP,
        turn=side,
        ball=None,
        tackle_line=None,
        lineout=Lineout(spot=spot, side=side),
    )
    ruling = rule(section, due, "lineout", side=named(side), square=spot.name)
    return replace(ruling, arrange=Arrange(why=phrase("taru.arrange.lineout", square=spot.name)))
