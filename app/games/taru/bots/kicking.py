"""When and where a bot kicks: to a mate, into space, to touch, at the posts."""

from app.games.taru.bots.flicks import about
from app.games.taru.bots.sense import progress
from app.games.taru.labels.table import Table
from app.games.taru.labels.zones import beyond_halfway, in_own_22, in_own_goal
from app.games.taru.plays import DeclareFlick, TakeDrop
from app.games.taru.state import State
from app.rulebook.acts import Act, Flick
from app.rulebook.api import Chance
from app.rulebook.facts import Play
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side

DROP, KICK = 0.6, 0.35
NEAREST = 3


def kicking(table: Table, chance: Chance) -> Play | None:
    """A drop or a kick, announced; None when none is open or none is wanted."""
    carrier = table.carrier
    if carrier is None or side_of(carrier) is not table.turn or not table.kick_open:
        return None
    if drop_open(table) and chance.random() < DROP:
        return TakeDrop(disc=carrier)
    return DeclareFlick(flick="kick") if chance.random() < KICK else None


def drop_open(table: Table) -> bool:
    """Whether the carrier stands where a drop may be kicked from (T138, A46)."""
    here, side = table.ball_square, table.turn
    if here is None or here.file not in table.corridor or not beyond_halfway(table, side, here):
        return False
    facing = (
        (square.rank - here.rank) * side.forward
        for _, square in table.free(side.other)
        if square.file == here.file
    )
    return min((gap for gap in facing if gap > 0), default=NEAREST) >= NEAREST


def kick_flick(state: State, table: Table, kicker: DiscId, chance: Chance) -> tuple[Act, ...]:
    """At the mate farthest ahead, or out over a touchline, or into the space behind the defence;
    now and then much too far.
    """
    luck = chance.random()
    side = side_of(kicker)
    mates = [sq for disc, sq in table.free(side) if disc != kicker]
    if luck < 0.4 and mates:
        at = max(mates, key=lambda sq: progress(table, side, sq) + 4 * chance.random())
    elif luck < 0.75:
        return touch_flick(state, table, kicker, chance)
    elif luck < 0.9:
        deep = table.ranks - 6 - chance.randrange(6)
        at = _ahead(table, side, 1 + chance.randrange(table.files), deep)
    else:
        at = _ahead(table, side, 1 + chance.randrange(table.files), table.ranks + 3)
    lift = float(chance.randrange(3) == 0)
    return (Flick(by=kicker, towards_mm=about(state.pitch.board, at, chance), lift=lift),)


def touch_flick(state: State, table: Table, kicker: DiscId, chance: Chance) -> tuple[Act, ...]:
    """Over the nearer touchline, some ranks on. Chipped only where a direct kick may go to touch:
    nobody at a table can tell otherwise whether a ball bounced (T52, T53).
    """
    here = table.where(kicker) or Square(1, 1)
    side = side_of(kicker)
    outside = -1 if here.file * 2 <= table.files else table.files + 2
    on = min(progress(table, side, here) + 2 + chance.randrange(6), table.ranks + 1)
    free = in_own_22(table, side, here) or in_own_goal(table, side, here)
    lift = float(chance.randrange(2)) if free else 0.0
    at = _ahead(table, side, outside, on)
    return (Flick(by=kicker, towards_mm=about(state.pitch.board, at, chance), lift=lift),)


def _ahead(table: Table, side: Side, file: int, depth: int) -> Square:
    """A square (perhaps beside the board) so many ranks from a side's own end."""
    return Square(file, depth if side is Side.HOME else table.ranks + 1 - depth)
