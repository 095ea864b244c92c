"""A backgammon board as squares of a table: where each point, bar and tray lies.

Both players sit at the long sides: Home beside the last file, Away beside file a. A column (rank)
is a point of either half; each point, bar and tray has room for five checkers side by side, from
the edge inwards (the bars: from the middle outwards), and further ones lie on those.
Columns from Home's left: a tray for the cube, his points 12–7 (Away's half: 13–18), the bar, 6–1
(19–24), a tray for what is borne off.
"""

from collections.abc import Mapping
from dataclasses import replace

from app.games.backgammon.position import BAR, OFF
from app.games.backgammon.state import State
from app.games.backgammon.towers import AWAY_OFF, HOME_OFF, PLACES
from app.rulebook import board_file
from app.rulebook.board import Board, BoardLabel, BoardLine, BoardShape
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, Layout
from app.rulebook.words import Problem

FILES, RANKS, ROOM = 11, 15, 5
CUBE_RANK, BAR_RANK, OFF_RANK = 1, 8, 15
_FIELDS = frozenset({"game", "id", "square_mm", "disc_mm", "disc_height_mm", "discs_numbered"})


def load_board(table: Mapping[str, object]) -> Board:
    """A board from its file as read. Raises Problem naming the field that is missing or wrong, or
    telling that a checker does not fit its point.
    """
    board_file.refuse_unknown(table, _FIELDS)
    bare = Board(
        id=board_file.text_field(table, "id"),
        game=board_file.text_field(table, "game"),
        files=FILES,
        ranks=RANKS,
        square_mm=board_file.length_field(table, "square_mm"),
        disc_mm=board_file.length_field(table, "disc_mm"),
        disc_height_mm=board_file.length_field(table, "disc_height_mm"),
        discs_numbered=board_file.flag_field(table, "discs_numbered"),
    )
    check_board(bare)
    return replace(
        bare,
        lines=_lines(bare),
        zones={name: frozenset(squares) for name, squares in _named_places()},
        shapes=_shapes(bare),
        labels=_labels(bare),
    )


def check_board(board: Board) -> None:
    """Raises Problem when the board is not one of backgammon."""
    if (board.game, board.files, board.ranks) != ("backgammon", FILES, RANKS):
        raise Problem("backgammon.board.other", id=board.id)
    if board.disc_mm > board.square_mm:
        raise Problem(
            "backgammon.board.disc", id=board.id, disc=board.disc_mm, square=board.square_mm
        )


def squares_of(place: int) -> tuple[Square, ...]:
    """The five squares of a place (see `towers`), the first to be filled first."""
    return _SQUARES[place]


def place_at(square: Square) -> int | None:
    """The place a square belongs to; None for the middle and the cube's tray."""
    return _PLACES.get(square)


def layout_of(state: State) -> Layout:
    """Five checkers side by side on each place, the next five on top of them, and so on."""
    towers: dict[Square, tuple[DiscId, ...]] = {}
    for place, discs in enumerate(state.towers):
        for number, square in enumerate(squares_of(place)):
            if tower := discs[number::ROOM]:
                towers[square] = tower
    return Layout(towers=tuple(sorted(towers.items())), ball=None)


def _column(place: int) -> tuple[int, bool]:
    """The rank of a place, and whether it lies in Away's half."""
    if place in (BAR, OFF):
        return BAR_RANK, place == OFF
    if place in (HOME_OFF, AWAY_OFF):
        return OFF_RANK, place == AWAY_OFF
    if place <= 12:
        return 14 - place + (1 if place <= 6 else 0), False
    return place - 11 + (1 if place > 18 else 0), True


def _squares_of(place: int) -> tuple[Square, ...]:
    rank, far = _column(place)
    files = range(1, ROOM + 1) if far else range(FILES, FILES - ROOM, -1)
    from_middle = place in (BAR, OFF)
    return tuple(Square(file, rank) for file in (reversed(files) if from_middle else files))


_SQUARES = tuple(_squares_of(place) for place in range(PLACES))
_PLACES = {square: place for place, squares in enumerate(_SQUARES) for square in squares}


def _named_places() -> list[tuple[str, tuple[Square, ...]]]:
    names = {BAR: "bar.H", OFF: "bar.A", HOME_OFF: "off.H", AWAY_OFF: "off.A"}
    return [(names.get(p, f"point{p}"), squares) for p, squares in enumerate(_SQUARES)]


def _shapes(board: Board) -> tuple[BoardShape, ...]:
    """The points as long triangles, light and dark in turn, the bar and the trays."""
    width, square = board.width_mm, board.square_mm

    def column(look: str, rank: int) -> BoardShape:
        low, high = (rank - 1) * square, rank * square
        return BoardShape(look=look, corners=((0, low), (width, low), (width, high), (0, high)))

    points = []
    for point in range(1, 25):
        rank, far = _column(point)
        foot, tip = (0.0, 4.8 * square) if far else (width, width - 4.8 * square)
        low, high = (rank - 0.96) * square, (rank - 0.04) * square
        corners = ((foot, low), (foot, high), (tip, (low + high) / 2))
        points.append(BoardShape(look="dark" if point % 2 else "light", corners=corners))
    frame = (column("tray", CUBE_RANK), column("bar", BAR_RANK), column("tray", OFF_RANK))
    return (*frame, *points)


def _labels(board: Board) -> tuple[BoardLabel, ...]:
    """Every point's number, by Home's counting, on the frame beside it."""
    beside = 0.38 * board.square_mm
    labels = []
    for point in range(1, 25):
        rank, far = _column(point)
        x = -beside if far else board.width_mm + beside
        labels.append(BoardLabel(text=str(point), at=(x, (rank - 0.5) * board.square_mm)))
    return tuple(labels)


def _lines(board: Board) -> tuple[BoardLine, ...]:
    """The edges of the two halves."""
    edges = (CUBE_RANK, BAR_RANK - 1, BAR_RANK, OFF_RANK - 1)
    return tuple(
        BoardLine(
            name=f"edge{edge}",
            a=(0.0, edge * board.square_mm),
            b=(board.width_mm, edge * board.square_mm),
        )
        for edge in edges
    )
