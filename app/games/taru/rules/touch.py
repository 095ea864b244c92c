"""§7: the line-out that follows a ball in touch: T106, T109, T119."""

from dataclasses import replace

from app.games.taru.rules.refusal import Rulings, named, rule
from app.games.taru.rules.turns import quiet
from app.games.taru.state import Lineout, Phase, State
from app.rulebook.api import Arrange, Ruling, Section
from app.rulebook.geometry import Square
from app.rulebook.side import Side
from app.rulebook.words import phrase


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
