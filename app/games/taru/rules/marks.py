"""§3 marks: T57, T58; and announcing a flick before it leaves (T34, T42, T44)."""

from dataclasses import replace

from app.games.taru.plays import DeclareFlick, MarkKick
from app.games.taru.rules.duties import absent, gate, of, pinned, wrong_side
from app.games.taru.rules.flights import outcome
from app.games.taru.rules.kicked import Terms, resolve
from app.games.taru.rules.kicks import no_six
from app.games.taru.rules.refusal import Refusal, Rulings, judgement, named, refuse, rule
from app.games.taru.state import Phase, State
from app.rulebook.layout import DiscId


def mark_open(state: State) -> bool:
    """T57: the catcher's side may still kick instead of rolling; or, after a kick-off that counts
    as a kick (A21), instead of playing the roll it kept.
    """
    if state.mark is None or state.mark != state.carrier:
        return False
    if state.phase is Phase.AWAIT_ROLL:
        return True
    dice = state.dice
    untouched = dice is not None and dice.spent == 0 and not (dice.red_use or dice.green_use)
    return state.phase in (Phase.OPEN, Phase.DOUBLE_SIX) and untouched and not state.carried


def _right(state: State, disc: DiscId | None) -> Refusal | None:
    """T57: the disc that has just caught an opponent's kick in its own 22 or in-goal."""
    chosen = state.phase is Phase.AWAIT_FLICK and state.awaited_flick == "mark"
    also = ("T2",) if state.phase is Phase.AWAIT_ROLL else ("T58",)
    if not chosen and not mark_open(state):
        return refuse("T57", "no_mark", also=also)
    if disc is not None and disc != state.mark:
        return refuse("T57", "not_the_catcher", also=also, disc=disc)
    return None


_MARKING = (Phase.AWAIT_ROLL, Phase.AWAIT_FLICK, Phase.OPEN)


def _phase(state: State, play: MarkKick) -> Refusal | None:
    if state.phase is Phase.DOUBLE_SIX and mark_open(state):
        return None
    return gate(state, of(play.flown.by), _MARKING, "T57")


def _side(state: State, play: MarkKick) -> Refusal | None:
    return wrong_side(state, of(play.flown.by))


def _free(state: State, play: MarkKick) -> Refusal | None:
    return absent(state, play.flown.by) or pinned(state, play.flown.by)


def _catcher(state: State, play: MarkKick) -> Refusal | None:
    return _right(state, play.flown.by)


def _seen(state: State, play: MarkKick) -> Refusal | None:
    """T57: what became of the ball must be known."""
    if outcome(state, play.flown, of(play.flown.by)) is not None:
        return None
    return refuse("T57", "flick_unseen")


def _mark_kick(state: State, play: MarkKick) -> Rulings:
    """T58: kicked without a roll; whatever comes of it, the turn passes."""
    side = of(play.flown.by)
    result = outcome(state, play.flown, side)
    if result is None:
        return ()
    said = rule("T58", state, "mark_kick", disc=play.flown.by, side=named(side.other))
    return (said, *resolve(state, play.flown, result, Terms(after=side.other)))


MARK_KICK = judgement(MarkKick, (_phase, _side, _free, _catcher, _seen), _mark_kick)


def _may_declare(state: State, play: DeclareFlick) -> Refusal | None:
    """T57 for a mark, T44 for a kick, T34 for a pass; each from one's own carrier."""
    if play.flick == "mark":
        return _right(state, None)
    section = "T44" if play.flick == "kick" else "T34"
    refusal = gate(state, None, (Phase.OPEN,), section)
    if refusal is not None:
        return refusal
    carrier = state.carrier
    if carrier is None or of(carrier) is not state.turn:
        return refuse(section, "no_carrier")
    return no_six(state) if play.flick == "kick" else None


def _declare(state: State, play: DeclareFlick) -> Rulings:
    """T57, T58: a mark taken rules the roll out; T42: a pass or a kick may still be changed."""
    section = {"mark": "T57", "kick": "T44", "pass": "T34"}[play.flick]
    waits = replace(state, phase=Phase.AWAIT_FLICK, awaited_flick=play.flick)
    if play.flick == "mark":
        waits = replace(waits, dice=None)
    return (rule(section, waits, f"declare_{play.flick}", side=named(state.turn)),)


DECLARE = judgement(DeclareFlick, (_may_declare,), _declare)


def undeclared(state: State) -> State:
    """T42: a pass or kick that was only announced binds nobody until the finger has left."""
    if state.phase is Phase.AWAIT_FLICK and state.awaited_flick in ("pass", "kick"):
        return replace(state, phase=Phase.OPEN, awaited_flick=None)
    return state
