"""R4, R5, R7, R12: the opening throw, the throw of a turn, and a throw that moves nothing."""

from dataclasses import replace

from app.games.backgammon.hops import dice_of, ends_of
from app.games.backgammon.position import Dice
from app.games.backgammon.rules.refusal import (
    Refusal,
    Rulings,
    judgement,
    named,
    refuse,
    rule,
)
from app.games.backgammon.rules.turn_end import may_be_done, turn_over
from app.games.backgammon.state import Phase, State, Turn
from app.rulebook.api import Ruling
from app.rulebook.facts import DiceRolled
from app.rulebook.side import Side

HIGHEST_CUBE = 6


def _awaited(state: State, roll: DiceRolled) -> Refusal | None:
    """R4, R5: dice are thrown at the opening, and by the side on turn before it moves."""
    del roll
    match state.phase:
        case Phase.OPENING | Phase.TO_ROLL:
            return None
        case Phase.TO_MOVE:
            return (
                None if may_be_done(state) else refuse("R11", "moves_first", count=len(state.left))
            )
        case Phase.DOUBLED:
            return refuse("R19", "answer_first")
        case Phase.RESIGNING:
            return refuse("R18", "answer_first")
        case Phase.BETWEEN:
            return refuse("R17", "game_over")
        case Phase.FINISHED:
            return refuse("R21", "match_over")


def _two_dice(state: State, roll: DiceRolled) -> Refusal | None:
    """R4, R5: two dice of six faces; at the opening each side may throw its own."""
    singly = state.phase is Phase.OPENING and len(roll.faces) == 1
    if (singly or len(roll.faces) == 2) and all(1 <= face <= 6 for face in roll.faces):
        return None
    return refuse("R4" if state.phase is Phase.OPENING else "R5", "two_dice")


def _own_throw(state: State, roll: DiceRolled) -> Refusal | None:
    """R4: one die each, once; R5: the side on turn throws."""
    if state.phase is Phase.OPENING:
        again = len(roll.faces) == 1 and state.opening[_thrower(state, roll).order] is not None
        return refuse("R4", "thrown_once", side=named(_thrower(state, roll))) if again else None
    on_roll = state.turn.other if state.phase is Phase.TO_MOVE else state.turn
    if roll.side in (None, on_roll):
        return None
    return refuse("R5", "not_on_roll", side=named(on_roll))


def _thrower(state: State, roll: DiceRolled) -> Side:
    """Whose die a single one is; when nobody says, that of the first who has not thrown."""
    return roll.side or (Side.HOME if state.opening[0] is None else Side.AWAY)


def _roll(state: State, roll: DiceRolled) -> Rulings:
    if state.phase is Phase.OPENING:
        return _opening(state, roll)
    if state.phase is Phase.TO_MOVE:
        ended = turn_over(state)
        return (*ended, *_thrown(ended[-1].state, (roll.faces[0], roll.faces[1])))
    return _thrown(state, (roll.faces[0], roll.faces[1]))


def _opening(state: State, roll: DiceRolled) -> Rulings:
    """R4: each throws one die; the higher starts with both; equal dice are thrown again."""
    home, away = roll.faces if len(roll.faces) == 2 else _with_one(state, roll)
    if home is None or away is None:
        side = _thrower(state, roll)
        waiting = replace(state, opening=(home, away))
        return (rule("R4", waiting, "one_die", side=named(side), die=roll.faces[0]),)
    if home == away:
        return _tied(state, home)
    side = Side.HOME if home > away else Side.AWAY
    begun = replace(state, turn=side, opening=(None, None))
    high, low = max(home, away), min(home, away)
    return (
        rule("R4", begin_turn(begun, (high, low)), "starts", side=named(side), high=high, low=low),
    )


def _with_one(state: State, roll: DiceRolled) -> tuple[int | None, int | None]:
    home, away = state.opening
    return (roll.faces[0], away) if _thrower(state, roll) is Side.HOME else (home, roll.faces[0])


def _tied(state: State, die: int) -> Rulings:
    """R4: again, as often as needed; R21: an automatic double turns the cube where agreed."""
    again = replace(state, opening=(None, None))
    options = state.options
    doubled = options.money and state.automatic < options.automatic_doubles
    if not doubled or state.cube.exponent >= HIGHEST_CUBE:
        return (rule("R4", again, "tied", die=die),)
    cube = replace(state.cube, exponent=state.cube.exponent + 1)
    turned = replace(again, cube=cube, automatic=state.automatic + 1)
    return (rule("R21", turned, "automatic_double", die=die, stake=cube.value),)


def _thrown(state: State, dice: Dice) -> Rulings:
    """R5: each die moves one checker; R7: a double counts four times; what went before stands."""
    begun = begin_turn(state, dice)
    section = "R7" if dice[0] == dice[1] else "R5"
    thrown = rule(section, begun, "roll", side=named(state.turn), high=max(dice), low=min(dice))
    return (thrown, *_without_move(begun))


def begin_turn(state: State, dice: Dice) -> State:
    """R5, R7: the dice lie; nothing is moved yet."""
    return replace(
        state,
        phase=Phase.TO_MOVE,
        under_way=Turn(side=state.turn, begun=state.mine, dice=dice),
        left=dice_of(dice),
        last=None,
    )


def _without_move(state: State) -> tuple[Ruling[State], ...]:
    """R12: nothing can be moved: the turn passes at once."""
    turn = state.under_way
    if turn is None or ends_of(turn.begun, turn.dice, state.options) != {turn.begun}:
        return ()
    passed = replace(
        state, phase=Phase.TO_ROLL, turn=state.turn.other, under_way=None, left=(), last=None
    )
    return (rule("R12", passed, "no_move", side=named(state.turn)),)


ROLL = judgement(DiceRolled, (_awaited, _two_dice, _own_throw), _roll)
