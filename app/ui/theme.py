"""Colours of the Foyer theme as RGBA in 0..1, and the contrast between two of them."""

Colour = tuple[float, float, float, float]


def colour(text: str, alpha: float = 1.0) -> Colour:
    """`#RRGGBB` as RGBA."""
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return (red, green, blue, alpha)


def faded(base: Colour, alpha: float) -> Colour:
    return (*base[:3], alpha)


NIGHT = colour("#17130F")
WALNUT = colour("#2B2019")
LEATHER = colour("#4A2C1C")
MAHOGANY = colour("#6B3520")
FELT = colour("#2E4A3D")
LINEN = colour("#F3EADB")
INK = colour("#26384A")
ALUMINIUM = colour("#C7CBCE")
TAN = colour("#C8A982")
BRASS = colour("#E0BE80")
EMBER = colour("#F0A04B")
SKY = colour("#8CC3E8")
SAGE = colour("#9DBF9E")
WINE = colour("#A8324A")
PALE_WINE = colour("#EB98A5")
ENAMEL = colour("#161412")
CREAM = colour("#FFF1CC")

TEXT_PAIRS: dict[str, tuple[Colour, Colour]] = {
    "text on night": (LINEN, NIGHT),
    "text on walnut": (LINEN, WALNUT),
    "text on leather": (LINEN, LEATHER),
    "text on a button": (LINEN, MAHOGANY),
    "secondary text on leather": (TAN, LEATHER),
    "secondary text on enamel": (TAN, ENAMEL),
    "secondary text on night": (TAN, NIGHT),
    "title on leather": (BRASS, LEATHER),
    "title on night": (BRASS, NIGHT),
    "figures on enamel": (CREAM, ENAMEL),
    "refusal on leather": (PALE_WINE, LEATHER),
    "text on wine": (LINEN, WINE),
    "names of squares on leather": (TAN, LEATHER),
    "cost on night": (EMBER, NIGHT),
    "sense in order on night": (SAGE, NIGHT),
}
"""Every pair of a text colour and its ground that a screen uses; each keeps a contrast of 4.5."""

SHAPE_PAIRS: dict[str, tuple[Colour, Colour]] = {
    "target on felt": (EMBER, FELT),
    "offside line on felt": (SKY, FELT),
    "arrow on felt": (CREAM, FELT),
    "home disc on its enamel's ring": (INK, LINEN),
    "away disc's bars": (LINEN, INK),
}
"""Strokes that carry a meaning; each keeps a contrast of 3."""


def contrast(a: Colour, b: Colour) -> float:
    """WCAG 2 contrast ratio of two opaque colours, 1..21."""
    light, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(c: Colour) -> float:
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in c[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
