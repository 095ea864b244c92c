"""`python -m vision`: the eye on its own. Help texts are keys of `words/<lang>.toml`."""

from typing import Annotated

import typer

from calibration import command_line
from vision.measuring import app as evaluate_app
from vision.watching import watch

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="help.vision",
)
app.add_typer(evaluate_app, name="evaluate")
app.command("watch", help="help.watch")(watch)


@app.callback()
def _root(
    lang: Annotated[str, typer.Option("--lang", metavar="fr|en", help="options.lang")] = "",
) -> None:
    """Keeps the commands sub-commands."""
    del lang  # taken from anywhere on the line before typer sees it; here for the help page


def main() -> None:
    command_line.main(app, "vision")


if __name__ == "__main__":
    main()
