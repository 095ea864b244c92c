"""What players may agree on before a match."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class HouseRule:
    """What may be agreed on before a match: `values` the usual one first, as a record writes them;
    any number above zero will do where `number`. `section` is what it changes. Its name and values
    are said by `<game>.house.<name>.name` and `….<value>`; `true` and `false` need no words.
    """

    name: str
    values: tuple[str, ...]
    section: str
    number: bool = False
