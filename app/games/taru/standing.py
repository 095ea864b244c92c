"""The score board of a position."""

from collections.abc import Mapping

from app.games.taru.dice import Use
from app.games.taru.rules.clock import clocks
from app.games.taru.state import Phase, State
from app.rulebook.standing import Die, Standing

_USES: Mapping[Use, str] = {"s": "strip", "t": "tackle", "k": "kick", "d": "drop"}


def standing(state: State) -> Standing:
    on_turn = state.phase not in (Phase.SETUP, Phase.OPENING_ROLL, Phase.FINISHED)
    return Standing(
        score=state.score,
        turn=state.turn if on_turn else None,
        dice=_dice(state),
        points_left=state.dice.points_left if state.dice else None,
        offside=tuple(sorted(state.offside())),
        offside_rank=state.offside_rank(),
        pinned=tuple(sorted(state.pinned)),
        played=tuple(sorted(state.moved)),
        winner=state.winner,
        clocks=clocks(state),
    )


def _dice(state: State) -> tuple[Die, ...]:
    dice = state.dice
    if dice is None:
        return (Die(colour="red", face=None), Die(colour="green", face=None))
    return (
        _die("red", dice.red, dice.red_use, intact=dice.strip_open),
        _die("green", dice.green, dice.green_use, intact=dice.tackle_open),
    )


def _die(colour: str, face: int, use: Use | None, *, intact: bool) -> Die:
    return Die(colour=colour, face=face, committed=_USES[use] if use else None, intact=intact)
