"""Every legal play of a position, one a destination: the cheapest path, found by search."""

from collections.abc import Iterator
from itertools import product

from app.games.taru.plays import (
    Choose,
    DeclareFlick,
    Decline,
    EndTurn,
    HandPass,
    Move,
    Place,
    PlayTwelve,
    Ready,
    SendOff,
    StopMatch,
    TakeDrop,
    TakePenalty,
)
from app.games.taru.rules.clock import may_stop
from app.games.taru.rules.drop import drop_open
from app.games.taru.rules.ending import shape_to_open
from app.games.taru.rules.formation import own_side
from app.games.taru.rules.kicks import kick_open
from app.games.taru.rules.lineout import complete, taken
from app.games.taru.rules.marks import mark_open, undeclared
from app.games.taru.rules.paths import takes_ball
from app.games.taru.rules.penalty import options_open
from app.games.taru.rules.reach import destinations
from app.games.taru.rules.reach_contact import contacts
from app.games.taru.rules.reach_mauls import mauls
from app.games.taru.rules.receivers import in_the_22, spots
from app.games.taru.rules.reopening import reopens
from app.games.taru.rules.restart22 import choices
from app.games.taru.rules.setup import places_first, set_up_area
from app.games.taru.rules.windows import closed, owner_may_act
from app.games.taru.state import Phase, State
from app.rulebook.api import Target
from app.rulebook.facts import Play
from app.rulebook.geometry import DIRECTIONS, Square
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side


def plays(state: State) -> Iterator[Play]:
    """Flicks, rolls and posts are facts and not listed: `awaits` says when they are due."""
    yield from _in_phase(state)
    stopper = may_stop(state)
    if stopper is not None:
        yield StopMatch(side=stopper)


def _in_phase(state: State) -> Iterator[Play]:
    match state.phase:
        case Phase.SETUP | Phase.LINEOUT_SETUP:
            yield from _set_up(state)
        case Phase.OPEN:
            yield from _open(state)
        case Phase.INTERCEPT_WINDOW:
            yield Decline(side=state.windows[0].side)
            if owner_may_act(state):
                yield from _open(closed(state))
        case Phase.AWAIT_ROLL | Phase.AWAIT_FLICK:
            yield from flicks(state)
        case _:
            yield from _to_choose(state)


def _to_choose(state: State) -> Iterator[Play]:
    match state.phase:
        case Phase.RESTART_22:
            yield from choices(state)
        case Phase.AWARD_CHOICE if state.award is not None:
            yield from (Choose(disc=disc) for disc in sorted(state.award.discs))
        case Phase.PENALTY_CHOICE:
            yield from (TakePenalty(choice=choice) for choice in options_open(state))
        case Phase.DOUBLE_SIX:
            yield PlayTwelve()
            yield from (SendOff(disc=disc) for disc in state.discs_of(state.turn.other))
            yield from flicks(state)
            yield from hand_passes(state) if state.passes else ()
        case _:
            return


def placing(state: State) -> tuple[Side, ...]:
    """The sides that may place discs now (T12, A76)."""
    first = places_first(state)
    return tuple(Side) if first is None else (first,)


def ready_sides(state: State) -> tuple[Side, ...]:
    """The sides that may confirm their set-up (T12, T13) or their formation (T111) now."""
    if state.phase is Phase.LINEOUT_SETUP:
        return tuple(side for side in Side if complete(state, side))
    centre = state.pitch.centre_file
    return tuple(
        side
        for side in placing(state)
        if side not in state.ready
        and not any(disc[0] == side for disc in state.in_hand)
        and any(state.squares[disc].file == centre for disc in state.discs_of(side))
    )


def hand_passes(state: State) -> Iterator[HandPass]:
    """T33: the mates the carrier may hand the ball to; T116: after a throw, of either side."""
    giver = state.carrier
    if giver is None or not _may_pass(state, side_of(giver)):
        return
    for square in _within_reach(state, giver):
        receiver = state.top_at(square)
        if receiver is None or receiver[0] != giver[0]:
            continue
        if receiver not in state.carried or reopens(state, receiver):
            yield HandPass(giver=giver, receiver=receiver)


def _within_reach(state: State, giver: DiscId) -> Iterator[Square]:
    """Squares level or behind to which a ball may be handed; along a line the first disc hides what
    lies behind it, unless the hand may go over it (A66); knight's steps by house rule (A61).
    """
    start, forward = state.squares[giver], side_of(giver).forward
    gap = state.options.hand_pass_gap
    for (_, rank_step), ray in zip(DIRECTIONS, state.pitch.rays[start], strict=True):
        if rank_step == forward:
            continue
        near = ray[: 1 + gap]
        seen = [square for square in near if state.top_at(square) is not None]
        yield from seen if state.options.pass_over else seen[:1]
    if state.options.knight_pass and gap:
        for files, ranks in product((-2, -1, 1, 2), (-2, -1, 1, 2)):
            square = start.towards(files, ranks)
            if abs(files) != abs(ranks) and ranks * forward < 0 and state.pitch.board.holds(square):
                yield square


def _may_pass(state: State, side: Side) -> bool:
    return side is state.turn or (state.passes and state.options.lineout_opp_pass)


def flicks(state: State) -> Iterator[DeclareFlick | TakeDrop]:
    """What may be announced of the ball: a mark (T57); a pass (T34) or a kick (T44), where a flick
    could be either; a drop (T137).
    """
    if mark_open(state):
        yield DeclareFlick(flick="mark")
    at_play = undeclared(state)
    carrier = at_play.carrier
    if at_play.phase is not Phase.OPEN or carrier is None or carrier[0] != state.turn:
        return
    if kick_open(at_play):
        yield from (DeclareFlick(flick="pass"), DeclareFlick(flick="kick"))
    if drop_open(at_play):
        yield TakeDrop(disc=carrier)


def targets(state: State, disc: DiscId) -> tuple[Target, ...]:
    """Where a touched disc may go, or hand the ball to, in this position."""
    if disc not in state.squares and disc not in state.in_hand:
        return ()
    if state.phase is Phase.INTERCEPT_WINDOW and owner_may_act(state):
        state = closed(state)
    match state.phase:
        case Phase.OPEN if side_of(disc) is state.turn:
            return (*_open_targets(state, disc), *_pass_targets(state, disc))
        case Phase.OPEN | Phase.DOUBLE_SIX if state.passes and disc == state.carrier:
            return (*_chosen_targets(state, disc), *_pass_targets(state, disc))
        case Phase.SETUP | Phase.LINEOUT_SETUP if side_of(disc) in placing(state):
            return tuple(
                Target(square=play.squares[0][1], play=play, kind="place", cost=0)
                for play in _places(state, disc)
            )
        case Phase.AWARD_CHOICE | Phase.DOUBLE_SIX | Phase.RESTART_22:
            return tuple(_chosen_targets(state, disc))
        case _:
            return ()


def _chosen_targets(state: State, disc: DiscId) -> Iterator[Target]:
    if state.phase is Phase.OPEN:
        return
    for play in plays(state):
        for kind in _chosen(play, disc):
            square = getattr(play, "square", None) or _goes_to(state, disc)
            yield Target(square=square, play=play, kind=kind, cost=0)


def _goes_to(state: State, disc: DiscId) -> Square:
    """A disc that is chosen stays, unless nobody stands in the 22 (T51)."""
    brought = state.phase is Phase.RESTART_22 and not in_the_22(state)
    return spots(state)[0] if brought else state.squares[disc]


def _pass_targets(state: State, disc: DiscId) -> Iterator[Target]:
    for given in hand_passes(state) if disc == state.carrier else ():
        square = state.squares[given.receiver]
        yield Target(square=square, play=given, kind="hand_pass", cost=0)


def _chosen(play: Play, disc: DiscId) -> tuple[str, ...]:
    if isinstance(play, Choose) and play.disc == disc:
        return ("choose",)
    return ("send_off",) if isinstance(play, SendOff) and play.disc == disc else ()


def _open(state: State) -> Iterator[Play]:
    if shape_to_open(state) is None:
        yield EndTurn(side=state.turn)
    yield from hand_passes(state)
    yield from flicks(state)
    yield from contacts(state)
    yield from mauls(state)
    for disc in _playable(state):
        yield from (Move(disc=disc, path=path) for path in destinations(state, disc))


def _playable(state: State) -> Iterator[DiscId]:
    pinned = state.pinned
    for disc in state.discs_of(state.turn):
        if disc not in pinned and disc not in state.moved:
            yield disc


def _open_targets(state: State, disc: DiscId) -> Iterator[Target]:
    if disc in _playable(state):
        for path in destinations(state, disc):
            kind = "pick_up" if takes_ball(state, path) else "move"
            play = Move(disc=disc, path=path)
            yield Target(square=path[-1], play=play, kind=kind, cost=len(path))
        for contact in contacts(state, disc):
            yield Target(
                square=contact.path[-1],
                play=contact,
                kind=type(contact).__name__.lower(),
                cost=len(contact.path),
            )
        for maul in mauls(state, disc):
            square = state.squares[disc].towards(*maul.step, maul.steps)
            cost = maul.count * maul.steps
            yield Target(square=square, play=maul, kind="maul", cost=cost, count=maul.count)


def _set_up(state: State) -> Iterator[Play]:
    yield from (Ready(side=side) for side in ready_sides(state))
    sides = placing(state)
    for disc in sorted((*state.in_hand, *state.squares)):
        if side_of(disc) in sides:
            yield from _places(state, disc)


def _room(state: State, side: Side) -> frozenset[Square]:
    """Squares a side may place discs on now: empty, or at a line-out still to be left (T110)."""
    if state.phase is Phase.SETUP:
        return set_up_area(state, side) - state.occupied
    return own_side(state, side) - taken(state, side, frozenset())


def _places(state: State, disc: DiscId) -> Iterator[Place]:
    side = side_of(disc)
    for square in sorted(_room(state, side)):
        yield Place(side=side, squares=((disc, square),))
