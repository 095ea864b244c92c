"""A ball given to a side's nearest disc set back (A8), and the choice between equally near ones."""

from dataclasses import replace

from app.games.taru.dice import Dice
from app.games.taru.plays import Choose
from app.games.taru.rules.duties import award_section, gate, of
from app.games.taru.rules.refusal import Refusal, Rulings, by_hand, judgement, named, refuse, rule
from app.games.taru.rules.turns import lost_by_pass, pass_turn, quiet
from app.games.taru.state import Award, BallPlace, Phase, State
from app.rulebook.api import Ruling, Section
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.rulebook.side import Side


def award(state: State, side: Side, reference: Square, section: Section) -> Ruling[State]:
    """A8: the side's free disc nearest to the reference square, set back, has the ball; the side
    chooses between equals; with no free disc the ball lies on the reference square.
    """
    candidates = _candidates(state, side, reference, section)
    if len(candidates) == 1:
        return _given(state, candidates[0], side, section)
    if not candidates:
        return _nobody(state, side, reference, section)
    open_choice = replace(
        state if _keeps_turn(state, section) else quiet(state),
        phase=Phase.AWARD_CHOICE,
        turn=state.turn if section in _BY_PASS and _keeps_turn(state, section) else side,
        ball=_meanwhile(state, reference, section),
        tackle_line=None,
        award=Award(side=side, discs=frozenset(candidates), section=section),
    )
    return rule(section, open_choice, "award_tie", side=named(side), count=len(candidates))


_KEEPING = ("T16", "T80")
"""Awards after which a turn under way, or the opening rolls, still count; others end the turn."""
_BY_PASS = ("T41", "T43")


def _keeps_turn(state: State, section: Section) -> bool:
    return section in _KEEPING or (section in _BY_PASS and not state.options.turnover_ends_turn)


def _candidates(
    state: State, side: Side, reference: Square, section: Section
) -> tuple[DiscId, ...]:
    """A8; a short kick-off may leave the receivers any free disc (A16)."""
    if section == "T16" and state.options.short_kickoff_ball == "choice":
        return tuple(disc for disc in state.discs_of(side) if state.free(disc))
    return state.nearest_back(side, reference)


def first_turn(state: State, side: Side) -> State:
    """T16–T18: who plays first after a kick-off, with the opening roll kept for it; after a restart
    it rolls (T136), or by house rule the side that conceded does (A17). A double six played gives
    its choice (A18).
    """
    duty = state.kickoff
    if duty and duty.restart and duty.side and state.options.restart_first == "conceding_side":
        side = duty.side
    roll = duty.opening.get(side) if duty else None
    fresh = pass_turn(state, side)
    if roll is None:
        return fresh
    dice = Dice(red=roll[0], green=roll[1])
    return replace(fresh, dice=dice, phase=Phase.DOUBLE_SIX if dice.double_six else Phase.OPEN)


def opened(rulings: Rulings) -> Rulings:
    """T120, A18 by house rule: an opening double that is played with a disc offside is punished."""
    state = rulings[-1].state
    dice = state.dice
    if state.options.opening_double == "ignore" or dice is None or state.phase is not Phase.OPEN:
        return rulings
    offside = state.offside(state.turn)
    if not dice.double or not offside:
        return rulings
    void = replace(state, phase=Phase.PENALTY_CHOICE, offender=state.turn, dice=None)
    return (
        *rulings,
        rule("T120", void, "penalty", side=named(state.turn), red=dice.red, green=dice.green,
             offside=len(offside)),
    )  # fmt: skip


def _given(state: State, disc: DiscId, side: Side, section: Section) -> Ruling[State]:
    has = replace(_resumed(state, side, section), ball=disc, tackle_line=None)
    ruling = rule(section, has, "award", disc=disc, side=named(side))
    return by_hand(ruling, "ball_on", disc=disc)


def _nobody(state: State, side: Side, reference: Square, section: Section) -> Ruling[State]:
    there = state.top_at(reference)
    left = replace(_resumed(state, side, section), ball=there or reference, tackle_line=None)
    return rule(section, left, "award_nobody", side=named(side), square=reference.name)


def _resumed(state: State, side: Side, section: Section) -> State:
    """Where play goes on: a tackle keeps its turn (T84), a kick-off opens one, else: a roll."""
    if section == "T80":
        return replace(state, phase=Phase.OPEN, award=None)
    if section == "T16":
        return first_turn(state, side)
    if section in _BY_PASS:
        return replace(lost_by_pass(state, side), award=None)
    return pass_turn(state, side)


def _meanwhile(state: State, reference: Square, section: Section) -> BallPlace:
    """Where the ball waits while the side chooses: a penalty leaves it where it is."""
    if section == "T130":
        return state.ball
    return reference if state.top_at(reference) is None else None


def _phase(state: State, play: Choose) -> Refusal | None:
    refusal = gate(state, of(play.disc), (Phase.AWARD_CHOICE,), "T41")
    return replace(refusal, also=(*refusal.also, *_OTHER_AWARDS)) if refusal else None


_OTHER_AWARDS = ("T16", "T43", "T80", "T130")


def _candidate(state: State, play: Choose) -> Refusal | None:
    """A8: only one of the discs equally near may be chosen."""
    if state.award is None or play.disc in state.award.discs:
        return None
    return refuse(award_section(state), "not_candidate", disc=play.disc)


def _choose(state: State, play: Choose) -> Rulings:
    side = state.award.side if state.award else state.turn
    given = _given(state, play.disc, side, award_section(state))
    return opened((given,)) if award_section(state) == "T16" else (given,)


CHOOSE = judgement(Choose, (_phase, _candidate), _choose)
