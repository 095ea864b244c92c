"""Moves by hand one after the other, what a touched checker may do, and why not."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.games.backgammon.ends import ends
from app.games.backgammon.game import Backgammon
from app.games.backgammon.legal import place_of, plays
from app.games.backgammon.pitch import place_at, squares_of
from app.games.backgammon.plays import Done, Hop, Leave, Move, TakeBack
from app.games.backgammon.position import START, Position, flipped
from app.games.backgammon.rules.rolls import begin_turn
from app.games.backgammon.state import State
from app.rulebook.api import Change
from app.rulebook.board import Board
from app.rulebook.geometry import Square
from app.rulebook.layout import Seen
from app.rulebook.side import Side
from tests.games.backgammon.conftest import roll

HOME, AWAY = Side.HOME, Side.AWAY
At = Callable[..., State]


def men(**points: int) -> Position:
    board = [0] * 26
    for name, count in points.items():
        board[int(name.removeprefix("p"))] = count
    return tuple(board)


@pytest.fixture
def at(game: Backgammon, board: Board) -> At:
    """A side with this position in its view, the dice thrown."""

    def thrown(position: Position, dice: tuple[int, int], side: Side = HOME) -> State:
        state = replace(game.start(board), turn=side)
        return begin_turn(state.standing_at(position), dice)

    return thrown


def goes(state: State, game: Backgammon, point: int) -> dict[int, str]:
    """Where a checker of a point of the side on turn may go, and by which kind of move."""
    disc = state.towers[place_of(state.turn, point)][-1]
    found = game.targets(state, disc)
    for target in found:
        assert target.square in target.also
        assert not game.judge(state, target.play)[-1].refused
    return {target.play.hops[-1].target: target.kind for target in found}  # type: ignore[attr-defined]


@pytest.mark.parametrize("side", Side)
def test_a_touched_checker_may_go_by_one_die_or_both(game: Backgammon, at: At, side: Side) -> None:
    state = at(START, (4, 2), side)
    assert goes(state, game, 24) == {20: "move", 22: "move", 18: "move"}
    assert goes(state, game, 6) == {4: "move", 2: "move"}
    assert goes(at(START, (6, 5), side), game, 24) == {18: "move", 13: "move"}


def test_a_double_goes_as_far_as_it_can(game: Backgammon, at: At) -> None:
    assert set(goes(at(START, (5, 5)), game, 13)) == {8, 3}
    assert set(goes(at(START, (2, 2)), game, 13)) == {11, 9, 7, 5}
    hit = men(p8=2, p6=2, p4=-1, p24=-3)
    assert goes(at(hit, (2, 2)), game, 6) == {4: "hit", 2: "hit"}


def test_a_die_that_strands_the_other_is_not_offered(game: Backgammon, at: At) -> None:
    state = at(men(p13=1, p10=1, p20=-6, p19=-5, p6=-2, p5=-2), (5, 2))
    assert goes(state, game, 13) == {8: "move"}
    strands = game.judge(state, Move(hops=(Hop(13, 11),)))[-1]
    assert (strands.rule, strands.refused) == ("R13", True)


def test_whole_turns_are_offered_once_each(at: At) -> None:
    for dice in ((3, 1), (4, 4)):
        state = at(START, dice)
        found = [play for play in plays(state) if isinstance(play, Move)]
        assert len(found) == len(ends(START, dice))


def test_the_order_seen_does_not_matter(game: Backgammon, at: At) -> None:
    """3/off before 6/2 is no legal order, but 6/2 before 3/off is, and the end is the same."""
    state = at(men(p6=1, p3=3, p2=2, p20=-5), (5, 4))
    assert not game.judge(state, Move(hops=(Hop(3, 0), Hop(6, 2))))[-1].refused
    ruling = game.judge(state, Move(hops=(Hop(3, 0),)))[-1]
    assert (ruling.rule, ruling.refused) == ("R15", True)


@pytest.mark.parametrize(
    ("position", "dice", "hop", "rule"),
    [
        (START, (5, 4), (24, 19), "R5"),
        (START, (4, 2), (12, 10), "R5"),
        (START, (4, 2), (13, 10), "R5"),
        (START, (4, 2), (13, 15), "R1"),
        (men(p25=1, p13=2, p24=-2), (4, 2), (13, 9), "R9"),
        (men(p25=2, p13=2, p24=-2), (4, 2), (13, 9), "R10"),
        (men(p9=1, p4=2, p24=-2), (4, 2), (4, 0), "R14"),
        (men(p6=2, p4=2, p24=-2), (5, 3), (4, 0), "R15"),
        (men(p6=2, p4=2, p24=-2), (3, 2), (4, 0), "R15"),
        (men(p12=1, p5=-2), (6, 1), (12, 11), "R11"),
        (men(p6=2, p24=-2), (6, 6), (6, 5), "R5"),
    ],
)
def test_why_one_checker_may_not_go_there(
    game: Backgammon, at: At, position: Position, dice: tuple[int, int], hop: tuple[int, int],
    rule: str,
) -> None:  # fmt: skip
    state = at(position, dice)
    ruling = game.judge(state, Move(hops=(Hop(*hop),)))[-1]
    assert (ruling.refused, ruling.rule) == (True, rule)
    if position[hop[0]] > 0:
        disc = state.towers[hop[0]][-1]
        told = game.why_not(state, disc, squares_of(place_of(HOME, hop[1]))[2])
        assert told is not None
        assert told.rule == rule


def test_why_not_of_other_things(game: Backgammon, board: Board, at: At) -> None:
    state = at(START, (4, 2))
    other, own = state.towers[1][-1], state.towers[24][-1]
    middle = Square(6, 4)
    assert place_at(middle) is None
    rulings = {
        "other": game.why_not(state, other, squares_of(2)[0]),
        "middle": game.why_not(state, own, middle),
        "early": game.why_not(game.start(board), own, squares_of(20)[0]),
    }
    told = {name: ruling.rule for name, ruling in rulings.items() if ruling is not None}
    assert told == {"other": "R5", "middle": "R5", "early": "R4"}
    assert game.why_not(state, own, squares_of(20)[4]) is None


def test_why_both_dice_lead_nowhere_for_one_checker(game: Backgammon, at: At) -> None:
    state = at(men(p24=1, p8=1, p20=-2, p22=-2), (4, 2))
    ruling = game.why_not(state, state.towers[24][-1], squares_of(18)[0])
    assert ruling is not None
    assert (ruling.rule, ruling.measures[0].value) == ("R5", 20)


# ------------------------------------------------------------------ readings


def seen(state: State, position: Position) -> Change:
    """The table with a position of the side on turn on it."""
    game = Backgammon()
    before = game.layout(state)
    return Change(before=before, after=game.layout(state.standing_at(position)).seen())


def read(state: State, position: Position) -> list[object]:
    readings = Backgammon().read(state, seen(state, position))
    return [play for reading in readings for play in reading.plays]


def after(position: Position, *changes: tuple[int, int]) -> Position:
    board = list(position)
    for point, change in changes:
        board[point] += change
    return tuple(board)


@pytest.mark.parametrize("side", Side)
def test_a_turn_is_read_from_the_table(at: At, side: Side) -> None:
    state = at(START, (3, 1), side)
    whole = after(START, (8, -1), (6, -1), (5, 2))
    assert read(state, START) == []
    assert read(state, whole) == [Move(hops=(Hop(8, 5), Hop(6, 5)))]
    assert read(state, after(START, (24, -1), (23, 1))) == [Move(hops=(Hop(24, 23),))]
    wrong = after(START, (13, -1), (8, 1))
    assert read(state, wrong) == [Leave(position=wrong)]


def test_an_end_that_both_dice_lead_to_ends_the_turn(at: At, play: Callable[..., State]) -> None:
    """4/off by the 5 alone is where 4/3/off by both leads: whoever leaves it so is done."""
    state = at(men(p4=1, p2=1, p24=-3), (5, 1))
    gone = men(p2=1, p24=-3)
    assert read(state, gone) == [Move(hops=(Hop(4, 3), Hop(3, 0)))]
    part = play(state, Move(hops=(Hop(4, 0),)))
    assert read(part, gone) == []
    other = men(p1=1, p24=-3)
    assert read(part, other) == [Leave(position=other)]
    assert play(part, Leave(position=other)).turn is AWAY


def test_a_change_of_mind_is_read_as_the_turn_taken_back(
    game: Backgammon, at: At, play: Callable[..., State]
) -> None:
    begun = at(START, (3, 1))
    moved = play(begun, Move(hops=(Hop(24, 23),)))
    assert read(moved, START) == [TakeBack()]
    point = after(START, (8, -1), (6, -1), (5, 2))
    assert read(moved, point) == [Leave(position=point)]
    assert play(moved, Leave(position=point)).turn is AWAY
    otherwise = after(START, (13, -1), (10, 1))
    assert read(moved, otherwise) == [TakeBack(), Move(hops=(Hop(13, 10),))]
    ended = play(moved, Move(hops=(Hop(13, 10),)))
    assert read(ended, flipped(point)) == [TakeBack(), Move(hops=(Hop(8, 5), Hop(6, 5)))]
    readings = game.read(ended, seen(ended, flipped(START)))
    assert readings[0].plays == (TakeBack(),)


def test_checkers_count_wherever_they_lie_on_their_point(game: Backgammon, at: At) -> None:
    state = at(START, (3, 1))
    whole = after(START, (8, -1), (6, -1), (5, 2))
    towers = dict(seen(state, whole).after.towers)
    squares = squares_of(5)
    towers[squares[4]] = towers.pop(squares[0]) + towers.pop(squares[1])
    change = Change(
        before=game.layout(state), after=Seen(towers=tuple(sorted(towers.items())), ball=None)
    )
    assert game.read(state, change)[0].plays == (Move(hops=(Hop(8, 5), Hop(6, 5))),)


def test_both_colours_on_a_point(game: Backgammon, at: At) -> None:
    """A blot that was hit and not lifted; a checker laid on a held point."""
    blot = men(p13=2, p10=-1, p24=-3)
    held = men(p13=2, p10=-2, p24=-3)
    for position, rule in ((blot, "R8"), (held, "R5")):
        state = at(position, (3, 1))
        towers = dict(game.layout(state).seen().towers)
        first = squares_of(13)[1]
        towers[squares_of(10)[3]] = towers.pop(first)
        change = Change(
            before=game.layout(state), after=Seen(towers=tuple(sorted(towers.items())), ball=None)
        )
        reading = game.read(state, change)[0]
        assert not reading.legal
        assert game.judge(state, reading.plays[0])[-1].rule == rule


def test_a_checker_in_the_middle_is_left_unexplained(game: Backgammon, at: At) -> None:
    state = at(START, (3, 1))
    towers = dict(game.layout(state).seen().towers)
    towers[Square(6, 4)] = towers.pop(squares_of(24)[1])
    change = Change(
        before=game.layout(state), after=Seen(towers=tuple(sorted(towers.items())), ball=None)
    )
    assert game.read(state, change)[0].unexplained == (Square(6, 4),)


def test_done_is_refused_while_more_must_be_played(
    game: Backgammon, at: At, play: Callable[..., State]
) -> None:
    state = play(at(START, (3, 1)), Move(hops=(Hop(24, 23),)))
    ruling = game.judge(state, Done())[-1]
    assert (ruling.refused, ruling.rule) == (True, "R11")
    assert game.judge(state, roll(3, 1))[-1].rule == "R11"
