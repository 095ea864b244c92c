"""Commands run in this process, and the one sentence they end in when their input is bad."""

from collections.abc import Callable

import pytest

from app.wiring.cli import run

Complaint = Callable[..., str]


@pytest.fixture
def complaint(capsys: pytest.CaptureFixture[str]) -> Complaint:
    """Runs a command; gives its sentence. It is one line, no traceback, and the code is 2."""

    def complain(*argv: object, lang: str = "en") -> str:
        capsys.readouterr()
        code = run([*(str(word) for word in argv), "--lang", lang])
        told = capsys.readouterr()
        assert (code, told.err.count("\n")) == (2, 1), (code, told)
        assert "Traceback" not in told.err
        return told.err

    return complain
