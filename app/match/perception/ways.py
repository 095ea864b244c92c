"""The squares a disc was seen on while a hand slid it."""

from collections.abc import Mapping
from math import dist

from app.rulebook.board import Board
from app.rulebook.geometry import Square, king_distance
from app.rulebook.layout import Layout, Seen
from app.rulebook.side import Side
from vision.observation import Observation

INSIDE = 0.3
"""A disc counts as on a square this near its centre (share of a square): going diagonally it also
touches the neighbours' corners.
"""
JUMP = 3
"""A disc seen further away than this (squares) is another disc."""


class WaysWatch:
    """Follows discs that stand where none of their side stood when the table was last at rest."""

    def __init__(self, board: Board, teams: tuple[Side, Side] = (Side.HOME, Side.AWAY)) -> None:
        self._board, self._teams = board, teams
        self._ways: list[tuple[Side, list[Square]]] = []

    def look(self, observation: Observation, tops: Mapping[Square, Side]) -> None:
        """`tops` = the sides on top of each square when the table was last at rest."""
        if not observation.hands or not observation.full:
            return  # carried over discs tell nothing of the way
        for disc in observation.discs:
            square = self._board.square_at(disc.x_mm, disc.y_mm)
            if square is None or disc.team is None:
                continue
            side = self._teams[disc.team]
            off = dist(self._board.centre_of(square), (disc.x_mm, disc.y_mm))
            if tops.get(square) is not side and off <= INSIDE * self._board.square_mm:
                self._follow(side, square)

    def ways(self, before: Layout, seen: Seen) -> tuple[tuple[Square, ...], ...]:
        """The ways that end where a disc of that side now lies, from the square it left where
        only one was left.
        """
        towers, was = dict(seen.towers), before.seen().towers
        found: list[tuple[Square, ...]] = []
        for side, way in self._ways:
            left = [sq for sq, tower in was if side in tower and side not in towers.get(sq, ())]
            if towers.get(way[-1], ())[-1:] == (side,):
                found.append((*left, *way) if len(left) == 1 else tuple(way))
        return tuple(found)

    def forget(self) -> None:
        self._ways.clear()

    def _follow(self, side: Side, square: Square) -> None:
        for whose, way in self._ways:
            if whose is side and king_distance(way[-1], square) <= JUMP:
                if way[-1] != square:
                    way.append(square)
                return
        self._ways.append((side, [square]))
