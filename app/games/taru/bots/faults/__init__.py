"""Acts that break one section each, made on purpose."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from app.games.taru.bots.faults import contact, moving, setting
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
}
