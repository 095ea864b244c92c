from collections import Counter
from statistics import median
from time import process_time

import pytest

from app.games.taru.bots.faults import FAULTS
from app.games.taru.bots.setups import formation
from app.games.taru.game import Taru
from app.games.taru.plays import EndTurn
from app.games.taru.rules.judge import judge
from app.games.taru.state import Phase
from app.rehearsal.chance import chance_of
from app.rehearsal.soak import soak
from app.rehearsal.truth import difference
from app.rulebook.acts import PressKey, RollDice, Say
from app.rulebook.side import Side
from app.rulebook.words import Problem
from app.wiring.games import players
from tests.games.taru_bot_matches import BOT, Step, bot_match, start, std_board, table_after

SEEDS = range(30)
GAME = Taru()


@pytest.fixture(scope="module")
def matches() -> list[list[Step]]:
    """Thirty matches, every third on the smaller board."""
    boards = [std_board(), std_board(), std_board("taru-club")]
    return [list(bot_match(seed, boards[seed % 3])) for seed in SEEDS]


def disagreement(step: Step) -> str | None:
    """How the referee differs from the label written beforehand."""
    return difference(GAME, step.label, step.rulings, step.rulings[-1].state)


def test_every_label_agrees_with_the_referee_in_thirty_matches(matches: list[list[Step]]) -> None:
    wrong = [
        f"{said}: {step.events} against {step.label}"
        for steps in matches
        for step in steps
        if (said := disagreement(step)) is not None
    ]
    assert wrong == []


def test_matches_finish_in_a_sensible_number_of_turns(matches: list[list[Step]]) -> None:
    assert all(steps[-1].rulings[-1].state.phase is Phase.FINISHED for steps in matches)
    turns = [sum(isinstance(step.events[-1], EndTurn) for step in steps) for steps in matches]
    assert max(turns) <= 120
    assert 25 <= median(turns) <= 60


def test_matches_show_most_of_the_game(matches: list[list[Step]]) -> None:
    cited = Counter(r.rule for steps in matches for step in steps for r in step.rulings)
    rare = "T16 T17 T18 T22 T32 T33 T35 T37 T41 T43 T66 T78 T83 T120 T126 T129 T131 T134 T141 T143"
    rare += " T45 T46 T54 T59 T73 T74 T75 T87 T89 T115 T116 T117 T128 T139"
    assert set(rare.split()) <= set(cited)


def test_hands_show_what_the_label_says(matches: list[list[Step]]) -> None:
    """For acts on the felt the table that hands leave is the labelled one."""
    for steps in matches[:10]:
        for step in steps:
            phase = step.state.phase
            told = step.label.layout is not None and not any(
                isinstance(act, RollDice | PressKey | Say) for act in step.intent.acts
            )
            same_score = step.label.score == step.state.score
            if phase is Phase.OPEN and told and same_score and step.intent.label is not None:
                after = table_after(step.state, step.intent.acts)
                assert step.label.layout is not None
                assert after.seen() == step.label.layout.seen()


def test_a_choice_takes_less_than_ten_milliseconds(matches: list[list[Step]]) -> None:
    states = [step.state for steps in matches[:6] for step in steps]
    chance = chance_of("speed")
    since = process_time()
    for state in states:
        BOT.choose(state, chance)
    assert (process_time() - since) / len(states) < 0.010


def test_faults_break_the_section_they_mean_to(matches: list[list[Step]]) -> None:
    chance = chance_of("faults")
    broken: Counter[str] = Counter()
    for steps in matches:
        for step in steps:
            for section in FAULTS:
                intent = (
                    BOT.break_rule(step.state, section, chance) if chance.random() < 0.07 else None
                )
                if intent is None or intent.event is None:
                    continue
                assert intent.label is not None
                ruling = judge(step.state, intent.event)[-1]
                assert ruling.refused, (section, intent.event)
                cited = {ruling.rule, *ruling.also}
                assert cited & set(intent.label.sections), (section, cited, intent.event)
                assert ruling.state == step.state
                broken[section] += 1
    seldom = (
        "T10 T16 T41 T43 T50 T51 T58 T60 T63 T65 T75 T88 T89 T92 T93 T102 T130 T134 T139 T142 T143"
    )
    assert set(FAULTS) - set(seldom.split()) <= set(broken)


def test_a_section_nobody_breaks_is_not_broken() -> None:
    assert BOT.break_rule(start(std_board()), "T5", chance_of("none")) is None
    assert BOT.break_rule(start(std_board()), "T28", chance_of("none")) is None
    assert set(BOT.visible_sections()) < set(BOT.breakable())


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("count", [15, 14, 9, 1])
def test_formations_lie_in_their_area_with_a_central_disc(side: Side, count: int) -> None:
    state = start(std_board())
    area = sorted(state.pitch.set_up[side])
    for seed in range(20):
        squares = formation(area, side, count, chance_of("form", seed))
        assert len(set(squares)) == count
        assert set(squares) <= set(area)
        assert any(square.file == state.pitch.centre_file for square in squares)
        fronts = [square.rank * side.forward for square in squares]
        assert fronts == sorted(fronts, reverse=True)


def test_the_same_seed_gives_the_same_match() -> None:
    first = [step.events for step in bot_match(4)]
    assert first == [step.events for step in bot_match(4)]


def test_the_purposeful_bot_beats_the_random_one() -> None:
    first, second = players("taru", ("purposeful", "random"))
    boards = {"std": std_board()}
    report = soak(GAME, boards, matches=2, seed=5, bots=(first, second))
    assert report.fine, report.cases
    assert report.won == (2, 0, 0)


@pytest.mark.parametrize("kinds", [("purposeful",), ("purposeful", "cheating"), ()])
def test_bots_that_nobody_knows_are_one_sentence(kinds: tuple[str, ...]) -> None:
    with pytest.raises(Problem) as problem:
        players("taru", kinds)
    assert problem.value.phrase.key == "cli.soak.unknown_bots"
