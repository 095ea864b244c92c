"""The language sentences are said in."""

import os
from enum import StrEnum


class Language(StrEnum):
    FRENCH = "fr"
    ENGLISH = "en"


def system_language() -> Language:
    """The system's language, French when it is neither of ours."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next((name for name in names if name), "")
    return Language.ENGLISH if name.lower().startswith("en") else Language.FRENCH
