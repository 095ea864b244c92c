"""GNU Backgammon's position id and match id, written and read (§6.3).

Player 0 is Home (the left column of a .mat file), player 1 Away.
"""

import base64
import binascii
from dataclasses import dataclass

from app.games.backgammon.position import BAR, MEN, OFF, POINTS, Dice, Position, flipped
from app.games.backgammon.state import Phase, State
from app.rulebook.side import Side
from app.rulebook.words import Problem

POSITION_BYTES, MATCH_BYTES = 10, 9
_NO_OWNER = 3
_PLAYING, _OVER = 1, 2


def position_id(mine: Position) -> str:
    """80 bits for the player not on roll, then for the one on roll (`mine` is his view): points 1
    to 24 and the bar in the player's own numbers, each as so many ones and a zero.
    """
    bits: list[int] = []
    for view in (flipped(mine), mine):
        for point in range(1, BAR + 1):
            bits += [1] * max(view[point], 0) + [0]
    return _text(bits, POSITION_BYTES)


def read_position_id(text: str) -> Position:
    """In the view of the player on roll. Raises Problem when it is no position id."""
    bits = _bits(text, POSITION_BYTES)
    counts: list[int] = []
    run = 0
    for bit in bits:
        if bit:
            run += 1
        else:
            counts.append(run)
            run = 0
    other, own = counts[:BAR], counts[BAR : 2 * BAR]
    spare = run or any(counts[2 * BAR :])
    if len(own) < BAR or spare or max(sum(other), sum(own)) > MEN:
        raise Problem("backgammon.notation.id", text=text)
    board = [own[p - 1] - other[POINTS - p] for p in range(1, BAR)]
    if any(own[p - 1] and other[POINTS - p] for p in range(1, BAR)):
        raise Problem("backgammon.notation.id", text=text)
    return (-other[POINTS], *board, own[POINTS])


@dataclass(frozen=True, kw_only=True)
class MatchId:
    """What a match id tells. `state`: 0 none, 1 playing, 2 over, 3 resigned, 4 dropped. `to_act`:
    whose decision; `on_roll`: whose throw. `jacoby` counts for money only.
    """

    exponent: int = 0
    owner: Side | None = None
    on_roll: Side = Side.HOME
    to_act: Side = Side.HOME
    crawford: bool = False
    state: int = _PLAYING
    doubled: bool = False
    resigned: int = 0
    dice: Dice = (0, 0)
    length: int = 0
    score: tuple[int, int] = (0, 0)
    jacoby: bool = False


def match_id_of(state: State) -> MatchId:
    """What the id tells of a state; between games, the score and the cube of the game over."""
    turn = state.under_way
    to_act = state.turn
    if state.phase is Phase.DOUBLED and state.offer is not None:
        to_act = state.offer.to
    elif state.phase is Phase.RESIGNING:
        to_act = state.turn.other
    playing = state.phase not in (Phase.BETWEEN, Phase.FINISHED)
    return MatchId(
        exponent=state.cube.exponent,
        owner=state.cube.owner,
        on_roll=state.turn,
        to_act=to_act,
        crawford=state.crawford == "now",
        state=_PLAYING if playing else _OVER,
        doubled=state.phase is Phase.DOUBLED,
        resigned=state.resigned,
        dice=(max(turn.dice), min(turn.dice)) if turn is not None else (0, 0),
        length=state.options.match_length,
        score=state.score,
        jacoby=state.options.money and state.options.jacoby,
    )


def write_match_id(told: MatchId) -> str:
    """9 bytes, 12 letters. Bit 66 is 1 unless Jacoby is on in a money game."""
    owner = _NO_OWNER if told.owner is None else told.owner.order
    fields = (
        (told.exponent, 4), (owner, 2), (told.on_roll.order, 1), (int(told.crawford), 1),
        (told.state, 3), (told.to_act.order, 1), (int(told.doubled), 1), (told.resigned, 2),
        (told.dice[0], 3), (told.dice[1], 3), (told.length, 15), (told.score[0], 15),
        (told.score[1], 15), (int(not told.jacoby), 1),
    )  # fmt: skip
    bits = [value >> bit & 1 for value, width in fields for bit in range(width)]
    return _text(bits, MATCH_BYTES)


def read_match_id(text: str) -> MatchId:
    """Raises Problem when it is no match id."""
    bits = iter(_bits(text, MATCH_BYTES))

    def take(width: int) -> int:
        return sum(next(bits) << bit for bit in range(width))

    exponent, owner, on_roll, crawford = take(4), take(2), take(1), take(1)
    state, to_act, doubled, resigned = take(3), take(1), take(1), take(2)
    dice = (take(3), take(3))
    length, score = take(15), (take(15), take(15))
    if owner == 2 or max(dice) > 6 or (min(dice) == 0) != (max(dice) == 0):
        raise Problem("backgammon.notation.id", text=text)
    sides = (Side.HOME, Side.AWAY)
    return MatchId(
        exponent=exponent,
        owner=None if owner == _NO_OWNER else sides[owner],
        on_roll=sides[on_roll],
        to_act=sides[to_act],
        crawford=bool(crawford),
        state=state,
        doubled=bool(doubled),
        resigned=resigned,
        dice=dice,
        length=length,
        score=score,
        jacoby=not take(1) and length == OFF,
    )


def _text(bits: list[int], size: int) -> str:
    number = sum(bit << place for place, bit in enumerate(bits))
    return base64.b64encode(number.to_bytes(size, "little")).decode("ascii").rstrip("=")


def _bits(text: str, size: int) -> list[int]:
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise Problem("backgammon.notation.id", text=text[:24]) from None
    if len(data) != size:
        raise Problem("backgammon.notation.id", text=text[:24])
    return [byte >> bit & 1 for byte in data for bit in range(8)]
