"""The actions of a scenario (spec §7.1) as events."""

from collections.abc import Callable, Mapping

from app.games.taru.notation_fields import read_item
from app.games.taru.plays import (
    Choose,
    Decline,
    EndTurn,
    HandPass,
    Kick,
    Kickoff,
    LongPass,
    MarkKick,
    Maul,
    Move,
    Place,
    PlayTwelve,
    Ready,
    SendOff,
    StopMatch,
    Strip,
    Tackle,
    TakeDrop,
    TakePenalty,
    TouchKick,
)
from app.games.taru.state import Phase, State
from app.rulebook.facts import (
    DiceRolled,
    Edge,
    Event,
    Exit,
    Flown,
    PostsPassed,
    TimeRanOut,
)
from app.rulebook.geometry import DIRECTIONS, Square, direction_between, square
from app.rulebook.side import Side

Action = Mapping[str, object]


def read_action(action: Action, state: State) -> tuple[Event, ...]:
    """The events of one action. Raises KeyError for an action that is none."""
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
        by=str(action.get("by", state.carrier)),
        first_touch=seen.get("first"),
        contacts=tuple(seen.get("contacts", [seen["first"]])) if "first" in seen else (),
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
    match action["choice"]:
        case "goal" | "touch" | "play" as choice:
            return (TakePenalty(choice=choice),)
        case other:
            raise KeyError(other)


def _drop(action: Action, state: State) -> tuple[Event, ...]:
    del state
    return (TakeDrop(disc=_text(action, "by")), PostsPassed(good=action["good"] is True))


def _maul(action: Action, state: State) -> tuple[Event, ...]:
    del state
    count, steps = action["count"], action["steps"]
    if not (isinstance(count, int) and isinstance(steps, int)):
        raise TypeError(action)
    step = DIRECTIONS[_COMPASS.index(_text(action, "dir"))]
    return (Maul(head=_text(action, "head"), step=step, count=count, steps=steps),)


_COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def _choose(action: Action, state: State) -> tuple[Event, ...]:
    del state
    place = square(_text(action, "square")) if "square" in action else None
    return (Choose(disc=_text(action, "disc"), square=place),)


def _decline(action: Action, state: State) -> tuple[Event, ...]:
    del action
    caller = state.windows[0].side if state.windows else state.turn.other
    return (Decline(side=caller),)


def _intercept(action: Action, state: State) -> tuple[Event, ...]:
    """A call is a roll of the dice while a gap is open; else it says as little as declining one."""
    if state.phase is Phase.INTERCEPT_WINDOW:
        return _dice(action, state)
    return (Decline(side=Side(_text(action, "team"))),)


def _formation(action: Action, state: State) -> tuple[Event, ...]:
    """Both sides' whole formation, catchers from the thrower outwards (T111, T112), and both
    ready.
    """
    due = state.lineout
    if due is None:
        return ()
    spot, side = due.spot, due.side
    thrower, others = _text(action, "thrower"), action.get("others", {})
    if not isinstance(others, dict):
        raise TypeError(others)
    put = {str(disc): square(str(name)) for disc, name in others.items()}
    put[thrower] = spot
    apart = 1 + state.options.catcher_spacing
    put |= _line(action, "own", spot, -side.forward, apart)
    put |= _line(action, "opp", spot, side.forward, apart)
    placed = (
        Place(side=each, squares=tuple((d, sq) for d, sq in put.items() if d[0] == each))
        for each in Side
    )
    told = {side: (thrower, *_discs(action, "own")), side.other: _discs(action, "opp")}
    return (*placed, *(Ready(side=each, presents=told[each]) for each in Side))


def _line(action: Action, name: str, spot: Square, rank_step: int, apart: int) -> dict[str, Square]:
    """Catchers on the files next to the thrower's, `apart` from each other, one rank off the
    spot's.
    """
    inwards = 1 if spot.file == 1 else -1
    return {
        disc: spot.towards(inwards * (1 + apart * count), rank_step)
        for count, disc in enumerate(_discs(action, name))
    }


def _discs(action: Action, name: str) -> tuple[str, ...]:
    discs = action.get(name, [])
    if not isinstance(discs, list):
        raise TypeError(discs)
    return tuple(str(disc) for disc in discs)


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
    "choose": _choose,
    "play12": lambda _a, _s: (PlayTwelve(),),
    "exclude": lambda a, _: (SendOff(disc=_text(a, "disc")),),
    "penalty": _penalty,
    "kick": lambda a, s: (Kick(flown=_flown(a, s)),),
    "mark_kick": lambda a, s: (MarkKick(flown=_flown(a, s)),),
    "touch_kick": lambda a, s: (TouchKick(flown=_flown(a, s)),),
    "drop": _drop,
    "maul": _maul,
    "intercept": _intercept,
    "decline": _decline,
    "lineout_place": _formation,
    "lineout_throw": _dice,
    "timeout": lambda _a, _s: (TimeRanOut(clock="turn"),),
    "match_time": lambda _a, _s: (TimeRanOut(clock="match"),),
    "stop_match": lambda a, _: (StopMatch(side=Side(_text(a, "team"))),),
    "goal_kick": lambda a, _: (PostsPassed(good=a["good"] is True),),
    "end_turn": lambda a, _: (EndTurn(side=Side(_text(a, "team")) if "team" in a else None),),
}
