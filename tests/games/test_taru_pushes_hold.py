"""What holds of every maul, every crossing and every end of a turn, on crowded random tables."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from app.games.taru import notation
from app.games.taru.dice import Dice
from app.games.taru.pitch import pitch_of
from app.games.taru.plays import Decline, EndTurn, HandPass, Maul, Move
from app.games.taru.rules.judge import judge
from app.games.taru.state import Phase, State
from app.rulebook.geometry import DIRECTIONS, Square, king_distance
from app.rulebook.layout import side_of
from app.rulebook.side import Side
from tests.games.taru_bot_matches import std_board

BOARDS = {name: std_board(f"taru-{name}") for name in ("std", "club")}


def crowds(seed: int, count: int) -> Iterator[State]:
    """Tables on which the discs of both sides crowd round the ball, dice high."""
    chance = Random(seed)
    for _ in range(count):
        board = BOARDS[chance.choice(list(BOARDS))]
        file, rank = chance.randint(1, board.files), chance.randint(1, board.ranks)
        near = [
            Square(f, r)
            for f in range(max(1, file - 2), min(board.files, file + 2) + 1)
            for r in range(max(1, rank - 2), min(board.ranks, rank + 2) + 1)
        ]
        chance.shuffle(near)
        discs = [f"{side}{n}" for side in "HA" for n in range(1, chance.randint(4, 10))]
        squares = dict(zip(discs, near, strict=False))
        scoring = pitch_of(board).scoring
        carriers = [d for d in squares if squares[d] not in scoring[side_of(d)]]
        if not carriers:
            continue
        yield State(
            pitch=pitch_of(board),
            phase=Phase.OPEN,
            turn=chance.choice(list(Side)),
            squares=squares,
            ball=chance.choice(carriers),
            dice=Dice(red=chance.randint(1, 6), green=chance.randint(3, 6)),
        )


def stars(seed: int, count: int) -> Iterator[State]:
    """Carriers of the side that is not on turn, with few squares free around them."""
    chance = Random(seed)
    for state in crowds(seed, count):
        centre = Square(chance.randint(1, state.pitch.board.files), chance.randint(3, 20))
        rival = state.turn.other
        squares = {f"{rival}1": centre}
        for n, square in enumerate(state.pitch.neighbours[centre], start=2):
            fate = chance.random()
            if fate < 0.95:
                squares[f"{state.turn if fate < 0.85 else rival}{n}"] = square
        yield replace(state, squares=squares, ball=f"{rival}1")


def _in_line(state: State, play: Maul) -> tuple[int, int]:
    """Discs of one side from the head backwards, of the other before it; counted plainly."""
    on = {square: disc for disc, square in state.squares.items()}
    own = against = 0
    square = state.squares[play.head]
    while (disc := on.get(square)) and disc[0] == play.head[0]:
        own, square = own + 1, square.towards(-play.step[0], -play.step[1])
    square = state.squares[play.head].towards(*play.step)
    while (disc := on.get(square)) and disc[0] != play.head[0]:
        against, square = against + 1, square.towards(*play.step)
    return own, against


@pytest.mark.parametrize("seed", range(4))
def test_an_accepted_push_moves_one_line_and_costs_what_it_should(seed: int) -> None:
    accepted = 0
    for state in crowds(seed, 40):
        for head in state.discs_of(state.turn):
            for step in DIRECTIONS:
                for count in (2, 3):
                    play = Maul(head=head, step=step, count=count, steps=1)
                    accepted += _holds(state, play)
    assert accepted > 2


def _holds(state: State, play: Maul) -> bool:
    own, against = _in_line(state, play)
    first = judge(state, play)[0]
    carrier = state.carrier or ""
    if first.refused:
        assert first.state is state
        return False
    assert own >= play.count > against >= 1
    assert carrier == play.head or side_of(carrier) is not state.turn
    after = first.state
    assert len(set(after.squares.values())) == len(after.squares)
    assert set(after.squares) == set(state.squares)
    assert state.points_left - after.points_left == play.count
    moved = {d for d, square in after.squares.items() if square != state.squares[d]}
    into_touch = judge(state, play)[-1].state.phase is Phase.LINEOUT_SETUP
    assert len(moved) == (0 if into_touch else play.count + against)
    assert all(king_distance(after.squares[d], state.squares[d]) == 1 for d in moved)
    return True


@pytest.mark.parametrize("seed", range(4))
def test_every_gap_that_is_crossed_may_be_called(seed: int) -> None:
    crossed = 0
    for state in crowds(seed + 10, 120):
        carrier = state.carrier or ""
        if side_of(carrier) is not state.turn:
            continue
        start = state.squares[carrier]
        for step in DIRECTIONS:
            end = start.towards(*step)
            play = Move(disc=carrier, path=(end,))
            if judge(state, play)[-1].refused:
                continue
            after = judge(state, play)[-1].state
            beside = {Square(start.file, end.rank), Square(end.file, start.rank)}
            flanks = [d for d, sq in state.squares.items() if sq in beside and sq != start]
            rivals = [d for d in flanks if side_of(d) is not state.turn]
            expected = all(step) and len(rivals) == 2
            assert (after.phase is Phase.INTERCEPT_WINDOW) == expected
            if expected:
                crossed += 1
                assert set(after.windows[0].flankers) == set(rivals)
                boards = {state.pitch.board.id: state.pitch.board}
                assert notation.parse(notation.write(after), boards) == after
                left = judge(after, Decline(side=state.turn.other))[-1].state
                assert not left.windows
    assert crossed > 1


@pytest.mark.parametrize("seed", range(4))
def test_a_turn_that_may_not_end_can_be_opened(seed: int) -> None:
    """A refused end names a shape, and there is a play after which the end is accepted (A37)."""
    refused = 0
    for state in stars(seed, 40):
        ruling = judge(state, EndTurn(side=state.turn))[-1]
        if not ruling.refused:
            continue
        refused += 1
        assert ruling.rule in {"T92", "T93", "T102"}
        assert ruling.state is state
        assert any(
            not judge(after, EndTurn(side=state.turn))[-1].refused for after in _plays_of(state)
        )
    assert refused > 3


def _plays_of(state: State) -> Iterator[State]:
    for disc in state.discs_of(state.turn):
        for step in DIRECTIONS:
            path = tuple(state.squares[disc].towards(*step, n) for n in (1, 2))
            for way in (path[:1], path):
                ruling = judge(state, Move(disc=disc, path=way))[-1]
                if not ruling.refused:
                    yield ruling.state
    for mate in state.discs_of(state.turn):
        ruling = judge(state, HandPass(giver=state.carrier or "", receiver=mate))[-1]
        if not ruling.refused:
            yield ruling.state
