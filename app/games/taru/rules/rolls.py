"""Rolls of the dice: T2, T14, T120–T122, T129, T141."""

from dataclasses import replace

from app.games.taru.dice import Dice
from app.games.taru.rules.duties import gate, wrong_side
from app.games.taru.rules.lineout_throw import throw
from app.games.taru.rules.refusal import Refusal, Rulings, judgement, named, refuse, rule
from app.games.taru.rules.turns import begun
from app.games.taru.rules.windows import call, caller_rolls
from app.games.taru.state import KickoffDuty, Phase, State
from app.rulebook.api import Ruling
from app.rulebook.facts import DiceRolled
from app.rulebook.side import Side
from app.rulebook.words import Argument, Phrase

BONUS = 3


def rollers(state: State) -> tuple[Side, ...]:
    """The sides whose roll is waited for."""
    if state.phase is Phase.OPENING_ROLL:
        rolled = state.kickoff.opening if state.kickoff else {}
        return tuple(side for side in Side if side not in rolled)
    if state.phase is Phase.INTERCEPT_WINDOW:
        return (state.windows[0].side,)
    return (state.turn,) if state.phase in (Phase.AWAIT_ROLL, Phase.LINEOUT_THROW) else ()


def _phase(state: State, roll: DiceRolled) -> Refusal | None:
    """T2; T15, T136: at a kick-off the flick comes before any roll."""
    phases = (
        Phase.OPENING_ROLL, Phase.AWAIT_ROLL, Phase.OPEN, Phase.INTERCEPT_WINDOW,
        Phase.LINEOUT_THROW,
    )  # fmt: skip
    refusal = gate(state, roll.side, phases, "T14" if state.phase is Phase.SETUP else "T2")
    if refusal is None or state.phase is not Phase.KICKOFF:
        return refusal
    return replace(refusal, also=(*refusal.also, "T15", "T136"))


def _side(state: State, roll: DiceRolled) -> Refusal | None:
    """T21: the owner of the turn rolls; T14: each side rolls once; T73, T76: the other side rolls
    only to call an interception, and none is open.
    """
    if state.phase is Phase.OPEN and roll.side is state.turn.other:
        return refuse("T76", "nothing_crossed", also=("T73", "T116", "T21"))
    if state.phase is Phase.LINEOUT_THROW:
        refusal = wrong_side(state, roll.side)
        return replace(refusal, also=("T114",)) if refusal else None
    if state.phase is Phase.AWAIT_ROLL:
        refusal = wrong_side(state, roll.side)
        return replace(refusal, also=("T2",)) if refusal else None
    if state.phase is Phase.INTERCEPT_WINDOW:
        return caller_rolls(state, roll)
    if state.phase is Phase.OPENING_ROLL and roll.side not in (None, *rollers(state)):
        return refuse("T14", "rolled_already")
    return None


def _two_dice(state: State, roll: DiceRolled) -> Refusal | None:
    del state
    if len(roll.faces) == 2 and all(1 <= face <= 6 for face in roll.faces):
        return None
    return refuse("T2", "not_two_dice")


def _roll(state: State, roll: DiceRolled) -> Rulings:
    if state.phase is Phase.OPENING_ROLL:
        return (_opening(state, roll),)
    if state.phase is Phase.INTERCEPT_WINDOW:
        return call(state, roll)
    if state.phase is Phase.OPEN:
        return (rule("T2", state, "roll_held", red=roll.faces[0], green=roll.faces[1]),)
    if state.phase is Phase.LINEOUT_THROW:
        return throw(state, Dice(red=roll.faces[0], green=roll.faces[1]))
    return (_turn_roll(state, roll),)


def _opening(state: State, roll: DiceRolled) -> Ruling[State]:
    """T14: the higher total kicks off and both rolls are kept; equal totals roll again (A15)."""
    side = roll.side or rollers(state)[0]
    red, green = roll.faces
    opening = dict(state.kickoff.opening if state.kickoff else {}) | {side: (red, green)}
    if len(opening) < len(Side):
        kept = replace(state, kickoff=KickoffDuty(opening=opening))
        return rule("T14", kept, "opening_roll", side=named(side), red=red, green=green)
    totals = {each: sum(opening[each]) for each in Side}
    if totals[Side.HOME] == totals[Side.AWAY]:
        again = replace(state, kickoff=None)
        return rule("T14", again, "opening_tie", total=totals[Side.HOME])
    winner = max(Side, key=lambda each: totals[each])
    duty = KickoffDuty(side=winner, opening=opening)
    kicks = replace(state, phase=Phase.KICKOFF, turn=winner, kickoff=duty)
    return rule("T14", kicks, "opening_won", side=named(winner), total=totals[winner],
                other=totals[winner.other])  # fmt: skip


def _turn_roll(state: State, roll: DiceRolled) -> Ruling[State]:
    """T2 with T120 (penalty), T122 (clean double), T129 (the tap's bonus), T141 (double six)."""
    extra = BONUS if state.plus3 else 0
    dice = Dice(red=roll.faces[0], green=roll.faces[1], extra=extra)
    args: dict[str, Argument | Phrase] = {
        "side": named(state.turn),
        "red": dice.red,
        "green": dice.green,
    }
    rolled = replace(begun(state), dice=dice, plus3=False, mark=None)
    if dice.double_six:
        return rule("T141", replace(rolled, phase=Phase.DOUBLE_SIX), "double_six", **args)
    offside = state.offside(state.turn)
    if dice.double and offside:
        void = replace(
            state, plus3=False, phase=Phase.PENALTY_CHOICE, offender=state.turn, dice=None,
            mark=None,
        )  # fmt: skip
        return rule("T120", void, "penalty", **args, offside=len(offside))
    played = replace(rolled, phase=Phase.OPEN)
    section = "T122" if dice.double else "T129" if extra else "T2"
    return rule(section, played, "roll", **args, left=dice.points_left)


ROLL = judgement(DiceRolled, (_phase, _side, _two_dice), _roll)
