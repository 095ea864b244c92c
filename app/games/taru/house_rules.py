"""The house rules as they are offered before a match: the form of the match, then by section."""

from collections.abc import Mapping

from app.games.taru.options import MODES, SQUARE_TENTH, alternatives
from app.rulebook.api import Section
from app.rulebook.house_rule import HouseRule

_SECTIONS: Mapping[str, Section] = {
    "match_clock": "T7",
    "turn_seconds": "T8",
    "setup_in_goal": "T12",
    "setup_order": "T12",
    "short_kickoff_ball": "T16",
    "kickoff_past_line": "T17",
    "opening_double": "T18",
    "mark_on_kickoff": "T18",
    "straddle_mm": "T19",
    "edge_is_out": "T19",
    "bend_then_run": "T26",
    "illegal_act": "T27",
    "reopen_limit": "T29",
    "maul_played": "T31",
    "pickup_in_passing": "T32",
    "hand_pass_gap": "T33",
    "pass_over": "T33",
    "knight_pass": "T33",
    "touch_rule": "T35",
    "stack_touch": "T35",
    "turnover_ends_turn": "T36",
    "long_pass_ahead": "T41",
    "set_back": "T41",
    "pass_touch": "T43",
    "kicks_per_turn": "T44",
    "own_dead_ball": "T50",
    "restart_in_goal": "T50",
    "kick22_in_goal": "T52",
    "carried_into_22": "T52",
    "mark_airborne": "T57",
    "exact_die": "T66",
    "exact_path": "T66",
    "offside_at": "T68",
    "max_stack": "T69",
    "specials_per_turn": "T69",
    "intercept_maul": "T73",
    "intercept_window_s": "T73",
    "intercept_carrier": "T74",
    "intercept_double": "T74",
    "tackle_dead": "T80",
    "tackler_side_pickup": "T85",
    "push_off_board": "T89",
    "push_dead": "T89",
    "line_sanction": "T92",
    "star_safe_exit": "T93",
    "offside_loose": "T95",
    "lineout_rank_free": "T110",
    "catcher_spacing": "T111",
    "lineout_opp_pass": "T116",
    "penalty_goal_only": "T125",
    "missed_touch_turn": "T128",
    "try_by_award": "T131",
    "convert_at_15": "T134",
    "conversion_spot": "T135",
    "restart_first": "T136",
    "drop_gap": "T138",
    "exclude_ends_turn": "T143",
}
_NUMBERS: Mapping[str, tuple[str, ...]] = {
    "turn_seconds": ("35", "20", "25", "30", "45", "60"),
    "intercept_window_s": ("5", "3", "8", "10"),
    "straddle_mm": (SQUARE_TENTH, "1", "2", "3", "4", "5"),
}
"""What is proposed for a rule that is a number."""

HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule(name="mode", values=MODES, section="T6"),
    *(
        HouseRule(
            name=name,
            values=_NUMBERS.get(name) or alternatives()[name],
            section=section,
            number=name in _NUMBERS,
        )
        for name, section in _SECTIONS.items()
    ),
)
