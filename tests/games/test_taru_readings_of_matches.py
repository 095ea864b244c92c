"""What bots do on a table is read back from what the table shows."""

from collections import Counter
from random import Random

import pytest

from app.games.taru import notation
from app.games.taru.bots.faults import FAULTS
from app.games.taru.labels.table import Table, table_of
from app.games.taru.labels.ways import exact_way, hand_pass_open, reach
from app.games.taru.plays import (
    Choose,
    HandPass,
    Kickoff,
    LongPass,
    Move,
    Place,
    SendOff,
    Strip,
    Tackle,
)
from app.games.taru.readings import read
from app.games.taru.readings.search import JUDGEMENTS
from app.games.taru.rules.judge import judge
from app.games.taru.rules.kicks import kick_open
from app.games.taru.rules.refusal import Rulings
from app.games.taru.state import Phase, State
from app.rehearsal.chance import chance_of
from app.rulebook.api import Change
from app.rulebook.facts import Flown, Play
from app.rulebook.geometry import Square
from app.rulebook.layout import Layout, side_of
from tests.games.taru_bot_matches import BOT, Step, bot_match, change_by, judged, std_board

BOARD = std_board()
GOING = (Phase.OPEN, Phase.INTERCEPT_WINDOW)
ON_FELT = (Move, Strip, Tackle, HandPass, SendOff, Choose, Place, LongPass, Kickoff)


@pytest.fixture(scope="module")
def steps() -> list[Step]:
    return [step for seed in range(7) for step in bot_match(seed, BOARD)]


@pytest.mark.parametrize("ways", [False, True])
def test_every_legal_play_is_read_back(steps: list[Step], *, ways: bool) -> None:
    read_back: Counter[str] = Counter()
    for step in steps:
        if len(step.events) > 1 or not isinstance(step.event, ON_FELT):
            continue
        flown = getattr(step.event, "flown", None)
        flights = (flown,) if isinstance(flown, Flown) else ()
        change = change_by(step.state, step.intent.acts, ways=ways, flights=flights)
        found = read(step.state, change)
        either = bool(flights) and kick_open(step.state)
        assert len(found) == 1 or either, step.event
        assert all((one.legal, one.unexplained) == (True, ()) for one in found)
        expected = notation.write(step.rulings[-1].state)
        assert expected in {notation.write(judged(step.state, f.plays)[-1].state) for f in found}
        read_back[type(step.event).__name__] += 1
    assert set(read_back) >= {kind.__name__ for kind in ON_FELT} - {"Choose"}


@pytest.mark.parametrize("ways", [False, True])
def test_faults_are_read_and_cited(steps: list[Step], *, ways: bool) -> None:
    chance = chance_of("faults", int(ways))
    cited: Counter[str] = Counter()
    for step in steps:
        for section, fault in FAULTS.items():
            if not fault.visible or chance.random() > 0.08:
                continue
            intent = BOT.break_rule(step.state, section, chance)
            if intent is None or intent.label is None:
                continue
            found = read(step.state, change_by(step.state, intent.acts, ways=ways))
            assert found, (section, intent.event)
            last = judged(step.state, found[0].plays)[-1]
            rule = last.rule if last.refused else "nothing"
            assert rule in intent.label.sections, (section, intent.event, found[0])
            cited[section] += 1
    assert len(cited) > 12


def some_play(table: Table, used: set[str], chance: Random) -> Play | None:
    """Any legal play of a disc not used yet, contact and passes preferred."""
    plays: list[Play] = []
    for disc, _ in table.playable():
        if disc not in used:
            plays += _plays_of(table, disc)
    carrier, here = table.carrier, table.ball_square
    if carrier is not None and here is not None and side_of(carrier) is table.turn:
        for mate, square_of_mate in table.free(table.turn):
            if mate != carrier and hand_pass_open(table, here, square_of_mate, table.turn.forward):
                plays += [HandPass(giver=carrier, receiver=mate)] * 25
    return plays[chance.randrange(len(plays))] if plays else None


def _plays_of(table: Table, disc: str) -> list[Play]:
    plays: list[Play] = []
    for to, way in reach(table, disc, min(table.points, 5)).items():
        weight = 40 if to == table.ball else 3 if disc == table.carrier else 1
        plays += [Move(disc=disc, path=way)] * weight
    target = table.ball_square
    if target is None or table.carrier is None or side_of(table.carrier) is table.turn:
        return plays
    stripped = exact_way(table, disc, target, table.red, strip=True) if table.strip_open else None
    tackled = (
        exact_way(table, disc, target, table.green, strip=False) if table.tackle_open else None
    )
    plays += [Strip(disc=disc, path=stripped)] * 40 if stripped else []
    plays += [Tackle(disc=disc, path=tackled)] * 40 if tackled else []
    return plays


def some_plays(state: State, count: int, chance: Random) -> tuple[tuple[Play, ...], State]:
    plays: tuple[Play, ...] = ()
    used: set[str] = set()
    for _ in range(count):
        play = some_play(table_of(state), used, chance)
        ruling = judge(state, play)[-1] if play is not None else None
        if play is None or ruling is None or ruling.refused:
            continue
        plays, state = (*plays, play), ruling.state
        used.add(getattr(play, "disc", ""))
        if state.phase not in GOING:
            break
    return plays, state


@pytest.mark.parametrize("count", [2, 3])
def test_several_plays_in_one_go_are_explained_at_no_higher_price(
    steps: list[Step], count: int
) -> None:
    chance = chance_of("several", count)
    tried = 0
    for step in steps[::9]:
        if step.state.phase not in GOING:
            continue
        plays, after = some_plays(step.state, count, chance)
        shown = after.layout().seen()
        if after.phase not in GOING or shown.same_table(step.state.layout().seen()):
            continue
        ways, where = [], step.state
        for play in plays:
            if isinstance(play, Move | Strip | Tackle):
                ways.append((where.squares[play.disc], *play.path))
            where = judge(where, play)[-1].state
        change = Change(before=step.state.layout(), after=shown, ways=tuple(ways))
        found = read(step.state, change)
        assert found, plays
        assert (found[0].legal, found[0].unexplained) == (True, ()), plays
        assert found[0].cost <= sum(len(way) - 1 for way in ways)
        outcome = judged(step.state, found[0].plays)[-1].state
        assert outcome.layout().seen().same_table(shown)
        tried += 1
    assert tried > 40


def test_a_table_swept_about_is_given_up_after_few_rulings(
    steps: list[Step], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: Counter[str] = Counter()

    def counted(state: State, play: Play) -> Rulings:
        asked["now"] += 1
        return judge(state, play)

    monkeypatch.setattr("app.games.taru.readings.search.judge", counted)
    chance = chance_of("sweep")
    open_play = [step.state for step in steps if step.state.phase is Phase.OPEN][::150]
    most = 0
    for state in open_play:
        towers = dict(state.layout().towers)
        taken = list(towers)
        chance.shuffle(taken)
        empty = [Square(f, r) for f in range(1, 14) for r in range(1, 25)]
        empty = [sq for sq in empty if sq not in towers]
        chance.shuffle(empty)
        for start_square, end in zip(taken[:25], empty, strict=False):
            towers[end] = towers.pop(start_square)
        swept = Layout(towers=tuple(sorted(towers.items())), ball=state.ball).seen()
        asked.clear()
        read(state, Change(before=state.layout(), after=swept))
        most = max(most, asked["now"])
    assert 0 < most <= 3 * JUDGEMENTS  # as they lie, without the flights, and widely


def test_reading_is_a_function_of_what_it_is_given(steps: list[Step]) -> None:
    for step in steps[100:160]:
        change = change_by(step.state, step.intent.acts, ways=False)
        first, second = read(step.state, change), read(step.state, change)
        assert first == second
