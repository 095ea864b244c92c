"""Work whose cost matters, for the bench: every play of a crowded position, one judgement."""

from collections.abc import Callable, Iterator, Mapping

from app.games.taru import legal
from app.games.taru.dice import Dice
from app.games.taru.pitch import pitch_of
from app.games.taru.rules.judge import judge
from app.games.taru.state import Phase, State, team
from app.rulebook.api import Chance
from app.rulebook.board import Board
from app.rulebook.geometry import Square
from app.rulebook.side import Side

Work = Callable[[], object]
TWELVE = Dice(red=6, green=6)


def crowded(board: Board, chance: Chance) -> State:
    """Thirty discs anywhere, one of them carrying, and the twelve points of a double six."""
    pitch = pitch_of(board)
    free = [Square(f, r) for f in range(1, board.files + 1) for r in range(3, board.ranks - 1)]
    discs = [disc for side in Side for disc in team(side)]
    places = {disc: free.pop(chance.randrange(len(free))) for disc in discs}
    turn = Side.HOME if chance.random() < 0.5 else Side.AWAY
    carrier = discs[chance.randrange(len(discs))]
    return State(
        pitch=pitch, phase=Phase.OPEN, turn=turn, squares=places, ball=carrier, dice=TWELVE
    )


def every_play(boards: Mapping[str, Board], chance: Chance) -> Iterator[Work]:
    """All plays of positions with thirty discs and twelve points."""
    while True:
        state = crowded(boards["std"], chance)
        yield lambda state=state: tuple(legal.plays(state))  # type: ignore[misc]


def one_fact(boards: Mapping[str, Board], chance: Chance) -> Iterator[Work]:
    """A play of such a position judged."""
    while True:
        state = crowded(boards["std"], chance)
        plays = tuple(legal.plays(state))
        play = plays[chance.randrange(len(plays))]
        yield lambda state=state, play=play: judge(state, play)  # type: ignore[misc]


WORKLOADS: Mapping[str, Callable[[Mapping[str, Board], Chance], Iterator[Work]]] = {
    "plays": every_play,
    "judge": one_fact,
}
