"""Where a bot aims a flick: its finger is not perfect."""

from app.games.taru.state import State
from app.rulebook.acts import Act, Flick, PutBall
from app.rulebook.api import Chance
from app.rulebook.board import Board
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId

SPREAD = 0.25
"""Squares a flick may miss its aim by, in each direction, beside what the felt does to it."""


def kickoff_flick(state: State, chance: Chance) -> tuple[Act, ...]:
    """Off a disc of the central file, mostly deep, now and then short or out."""
    pitch, board, side = state.pitch, state.pitch.board, state.turn
    central = [d for d in state.discs_of(side) if state.squares[d].file == pitch.centre_file]
    disc = min(central, key=lambda d: -state.squares[d].rank * side.forward)
    half = board.ranks // 2
    luck = chance.random()
    if luck < 0.08:
        depth, file = half - 2, pitch.centre_file
    elif luck < 0.13:
        depth, file = board.ranks * 3 // 4, board.files + 3
    else:
        depth, file = half + 2 + chance.randrange(half - 4), 2 + chance.randrange(board.files - 2)
    rank = depth if side.forward > 0 else board.ranks + 1 - depth
    aim = about(board, Square(file, rank), chance)
    return PutBall(to=disc), Flick(by=disc, towards_mm=aim, lift=float(chance.randrange(2)))


def pass_flick(state: State, giver: DiscId, mate: DiscId, chance: Chance) -> tuple[Act, ...]:
    """Rolled at a mate; one in five goes wide."""
    board, at = state.pitch.board, state.squares[mate]
    if chance.random() < 0.2:
        at = Square(at.file + chance.randrange(9) - 4, at.rank + chance.randrange(7) - 3)
    return (Flick(by=giver, towards_mm=about(board, at, chance)),)


def about(board: Board, square: Square, chance: Chance) -> tuple[float, float]:
    """A point (mm) near the middle of a square, which may lie beside the board."""
    x, y = board.centre_of(square)
    miss = 2 * SPREAD * board.square_mm
    return x + (chance.random() - 0.5) * miss, y + (chance.random() - 0.5) * miss
