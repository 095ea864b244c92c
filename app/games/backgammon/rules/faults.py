"""Why a turn may not end as the table shows it: the section it breaks, with the numbers.

The end is looked for among those that the dice would allow if one rule did not hold; the first
rule found so is the one broken.
"""

from collections.abc import Callable
from dataclasses import dataclass

from app.games.backgammon import loose
from app.games.backgammon.ends import sources
from app.games.backgammon.hops import dice_of, dice_used, further
from app.games.backgammon.plays import Hop
from app.games.backgammon.position import (
    BAR,
    HOME_BOARD,
    MEN,
    POINTS,
    Dice,
    Position,
    against,
    highest,
    on_board,
    pips,
    possible,
)
from app.games.backgammon.rules.refusal import Refusal, refuse
from app.games.backgammon.stepping import landing


@dataclass(frozen=True, kw_only=True)
class Case:
    """A turn as it began and as it was left, both in the mover's view."""

    begun: Position
    dice: Dice
    after: Position

    @property
    def needed(self) -> int:
        """How many dice the legal ends use."""
        return dice_used(self.begun, self.dice)


def fault_of(case: Case) -> Refusal:
    """The refusal of an end that is not legal."""
    found = (check(case) for check in _CHECKS)
    return next(refusal for refusal in found if refusal is not None)


def _no_position(case: Case) -> Refusal | None:
    """R1: 24 points and two bars, 15 checkers a side at most."""
    return None if possible(case.after) else refuse("R1", "impossible", count=MEN)


def _on_made_point(case: Case) -> Refusal | None:
    """R5: a checker was laid on a point the opponent holds: both colours stand there, and whoever
    counts one colour a point misses both.
    """
    lost = on_board(case.begun) - on_board(case.after)
    for point in range(1, POINTS + 1):
        held, left = -case.begun[point], -case.after[point]
        if held > 1 and 0 <= left < held and lost and against(case.begun) > against(case.after):
            return refuse("R5", "made_point", point=point, held=held)
    return None


def _missing_from_bar(case: Case) -> Refusal | None:
    """R8: a checker hit lies on its owner's side of the bar."""
    missing = against(case.begun) - against(case.after)
    return refuse("R8", "hit_not_on_bar", missing=missing) if missing > 0 else None


def _opponent_moved(case: Case) -> Refusal | None:
    """R5: the dice move the mover's checkers; the opponent's leave a point only when hit."""
    for point in range(1, POINTS + 1):
        before, after = min(case.begun[point], 0), min(case.after[point], 0)
        if after < before or (after > before and before < -1):
            return refuse("R5", "opponent_moved", point=point)
    return None


def _back_on_board(case: Case) -> Refusal | None:
    """R17: what was borne off is out."""
    more = on_board(case.after) - on_board(case.begun)
    return refuse("R17", "back_on_board", count=more) if more > 0 else None


def _backwards(case: Case) -> Refusal | None:
    """R1: from high to low: above no point may there be more checkers than before."""
    above = 0
    for point in range(BAR, 0, -1):
        above += max(case.after[point], 0) - max(case.begun[point], 0)
        if above > 0:
            return refuse("R1", "backwards", point=point)
    return None


def _too_few(case: Case) -> Refusal | None:
    """R11, R12, R13: legal moves, but more could be made, or the higher die."""
    if case.after == case.begun:
        section = "R12" if case.dice[0] == case.dice[1] else "R11"
        return refuse(section, "passed", needed=case.needed, used=0)
    for hops, reached in further(case.begun, dice_of(case.dice)):
        if reached == case.after:
            return _fewer(case, hops)
    return None


def _fewer(case: Case, hops: tuple[Hop, ...]) -> Refusal:
    used, needed = len(hops), case.needed
    if case.dice[0] == case.dice[1]:
        return refuse("R12", "double_open", used=used, needed=needed)
    high, low = max(case.dice), min(case.dice)
    if needed == 1:
        return refuse("R11", "higher_die", high=high, low=low)
    other = high if landing(hops[0].source, low) == hops[0].target else low
    if sources(case.after, other):
        return refuse("R11", "both_dice", used=used, needed=needed, die=other)
    return refuse("R13", "strands", used=used, needed=needed, die=other)


def _not_entered(case: Case) -> Refusal | None:
    """R9, R10: a checker moved while another had still to enter."""
    waiting = case.begun[BAR]
    if waiting and (case.after[BAR] or _by(case, loose.past_the_bar)):
        for_all = "R9" if waiting == 1 else "R10"
        return refuse(for_all, "bar_first", bar=max(case.after[BAR], 1))
    return None


def _too_early_off(case: Case) -> Refusal | None:
    """R14: a checker borne off while others were outside the home board or on the bar."""
    gone = on_board(case.begun) - on_board(case.after)
    outside = sum(n for n in case.begun[HOME_BOARD + 1 :] if n > 0)
    if gone > 0 and outside and _needed_home(case):
        return refuse("R14", "not_all_home", outside=outside)
    return None


def _needed_home(case: Case) -> bool:
    """Whether no order of the dice brings everybody home before the first goes off."""
    still_out = any(n > 0 for n in case.after[HOME_BOARD + 1 :])
    return still_out or _by(case, loose.off_before_all_home)


def _lower_one_off(case: Case) -> Refusal | None:
    """R15: borne off from below the die while a higher point was held."""
    if on_board(case.begun) <= on_board(case.after) or not _by(case, loose.off_below_others):
        return None
    point, die = min(_left_from(case), default=HOME_BOARD), max(case.dice)
    return refuse("R15", "higher_left", point=point, die=die, top=highest(case.begun))


def _die_too_small(case: Case) -> Refusal | None:
    """R15: borne off from above the die."""
    if on_board(case.begun) <= on_board(case.after) or not _by(case, loose.off_by_any_die):
        return None
    point = max(_left_from(case), default=HOME_BOARD)
    return refuse("R15", "die_too_small", point=point, die=max(case.dice))


def _left_from(case: Case) -> list[int]:
    return [p for p in range(1, HOME_BOARD + 1) if case.begun[p] > max(case.after[p], 0)]


def _five(case: Case) -> Refusal | None:
    """R7: a double is four moves, not five."""
    die = case.dice[0]
    if die != case.dice[1]:
        return None
    if case.after not in loose.reached(case.begun, (die,) * 5, loose.strictly):
        return None
    return refuse("R7", "five", die=die, moved=pips(case.begun) - pips(case.after))


def _die_twice(case: Case) -> Refusal | None:
    """R5: each die is played once."""
    high, low = case.dice
    if high == low:
        return None
    for twice in ((high, high), (low, low), (high, high, low), (low, low, high)):
        if loose.leads_to(case.begun, twice, case.after, loose.strictly):
            moved = pips(case.begun) - pips(case.after)
            return refuse("R5", "die_twice", die=twice[0], moved=moved)
    return None


def _by(case: Case, allowed: loose.Allowed) -> bool:
    """Whether some or all of the dice lead to the end under a looser rule."""
    dice = dice_of(case.dice)
    return any(
        loose.leads_to(case.begun, dice[n:], case.after, allowed) for n in range(len(dice))
    ) or loose.leads_to(case.begun, dice[:1], case.after, allowed)


def _other_distance(case: Case) -> Refusal | None:
    """R5: that many points, no more and no fewer."""
    total = sum(dice_of(case.dice))
    travelled = pips(case.begun) - pips(case.after)
    return refuse("R5", "distance", moved=travelled, pips=total)


_CHECKS: tuple[Callable[[Case], Refusal | None], ...] = (
    _no_position,
    _on_made_point,
    _missing_from_bar,
    _opponent_moved,
    _back_on_board,
    _backwards,
    _too_few,
    _not_entered,
    _too_early_off,
    _five,
    _lower_one_off,
    _die_twice,
    _die_too_small,
    _other_distance,
)
