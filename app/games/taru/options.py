"""House rules (spec §6): every option by name, its default and its alternatives.

An alternative that this edition does not judge is refused; it never stands in for a rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from app.rulebook.words import Problem


@dataclass(frozen=True, kw_only=True)
class Option:
    """One house rule: the default, every value it may take, and those judged in this edition.

    `values` empty: any number above zero.
    """

    default: str
    values: tuple[str, ...] = ()
    judged: tuple[str, ...] = ()

    def admits(self, value: str) -> bool:
        return value in self.values if self.values else _positive(value)

    def judges(self, value: str) -> bool:
        return not self.values or value == self.default or value in self.judged


def _one_of(default: str, *others: str, judged: tuple[str, ...] = ()) -> Option:
    return Option(default=default, values=(default, *others), judged=judged)


_NO = _one_of("false", "true")
_YES = _one_of("true", "false")

OPTIONS: Mapping[str, Option] = {
    "exact_die": _one_of("face", "remaining"),
    "exact_path": _one_of("path", "distance"),
    "bend_then_run": _NO,
    "pickup_in_passing": _NO,
    "setup_order": _one_of("free", "loser_first"),
    "reopen_limit": _one_of("none", "1"),
    "illegal_act": _one_of("refuse", "lose_turn"),
    "set_back": _one_of("strict", "behind_or_level"),
    "long_pass_ahead": _one_of("forward", "completed", "loose"),
    "pass_touch": _one_of("nearest_back", "lineout"),
    "turnover_ends_turn": _YES,
    "touch_rule": _one_of("first", "last"),
    "stack_touch": _one_of("top", "ignore"),
    "knight_pass": _NO,
    "hand_pass_gap": _one_of("1", "0", judged=("0",)),
    "pass_over": _NO,
    "offside_loose": _one_of("ball", "none"),
    "offside_at": _one_of("start", "arrival"),
    "tackle_dead": _one_of("nearest_back", "loose_last_square"),
    "tackler_side_pickup": _YES,
    "specials_per_turn": _one_of("2", "1"),
    "max_stack": _one_of("none", "2"),
    "intercept_maul": _NO,
    "intercept_carrier": _one_of("far_square", "origin"),
    "intercept_double": _one_of("penalty", "after_win", "ignore"),
    "intercept_window_s": Option(default="5"),
    "maul_played": _NO,
    "push_off_board": _NO,
    "push_dead": _one_of("refuse", "nearest_back"),
    "line_sanction": _one_of("refuse_end", "penalty"),
    "star_safe_exit": _NO,
    "setup_in_goal": _YES,
    "kick22_in_goal": _YES,
    "restart_in_goal": _NO,
    "mark_airborne": _NO,
    "mark_on_kickoff": _NO,
    "carried_into_22": _one_of("allowed", "not_allowed"),
    "edge_is_out": _NO,
    "own_dead_ball": _one_of("restart_22", "nearest_back"),
    "kicks_per_turn": _one_of("1", "2"),
    "kickoff_past_line": _one_of("kicker_first", "opponent_first"),
    "short_kickoff_ball": _one_of("nearest_back", "choice"),
    "restart_first": _one_of("by_outcome", "conceding_side"),
    "opening_double": _one_of("ignore", "penalty"),
    "straddle_mm": Option(default="square/10"),
    "lineout_opp_pass": _YES,
    "catcher_spacing": _one_of("0", "1"),
    "lineout_rank_free": _NO,
    "penalty_goal_only": _NO,
    "missed_touch_turn": _one_of("offender", "beneficiary"),
    "try_by_award": _NO,
    "conversion_spot": _one_of("own_half", "first_square"),
    "convert_at_15": _NO,
    "drop_gap": _one_of("distance", "empty"),
    "exclude_ends_turn": _YES,
    "match_clock": _one_of("stop_at_dead_ball", "running", "per_player"),
    "turn_seconds": Option(default="35"),
}


@dataclass(frozen=True, kw_only=True)
class Options:
    """The house rules of one match: what differs from the default, by name in order."""

    changed: tuple[tuple[str, str], ...] = ()

    @property
    def hand_pass_gap(self) -> int:
        """Empty squares allowed between giver and receiver (A80)."""
        return int(self._value("hand_pass_gap"))

    def straddle_mm(self, square_mm: float) -> float:
        """How near a line the ball's resting point straddles it, in mm (T19)."""
        value = self._value("straddle_mm")
        return square_mm / 10 if value == OPTIONS["straddle_mm"].default else float(value)

    def _value(self, name: str) -> str:
        return dict(self.changed).get(name, OPTIONS[name].default)


DEFAULTS = Options()


def read_options(given: Mapping[str, str]) -> Options:
    """Raises Problem on an unknown name or value, or an alternative not judged in this edition."""
    changed = []
    for name, value in sorted(given.items()):
        option = OPTIONS.get(name)
        if option is None:
            raise Problem("taru.option.unknown", name=name)
        if value == option.default:
            continue
        if not option.admits(value):
            raise Problem("taru.option.value", name=name, value=value)
        if not option.judges(value):
            raise Problem("taru.option.later", name=name, value=value)
        changed.append((name, value))
    return Options(changed=tuple(changed))


def _positive(value: str) -> bool:
    return value.replace(".", "", 1).isascii() and _number(value) > 0


def _number(value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        return 0.0
    return number if number < 1e6 else 0.0
