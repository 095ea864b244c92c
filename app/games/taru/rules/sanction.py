"""What an illegal act costs: nothing (Convention R), or by house rule the turn (A59)."""

from dataclasses import replace

from app.games.taru.plays import HandPass, Kick, LongPass, Maul, Move, Strip, Tackle, TakeDrop
from app.games.taru.rules.judge import judge
from app.games.taru.rules.refusal import Rulings, named, rule
from app.games.taru.rules.turns import pass_turn
from app.games.taru.state import Phase, State
from app.rulebook.facts import Event
from app.rulebook.layout import side_of
from app.rulebook.side import Side


def judge_with_sanction(state: State, event: Event) -> Rulings:
    """The ruling on an event; an illegal act of the turn's owner on the table loses the turn where
    house rules say so: the table goes back, the section is cited, the other side is to roll.
    """
    rulings = judge(state, event)
    lenient = state.options.illegal_act == "refuse"
    if lenient or not rulings[-1:] or not rulings[-1].refused or _actor(event) is not state.turn:
        return rulings
    broken = rulings[-1]
    if broken.state.phase is not Phase.OPEN:
        return rulings
    after = pass_turn(broken.state, state.turn.other)
    lost = rule("T21", after, "turn_lost", side=named(state.turn))
    return (replace(broken, refused=False), replace(lost, arrange=broken.arrange))


def _actor(event: Event) -> Side | None:
    """Whose hand it was, for acts on discs and ball."""
    match event:
        case Move(disc=disc) | Strip(disc=disc) | Tackle(disc=disc) | TakeDrop(disc=disc):
            return side_of(disc)
        case HandPass(giver=disc) | Maul(head=disc):
            return side_of(disc)
        case LongPass(flown=flown) | Kick(flown=flown):
            return side_of(flown.by)
        case _:
            return None
