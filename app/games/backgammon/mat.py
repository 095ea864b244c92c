"""The `.mat` text of a match (§6.1), as GNU Backgammon reads it: Home is the left column."""

from collections.abc import Iterator

from app.games.backgammon.options import read_options
from app.games.backgammon.plays import Hop
from app.games.backgammon.position import START, Position, flipped
from app.games.backgammon.state import State
from app.games.backgammon.stepping import hits, moved
from app.games.backgammon.told import Played, Told, Word, games_of
from app.rulebook.chronicle import Chronicle
from app.rulebook.side import Side
from app.rulebook.words import Catalogue, Problem

NAME_BYTES, LEFT_WIDTH, SECOND_NAME_AT = 31, 27, 33
"""Longer names are cut by readers in the middle of a letter; the left half is padded and trailing
blanks stay, since a row with one colon or none is cut at its first double blank.
"""
_WINS = {Side.HOME: 6, Side.AWAY: 34}


def write_mat(chronicle: Chronicle[State], catalogue: Catalogue) -> str:
    """Raises Problem when the format cannot tell the match: an illegal turn that was let stand is
    skipped by readers, and what follows lost; a cube that turned by itself is not known to them.
    """
    del catalogue
    length = read_options(chronicle.options).match_length
    names = match_names(chronicle)
    games = games_of(chronicle)
    head = (*_head(chronicle), f" {length} point match\n\n")
    return "".join((*head, *(_game(told, names, length) for told in games)))


def match_names(chronicle: Chronicle[State]) -> tuple[str, str]:
    """Names without colons and control letters, of 31 bytes at most, cut between letters."""
    home, away = chronicle.names
    first = _name(home) or "Home"
    second = _name(away) or "Away"
    if first == second:
        second = _name(f"{second[:20]} 2")
    return first, second


def _name(name: str) -> str:
    kept = "".join(" " if letter == ":" or not letter.isprintable() else letter for letter in name)
    kept = " ".join(kept.split())
    return kept.encode()[:NAME_BYTES].decode("utf-8", "ignore").strip()


def _head(chronicle: Chronicle[State]) -> Iterator[str]:
    if chronicle.date:
        yield f'; [EventDate "{chronicle.date.replace("-", ".")}"]\n'
    yield '; [Variation "Backgammon"]\n\n'


def _game(told: Told, names: tuple[str, str], length: int) -> str:
    if told.automatic:
        raise Problem("backgammon.record.automatic", game=told.number)
    first = f" {names[0]} : {told.score[0]}"
    rows = [f" Game {told.number}\n{first:<{SECOND_NAME_AT}}{names[1]} : {told.score[1]}\n"]
    halves = _halves(told)
    for number in range(0, len(halves), 2):
        left, right = halves[number], halves[number + 1] if number + 1 < len(halves) else ""
        rows.append(f"{number // 2 + 1:>3}) {left:<{LEFT_WIDTH}} {right}\n")
    return "".join((*rows, _winner(told, length), "\n"))


def _halves(told: Told) -> list[str]:
    """Rows as halves, left and right in turn: an empty one where a side has nothing to say."""
    halves: list[str] = []
    position = START
    for act in told.acts:
        if len(halves) % 2 != act.side.order:
            halves.append("")
        halves.append(_half(act, position, told))
        if isinstance(act, Played):
            position = act.after if act.side is Side.HOME else flipped(act.after)
    return halves


def _half(act: Played | Word, home: Position, told: Told) -> str:
    if isinstance(act, Word):
        words = {"double": f" Doubles => {act.value}", "beaver": f" Beavers => {act.value}"}
        return words.get(act.said, {"take": " Takes", "drop": " Drops"}.get(act.said, ""))
    if act.hops is None and act.whole:
        raise Problem("backgammon.record.illegal_play", game=told.number)
    throw = f"{act.dice[0]}{act.dice[1]}:"
    hops = written(home if act.side is Side.HOME else flipped(home), act.hops or ())
    return f"{throw} {hops}" if hops else f"{throw} "


def written(begun: Position, hops: tuple[Hop, ...]) -> str:
    """Every hop by itself, own numbers, 25 the bar and 0 off, `*` at each hit."""
    words = []
    for hop in hops:
        words.append(f"{hop.source}/{hop.target}{'*' if hits(begun, hop) else ''}")
        begun = moved(begun, hop)
    return " ".join(words)


def _winner(told: Told, length: int) -> str:
    """Nothing for a game that is not over."""
    if told.winner is None:
        return ""
    plural = "" if told.points == 1 else "s"
    score = told.score[told.winner.order] + told.points
    over = " and the match" if length and score >= length else ""
    return f"{' ' * _WINS[told.winner]}Wins {told.points} point{plural}{over}\n"
