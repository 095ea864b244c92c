"""A position from a table found as it lies: a picture of a board, a match nobody recorded."""

from typing import Literal

from app.games.taru.pitch import Pitch
from app.games.taru.state import TEAM_SIZE, Layer, Phase, State
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, Seen
from app.rulebook.side import Side
from app.rulebook.words import Problem, phrase


def found(pitch: Pitch, seen: Seen) -> State:
    """The table as a position before a roll: numbers dealt by rank, then file, from each side's own
    end; the side with the ball (Home when it is loose) to roll; how stacks arose is not known, so
    each disc on another counts as come by a strip under the ball, by a tackle elsewhere.

    Raises Problem when a side shows more than 15 discs (T1).
    """
    squares: dict[DiscId, Square] = {}
    names: dict[tuple[Square, int], DiscId] = {}
    for side in Side:
        places = sorted(
            ((place, level) for place, tower in seen.towers for level, owner in enumerate(tower)
             if owner is side),
            key=lambda spot: (spot[0].rank * side.forward, spot[0].file, spot[1]),
        )  # fmt: skip
        if len(places) > TEAM_SIZE:
            whose = phrase(f"taru.side.{side.value}")
            raise Problem("taru.found.too_many", count=len(places), side=whose)
        for number, spot in enumerate(places, 1):
            names[spot] = f"{side}{number}"
            squares[names[spot]] = spot[0]
    stacks = {
        place: tuple(
            Layer(disc=names[place, level], by=_came_by(seen, place) if level else None)
            for level in range(len(tower))
        )
        for place, tower in seen.towers
        if len(tower) > 1
    }
    ball = seen.ball
    carrier = next((tower for place, tower in seen.towers if place == ball), None)
    holder = carrier[-1] if seen.carried and carrier else None
    return State(
        pitch=pitch,
        phase=Phase.AWAIT_ROLL,
        turn=holder or Side.HOME,
        squares=squares,
        stacks=stacks,
        ball=names[ball, len(carrier) - 1] if ball and carrier and holder else ball,
    )


def _came_by(seen: Seen, place: Square) -> Literal["s", "t"]:
    return "s" if seen.carried and seen.ball == place else "t"
