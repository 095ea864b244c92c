"""The rehearsal's player of Taru."""

from app.games.taru.acts import acts_of, on_table
from app.games.taru.awaits import awaits
from app.games.taru.bots.faults import FAULTS
from app.games.taru.bots.flicks import kickoff_flick, pass_flick
from app.games.taru.bots.setups import formation
from app.games.taru.bots.tactics import long_pass_target, most_dangerous, open_play
from app.games.taru.labels.label import illegal, label_of, label_of_plays, played
from app.games.taru.labels.table import Table, table_of
from app.games.taru.plays import (
    Choose,
    Decline,
    EndTurn,
    HandPass,
    Kickoff,
    LongPass,
    Move,
    Place,
    PlayTwelve,
    Ready,
    SendOff,
    TakePenalty,
)
from app.games.taru.state import Phase, State, number_of
from app.rulebook.acts import Act, RollDice
from app.rulebook.api import Chance, Intent, Label, Section
from app.rulebook.facts import Event, Flown, Play, PostsPassed
from app.rulebook.layout import side_of
from app.rulebook.side import Side

GOOD_KICK = 0.7
ATTEMPT_LONG = 0.35
IN_ONE_GO = 0.1


class TaruBot:
    """Plays either side, greedily and with a little chance; holds nothing between calls."""

    def choose(self, state: State, chance: Chance) -> Intent:
        """A roll (and a flick) comes without a label: dice and table decide, then `label_of`
        (`label_flick`) tells. A finished match gives an empty intent.
        """
        match state.phase:
            case Phase.KICKOFF:
                return _unforetold(kickoff_flick(state, chance))
            case Phase.AWAIT_ROLL | Phase.OPENING_ROLL:
                return _unforetold((RollDice(),))
            case Phase.FINISHED:
                return _unforetold(())
            case Phase.OPEN:
                return self._open(state, chance)
            case Phase.INTERCEPT_WINDOW:
                return self._window(state, chance)
            case _:
                return self._told(state, _between(state, chance))

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
        return label_of(state, LongPass(flown=flown))

    def label_of(self, state: State, event: Event) -> Label:
        """The label of any legal act, for facts that decide themselves: a roll, the posts."""
        return label_of(state, event)

    def _open(self, state: State, chance: Chance) -> Intent:
        table = table_of(state)
        play = open_play(table, chance)
        ours = table.carrier is not None and side_of(table.carrier) is table.turn
        if ours and table.carrier and chance.random() < ATTEMPT_LONG:
            mate = long_pass_target(table, table.carrier)
            if mate is not None:
                return _unforetold(pass_flick(state, table.carrier, mate, chance))
        both = _and_then(table, play, chance) if isinstance(play, Move) else ()
        if both:
            return _at_once(state, both)
        return self._told(state, play or EndTurn(side=state.turn))

    def _window(self, state: State, chance: Chance) -> Intent:
        """The owner simply goes on; a try that waits is left to stand."""
        window = state.windows[0]
        if window.try_waits:
            return self._told(state, Decline(side=window.side))
        return self._open(state, chance)

    def _told(self, state: State, event: Event) -> Intent:
        acts = acts_of(state, event, awaits(state).choices)
        return Intent(event=event, acts=acts, label=label_of(state, event))


def _unforetold(acts: tuple[Act, ...]) -> Intent:
    return Intent(event=None, acts=acts, label=None)


def _and_then(table: Table, first: Move, chance: Chance) -> tuple[Play, ...]:
    """Now and then a second move or hand pass is made before the hand leaves the table."""
    done = played(table, first) if chance.random() < IN_ONE_GO else None
    if done is None or done[0].score != table.score:
        return ()
    second = open_play(done[0], chance)
    return (first, second) if isinstance(second, Move | HandPass) else ()


def _at_once(state: State, plays: tuple[Play, ...]) -> Intent:
    """No single event stands for several plays; their label covers the sum."""
    table = table_of(state)
    acts: tuple[Act, ...] = ()
    for play in plays:
        acts += on_table(table, play)
        done = played(table, play)
        table = done[0] if done is not None else table
    return Intent(event=None, acts=acts, label=label_of_plays(state, plays))


def _between(state: State, chance: Chance) -> Event:
    """What a side does outside open play."""
    match state.phase:
        case Phase.SETUP:
            return _set_up(state, chance)
        case Phase.PENALTY_KICK | Phase.CONVERSION:
            return PostsPassed(good=chance.random() < GOOD_KICK)
        case Phase.AWARD_CHOICE if state.award is not None:
            discs = sorted(state.award.discs)
            return Choose(disc=discs[chance.randrange(len(discs))])
        case Phase.PENALTY_CHOICE:
            return TakePenalty(choice="goal" if chance.random() < 0.7 else "play")
        case _:
            return _double_six(state, chance)


def _double_six(state: State, chance: Chance) -> Event:
    rival = most_dangerous(table_of(state))
    if rival is not None and chance.random() < 0.5:
        return SendOff(disc=rival)
    return PlayTwelve()


def _set_up(state: State, chance: Chance) -> Event:
    """Lays out a side that has discs in hand or none on the central file, then confirms."""
    waiting = [side for side in Side if side not in state.ready]
    for side in waiting:
        on_board = list(state.discs_of(side))
        central = any(state.squares[d].file == state.pitch.centre_file for d in on_board)
        hand = [d for d in state.in_hand if side_of(d) is side]
        if hand or not central:
            discs = sorted((*hand, *on_board), key=number_of)
            squares = formation(sorted(state.pitch.set_up[side]), side, len(discs), chance)
            return Place(side=side, squares=tuple(zip(discs, squares, strict=True)))
    return Ready(side=waiting[0])
