"""The truth of acts, written down by whoever makes them: verdict, section, table, score."""

from app.games.backgammon.bots.slowly import ends_slowly
from app.games.backgammon.pitch import layout_of
from app.games.backgammon.plays import Accept, Beaver, Double, Drop, NextGame, Reject, Resign
from app.games.backgammon.position import MEN, START, Dice, Position, flipped, on_board
from app.games.backgammon.state import Phase, State
from app.rulebook.api import Label, Section
from app.rulebook.facts import DiceRolled, Event, Play
from app.rulebook.side import Side

MOVING: tuple[Section, ...] = ("R5", "R6", "R7", "R8", "R9", "R10", "R14", "R15")
WON: tuple[Section, ...] = ("R18",)


def refused(state: State, *sections: Section) -> Label:
    """An act that breaks these sections: nothing changes."""
    return Label(
        legal=False, sections=sections, layout=layout_of(state), to_act=None, score=state.score
    )


def moved(state: State, end: Position) -> Label:
    """A legal turn that ends so."""
    after = layout_of(state.standing_at(end))
    if on_board(end) == 0:
        return _won(state, state.turn, _worth(state, flipped(end)), after_end=end)
    return Label(
        legal=True, sections=MOVING, layout=after, to_act=state.turn.other, score=state.score
    )


def _worth(state: State, loser: Position) -> int:
    """Points of a game whose loser stands so, in his own view."""
    if on_board(loser) < MEN:
        times = 1
    else:
        times = 3 if sum(count for count in loser[19:] if count > 0) else 2
    unturned = state.cube.owner is None
    if state.options.match_length == 0 and state.options.jacoby and unturned:
        times = 1
    return times * (1 << state.cube.exponent)


def _won(state: State, side: Side, points: int, *, after_end: Position | None = None) -> Label:
    home, away = state.score
    score = (home + points, away) if side is Side.HOME else (home, away + points)
    there = state if after_end is None else state.standing_at(after_end)
    return Label(legal=True, sections=WON, layout=layout_of(there), to_act=None, score=score)


def thrown(state: State, roll: DiceRolled) -> Label:
    """What dice lead to: the opening, a turn, or a turn that passes."""
    first, second = roll.faces
    if state.phase is Phase.OPENING:
        starter = None if first == second else Side.HOME if first > second else Side.AWAY
        return _same_table(state, ("R4", "R21"), starter)
    dice: Dice = (first, second)
    passes = ends_slowly(state.mine, dice) == frozenset({state.mine})
    sections: tuple[Section, ...] = ("R7",) if first == second else ("R5",)
    if passes:
        return _same_table(state, ("R12",), state.turn.other)
    return _same_table(state, sections, state.turn)


def said(state: State, play: Play) -> Label:
    """What a word leads to; it is open in this state."""
    stake = 1 << state.cube.exponent
    match play:
        case Double(side=side):
            return _same_table(state, ("R19",), side.other)
        case Drop(side=side):
            return _won(state, side.other, stake)
        case Beaver(side=side):
            return _same_table(state, ("R21",), side.other)
        case Resign(side=side):
            return _same_table(state, ("R18",), side.other)
        case Accept(side=side):
            unturned = state.cube.owner is None and state.options.jacoby
            single = unturned and state.options.match_length == 0
            return _won(state, side, stake * (1 if single else state.resigned))
        case _:
            return _said_otherwise(state, play)


def _said_otherwise(state: State, play: Play) -> Label:
    if isinstance(play, NextGame):
        layout = layout_of(State(table=state.table, options=state.options, home=START))
        return Label(legal=True, sections=("R2",), layout=layout, to_act=None, score=state.score)
    if isinstance(play, Reject):
        return _same_table(state, ("R18",), state.turn)
    return _same_table(state, ("R19", "R21"), None)


def _same_table(state: State, sections: tuple[Section, ...], to_act: Side | None) -> Label:
    return Label(
        legal=True, sections=sections, layout=layout_of(state), to_act=to_act, score=state.score
    )


def of_fact(state: State, event: Event) -> Label:
    """The label of a fact nobody chose."""
    if not isinstance(event, DiceRolled):
        raise TypeError(event)
    return thrown(state, event)
