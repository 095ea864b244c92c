"""House rules on the command line, and the book in the terminal."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from app.match.log import read_log
from app.match.replay import resume
from app.wiring.cli import run
from app.wiring.games import game
from app.wiring.language import Voice
from app.wiring.opening import Wanted, check_house_rules, given_options, open_match

Complaint = Callable[..., str]
Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--mode", "blitz"), "blitz"),
        (("--option", "knight_pass"), "name=value"),
        (("--option", "knight_pass=perhaps"), "perhaps"),
        (("--option", "knights=true"), "knights"),
        (("--option", "turn_seconds=0"), "turn_seconds"),
        (("--game", "backgammon", "--option", "crawford=maybe"), "maybe"),
    ],
)
def test_a_wrong_house_rule_is_said_before_anything_opens(
    complaint: Complaint, words: tuple[str, ...], says: str
) -> None:
    assert says in complaint("play", *words)
    complaint("play", *words, lang="fr")


def test_house_rules_are_written_in_the_file_and_kept(tmp_path: Path, complaint: Complaint) -> None:
    path = tmp_path / "match.jsonl"
    options = given_options("timed20", ["knight_pass=true", "turn_seconds=30"])
    wanted = Wanted(game_name="taru", board="std", path=path, names="", options=options)
    check_house_rules(wanted)
    open_match(Voice("en"), path, wanted, ("Oak", "Walnut"), options).close()
    header = read_log(path).header
    assert header.options == {"mode": "timed20", "knight_pass": "true", "turn_seconds": "30"}
    assert "C:1200/30" in header.start
    assert "O:knight_pass=true,turn_seconds=30" in header.start
    again = resume(path, game)
    assert again.setup.options == options
    again.close()
    assert "has begun" in complaint("play", "--match", path, "--option", "pass_over=true")


def told(capsys: Capture, *words: str) -> str:
    capsys.readouterr()
    assert run([*words, "--lang", "en"]) == 0
    return capsys.readouterr().out


def test_the_book_is_told_whole_or_by_section(capsys: Capture, complaint: Complaint) -> None:
    whole = told(capsys, "book")
    assert len(re.findall(r"(?m)^T[0-9]+ ", whole)) == 144
    one = told(capsys, "book", "t43")
    assert one.startswith("Passes\nT43 Pass out. ")
    assert "pass_touch=nearest_back|lineout" in one
    assert "only people can call" in told(capsys, "book", "T4")
    record = json.loads(told(capsys, "book", "80", "--json").splitlines()[-1])
    assert [entry["section"] for entry in record["sections"]] == ["T80"]
    assert "R21" in told(capsys, "book", "R21", "--game", "backgammon")
    assert "T144" in complaint("book", "T145")


def test_every_house_rule_is_listed(capsys: Capture) -> None:
    for name in ("taru", "backgammon"):
        listed = told(capsys, "book", "--house", "--game", name)
        assert all(f" {rule.name}=" in listed for rule in game(name).house_rules)
