"""A match as plain JSON: what was decided, in words, with the state after each entry."""

import json
from dataclasses import asdict

from app.match.match import Match
from app.rulebook.api import Measure, S
from app.rulebook.words import Catalogue


def match_json(match: Match[S], catalogue: Catalogue) -> str:
    """One JSON object, indented; sentences in the catalogue's language."""
    game, standing = match.game, match.standing
    states = {step.n: game.write(step.state) for step in match.entries}
    decisions = [
        {
            "entry": line.entry,
            "side": None if line.side is None else str(line.side),
            "headline": catalogue.say(line.headline),
            "section": line.rule,
            "also": list(line.also),
            "measures": [_measure(measure) for measure in line.measures],
            "refused": line.refused,
            "struck": line.struck,
            "provisional": line.provisional,
            "after": states.get(line.entry),
        }
        for line in match.decisions
    ]
    record = {
        "game": game.name,
        "board": match.setup.board.id,
        "options": match.setup.options,
        "names": list(match.setup.names),
        "date": match.setup.date,
        "score": list(standing.score),
        "winner": None if standing.winner is None else str(standing.winner),
        "decisions": decisions,
        "position": game.write(match.state),
    }
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def _measure(measure: Measure) -> dict[str, object]:
    return {name: value for name, value in asdict(measure).items() if value is not None}
