"""Work whose cost matters, for the bench: the ends of a turn, one judgement."""

from collections.abc import Callable, Iterator, Mapping

from app.games.backgammon.ends import ends
from app.games.backgammon.options import Options
from app.games.backgammon.plays import Leave
from app.games.backgammon.position import START, Dice, Position, flipped, on_board
from app.games.backgammon.rules.judge import judge
from app.games.backgammon.rules.rolls import begin_turn
from app.games.backgammon.state import State
from app.rulebook.api import Chance
from app.rulebook.board import Board

Work = Callable[[], object]


def thrown_positions(chance: Chance) -> Iterator[tuple[Position, Dice]]:
    """Game after game of turns taken at random: every phase of a game, doubles as often as dice
    throw them.
    """
    while True:
        mine = START
        while on_board(mine) and on_board(flipped(mine)):
            dice = (chance.randrange(6) + 1, chance.randrange(6) + 1)
            yield mine, dice
            reached = sorted(ends(mine, dice))
            mine = flipped(reached[chance.randrange(len(reached))])


def all_ends(boards: Mapping[str, Board], chance: Chance) -> Iterator[Work]:
    """The legal ends of one throw in one position."""
    del boards
    for position, dice in thrown_positions(chance):
        yield lambda position=position, dice=dice: ends(position, dice)  # type: ignore[misc]


def one_turn(boards: Mapping[str, Board], chance: Chance) -> Iterator[Work]:
    """The table as it was left, judged: now a legal end, now the turn passed."""
    board = next(board for board in boards.values() if board.game == "backgammon")
    at_start = State(table=board, options=Options())
    for number, (position, dice) in enumerate(thrown_positions(chance)):
        state = begin_turn(at_start.standing_at(position), dice)
        left = Leave(position=position if number % 2 else min(ends(position, dice)))
        yield lambda state=state, left=left: judge(state, left)  # type: ignore[misc]


WORKLOADS: Mapping[str, Callable[[Mapping[str, Board], Chance], Iterator[Work]]] = {
    "ends": all_ends,
    "judge": one_turn,
}
