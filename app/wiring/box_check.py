"""`doctor --box`: every input and output of a box tried together with the person at the table.

On the simulated box a pretend person does it, so that it can be seen without one.
"""

from collections.abc import Callable
from dataclasses import dataclass

import typer

from app.wiring.flash_test import Watching, flash_test
from app.wiring.language import Voice
from app.wiring.workbench import Bench, bench
from firmware_bridge.delivery import BoxEvent
from firmware_bridge.dice import Proof, check
from firmware_bridge.messages import (
    DIE_INPUTS,
    FIRST_BUTTON_INPUT,
    BeamEvent,
    Button,
    ButtonEvent,
    Buzz,
    Contact,
    ContactEvent,
    Die,
    DieEvent,
    Event,
    FireFlash,
    Order,
    SetClock,
    SetLights,
    ShowFace,
)
from firmware_bridge.posts import Plane, plane_of
from firmware_bridge.simulator import SimulatedBox
from vision.sources import open_frames

PATIENCE_S = 20.0
PRESS_S, BREAK_US = 0.1, 20_000
LISTEN_S = 8.0
"""After this the clock of the box has been asked often enough to know how well it is known."""
Found = tuple[bool, str]
"""Whether it is well, and the line that says so."""


@dataclass(frozen=True, kw_only=True)
class Input:
    """Something to press or to cover: its number (for planes: at the end where the goal stands)."""

    number: int

    def heard_in(self, event: Event) -> bool:
        match event:
            case BeamEvent(beam=beam):
                return plane_of(beam) == self.number
            case DieEvent(die=die):
                return DIE_INPUTS[die] == self.number
            case ButtonEvent(button=which) | ContactEvent(contact=which):
                return FIRST_BUTTON_INPUT + which == self.number
            case _:
                return False


@dataclass(frozen=True, kw_only=True)
class Output:
    """Something to see or to hear: its word in the catalogue, the order, and how the simulated box
    shows that it was obeyed.
    """

    word: str
    order: Order
    shown: Callable[[SimulatedBox], bool]


INPUTS = tuple(
    Input(number=number)
    for number in (
        *DIE_INPUTS.values(),
        *Plane,
        *(FIRST_BUTTON_INPUT + key for key in (*Button, Contact.PEDAL)),
    )
)
OUTPUTS = (
    Output(word="home", order=SetLights(mask=3, value=1), shown=lambda box: box.lights == 1),
    Output(word="away", order=SetLights(mask=3, value=2), shown=lambda box: box.lights == 2),
    Output(word="red", order=ShowFace(die=Die.RED, face=5), shown=lambda box: box.face("R") == 5),
    Output(
        word="green", order=ShowFace(die=Die.GREEN, face=3), shown=lambda box: box.face("G") == 3
    ),
    Output(
        word="clock",
        order=SetClock(left_ms=754_000, running=False),
        shown=lambda box: box.clock_ms == 754_000,
    ),
    Output(word="sound", order=Buzz(pattern=1), shown=lambda box: 1 in box.sounds),
    Output(word="flash", order=FireFlash(), shown=lambda box: box.flashes > 0),
)


def check_box(voice: Voice, url: str, camera: str = "") -> bool:
    """Try it all; True when all is well. With the URL of a camera, its lateness is measured too.
    Raises LinkProblem when there is no box, EyeProblem when there is no camera.
    """
    made = bench(url)
    try:
        found = [_line_is_up(voice, made)]
        _say(voice, found[0])
        for one in INPUTS:
            found.append(_try_input(voice, made, one))
            _say(voice, found[-1])
        for output in OUTPUTS:
            found.append(_try_output(voice, made, output))
            _say(voice, found[-1])
        found.append(_line_was_good(voice, made))
        _say(voice, found[-1])
        if camera:
            found.append(_camera_is_late(voice, made, camera))
            _say(voice, found[-1])
    finally:
        made.close()
    return all(good for good, _ in found)


def _say(voice: Voice, found: Found) -> None:
    good, text = found
    voice.print(f"{voice.text('cli.doctor.fine' if good else 'cli.doctor.todo'):>8}  {text}")


def _line_is_up(voice: Voice, made: Bench) -> Found:
    box = made.line.link.box
    if box is None:
        return False, voice.text("box.silent")
    return True, voice.text(
        "cli.box.up", firmware=box.firmware, version=box.version, uid=f"{box.uid:08X}"
    )


def _try_input(voice: Voice, made: Bench, one: Input) -> Found:
    """Ask for it to be pressed or covered, and wait for the box to tell."""
    name = voice.text(f"input.{one.number}")
    if one.number < len(Plane):
        name = name.partition(",")[0]  # there is one goal, at either end
    voice.say("cli.box.press", name=name)
    if made.simulated is not None:
        _press(made.simulated, made.now, one.number)
    until = made.now + PATIENCE_S
    while made.now < until and made.line.alive:
        for heard in made.step():
            if one.heard_in(heard.event):
                return _heard(voice, name, heard)
    return False, voice.text("cli.box.not_heard", name=name)


def _heard(voice: Voice, name: str, heard: BoxEvent) -> Found:
    if isinstance(heard.event, BeamEvent):
        length = heard.event.duration_us / 1e3
        return True, voice.text("cli.box.beam", name=name, ms=length)
    if isinstance(heard.event, DieEvent) and heard.record is not None:
        proof = check(heard.record)
        key = "cli.box.die" if proof is not Proof.FALSE else "cli.box.die_false"
        return proof is not Proof.FALSE, voice.text(key, name=name, face=heard.event.face)
    return True, voice.text("cli.box.heard", name=name)


def _press(box: SimulatedBox, now: float, number: int) -> None:
    if number < len(Plane):
        box.break_beam(now, number, BREAK_US)
    else:
        box.set(now, number, active=True)
        box.set(now + PRESS_S, number, active=False)


def _try_output(voice: Voice, made: Bench, output: Output) -> Found:
    """Order it and ask whether it is so."""
    made.line.link.ask(output.order)
    until = made.now + 1.0
    while made.now < until:
        made.step()
    question = voice.text(f"cli.box.{output.word}")
    if made.simulated is not None:
        seen = output.shown(made.simulated)
        voice.say("cli.box.pretend", question=question, answer=voice.text(f"cli.box.{_yes(seen)}"))
    else:
        answer = typer.prompt(question, default=voice.text("cli.box.said_yes"))
        seen = answer.strip().lower()[:1] in {"o", "y"}
    return seen, voice.text("cli.box.seen" if seen else "cli.box.not_seen", question=question)


def _yes(seen: bool) -> str:
    return "said_yes" if seen else "said_no"


def _line_was_good(voice: Voice, made: Bench) -> Found:
    """How many frames were refused meanwhile, and how well the box's time is known."""
    until = made.now + LISTEN_S
    while made.now < until:
        made.step()
    counts, newest = made.line.link.counts, made.line.link.timing.clock.newest
    bad = sum(counts[name] for name in ("crc", "long", "character", "cut", "type", "field", "naks"))
    if newest is None or not newest.good:
        bound_ms = 0 if newest is None else round(newest.bound * 1e3)
        return False, voice.text("box.clock", bound_ms=bound_ms)
    ppm = made.line.link.timing.clock.rate_ppm or 0.0
    return bad == 0, voice.text(
        "cli.box.line", bad=bad, good=counts["good"], ms=newest.bound * 1e3, ppm=round(ppm)
    )


def _camera_is_late(voice: Voice, made: Bench, url: str) -> Found:
    watching = Watching(open_frames(url, {}))
    try:
        found = flash_test(made, watching)
    finally:
        watching.close()
    if found is None or not found.consistent:
        return False, voice.text("cli.box.no_flash")
    return True, voice.text(
        "cli.box.late", least=round(found.least * 1e3), most=round(found.most * 1e3)
    )
