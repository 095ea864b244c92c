"""Property tests try new cases every time by hand, and the same ones every time in the gate: a
change is judged by what it changes. What a new case finds is kept as an `@example`.
"""

import os

from hypothesis import settings

settings.register_profile("gate", derandomize=True)
if os.environ.get("TARU_GATE"):
    settings.load_profile("gate")
