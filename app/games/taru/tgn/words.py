"""The entries of a match as the words of a record."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from app.games.taru import plays
from app.games.taru.rules.flights import outcome
from app.games.taru.state import Phase, State
from app.games.taru.tgn.flicks import Manner, write_fate
from app.games.taru.tgn.lineout import throw
from app.games.taru.tgn.ways import short, write_team, write_way
from app.rulebook.chronicle import Entry
from app.rulebook.facts import ButtonPressed, DiceRolled, Event, Flown, PostsPassed, TimeRanOut
from app.rulebook.geometry import DIRECTIONS
from app.rulebook.layout import side_of
from app.rulebook.side import Side

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
PLACING = (Phase.SETUP, Phase.LINEOUT_SETUP)


@dataclass(frozen=True, kw_only=True)
class Word:
    """`turn` opens a turn, `act` stands for itself, `tail` is written onto the act before it, `set`
    belongs on a line of preparation, `over` is an act that ends the turn, `end` closes its line
    when an act has ended it.
    """

    kind: Literal["turn", "act", "tail", "set", "over", "end"]
    text: str


def words(entry: Entry[State]) -> Iterator[Word]:
    """What a record says of one accepted entry; nothing of one that changed nothing."""
    before, after = entry.before, entry.after
    if after == before:
        return
    if before.phase in PLACING:
        yield from _confirmed(before, after)
        return
    writer = _WRITERS.get(type(entry.event))
    yield from writer(before, entry.event, after) if writer else ()
    crossed = next((r for r in entry.rulings if r.rule == "T131"), None)
    if crossed is not None:
        yield Word(kind="tail", text=f" TRY@{_file(before, entry)}")
    if crossed is None and _ended(entry):
        yield Word(kind="end", text=".")


def _file(before: State, entry: Entry[State]) -> str:
    """The file of a try: where the ball was carried over the line."""
    states = [r.state for r in entry.rulings]
    due = next((s.conversion for s in states if s.conversion), None)
    if due is not None:
        return chr(ord("a") + due.file - 1)
    place = next((s.ball_square for s in (*reversed(states), before) if s.ball_square), None)
    return place.name[0] if place else "-"


_PLAYED = (Phase.OPEN, Phase.AWAIT_FLICK, Phase.INTERCEPT_WINDOW, Phase.AWARD_CHOICE)


def _ended(entry: Entry[State]) -> bool:
    """Whether an act gave the turn away; a try and a penalty lead on by themselves."""
    before, after = entry.before, entry.after
    if after.phase is Phase.PENALTY_CHOICE:
        return False
    passed = after.turn is not before.turn or after.phase is Phase.AWAIT_ROLL
    played = before.phase in _PLAYED or isinstance(entry.event, plays.MarkKick)
    return played and passed


def _confirmed(before: State, after: State) -> Iterator[Word]:
    """Set-up and formation are written once, when both sides have confirmed them; the side that
    did so first stands first.
    """
    if after.phase in PLACING:
        return
    first = next(iter(before.ready), Side.HOME)
    for side in (first, first.other):
        yield Word(kind="set", text=f"SET {side} {write_team(before.squares, side)}")


def _roll(before: State, event: Event, after: State) -> Iterator[Word]:
    if not isinstance(event, DiceRolled):
        return
    faces = ".".join(str(face) for face in event.faces)
    match before.phase:
        case Phase.OPENING_ROLL:
            side = event.side or next(s for s in Side if not _rolled(before, s))
            yield Word(kind="set", text=f"DICE {side} {faces}")
        case Phase.AWAIT_ROLL:
            yield Word(kind="turn", text=f"{before.turn} {faces}:")
            if after.phase is Phase.PENALTY_CHOICE:
                yield Word(kind="act", text=f"PEN {faces}")
        case Phase.LINEOUT_THROW:
            yield Word(kind="turn", text=throw(before, after, faces))
        case _:
            penalty = after.phase is Phase.PENALTY_CHOICE
            won = after.turn is not before.turn
            yield Word(kind="act", text=f"I! {faces}{'!' if penalty else '+' if won else '-'}")
            if penalty:
                yield Word(kind="act", text=f"PEN {faces}")


def _rolled(state: State, side: Side) -> bool:
    return state.kickoff is not None and side in state.kickoff.opening


def _run(before: State, event: Event, after: State) -> Iterator[Word]:
    if isinstance(event, plays.Move):
        picked = "*" if event.path[-1] == before.loose and after.ball == event.disc else ""
        way = write_way(before.squares[event.disc], event.path)
        yield Word(kind="act", text=f"{short(event.disc, before.turn)} {way}{picked}")


def _contact(before: State, event: Event, after: State) -> Iterator[Word]:
    if not isinstance(event, plays.Strip | plays.Tackle):
        return
    way = write_way(before.squares[event.disc], event.path, last="x")
    letter = "S" if isinstance(event, plays.Strip) else "T"
    victim = before.carrier or ""
    fall = _fall(before, after) if letter == "T" else ""
    number = short(event.disc, before.turn)
    yield Word(kind="act", text=f"{number} {way} {letter}{victim[1:]}{fall}")


def _fall(before: State, after: State) -> str:
    """Where the ball of a tackle went, when that is settled."""
    if after.carrier is not None:
        return f" >{short(after.carrier, before.turn)}"
    return f" @{after.loose}" if after.loose is not None and after.award is None else ""


def _hand(before: State, event: Event, after: State) -> Iterator[Word]:
    del after
    if isinstance(event, plays.HandPass):
        giver, receiver = (short(disc, before.turn) for disc in (event.giver, event.receiver))
        yield Word(kind="act", text=f"{giver}>{receiver}")


_FLICKS: Mapping[type[Event], tuple[str, Manner]] = {
    plays.Kickoff: ("KO ", "kickoff"),
    plays.LongPass: ("~", "pass"),
    plays.Kick: ("K", "kick"),
    plays.MarkKick: ("K", "kick"),
    plays.TouchKick: ("", "kick"),
}


def _flick(before: State, event: Event, after: State) -> Iterator[Word]:
    flown = getattr(event, "flown", None)
    if not isinstance(flown, Flown):
        return
    sign, manner = _FLICKS[type(event)]
    fate = write_fate(before, flown, manner) + _receiver(before, flown, after, manner)
    match event:
        case plays.Kickoff():
            yield Word(kind="set", text=f"KO {flown.by} {fate}")
        case plays.TouchKick():
            yield Word(kind="tail", text=_place_only(fate))
            yield Word(kind="end", text="")
        case plays.MarkKick():
            if before.awaited_flick != "mark":
                yield Word(kind="turn", text=f"{side_of(flown.by)}:")
                yield Word(kind="act", text="MARK")
            yield Word(kind="tail", text=f" {flown.by[1:]}{sign}{fate}")
        case _ if before.phase is Phase.AWAIT_FLICK:
            yield Word(kind="tail", text=fate)
        case _:
            yield Word(kind="act", text=f"{short(flown.by, before.turn)}{sign}{fate}")


def _place_only(fate: str) -> str:
    """`touch m8`: over the touchline a penalty needs no bounce, so only the square is told."""
    return " " + fate.split(" ")[1] if fate.startswith("/t") else fate


def _receiver(before: State, flown: Flown, after: State, manner: Manner) -> str:
    """The disc that is awarded the ball, when no flight brought it there."""
    result = outcome(before, flown, side_of(flown.by))
    touched = result.touched if result is not None else None
    if after.carrier is None or after.carrier in (touched, before.carrier):
        return ""
    return f"{'=' if manner == 'kickoff' else ''}>{after.carrier}"


def _choose(before: State, event: Event, after: State) -> Iterator[Word]:
    del after
    if isinstance(event, plays.Choose):
        brought = f"@{event.square}" if event.square is not None else ""
        section = before.award.section if before.award else None
        lead = " " if section in ("T80", "T130") else "=" if before.kickoff is not None else ""
        yield Word(kind="tail", text=f"{lead}>{event.disc}{brought}")


def _maul(before: State, event: Event, after: State) -> Iterator[Word]:
    del after
    if isinstance(event, plays.Maul):
        way = COMPASS[DIRECTIONS.index(event.step)]
        head = short(event.head, before.turn)
        yield Word(kind="act", text=f"{head}M {way}{event.count}x{event.steps}")


def _penalty(before: State, event: Event, after: State) -> Iterator[Word]:
    """The option taken; a kick's outcome is written behind it."""
    if not isinstance(event, plays.TakePenalty):
        return
    yield Word(kind="tail", text=f" {event.choice}")
    if event.choice == "play":
        awarded = after.carrier if after.carrier != before.carrier else None
        yield Word(kind="tail", text=f" >{awarded}" if awarded else "")
        yield Word(kind="end", text="")


def _announced(before: State, event: Event, after: State) -> Iterator[Word]:
    """A flick or a drop that is announced: its outcome is written behind it."""
    del after
    match event:
        case plays.TakeDrop():
            yield Word(kind="act", text=f"{short(event.disc, before.turn)}D")
        case plays.DeclareFlick(flick="mark"):
            yield Word(kind="turn", text=f"{before.turn}:")
            yield Word(kind="act", text="MARK")
        case plays.DeclareFlick():
            sign = "K" if event.flick == "kick" else "~"
            yield Word(kind="act", text=f"{short(before.carrier or '', before.turn)}{sign}")
        case _:
            return


def _posts(before: State, event: Event, after: State) -> Iterator[Word]:
    del after
    if not isinstance(event, PostsPassed):
        return
    sign = "+" if event.good else "-"
    match before.phase:
        case Phase.PENALTY_KICK:
            yield Word(kind="tail", text=sign)
        case Phase.CONVERSION:
            yield Word(kind="tail", text=f" C{sign}")
        case _:
            yield Word(kind="tail", text=sign)
            yield Word(kind="end", text=".")


def _declared(before: State, event: Event, after: State) -> Iterator[Word]:
    match event:
        case plays.Decline():
            yield Word(kind="act", text="I-")
        case plays.PlayTwelve():
            yield Word(kind="act", text="66 play")
        case plays.SendOff():
            yield Word(kind="act", text=f"66 X{short(event.disc, before.turn.other)}")
        case plays.StopMatch():
            yield Word(kind="over", text=f"STOP {event.side}")
        case TimeRanOut():
            yield Word(kind="over", text="!t" if event.clock == "turn" else "!m")
        case _ if after.phase is Phase.PENALTY_CHOICE:
            yield Word(kind="act", text="PEN .")
        case _:
            yield Word(kind="over", text=".")


_Writer = Callable[[State, Event, State], Iterator[Word]]
_WRITERS: Mapping[type[Event], _Writer] = {
    DiceRolled: _roll,
    plays.Move: _run,
    plays.Strip: _contact,
    plays.Tackle: _contact,
    plays.HandPass: _hand,
    **dict.fromkeys(_FLICKS, _flick),
    plays.Choose: _choose,
    plays.Maul: _maul,
    plays.TakePenalty: _penalty,
    plays.TakeDrop: _announced,
    plays.DeclareFlick: _announced,
    PostsPassed: _posts,
    plays.Decline: _declared,
    plays.PlayTwelve: _declared,
    plays.SendOff: _declared,
    plays.StopMatch: _declared,
    TimeRanOut: _declared,
    plays.EndTurn: _declared,
    ButtonPressed: _declared,
}
