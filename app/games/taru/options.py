"""House rules (spec §6): every option by name, typed, with its default and its alternatives."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from app.rulebook.words import Problem

SQUARE_TENTH = "square/10"
"""How a record writes the default of `straddle_mm`."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """The house rules of one match. The comment on a field names its decision in spec §6."""

    exact_die: Literal["face", "remaining"] = "face"  # A1
    exact_path: Literal["path", "distance"] = "path"  # A2
    bend_then_run: bool = False  # A3
    pickup_in_passing: bool = False  # A5
    setup_order: Literal["free", "loser_first"] = "free"  # A76
    reopen_limit: Literal["none", "1"] = "none"  # A78
    illegal_act: Literal["refuse", "lose_turn"] = "refuse"  # A59
    set_back: Literal["strict", "behind_or_level"] = "strict"  # A8
    long_pass_ahead: Literal["forward", "completed", "loose"] = "forward"  # A9  # noqa: S105
    pass_touch: Literal["nearest_back", "lineout"] = "nearest_back"  # A10  # noqa: S105
    turnover_ends_turn: bool = True  # A11
    touch_rule: Literal["first", "last"] = "first"  # A12
    stack_touch: Literal["top", "ignore"] = "top"  # A13
    knight_pass: bool = False  # A61
    hand_pass_gap: Literal[1, 0] = 1  # A80
    pass_over: bool = False  # A66
    offside_loose: Literal["ball", "none"] = "ball"  # A6
    offside_at: Literal["start", "arrival"] = "start"  # A67
    tackle_dead: Literal["nearest_back", "loose_last_square"] = "nearest_back"  # A34
    tackler_side_pickup: bool = True  # A36
    specials_per_turn: Literal[2, 1] = 2  # A68
    max_stack: Literal["none", "2"] = "none"  # A69
    intercept_maul: bool = False  # A31
    intercept_carrier: Literal["far_square", "origin"] = "far_square"  # A32
    intercept_double: Literal["penalty", "after_win", "ignore"] = "penalty"  # A33
    intercept_window_s: float = 5.0  # A71
    maul_played: bool = False  # A26
    push_off_board: bool = False  # A28
    push_dead: Literal["refuse", "nearest_back"] = "refuse"  # A29
    line_sanction: Literal["refuse_end", "penalty"] = "refuse_end"  # A37
    star_safe_exit: bool = False  # A38
    setup_in_goal: bool = True  # A20
    kick22_in_goal: bool = True  # A20
    restart_in_goal: bool = False  # A20
    mark_airborne: bool = False  # A21
    mark_on_kickoff: bool = False  # A21
    carried_into_22: Literal["allowed", "not_allowed"] = "allowed"  # A53
    edge_is_out: bool = False  # A55
    own_dead_ball: Literal["restart_22", "nearest_back"] = "restart_22"  # A56
    kicks_per_turn: Literal[1, 2] = 1  # A58
    kickoff_past_line: Literal["kicker_first", "opponent_first"] = "kicker_first"  # A14
    short_kickoff_ball: Literal["nearest_back", "choice"] = "nearest_back"  # A16
    restart_first: Literal["by_outcome", "conceding_side"] = "by_outcome"  # A17
    opening_double: Literal["ignore", "penalty"] = "ignore"  # A18
    straddle_mm: float | None = None  # A19; None: a tenth of a square
    lineout_opp_pass: bool = True  # A22
    catcher_spacing: Literal[0, 1] = 0  # A23
    lineout_rank_free: bool = False  # A24
    penalty_goal_only: bool = False  # A39
    missed_touch_turn: Literal["offender", "beneficiary"] = "offender"  # A42
    try_by_award: bool = False  # A43
    conversion_spot: Literal["own_half", "first_square"] = "own_half"  # A44
    convert_at_15: bool = False  # A45
    drop_gap: Literal["distance", "empty"] = "distance"  # A46
    exclude_ends_turn: bool = True  # A48
    match_clock: Literal["stop_at_dead_ball", "running", "per_player"] = "stop_at_dead_ball"  # A50
    turn_seconds: float = 35.0  # A51

    @property
    def changed(self) -> tuple[tuple[str, str], ...]:
        """What differs from the default, by name in order, as a record writes it."""
        found = ((each.name, getattr(self, each.name), each.default) for each in fields(self))
        return tuple(sorted((name, _written(value)) for name, value, usual in found
                            if value != usual))  # fmt: skip

    def straddle_within_mm(self, square_mm: float) -> float:
        """How near a line the ball's resting point straddles it, in mm (T19)."""
        return square_mm / 10 if self.straddle_mm is None else self.straddle_mm


DEFAULTS = Options()


@cache
def alternatives() -> Mapping[str, tuple[str, ...]]:
    """Every option's values as a record writes them, the default first; empty for a number."""
    found = {}
    for each in fields(Options):
        values = _literals(_hints()[each.name])
        usual = _written(each.default)
        rest = tuple(_written(value) for value in values if _written(value) != usual)
        found[each.name] = (usual, *rest) if values else ()
    return found


def read_options(given: Mapping[str, str]) -> Options:
    """Raises Problem on an unknown name or value."""
    changed: dict[str, Any] = {}
    for name, text in sorted(given.items()):
        if name not in _hints():
            raise Problem("taru.option.unknown", name=name)
        value = _read(name, text)
        if value == getattr(DEFAULTS, name):
            continue
        changed[name] = value
    return Options(**changed)


MODES = ("classic15", "timed20")
"""The forms of a match (T6, T7), the usual one first."""


def read_mode(given: Mapping[str, str]) -> tuple[bool, Mapping[str, str]]:
    """Whether the match is timed, and the house rules beside its `mode`. Raises Problem on a form
    that is none.
    """
    rest = dict(given)
    mode = rest.pop("mode", MODES[0])
    if mode not in MODES:
        raise Problem("taru.option.value", name="mode", value=mode)
    return mode == "timed20", rest


@cache
def _hints() -> Mapping[str, Any]:
    return get_type_hints(Options)


def _literals(hint: object) -> tuple[object, ...]:
    """The values a type names; none for a number."""
    if hint is bool:
        return (False, True)
    return get_args(hint) if get_origin(hint) is Literal else ()


def _read(name: str, text: str) -> object:
    values = _literals(_hints()[name])
    for value in values:
        if _written(value) == text:
            return value
    if text == _written(getattr(DEFAULTS, name)):
        return getattr(DEFAULTS, name)
    number = 0.0 if values else _number(text)
    if number <= 0:
        raise Problem("taru.option.value", name=name, value=text)
    return number


def _written(value: object) -> str:
    match value:
        case None:
            return SQUARE_TENTH
        case bool():
            return str(value).lower()
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def _number(text: str) -> float:
    if not text.replace(".", "", 1).isascii():
        return 0.0
    try:
        number = float(text)
    except ValueError:
        return 0.0
    return number if number < 1e6 else 0.0
