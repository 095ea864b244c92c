"""The eye's command line run in this process, and the one sentence it ends in when misused."""

from collections.abc import Callable

import pytest

from calibration.command_line import run
from vision.__main__ import app

Complaint = Callable[..., str]


@pytest.fixture
def complaint(capsys: pytest.CaptureFixture[str]) -> Complaint:
    """Runs `python -m vision …`; gives its sentence. It is one line, and the code is 2."""

    def complain(*argv: object, lang: str = "en") -> str:
        capsys.readouterr()
        code = run(app, "vision", ["--lang", lang, *(str(word) for word in argv)])
        told = capsys.readouterr()
        assert (code, told.err.count("\n")) == (2, 1), (code, told)
        assert "Traceback" not in told.err
        return told.err

    return complain
