"""What a scenario may expect of a state (spec §7.2)."""

from collections.abc import Callable, Mapping

from app.games.taru.rules.kicks import kick_open
from app.games.taru.rules.penalty import options_open
from app.games.taru.rules.receivers import receivers
from app.games.taru.rules.windows import set_back
from app.games.taru.state import Phase, State
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId


def views(state: State) -> Mapping[str, Callable[[], object]]:
    """Each expectation by name, computed when asked for."""
    return {
        "ball": lambda: _place(state.ball) or "-",
        "carrier": lambda: state.carrier,
        "turn": lambda: state.turn.value,
        "phase": lambda: state.phase.value,
        "score": lambda: list(state.score),
        "points": lambda: state.points_left,
        "dice": lambda: [state.dice.red, state.dice.green] if state.dice else None,
        "discs": lambda: {disc: place.name for disc, place in state.squares.items()},
        "pinned": lambda: list(state.pinned),
        "offside": lambda: list(state.offside()),
        "moved": lambda: list(state.moved),
        "strip_open": lambda: state.strip_open,
        "tackle_open": lambda: state.tackle_open,
        "kick_open": lambda: kick_open(state),
        "tackle_line": lambda: state.tackle_line,
        "mark": lambda: state.mark,
        "intercept": lambda: _interceptor(state),
        "lineout": lambda: _lineout(state),
        "conversion": lambda: _conversion(state),
        "choices": lambda: _choices(state),
        "winner": lambda: state.winner,
        "plus3": lambda: state.plus3 or bool(state.dice and state.dice.extra),
    }


def _place(place: DiscId | Square | None) -> str:
    return str(place) if place is not None else ""


def _interceptor(state: State) -> DiscId | None:
    """The disc that a call won now would give the ball to (A32)."""
    if not state.windows:
        return None
    window = state.windows[0]
    return set_back(state, window.side, window.flankers)[0]


def _lineout(state: State) -> object:
    due = state.lineout
    return {"spot": due.spot.name, "side": due.side.value} if due else None


def _conversion(state: State) -> object:
    due = state.conversion
    return {"side": due.side.value, "file": chr(ord("a") + due.file - 1)} if due else None


def _choices(state: State) -> list[str]:
    if state.award is not None:
        return list(state.award.discs)
    if state.phase is Phase.RESTART_22:
        return list(receivers(state))
    return list(options_open(state)) if state.phase is Phase.PENALTY_CHOICE else []
