"""`bench`: figures for every path, none of them asserted."""

from random import Random

from app import games
from app.games.taru.workloads import crowded
from app.rulebook.words import Catalogue
from app.wiring.bench import command
from app.wiring.bench.cost import Cost, cost_of
from app.wiring.boards import boards
from app.wiring.games import game


def test_a_cost_tells_of_its_times() -> None:
    cost = Cost(times_ms=(1.0, 2.0, 3.0, 10.0))
    assert (cost.median, cost.mean, cost.worst) == (2.5, 4.0, 10.0)
    assert 9.0 < cost.p99 <= 10.0


def test_work_is_done_as_often_as_asked() -> None:
    done: list[int] = []
    cost = cost_of(iter(lambda: lambda: done.append(1), None), times=7)
    assert len(done) == len(cost.times_ms) == 7


def test_the_rules_of_every_game_are_measured() -> None:
    named = [name for name, value, _ in command._of_rules() if value > 0]
    assert "plays_cpu_ms_p99" in named
    assert "judge_cpu_ms_p99" in named


def test_every_reference_has_its_name() -> None:
    for lang in ("fr", "en"):
        catalogue = Catalogue(lang, "app")
        assert catalogue.sentence("cli.bench.remap")
        assert catalogue.sentence("cli.bench.loop")


def test_the_workloads_are_legal_work() -> None:
    state = crowded(boards()["std"], Random(3))
    assert len(state.squares) == 30
    assert state.points_left == 12
    assert game("taru").parse(game("taru").write(state), boards()) == state
    assert "taru" in games.names()
