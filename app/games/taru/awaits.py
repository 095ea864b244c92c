"""What a position waits for, and its score board."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from app.games.taru.dice import Use
from app.games.taru.legal import placing, ready_sides
from app.games.taru.naming import disc_name
from app.games.taru.plays import (
    Choose,
    Decline,
    EndTurn,
    PlayTwelve,
    Ready,
    SendOff,
    StopMatch,
    TakePenalty,
)
from app.games.taru.rules.clock import clocks, may_stop
from app.games.taru.rules.ending import shape_to_open
from app.games.taru.rules.kickoff import kickers
from app.games.taru.rules.penalty import beneficiary, options_open
from app.games.taru.rules.rolls import rollers
from app.games.taru.rules.windows import closed, owner_may_act
from app.games.taru.state import Phase, State
from app.games.taru.usual import usual_place
from app.rulebook.api import Awaits, Choice
from app.rulebook.facts import PostsPassed
from app.rulebook.layout import side_of
from app.rulebook.side import Side
from app.rulebook.standing import Die, Standing
from app.rulebook.words import Phrase, phrase

_USES: Mapping[Use, str] = {"s": "strip", "t": "tackle", "k": "kick", "d": "drop"}


def awaits(state: State) -> Awaits:
    """Phases of a later edition await nothing that could be judged."""
    waiting = _WAITING.get(state.phase)
    if waiting is not None:
        return _with_stop(state, waiting(state))
    key = "finished" if state.phase is Phase.FINISHED else "later"
    return Awaits(kind="nothing", side=None, prompt=_prompt(key), phase=state.phase.value)


def _with_stop(state: State, waiting: Awaits) -> Awaits:
    """After time the side in possession may stop between any two acts (T9, T11)."""
    side = may_stop(state)
    if side is None:
        return waiting
    label = _label("stop", side=phrase(f"taru.side.{side}"))
    stop = Choice(label=label, play=StopMatch(side=side), by_key=False)
    return replace(waiting, choices=(*waiting.choices, stop))


def standing(state: State) -> Standing:
    on_turn = state.phase not in (Phase.SETUP, Phase.OPENING_ROLL, Phase.FINISHED)
    return Standing(
        score=state.score,
        turn=state.turn if on_turn else None,
        dice=_dice(state),
        points_left=state.dice.points_left if state.dice else None,
        offside=tuple(sorted(state.offside())),
        offside_rank=state.offside_rank(),
        pinned=tuple(sorted(state.pinned)),
        played=tuple(sorted(state.moved)),
        winner=state.winner,
        clocks=clocks(state),
    )


def _dice(state: State) -> tuple[Die, ...]:
    dice = state.dice
    if dice is None:
        return (Die(colour="red", face=None), Die(colour="green", face=None))
    return (
        _die("red", dice.red, dice.red_use, intact=dice.strip_open),
        _die("green", dice.green, dice.green_use, intact=dice.tackle_open),
    )


def _die(colour: str, face: int, use: Use | None, *, intact: bool) -> Die:
    return Die(colour=colour, face=face, committed=_USES[use] if use else None, intact=intact)


def _prompt(key: str, side: Side | None = None) -> Phrase:
    if side is None:
        return phrase(f"taru.prompt.{key}")
    return phrase(f"taru.prompt.{key}", side=phrase(f"taru.side.{side}"))


def _label(key: str, **args: Phrase | str) -> Phrase:
    return phrase(f"taru.choice.{key}", **args)


def _setup(state: State) -> Awaits:
    unready = tuple(side for side in placing(state) if side not in state.ready)
    return Awaits(
        kind="place",
        side=unready[0] if len(unready) == 1 else None,
        prompt=_prompt("place"),
        phase=state.phase.value,
        choices=(*_ready_choices(state), *_usual_choices(state)),
        areas=tuple((side, tuple(sorted(state.pitch.set_up[side]))) for side in placing(state)),
    )


def _ready_choices(state: State) -> Iterator[Choice]:
    for side in ready_sides(state):
        label = _label("ready", side=phrase(f"taru.side.{side}"))
        yield Choice(label=label, play=Ready(side=side))


def _usual_choices(state: State) -> Iterator[Choice]:
    for side in placing(state):
        place = usual_place(state, side)
        if place is not None:
            label = _label("usual", side=phrase(f"taru.side.{side}"))
            yield Choice(label=label, play=place, by_key=False)


def _roll(state: State) -> Awaits:
    sides = rollers(state)
    side = sides[0] if len(sides) == 1 else None
    key = "opening_roll" if state.phase is Phase.OPENING_ROLL else "roll"
    prompt = _prompt(key) if key == "opening_roll" else _prompt(key, side)
    return Awaits(kind="roll", side=side, prompt=prompt, phase=state.phase.value, rolls=sides)


def _flick(state: State) -> Awaits:
    return Awaits(
        kind="flick",
        side=state.turn,
        prompt=_prompt("kickoff", state.turn),
        phase=state.phase.value,
        flick_from=kickers(state),
    )


def _play(state: State) -> Awaits:
    carrier = state.carrier
    flicks = (carrier,) if carrier is not None and side_of(carrier) is state.turn else ()
    return Awaits(
        kind="play",
        side=state.turn,
        prompt=_prompt("play", state.turn),
        phase=state.phase.value,
        choices=_end_choice(state),
        flick_from=flicks,
    )


def _end_choice(state: State) -> tuple[Choice, ...]:
    """The end of the turn, unless a shape must be opened first (A37)."""
    if shape_to_open(state) is not None:
        return ()
    return (Choice(label=_label("end_turn"), play=EndTurn(side=state.turn)),)


def _window(state: State) -> Awaits:
    """T73: the opponents call, or leave it; the owner goes on unless a try waits."""
    caller = state.windows[0].side
    leave = Choice(label=_label("decline", side=phrase(f"taru.side.{caller}")),
                   play=Decline(side=caller))  # fmt: skip
    if not owner_may_act(state):
        return Awaits(
            kind="roll",
            side=caller,
            prompt=_prompt("call", caller),
            phase=state.phase.value,
            choices=(leave,),
            rolls=(caller,),
        )
    on = _play(closed(state))
    return replace(
        on,
        prompt=_prompt("call", caller),
        phase=state.phase.value,
        choices=(leave, *on.choices),
        rolls=(caller,),
    )


def _choose(state: State) -> Awaits:
    side = state.award.side if state.award else state.turn
    discs = sorted(state.award.discs) if state.award else []
    return Awaits(
        kind="choose",
        side=side,
        prompt=_prompt("award", side),
        phase=state.phase.value,
        choices=tuple(
            Choice(label=_label("receiver", disc=disc_name(state, disc)), play=Choose(disc=disc))
            for disc in discs
        ),
    )


_OPTIONS = {"goal": "goal", "touch": "touch", "play": "tap"}
"""How the options of a penalty are called on their buttons."""


def _penalty(state: State) -> Awaits:
    side = beneficiary(state)
    return Awaits(
        kind="choose",
        side=side,
        prompt=_prompt("penalty", side),
        phase=state.phase.value,
        choices=tuple(
            Choice(label=_label(_OPTIONS[choice]), play=TakePenalty(choice=choice))
            for choice in options_open(state)
        ),
    )


def _posts(state: State) -> Awaits:
    due = state.conversion
    converting = state.phase is Phase.CONVERSION and due is not None
    side = due.side if due is not None and converting else beneficiary(state)
    return Awaits(
        kind="posts",
        side=side,
        prompt=_prompt("conversion" if converting else "penalty_kick", side),
        phase=state.phase.value,
        choices=(
            Choice(label=_label("over"), play=PostsPassed(good=True)),
            Choice(label=_label("missed"), play=PostsPassed(good=False)),
        ),
    )


def _double_six(state: State) -> Awaits:
    off = (
        Choice(label=_label("send_off", disc=disc_name(state, disc)), play=SendOff(disc=disc))
        for disc in state.discs_of(state.turn.other)
    )
    return Awaits(
        kind="choose",
        side=state.turn,
        prompt=_prompt("double_six", state.turn),
        phase=state.phase.value,
        choices=(Choice(label=_label("play_twelve"), play=PlayTwelve()), *off),
    )


_WAITING: Mapping[Phase, Callable[[State], Awaits]] = {
    Phase.SETUP: _setup,
    Phase.OPENING_ROLL: _roll,
    Phase.KICKOFF: _flick,
    Phase.AWAIT_ROLL: _roll,
    Phase.OPEN: _play,
    Phase.INTERCEPT_WINDOW: _window,
    Phase.AWARD_CHOICE: _choose,
    Phase.PENALTY_CHOICE: _penalty,
    Phase.PENALTY_KICK: _posts,
    Phase.CONVERSION: _posts,
    Phase.DOUBLE_SIX: _double_six,
}
