"""`targets` against plain enumeration of every path, and the reasons given for the rest."""

from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from app.games.taru.game import Taru
from app.games.taru.plays import Move, Strip, Tackle
from app.games.taru.rules.moves import run
from app.games.taru.state import State
from app.rulebook.board import Board
from app.rulebook.geometry import DIRECTIONS, Square, square
from app.rulebook.words import LANGS, Catalogue

POSITIONS = [
    "std H:9g14,8g12,10f13 A:5g16,6h15 B:H9 T:H/open D:2.3 P:0-0",
    "std H:9g14,8g12 A:5g16,6h15,7f14 B:H9 T:A/open D:3.2 P:0-0",
    "std H:9g14,8h16,7f13 A:6g14,5e16 S:g14=H9/tA6 B:g13^14 T:H/open D:2.2 P:0-0",
    "std H:9g14,8h16 A:6g14,5f14,4h15 S:g14=H9/tA6 B:g13^14 T:A/open D:2.3t P:0-0 M:A6 "
    "F:tackler=A6",
    "std H:9g22,8f22 A:5g24 B:H9 T:H/open D:1.3 P:0-0",
    "std H:9b21,8a21 A:5c20,6a20 B:H9 T:A/open D:1.1 P:0-0",
    "std H:9a1,8b2 A:5a3,6c1 B:H9 T:A/open D:3.3 P:0-0",
    "club H:9f11,8e11 A:5g12,6f13 B:A5 T:H/open D:2.1 P:0-0",
]  # fmt: skip


def _paths(start: Square, longest: int) -> Iterator[tuple[Square, ...]]:
    for length in range(1, min(longest, 3) + 1):
        for steps in product(DIRECTIONS, repeat=length):
            at, path = start, []
            for step in steps:
                at = at.towards(*step)
                path.append(at)
            yield tuple(path)
    for length, step in product(range(4, longest + 1), DIRECTIONS):
        yield tuple(start.towards(*step, count) for count in range(1, length + 1))


@pytest.mark.parametrize("text", POSITIONS)
def test_targets_are_what_enumeration_finds(
    text: str, boards: Mapping[str, Board], taru: Taru
) -> None:
    state = taru.parse(text, boards)
    for disc, start in state.squares.items():
        cheapest: dict[tuple[str, Square], int] = {}
        for path in _paths(start, 7):
            for kind in (Move, Strip, Tackle):
                play = kind(disc=disc, path=path)
                if taru.judge(state, play)[0].refused:
                    continue
                way = run(state, play) if isinstance(play, Move) else path
                key = (kind.__name__, way[-1])
                cheapest[key] = min(len(way), cheapest.get(key, 99))
        listed = {
            (type(t.play).__name__, t.square): t.cost
            for t in taru.targets(state, disc)
            if t.kind not in {"hand_pass", "maul"}
        }
        assert listed == cheapest


def _why(taru: Taru, state: State, disc: str, name: str) -> tuple[str, str]:
    ruling = taru.why_not(state, disc, square(name))
    assert ruling is not None
    said = {lang: Catalogue(lang, "app.games.taru").say(ruling.headline) for lang in LANGS}
    return ruling.rule, said["fr"]


REASONS = [
    (POSITIONS[0], "H9", "a14", "T22", "Il reste 5 points, ce trajet en coûte 6."),
    (POSITIONS[0], "H9", "g15", "", ""),
    (POSITIONS[0], "H8", "g16", "T27", "Un disque barre le chemin, en g14."),
    (POSITIONS[0], "A5", "g17", "T21", "C’est le tour de l’autre camp."),
    (POSITIONS[1], "A5", "g14", "", ""),
    (POSITIONS[1], "A7", "g14", "", ""),
    ("std H:9g14 A:5g18 B:H9 T:A/open D:3.2 P:0-0", "A5", "g14", "T78",
     "Longueur du trajet : 4, dé vert : 2. Il faut tomber pile."),
    ("std H:9g14 A:5g18 B:H9 T:A/open D:1.2t P:0-0", "A5", "g16", "T22",
     "Il reste 1 point, ce trajet en coûte 2."),
    (POSITIONS[3], "A6", "g13", "T85",
     "Le disque qui a plaqué ne peut prendre le ballon dans le même tour."),
    (POSITIONS[2], "H9", "g15", "T86",
     "Un autre disque est posé sur celui-ci, en g14 : il attend que l’autre parte."),
    (POSITIONS[2], "H8", "g13", "T101", ""),
    (POSITIONS[4], "H9", "g24", "T131", ""),
    (POSITIONS[4], "H9", "h24", "T131",
     "La course s’arrête à la première case de l’en-but : c’est un essai."),
    (POSITIONS[0], "H9", "i18", "T26",
     "Ce trajet tourne et compte 4 cases : au-delà de 3, il doit être droit."),
]  # fmt: skip


@pytest.mark.parametrize("reason", REASONS)
def test_a_reason_carries_its_section_and_numbers(
    reason: tuple[str, str, str, str, str], boards: Mapping[str, Board], taru: Taru
) -> None:
    text, disc, name, section, said = reason
    state = taru.parse(text, boards)
    if not section:
        assert taru.why_not(state, disc, square(name)) is None
        return
    rule, sentence = _why(taru, state, disc, name)
    assert rule == section
    assert said in ("", sentence)


def test_measures_are_the_numbers_of_the_sentence(boards: Mapping[str, Board], taru: Taru) -> None:
    ruling = taru.why_not(taru.parse(POSITIONS[0], boards), "H9", square("a14"))
    assert ruling is not None
    assert {m.name: (m.value, m.unit) for m in ruling.measures} == {
        "left": (5, "points"),
        "cost": (6, "points"),
    }


def test_the_whole_table_is_listed_quickly(boards: Mapping[str, Board], taru: Taru) -> None:
    """Thirty discs and twelve points: hundreds of plays, well under a frame."""
    text = (
        "std H:1a5,2b5,3c5,4d5,5e5,6g13,7h14,8h5,9i5,10j5,11k5,12l5,13m5,14a4,15b4 "
        "A:1a20,2b20,3c20,4d20,5e20,6f20,7g12,8g11,9i20,10j20,11k20,12l20,13m20,14a21,15b21 "
        "B:H7 T:H/open D:6.6 P:0-0"
    )
    state = taru.parse(text, boards)
    assert len(list(taru.plays(state))) > 500
