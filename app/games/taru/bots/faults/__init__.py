"""Acts that break one section each, made on purpose."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from app.games.taru.bots.faults import contact, kicking, moving, pushing, setting, shaping
from app.games.taru.state import Phase, State
from app.rulebook.api import Chance, Section
from app.rulebook.facts import Event


@dataclass(frozen=True, kw_only=True)
class Fault:
    """How a section is broken: in which phases, by what; whether two settled tables without names
    show it; sections that may be cited as well.
    """

    make: Callable[[State, Chance], Event | None]
    phases: frozenset[Phase] = frozenset({Phase.OPEN})
    visible: bool = True
    also: tuple[Section, ...] = ()


def _while(phase: Phase) -> Fault:
    return Fault(make=moving.any_move, phases=frozenset({phase}))


def _award(section: Section) -> Fault:
    return Fault(
        make=partial(setting.during_award, section=section),
        phases=frozenset({Phase.AWARD_CHOICE}),
    )


def _told(
    make: Callable[[State, Chance], Event | None], *phases: Phase, also: tuple[Section, ...] = ()
) -> Fault:
    """A fault that is told to the referee, as no two settled tables show it."""
    return Fault(make=make, phases=frozenset(phases), visible=False, also=also)


def _maul(section: Section) -> Fault:
    return _told(partial(pushing.maul, section=section), Phase.OPEN)


def _shape(section: Section) -> Fault:
    return _told(partial(shaping.end_with, section=section), Phase.OPEN, also=("T91",))


def _place(section: Section) -> Fault:
    return _told(partial(setting.misplaced, section=section), Phase.LINEOUT_SETUP)


def _receiver(section: Section) -> Fault:
    return _told(partial(kicking.wrong_receiver, section=section), Phase.RESTART_22)


FAULTS: Mapping[Section, Fault] = {
    "T2": _while(Phase.AWAIT_ROLL),
    "T15": Fault(make=setting.off_centre, phases=frozenset({Phase.KICKOFF}), visible=False),
    "T16": _award("T16"),
    "T21": Fault(make=moving.opponents_disc),
    "T22": Fault(make=moving.too_far),
    "T25": Fault(make=moving.revisiting, visible=False),
    "T26": Fault(make=moving.bent_run),
    "T27": Fault(make=moving.onto_a_disc),
    "T28": Fault(make=moving.played_again),
    "T32": Fault(make=moving.over_the_ball),
    "T33": Fault(make=contact.knight_pass),
    "T34": Fault(make=contact.distant_pass),
    "T40": Fault(make=contact.forward_pass),
    "T41": _award("T41"),
    "T43": _award("T43"),
    "T66": Fault(make=contact.strip_count),
    "T67": Fault(make=contact.strip_arrival),
    "T68": Fault(make=contact.strip_offside),
    "T70": Fault(make=partial(moving.from_under, by="s")),
    "T78": Fault(make=contact.tackle_count),
    "T85": Fault(make=moving.tackler_takes_ball),
    "T86": Fault(make=partial(moving.from_under, by="t")),
    "T101": Fault(make=moving.offside_takes_ball),
    "T106": Fault(make=moving.off_the_board, also=("T27",)),
    "T123": _while(Phase.PENALTY_CHOICE),
    "T130": _award("T130"),
    "T134": _while(Phase.CONVERSION),
    "T142": _while(Phase.DOUBLE_SIX),
    "T9": _told(setting.stop, Phase.OPEN, Phase.AWAIT_ROLL),
    "T10": _told(kicking.not_at_goal, Phase.PENALTY_CHOICE),
    "T12": _told(setting.outside, Phase.SETUP),
    "T13": _told(setting.no_central, Phase.SETUP, also=("T12",)),
    "T44": _told(kicking.without_six, Phase.OPEN),
    "T50": _receiver("T50"),
    "T51": _receiver("T51"),
    "T58": _told(kicking.roll_after_mark, Phase.AWAIT_FLICK),
    **{section: _maul(section) for section in ("T59", "T60", "T62", "T63", "T65", "T88", "T89")},
    "T73": _told(setting.no_gap, Phase.OPEN),
    "T75": _told(setting.move_in_window, Phase.INTERCEPT_WINDOW, also=("T21", "T73")),
    **{section: _shape(section) for section in ("T92", "T93", "T102")},
    "T108": _told(setting.unformed, Phase.LINEOUT_SETUP, also=("T110",)),
    **{section: _place(section) for section in ("T110", "T111", "T112", "T113")},
    "T114": _told(moving.any_move, Phase.LINEOUT_THROW, also=("T2",)),
    "T128": _told(kicking.touch_without_ball, Phase.PENALTY_CHOICE),
    "T136": _told(setting.early_roll, Phase.KICKOFF, also=("T15",)),
    "T137": _told(kicking.drop_without_six, Phase.OPEN),
    "T138": _told(kicking.drop_from_elsewhere, Phase.OPEN),
    "T139": _told(moving.any_move, Phase.DROP),
    "T143": _told(setting.own_disc_off, Phase.DOUBLE_SIX),
}
