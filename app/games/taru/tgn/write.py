"""A match written as a record."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.games.taru import notation
from app.games.taru.state import Phase, State
from app.games.taru.tgn.tags import RULES, options_tag, write_tags
from app.games.taru.tgn.words import Word, words
from app.rulebook.chronicle import Chronicle

INDENT = "    "


@dataclass(kw_only=True)
class _Line:
    """A line being written: a numbered turn, or (`number` None) a preparation."""

    number: int | None
    side: str = ""
    acts: list[str] = field(default_factory=list)
    closed: bool = False

    def text(self) -> str:
        joined = ""
        for act in self.acts:
            joined += act if not joined else f" {act}" if _runs_on(joined, act) else f" ; {act}"
        return f"{INDENT if self.number is None else f'{self.number}. '}{joined}"


def _runs_on(before: str, act: str) -> bool:
    """Whether an act follows without a semicolon: after a roll, and at the end of a turn."""
    return before.endswith(":") or act in (".", "!t", "!m") or act.startswith("STOP")


def write_record(chronicle: Chronicle[State]) -> str:
    """The whole record: what holds, refused acts left out. Reading it gives the same end state."""
    return f"{write_tags(_tags(chronicle))}\n{write_turns(chronicle)}"


def write_turns(chronicle: Chronicle[State]) -> str:
    """The turns alone."""
    lines: list[_Line] = []
    for entry in chronicle.entries:
        if entry.refused:
            continue
        for word in words(entry):
            _put(lines, word, entry.before)
    return "".join(f"{line.text()}\n" for line in lines)


def _tags(chronicle: Chronicle[State]) -> dict[str, str]:
    start = chronicle.start
    last = chronicle.end
    tags = {
        "Event": "",
        "Date": chronicle.date.replace("-", "."),
        "Home": chronicle.names[0],
        "Away": chronicle.names[1],
        "Mode": "timed20" if start.timed else "classic15",
        "Board": start.pitch.board.id,
        "Rules": RULES,
        "Options": options_tag(start.options),
        "Result": f"{last.score[0]}-{last.score[1]}" if last.phase is Phase.FINISHED else "*",
    }
    if start.squares or start.phase is not Phase.SETUP:
        tags["Position"] = notation.write(start)
    return tags


def _put(lines: list[_Line], word: Word, before: State) -> None:
    match word.kind:
        case "turn":
            _turn(lines, word.text)
        case "set":
            _prepare(lines, word.text)
        case "act" | "over":
            if not _open(lines):
                _turn(lines, _header(before))
            lines[-1].acts.append(word.text)
            lines[-1].closed = word.kind == "over"
        case "tail":
            _append(lines, word.text, before)
        case "end":
            _close(lines, word.text)


def _append(lines: list[_Line], text: str, before: State) -> None:
    """Onto the last act; a record that begins amidst things has none yet."""
    if not lines:
        lines.append(_Line(number=1, side=before.turn, acts=[_header(before), text.strip()]))
        return
    acts = lines[-1].acts
    acts[-2 if acts[-1] == "." else -1] += text


def _open(lines: list[_Line]) -> bool:
    return bool(lines) and lines[-1].number is not None and not lines[-1].closed


def _header(state: State) -> str:
    """The side on turn, and its dice where the roll came before: an opening roll, a contest."""
    dice = f" {state.dice.red}.{state.dice.green}" if state.dice else ""
    return f"{state.turn}{dice}:"


def _turn(lines: list[_Line], text: str) -> None:
    """A new numbered line; a roll made again after a penalty goal stays on its line."""
    side = text[:1]
    if _open(lines) and " goal" in lines[-1].acts[-1] and lines[-1].side == side:
        lines[-1].acts.append(text)
        return
    lines.append(_Line(number=1 + _last_number(lines), side=side, acts=[text]))


def _prepare(lines: list[_Line], text: str) -> None:
    """Preparations share a line; rolls of one side after the other share one `DICE`."""
    if not lines:
        lines.append(_Line(number=0, closed=True))
    elif lines[-1].number not in (None, 0):
        lines.append(_Line(number=None))
    acts = lines[-1].acts
    if acts and acts[-1].startswith("DICE") and text.startswith("DICE"):
        acts[-1] += text.removeprefix("DICE")
        return
    acts.append(text)


def _close(lines: list[_Line], text: str) -> None:
    if not _open(lines):
        return
    lines[-1].closed = True
    if text:
        lines[-1].acts.append(text)


def _last_number(lines: Iterable[_Line]) -> int:
    return max((line.number for line in lines if line.number is not None), default=0)
