"""What the eye says when it cannot do its work: one sentence, in the user's language."""

SENTENCES: dict[str, tuple[str, str]] = {
    "picture.missing": (
        "Image introuvable : {path}. Vérifiez le nom du fichier.",
        "There is no picture at {path}. Check the file name.",
    ),
    "picture.unreadable": (
        "Image illisible : {path}. Essayez un fichier JPEG ou PNG.",
        "The picture {path} cannot be read. Try a JPEG or PNG file.",
    ),
    "picture.size": (
        "L’image {path} mesure {seen} pixels ; la caméra décrite en donne {expected}.",
        "The picture {path} is {seen} pixels; the camera described gives {expected}.",
    ),
    "picture.no_table": (
        "On ne voit pas les lignes du tapis là où l’œil les attend dans {path} : vérifiez la "
        "photo, les coins ou la calibration.",
        "The lines of the felt are not where they should be in {path}: check the picture, the "
        "corners or the calibration.",
    ),
    "folder.missing": (
        "Dossier introuvable : {path}.",
        "There is no folder at {path}.",
    ),
    "folder.empty": (
        "Le dossier {path} ne contient aucune image .jpg avec son .json.",
        "The folder {path} holds no .jpg picture with its .json.",
    ),
    "clips.none": (
        "Le dossier {path} ne contient aucun film : un fichier .json et un dossier d’images .jpg "
        "du même nom.",
        "The folder {path} holds no clip: a .json file with a folder of .jpg pictures of the same "
        "name.",
    ),
    "annotations.missing": (
        "Annotations introuvables : {path}. Vérifiez le nom du fichier.",
        "There are no annotations at {path}. Check the file name.",
    ),
    "annotations.broken": (
        "Les annotations {path} ne se lisent pas : il faut du JSON « images » avec x, y, r, ou "
        "du texte YOLO.",
        "The annotations {path} cannot be read: JSON “images” with x, y, r is needed, or YOLO "
        "text.",
    ),
    "annotations.none": (
        "Aucune image du dossier {folder} n’a d’annotations dans {path}.",
        "No picture of the folder {folder} has annotations in {path}.",
    ),
    "dump.refused": (
        "Impossible d’écrire {path} : vérifiez le dossier et ses droits.",
        "{path} cannot be written: check the folder and its permissions.",
    ),
    "scene.missing": (
        "Description de scène introuvable : {path}. Vérifiez le nom du fichier.",
        "There is no scene description at {path}. Check the file name.",
    ),
    "scene.broken": (
        "La description de scène {path} n’est pas du JSON lisible.",
        "The scene description {path} is no readable JSON.",
    ),
    "scene.lacking": (
        "La description de scène {path} est incomplète ou fausse : corrigez « {what} ».",
        "The scene description {path} is incomplete or wrong: correct “{what}”.",
    ),
    "calibration.missing": (
        "Pas de calibration dans {path} : calibrez la caméra d’abord.",
        "There is no calibration at {path}: calibrate the camera first.",
    ),
    "calibration.damaged": (
        "La calibration {path} est abîmée : calibrez la caméra de nouveau.",
        "The calibration {path} is damaged: calibrate the camera again.",
    ),
    "calibration.no_grid": (
        "Le quadrillage du tapis ne se voit pas assez bien. Éclairez la table, dégagez le tapis, "
        "ou touchez ses quatre coins.",
        "The grid of the felt cannot be seen well enough. Light the table, clear the felt, or "
        "touch its four corners.",
    ),
    "calibration.refused": (
        "Calibration refusée : les lignes tombent à {mm} mm de leur place, il en faut moins de 3. "
        "Vérifiez que c’est bien ce plateau.",
        "Calibration refused: the lines lie {mm} mm from their places, less than 3 is needed. "
        "Check that this is the board.",
    ),
    "corners.four": (
        "Il faut les quatre coins du tapis, chacun en x et y (pixels).",
        "The four corners of the felt are needed, each as x and y (pixels).",
    ),
    "corners.order": (
        "Ces quatre coins ne sont pas ceux d’un tapis vu d’en haut : donnez a1, l’autre bout du "
        "rang 1, puis les deux du fond en tournant.",
        "These four corners are not those of a felt seen from above: give a1, the other end of "
        "rank 1, then the two at the far end, going round.",
    ),
    "corners.felt": (
        "Ces quatre coins ne vont pas à un tapis de {files} × {ranks} cases : donnez a1, l’autre "
        "bout du rang 1, puis les deux du fond en tournant, et vérifiez le plateau.",
        "These four corners do not fit a felt of {files} × {ranks} squares: give a1, the other "
        "end of rank 1, then the two at the far end, going round, and check the board.",
    ),
    "camera.absent": (
        "Aucune caméra n° {number}. Branchez-la, ou essayez un autre numéro (camera:1).",
        "There is no camera number {number}. Plug it in, or try another number (camera:1).",
    ),
    "camera.free": (
        "Cette caméra ne laisse pas verrouiller {french} : gardez le même éclairage pendant la "
        "partie.",
        "This camera does not let one lock {english}: keep the same light during the match.",
    ),
    "camera.silent": (
        "La caméra {url} ne donne pas d’image. Un autre programme l’utilise peut-être.",
        "The camera {url} gives no picture. Another program may be using it.",
    ),
    "camera.unknown": (
        "Aucune caméra ne s’appelle « {name} ». Branchées : {known}.",
        "No camera is called “{name}”. Plugged in: {known}.",
    ),
    "camera.several": (
        "Plusieurs caméras s’appellent « {name} » : {known}. Donnez un nom plus long.",
        "Several cameras are called “{name}”: {known}. Give more of the name.",
    ),
    "camera.options": (
        "Caméra mal décrite : {url}. Essayez camera:0?size=1280x720&fps=60.",
        "Camera wrongly described: {url}. Try camera:0?size=1280x720&fps=60.",
    ),
    "camera.otherwise": (
        "La caméra donne {seen} pixels, {seen_fps} images par seconde ; on lui demandait {size} "
        "et {fps}.",
        "The camera gives {seen} pixels, {seen_fps} pictures a second; it was asked for {size} "
        "and {fps}.",
    ),
    "source.gone": (
        "{url} ne donne plus d’image. Vérifiez le câble ou le réseau : je reprends dès qu’elle "
        "revient.",
        "{url} gives no picture any more. Check the cable or the network: I go on as soon as it "
        "is back.",
    ),
    "stream.absent": (
        "Rien ne répond à {url}. Vérifiez l’adresse et le réseau.",
        "Nothing answers at {url}. Check the address and the network.",
    ),
    "stream.silent": (
        "{url} répond mais n’envoie pas d’image.",
        "{url} answers but sends no picture.",
    ),
    "video.unreadable": (
        "Aucune image lisible dans la vidéo {path}.",
        "The video {path} holds no readable picture.",
    ),
    "watch.no_window": (
        "Aucune fenêtre ne s’ouvre : ajoutez --headless, avec --out pour garder la vidéo.",
        "No window opens: add --headless, with --out to keep the video.",
    ),
    "watch.board": (
        "Plateau mal décrit : « {given} ». Essayez 13x24x40 : colonnes, rangs, côté en mm.",
        "Board wrongly described: “{given}”. Try 13x24x40: files, ranks, side in mm.",
    ),
    "watch.no_view": (
        "Il faut savoir d’où l’œil regarde : ajoutez --calibration (un fichier, ou auto) ou "
        "--scene.",
        "It must be known where the eye looks from: add --calibration (a file, or auto) or "
        "--scene.",
    ),
    "source.unknown": (
        "Source d’images inconnue : {url}. Essayez camera:0, http://… ou un fichier.",
        "Unknown source of pictures: {url}. Try camera:0, http://… or a file.",
    ),
    "source.missing": (
        "Ni fichier ni dossier nommé {path}.",
        "There is no file or folder named {path}.",
    ),
    "source.empty": (
        "Aucune image dans {path}.",
        "There are no pictures in {path}.",
    ),
}


class EyeProblem(Exception):
    """A picture, camera or calibration that cannot be used; `sentence(lang)` is for the person."""

    def __init__(self, key: str, **args: object) -> None:
        super().__init__(key)
        self.key = key
        self.args_ = args

    def sentence(self, lang: str) -> str:
        french, english = SENTENCES[self.key]
        return (french if lang == "fr" else english).format(**self.args_)

    def __str__(self) -> str:
        return self.sentence("en")
