"""Measures as a person reads them: name, value, unit, σ and threshold, in one language."""

from app.rulebook.api import Measure
from app.rulebook.words import Catalogue, Lang, phrase

HARD_SPACE = "\N{NO-BREAK SPACE}"


def number_text(lang: Lang, value: float) -> str:
    """At most one decimal, with a comma in French."""
    shown = f"{value:.1f}".removesuffix(".0").replace("-", "\N{MINUS SIGN}")
    return shown.replace(".", ",") if lang == "fr" else shown


def measure_text(catalogue: Catalogue, measure: Measure) -> str:
    """`trajet : 4 cases, ±0,6 (seuil 3)`; a name or unit nobody put into words stands as it is."""
    lang = catalogue.lang
    name = first_of(catalogue, f"match.measure.{measure.name}")
    colon = f"{HARD_SPACE}:" if lang == "fr" else ":"
    unit = f"{HARD_SPACE}{_unit(catalogue, measure)}" if measure.unit else ""
    parts = [f"{name}{colon} {number_text(lang, measure.value)}{unit}".rstrip()]
    if measure.sigma is not None:
        parts.append(f"±{number_text(lang, measure.sigma)}")
    if measure.threshold is not None:
        shown = number_text(lang, measure.threshold)
        parts.append(catalogue.say(phrase("match.measure_threshold", value=shown)))
    return ", ".join(parts)


def first_of(catalogue: Catalogue, *keys: str) -> str:
    """The first key that the catalogue knows; else the last part of the last key."""
    for key in keys:
        try:
            return catalogue.sentence(key)
        except KeyError:
            continue
    return keys[-1].rsplit(".", 1)[-1].replace("_", " ")


def _unit(catalogue: Catalogue, measure: Measure) -> str:
    one = abs(measure.value) < 2 if catalogue.lang == "fr" else measure.value == 1
    names = [f"match.unit.{measure.unit}"]
    return first_of(catalogue, *([f"{names[0]}_one"] if one else []), *names)
