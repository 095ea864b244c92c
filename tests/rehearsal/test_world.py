from hypothesis import given
from hypothesis import strategies as st

from app.rehearsal.world import World
from app.rulebook.acts import (
    Act,
    Flick,
    KickAtPosts,
    LayOut,
    PressKey,
    PutBall,
    RollDice,
    Slide,
    TakeAway,
)
from app.rulebook.api import Physics
from app.rulebook.board import Board
from app.rulebook.geometry import Square, square
from app.rulebook.layout import DiscId, Layout
from app.rulebook.side import Side

BOARD = Board(
    id="toy",
    game="toy",
    files=13,
    ranks=24,
    square_mm=50,
    disc_mm=40,
    disc_height_mm=7,
    ball_mm=(22, 14),
)


class Keys:
    def __init__(self) -> None:
        self.now = 0.0
        self.pressed: list[str] = []
        self.rolls: list[tuple[int, ...]] = []
        self.deaf = 0

    def press_dice(self) -> bool:
        if self.deaf:
            self.deaf -= 1
            return False
        self.pressed.append("dice")
        return True

    def press_key(self, act: PressKey) -> bool:
        self.pressed.append(f"{act.side}{act.key}")
        return True

    def kick(self, side: Side, *, good: bool) -> None:
        self.pressed.append(f"{side}{'over' if good else 'under'}")


def world(seed: int = 1) -> World:
    return World(BOARD, Physics(), Keys(), seed)


def layout(ball: DiscId | str | None = None, **towers: str) -> Layout:
    lies = ball if ball is None or ball[0].isupper() else square(ball)
    return Layout(
        towers=tuple(sorted((square(sq), tuple(discs.split())) for sq, discs in towers.items())),
        ball=lies,
    )


def play(w: World, *acts: Act, side: Side = Side.HOME) -> Layout:
    w.perform(acts, side)
    for _ in range(4000):
        w.advance(1 / 30)
        if not w.busy:
            return w.table.layout()
    raise AssertionError("the hands never finish")


def test_a_carrier_slides_with_its_ball() -> None:
    w = world()
    play(w, LayOut(layout=layout("H9", g10="H9", f10="A3")))
    after = play(w, Slide(disc="H9", path=(square("g11"), square("h12"))))
    assert after == layout("H9", h12="H9", f10="A3")


def test_a_tackle_lays_a_disc_on_a_disc_and_the_ball_behind() -> None:
    w = world()
    play(w, LayOut(layout=layout("H9", g14="H9", h16="A5")))
    path = (square("g15"), square("g14"))
    after = play(w, Slide(disc="A5", path=path), PutBall(to=square("g13")), side=Side.AWAY)
    assert after == layout("g13", g14="H9 A5")
    assert [d.level for d in w.scene().discs] == [0, 1]


def test_a_disc_that_ends_on_the_loose_ball_has_it() -> None:
    w = world()
    play(w, LayOut(layout=layout("g11", g10="H9")))
    assert play(w, Slide(disc="H9", path=(square("g11"),))) == layout("H9", g11="H9")


def test_a_disc_taken_away_leaves_the_ball_where_it_was() -> None:
    w = world()
    play(w, LayOut(layout=layout("H9", g10="H9")))
    assert play(w, TakeAway(disc="H9")) == layout("g10")


def test_the_box_hears_what_is_done_beside_the_board() -> None:
    w = world()
    play(w, LayOut(layout=layout("H9", g10="H9")))
    after = play(w, RollDice(), PressKey(side=Side.HOME, key="big"), KickAtPosts(good=True))
    assert isinstance(w.box, Keys)
    assert w.box.pressed == ["dice", "Hbig", "Hover"]
    assert after.ball is None


def test_dice_that_the_box_did_not_notice_are_pressed_again() -> None:
    w = world()
    assert isinstance(w.box, Keys)
    w.box.deaf = 2
    play(w, RollDice())
    assert w.box.pressed == ["dice"]


def test_a_flick_is_told_as_it_went() -> None:
    w = world()
    play(w, LayOut(layout=layout("H9", g5="H9", g16="A5")))
    after = play(w, Flick(by="H9", towards_mm=(325, 1150)))
    [(_, flown)] = w.flown
    assert flown.first_touch == "A5"
    assert flown.exit is None
    assert after.ball in flown.rest
    assert not w.hands_over


def test_a_flick_over_the_side_leaves_the_felt_there() -> None:
    w = world()
    play(w, LayOut(layout=layout("H9", g5="H9")))
    after = play(w, Flick(by="H9", towards_mm=(1200, 225)))
    [(_, flown)] = w.flown
    assert flown.exit is not None
    assert (flown.exit.edge, flown.exit.square) == ("E", square("m5"))
    assert after.ball is None


squares = st.builds(Square, st.integers(1, 13), st.integers(1, 24))
DISCS = [f"{side}{n}" for side in "HA" for n in range(1, 9)]


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    places = draw(st.lists(squares, min_size=4, max_size=8, unique=True))
    names = draw(st.permutations(DISCS))
    towers = {sq: tuple(names[2 * n : 2 * n + 2]) for n, sq in enumerate(places)}
    singles = {sq: tower[: draw(st.integers(1, 2))] for sq, tower in towers.items()}
    tops = [tower[-1] for tower in singles.values()]
    ball = draw(st.sampled_from([None, *tops, *places]))
    if isinstance(ball, Square):
        ball = Square(ball.file, ball.rank % 24 + 1)
        ball = None if ball in singles else ball
    return Layout(towers=tuple(sorted(singles.items())), ball=ball)


@given(layouts(), layouts(), st.integers(0, 99))
def test_hands_bring_any_table_to_any_layout(first: Layout, then: Layout, seed: int) -> None:
    w = world(seed)
    assert play(w, LayOut(layout=first)) == first
    assert play(w, LayOut(layout=then)) == then


@given(layouts(), st.integers(0, 99))
def test_no_hand_lays_a_disc_over_a_line(wanted: Layout, seed: int) -> None:
    w = world(seed)
    play(w, LayOut(layout=wanted))
    for lying in w.table.lying():
        if lying.level:
            continue
        for at in lying.at:
            assert 20 <= at % 50 <= 30


def test_the_same_seed_is_the_same_world() -> None:
    scenes = []
    for _ in range(2):
        w = world(7)
        play(w, LayOut(layout=layout("H9", g5="H9", g16="A5", h16="A6")))
        play(w, Flick(by="H9", towards_mm=(330, 1150)))
        scenes.append(w.scene())
    assert scenes[0] == scenes[1]
