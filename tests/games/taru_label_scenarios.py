"""Labels held against what worked scenarios expect of a single legal act: no judge in between."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from app.games.taru.labels.label import label_of
from app.games.taru.scenario_actions import read_action
from app.games.taru.scenarios import Record, position_of
from app.rulebook.api import Label
from app.rulebook.board import Board


def records_of(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def single_acts(records: Iterable[Record]) -> list[Record]:
    """Scenarios of one legal act by the usual rules; labels know no others."""
    found = []
    for record in records:
        expect, actions = record["expect"], record["actions"]
        assert isinstance(expect, dict)
        assert isinstance(actions, list)
        usual = " O:" not in str(record["position"])
        if usual and expect.get("legal", True) and len(actions) == 1:
            found.append(record)
    return found


def disagreement(record: Record, boards: Mapping[str, Board]) -> str | None:
    """What the label of the act tells otherwise than the scenario; None when they agree."""
    expect, actions = record["expect"], record["actions"]
    assert isinstance(expect, dict)
    assert isinstance(actions, list)
    state = position_of(record, boards)
    events = read_action(actions[0], state)
    if len(events) != 1:
        return None
    told = said(label_of(state, events[0]))
    wrong = {
        name: told[name]
        for name in expect
        if name in told and not expected(told[name], expect[name])
    }
    return f"{record['id']}: {wrong} for {expect}" if wrong else None


def said(label: Label) -> dict[str, object]:
    """What a label foretells, under the names that scenarios use."""
    found: dict[str, object] = {"score": list(label.score)}
    fields = {field[:1]: field[2:] for field in label.fields}
    if "T" in fields:
        found["turn"], found["phase"] = fields["T"].split("/")
    if "L" in fields:
        found["lineout"] = dict(zip(("spot", "side"), fields["L"].split("/"), strict=True))
    if "V" in fields:
        found["conversion"] = dict(zip(("side", "file"), fields["V"].split("/"), strict=True))
    if label.layout is not None:
        found["ball"] = str(label.layout.ball or "-")
        where = label.layout.where()
        found["discs"] = {disc: square.name for disc, square in where.items()}
    return found


def expected(found: object, wanted: object) -> bool:
    if isinstance(found, dict) and isinstance(wanted, dict):
        return all(found.get(name) == value for name, value in wanted.items())
    return found == wanted
