"""What hands do on the table for each play: slides, the ball laid, keys and touches."""

from collections.abc import Sequence

from app.games.taru.labels.effects import after_send_off, after_tackle, awarded
from app.games.taru.labels.mauls import after_maul, shove, shoved
from app.games.taru.labels.table import Table, table_of
from app.games.taru.labels.zones import in_own_22
from app.games.taru.plays import (
    Choose,
    EndTurn,
    HandPass,
    Kick,
    Kickoff,
    LongPass,
    MarkKick,
    Maul,
    Move,
    Place,
    Ready,
    SendOff,
    Strip,
    Tackle,
    TakePenalty,
    TouchKick,
)
from app.games.taru.state import Phase, State
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
    table = table_of(state)
    told = [i for i, choice in enumerate(choices) if choice.play == event]
    if not (_brought(state, table, event) or (told and _from_below(table, event))):
        acts = on_table(table, event) or _placing(state, event) or _off_table(state, event)
        if acts:
            return acts
    return (Say(choice=told[0]), *_after_word(state, event)) if told else ()


def _from_below(table: Table, event: Event) -> bool:
    """A disc sent off from under another one, which nobody sees: told by touch first (T143)."""
    if not isinstance(event, SendOff):
        return False
    here = table.where(event.disc)
    return here is not None and table.top(here) != event.disc


def _brought(state: State, table: Table, event: Event) -> bool:
    """A disc brought behind the 22 line is told by touch, and carried there afterwards (T51)."""
    if not isinstance(event, Choose) or state.phase is not Phase.RESTART_22:
        return False
    here = table.where(event.disc)
    return here is not None and not in_own_22(table, side_of(event.disc), here)


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
            return advance(table, event) if isinstance(event, Maul) else ()


def advance(table: Table, play: Maul) -> tuple[Slide, ...]:
    """Every disc of a maul slid as far as it goes, the foremost first: a hand pushes from behind,
    and nothing is ever under anything. A carrier pushed into touch goes off the board.
    """
    ways: dict[DiscId, list[Square]] = {}
    order: list[DiscId] = []
    for _ in range(play.steps):
        by = shove(table, play.head, play.step, play.count)
        if by is None:
            break
        order = [*reversed(by.pushed), *by.pushers]
        for disc in order:
            here = table.where(disc)
            if here is not None:
                ways.setdefault(disc, []).append(here.towards(*play.step))
        done = after_maul(table, Maul(head=play.head, step=play.step, count=play.count, steps=1))
        if by.into_touch or done is None or done.table.score != table.score:
            break
        table = shoved(table, by, play.step)
    return tuple(Slide(disc=disc, path=tuple(ways[disc])) for disc in order)


def _placing(state: State, event: Event) -> tuple[Act, ...]:
    match event:
        case Place():
            return (LayOut(layout=_placed(state, event)),)
        case LongPass(flown=flown) | Kick(flown=flown) | MarkKick(flown=flown):
            return (_flick(state, flown),)
        case TouchKick(flown=flown):
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
    """A tap without possession brings the ball to the beneficiary's disc (T130); a disc told to be
    sent off is taken away.
    """
    table = table_of(state)
    square, carrier = table.ball_square, table.carrier
    if isinstance(event, SendOff):
        return on_table(table, event)
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
