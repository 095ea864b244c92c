"""Which flights the eye tells are believed to be flicks."""

from app.rehearsal.senses import believable
from vision.flights import Flight


def out_over_west(frames: int, *, from_disc: int | None = 3) -> Flight:
    """A ball flicked from the first file that is seen in so few frames beyond where it lay."""
    path = tuple((1.02 + k / 60, 2.0 - 15.5 * k, 386.0 + 9.5 * k) for k in range(frames))
    return Flight(
        release_at=1.0,
        from_mm=(17.0, 376.0),
        from_disc=from_disc,
        exit_mm=(0.0, 387.0),
        edge="W",
        exit_at=1.02,
        ended_at=path[-1][0],
        path=path,
    )


def test_a_ball_that_is_out_after_a_few_frames_has_flown() -> None:
    assert believable(out_over_west(3))
    assert not believable(out_over_west(2))
    assert not believable(out_over_west(4, from_disc=None))
