"""A carrier pushed into touch, as a camera tells it: gone, with a pusher where it stood."""

from collections.abc import Mapping

from app.games.taru.game import Taru
from app.games.taru.plays import Maul
from app.rulebook.api import Change
from app.rulebook.board import Board
from app.rulebook.geometry import square
from app.rulebook.layout import Seen
from app.rulebook.side import Side

POSITION = "std H:4a17,5g9 A:2b17,8c17 B:H4 T:A/open D:2.3 P:0-0"


def seen(ball: str | None, *, under: bool) -> Seen:
    """The line one file on; the vanished carrier passes for lying `under` the head of the maul."""
    first = (Side.HOME, Side.AWAY) if under else (Side.AWAY,)
    towers = {"a17": first, "b17": (Side.AWAY,), "g9": (Side.HOME,)}
    shown = sorted((square(name), tower) for name, tower in towers.items())
    return Seen(towers=tuple(shown), ball=square(ball) if ball else None, carried=False)


def test_a_push_into_touch_is_read_though_the_carrier_passes_for_covered(
    boards: Mapping[str, Board], taru: Taru
) -> None:
    state = taru.parse(POSITION, boards)
    for under, ball in ((True, None), (False, None), (True, "a17")):
        change = Change(before=state.layout(), after=seen(ball, under=under))
        best = taru.read(state, change)[0]
        assert best.legal
        assert best.plays == (Maul(head="A2", step=(-1, 0), count=2, steps=1),)


def test_with_the_ball_on_the_felt_it_was_a_tackle(boards: Mapping[str, Board], taru: Taru) -> None:
    state = taru.parse(POSITION, boards)
    change = Change(before=state.layout(), after=seen("a16", under=True))
    best = taru.read(state, change)[0]
    assert best.legal
    assert [type(play).__name__ for play in best.plays] == ["Tackle"]
