"""What a session counts of itself."""

from dataclasses import dataclass, field


@dataclass(kw_only=True)
class Counters:
    """`waited_s`: from the table's coming to rest to the entry, on the table clock.
    `decided_ms`: what reading and judging took of the machine's time. `unexplained`: changes
    nothing explains. `kinds`: questions by what they asked.
    """

    frames: int = 0
    questions: int = 0
    rulings: int = 0
    refused: int = 0
    unexplained: int = 0
    waited_s: list[float] = field(default_factory=list)
    decided_ms: list[float] = field(default_factory=list)
    kinds: dict[str, int] = field(default_factory=dict)

    def asked(self, key: str) -> None:
        self.questions += 1
        self.kinds[key] = self.kinds.get(key, 0) + 1
