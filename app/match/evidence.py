"""What a decision rests on: when the table was disturbed, and how surely its pieces lie."""

from dataclasses import dataclass

from app.rulebook.api import Measure
from app.rulebook.board import Board
from app.rulebook.facts import Interval
from app.rulebook.layout import Layout, Seen, Spot
from firmware_bridge.dice import RollRecord

SIGMAS = 3.0
"""Nearer to a ruled line than so many σ is too close to tell."""
MOST = 3


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """`interval` from the first hand to rest (s); `measures` as the eye gives them; `dice`: what
    each die of a roll rests on.
    """

    interval: Interval | None = None
    measures: tuple[Measure, ...] = ()
    dice: tuple[RollRecord, ...] = ()


def evidence_of(interval: Interval, before: Layout, seen: Seen, board: Board) -> Evidence:
    """How far, in mm, the pieces that were put down lie from the nearest ruled line, the closest
    first: a square is only as sure as that margin.
    """
    towers = dict(before.seen().towers)
    fresh = {square for square, tower in seen.towers if towers.get(square) != tower}
    fresh_spots = [spot for square, spot in seen.spots if square is None or square in fresh]
    margins = sorted((_margin(spot, board), spot.sigma_mm) for spot in fresh_spots)
    return Evidence(
        interval=interval,
        measures=tuple(
            Measure(
                name="margin",
                value=round(margin, 1),
                unit="mm",
                sigma=round(sigma, 2),
                threshold=round(SIGMAS * sigma, 1),
            )
            for margin, sigma in margins[:MOST]
        ),
    )


def _margin(spot: Spot, board: Board) -> float:
    size = board.square_mm
    return min(spot.x_mm % size, -spot.x_mm % size, spot.y_mm % size, -spot.y_mm % size)
