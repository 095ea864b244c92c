"""What a position waits for when a side is to choose, or to kick at the posts."""

from app.games.taru.awaits_words import announced, label, prompt
from app.games.taru.naming import disc_name
from app.games.taru.plays import Choose, PlayTwelve, SendOff, TakePenalty
from app.games.taru.rules.marks import mark_open
from app.games.taru.rules.penalty import beneficiary, options_open
from app.games.taru.rules.receivers import in_the_22, spots
from app.games.taru.rules.restart22 import choices
from app.games.taru.state import Phase, State
from app.rulebook.api import Awaits, Choice
from app.rulebook.facts import PostsPassed
from app.rulebook.words import Phrase

_OPTIONS = {"goal": "goal", "touch": "touch", "play": "tap"}
"""How the options of a penalty are called on their buttons."""


_HOW_MANY = {1: "penalty_goal", 2: "penalty", 3: "penalty_three"}


def choose(state: State) -> Awaits:
    side = state.award.side if state.award else state.turn
    discs = sorted(state.award.discs) if state.award else []
    return Awaits(
        kind="choose",
        side=side,
        prompt=prompt("award", side),
        phase=state.phase.value,
        choices=tuple(
            Choice(label=label("receiver", disc=disc_name(state, disc)), play=Choose(disc=disc))
            for disc in discs
        ),
    )


def penalty(state: State) -> Awaits:
    side, open_ = beneficiary(state), options_open(state)
    return Awaits(
        kind="choose",
        side=side,
        prompt=prompt(_HOW_MANY[len(open_)], side),
        phase=state.phase.value,
        choices=tuple(
            Choice(label=label(_OPTIONS[choice]), play=TakePenalty(choice=choice))
            for choice in open_
        ),
    )


def restart(state: State) -> Awaits:
    return Awaits(
        kind="choose",
        side=state.turn,
        prompt=prompt("restart_22", state.turn),
        phase=state.phase.value,
        choices=tuple(Choice(label=_receives(state, play), play=play) for play in choices(state)),
    )


def _receives(state: State, play: Choose) -> Phrase:
    disc = disc_name(state, play.disc)
    if in_the_22(state):
        return label("receiver", disc=disc)
    return label("bring", disc=disc, square=(play.square or spots(state)[0]).name)


def posts(state: State) -> Awaits:
    due = state.conversion
    key, side = "penalty_kick", beneficiary(state)
    if state.phase is Phase.DROP:
        key, side = "drop", state.turn
    elif state.phase is Phase.CONVERSION and due is not None:
        key, side = "conversion", due.side
    return Awaits(
        kind="posts",
        side=side,
        prompt=prompt(key, side),
        phase=state.phase.value,
        choices=(
            Choice(label=label("over"), play=PostsPassed(good=True)),
            Choice(label=label("missed"), play=PostsPassed(good=False)),
        ),
    )


def double_six(state: State) -> Awaits:
    off = (
        Choice(label=label("send_off", disc=disc_name(state, disc)), play=SendOff(disc=disc))
        for disc in state.discs_of(state.turn.other)
    )
    return Awaits(
        kind="choose",
        side=state.turn,
        prompt=prompt("double_six", state.turn),
        phase=state.phase.value,
        choices=(
            Choice(label=label("play_twelve"), play=PlayTwelve()),
            *off,
            *announced(state),
        ),
        flick_from=(state.mark,) if state.mark and mark_open(state) else (),
    )
