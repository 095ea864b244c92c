"""`python -m vision`: the eye on its own."""

import sys

import typer

from calibration.language import Language, system_language
from vision.measuring import app as evaluate_app
from vision.watching import watch

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="The eye on its own: how well it reads pictures.  L’œil seul : comment il lit les images.",
)
app.add_typer(evaluate_app, name="evaluate")
app.command("watch")(watch)

MISUSED = (
    "Cette commande ne se comprend pas. Ajoutez --help pour voir ce qu’elle attend.",
    "This command cannot be understood. Add --help to see what it expects.",
)


@app.callback()
def _root() -> None:
    """Keeps the commands sub-commands."""


def main() -> None:
    """Runs the command line; a command written wrongly ends in one sentence, exit code 2."""
    try:
        outcome = app(standalone_mode=False)
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        sys.exit(_misused(sys.argv[1:], type(error).__name__))
    sys.exit(outcome if isinstance(outcome, int) else 0)


def _misused(argv: list[str], kind: str) -> int:
    if kind == "NoArgsIsHelpError":
        return 0
    chosen = next((lang for lang in Language if f"--lang {lang}" in " ".join(argv)), None)
    french = (chosen or system_language()) is Language.FRENCH
    typer.echo(MISUSED[0 if french else 1], err=True)
    return 2


if __name__ == "__main__":
    main()
