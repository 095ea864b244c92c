"""XGID (§6.4), written and read: Home is the bottom player, X; Away the top one, O."""

import re
from dataclasses import dataclass

from app.games.backgammon.notation_fields import points, read_points
from app.games.backgammon.position import Position
from app.games.backgammon.state import Phase, State
from app.rulebook.side import Side
from app.rulebook.words import Problem

HIGHEST = 10
"""The largest cube exponent, as other programs write it."""
_WHOLE = re.compile(
    r"(?:XGID=)?([a-oA-O-]{26}):(\d{1,2}):(-1|0|1):(-1|1):(00|[1-6]{2}|[DBR]):(\d{1,5}):(\d{1,5})"
    r":([0-3]):(\d{1,5}):(\d{1,2})",
    re.ASCII,
)


@dataclass(frozen=True, kw_only=True)
class Xgid:
    """What an XGID tells. `dice`: two faces, `00` to throw, `D` doubled. `rules`: in a match 1 for
    the Crawford game; for money 1 Jacoby, 2 beavers, 3 both.
    """

    home: Position
    exponent: int = 0
    owner: Side | None = None
    turn: Side = Side.HOME
    dice: str = "00"
    score: tuple[int, int] = (0, 0)
    rules: int = 0
    length: int = 0


def xgid_of(state: State) -> Xgid:
    """A doubled cube is told before it is taken, with the side that doubled on turn."""
    options, turn = state.options, state.under_way
    dice = "00" if turn is None else f"{max(turn.dice)}{min(turn.dice)}"
    money = int(options.jacoby) + 2 * int(options.beavers)
    return Xgid(
        home=state.home,
        exponent=state.cube.exponent,
        owner=state.cube.owner,
        turn=state.turn,
        dice="D" if state.phase is Phase.DOUBLED else dice,
        score=state.score,
        rules=money if options.money else int(state.crawford == "now"),
        length=options.match_length,
    )


def write_xgid(told: Xgid) -> str:
    signs = {None: 0, Side.HOME: 1, Side.AWAY: -1}
    fields = (
        points(told.home), told.exponent, signs[told.owner], signs[told.turn], told.dice,
        *told.score, told.rules, told.length, HIGHEST,
    )  # fmt: skip
    return "XGID=" + ":".join(str(field) for field in fields)


def read_xgid(text: str) -> Xgid:
    """Raises Problem when it is no XGID."""
    found = _WHOLE.fullmatch(text.strip())
    if found is None:
        raise Problem("backgammon.notation.xgid", text=text[:40])
    sides = {"1": Side.HOME, "-1": Side.AWAY}
    return Xgid(
        home=read_points("X", found[1]),
        exponent=int(found[2]),
        owner=sides.get(found[3]),
        turn=sides[found[4]],
        dice=found[5],
        score=(int(found[6]), int(found[7])),
        rules=int(found[8]),
        length=int(found[9]),
    )
