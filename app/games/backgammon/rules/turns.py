"""R5–R16: moves as they are made, each leaving the rest of a legal turn open."""

from dataclasses import replace

from app.games.backgammon.hops import may_go_on, play_hop
from app.games.backgammon.move_text import write_hops
from app.games.backgammon.plays import Hop, Move
from app.games.backgammon.position import BAR, OFF, Position
from app.games.backgammon.rules.faults import Case, fault_of
from app.games.backgammon.rules.moving import all_home, exact_or_highest, refusal_of
from app.games.backgammon.rules.refusal import (
    Refusal,
    Rulings,
    judgement,
    named,
    refuse,
    refuse_hop,
    refused,
    rule,
)
from app.games.backgammon.rules.turn_end import (
    legal_ends,
    may_be_done,
    moving_now,
    turn_of,
    turn_over,
)
from app.games.backgammon.state import State
from app.games.backgammon.stepping import moved

Hops = tuple[Hop, ...]


def after_hops(state: State, hops: Hops) -> State | Refusal:
    """R11–R13: the state after hops that each leave the rest of a legal turn open; or why not."""
    wanted = legal_ends(state)
    at, left = state.mine, state.left
    for hop in hops:
        ways = list(play_hop(at, left, hop))
        open_ = [way for way in ways if may_go_on(*way, wanted)]
        if not open_:
            return hop_refusal(state, at, left, hop, possible_now=bool(ways))
        at, left = open_[0]
    return replace(state.standing_at(at), left=left)


def hop_refusal(
    state: State, at: Position, left: tuple[int, ...], hop: Hop, *, possible_now: bool
) -> Refusal:
    """Why one hop may not be made now."""
    if possible_now:
        turn = turn_of(state)
        return fault_of(Case(begun=turn.begun, dice=turn.dice, after=moved(at, hop)))
    fitting = [die for die in left if max(hop.source - die, OFF) == hop.target]
    for die in (*fitting, *left):
        wrong = refusal_of(at, hop.source, die)
        if wrong is not None and (die in fitting or wrong.why in ("none_there", "bar_first")):
            return refuse_hop(wrong)
    if hop.target >= hop.source:
        return refuse("R1", "backwards", point=hop.target)
    if hop.target == OFF and left:
        wrong = all_home(at) or exact_or_highest(at, hop.source, max(left))
        if wrong is not None:
            return refuse_hop(wrong)
    return refuse("R5", "no_such_die", moved=hop.source - hop.target, pips=sum(left))


def _some_hop(state: State, play: Move) -> Refusal | None:
    """R11: a move moves something."""
    del state
    return None if play.hops else refuse("R11", "nothing_moved")


def _move(state: State, play: Move) -> Rulings:
    """R5–R8: the hops, one by one; all of a turn counts by its end, whatever the order (R11)."""
    reached = after_hops(state, play.hops)
    if isinstance(reached, State):
        return _moved_on(state, reached, play.hops)
    end = _laid(state.mine, play.hops)
    if end is not None and end in legal_ends(state):
        return turn_over(state.standing_at(end))
    return (refused(state, reached),)


def _laid(position: Position, hops: Hops) -> Position | None:
    """The end of hops made without regard to the dice; None when no checker stands there."""
    for hop in hops:
        known = 1 <= hop.source <= BAR and OFF <= hop.target < hop.source
        if not known or position[hop.source] < 1 or position[hop.target] < -1 + (not hop.target):
            return None
        position = moved(position, hop)
    return position


def _moved_on(before: State, after: State, hops: Hops) -> Rulings:
    """R11: the turn ends by itself when it is whole and nothing more can be moved."""
    if may_be_done(after) and not _more_to_move(after):
        return turn_over(after)
    text = write_hops(before.mine, hops)
    return (rule("R5", after, "part", side=named(after.turn), move=text),)


def _more_to_move(state: State) -> bool:
    wanted, left = legal_ends(state), state.left
    own = [point for point in range(1, BAR + 1) if state.mine[point] > 0]
    hops = (Hop(point, max(point - die, OFF)) for point in own for die in set(left))
    return any(may_go_on(*way, wanted) for hop in hops for way in play_hop(state.mine, left, hop))


MOVE = judgement(Move, (moving_now, _some_hop), _move)
