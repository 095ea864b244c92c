"""SGF of backgammon (§6.2; FF[4], GM[6]): one tree a game; White is Home, Black is Away."""

from collections.abc import Iterator

from app.games.backgammon.mat import match_names
from app.games.backgammon.options import Options, read_options
from app.games.backgammon.plays import Hop
from app.games.backgammon.position import BAR, OFF, POINTS, flipped
from app.games.backgammon.state import State
from app.games.backgammon.told import Played, Told, Word, games_of
from app.rulebook.chronicle import Chronicle
from app.rulebook.side import Side
from app.rulebook.words import Catalogue

_COLOUR = {Side.HOME: "W", Side.AWAY: "B"}


def write_sgf(chronicle: Chronicle[State], catalogue: Catalogue) -> str:
    """An illegal turn that was let stand is told by a node that sets the position up."""
    del catalogue
    options = read_options(chronicle.options)
    return "".join(
        f"({_root(chronicle, told, options)}{''.join(_nodes(told))})\n"
        for told in games_of(chronicle)
    )


def _root(chronicle: Chronicle[State], told: Told, options: Options) -> str:
    home, away = (_escaped(name) for name in match_names(chronicle))
    info = (
        f"[length:{options.match_length}][game:{told.number - 1}]"
        f"[ws:{told.score[0]}][bs:{told.score[1]}]"
    )
    parts = [f";FF[4]GM[6]CA[UTF-8]AP[taru-table]MI{info}PW[{home}]PB[{away}]"]
    if chronicle.date:
        parts.append(f"DT[{_escaped(chronicle.date)}]")
    parts += [f"{_rules(told, options)}{_result(told)}\n"]
    if told.automatic:
        parts.append(f";CV[{1 << told.automatic}]\n")
    return "".join(parts)


def _rules(told: Told, options: Options) -> str:
    """Money: Jacoby; matches: Crawford, and whether this is its game."""
    if options.money:
        return "RU[Jacoby]" if options.jacoby else ""
    if not options.crawford:
        return ""
    return "RU[Crawford:CrawfordGame]" if told.crawford else "RU[Crawford]"


def _result(told: Told) -> str:
    if told.winner is None:
        return ""
    return f"RE[{_COLOUR[told.winner]}+{told.points}{'R' if told.resigned else ''}]"


def _nodes(told: Told) -> Iterator[str]:
    for act in told.acts:
        colour = _COLOUR[act.side]
        if isinstance(act, Word):
            # a beaver is a double by him who has just taken it
            said = "double" if act.said == "beaver" else act.said
            yield f";{colour}[{said}]\n"
            continue
        dice = f"{act.dice[0]}{act.dice[1]}"
        if act.hops is None:
            yield f";PL[{colour}]DI[{dice}]\n"
            yield _set_up(act)
        else:
            yield f";{colour}[{dice}{_letters(act.side, act.hops)}]\n"


def _letters(side: Side, hops: tuple[Hop, ...]) -> str:
    return "".join(_point(side, hop.source) + _point(side, hop.target) for hop in hops)


def _point(side: Side, point: int) -> str:
    """By White's numbers a–x; the bar is y, off is z."""
    if point in (BAR, OFF):
        return "y" if point == BAR else "z"
    return chr(ord("a") + (point - 1 if side is Side.HOME else POINTS - point))


def _set_up(act: Played) -> str:
    """Clears the board and lays every checker where the turn left it; the other side is next."""
    home = act.after if act.side is Side.HOME else flipped(act.after)
    white = [_point(Side.HOME, p) for p in range(1, BAR + 1) for _ in range(max(home[p], 0))]
    black = [
        "y" if p == OFF else _point(Side.HOME, p)
        for p in range(BAR)
        for _ in range(max(-home[p], 0))
    ]
    on = act.side.other if act.whole else act.side
    stones = f"AE[a:y]{_stones('AW', white)}{_stones('AB', black)}"
    return f";PL[{_COLOUR[on]}]{stones}\n"


def _stones(key: str, points: list[str]) -> str:
    return f"{key}{''.join(f'[{point}]' for point in points)}" if points else ""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
