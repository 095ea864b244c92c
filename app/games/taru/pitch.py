"""A Taru board read from its file, and every line and zone that follows from it (spec §2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from app.games.taru.constraints import check_board
from app.rulebook import board_file
from app.rulebook.board import Board, BoardLine
from app.rulebook.geometry import DIRECTIONS, Square
from app.rulebook.side import Side

_FIELDS = frozenset(
    {
        "game", "id", "files", "in_goal", "field", "zone22", "drop_corridor",
        "square_mm", "disc_mm", "disc_height_mm", "ball_mm", "discs_numbered",
    }
)  # fmt: skip

Ways = Mapping[Square, tuple[tuple[Square, ...], ...]]
Zone = Mapping[Side, frozenset[Square]]


@dataclass(frozen=True, kw_only=True)
class Pitch:
    """Everything the rules ask of a board. Zones by side are that side's own, except `scoring`:
    the in-goal it scores in. `rays` are the squares in each of the eight `DIRECTIONS`, nearest
    first; `neighbours` the king neighbours on the board.
    """

    board: Board = field(repr=False)
    centre_file: int = field(compare=False)
    in_goal: Zone = field(compare=False, repr=False)
    zone22: Zone = field(compare=False, repr=False)
    set_up: Zone = field(compare=False, repr=False)
    beyond_halfway: Zone = field(compare=False, repr=False)
    scoring: Zone = field(compare=False, repr=False)
    drop_corridor: frozenset[Square] = field(compare=False, repr=False)
    restart_spot: Mapping[Side, Square] = field(compare=False, repr=False)
    outside22: Mapping[Side, int] = field(compare=False, repr=False)
    neighbours: Mapping[Square, tuple[Square, ...]] = field(compare=False, repr=False)
    rays: Ways = field(compare=False, repr=False)

    def behind(self, square: Square, side: Side) -> Square | None:
        """The square straight behind for a side; None off the board."""
        found = square.towards(0, -side.forward)
        return found if self.board.holds(found) else None

    def centre_distance(self, square: Square) -> int:
        return abs(square.file - self.centre_file)


def load_board(table: Mapping[str, object]) -> Board:
    """A board from its file as read, with lines and zones, fit for Taru.

    Raises Problem naming the field that is missing or of the wrong kind, or the constraint broken.
    """
    board_file.refuse_unknown(table, _FIELDS)
    in_goal, length = (board_file.whole_field(table, n) for n in ("in_goal", "field"))
    bare = Board(
        id=board_file.text_field(table, "id"),
        game=board_file.text_field(table, "game"),
        files=board_file.whole_field(table, "files"),
        ranks=length + 2 * in_goal,
        square_mm=board_file.length_field(table, "square_mm"),
        disc_mm=board_file.length_field(table, "disc_mm"),
        disc_height_mm=board_file.length_field(table, "disc_height_mm"),
        ball_mm=board_file.lengths_field(table, "ball_mm"),
        discs_numbered=board_file.flag_field(table, "discs_numbered"),
        numbers={
            "in_goal": in_goal,
            "field": length,
            "zone22": board_file.whole_field(table, "zone22"),
        },
        lists={"drop_corridor": board_file.names_field(table, "drop_corridor")},
    )
    check_board(bare)
    return replace(bare, lines=_lines(bare), zones=_zones(pitch_of(bare)))


def pitch_of(board: Board) -> Pitch:
    """The pitch of a board that passes `check_board`."""
    in_goal, zone = board.numbers["in_goal"], board.numbers["zone22"]
    half, last = in_goal + board.numbers["field"] // 2, board.ranks
    goals = _by_side(board, 1, in_goal)
    centre = (board.files + 1) // 2
    corridor = {ord(name) - ord("a") + 1 for name in board.lists["drop_corridor"]}
    return Pitch(
        board=board,
        centre_file=centre,
        in_goal=goals,
        zone22=_by_side(board, in_goal + 1, in_goal + zone),
        set_up=_by_side(board, 1, in_goal + zone),
        beyond_halfway=_by_side(board, half + 1, last),
        scoring={side: goals[side.other] for side in Side},
        drop_corridor=frozenset(s for s in _squares(board.files, last) if s.file in corridor),
        restart_spot={
            Side.HOME: Square(centre, in_goal + zone),
            Side.AWAY: Square(centre, last - in_goal - zone + 1),
        },
        outside22={Side.HOME: in_goal + zone + 1, Side.AWAY: last - in_goal - zone},
        neighbours=_neighbours(board.files, last),
        rays=_rays(board.files, last),
    )


def _by_side(board: Board, low: int, high: int) -> Zone:
    """Ranks low..high as Home counts them from its own end, and their mirror for Away."""
    mirrored = (board.ranks + 1 - high, board.ranks + 1 - low)
    ranks = {Side.HOME: (low, high), Side.AWAY: mirrored}
    return {side: _rank_squares(board.files, *ranks[side]) for side in Side}


def _rank_squares(files: int, low: int, high: int) -> frozenset[Square]:
    return frozenset(Square(f, r) for f in range(1, files + 1) for r in range(low, high + 1))


@lru_cache(maxsize=16)
def _squares(files: int, ranks: int) -> tuple[Square, ...]:
    return tuple(Square(f, r) for r in range(1, ranks + 1) for f in range(1, files + 1))


@lru_cache(maxsize=16)
def _rays(files: int, ranks: int) -> Ways:
    return {s: tuple(_ray(s, step, files, ranks) for step in DIRECTIONS)
            for s in _squares(files, ranks)}  # fmt: skip


def _ray(start: Square, step: tuple[int, int], files: int, ranks: int) -> tuple[Square, ...]:
    ray = []
    reached = start.towards(*step)
    while 1 <= reached.file <= files and 1 <= reached.rank <= ranks:
        ray.append(reached)
        reached = reached.towards(*step)
    return tuple(ray)


@lru_cache(maxsize=16)
def _neighbours(files: int, ranks: int) -> Mapping[Square, tuple[Square, ...]]:
    return {s: tuple(ray[0] for ray in rays if ray) for s, rays in _rays(files, ranks).items()}


def _lines(board: Board) -> tuple[BoardLine, ...]:
    """Every painted line, in mm of the table frame."""
    square, width, length = board.square_mm, board.width_mm, board.length_mm
    goal, zone = board.numbers["in_goal"] * square, board.numbers["zone22"] * square

    def across(name: str, y: float) -> BoardLine:
        return BoardLine(name=name, a=(0.0, y), b=(width, y))

    def along(name: str, x: float, low: float, high: float) -> BoardLine:
        return BoardLine(name=name, a=(x, low), b=(x, high), dashed=name.startswith("drop"))

    files = sorted(ord(name) - ord("a") for name in board.lists["drop_corridor"])
    corridor = {"W": files[0] * square, "E": (files[-1] + 1) * square}
    edges = {"W": 0.0, "E": width}
    return (
        across("dead_ball_line.H", 0.0),
        across("try_line.H", goal),
        across("line22.H", goal + zone),
        across("halfway", length / 2),
        across("line22.A", length - goal - zone),
        across("try_line.A", length - goal),
        across("dead_ball_line.A", length),
        *(along(f"touch.{e}", x, goal, length - goal) for e, x in edges.items()),
        *(along(f"touch_in_goal.H{e}", x, 0.0, goal) for e, x in edges.items()),
        *(along(f"touch_in_goal.A{e}", x, length - goal, length) for e, x in edges.items()),
        *(along(f"drop_corridor.{e}", x, 0.0, length) for e, x in corridor.items()),
    )


def _zones(pitch: Pitch) -> dict[str, frozenset[Square]]:
    named: dict[str, Zone] = {
        "in_goal": pitch.in_goal,
        "zone22": pitch.zone22,
        "set_up": pitch.set_up,
        "beyond_halfway": pitch.beyond_halfway,
        "scoring": pitch.scoring,
    }
    zones = {f"{name}.{side}": zone[side] for name, zone in named.items() for side in Side}
    goals = pitch.in_goal[Side.HOME] | pitch.in_goal[Side.AWAY]
    everything = frozenset(_squares(pitch.board.files, pitch.board.ranks))
    return zones | {"drop_corridor": pitch.drop_corridor, "field": everything - goals}
