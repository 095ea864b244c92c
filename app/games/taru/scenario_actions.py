"""The actions of a scenario (spec §7.1) as events."""

from collections.abc import Callable, Mapping

from app.games.taru.notation_fields import read_item
from app.games.taru.plays import (
    Choose,
    EndTurn,
    HandPass,
    Kickoff,
    LongPass,
    Move,
    Place,
    PlayTwelve,
    Ready,
    SendOff,
    Strip,
    Tackle,
    TakePenalty,
)
from app.games.taru.state import State
from app.rulebook.facts import DiceRolled, Edge, Event, Exit, Flown, PostsPassed
from app.rulebook.geometry import Square, direction_between, square
from app.rulebook.side import Side

Action = Mapping[str, object]


def read_action(action: Action, state: State) -> tuple[Event, ...]:
    """The events of one action. Raises KeyError for an action this edition does not judge."""
    return _READERS[str(action["do"])](action, state)


def _path(action: Action, state: State) -> tuple[Square, ...]:
    """Squares entered; `x..y` is a straight run, `off` a square off the board."""
    path: list[Square] = []
    for word in str(action["path"]).split():
        first, _, last = word.partition("..")
        if first == "off":
            path.append(_off(path[-1] if path else state.squares[str(action["disc"])], state))
            continue
        path += _straight(square(first), square(last or first))
    return tuple(path)


def _straight(start: Square, end: Square) -> list[Square]:
    step = direction_between(start, end)
    if step is None:
        return [start]
    run = [start]
    while run[-1] != end:
        run.append(run[-1].towards(*step))
    return run


def _off(last: Square, state: State) -> Square:
    """The square outside the nearest edge."""
    files, ranks = state.pitch.board.files, state.pitch.board.ranks
    if last.file in (1, files):
        return Square(0 if last.file == 1 else files + 1, last.rank)
    return Square(last.file, 0 if last.rank <= ranks // 2 else ranks + 1)


def _flown(action: Action, state: State) -> Flown:
    seen = action["seen"]
    if not isinstance(seen, dict):
        raise TypeError(seen)
    rest = seen.get("rest", [])
    squares = tuple(square(name) for name in ([rest] if isinstance(rest, str) else rest))
    out = None
    if "out" in seen:
        left = square(seen["at"])
        out = Exit(edge=_edge(str(seen["out"]), left, state), square=left)
    return Flown(
        by=str(action["by"]),
        first_touch=seen.get("first"),
        contacts=(seen["first"],) if "first" in seen else (),
        exit=out,
        rest=squares,
        bounced=seen.get("felt"),
    )


def _edge(out: str, left: Square, state: State) -> Edge:
    board = state.pitch.board
    if out == "dead_ball":
        return "S" if left.rank <= board.ranks // 2 else "N"
    return "W" if left.file <= board.files // 2 else "E"


def _dice(action: Action, state: State) -> tuple[Event, ...]:
    del state
    dice, side = action["dice"], action.get("team")
    if not isinstance(dice, list):
        raise TypeError(dice)
    return (DiceRolled(faces=tuple(dice), side=Side(str(side)) if side else None),)


def _place(action: Action, state: State) -> tuple[Event, ...]:
    del state
    side = Side(str(action["team"]))
    placed: list[tuple[str, Square]] = []
    for item in str(action["discs"]).split(","):
        numbered = read_item(side, item)
        placed += [(f"{side}{number}", place) for number, place in numbered if place]
    return (Place(side=side, squares=tuple(placed)),)


def _penalty(action: Action, state: State) -> tuple[Event, ...]:
    del state
    play = {"goal": TakePenalty(choice="goal"), "play": TakePenalty(choice="play")}
    return (play[str(action["choice"])],)


def _text(action: Action, name: str) -> str:
    return str(action[name])


_READERS: Mapping[str, Callable[[Action, State], tuple[Event, ...]]] = {
    "place": _place,
    "ready": lambda a, _: (Ready(side=Side(_text(a, "team"))),),
    "opening_roll": _dice,
    "roll": _dice,
    "kickoff": lambda a, s: (Kickoff(flown=_flown(a, s)),),
    "move": lambda a, s: (Move(disc=_text(a, "disc"), path=_path(a, s)),),
    "strip": lambda a, s: (Strip(disc=_text(a, "disc"), path=_path(a, s)),),
    "tackle": lambda a, s: (Tackle(disc=_text(a, "disc"), path=_path(a, s)),),
    "hand_pass": lambda a, _: (HandPass(giver=_text(a, "from"), receiver=_text(a, "to")),),
    "long_pass": lambda a, s: (LongPass(flown=_flown(a, s)),),
    "choose": lambda a, _: (Choose(disc=_text(a, "disc")),),
    "play12": lambda _a, _s: (PlayTwelve(),),
    "exclude": lambda a, _: (SendOff(disc=_text(a, "disc")),),
    "penalty": _penalty,
    "goal_kick": lambda a, _: (PostsPassed(good=a["good"] is True),),
    "end_turn": lambda a, _: (EndTurn(side=Side(_text(a, "team")) if "team" in a else None),),
}
