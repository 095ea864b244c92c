"""What a changed table says was played: checkers counted by place, whatever way they lie there."""

from app.games.backgammon.hops import further, ways
from app.games.backgammon.pitch import place_at
from app.games.backgammon.plays import Leave, Move, TakeBack
from app.games.backgammon.position import BAR, OFF, Position, flipped
from app.games.backgammon.rules.judge import judge
from app.games.backgammon.rules.turn_end import legal_ends
from app.games.backgammon.state import State
from app.rulebook.api import Change, Reading
from app.rulebook.facts import Play
from app.rulebook.geometry import Square
from app.rulebook.layout import Seen
from app.rulebook.side import Side


def read(state: State, change: Change) -> tuple[Reading, ...]:
    """The one reading there is: the moves that lead to the table, from where the turn stands or
    from its beginning; else the table as it was left, which the book refuses or lets stand.
    Nothing when no place shows another number of checkers.
    """
    position, stray = counted(change.after, state.turn)
    after = position if state.turn is Side.HOME else flipped(position)
    if after == state.mine:
        return ()
    plays = _from_here(state, after) or _anew(state, after)
    if plays:
        return (Reading(plays=plays, unexplained=stray),)
    return (Reading(plays=(Leave(position=after),), legal=False, unexplained=stray),)


def counted(seen: Seen, mover: Side) -> tuple[Position, tuple[Square, ...]]:
    """A seen table in Home's view, and the squares whose checkers belong to no place. On a point
    that shows both colours, an opponent of the mover alone has been hit and not lifted: it is
    missing; two or more hold the point, and a checker laid on them counts off theirs.
    """
    shown: dict[int, dict[Side, int]] = {}
    stray = []
    for square, tower in seen.towers:
        place = place_at(square)
        if place is None:
            stray.append(square)
            continue
        sides = shown.setdefault(place, {Side.HOME: 0, Side.AWAY: 0})
        for side in tower:
            sides[side] += 1
    bars = [shown.get(place, {}) for place in (BAR, OFF)]
    board = [_count(shown.get(point, {}), mover) for point in range(1, BAR)]
    home_bar = sum(bar.get(Side.HOME, 0) for bar in bars)
    away_bar = sum(bar.get(Side.AWAY, 0) for bar in bars)
    return (-away_bar, *board, home_bar), tuple(stray)


def _count(sides: dict[Side, int], mover: Side) -> int:
    mine, others = sides.get(mover, 0), sides.get(mover.other, 0)
    count = mine if mine and others == 1 else mine - others
    return count if mover is Side.HOME else -count


def _from_here(state: State, after: Position) -> tuple[Play, ...]:
    """The turn under way brought to its end, by the most dice that lead there; else further moves
    of it, which leave the rest open.
    """
    turn = state.under_way
    if turn is None:
        return ()
    if after in legal_ends(state):
        hops = ways(turn.begun, turn.dice).get(after)
        whole = state.mine == turn.begun and hops
        return (Move(hops=hops),) if hops and whole else (Leave(position=after),)
    for hops, reached in further(state.mine, state.left):
        if reached == after and hops and not judge(state, Move(hops=hops))[-1].refused:
            return (Move(hops=hops),)
    return ()


def _anew(state: State, after: Position) -> tuple[Play, ...]:
    """The turn taken back, and played otherwise."""
    turn = state.under_way or state.last
    if turn is None or judge(state, TakeBack())[-1].refused:
        return ()
    back = judge(state, TakeBack())[-1].state
    seen = after if back.turn is state.turn else flipped(after)
    if seen == back.mine:
        return (TakeBack(),)
    return (TakeBack(), *again) if (again := _from_here(back, seen)) else ()
