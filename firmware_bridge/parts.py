"""The parts of the box, by their names and numbers on the wire."""

from enum import IntEnum, StrEnum


class End(StrEnum):
    """An end of the table, as the box knows it."""

    HOME = "home"
    AWAY = "away"


class Die(StrEnum):
    """The two electronic dice, by their letter on the wire."""

    RED = "R"
    GREEN = "G"


class Button(IntEnum):
    """The keys of the box: a big and a small one at each end.

    The big key says "my turn is over" (or "interception" while its window is open for the other
    side), the small one says "contest".
    """

    HOME_BIG = 0
    HOME_SMALL = 1
    AWAY_BIG = 2
    AWAY_SMALL = 3

    @property
    def end(self) -> End:
        return End.HOME if self in {Button.HOME_BIG, Button.HOME_SMALL} else End.AWAY

    @property
    def big(self) -> bool:
        return self in {Button.HOME_BIG, Button.AWAY_BIG}


class Contact(IntEnum):
    """The other contacts of the box, by their number on the wire: the referee's pedal ("stop"), at
    which end the goal is plugged in, a spare one, and the pockets of a carrom board.
    """

    PEDAL = 4
    GOAL_HOME = 5
    GOAL_AWAY = 6
    SPARE = 7
    POCKET_1 = 8
    POCKET_2 = 9
    POCKET_3 = 10
    POCKET_4 = 11


# Inputs in `Heartbeat.inputs` and `StuckEvent.input`: beams 0-7, dice 8 and 9, then keys and
# contacts from 10 in the order of their numbers.
DIE_INPUTS = {Die.RED: 8, Die.GREEN: 9}
FIRST_BUTTON_INPUT = 10
INPUTS = FIRST_BUTTON_INPUT + 12
BEAMS = 8
