"""R6–R17: when a turn is whole, and what it leads to."""

from dataclasses import replace

from app.games.backgammon.hops import canonical, ends_of
from app.games.backgammon.move_text import write_hops
from app.games.backgammon.plays import Done, Hop, Leave, Move
from app.games.backgammon.position import BAR, OFF, Position
from app.games.backgammon.rules.refusal import (
    Refusal,
    Rulings,
    named,
    refuse,
    rule,
)
from app.games.backgammon.rules.score import borne_all_off
from app.games.backgammon.state import Phase, State, Turn
from app.games.backgammon.stepping import hits, moved
from app.rulebook.api import Section

Hops = tuple[Hop, ...]


def turn_of(state: State) -> Turn:
    """The turn under way; only in a phase that has one."""
    if state.under_way is None:
        raise ValueError(state.phase)
    return state.under_way


def legal_ends(state: State) -> set[Position]:
    turn = turn_of(state)
    return ends_of(turn.begun, turn.dice, state.options)


def may_be_done(state: State) -> bool:
    """R11: whether the turn under way may end as the table stands."""
    turn = state.under_way
    return turn is not None and state.mine != turn.begun and state.mine in legal_ends(state)


def moving_now(state: State, play: Move | Leave | Done) -> Refusal | None:
    """R5: checkers are moved by a throw, and one side at a time."""
    del play
    match state.phase:
        case Phase.TO_MOVE:
            return None
        case Phase.OPENING:
            return refuse("R4", "opening_first")
        case Phase.TO_ROLL:
            return refuse("R5", "throw_first", side=named(state.turn))
        case Phase.DOUBLED:
            return refuse("R19", "answer_first")
        case Phase.RESIGNING:
            return refuse("R18", "answer_first")
        case Phase.BETWEEN | Phase.FINISHED:
            return refuse("R17", "game_over")


def turn_over(state: State) -> Rulings:
    """R8, R17: the turn as it was played; then the other side's, or the game is won."""
    turn = turn_of(state)
    hops = canonical(turn.begun, turn.dice, state.mine) or _direct_off(turn.begun)
    other = replace(
        state, phase=Phase.TO_ROLL, turn=turn.side.other, under_way=None, left=(), last=turn
    )
    text = write_hops(turn.begun, hops)
    ended = rule(_section(turn, hops), other, "move", side=named(turn.side), move=text)
    return (ended, *borne_all_off(state))


def _direct_off(begun: Position) -> Hops:
    """The last checker taken off by one die, where that is agreed."""
    return tuple(Hop(point, OFF) for point in range(1, BAR + 1) if begun[point] > 0)[:1]


def _section(turn: Turn, hops: Hops) -> Section:
    """The section that says most about a turn."""
    position, struck = turn.begun, False
    for hop in hops:
        struck = struck or hits(position, hop)
        position = moved(position, hop)
    told = (
        (struck, "R8"),
        (turn.begun[BAR] > 1, "R10"),
        (turn.begun[BAR] == 1, "R9"),
        (any(hop.target == OFF and hop.source not in turn.dice for hop in hops), "R15"),
        (any(hop.target == OFF for hop in hops), "R14"),
        (turn.dice[0] == turn.dice[1], "R7"),
        (len(hops) == 2 and hops[0].target == hops[1].source, "R6"),
    )
    return next((section for holds, section in told if holds), "R5")
