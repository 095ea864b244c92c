"""Where a link stands."""

from enum import Enum


class LinkState(Enum):
    """Where the link stands."""

    CLOSED = "closed"
    LISTENING = "listening"
    GREETING = "greeting"
    UP = "up"
    STALE = "stale"
    REFUSED = "refused"
