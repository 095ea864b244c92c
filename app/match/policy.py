"""How far the app is trusted: per section, whether a ruling stands, is proposed, or only noted."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.rulebook.api import Section


class Stance(StrEnum):
    """ACCEPT: it stands. ASK: applied provisionally and shown so until somebody decides.
    NOTE: recorded without a word; a refused act is not put back.
    """

    ACCEPT = "accept"
    ASK = "ask"
    NOTE = "note"


@dataclass(frozen=True, kw_only=True)
class Policy:
    """A stance for every section: a default and what differs from it."""

    name: str
    default: Stance
    sections: Mapping[Section, Stance] = field(default_factory=dict)

    def stance(self, section: Section) -> Stance:
        return self.sections.get(section, self.default)


OBSERVER = Policy(name="observer", default=Stance.NOTE)
ASSISTER = Policy(name="assister", default=Stance.ASK)
ARBITRER = Policy(name="arbitrer", default=Stance.ACCEPT)
PRESETS: Mapping[str, Policy] = {p.name: p for p in (OBSERVER, ASSISTER, ARBITRER)}
