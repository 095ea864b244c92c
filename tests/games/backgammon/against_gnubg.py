"""Matches of bots, written as `.mat` and SGF, read again by GNU Backgammon and compared.

    python tests/games/backgammon/against_gnubg.py 20

Every throw, move, word about the cube, winner, score and Crawford game must be the same. The
program (GPL, `apt-get install gnubg`) runs beside this one; nothing of it is imported.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.games.backgammon.gnu_ids import MatchId, match_id_of, position_id, write_match_id
from app.games.backgammon.mat import write_mat
from app.games.backgammon.sgf import write_sgf
from app.games.backgammon.state import Phase, State
from app.games.backgammon.told import Played, Told, Word, games_of
from app.games.backgammon.xgid import write_xgid, xgid_of
from app.rulebook.board import Board
from app.rulebook.chronicle import Chronicle
from app.rulebook.side import Side
from app.rulebook.words import Catalogue
from app.wiring.boards import boards
from tests.games.backgammon.matches import played_match

LENGTHS = (0, 1, 3, 5, 7)
READER = """
import gnubg, json
told = {}
for name in json.load(open(LIST)):
    gnubg.command("new session")
    gnubg.command(('import mat ' if name.endswith("mat") else 'load match ') + '"' + name + '"')
    told[name] = gnubg.match(0, 0, 0, 0)
json.dump(told, open(OUT, "w"), default=str)
"""


IDS = """
import gnubg, json
told = {}
for xgid in json.load(open(LIST)):
    gnubg.command("set xgid " + xgid)
    told[xgid] = [gnubg.positionid(), gnubg.matchid()]
json.dump(told, open(OUT, "w"))
"""


def found_gnubg() -> str | None:
    """The program, where it is installed."""
    usual = Path("/usr/games/gnubg")
    return shutil.which("gnubg") or (str(usual) if usual.exists() else None)


def matches(board: Board, count: int) -> Iterator[tuple[int, Chronicle[State]]]:
    """Matches of every length in turn, with the Crawford rule; for money now and then Jacoby."""
    for seed in range(count):
        length = LENGTHS[seed % len(LENGTHS)]
        options = {"match_length": str(length), "crawford": "true"} if length else {}
        if not length and seed % 2:
            options = {"jacoby": "true"}
        yield seed, played_match(board, options, seed)


def asked(program: str, folder: Path, script: str, names: list[str]) -> dict[str, Any]:
    """What a script run by the program tells of each name."""
    path, listed, out = folder / "ask.py", folder / "list.json", folder / "out.json"
    listed.write_text(json.dumps(names), "utf-8")
    path.write_text(f"LIST, OUT = {str(listed)!r}, {str(out)!r}\n{script}", "utf-8")
    subprocess.run(  # noqa: S603 - the program found above
        [program, "-t", "-q", "-p", str(path)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=300,
        check=False,
    )
    found: dict[str, Any] = json.loads(out.read_text("utf-8"))
    return found


def ids_that_differ(program: str, count: int, folder: Path) -> list[str]:
    """XGIDs for which the program gives another position or match id. It makes whoever is on roll
    its player 1, and knows no offered cube from an XGID.
    """
    wanted = {}
    for _, chronicle in matches(boards()["backgammon"], count):
        for state in (entry.before for entry in chronicle.entries[::9]):
            if state.phase is Phase.TO_ROLL or (
                state.under_way and state.mine == state.under_way.begun
            ):
                ids = (position_id(state.mine), write_match_id(_on_roll_last(match_id_of(state))))
                wanted[write_xgid(xgid_of(state))] = ids
    told = asked(program, folder, IDS, list(wanted))
    return [f"{x}: {ids}, read {told[x]}" for x, ids in wanted.items() if tuple(told[x]) != ids]


def _on_roll_last(told: MatchId) -> MatchId:
    if told.on_roll is Side.AWAY:
        return told
    owner = told.owner.other if told.owner is not None else None
    score = (told.score[1], told.score[0])
    return replace(told, owner=owner, on_roll=Side.AWAY, to_act=Side.AWAY, score=score)


def differences(program: str, count: int, folder: Path) -> list[str]:
    """What differs, in words; empty when all files are read as they were meant."""
    catalogue = Catalogue("en", "app.rulebook")
    wanted: dict[str, Chronicle[State]] = {}
    for seed, chronicle in matches(boards()["backgammon"], count):
        for form, write in (("mat", write_mat), ("sgf", write_sgf)):
            path = folder / f"{seed}.{form}"
            path.write_text(write(chronicle, catalogue), "utf-8")
            wanted[str(path)] = chronicle
    told = asked(program, folder, READER, list(wanted))
    return [
        f"{Path(name).name}: {wrong}"
        for name, chronicle in wanted.items()
        for wrong in _differ(chronicle, told.get(name, {}))
    ]


def _differ(chronicle: Chronicle[State], told: dict[str, object]) -> Iterator[str]:
    games = games_of(chronicle)
    read = told.get("games")
    if not isinstance(read, list) or len(read) != len(games):
        yield f"{len(games)} games, read {len(read) if isinstance(read, list) else 'none'}"
        return
    info = told["match-info"]
    assert isinstance(info, dict)
    if info["match-length"] != int(chronicle.options.get("match_length", 0)):
        yield f"match length {info['match-length']}"
    for game, seen in zip(games, read, strict=True):
        yield from _game_differs(game, seen)


def _game_differs(game: Told, seen: dict[str, object]) -> Iterator[str]:
    info = seen["info"]
    assert isinstance(info, dict)
    played = seen["game"]
    assert isinstance(played, list)
    acts = [act for act in played if act["action"] != "resign"]  # told by points and a flag, below
    pairs = list(zip(_ours(game), _theirs(acts), strict=False))
    wrong = next((f"{a} read {b}" for a, b in pairs if a != b), None)
    if wrong is not None or len(pairs) != len(game.acts) or len(acts) != len(game.acts):
        yield f"game {game.number}: {wrong or (len(game.acts), len(acts))}"
    score = (info["score-X"], info["score-O"])
    if score != game.score:
        yield f"game {game.number}: score {game.score}, read {score}"
    if (info["points-won"], info["resigned"]) != (game.points, game.resigned):
        yield f"game {game.number}: {game.points} points, read {info}"
    if info["winner"] != (_LETTERS[game.winner] if game.winner else None):
        yield f"game {game.number}: {game.winner} wins, read {info}"
    if bool(info.get("crawford")) != game.crawford:
        yield f"game {game.number}: Crawford {game.crawford}, read {info}"


_LETTERS = {Side.HOME: "X", Side.AWAY: "O"}
Said = tuple[str, str, tuple[int, ...], tuple[tuple[int, int], ...]]


def _ours(game: Told) -> Iterator[Said]:
    for act in game.acts:
        match act:
            case Played(dice=dice, hops=hops):
                moves = tuple(sorted((a, b) for a, b in hops or ()))
                yield (_LETTERS[act.side], "move", tuple(sorted(dice)), moves)
            case Word(said=said):
                yield (_LETTERS[act.side], said, (), ())


def _theirs(acts: list[dict[str, object]]) -> Iterator[Said]:
    for act in acts:
        dice, hops = act.get("dice") or (), act.get("move") or ()
        assert isinstance(dice, list | tuple)
        assert isinstance(hops, list | tuple)
        moves = tuple(sorted((a, b) for a, b in hops))
        yield (str(act["player"]), str(act["action"]), tuple(sorted(dice)), moves)


def main() -> int:
    program = found_gnubg()
    if program is None:
        print("GNU Backgammon is not installed")  # noqa: T201  a script tells
        return 2
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory() as folder:
        found = differences(program, count, Path(folder))
        found += ids_that_differ(program, count, Path(folder))
    print(f"{2 * count} files, {len(found)} differences")  # noqa: T201  a script tells
    for wrong in found[:10]:
        print(wrong)  # noqa: T201  a script tells
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
