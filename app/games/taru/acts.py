"""What hands do on the table for each play: slides, the ball laid, keys and touches."""

from collections.abc import Sequence

from app.games.taru.labels.effects import after_send_off, after_tackle, awarded
from app.games.taru.labels.table import Table, table_of
from app.games.taru.plays import (
    Choose,
    EndTurn,
    HandPass,
    Kickoff,
    LongPass,
    Move,
    Place,
    Ready,
    SendOff,
    Strip,
    Tackle,
    TakePenalty,
)
from app.games.taru.state import State
from app.rulebook.acts import (
    Act,
    Flick,
    KickAtPosts,
    LayOut,
    PressKey,
    PutBall,
    RollDice,
    Say,
    Slide,
    TakeAway,
)
from app.rulebook.api import Choice
from app.rulebook.facts import DiceRolled, Event, Flown, PostsPassed
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, Layout, side_of


def acts_of(state: State, event: Event, choices: Sequence[Choice] = ()) -> tuple[Act, ...]:
    """The acts that amount to an event in a state, legal or not; `choices` are those open now, for
    plays told by touch. An event hands cannot make (a bell) gives none.
    """
    acts = on_table(table_of(state), event) or _placing(state, event) or _off_table(state, event)
    if acts:
        return acts
    told = [i for i, choice in enumerate(choices) if choice.play == event]
    return (Say(choice=told[0]), *_after_word(state, event)) if told else ()


def on_table(table: Table, event: Event) -> tuple[Act, ...]:
    """What hands do with discs and ball for a play on the felt."""
    match event:
        case Move(disc=disc, path=path):
            slide = Slide(disc=disc, path=path)
            return (slide, PutBall(to=disc)) if path[-1] == table.ball else (slide,)
        case Strip(disc=disc, path=path):
            return (Slide(disc=disc, path=path), PutBall(to=disc))
        case Tackle(disc=disc, path=path):
            falls = after_tackle(table, disc, path[-1]).ball
            return (Slide(disc=disc, path=path), *_ball(falls))
        case SendOff(disc=disc):
            ball = after_send_off(table, disc).ball
            return (TakeAway(disc=disc), *(_ball(ball) if table.ball == disc else ()))
        case HandPass(receiver=to) | Choose(disc=to):
            return (PutBall(to=to),)
        case _:
            return ()


def _placing(state: State, event: Event) -> tuple[Act, ...]:
    match event:
        case Place():
            return (LayOut(layout=_placed(state, event)),)
        case LongPass(flown=flown):
            return (_flick(state, flown),)
        case Kickoff(flown=flown):
            return (PutBall(to=flown.by), _flick(state, flown))
        case PostsPassed(good=good):
            return (KickAtPosts(good=good), *_ball(state.tee))
        case _:
            return ()


def _off_table(state: State, event: Event) -> tuple[Act, ...]:
    match event:
        case EndTurn(side=side):
            return (PressKey(side=side or state.turn, key="big"),)
        case Ready(side=side):
            return (PressKey(side=side, key="big"),)
        case DiceRolled():
            return (RollDice(),)
        case _:
            return ()


def _after_word(state: State, event: Event) -> tuple[Act, ...]:
    """A tap without possession brings the ball to the beneficiary's disc (T130)."""
    table = table_of(state)
    square, carrier = table.ball_square, table.carrier
    if not isinstance(event, TakePenalty) or event.choice != "play" or square is None:
        return ()
    side = (state.offender or state.turn).other
    if carrier is not None and side_of(carrier) is side:
        return ()
    return _ball(awarded(table, side, square).ball)


def _ball(place: DiscId | Square | None) -> tuple[Act, ...]:
    return () if place is None else (PutBall(to=place),)


def _placed(state: State, event: Place) -> Layout:
    towers = {sq: tower for sq, tower in state.layout().towers if side_of(tower[0]) != event.side}
    for disc, square in event.squares:
        towers[square] = (*towers.get(square, ()), disc)
    return Layout(towers=tuple(sorted(towers.items())), ball=state.ball)


def _flick(state: State, flown: Flown) -> Flick:
    """Aimed where the ball went, were the felt free."""
    board = state.pitch.board
    squares = state.layout().where()
    touched = squares.get(flown.first_touch) if flown.first_touch else None
    beside = flown.exit.square if flown.exit else None
    target = touched or beside or (flown.rest[0] if flown.rest else squares[flown.by])
    return Flick(by=flown.by, towards_mm=board.centre_of(target))
