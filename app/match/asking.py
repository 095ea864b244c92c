"""A question that is open, with what each answer does."""

from collections.abc import Callable
from dataclasses import dataclass

from app.match.log import Cursor
from app.match.table_view import Question


@dataclass(frozen=True, kw_only=True)
class Asked:
    """`cursor` = the event of the box that is safe once the question is answered. `table` = it is
    about the table, and falls when the table is put back.
    """

    question: Question
    then: tuple[Callable[[], None], ...]
    cursor: Cursor | None = None
    table: bool = False
