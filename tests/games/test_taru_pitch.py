"""Boards read from files: lines, zones, and what a board may not be."""

from collections.abc import Mapping

import pytest

from app.games.taru.pitch import load_board, pitch_of
from app.rulebook.board import Board
from app.rulebook.geometry import DIRECTIONS, Square, square
from app.rulebook.side import Side
from app.rulebook.words import LANGS, Catalogue, Problem

TABLE: dict[str, object] = {
    "game": "taru", "id": "t", "files": 13, "in_goal": 2, "field": 20, "zone22": 4,
    "drop_corridor": ["g"], "square_mm": 40, "disc_mm": 30.0, "disc_height_mm": 6.0,
    "ball_mm": [22, 15],
}  # fmt: skip

BROKEN: dict[str, dict[str, object]] = {
    "g1": {"files": 12},
    "g2": {"files": 15, "drop_corridor": ["h"]},
    "g3": {"files": 5, "drop_corridor": ["c"]},
    "g4": {"field": 21},
    "g5": {"field": 8, "zone22": 3},
    "g6": {"zone22": 10},
    "g7": {"zone22": 1},
    "g9": {"in_goal": 0},
    "g11": {"drop_corridor": ["f"]},
    "g12": {"ball_mm": [31, 15]},
    "too_long": {"in_goal": 45},
}
BAD_FIELDS: list[tuple[str, object]] = [
    ("files", "13"), ("files", True), ("field", 20.0), ("square_mm", "40"), ("square_mm", 0),
    ("square_mm", float("nan")), ("disc_mm", None), ("ball_mm", [22]), ("ball_mm", [22, "x"]),
    ("drop_corridor", "g"), ("drop_corridor", [7]), ("id", "two words"), ("id", 3), ("game", ""),
    ("discs_numbered", 1), ("in_goal", -1),
]  # fmt: skip


def _sentences(problem: Problem) -> list[str]:
    catalogues = [Catalogue(lang, "app.rulebook", "app.games.taru") for lang in LANGS]
    return [catalogue.say(problem.phrase) for catalogue in catalogues]


def test_the_default_board_has_the_zones_of_the_book(boards: Mapping[str, Board]) -> None:
    pitch = pitch_of(boards["std"])
    ranks = {
        name: {side: sorted({s.rank for s in zone[side]}) for side in Side}
        for name, zone in {
            "in_goal": pitch.in_goal,
            "zone22": pitch.zone22,
            "set_up": pitch.set_up,
            "beyond": pitch.beyond_halfway,
            "scoring": pitch.scoring,
        }.items()
    }
    home, away = Side.HOME, Side.AWAY
    assert ranks["in_goal"] == {home: [1, 2], away: [23, 24]}
    assert ranks["zone22"] == {home: [3, 4, 5, 6], away: [19, 20, 21, 22]}
    assert ranks["set_up"] == {home: [*range(1, 7)], away: [*range(19, 25)]}
    assert ranks["beyond"] == {home: [*range(13, 25)], away: [*range(1, 13)]}
    assert ranks["scoring"] == {home: [23, 24], away: [1, 2]}
    assert pitch.restart_spot == {home: square("g6"), away: square("g19")}
    assert pitch.outside22 == {home: 7, away: 18}
    assert {s.file for s in pitch.drop_corridor} == {7}
    assert len(pitch.drop_corridor) == 24


def test_lines_lie_between_their_ranks(boards: Mapping[str, Board]) -> None:
    board = boards["std"]
    lines = {line.name: line for line in board.lines}
    heights = {
        "dead_ball_line.H": 0, "try_line.H": 80, "line22.H": 240, "halfway": 480,
        "line22.A": 720, "try_line.A": 880, "dead_ball_line.A": 960,
    }  # fmt: skip
    for name, height in heights.items():
        assert lines[name].a == (0.0, height)
        assert lines[name].b == (520.0, height)
    assert lines["touch.W"].a == (0.0, 80.0)
    assert lines["touch.E"].b == (520.0, 880.0)
    assert lines["drop_corridor.W"].a[0] == 240.0
    assert lines["drop_corridor.E"].dashed


def test_zones_are_named_on_the_board(boards: Mapping[str, Board]) -> None:
    for board in boards.values():
        zones = board.zones
        assert len(zones["field"]) == board.files * board.numbers["field"]
        assert zones["in_goal.H"] == zones["scoring.A"]
        assert not zones["set_up.H"] & zones["set_up.A"]
        assert zones["zone22.H"] | zones["in_goal.H"] == zones["set_up.H"]


def test_rays_and_neighbours_cover_the_board(boards: Mapping[str, Board]) -> None:
    pitch = pitch_of(boards["club"])
    assert [len(pitch.rays[Square(1, 1)][i]) for i in range(8)] == [21, 10, 10, 0, 0, 0, 0, 0]
    assert len(pitch.neighbours[Square(1, 1)]) == 3
    assert len(pitch.neighbours[Square(5, 5)]) == len(DIRECTIONS)


@pytest.mark.parametrize("constraint", list(BROKEN))
def test_each_constraint_is_refused_by_its_name(constraint: str) -> None:
    with pytest.raises(Problem) as caught:
        load_board({**TABLE, **BROKEN[constraint]})
    assert caught.value.phrase.key == f"taru.board.{constraint}"
    for said in _sentences(caught.value):
        assert "“t”" in said or "« t »" in said
        assert (f"(G{constraint[1:]}" in said) == constraint.startswith("g")


@pytest.mark.parametrize(("field", "value"), BAD_FIELDS)
def test_a_wrong_field_is_named(field: str, value: object) -> None:
    with pytest.raises(Problem) as caught:
        load_board({**TABLE, field: value})
    for said in _sentences(caught.value):
        assert field in said


@pytest.mark.parametrize("field", list(TABLE))
def test_a_missing_field_is_named(field: str) -> None:
    with pytest.raises(Problem) as caught:
        load_board({name: value for name, value in TABLE.items() if name != field})
    assert caught.value.phrase.key == "board.no_field"
    for said in _sentences(caught.value):
        assert field in said


def test_an_unknown_field_is_named() -> None:
    with pytest.raises(Problem) as caught:
        load_board({**TABLE, "colour": "green"})
    assert caught.value.phrase.key == "board.unknown_field"


def test_a_wider_corridor_is_fine() -> None:
    assert load_board({**TABLE, "drop_corridor": ["f", "g", "h"]}).lists["drop_corridor"]
