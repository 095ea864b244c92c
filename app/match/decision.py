"""Who let a ruling stand."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, kw_only=True)
class Decision:
    """Somebody's word on an entry: it is upheld, or overturned (its effect is struck)."""

    entry: int
    verdict: Literal["upheld", "overturned"]
    by: str = ""
