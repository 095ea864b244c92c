"""What a window shows of a match: a pure function of the match and of what is seen beside it."""

from dataclasses import dataclass, field

from app.match.arrange import Progress
from app.match.match import Match
from app.match.table_view import BarState, DecisionLine, Question, Senses, TableView
from app.match.timeline import Step
from app.rulebook.api import Game, S
from app.rulebook.geometry import Square
from app.rulebook.side import Side
from app.rulebook.standing import Clocks
from app.rulebook.words import Phrase, phrase


@dataclass(frozen=True, kw_only=True)
class Circumstances:
    """What is known beside the match: `bar` when it is not simply somebody's turn, a question that
    is open, how far an Arrange is, what must be explained.
    """

    bar: BarState | None = None
    question: Question | None = None
    progress: Progress | None = None
    explanation: DecisionLine | None = None
    senses: Senses = field(default_factory=Senses)
    clocks: Clocks | None = None


def view(match: Match[S], facts: Circumstances, version: int = 0) -> TableView:
    awaits = match.awaits
    bar = _bar(match, facts)
    progress = facts.progress or Progress()
    open_ = match.arrange is not None
    return TableView(
        board=match.setup.board,
        layout=match.layout,
        standing=match.standing,
        awaits=awaits,
        bar=bar,
        bar_text=_bar_text(match, bar, awaits.side),
        decisions=match.decisions,
        ghosts=progress.ghosts if open_ else (),
        ghost_count=progress.count if open_ else 0,
        arrange_text=match.arrange.why if match.arrange is not None else None,
        question=facts.question,
        explanation=facts.explanation,
        senses=facts.senses,
        can_undo=match.can_undo,
        can_redo=match.can_redo,
        last_move=last_move(match.game, match.last),
        names=match.setup.names,
        clocks=facts.clocks,
        book=match.game.book,
        version=version,
    )


def side_name(match: Match[S], side: Side) -> Phrase:
    """The name a side was given, else Home or Away."""
    name = match.setup.names[side.order]
    return phrase("match.named", name=name) if name else phrase(f"match.side.{side}")


def last_move(game: Game[S], last: Step[S]) -> tuple[Square, Square] | None:
    """From where to where the last accepted entry brought a disc, else the ball."""
    step: Step[S] | None = last
    while step is not None and step.refused:
        step = step.before
    if step is None or step.before is None:
        return None
    before, after = game.layout(step.before.state), game.layout(step.state)
    was, now = before.where(), after.where()
    for disc, square in now.items():
        if disc in was and was[disc] != square:
            return was[disc], square
    ball = (before.seen().ball, after.seen().ball)
    return (ball[0], ball[1]) if ball[0] and ball[1] and ball[0] != ball[1] else None


def _bar(match: Match[S], facts: Circumstances) -> BarState:
    if facts.question is not None:
        return "ask"
    if facts.bar is not None:
        return facts.bar
    return "ready" if match.arrange is None else "arrange"


def _bar_text(match: Match[S], bar: BarState, side: Side | None) -> Phrase:
    if match.standing.winner is not None:
        return phrase("match.bar.over")
    if bar == "settled" and match.last.event is not None:
        return phrase("match.bar.settled", action=match.game.describe(match.last.event))
    if bar == "ready" and side is not None:
        return phrase("match.bar.ready", team=side_name(match, side))
    return phrase(f"match.bar.{'both' if bar == 'ready' else bar}")
