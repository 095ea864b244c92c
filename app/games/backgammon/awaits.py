"""What a state waits for, and its score board."""

from collections.abc import Mapping
from typing import Literal

from app.games.backgammon import plays as declared
from app.games.backgammon.legal import declarations
from app.games.backgammon.pitch import CUBE_RANK, FILES
from app.games.backgammon.position import pips
from app.games.backgammon.rules.refusal import named
from app.games.backgammon.rules.score import KINDS, counted, times_of
from app.games.backgammon.rules.turn_end import turn_of
from app.games.backgammon.state import Phase, State
from app.rulebook.api import Awaits, Choice
from app.rulebook.facts import Play
from app.rulebook.geometry import Square
from app.rulebook.side import Side
from app.rulebook.standing import Die, Standing, Token
from app.rulebook.words import Phrase, phrase

_KINDS: Mapping[Phase, Literal["roll", "play", "choose", "nothing"]] = {
    Phase.OPENING: "roll", Phase.TO_ROLL: "roll", Phase.TO_MOVE: "play", Phase.DOUBLED: "choose",
    Phase.RESIGNING: "choose", Phase.BETWEEN: "choose", Phase.FINISHED: "nothing",
}  # fmt: skip
_BY_KEY = (declared.Done, declared.NextGame)


def awaits(state: State) -> Awaits:
    """The dice, a play, or a word; what may be declared besides."""
    side = _side(state)
    return Awaits(
        kind=_KINDS[state.phase],
        side=side,
        prompt=_prompt(state, side),
        phase=state.phase.value,
        choices=tuple(_choice(state, play) for play in declarations(state) if _shown(state, play)),
        rolls=_rolls(state),
    )


def _side(state: State) -> Side | None:
    match state.phase:
        case Phase.TO_ROLL | Phase.TO_MOVE:
            return state.turn
        case Phase.DOUBLED:
            return state.offer.to if state.offer else None
        case Phase.RESIGNING:
            return state.turn.other
        case Phase.OPENING:
            rolls = _rolls(state)
            return rolls[0] if len(rolls) == 1 else None
        case Phase.BETWEEN | Phase.FINISHED:
            return None


def _rolls(state: State) -> tuple[Side, ...]:
    if state.phase is Phase.OPENING:
        return tuple(side for side in Side if state.opening[side.order] is None)
    return (state.turn,) if state.phase is Phase.TO_ROLL else ()


def _prompt(state: State, side: Side | None) -> Phrase:
    key = f"backgammon.prompt.{state.phase}"
    if side is None:
        return phrase(key) if state.phase is not Phase.OPENING else phrase(f"{key}_both")
    return phrase(key, side=named(side))


def _shown(state: State, play: Play) -> bool:
    """A resignation is offered as a button at what the game would be worth now, before a throw; a
    turn is taken back by undoing it.
    """
    if isinstance(play, declared.Resign):
        lost = times_of(state.mine)
        return state.phase is Phase.TO_ROLL and play.times == lost
    return not isinstance(play, declared.TakeBack)


def _choice(state: State, play: Play) -> Choice:
    name = type(play).__name__.lower()
    label = phrase(f"backgammon.choice.{name}", **_numbers(state, play))
    return Choice(label=label, play=play, by_key=isinstance(play, _BY_KEY))


def _numbers(state: State, play: Play) -> dict[str, int | Phrase]:
    value = state.cube.value
    if isinstance(play, declared.Resign):
        kind = phrase(f"backgammon.kind.{KINDS[play.times]}")
        return {"kind": kind, "points": counted(state, play.times) * value}
    numbers: dict[type[Play], dict[str, int | Phrase]] = {
        declared.Double: {"stake": 2 * value},
        declared.Take: {"stake": 2 * value},
        declared.Beaver: {"stake": 4 * value},
        declared.Drop: {"points": value},
        declared.Accept: {"points": counted(state, state.resigned) * value},
        declared.NextGame: {"number": state.games + 1},
    }
    return numbers.get(type(play), {})


def standing(state: State) -> Standing:
    playing = state.phase in (Phase.TO_ROLL, Phase.TO_MOVE, Phase.DOUBLED, Phase.RESIGNING)
    return Standing(
        score=state.score,
        turn=state.turn if playing else None,
        dice=_dice(state),
        winner=state.winner,
        tokens=(_cube(state),),
        notes=tuple(phrase("backgammon.pips", pips=pips(state.seen_by(side))) for side in Side),
    )


def _dice(state: State) -> tuple[Die, ...]:
    """The throw under way, spent dice dimmed; of a double, one die for every move."""
    if state.under_way is None:
        return tuple(
            Die(colour=colour, face=face)
            for colour, face in zip(("red", "green"), state.opening, strict=True)
        )
    dice, left = turn_of(state).dice, list(state.left)
    if dice[0] == dice[1]:
        return tuple(
            Die(colour=("red", "green")[n % 2], face=dice[0], intact=n < len(left))
            for n in range(4)
        )
    return tuple(
        Die(colour=colour, face=face, intact=face in left)
        for colour, face in zip(("red", "green"), dice, strict=True)
    )


def _cube(state: State) -> Token:
    """R20: in the middle, at its owner's side, or while it is offered, before who must answer."""
    owner = state.offer.to if state.offer is not None else state.cube.owner
    exponent = state.offer.exponent if state.offer is not None else state.cube.exponent
    file = {None: (FILES + 1) // 2, Side.HOME: FILES - 1, Side.AWAY: 2}[owner]
    face = 1 << exponent if exponent else 64
    return Token(text=str(face), at=state.table.centre_of(Square(file, CUBE_RANK)))
