"""§7 the throw: T105, T114–T117 (A64, A75)."""

from dataclasses import replace

from app.games.taru.dice import Dice
from app.games.taru.rules.duties import of
from app.games.taru.rules.formation import path_of_the_throw, thrower
from app.games.taru.rules.refusal import Rulings, by_hand, named, rule
from app.games.taru.rules.turns import begun
from app.games.taru.state import Phase, State
from app.rulebook.api import Ruling


def throw(state: State, dice: Dice) -> Rulings:
    """T114: one roll for both phases; T115: the ball goes from disc to disc by its total; T117: the
    throwing side then plays the same roll, whoever has the ball.
    """
    path, side = path_of_the_throw(state), state.turn
    rolled = replace(begun(state), dice=dice, exempt=thrower(state), plus3=False)
    total = dice.red + dice.green
    said = rule("T114", rolled, "throw", side=named(side), red=dice.red, green=dice.green)
    disc = path[(total - 1) % len(path)] if path else state.carrier
    lost = disc is not None and of(disc) is not side
    there = replace(rolled, ball=disc, lineout=None)
    caught = rule("T115", there, "throw_lost" if lost else "throw_won", disc=disc or "",
                  total=total)  # fmt: skip
    return (said, by_hand(caught, "ball_on", disc=disc or ""), *_phase_two(there, dice))


def _phase_two(state: State, dice: Dice) -> Rulings:
    """A64: a double is judged once the ball has arrived, T105: the thrower not counted; T116: then
    passes are open until the first act of phase 2.
    """
    side = named(state.turn)
    open_ = replace(state, phase=Phase.OPEN, passes=True)
    if dice.double_six:
        choice = replace(open_, phase=Phase.DOUBLE_SIX)
        return (rule("T141", choice, "double_six", side=side, red=dice.red, green=dice.green),)
    offside = state.offside(state.turn)
    if dice.double and offside:
        void = replace(
            state, phase=Phase.PENALTY_CHOICE, offender=state.turn, dice=None, exempt=None
        )
        return (rule("T120", void, "penalty", side=side, red=dice.red, green=dice.green,
                     offside=len(offside)),)  # fmt: skip
    return (*_exempt(state, dice), rule("T117", open_, "phase_two", side=side,
                                        left=dice.points_left))  # fmt: skip


def _exempt(state: State, dice: Dice) -> tuple[Ruling[State], ...]:
    """T105: said when it saves the thrower from a penalty (T104)."""
    alone = replace(state, exempt=None).offside(state.turn)
    if not dice.double or not alone:
        return ()
    return (rule("T105", state, "thrower_exempt", disc=state.exempt or ""),)
