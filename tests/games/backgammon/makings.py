"""States and checks that several tests of backgammon make use of."""

from collections.abc import Callable
from dataclasses import replace

from app.games.backgammon.game import Backgammon
from app.games.backgammon.position import Position
from app.games.backgammon.state import Phase, State
from app.rulebook.facts import Event
from app.rulebook.side import Side

HOME, AWAY = Side.HOME, Side.AWAY
Play = Callable[..., State]


def refused_by(game: Backgammon, state: State, event: Event) -> str:
    ruling = game.judge(state, event)[-1]
    assert ruling.refused
    assert game.write(ruling.state) == game.write(state)
    return ruling.rule


def men(*, bar: int = 0, other_bar: int = 0, **points: int) -> Position:
    """Checkers by point, in Home's view: `p6=2`, `p20=-1`."""
    board = [other_bar, *[0] * 24, bar]
    for name, count in points.items():
        board[int(name.removeprefix("p"))] = count
    return tuple(board)


def bearing_off(start: State, away: Position, **changes: object) -> State:
    """Home's last checker on its ace, to be thrown off; Away as given."""
    home = tuple(one + other for one, other in zip(men(p1=1), away, strict=True))
    state = replace(start, phase=Phase.TO_ROLL, **changes)  # type: ignore[arg-type]
    return state.standing_at(home)
