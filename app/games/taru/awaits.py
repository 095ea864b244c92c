"""What a position waits for."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from app.games.taru.awaits_choices import choose, double_six, penalty, posts, restart
from app.games.taru.awaits_words import announced, label, prompt
from app.games.taru.legal import placing, ready_sides
from app.games.taru.plays import (
    Decline,
    EndTurn,
    Ready,
    StopMatch,
)
from app.games.taru.rules.clock import may_stop
from app.games.taru.rules.ending import shape_to_open
from app.games.taru.rules.formation import own_side
from app.games.taru.rules.kickoff import kickers
from app.games.taru.rules.marks import mark_open
from app.games.taru.rules.penalty import beneficiary
from app.games.taru.rules.rolls import rollers
from app.games.taru.rules.setup import set_up_area
from app.games.taru.rules.shapes import Shape
from app.games.taru.rules.windows import closed, owner_may_act
from app.games.taru.state import Phase, State
from app.games.taru.usual import usual_place
from app.games.taru.usual_formation import usual_formation
from app.rulebook.api import Awaits, Choice, Silence
from app.rulebook.layout import side_of
from app.rulebook.words import phrase


def awaits(state: State) -> Awaits:
    """What is waited for; nothing once the match is over."""
    waiting = _WAITING.get(state.phase)
    if waiting is not None:
        return _with_stop(state, waiting(state))
    return Awaits(kind="nothing", side=None, prompt=prompt("finished"), phase=state.phase.value)


def _with_stop(state: State, waiting: Awaits) -> Awaits:
    """After time the side in possession may stop between any two acts (T9, T11)."""
    side = may_stop(state)
    if side is None:
        return waiting
    shown = label("stop", side=phrase(f"taru.side.{side}"))
    stop = Choice(label=shown, play=StopMatch(side=side), by_key=False)
    return replace(waiting, choices=(*waiting.choices, stop))


def _setup(state: State) -> Awaits:
    unready = tuple(side for side in placing(state) if side not in state.ready)
    lineout = state.phase is Phase.LINEOUT_SETUP
    area = own_side if lineout else set_up_area
    return Awaits(
        kind="place",
        side=unready[0] if len(unready) == 1 else None,
        prompt=prompt("lineout_setup", state.turn) if lineout else prompt("place"),
        phase=state.phase.value,
        choices=(*_ready_choices(state), *_usual_choices(state)),
        areas=tuple((side, tuple(sorted(area(state, side)))) for side in placing(state)),
    )


def _ready_choices(state: State) -> Iterator[Choice]:
    for side in ready_sides(state):
        shown = label("ready", side=phrase(f"taru.side.{side}"))
        yield Choice(label=shown, play=Ready(side=side))


def _usual_choices(state: State) -> Iterator[Choice]:
    usual, said = usual_place, "usual"
    if state.phase is Phase.LINEOUT_SETUP:
        usual, said = usual_formation, "form_up"
    for side in placing(state):
        place = usual(state, side)
        if place is not None:
            shown = label(said, side=phrase(f"taru.side.{side}"))
            yield Choice(label=shown, play=place, by_key=False)


def _roll(state: State) -> Awaits:
    sides = rollers(state)
    side = sides[0] if len(sides) == 1 else None
    marks = mark_open(state)
    key = "roll_or_mark" if marks else _ROLLS.get(state.phase, "roll")
    asked = prompt(key) if key == "opening_roll" else prompt(key, side)
    return Awaits(
        kind="roll",
        side=side,
        prompt=asked,
        phase=state.phase.value,
        choices=announced(state),
        rolls=sides,
        flick_from=(state.mark,) if state.mark and marks else (),
    )


_ROLLS = {Phase.OPENING_ROLL: "opening_roll", Phase.LINEOUT_THROW: "lineout_throw"}


def _flick(state: State) -> Awaits:
    """A kick-off, a penalty to touch, or the flick that was announced."""
    key, side = "kickoff", state.turn
    flick_from = kickers(state)
    if state.phase is not Phase.KICKOFF:
        touch = state.phase is Phase.PENALTY_TOUCH
        key = "penalty_touch" if touch else _FLICKS[state.awaited_flick or "kick"]
        side = beneficiary(state) if touch else state.turn
        flick_from = (state.carrier,) if state.carrier else ()
    return Awaits(
        kind="flick",
        side=side,
        prompt=prompt(key, side),
        phase=state.phase.value,
        choices=announced(state),
        flick_from=flick_from,
    )


_FLICKS = {"pass": "flick_pass", "kick": "flick_kick", "mark": "flick_mark"}


def _play(state: State) -> Awaits:
    carrier = state.carrier
    flicks = (carrier,) if carrier is not None and side_of(carrier) is state.turn else ()
    shape = shape_to_open(state)
    return Awaits(
        kind="play",
        side=state.turn,
        prompt=prompt(f"play_{shape.why}" if shape else "play", state.turn),
        phase=state.phase.value,
        choices=(*_end_choice(state, shape), *announced(state)),
        flick_from=flicks,
    )


def _end_choice(state: State, shape: Shape | None) -> tuple[Choice, ...]:
    """The end of the turn, unless a shape must be opened first (A37)."""
    if shape is not None:
        return ()
    return (Choice(label=label("end_turn"), play=EndTurn(side=state.turn)),)


def _window(state: State) -> Awaits:
    """T73: the opponents call, or leave it, also by saying nothing (A71); the owner goes on unless
    a try waits.
    """
    caller = state.windows[0].side
    leave = Choice(label=label("decline", side=phrase(f"taru.side.{caller}")),
                   play=Decline(side=caller))  # fmt: skip
    silence = Silence(after_s=state.options.intercept_window_s, event=leave.play)
    if not owner_may_act(state):
        return Awaits(
            kind="roll",
            side=caller,
            prompt=prompt("call", caller),
            phase=state.phase.value,
            choices=(leave,),
            rolls=(caller,),
            silence=silence,
        )
    on = _play(closed(state))
    return replace(
        on,
        prompt=prompt("call", caller),
        phase=state.phase.value,
        choices=(leave, *on.choices),
        rolls=(caller,),
        silence=silence,
    )


_WAITING: Mapping[Phase, Callable[[State], Awaits]] = {
    Phase.SETUP: _setup,
    Phase.OPENING_ROLL: _roll,
    Phase.KICKOFF: _flick,
    Phase.AWAIT_ROLL: _roll,
    Phase.AWAIT_FLICK: _flick,
    Phase.RESTART_22: restart,
    Phase.LINEOUT_SETUP: _setup,
    Phase.LINEOUT_THROW: _roll,
    Phase.PENALTY_TOUCH: _flick,
    Phase.DROP: posts,
    Phase.OPEN: _play,
    Phase.INTERCEPT_WINDOW: _window,
    Phase.AWARD_CHOICE: choose,
    Phase.PENALTY_CHOICE: penalty,
    Phase.PENALTY_KICK: posts,
    Phase.CONVERSION: posts,
    Phase.DOUBLE_SIX: double_six,
}
