"""Worked scenarios as data (spec §7): actions run through the rules, the end compared."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from app.games.taru.dice import Dice
from app.games.taru.notation import parse
from app.games.taru.rules.sanction import judge_with_sanction
from app.games.taru.scenario_actions import read_action
from app.games.taru.scenario_views import views
from app.games.taru.sections import SET
from app.games.taru.state import State
from app.rulebook.board import Board
from app.rulebook.words import Problem

Record = Mapping[str, object]

FIELDS: Mapping[str, type] = {"position": str, "actions": list, "expect": dict}
"""What a record must hold besides its `id`."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """How many passed; the others with what was expected and got; those of later editions."""

    passed: int
    failing: tuple[tuple[str, str, str], ...]
    skipped: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The state after the last accepted action, and the refusal that ended the run, if any."""

    state: State
    at: int | None = None
    sections: frozenset[str] = frozenset()


def in_set(record: Record) -> bool:
    """Whether every section the scenario cites is judged in this edition."""
    rules = record.get("rules")
    cited = rules if isinstance(rules, list) else []
    return all(section in SET for section in cited)


def run(record: Record, boards: Mapping[str, Board]) -> tuple[str, str] | None:
    """None when the scenario holds; else what was expected and what came."""
    expect = record.get("expect")
    if not isinstance(expect, dict):
        return ("an expectation", "none")
    try:
        outcome = play(record, boards)
    except (Problem, KeyError, ValueError, TypeError) as error:
        return (json.dumps(expect), f"{type(error).__name__}: {error}")
    return _verdict(expect, outcome, _actions(record)) or _differences(expect, outcome.state)


def run_file(lines: Iterable[str], boards: Mapping[str, Board]) -> Report:
    """Run a file of scenarios, one JSON object a line; later editions' are skipped."""
    passed, failing, skipped = 0, [], []
    for line in lines:
        if not line.strip():
            continue
        record = json.loads(line)
        if not in_set(record):
            skipped.append(str(record["id"]))
            continue
        wrong = run(record, boards)
        if wrong is None:
            passed += 1
        else:
            failing.append((str(record["id"]), *wrong))
    return Report(passed=passed, failing=tuple(failing), skipped=tuple(skipped))


def play(record: Record, boards: Mapping[str, Board]) -> Outcome:
    """Apply the actions in order; the first refused one ends the run."""
    state = position_of(record, boards)
    for at, action in enumerate(_actions(record)):
        events = read_action(action, state)
        for event in events:
            ruling = judge_with_sanction(state, event)[-1]
            if ruling.refused:
                return Outcome(state=state, at=at, sections=frozenset((ruling.rule, *ruling.also)))
            state = ruling.state
    return Outcome(state=state)


def position_of(record: Record, boards: Mapping[str, Board]) -> State:
    """Where a record begins, its dice rolled. Raises Problem on an impossible position."""
    state = parse(str(record["position"]), boards)
    dice = record.get("dice")
    if isinstance(dice, list):
        return replace(state, dice=Dice(red=dice[0], green=dice[1]))
    return state


def _actions(record: Record) -> list[Mapping[str, object]]:
    actions = record.get("actions")
    return actions if isinstance(actions, list) else []


def _verdict(
    expect: Record, outcome: Outcome, actions: list[Mapping[str, object]]
) -> tuple[str, str] | None:
    if expect.get("legal", True):
        if outcome.at is None:
            return None
        return ("legal", f"action {outcome.at} refused by {_said(outcome.sections)}")
    section, at = str(expect.get("violates")), expect.get("at", len(actions) - 1)
    if outcome.at == at and section in outcome.sections:
        return None
    return (f"{section} at {at}", f"{_said(outcome.sections)} at {outcome.at}")


def _said(sections: frozenset[str]) -> str:
    return ", ".join(sorted(sections)) or "nobody"


def _differences(expect: Record, state: State) -> tuple[str, str] | None:
    seen = views(state)
    for name, wanted in expect.items():
        if name in ("legal", "violates", "at"):
            continue
        got = seen[name]() if name in seen else "unknown expectation"
        if name == "discs" and isinstance(wanted, dict) and isinstance(got, dict):
            got = {disc: got.get(disc) for disc in wanted}
        if _plain(got) != _plain(wanted):
            return (f"{name}={wanted}", f"{name}={got}")
    return None


def _plain(value: object) -> object:
    """Lists compare as sets, but scores and dice keep their order."""
    if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        return sorted(value)
    return value
