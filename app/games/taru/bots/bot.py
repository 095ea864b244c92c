"""The rehearsal's player of Taru."""

from collections.abc import Callable

from app.games.taru.acts import acts_of, on_table
from app.games.taru.awaits import awaits
from app.games.taru.bots.between import between, line_up
from app.games.taru.bots.calling import call
from app.games.taru.bots.faults import FAULTS
from app.games.taru.bots.flicks import kickoff_flick, pass_flick
from app.games.taru.bots.kicking import kick_flick, kicking, touch_flick
from app.games.taru.bots.mauling import opening
from app.games.taru.bots.tactics import long_pass_target, open_play, thrown_pass
from app.games.taru.labels.label import illegal, label_of, label_of_plays
from app.games.taru.labels.open_play import flick_in, played
from app.games.taru.labels.shapes import forbidden_shape
from app.games.taru.labels.table import Table, table_of
from app.games.taru.plays import DeclareFlick, EndTurn, HandPass, Kickoff, Move, Place
from app.games.taru.state import Phase, State
from app.rulebook.acts import Act, LayOut, RollDice
from app.rulebook.api import Chance, Intent, Label, Section
from app.rulebook.facts import Event, Flown, Play
from app.rulebook.layout import Layout, side_of

ATTEMPT_LONG = 0.35
IN_ONE_GO = 0.1
TAKE_MARK = 0.6
OWNER_GOES_ON = 0.3


Strategy = Callable[[Table, Chance], Play | None]
"""The next play of the side on turn in open play; None: nothing more is worth doing."""


class TaruBot:
    """Plays either side with a little chance, in open play by its strategy; holds nothing between
    calls.
    """

    def __init__(self, strategy: Strategy = open_play) -> None:
        self._strategy = strategy

    def choose(self, state: State, chance: Chance) -> Intent:
        """A roll (and a flick) comes without a label: dice and table decide, then `label_of`
        (`label_flick`) tells. A finished match gives an empty intent.
        """
        match state.phase:
            case Phase.OPENING_ROLL | Phase.LINEOUT_THROW | Phase.AWAIT_ROLL:
                return self._roll(state, chance)
            case Phase.KICKOFF | Phase.PENALTY_TOUCH | Phase.AWAIT_FLICK | Phase.FINISHED:
                return unforetold(_flick(state, chance))
            case Phase.OPEN:
                return self._open(state, chance)
            case Phase.INTERCEPT_WINDOW:
                return self.window(state, chance)
            case Phase.LINEOUT_SETUP:
                return self._line_up(state, chance)
            case _:
                return self._told(state, between(state, table_of(state), chance))

    def break_rule(self, state: State, section: Section, chance: Chance) -> Intent | None:
        fault = FAULTS.get(section)
        event = fault.make(state, chance) if fault and state.phase in fault.phases else None
        if fault is None or event is None:
            return None
        acts = acts_of(state, event, awaits(state).choices)
        return Intent(event=event, acts=acts, label=illegal(state, section, *fault.also))

    def breakable(self) -> tuple[Section, ...]:
        return tuple(FAULTS)

    def visible_sections(self) -> tuple[Section, ...]:
        """Those of `breakable` that a camera can tell from two settled tables without names."""
        return tuple(section for section, fault in FAULTS.items() if fault.visible)

    def label_flick(self, state: State, flown: Flown) -> Label:
        if state.phase is Phase.KICKOFF:
            return label_of(state, Kickoff(flown=flown))
        return label_of(state, flick_in(state, flown))

    def label_of(self, state: State, event: Event) -> Label:
        """The label of any legal act, for facts that decide themselves: a roll, the posts."""
        return label_of(state, event)

    def _roll(self, state: State, chance: Chance) -> Intent:
        """A disc that caught a kick deep may take its mark instead of rolling (T57)."""
        if state.mark is not None and chance.random() < TAKE_MARK:
            return self._told(state, DeclareFlick(flick="mark"))
        return unforetold((RollDice(),))

    def window(self, state: State, chance: Chance) -> Intent:
        """The other side calls, declines, or the owner of the turn simply goes on."""
        waits = any(window.try_waits for window in state.windows)
        if not waits and chance.random() < OWNER_GOES_ON:
            return self._open(state, chance)
        declined = call(state, chance)
        return self._told(state, declined) if declined else unforetold((RollDice(),))

    def _open(self, state: State, chance: Chance) -> Intent:
        table = table_of(state)
        if state.passes:
            handed = thrown_pass(table, chance)
            if handed is not None:
                return self._told(state, handed)
        ours = table.carrier is not None and side_of(table.carrier) is table.turn
        if ours and table.carrier and chance.random() < ATTEMPT_LONG:
            mate = long_pass_target(table, table.carrier)
            if mate is not None:
                return self._pass(state, table, mate, chance)
        play = kicking(table, chance) or self._strategy(table, chance)
        both = _and_then(table, play, self._strategy, chance) if isinstance(play, Move) else ()
        if both:
            return _at_once(state, both)
        return self._told(state, play or self._end(state, table))

    def _pass(self, state: State, table: Table, mate: str, chance: Chance) -> Intent:
        """While a kick is open too, a flick is announced first (T34, T44)."""
        if table.kick_open:
            return self._told(state, DeclareFlick(flick="pass"))
        return unforetold(pass_flick(state, table.carrier or mate, mate, chance))

    def _end(self, state: State, table: Table) -> Play:
        """A turn may not end with a forbidden shape while a move opens it (A37, A38)."""
        opened = opening(table) if forbidden_shape(table) is not None else None
        return opened or EndTurn(side=state.turn)

    def formation(self, state: State, chance: Chance) -> tuple[Place, ...]:
        """Where both sides would stand at a line-out; none once they do."""
        formed = line_up(state, table_of(state), chance)
        return formed if isinstance(formed, tuple) else ()

    def _line_up(self, state: State, chance: Chance) -> Intent:
        """Both sides form at once: no single event stands for it, the table shows it."""
        table = table_of(state)
        formed = line_up(state, table, chance)
        if not isinstance(formed, tuple):
            return self._told(state, formed)
        towers = {square: (disc,) for place in formed for disc, square in place.squares}
        layout = Layout(towers=tuple(sorted(towers.items())), ball=None)
        label = label_of(state, formed[0])
        return Intent(event=None, acts=(LayOut(layout=layout),), label=label)

    def _told(self, state: State, event: Event) -> Intent:
        acts = acts_of(state, event, awaits(state).choices)
        return Intent(event=event, acts=acts, label=label_of(state, event))


def unforetold(acts: tuple[Act, ...]) -> Intent:
    """What table or dice decide."""
    return Intent(event=None, acts=acts, label=None)


def _flick(state: State, chance: Chance) -> tuple[Act, ...]:
    """The flick that a phase waits for: at the kick-off, to touch, or as announced; none when the
    match is over.
    """
    if state.phase is Phase.KICKOFF:
        return kickoff_flick(state, chance)
    table = table_of(state)
    kicker = state.mark if state.awaited_flick == "mark" else table.carrier
    if kicker is None or state.phase is Phase.FINISHED:
        return ()
    if state.phase is Phase.PENALTY_TOUCH:
        return touch_flick(state, table, kicker, chance)
    if state.awaited_flick != "pass":
        return kick_flick(state, table, kicker, chance)
    mate = long_pass_target(table, kicker)
    mates = sorted(disc for disc, _ in table.free(side_of(kicker)) if disc != kicker)
    return pass_flick(state, kicker, mate or mates[0] if mates else kicker, chance)


def _and_then(table: Table, first: Move, strategy: Strategy, chance: Chance) -> tuple[Play, ...]:
    """Now and then a second move or hand pass is made before the hand leaves the table."""
    done = played(table, first) if chance.random() < IN_ONE_GO else None
    if done is None or done.phase is not Phase.OPEN or done.table.score != table.score:
        return ()
    second = strategy(done.table, chance)
    return (first, second) if isinstance(second, Move | HandPass) else ()


def _at_once(state: State, plays: tuple[Play, ...]) -> Intent:
    """No single event stands for several plays; their label covers the sum."""
    table = table_of(state)
    acts: tuple[Act, ...] = ()
    for play in plays:
        acts += on_table(table, play)
        done = played(table, play)
        table = done.table if done is not None else table
    return Intent(event=None, acts=acts, label=label_of_plays(state, plays))
