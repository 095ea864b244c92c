"""§3 attacking mauls and §5 defensive ones: T59–T65, T71, T87–T89, T133."""

from dataclasses import replace

from app.games.taru.plays import Maul
from app.games.taru.rules.awards import award
from app.games.taru.rules.duties import absent, gate, of, pinned, wrong_side
from app.games.taru.rules.push import Push, attacks, push, ranks_of
from app.games.taru.rules.refusal import Refusal, Rulings, judgement, refuse, rule
from app.games.taru.rules.reopening import reopen
from app.games.taru.rules.touch import lineout
from app.games.taru.rules.tries import with_try
from app.games.taru.rules.turns import finish
from app.games.taru.rules.windows import with_windows
from app.games.taru.state import Phase, State
from app.rulebook.api import Section
from app.rulebook.geometry import DIRECTIONS
from app.rulebook.layout import DiscId
from app.rulebook.side import Side


def _own(state: State, play: Maul) -> Section:
    return "T59" if attacks(state, play) else "T87"


def _phase(state: State, play: Maul) -> Refusal | None:
    return gate(state, of(play.head), (Phase.OPEN,), _own(state, play))


def _side(state: State, play: Maul) -> Refusal | None:
    return wrong_side(state, of(play.head))


def _free(state: State, play: Maul) -> Refusal | None:
    """T70, T86: a disc under another pushes no more than it moves."""
    gone = absent(state, play.head)
    if gone is not None:
        return gone
    mates = (d for d in state.discs_of(of(play.head)) if state.squares[d] in ranks_of(state, play))
    under = next((refusal for disc in mates if (refusal := pinned(state, disc))), None)
    return replace(under, also=(*under.also, "T65")) if under else None


def _played(state: State, play: Maul) -> Refusal | None:
    """T28: a disc played this turn does not join (A26)."""
    tops = (state.top_at(square) for square in ranks_of(state, play))
    played = next((disc for disc in tops if disc in state.moved), None)
    if played is None or state.options.maul_played:
        return None
    return refuse("T28", "played", disc=played)


def _a_carrier(state: State, play: Maul) -> Refusal | None:
    """T62: with the ball loose there is no maul of either kind."""
    del play
    return refuse("T62", "maul_loose") if state.carrier is None else None


def _stacks(state: State, play: Maul) -> Refusal | None:
    """T65 (T71): stacked discs neither push nor are pushed, nor is anything pushed onto them."""
    own = next((square for square in ranks_of(state, play) if square in state.stacks), None)
    met = (line.behind for line in push(state, play).lines if line.what == "stack")
    square = own or next(met, None)
    return refuse("T65", "stack", also=("T71",), square=square.name) if square else None


def _formation(state: State, play: Maul) -> Refusal | None:
    """T59: two of one's own or more in line, one behind the other without a hole."""
    if play.step not in DIRECTIONS:
        return refuse("T59", "maul_direction")
    if play.count < 2:
        return refuse("T59", "maul_few", count=play.count)
    for square in ranks_of(state, play):
        top = state.top_at(square)
        if top is None or of(top) is not of(play.head):
            return refuse("T59", "maul_hole", square=square.name, count=play.count)
    return None


def _head(state: State, play: Maul) -> Refusal | None:
    """T59: the carrier heads an attacking maul."""
    if not attacks(state, play) or play.head == state.carrier:
        return None
    return refuse("T59", "maul_head", disc=play.head)


def _carrier_pushed(state: State, play: Maul) -> Refusal | None:
    """T88: without the ball, only a line that holds the carrier is pushed."""
    carrier = state.carrier
    if carrier is None or attacks(state, play):
        return None
    if any(carrier in line.pushed for line in push(state, play).lines[:1]):
        return None
    return refuse("T88", "maul_carrier", disc=carrier)


def _contact(state: State, play: Maul) -> Refusal | None:
    """T62: a defender stands right in front of the head."""
    first = push(state, play).lines[:1]
    if any(line.pushed or line.what == "stack" for line in first):
        return None
    return refuse("T62", "maul_contact")


def _numbers(state: State, play: Maul) -> Refusal | None:
    """T60: more push than are pushed, at every square (A30: equality blocks both); T61 is why."""
    most = max((len(line.pushed) for line in push(state, play).lines), default=0)
    if play.count > most:
        return None
    return refuse("T60", "maul_numbers", also=("T61",), count=play.count, against=most)


def _steps(state: State, play: Maul) -> Refusal | None:
    """T22: an advance is one square at least."""
    del state
    return refuse("T22", "no_square", disc=play.head) if play.steps < 1 else None


def _mate_behind(state: State, play: Maul) -> Refusal | None:
    """T27: nothing is pushed onto a disc of the pushing side (A28)."""
    for line in push(state, play).lines:
        if line.what == "mate" and line.pushed:
            return refuse("T27", "maul_behind", also=("T59",), square=line.behind.name)
    return None


def _edges(state: State, play: Maul) -> Refusal | None:
    """T89: only the carrier leaves the board, over touch; nobody over a dead-ball or touch-in-goal
    edge (A28, A29).
    """
    done = push(state, play)
    for line in done.lines:
        if line.what not in ("touch", "dead") or not line.pushed:
            continue
        if line.pushed[-1] != state.carrier:
            if not state.options.push_off_board:
                return refuse("T89", "push_off", also=("T27",), disc=line.pushed[-1])
        elif line.what == "dead" and state.options.push_dead == "refuse":
            return refuse("T89", "push_dead", disc=line.pushed[-1])
    return None


def _price(state: State, play: Maul) -> Refusal | None:
    """T63: a point for each pushing disc and square; the pushed cost nothing (A27)."""
    cost, left = play.count * _paid(state, play), state.points_left
    if cost <= left:
        return None
    return refuse("T63", "maul_price", also=("T22",), left=left, cost=cost, count=play.count)


def _paid(state: State, play: Maul) -> int:
    """The squares to pay: all those asked for, unless a try or an edge ends the push before."""
    done = push(state, play)
    return done.steps if done.over else play.steps


MAUL_CHECKS = (
    _phase, _side, _free, _played, _a_carrier, _stacks, _formation, _head, _carrier_pushed,
    _contact, _numbers, _steps, _mate_behind, _edges, _price,
)  # fmt: skip


def _maul(state: State, play: Maul) -> Rulings:
    """T59, T87: the line advances and pushes, a point a disc and square (T63); those who took part
    are open again (T31); T64, T133: a try when it brings the carrier over.
    """
    done = push(state, play)
    cost = play.count * done.steps
    took_part = _pushers(state, play)
    pushed = replace(
        state,
        squares=done.squares,
        dice=state.dice.pay(cost) if state.dice else None,
        carried=frozenset(),
    )
    after = reopen(pushed, *took_part)
    said = rule(_own(state, play), after, "maul", disc=play.head, count=play.count,
                steps=done.steps, cost=cost, left=after.points_left)  # fmt: skip
    if done.ends is not None:
        return (said, *_over_the_edge(after, play, done))
    if len({of(disc) for disc in after.squares}) < len(Side):
        return (said, *finish(after))
    if attacks(state, play) and state.options.intercept_maul:
        start = state.squares[play.head]
        way = tuple(start.towards(*play.step, count) for count in range(done.steps + 1))
        return with_windows((said,), way, "r", "T133")
    return with_try((said,), "T133")


def _pushers(state: State, play: Maul) -> frozenset[DiscId]:
    tops = (state.top_at(square) for square in ranks_of(state, play))
    return frozenset(top for top in tops if top is not None)


def _over_the_edge(state: State, play: Maul, done: Push) -> Rulings:
    """T89: into touch, a line-out to the pushing side at the carrier's last square; over a
    dead-ball line, where a house rule lets it, the ball goes to the pushers' nearest disc set back
    (A29).
    """
    carrier = state.carrier or ""
    left = state.squares[carrier]
    if done.ends == "dead":
        return (award(state, of(play.head), left, "T89"),)
    rest = (*done.lines[-1].pushed[:-1], *_pushers(state, play))
    on = {disc: state.squares[disc].towards(*play.step) for disc in rest}
    squares = {disc: sq for disc, sq in {**state.squares, **on}.items() if disc != carrier}
    out = replace(state, squares=squares, in_hand=state.in_hand | {carrier})
    pushed_out = rule("T89", state, "into_touch", disc=carrier)
    return (pushed_out, *lineout(out, left, of(play.head), "T109"))


MAUL = judgement(Maul, MAUL_CHECKS, _maul)
