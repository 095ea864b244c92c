"""R11, R21: the table as it is left, the turn taken back, an illegal turn corrected."""

from dataclasses import replace

from app.games.backgammon.hops import dice_of
from app.games.backgammon.plays import Correct, Done, Leave, TakeBack
from app.games.backgammon.position import BAR, START, Position, against, on_board, possible
from app.games.backgammon.rules.faults import Case, fault_of
from app.games.backgammon.rules.refusal import (
    Refusal,
    Rulings,
    judgement,
    laid_out,
    named,
    refuse,
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
from app.games.backgammon.state import Phase, State, Turn


def _at_the_start(state: State, play: Leave) -> Refusal | None:
    """R2: before the opening throw the checkers stand at their start."""
    if state.phase is not Phase.OPENING or play.position == START:
        return None
    wrong = [p for p in range(BAR + 1) if len(play.position) <= p or play.position[p] != START[p]]
    return refuse("R2", "wrong_start", points=", ".join(map(str, wrong)))


def _leave(state: State, play: Leave) -> Rulings:
    """R11: only the end of a turn counts; R21: one that is not legal may stand if it was agreed."""
    turn = turn_of(state)
    if play.position in legal_ends(state):
        return turn_over(state.standing_at(play.position))
    wrong = fault_of(Case(begun=turn.begun, dice=turn.dice, after=play.position))
    if state.options.illegal == "condone" and _may_stand(turn.begun, play.position):
        return _condoned(state, play.position, wrong)
    return (refused(state, wrong),)


def _may_stand(begun: Position, after: Position) -> bool:
    """R21: no checker is missing, and the game is not won by it."""
    whole = possible(after) and against(after) == against(begun)
    return whole and 0 < on_board(after) <= on_board(begun)


def _condoned(state: State, after: Position, wrong: Refusal) -> Rulings:
    """R21: the opponent may have it played anew before his own throw; else it stands."""
    turn = replace(turn_of(state), illegal=True)
    left = replace(
        state.standing_at(after),
        phase=Phase.TO_ROLL,
        turn=turn.side.other,
        under_way=None,
        left=(),
        last=turn,
    )
    ruling = rule("R21", left, "condoned", why=wrong.headline, broken=wrong.rule)
    return (replace(ruling, also=(wrong.rule,), measures=wrong.measures),)


LEAVE = judgement(Leave, (_at_the_start, moving_now), _leave)


def _may_be_done(state: State, play: Done) -> Refusal | None:
    """R11: no more need be moved."""
    del play
    if may_be_done(state):
        return None
    turn = turn_of(state)
    return fault_of(Case(begun=turn.begun, dice=turn.dice, after=state.mine))


def _done(state: State, play: Done) -> Rulings:
    """R11: the turn ends as the table stands."""
    del play
    return turn_over(state)


DONE = judgement(Done, (moving_now, _may_be_done), _done)


def _something_moved(state: State, play: TakeBack) -> Refusal | None:
    """R11: what counts is the end, and it is open until the next throw."""
    del play
    turn = state.under_way
    if (turn is not None and state.mine != turn.begun) or state.last is not None:
        return None
    return refuse("R11", "nothing_moved")


def _take_back(state: State, play: TakeBack) -> Rulings:
    """R11: the throw is played anew."""
    del play
    turn = state.under_way or state.last
    if turn is None:
        raise TypeError(state)
    return (laid_out(rule("R11", _anew(state, turn), "take_back", side=named(turn.side)), "anew"),)


def _anew(state: State, turn: Turn) -> State:
    from_start = replace(state, turn=turn.side).standing_at(turn.begun)
    return replace(
        from_start,
        phase=Phase.TO_MOVE,
        under_way=replace(turn, illegal=False),
        left=dice_of(turn.dice),
        last=None,
    )


TAKE_BACK = judgement(TakeBack, (_something_moved,), _take_back)


def _may_correct(state: State, play: Correct) -> Refusal | None:
    """R21: by the opponent, before his own throw, and only what was illegal."""
    last = state.last
    if state.phase is Phase.TO_ROLL and last is not None and last.illegal:
        return refuse("R21", "own_fault") if play.side is last.side else None
    return refuse("R21", "nothing_illegal")


def _correct(state: State, play: Correct) -> Rulings:
    """R21: the turn is played anew with the same throw."""
    if state.last is None:
        raise TypeError(state)
    anew = _anew(state, state.last)
    return (laid_out(rule("R21", anew, "correct", side=named(play.side)), "anew"),)


CORRECT = judgement(Correct, (_may_correct,), _correct)
