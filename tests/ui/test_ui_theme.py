import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui.theme import SHAPE_PAIRS, TEXT_PAIRS, colour, contrast

colours = st.from_regex(r"#[0-9A-F]{6}", fullmatch=True).map(colour)


@pytest.mark.parametrize("pair", TEXT_PAIRS)
def test_text_can_be_read(pair: str) -> None:
    assert contrast(*TEXT_PAIRS[pair]) >= 4.5


@pytest.mark.parametrize("pair", SHAPE_PAIRS)
def test_strokes_can_be_seen(pair: str) -> None:
    assert contrast(*SHAPE_PAIRS[pair]) >= 3


def test_contrast_of_black_and_white_is_21() -> None:
    assert contrast(colour("#000000"), colour("#FFFFFF")) == pytest.approx(21)


@given(colours, colours)
def test_contrast_is_symmetric_and_at_least_one(a: tuple[float, ...], b: tuple[float, ...]) -> None:
    assert contrast(a, b) == contrast(b, a) >= 1  # type: ignore[arg-type]
