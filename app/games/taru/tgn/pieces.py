"""The words of set-up, set pieces and the end of a turn, as the events they stand for."""

import re
from collections.abc import Callable, Mapping

from app.games.taru import plays
from app.games.taru.rules.windows import owner_may_act
from app.games.taru.state import Phase
from app.games.taru.tgn.flicks import Fate, read_fate
from app.games.taru.tgn.scribe import Reader, Scribe
from app.games.taru.tgn.ways import long, read_squares
from app.rulebook.facts import DiceRolled, PostsPassed, TimeRanOut
from app.rulebook.geometry import Square, square
from app.rulebook.layout import DiscId
from app.rulebook.side import Side

_FACES = re.compile(r"([1-6])\.([1-6])")
_EXIT = re.compile(r"[a-z][1-9][0-9]?(?:/[NSWE])?")
_PICK = re.compile(r"=?>([HA]?(?:1[0-5]|[1-9]))(?:@([a-z][0-9]+))?")


def begun(scribe: Scribe, reader: Reader, word: str) -> bool:
    """The end of something that had begun where the record begins; False when it is no such."""
    match scribe.state.phase:
        case Phase.PENALTY_CHOICE:
            _option(scribe, reader, word)
        case Phase.PENALTY_KICK | Phase.DROP:
            scribe.take(PostsPassed(good={"+": True, "-": False}[word]))
        case Phase.AWARD_CHOICE | Phase.RESTART_22:
            reader.words.insert(0, word)
            picked(scribe, reader)
        case Phase.PENALTY_TOUCH:
            _touch(scribe, reader, word)
        case _:
            return False
    return True


def turn(scribe: Scribe, reader: Reader, word: str) -> None:
    """`A 2.6:` rolls, unless the dice lie already (kept from the opening, or won by a contest).
    Raises ValueError when it is the other side's turn, or other dice lie.
    """
    scribe.side = Side(word[0])
    state = scribe.state
    if scribe.side is not state.turn:
        raise ValueError(word)
    if word.endswith(":"):
        return
    faces = _faces(reader.next().removesuffix(":"))
    if state.phase is Phase.AWAIT_ROLL:
        scribe.take(DiceRolled(faces=faces))
    elif state.dice is None or (state.dice.red, state.dice.green) != faces:
        raise ValueError(word)


def _faces(text: str) -> tuple[int, int]:
    found = _FACES.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return int(found[1]), int(found[2])


def _set(scribe: Scribe, reader: Reader) -> None:
    """Both sides' discs; the second `SET` confirms both, the first one first."""
    side = Side(reader.next())
    scribe.take(plays.Place(side=side, squares=read_squares(side, reader.next())))
    scribe.confirm.append(side)
    if len(scribe.confirm) == len(Side):
        for each in scribe.confirm:
            scribe.take(plays.Ready(side=each))
        scribe.confirm.clear()


def _dice(scribe: Scribe, reader: Reader) -> None:
    while reader.words and reader.words[0] in tuple(Side):
        side = Side(reader.next())
        scribe.take(DiceRolled(faces=_faces(reader.next()), side=side))


def _kickoff(scribe: Scribe, reader: Reader) -> None:
    by = long(reader.next(), scribe.state.turn)
    told = reader.next()
    if told == "OUT" and not (reader.words and _EXIT.fullmatch(reader.words[0])):
        told = f"OUT {Square(1, scribe.state.squares[by].rank)}"
    fate = read_fate(scribe.state, by, flight(reader, told))
    scribe.take(plays.Kickoff(flown=fate.flown))
    receive(scribe, fate)


def flight(reader: Reader, text: str) -> str:
    """`OUT a13` and `/t m17` are two words."""
    two = text in ("OUT", "/t", "/td", "/x")
    return f"{text} {reader.next()}" if two else text


def receive(scribe: Scribe, fate: Fate) -> None:
    """The receiver is chosen where the rules leave a choice; elsewhere it is written to be read."""
    if fate.receiver is not None:
        _pick(scribe, fate.receiver, fate.brought)


def _pick(scribe: Scribe, disc: DiscId, brought: object = None) -> None:
    if scribe.state.phase in (Phase.AWARD_CHOICE, Phase.RESTART_22):
        place = square(str(brought)) if brought is not None else None
        scribe.take(plays.Choose(disc=disc, square=place))


def _lineout(scribe: Scribe, reader: Reader) -> None:
    """`LO a12 H 2/1,4,5 v 1,4,5 3.4=>2`: the formation stands already; the roll counts."""
    reader.next()
    scribe.side = Side(reader.next())
    for _ in range(3):
        reader.next()
    faces, _, _ = reader.next().partition("=>")
    scribe.take(DiceRolled(faces=_faces(faces)))


def _penalty(scribe: Scribe, reader: Reader) -> None:
    """`PEN 3.3`, then the option (`goal+`, `goal-`, `touch m8`, `play`), and a receiver if any. An
    unfinished record ends with the option, or before it. `PEN .`: for a shape left standing (A37).
    """
    cause = reader.next()
    if cause == ".":
        scribe.take(plays.EndTurn(side=scribe.state.turn))
    else:
        _faces(cause)
    if reader.words:
        _option(scribe, reader, reader.next())


def _option(scribe: Scribe, reader: Reader, option: str) -> None:
    match option[:4]:
        case "goal":
            scribe.take(plays.TakePenalty(choice="goal"))
            if option != "goal":
                scribe.take(PostsPassed(good={"goal+": True, "goal-": False}[option]))
        case "play":
            scribe.take(plays.TakePenalty(choice="play"))
            picked(scribe, reader)
        case "touc":
            scribe.take(plays.TakePenalty(choice="touch"))
            _touch(scribe, reader, option.removeprefix("touch"))
        case _:
            raise ValueError(option)


def _touch(scribe: Scribe, reader: Reader, rest: str) -> None:
    """`touch m8` over the touchline; elsewhere what became of the ball, as of a kick. Nothing is
    kicked when a try that waited stands instead (A33).
    """
    if scribe.state.phase is not Phase.PENALTY_TOUCH or not (rest or reader.words):
        return
    told = flight(reader, rest) if rest else f"/t {reader.next()}"
    fate = read_fate(scribe.state, scribe.state.carrier or "", told)
    scribe.take(plays.TouchKick(flown=fate.flown))
    receive(scribe, fate)


def picked(scribe: Scribe, reader: Reader) -> None:
    told = reader.next_if(">") or reader.next_if("=>")
    found = _PICK.fullmatch(told) if told else None
    if found is not None:
        _pick(scribe, long(found[1], scribe.state.turn), found[2])


def _contest(scribe: Scribe, reader: Reader) -> None:
    """`I! 4.2+`: the caller's roll; its sign is written to be read."""
    faces = _faces(reader.next().rstrip("+-!"))
    caller = scribe.state.windows[0].side
    scribe.take(DiceRolled(faces=faces, side=caller))


def _decline(scribe: Scribe, reader: Reader) -> None:
    del reader
    scribe.take(plays.Decline(side=scribe.state.windows[0].side))


def _double_six(scribe: Scribe, reader: Reader) -> None:
    choice = reader.next()
    if choice == "play":
        scribe.take(plays.PlayTwelve())
    elif choice.startswith("X"):
        scribe.take(plays.SendOff(disc=long(choice[1:], scribe.state.turn.other)))
    else:
        raise ValueError(choice)


def _mark(scribe: Scribe, reader: Reader) -> None:
    scribe.take(plays.DeclareFlick(flick="mark"))
    if not reader.words:
        return
    number, _, rest = reader.next().partition("K")
    by = long(number, scribe.state.turn)
    fate = read_fate(scribe.state, by, flight(reader, rest))
    scribe.take(plays.MarkKick(flown=fate.flown))
    receive(scribe, fate)


def _stop(scribe: Scribe, reader: Reader) -> None:
    scribe.take(plays.StopMatch(side=Side(reader.next())))


def _end(scribe: Scribe, reader: Reader) -> None:
    """`.` ends the turn of the line's side, where its acts have not ended it already."""
    del reader
    state, side = scribe.state, scribe.side
    if owner_may_act(state) and side is state.turn:
        scribe.take(plays.EndTurn(side=side))
    scribe.side = None


def _conversion(*, good: bool) -> Callable[[Scribe, Reader], None]:
    return lambda scribe, _: scribe.take(PostsPassed(good=good))


WORDS: Mapping[str, Callable[[Scribe, Reader], None]] = {
    "SET": _set,
    "DICE": _dice,
    "KO": _kickoff,
    "LO": _lineout,
    "PEN": _penalty,
    "I!": _contest,
    "I-": _decline,
    "66": _double_six,
    "MARK": _mark,
    "STOP": _stop,
    "C+": _conversion(good=True),
    "C-": _conversion(good=False),
    "!t": lambda scribe, _: scribe.take(TimeRanOut(clock="turn")),
    "!m": lambda scribe, _: scribe.take(TimeRanOut(clock="match")),
    ".": _end,
}
