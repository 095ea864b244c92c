"""What can be wrong between the host and the box, and the sentence that says what to do."""

from typing import Literal

Lang = Literal["fr", "en"]
ProblemReason = Literal["absent", "busy", "permission", "io", "url", "wrong-device", "silent"]
AlertReason = Literal[
    "gap", "power-loss", "lost", "other-box", "stale", "version", "wrong-device", "silent"
]

SENTENCES: dict[str, tuple[str, str]] = {
    "absent": (
        "Rien n’est branché sur {url}. Branchez le boîtier avec un câble USB de données.",
        "Nothing is plugged in at {url}. Plug the box in with a USB data cable.",
    ),
    "busy": (
        "Un autre programme utilise {url}. Fermez-le (moniteur série, autre partie) et réessayez.",
        "Another program is using {url}. Close it (serial monitor, another match) and try again.",
    ),
    "permission": (
        "Vous n’avez pas le droit d’ouvrir {url}. Ajoutez votre compte au groupe dialout (uucp "
        "sous Arch), puis ouvrez une nouvelle session.",
        "You may not open {url}. Add your account to the group dialout (uucp on Arch), then log "
        "in again.",
    ),
    "io": (
        "La liaison avec {url} est coupée. Vérifiez le câble : la partie reprend dès son retour.",
        "The link with {url} broke. Check the cable: the match goes on as soon as it is back.",
    ),
    "url": (
        "{url} n’est pas une adresse de boîtier. Donnez un port (/dev/ttyUSB0, COM3) ou sim://.",
        "{url} is not the address of a box. Give a port (/dev/ttyUSB0, COM3) or sim://.",
    ),
    "wrong-device": (
        "Un autre appareil que le boîtier répond sur ce port. Choisissez le port du boîtier.",
        "Something other than the box speaks on this port. Choose the port of the box.",
    ),
    "silent": (
        "Rien ne parle sur ce port. Vérifiez que le boîtier est sous tension et à jour.",
        "Nothing speaks on this port. Check that the box has power and its firmware.",
    ),
    "version": (
        "Le boîtier parle la version {protocol} du protocole, l’application la version 1. Mettez "
        "à jour le plus ancien des deux.",
        "The box speaks version {protocol} of the protocol, the app version 1. Update the older "
        "of the two.",
    ),
    "gap": (
        "Le boîtier n’a plus les événements {first} à {last}. Vérifiez le dernier lancer et le "
        "dernier tir.",
        "The box no longer has events {first} to {last}. Check the last roll and the last kick.",
    ),
    "power-loss": (
        "Le boîtier a perdu son alimentation. Ce qui suit l’événement {after} peut manquer : "
        "vérifiez le dernier lancer et le dernier tir.",
        "The box lost its power. What came after event {after} may be missing: check the last "
        "roll and the last kick.",
    ),
    "lost": (
        "Trop d’événements à la fois : le boîtier en a perdu {count}. Vérifiez le dernier lancer "
        "et le dernier tir.",
        "Too much at once: the box lost {count} of its events. Check the last roll and the last "
        "kick.",
    ),
    "other-box": (
        "Un autre boîtier est branché. La partie continue avec lui.",
        "Another box is plugged in. The match goes on with it.",
    ),
    "stale": (
        "Le boîtier ne répond plus. Vérifiez le câble et l’alimentation ; rien n’est perdu.",
        "The box has gone quiet. Check its cable and power; nothing is lost.",
    ),
}


def sentence(reason: str, lang: Lang, **args: str | int) -> str:
    """The sentence of a reason, filled in; KeyError when there is none."""
    french, english = SENTENCES[reason]
    return (french if lang == "fr" else english).format(**args)


class LinkProblem(Exception):
    """The box cannot be reached. `reason` is a key of `SENTENCES`, `args` fill the sentence."""

    def __init__(self, reason: ProblemReason, **details: str | int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details = details

    def __str__(self) -> str:
        return self.sentence("en")

    def sentence(self, lang: Lang) -> str:
        return sentence(self.reason, lang, **self.details)
