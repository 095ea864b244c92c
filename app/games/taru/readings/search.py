"""Best-first search for the sequences of plays that lead from a state to the table as it shows."""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from app.games.taru.labels.effects import laid, lifted
from app.games.taru.labels.table import Table, table_of
from app.games.taru.labels.ways import Way
from app.games.taru.plays import Maul, Move, Strip, Tackle
from app.games.taru.readings.candidates import candidates, duty_plays, hand_passes
from app.games.taru.readings.flicked import flicks_of, worth
from app.games.taru.readings.pushes import pushes
from app.games.taru.readings.shown import Shown, least_distance, to_come, to_go, wrong_squares
from app.games.taru.rules.contact import STRIP, TACKLE
from app.games.taru.rules.judge import judge
from app.games.taru.rules.windows import closed, owner_may_act
from app.games.taru.state import Phase, State
from app.rulebook.api import Reading, Ruling
from app.rulebook.facts import Flown, Play
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, side_of

JUDGEMENTS = 250
"""So many plays are tried at most: the bound on the time a reading takes."""
ANSWERS = 3
FLICKING = frozenset({Phase.KICKOFF, Phase.AWAIT_FLICK, Phase.PENALTY_TOUCH, Phase.AWAIT_ROLL})
"""Where a flick may come besides the owner's turn."""


@dataclass(frozen=True, kw_only=True)
class Node:
    """A state reached by plays, and its plain view (a scorer who ran on past the line stands where
    it went).
    """

    state: State
    table: Table
    flights: tuple[Flown, ...]
    wrong: tuple[Square, ...]
    plays: tuple[Play, ...] = ()
    cost: int = 0

    @property
    def unseen(self) -> bool:
        return any(not play.seen_path for play in self.plays)

    @property
    def explains(self) -> bool:
        return not self.wrong and not self.flights

    @property
    def rights(self) -> tuple[object, ...]:
        """What may still be done from here, discs named by their squares."""
        table, state = self.table, self.state
        played = frozenset(table.where(disc) for disc in table.played)
        ball = (table.ball_square, table.carrier is not None, state.lineout, state.score)
        dice = (table.red, table.green, table.points, state.kicked)
        return (played, *dice, *ball, table.turn, state.phase, state.mark)

    def reading(self) -> Reading:
        return Reading(plays=self.plays, legal=True, cost=self.cost, unexplained=self.wrong)


@dataclass(frozen=True, kw_only=True)
class Found:
    """Full explanations, best first, and the positions passed that explain something."""

    full: tuple[Node, ...]
    partial: tuple[Node, ...]


def root(state: State, goal: Shown, flights: tuple[Flown, ...]) -> Node:
    table = table_of(state)
    return Node(state=state, table=table, flights=flights, wrong=wrong_squares(table, goal))


def search(start: Node, goal: Shown, ways: Sequence[Way], *, wide: bool = False) -> Found:
    """Best-first search: seen before unseen, cheapest, fewest plays. `wide`: also through discs
    that seem to have stayed, but have gone, and a mate has come.
    """
    order = count()
    heap = [(_rank(start, goal, ways), next(order), start)]
    known = {_key(start)}
    full: list[Node] = []
    partial = [start]
    budget = JUDGEMENTS
    while heap and budget > 0 and len(full) < ANSWERS:
        rank, _, node = heapq.heappop(heap)
        if full and rank > _rank(full[0], goal, ways):
            break
        if node.explains and node.plays:
            full.append(node)
            continue
        for play in _next_plays(node, goal, ways, wide=wide):
            budget -= 1
            after = step(node, play, goal)
            if after is None or _key(after) in known:
                continue
            known.add(_key(after))
            partial.append(after)
            heapq.heappush(heap, (_rank(after, goal, ways), next(order), after))
    if start.flights:
        side = side_of(start.flights[0].by)
        full.sort(key=lambda node: worth(node.state, side), reverse=True)
    return Found(full=_differing(full), partial=tuple(partial))


def step(node: Node, play: Play, goal: Shown) -> Node | None:
    """The node after a play; None when the referee refuses it."""
    rulings = judge(node.state, play)
    if rulings[-1].refused:
        return None
    state = rulings[-1].state
    table = _as_shown(table_of(state), play)
    if state.score != node.state.score and goal.carried:
        table = replace(table, ball=_last_carrier(rulings))
    flown = getattr(play, "flown", None)
    return Node(
        state=state,
        table=table,
        flights=node.flights if flown is None else node.flights[1:],
        wrong=wrong_squares(table, goal),
        plays=(*node.plays, play),
        cost=node.cost + _cost(play),
    )


def _last_carrier(rulings: Sequence[Ruling[State]]) -> DiscId | None:
    """Who scored: the ball is lifted after a try, but a table that still shows a carrier shows this
    one.
    """
    return next((r.state.carrier for r in reversed(rulings) if r.state.carrier), None)


def _next_plays(node: Node, goal: Shown, ways: Sequence[Way], *, wide: bool) -> Iterator[Play]:
    if owner_may_act(node.state):
        counts = STRIP.counts(node.state), TACKLE.counts(node.state)
        yield from candidates(node.table, goal, ways, counts, wide=wide)
        yield from pushes(closed(node.state), goal)
    else:
        yield from duty_plays(node.state, node.table, goal)
        if node.state.passes:
            yield from hand_passes(node.table, goal, ways)
    if node.flights and (owner_may_act(node.state) or node.state.phase in FLICKING):
        yield from flicks_of(node.state, node.flights[0])


def _as_shown(table: Table, play: Play) -> Table:
    """A carrier's move ends on the first square it scores on (T131), the disc may lie farther."""
    if isinstance(play, Move) and table.where(play.disc) not in {None, play.path[-1]}:
        return laid(lifted(table, play.disc), play.disc, play.path[-1])
    return table


def _cost(play: Play) -> int:
    if isinstance(play, Maul):
        return play.count * play.steps
    return len(play.path) if isinstance(play, Move | Strip | Tackle) else 0


def _rank(node: Node, goal: Shown, ways: Sequence[Way]) -> tuple[int, int, int, int]:
    """Costs and plays so far and at least still to come; among equals the one farther on."""
    side = node.table.turn
    come = to_come(node.table, goal)[side]
    go = to_go(node.table, goal)[side]
    still = least_distance(go, come)
    unseen = node.unseen or any(all(sq not in way for way in ways) for sq in come)
    done = len(node.plays)
    ball = 0 if goal.ball_right(node.table) or come else 1
    return unseen, node.cost + still, done + len(come) + ball, -done


def _key(node: Node) -> tuple[object, ...]:
    table = node.table
    ledger = (table.red, table.green, table.extra, table.spent, table.tackler)
    state = node.state
    came_of_it = (state.phase, state.lineout, state.score, state.kicked, state.mark)
    return (table.layout, table.played, table.carried, ledger, node.flights, came_of_it)


def _differing(full: list[Node]) -> tuple[Node, ...]:
    """Readings that leave the same rights are one; one that leaves fewer is none (the player's
    benefit).
    """
    kept: list[Node] = []
    for node in sorted(full, key=lambda n: len(n.table.played)):
        if not any(_covers(better, node) for better in kept):
            kept.append(node)
    return tuple(kept)


def _covers(better: Node, node: Node) -> bool:
    played, *rest = better.rights
    also_played, *others = node.rights
    if not isinstance(played, frozenset) or not isinstance(also_played, frozenset):
        return False
    return rest == others and played <= also_played
