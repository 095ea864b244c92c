"""R5–R16 one by one: whether a checker may move by a die. Positions are in the mover's view."""

from dataclasses import dataclass

from app.games.backgammon.position import BAR, HOME_BOARD, OFF, Position, highest
from app.rulebook.api import Section


@dataclass(frozen=True, kw_only=True)
class No:
    """Why a checker may not move: the section, the key of the sentence, and its numbers."""

    rule: Section
    why: str
    numbers: tuple[tuple[str, int], ...] = ()


def no(rule: Section, why: str, **numbers: int) -> No:
    return No(rule=rule, why=why, numbers=tuple(numbers.items()))


def own_checker(position: Position, source: int) -> No | None:
    """R5: it is a checker of the mover's that moves, and it stands there."""
    if 1 <= source <= BAR and position[source] > 0:
        return None
    return no("R5", "none_there", point=source)


def bar_first(position: Position, source: int) -> No | None:
    """R9: with a checker on the bar no other may move; R10: each needs a die of its own."""
    waiting = position[BAR]
    if waiting and source != BAR:
        return no("R9" if waiting == 1 else "R10", "bar_first", bar=waiting)
    return None


def open_point(position: Position, target: int) -> No | None:
    """R5: the point does not hold two or more of the opponent's."""
    held = -position[target] if target > OFF else 0
    return no("R5", "made_point", point=target, held=held) if held > 1 else None


def all_home(position: Position) -> No | None:
    """R14: bearing off needs every checker in the home board and none on the bar."""
    outside = sum(count for count in position[HOME_BOARD + 1 :] if count > 0)
    return no("R14", "not_all_home", outside=outside) if outside else None


def exact_or_highest(position: Position, source: int, die: int) -> No | None:
    """R15: the die's own point, or from the highest point when the die is higher than all."""
    if source == die:
        return None
    if source > die:
        return no("R15", "die_too_small", point=source, die=die)
    top = highest(position)
    return no("R15", "higher_left", point=source, die=die, top=top) if top > source else None


def refusal_of(position: Position, source: int, die: int) -> No | None:
    """R5, R9, R14, R15 in citing order for one checker and one die; None when it may move."""
    target = max(source - die, OFF)
    wrong = own_checker(position, source) or bar_first(position, source)
    if wrong is not None or target > OFF:
        return wrong or open_point(position, target)
    return all_home(position) or exact_or_highest(position, source, die)
