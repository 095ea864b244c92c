"""What a phase lets happen at all: open duties, the roll before the acts, the side to act."""

from app.games.taru.rules.receivers import in_the_22
from app.games.taru.rules.refusal import Refusal, refuse
from app.games.taru.state import Phase, State
from app.rulebook.api import Section
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side

_DUTIES: dict[Phase, tuple[Section, str]] = {
    Phase.FINISHED: ("T6", "finished"),
    Phase.DOUBLE_SIX: ("T142", "choose_double_six"),
    Phase.PENALTY_CHOICE: ("T123", "penalty_first"),
    Phase.PENALTY_KICK: ("T123", "penalty_kick_first"),
    Phase.CONVERSION: ("T134", "conversion_first"),
    Phase.PENALTY_TOUCH: ("T128", "touch_kick_first"),
    Phase.INTERCEPT_WINDOW: ("T73", "call_first"),
    Phase.AWAIT_FLICK: ("T58", "mark_kick_first"),
    Phase.DROP: ("T139", "drop_first"),
}
_LINEOUT: dict[Phase, tuple[Section, str]] = {
    Phase.LINEOUT_SETUP: ("T111", "formation_first"),
    Phase.LINEOUT_THROW: ("T114", "throw_first"),
}


def award_section(state: State) -> Section:
    """The section that opened the choice; a position that does not say leaves it to what it holds:
    a kick-off, a turn under way, or a turn to come.
    """
    award_open = state.award
    if award_open is not None and award_open.section is not None:
        return award_open.section
    if state.kickoff is not None:
        return "T16"
    return "T80" if state.dice is not None else "T41"


def duty(state: State) -> tuple[Section, str] | None:
    """The section and sentence of an open choice or duty, which comes before anything else."""
    if state.phase is Phase.AWARD_CHOICE:
        return (award_section(state), "award_first")
    if state.phase is Phase.FINISHED and state.timed:
        return ("T7", "finished")
    if state.phase is Phase.RESTART_22:
        return ("T50" if in_the_22(state) else "T51", "award_first")
    return _DUTIES.get(state.phase)


def gate(
    state: State, side: Side | None, phases: tuple[Phase, ...], own: Section
) -> Refusal | None:
    """Convention P, first three steps: an open duty, then T2 before the roll, then T21. `own` is
    the section that opens the act, cited when only the phase of play does not know it.
    """
    if state.phase in phases:
        return None
    due = duty(state)
    if due is not None:
        return _due(state, side, due, own)
    wrong = side is not None and side is not state.turn
    if state.phase in _LINEOUT:
        return _at_a_lineout(state, own, wrong=wrong)
    if state.phase is Phase.AWAIT_ROLL:
        late = ("T21", *(("T8",) if state.timed else ())) if wrong else ()
        return refuse("T2", "roll_first", also=_but("T2", own, *late))
    if wrong and state.phase in (Phase.OPEN, Phase.KICKOFF):
        return refuse("T21", "not_your_turn", also=_but("T21", own))
    cited, why = (own, "not_open") if state.phase is Phase.OPEN else ("T2", "before_play")
    return refuse(cited, why, also=_but(cited, own))


def _at_a_lineout(state: State, own: Section, *, wrong: bool) -> Refusal:
    """T2, T21: a line-out knows no act but its own; both sides set it up, one of them throws."""
    section, why = _LINEOUT[state.phase]
    throwing = wrong and state.phase is Phase.LINEOUT_THROW
    cited = "T21" if throwing else "T2"
    others = ("T21", "T2") if wrong else ("T2",)
    return refuse(cited, why, also=_but(cited, section, own, *others))


def _due(state: State, side: Side | None, due: tuple[Section, str], own: Section) -> Refusal:
    """An interception still to be called is no duty of the book's list: an act is T21 (T73)."""
    if state.phase is Phase.INTERCEPT_WINDOW and side is not None:
        return refuse("T21", due[1], also=_but("T21", due[0], "T2", own))
    return refuse(due[0], due[1], also=_but(due[0], own))


def wrong_side(state: State, side: Side | None) -> Refusal | None:
    """T21: only the owner of the turn acts."""
    if side is None or side is state.turn:
        return None
    return refuse("T21", "not_your_turn")


def absent(state: State, disc: DiscId) -> Refusal | None:
    """T143: a disc that is out of the game does not play."""
    if disc in state.squares:
        return None
    return refuse("T143", "absent", disc=disc)


def pinned(state: State, disc: DiscId) -> Refusal | None:
    """T70 under a strip, T86 under a tackle: a disc under another does nothing until it leaves."""
    place = state.squares.get(disc)
    if place is None or place not in state.stacks:
        return None
    tower = state.stacks[place]
    above = next((tower[i + 1] for i, layer in enumerate(tower[:-1]) if layer.disc == disc), None)
    if above is None:
        return None
    section = "T70" if above.by == "s" else "T86"
    others = {"T70" if layer.by == "s" else "T86" for layer in tower[1:]} - {section}
    return refuse(
        section, "pinned", also=tuple(others), disc=disc, square=place.name, above=above.disc
    )


def of(disc: DiscId) -> Side:
    return side_of(disc)


def _but(cited: Section, *others: Section) -> tuple[Section, ...]:
    return tuple(other for other in others if other != cited)
