"""House rules and tournament rules as they are offered before a match."""

from app.games.backgammon.options import VALUES
from app.rulebook.house_rule import HouseRule

_LENGTHS = ("0", "1", "3", "5", "7", "9", "11", "13")
"""What is proposed; any length up to the longest is taken."""

HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule(name="match_length", values=_LENGTHS, section="R21", number=True),
    *(
        HouseRule(name=name, values=values, section="R17" if name.startswith("last") else "R21")
        for name, values in VALUES.items()
        if values
    ),
)
