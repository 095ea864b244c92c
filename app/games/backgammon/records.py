"""The record formats of backgammon."""

from collections.abc import Mapping

from app.games.backgammon.mat import write_mat
from app.games.backgammon.sgf import write_sgf
from app.rulebook.chronicle import Writer

FORMATS: Mapping[str, Writer] = {"mat": write_mat, "sgf": write_sgf}
