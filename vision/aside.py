"""Work of some seconds: done at once, or beside the frames that go on coming."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread

from calibration.table_map import TableMap

Search = Callable[[], TableMap | None]
Found = Future[TableMap | None]
Aside = Callable[[Search], Found]
"""How a search is begun; its outcome is asked for frame by frame."""


def at_once(search: Search) -> Found:
    """The search is over when this returns: what is recorded is told the same way every time."""
    found: Found = Future()
    _run(search, found)
    return found


def beside(search: Search) -> Found:
    """A thread searches while frames are looked at: for what is seen live."""
    found: Found = Future()
    Thread(target=_run, args=(search, found), name="registering", daemon=True).start()
    return found


def _run(search: Search, found: Found) -> None:
    try:
        found.set_result(search())
    except Exception as error:  # noqa: BLE001 - raised where the outcome is asked for
        found.set_exception(error)
