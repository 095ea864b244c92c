"""A piece left by the edge is no hand for long; fingers that rest on a disc stay a hand."""

from vision.evaluate_calm import SURFACE
from vision.observation import SeenBall, SeenDisc, SeenHand
from vision.patience import PIECE_FOR, is_no_hand


def box(x: float, y: float, half: float) -> SeenHand:
    corners = (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )
    return SeenHand(outline_mm=corners, edge="S")


GLASS = box(100.0, -10.0, 24.0)
ARM = box(100.0, 60.0, 70.0)
FAR = SeenDisc(x_mm=300.0, y_mm=300.0)
HELD = SeenDisc(x_mm=100.0, y_mm=20.0, held=True)
BALL = SeenBall(x_mm=100.0, y_mm=5.0)


def no_hand(*hands: SeenHand, disc: SeenDisc = FAR, ball: SeenBall | None = None,
            still: float = PIECE_FOR + 0.1, around: bool = False) -> bool:  # fmt: skip
    return is_no_hand(SURFACE, hands, ((disc,), ball), still, all_around=around)


def test_a_small_thing_left_by_the_edge_is_a_piece() -> None:
    assert no_hand(GLASS)
    assert not no_hand(GLASS, still=0.2)
    assert not no_hand(ARM)
    assert not no_hand(GLASS, ARM)


def test_fingers_on_a_disc_or_the_ball_stay_a_hand() -> None:
    assert not no_hand(GLASS, disc=HELD)
    assert not no_hand(GLASS, ball=BALL)


def test_a_change_all_around_is_no_hand() -> None:
    assert no_hand(ARM, still=1.1, around=True)
    assert not no_hand(ARM, still=0.5, around=True)


def test_discs_pushed_along_are_no_hand_but_fingers_on_one_are() -> None:
    radius = SURFACE.disc_mm / 2
    before = tuple(SeenDisc(x_mm=100.0, y_mm=y, held=True) for y in (20.0, 60.0))
    moved = (SeenDisc(x_mm=100.0, y_mm=20.0),)
    strip = SeenHand(
        outline_mm=((100 - radius, -30.0), (100 + radius, -30.0), (100 + radius, 75.0),
                    (100 - radius, 75.0)),
        edge="S",
    )  # fmt: skip
    around = {"all_around": False}
    assert is_no_hand(SURFACE, (strip,), (before, None), 0.7, fresh=moved, **around)
    assert not is_no_hand(SURFACE, (strip,), (before, None), 0.7, fresh=(), **around)
    assert not is_no_hand(SURFACE, (strip,), (before, None), 0.2, fresh=moved, **around)
