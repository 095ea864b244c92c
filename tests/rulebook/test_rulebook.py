"""The shared ground of every game: squares, layouts, boards, words."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rulebook.board import read_table
from app.rulebook.geometry import (
    DIRECTIONS,
    Square,
    direction_between,
    king_distance,
    square,
    step_between,
)
from app.rulebook.layout import Layout, Seen, Spot, side_of
from app.rulebook.side import Side
from app.rulebook.words import LANGS, Catalogue, Problem, phrase

SQUARES = st.builds(Square, st.integers(1, 26), st.integers(1, 99))


@given(SQUARES)
def test_a_name_reads_back(place: Square) -> None:
    assert square(place.name) == place


@pytest.mark.parametrize("name", ["", "a", "a0", "A1", "a100", "aa1", "a1 ", "é1", "a٣"])
def test_a_wrong_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        square(name)


@given(SQUARES, st.sampled_from(DIRECTIONS), st.integers(1, 30))
def test_walking_straight(start: Square, step: tuple[int, int], count: int) -> None:
    end = start.towards(*step, count)
    assert king_distance(start, end) == count
    assert direction_between(start, end) == step
    assert (step_between(start, end) == step) == (count == 1)


@given(SQUARES, SQUARES)
def test_directions_are_only_straight(a: Square, b: Square) -> None:
    step = direction_between(a, b)
    if step is None:
        assert a == b or abs(a.file - b.file) != abs(a.rank - b.rank)
        assert a == b or (a.file != b.file and a.rank != b.rank)
    else:
        assert a.towards(*step, king_distance(a, b)) == b


def test_sides_face_each_other() -> None:
    for side in Side:
        assert side.other.other is side
        assert side.forward == -side.other.forward
        assert side.order + side.other.order == 1
    assert side_of("A15") is Side.AWAY


def test_an_eye_sees_sides_not_names() -> None:
    layout = Layout(towers=((square("a1"), ("H9", "A6")), (square("g5"), ("H2",))), ball="A6")
    seen = layout.seen()
    assert seen.towers == (
        (square("a1"), (Side.HOME, Side.AWAY)),
        (square("g5"), (Side.HOME,)),
    )
    assert seen.ball == square("a1")
    assert seen.carried
    assert layout.where() == {"H9": square("a1"), "A6": square("a1"), "H2": square("g5")}


def test_measurements_do_not_make_another_table() -> None:
    bare = Seen(towers=(), ball=square("a1"))
    spot = Spot(x_mm=1.0, y_mm=2.0, sigma_mm=0.1)
    measured = Seen(towers=(), ball=square("a1"), spots=((None, spot),))
    assert bare.same_table(measured)
    assert not bare.same_table(Seen(towers=(), ball=square("a1"), carried=True))


def test_a_board_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Problem) as caught:
        read_table(tmp_path / "none.toml")
    assert caught.value.phrase.key == "board.missing"


def test_a_board_file_that_is_not_toml(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("files = = 3", "utf-8")
    with pytest.raises(Problem) as caught:
        read_table(path)
    assert caught.value.phrase.key == "board.not_toml"
    for lang in LANGS:
        assert str(path) in Catalogue(lang, "app.rulebook").say(caught.value.phrase)


def test_a_board_file_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "good.toml"
    path.write_text('id = "x"\nfiles = 9\n', "utf-8")
    assert read_table(path) == tomllib.loads(path.read_text("utf-8"))


def test_phrases_inside_phrases_are_said_first() -> None:
    said = phrase("taru.prompt.roll", side=phrase("taru.side.H"))
    assert Catalogue("fr", "app.games.taru").say(said) == "À Domicile de lancer."
    assert Catalogue("en", "app.games.taru").say(said) == "Home to roll."


def test_french_draws_a_preposition_and_le_together() -> None:
    fr, disc = Catalogue("fr", "app.games.taru"), phrase("taru.disc", square="g14")
    caught = phrase("taru.did.kick_caught", disc=disc, left=3)
    assert fr.say(caught) == "Le coup de pied arrive au disque en g14 : reste 3 à jouer."
    named = phrase("taru.did.kick_caught", disc="H7", left=3)
    assert fr.say(named) == "Le coup de pied arrive à H7 : reste 3 à jouer."
    maul = phrase("taru.event.maul", disc=disc, count=2, steps=1)
    assert fr.say(maul).startswith("Cocotte du disque en g14 :")
    taken = phrase("taru.did.kick_taken", disc=disc)
    assert fr.say(taken) == "Le coup de pied est pris par le disque en g14."
    pair = phrase("taru.event.hand_pass", giver=disc, receiver="le {1} \\x")
    assert fr.say(pair) == "le disque en g14 donne au {1} \\x"


def test_french_numbers_have_a_comma() -> None:
    said = phrase("taru.board.g12", id="x", ball=31.25, disc=30.0, square=40.0)
    assert "31,2" in Catalogue("fr", "app.games.taru").say(said)
    assert "31.2" in Catalogue("en", "app.games.taru").say(said)


def test_a_key_nobody_wrote_is_an_error() -> None:
    with pytest.raises(KeyError):
        Catalogue("en", "app.rulebook").say(phrase("board.moon"))
