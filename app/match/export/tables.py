"""A match as JSON or CSV: every ruling that was given, for programs that count."""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from app.rulebook.api import Game, Ruling, S
from app.rulebook.chronicle import Chronicle, Entry
from app.rulebook.words import Catalogue

COLUMNS = (
    "entry", "event", "section", "also", "refused", "headline", "measures", "turn", "home", "away",
    "position",
)  # fmt: skip


def write_csv(chronicle: Chronicle[S], game: Game[S], catalogue: Catalogue) -> str:
    """One row a ruling, under `COLUMNS`; `turn` and the score are those after it."""
    page = io.StringIO()
    rows = csv.DictWriter(page, COLUMNS, lineterminator="\n")
    rows.writeheader()
    for row in _rulings(chronicle, game, catalogue):
        flat = {"also": " ".join(row["also"]), "measures": _flat(row["measures"])}
        rows.writerow({**row, **flat})
    return page.getvalue()


def write_json(chronicle: Chronicle[S], game: Game[S], catalogue: Catalogue) -> str:
    """One object: what the match was played with, and its rulings in order."""
    whole = {
        "game": chronicle.game,
        "board": chronicle.board.id,
        "names": list(chronicle.names),
        "date": chronicle.date,
        "options": dict(chronicle.options),
        "start": game.write(chronicle.start),
        "rulings": list(_rulings(chronicle, game, catalogue)),
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _rulings(
    chronicle: Chronicle[S], game: Game[S], catalogue: Catalogue
) -> Iterator[dict[str, Any]]:
    for entry in chronicle.entries:
        for ruling in entry.rulings:
            yield _row(entry, ruling, game, catalogue)


def _row(entry: Entry[S], ruling: Ruling[S], game: Game[S], catalogue: Catalogue) -> dict[str, Any]:
    standing = game.standing(ruling.state)
    return {
        "entry": entry.n,
        "event": catalogue.say(game.describe(entry.event)),
        "section": ruling.rule,
        "also": list(ruling.also),
        "refused": ruling.refused,
        "headline": catalogue.say(ruling.headline),
        "measures": {m.name: m.value for m in ruling.measures},
        "turn": standing.turn.value if standing.turn is not None else "",
        "home": standing.score[0],
        "away": standing.score[1],
        "position": game.write(ruling.state),
    }


def _flat(measures: Mapping[str, float]) -> str:
    return " ".join(f"{name}={value:g}" for name, value in measures.items())


TABLES: Mapping[str, Callable[[Chronicle[Any], Game[Any], Catalogue], str]] = {
    "csv": write_csv,
    "json": write_json,
}
