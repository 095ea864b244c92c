"""What a session makes of posts, contests and a box without an eye."""

from dataclasses import replace

from app.match.showing import Showing
from app.rulebook.api import Awaits
from app.rulebook.facts import PostsPassed
from app.rulebook.side import Side
from app.rulebook.words import LANGS, Catalogue, phrase
from firmware_bridge.messages import Button
from firmware_bridge.posts import ROWS
from tests.match.rig import Rig
from tests.match.test_session import rolled
from tests.match.toy import State, Toy


class Kicking(Toy):
    """Waits for a kick at the posts from the first roll on."""

    def awaits(self, state: State) -> Awaits:
        if state.points is None:
            return super().awaits(state)
        return Awaits(kind="posts", side=Side.HOME, prompt=phrase("match.bar.both"), phase="posts")


def test_silent_posts_are_asked_about_and_a_kick_heard_meanwhile_answers() -> None:
    rig = rolled(rig=Rig(game=Kicking()))
    rig.by_hand()
    rig.table.ball = None
    rig.wait(2.5)
    assert not rig.asking()
    rig.wait(2)
    assert rig.asking()
    rig.kick()
    rig.wait(0.5)
    assert not rig.asking()
    kicks = [s.event for s in rig.match.entries if isinstance(s.event, PostsPassed)]
    assert [kick.good for kick in kicks] == [True]


def test_doubtful_beams_are_asked_about() -> None:
    rig = rolled(rig=Rig(game=Kicking()))
    rig.passing, rig.why = None, "from behind"
    rig.kick()
    rig.wait(0.6)
    assert rig.asking()
    question = Showing().view(rig.session).question
    assert question is not None
    assert "de derrière" in Catalogue("fr", "app.match").say(question.text)
    rig.session.answer(1)
    event = rig.match.last.event
    assert isinstance(event, PostsPassed)
    assert not event.good


def test_the_small_key_opens_and_closes_a_review() -> None:
    rig = rolled()
    rig.press(Button.AWAY_SMALL)
    rig.wait(0.5)
    assert Showing().view(rig.session).bar == "review"
    rig.press(Button.AWAY_SMALL)
    rig.wait(0.5)
    assert not rig.session.review
    assert len(rig.match.entries) == 1


def test_the_box_is_heard_without_an_eye() -> None:
    rig = Rig()
    rig.session.sources = replace(rig.session.sources, sight=None, frames=None)
    rig.roll(1, 2)
    rig.wait(0.2)
    assert rig.match.state.points == 3
    assert Showing().view(rig.session).senses.dice == "ok"


def test_a_disc_moved_during_a_kick_is_read_and_a_lifted_one_is_not() -> None:
    rig = rolled(rig=Rig(game=Kicking()))
    rig.table.hand = True
    rig.wait(0.5)
    del rig.table.towers["b2"]
    rig.table.hand, rig.table.ball = False, None
    rig.wait(2)
    assert len(rig.match.entries) == 1
    rig.table.towers["b2"], rig.table.ball = "H", "b2"
    rig.by_hand(("c2", "c4"))
    rig.wait(1.2)
    assert [type(s.event).__name__ for s in rig.match.entries] == ["DiceRolled", "Slide"]


def test_every_doubt_of_the_posts_has_its_words() -> None:
    doubts = {why for passing, why, _ in ROWS if passing.good is None} | {"several"}
    for lang in LANGS:
        known = Catalogue(lang, "app.match").names()
        assert {f"match.posts.{why.replace(' ', '_')}" for why in doubts} <= known
