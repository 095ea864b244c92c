"""Acts that break one section and no other, made so that nobody need ask the rules."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from app.games.backgammon.bots.labels import refused
from app.games.backgammon.bots.slowly import ends_slowly
from app.games.backgammon.hops import dice_of
from app.games.backgammon.pitch import layout_of
from app.games.backgammon.plays import (
    Accept,
    Beaver,
    Double,
    Hop,
    Leave,
    Move,
    NextGame,
    TakeBack,
)
from app.games.backgammon.position import (
    BAR,
    HOME_BOARD,
    OFF,
    POINTS,
    START,
    Dice,
    Position,
    flipped,
)
from app.games.backgammon.rules.moving import refusal_of
from app.games.backgammon.state import Phase, State
from app.games.backgammon.stepping import landing, moved
from app.games.backgammon.towers import dealt
from app.rulebook.acts import LayOut
from app.rulebook.api import Chance, Intent, Section
from app.rulebook.facts import Event
from app.rulebook.side import Side

Wrong = Iterator[Position]
"""Ends, in the mover's view, that break the section, whatever else may be thought of them."""


def backwards(begun: Position, dice: Dice) -> Wrong:
    """R1: one checker the wrong way, onto a point without opponents."""
    del dice
    for low in range(1, POINTS):
        for high in range(low + 1, POINTS + 1):
            if begun[low] > 0 and begun[high] >= 0:
                yield _shifted(begun, low, high)


def opponent_moved(begun: Position, dice: Dice) -> Wrong:
    """R5: an opposing checker goes to an empty point."""
    del dice
    for source in range(1, POINTS + 1):
        for target in range(1, POINTS + 1):
            if begun[source] < 0 and begun[target] == 0:
                board = list(begun)
                board[source] += 1
                board[target] -= 1
                yield tuple(board)


def five_times(begun: Position, dice: Dice) -> Wrong:
    """R7: a double that was played whole, and once more."""
    if dice[0] != dice[1] or len(_ways(begun, dice)) < 4:
        return
    for end in ends_slowly(begun, dice):
        for source in range(1, BAR + 1):
            if refusal_of(end, source, dice[0]) is None:
                yield moved(end, Hop(source, landing(source, dice[0])))


def not_lifted(begun: Position, dice: Dice) -> Wrong:
    """R8: a checker that was hit is nowhere."""
    for end in ends_slowly(begun, dice):
        if end[OFF] < begun[OFF]:
            yield (end[OFF] + 1, *end[1:])


def others_first(begun: Position, dice: Dice) -> Wrong:
    """R9, R10: another checker moves by a die, and the bar stays as it is."""
    if begun[BAR]:
        for die in dice:
            for source in range(die + 1, POINTS + 1):
                if begun[source] > 0 and begun[source - die] >= 0:
                    yield _shifted(begun, source, source - die)


def nothing_moved(begun: Position, dice: Dice) -> Wrong:
    """R11, R12: the turn is passed though something can be played."""
    if ends_slowly(begun, dice) != {begun}:
        yield begun


def stranded(begun: Position, dice: Dice) -> Wrong:
    """R13: one die is played so that the other cannot be, though another play uses both."""
    if dice[0] == dice[1] or len(_ways(begun, dice)) < 2 or _alone(begun):
        return
    for die, other in (dice, dice[::-1]):
        for source in range(1, BAR + 1):
            if refusal_of(begun, source, die) is None:
                end = moved(begun, Hop(source, landing(source, die)))
                if all(refusal_of(end, p, other) is not None for p in range(1, BAR + 1)):
                    yield end


def _alone(begun: Position) -> bool:
    return sum(count for count in begun if count > 0) == 1


def off_too_early(begun: Position, dice: Dice) -> Wrong:
    """R14: a checker is taken off while others are far from home."""
    del dice
    if any(count > 0 for count in begun[POINTS - HOME_BOARD : BAR]) and not begun[BAR]:
        for point in range(1, HOME_BOARD + 1):
            if begun[point] > 0:
                yield _shifted(begun, point, OFF)


def off_below(begun: Position, dice: Dice) -> Wrong:
    """R15: a die takes off a lower checker while a higher point is held."""
    high, low = max(dice), min(dice)
    if any(count > 0 for count in begun[HOME_BOARD + 1 :]):
        return
    for point in range(1, high):
        above = any(count > 0 for count in begun[high : HOME_BOARD + 1])
        if begun[point] > 0 and above and point not in (low, 2 * low, 3 * low):
            yield _shifted(begun, point, OFF)


def back_again(begun: Position, dice: Dice) -> Wrong:
    """R17: a checker borne off is put back."""
    del dice
    if sum(count for count in begun if count > 0) < 15:
        for point in range(1, POINTS + 1):
            if begun[point] >= 0:
                board = list(begun)
                board[point] += 1
                yield tuple(board)


def _shifted(begun: Position, source: int, target: int) -> Position:
    board = list(begun)
    board[source] -= 1
    if target != OFF:
        board[target] += 1
    return tuple(board)


def _ways(begun: Position, dice: Dice) -> tuple[int, ...]:
    """Those of the dice that the longest turn plays."""
    order = dice_of(dice)
    for count in range(len(order), 0, -1):
        for way in {order[:count], order[::-1][:count]}:
            if _can(begun, way):
                return way
    return ()


def _can(at: Position, dice: tuple[int, ...]) -> bool:
    """Whether these dice can be played in this order."""
    return not dice or any(
        _can(moved(at, Hop(source, landing(source, dice[0]))), dice[1:])
        for source in range(1, BAR + 1)
        if refusal_of(at, source, dice[0]) is None
    )


_ENDS: Mapping[Section, Callable[[Position, Dice], Wrong]] = {
    "R1": backwards,
    "R5": opponent_moved,
    "R7": five_times,
    "R8": not_lifted,
    "R9": others_first,
    "R10": others_first,
    "R11": nothing_moved,
    "R12": nothing_moved,
    "R13": stranded,
    "R14": off_too_early,
    "R15": off_below,
    "R17": back_again,
}
VISIBLE: tuple[Section, ...] = (
    "R1",
    "R2",
    "R5",
    "R7",
    "R8",
    "R9",
    "R10",
    "R13",
    "R14",
    "R15",
    "R17",
)
BREAKABLE: tuple[Section, ...] = (*VISIBLE, "R4", "R11", "R12", "R18", "R19", "R20", "R21")


def break_rule(state: State, section: Section, chance: Chance) -> Intent | None:
    """None when this state offers no way."""
    if state.phase is Phase.TO_MOVE and section in _ENDS:
        return _wrong_end(state, section, chance)
    word = _wrong_word(state, section)
    if word is not None:
        return Intent(event=word, acts=(), label=refused(state, section))
    return _wrong_start(state, chance) if section == "R2" else None


def _wrong_end(state: State, section: Section, chance: Chance) -> Intent | None:
    turn = state.under_way
    if turn is None or state.mine != turn.begun or not _fits(section, turn.begun, turn.dice):
        return None
    ends = list(_ENDS[section](turn.begun, turn.dice))
    if not ends:
        return None
    end = ends[chance.randrange(len(ends))]
    shown = replace(state, home=end if state.turn is Side.HOME else flipped(end))
    layout = layout_of(replace(shown, towers=dealt(shown.home)))
    acts = (LayOut(layout=layout),)
    return Intent(event=Leave(position=end), acts=acts, label=refused(state, section))


def _fits(section: Section, begun: Position, dice: Dice) -> bool:
    """Sections that come in two: how many are on the bar, whether it is a double."""
    double = dice[0] == dice[1]
    return {
        "R9": begun[BAR] == 1,
        "R10": begun[BAR] > 1,
        "R11": not double,
        "R12": double,
    }.get(section, True)


def _wrong_word(state: State, section: Section) -> Event | None:
    """A declaration, or a move, at the wrong time."""
    side = state.turn
    words: Mapping[tuple[Section, Phase], Event] = {
        ("R4", Phase.OPENING): Move(hops=(Hop(24, 23),)),
        ("R18", Phase.TO_ROLL): Accept(side=side.other),
        ("R19", Phase.TO_MOVE): Double(side=side),
        ("R20", Phase.OPENING): Double(side=side),
        ("R20", Phase.DOUBLED): Double(side=side),
        ("R21", Phase.FINISHED): NextGame(),
        ("R11", Phase.OPENING): TakeBack(),
    }
    if section == "R21" and state.phase is Phase.DOUBLED and not state.options.beavers:
        return Beaver(side=state.offer.to if state.offer else side)
    return words.get((section, state.phase))


def _wrong_start(state: State, chance: Chance) -> Intent | None:
    """R2: one checker stands elsewhere at the start."""
    if state.phase is not Phase.OPENING:
        return None
    wrong = list(backwards(START, (1, 1)))
    end = wrong[chance.randrange(len(wrong))]
    layout = layout_of(replace(state, home=end, towers=dealt(end)))
    return Intent(
        event=Leave(position=end), acts=(LayOut(layout=layout),), label=refused(state, "R2")
    )
