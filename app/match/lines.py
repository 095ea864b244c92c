"""The log as lines a person reads: one a ruling, struck ones where they stood."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from app.match.decision import Decision
from app.match.evidence import Evidence
from app.match.policy import Policy, Stance
from app.match.table_view import DecisionLine
from app.match.timeline import Step, Timeline
from app.rulebook.api import S


def decision_lines(
    timeline: Timeline[S],
    policy: Policy,
    decided: Mapping[int, Decision],
    evidence: Mapping[int, Evidence],
) -> tuple[DecisionLine, ...]:
    holding = {step.n: step for step in timeline.steps()}
    lines: list[DecisionLine] = []
    for n, latest in sorted(timeline.latest.items()):
        step = holding.get(n, latest)
        told = list(_lines(step, policy, struck=n not in holding, open_=n not in decided))
        if told and n in evidence:
            told[-1] = replace(told[-1], measures=told[-1].measures + evidence[n].measures)
        lines += told
    return tuple(lines)


def _lines(step: Step[S], policy: Policy, *, struck: bool, open_: bool) -> Iterator[DecisionLine]:
    for ruling in step.rulings:
        yield DecisionLine(
            entry=step.n,
            side=step.side,
            headline=ruling.headline,
            rule=ruling.rule,
            also=ruling.also,
            measures=ruling.measures,
            refused=ruling.refused,
            struck=struck,
            provisional=open_ and not struck and policy.stance(ruling.rule) is Stance.ASK,
        )
