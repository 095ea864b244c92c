"""What a table may also be, where the eye is in doubt."""

from collections.abc import Iterator
from dataclasses import replace

from app.match.perception.rest import across
from app.match.perception.towers import sides_of
from app.rulebook.board import Board
from app.rulebook.layout import Seen


def beyond_the_line(seen: Seen, board: Board) -> Iterator[Seen]:
    """The tables with an unsure disc on the other side of its line, one at a time."""
    spots, towers = dict(seen.spots), dict(seen.towers)
    for square in seen.unsure:
        spot = spots.get(square)
        for other in across(spot, square, board) if spot is not None else ():
            if other not in towers and len(towers[square]) == 1:
                moved = {k: v for k, v in towers.items() if k != square}
                moved[other] = towers[square]
                ball = other if seen.carried and seen.ball == square else seen.ball
                yield replace(seen, towers=tuple(sorted(moved.items())), ball=ball)


def of_the_other_side(seen: Seen, before: Seen) -> Iterator[Seen]:
    """The tables with a disc of the other side where it is hard to tell, one at a time, on which
    all discs of the table before are there; none when they are there already.
    """
    towers, known = dict(seen.towers), dict(before.towers)
    if sides_of(seen) == sides_of(before):
        return
    for square in seen.either_side:
        side = towers[square][-1].other
        under = known.get(square, ())
        for tower in ((side,), (*under, side), (*under[:-1], side)):
            other = replace(seen, towers=tuple(sorted({**towers, square: tower}.items())))
            if sides_of(other) == sides_of(before):
                yield other
                break
