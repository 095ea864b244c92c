"""What the eye says when it cannot do its work: one sentence, in the user's language."""

from calibration.words import say


class EyeProblem(Exception):
    """A picture, camera or calibration that cannot be used; `sentence(lang)` is for the person.
    `key` is one of the catalogue (`words/<lang>.toml`), `args` fill it in.
    """

    def __init__(self, key: str, **args: object) -> None:
        super().__init__(key)
        self.key = key
        self.args_ = args

    def sentence(self, lang: str) -> str:
        return say(self.key, "fr" if lang == "fr" else "en", **self.args_)

    def __str__(self) -> str:
        return self.sentence("en")
