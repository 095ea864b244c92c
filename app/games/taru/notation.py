"""Taru position notation (spec §8.1): one line for any position, written and read back."""

from collections.abc import Iterable, Mapping

from app.games.taru import notation_fields as fields
from app.games.taru.dice import Dice
from app.games.taru.notation_fields import optional
from app.games.taru.options import read_options
from app.games.taru.pitch import pitch_of
from app.games.taru.position_check import check_position
from app.games.taru.state import BallPlace, State, Window, number_of
from app.rulebook.board import Board
from app.rulebook.layout import DiscId
from app.rulebook.side import Side
from app.rulebook.words import Problem

_REQUIRED = "HABTP"
_KEYS = frozenset("HASBTDPMCFLKNVRIWXZGYOE")


def parse(text: str, boards: Mapping[str, Board]) -> State:
    """Read a position. Raises Problem, one sentence, when a field is wrong, a board unknown, an
    option not judged, or the position impossible.
    """
    name, given = _split(text)
    if name not in boards:
        raise Problem("taru.tpn.board", board=fields.shortened(name))
    home, home_hand = fields.read_team(Side.HOME, given["H"])
    away, away_hand = fields.read_team(Side.AWAY, given["A"])
    ball, line = fields.read_ball("B", given["B"])
    tee, tee_line = fields.read_ball("Z", given.get("Z", "-"))
    turn, phase = fields.read_turn(given["T"])
    flags = fields.read_flags(given["F"]) if "F" in given else {}
    clock = optional(fields.read_clock, given.get("C"), None)
    state = State(
        pitch=pitch_of(boards[name]),
        phase=phase,
        turn=turn,
        options=read_options(optional(fields.read_options_field, given.get("O"), {})),
        score=fields.read_score(given["P"]),
        squares=home | away,
        in_hand=home_hand | away_hand,
        stacks=optional(fields.read_stacks, given.get("S"), {}),
        ball=ball,
        tackle_line=line if line is not None else tee_line,
        tee=tee,
        dice=optional(fields.read_dice, given.get("D"), None),
        moved=_discs("M", given),
        carried=_discs("Y", given),
        reopened=_discs("E", given),
        tackler=flags.get("tackler"),
        mark=flags.get("mark"),
        exempt=flags.get("exempt"),
        plus3="plus3" in flags,
        kicked="kicked" in flags,
        outside22="outside22" in flags,
        passes="passes" in flags,
        ready=optional(fields.read_ready, given.get("R"), frozenset()),
        kickoff=optional(fields.read_kickoff, given.get("K"), None),
        offender=optional(fields.read_side, given.get("N"), None),
        award=optional(fields.read_award, given.get("W"), None),
        conversion=optional(fields.read_conversion, given.get("V"), None),
        lineout=optional(fields.read_lineout, given.get("L"), None),
        windows=optional(fields.read_windows, given.get("I"), ()),
        awaited_flick=optional(fields.read_flick, given.get("X"), None),
        clock=clock,
        timed=clock is not None or optional(fields.read_form, given.get("G"), absent=False),
    )
    check_position(state)
    return state


def write(state: State) -> str:
    """The position as one line; `parse` reads it back to an equal state."""
    parts = [
        state.pitch.board.id,
        *(f"{side}:{_team(state, side)}" for side in Side),
        *_field("S", _stacks(state)),
        f"B:{_ball(state.ball, state)}",
        f"T:{state.turn}/{state.phase}",
        *_field("D", _dice(state.dice)),
        f"P:{state.score[0]}-{state.score[1]}",
        *_field("M", _list(state.moved)),
        *_field("C", _clock(state)),
        *_field("F", _flags(state)),
        *_field("L", f"{state.lineout.spot}/{state.lineout.side}" if state.lineout else ""),
        *_field("K", _kickoff(state)),
        *_field("N", state.offender or ""),
        *_field("V", _conversion(state)),
        *_field("R", ",".join(side for side in Side if side in state.ready)),
        *_field("I", ";".join(_window(window) for window in state.windows)),
        *_field("W", _award(state)),
        *_field("X", state.awaited_flick or ""),
        *_field("Z", _ball(state.tee, state) if state.tee is not None else ""),
        *_field("G", "timed20" if state.timed and state.clock is None else ""),
        *_field("Y", _list(state.carried)),
        *_field("E", _list(state.reopened)),
        *_field("O", ",".join(f"{name}={value}" for name, value in state.options.changed)),
    ]
    return " ".join(parts)


def _split(text: str) -> tuple[str, dict[str, str]]:
    name, *tokens = text.split(" ")
    given: dict[str, str] = {}
    for token in tokens:
        key, colon, value = token.partition(":")
        if not colon or not value or key not in _KEYS:
            raise Problem("taru.tpn.field", field=fields.shortened(token))
        if key in given:
            raise Problem("taru.tpn.twice", field=key)
        given[key] = value
    for key in _REQUIRED:
        if key not in given:
            raise Problem("taru.tpn.missing", field=key)
    return name, given


def _discs(key: str, given: Mapping[str, str]) -> frozenset[DiscId]:
    return fields.read_discs(key, given[key]) if key in given else frozenset()


def _field(key: str, value: str) -> Iterable[str]:
    return (f"{key}:{value}",) if value else ()


def _team(state: State, side: Side) -> str:
    on_board = {disc: place.name for disc, place in state.squares.items() if disc[0] == side}
    in_hand = {disc: "*" for disc in state.in_hand if disc[0] == side}
    if len(in_hand) == 15:
        return "hand"
    listed = sorted((on_board | in_hand).items(), key=lambda item: number_of(item[0]))
    return ",".join(f"{disc[1:]}{place}" for disc, place in listed) or "-"


def _stacks(state: State) -> str:
    return ",".join(
        f"{place}=" + "/".join(f"{layer.by or ''}{layer.disc}" for layer in tower)
        for place, tower in sorted(state.stacks.items())
    )


def _ball(place: BallPlace, state: State) -> str:
    if place is None:
        return "-"
    tackled = state.tackle_line is not None and not isinstance(place, str)
    return f"{place}^{state.tackle_line}" if tackled else f"{place}"


def _dice(dice: Dice | None) -> str:
    if dice is None:
        return ""
    faces = f"{dice.red}{dice.red_use or ''}.{dice.green}{dice.green_use or ''}"
    spent = f"-{dice.spent}" if dice.spent else ""
    return faces + ("+3" if dice.extra else "") + spent


def _list(discs: Iterable[DiscId]) -> str:
    return ",".join(sorted(discs, key=lambda disc: (disc[0] == Side.AWAY, number_of(disc))))


def _clock(state: State) -> str:
    clock = state.clock
    if clock is None:
        return ""
    away = "" if clock.away_s is None else f",{clock.away_s}"
    return f"{clock.match_s}{away}{'!' if clock.expired else ''}/{clock.turn_s}"


def _flags(state: State) -> str:
    named = {"mark": state.mark, "exempt": state.exempt, "tackler": state.tackler}
    said = {
        "kicked": state.kicked,
        "plus3": state.plus3,
        "passes": state.passes,
        "outside22": state.outside22,
    }
    flags = [f"{name}={disc}" for name, disc in named.items() if disc]
    return ",".join(flags + [name for name, set_ in said.items() if set_])


def _kickoff(state: State) -> str:
    duty = state.kickoff
    if duty is None:
        return ""
    rolls = ",".join(
        f"{side}{duty.opening[side][0]}.{duty.opening[side][1]}"
        for side in Side
        if side in duty.opening
    )
    return f"{duty.side or '-'}/{'restart' if duty.restart else rolls}"


def _conversion(state: State) -> str:
    due = state.conversion
    return f"{due.side}/{chr(ord('a') + due.file - 1)}" if due else ""


def _window(window: Window) -> str:
    start, end = window.step
    one, two = window.flankers
    waits = "!" if window.try_waits else ""
    return f"{window.side}/{start}-{end}{window.crossed or ''}/{one},{two}/{window.beat}{waits}"


def _award(state: State) -> str:
    award = state.award
    if award is None:
        return ""
    section = f"/{award.section}" if award.section else ""
    return f"{award.side}/{_list(award.discs)}{section}"
