"""Hands, sleeves and heads: large things that reach over the felt from beyond its edge."""

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.bare_felt import BareFelt, Blob
from vision.change import FACTOR, Mask, Reduction, carried_over, strongest
from vision.frames import Image
from vision.observation import SeenHand

EDGES = "SNWE"
RELATIVE = 0.15
LEAST_LEVELS = 8.0
LEAST_DISCS = 2.2
LEAST_INSIDE_DISCS = 0.3
DENSE = 0.5
HALF_ARM_MM = 45.0
"""What differs in brightness alone belongs to a hand when its structure is this near."""
THICK_DISCS = 1.8
"""What is this thick from its middle to its edge (diameters) is no cluster of pieces: a head."""
CLOSE_MM, JOIN_MM = 3.0, 16.0
SAME_RELIEF = 0.55
"""Correlation of the fine relief before and now from which on the same things are seen there in
another light: measured on shadows 0.7 and more, under hands 0.3 and less."""
AS_FORMERLY = 0.3
"""What was uncovered differs from what was seen there before by so much less than from what lay on
it."""
ALL_AROUND = 0.05
OUTLINE_PX = 0.8
_LIMITS = np.clip(RELATIVE * np.arange(256) + LEAST_LEVELS, 0, 255).astype(np.uint8)


class HandWatch:
    """Compares reduced pictures with the table as it last lay there without a hand.

    Light is taken out of the comparison (see `Relit`). A hand is a blob of change that reaches the
    strip around the felt, or is as thick as a head, is larger than pieces are, hides what was seen
    there before, and does not look like bare felt (a hand that left leaves felt behind).
    """

    def __init__(self, reduction: Reduction) -> None:
        self.reduction = reduction
        surface = reduction.surface
        self._disc_px = np.pi * (surface.disc_mm / 2) ** 2 / reduction.mm2_per_px
        self._bare = BareFelt(reduction)
        self._near = _round(HALF_ARM_MM / reduction.mm_per_px)
        self._thick_px = THICK_DISCS * surface.disc_mm / reduction.mm_per_px
        self._join = _round(JOIN_MM / reduction.mm_per_px)
        self._close = _round(CLOSE_MM / reduction.mm_per_px)
        self._by_frame: Mask = np.asarray(cv2.dilate(reduction.frame, self._join), np.uint8)
        self._background: Image | None = None
        self._former: Image | None = None
        self._limits: Mask = np.zeros(reduction.size[::-1], np.uint8)
        self.changed: Mask = self._limits

    @property
    def ready(self) -> bool:
        """Whether a background has been given."""
        return self._background is not None

    @property
    def all_around(self) -> bool:
        """Whether change crosses three edges of the felt or more: no hands, a knocked camera."""
        crossing = cv2.bitwise_and(self.changed, self.reduction.band)
        if not cv2.countNonZero(crossing):
            return False
        band, changed = self.reduction.band > 0, np.asarray(crossing) > 0
        whole = np.bincount(self.reduction.side[band], minlength=4)
        part = np.bincount(self.reduction.side[changed], minlength=4)
        return int((part > ALL_AROUND * np.maximum(whole, 1)).sum()) >= 3

    def settle(self, small: Image) -> None:
        """Take this picture of the table without a hand as what to compare with from now on. What
        was seen before wherever it has changed is kept in mind: a hand may lie beside the felt.
        """
        if self._background is None or self._former is None:
            self._former = small
        else:
            lost = (self.changed > 0) & (self._differs(small, self._former) > 0)
            self._former = np.where(lost[..., None], self._background, self._former)
        self._background = small
        self._limits = np.asarray(cv2.LUT(strongest(small), _LIMITS), np.uint8)

    def carry_on(self, before: "HandWatch", now: Image) -> None:
        """Compare with what another view's watch compared with, as it looks from here."""
        old, table = before._background, before.reduction.table  # noqa: SLF001 - of the same class
        if old is not None:
            self.settle(carried_over(old, table, self.reduction.table, now, FACTOR))

    def look(self, small: Image) -> tuple[SeenHand, ...]:
        """The hands in a reduced picture; `changed` keeps what differs from the background by more
        than its light.
        """
        if self._background is None:
            self.settle(small)
        background = small if self._background is None else self._background
        self.changed = self._differs(small, self.reduction.relit.nearby(background, small))
        if not cv2.countNonZero(self.changed):
            return ()
        plain = self._differs(small, self.reduction.relit.everywhere(background, small))
        whole = self._whole(plain)
        if self._few(whole):
            return ()
        solid = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        arms = _parts(whole, (solid > 0) & (self.reduction.band > 0))
        blobs = (*arms, *self._heads(whole, plain, arms))
        return tuple(self._seen(blob) for blob in blobs if self._is_hand(blob, small, background))

    def _heads(self, whole: Mask, plain: Mask, arms: Sequence[Blob]) -> list[Blob]:
        """What is as thick as a head and reaches over no edge. Its middle is far from all that
        has structure, and its shadow leaves its outline open.
        """
        closed = cv2.morphologyEx(whole, cv2.MORPH_CLOSE, self._join)
        for arm in arms:
            closed[arm] = 0
        if self._few(np.asarray(closed, np.uint8)):
            return []
        solid = cv2.morphologyEx(
            cv2.bitwise_and(_hulls(closed), plain), cv2.MORPH_CLOSE, self._close
        )
        thick = cv2.distanceTransform(solid, cv2.DIST_L2, 3) > self._thick_px
        return _parts(np.asarray(solid, np.uint8), thick)

    def _whole(self, plain: Mask) -> Mask:
        """What changed, with the insides of large things that changed (`plain`: by light too)."""
        grown = cv2.morphologyEx(self.changed, cv2.MORPH_CLOSE, self._close)
        most = np.asarray(cv2.bitwise_or(plain, grown), np.uint8)
        if not cv2.countNonZero(cv2.bitwise_and(most, self._by_frame)) and self._few(most):
            return most  # only on the frame can more come of it: a ball that rolls, a disc
        clean = cv2.morphologyEx(self.changed, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
        inside = cv2.bitwise_and(plain, cv2.dilate(clean, self._near))
        # On a frame as brown as skin only parts of a hand stand out: they are joined there.
        joined = cv2.morphologyEx(cv2.bitwise_or(inside, grown), cv2.MORPH_CLOSE, self._join)
        on_frame = cv2.bitwise_and(joined, self.reduction.frame)
        both = cv2.bitwise_or(cv2.bitwise_or(inside, grown), on_frame)
        return np.asarray(cv2.bitwise_and(both, self.reduction.watched), np.uint8)

    def _few(self, mask: Mask) -> bool:
        """Whether a mask is smaller than any hand."""
        return cv2.countNonZero(mask) < LEAST_DISCS * self._disc_px

    def _differs(self, small: Image, even: Image) -> Mask:
        delta = strongest(np.asarray(cv2.absdiff(small, even), np.uint8))
        far = cv2.compare(delta, self._limits, cv2.CMP_GT)
        return np.asarray(cv2.bitwise_and(far, self.reduction.watched), np.uint8)

    def _is_hand(self, blob: Blob, small: Image, background: Image) -> bool:
        inside = blob & (self.reduction.felt > 0)
        if blob.sum() < LEAST_DISCS * self._disc_px:
            return False
        if inside.sum() < max(3.0, LEAST_INSIDE_DISCS * self._disc_px):
            return False
        if self._bare.shows(small, blob) or self._was_covered(small, blob):
            return False
        return _same_relief(small, background, self._core(blob)) < SAME_RELIEF

    def _was_covered(self, small: Image, blob: Blob) -> bool:
        """Whether what is seen here is what was seen before something came to lie there that was
        taken for the table.
        """
        former = small if self._former is None else self._former
        differs = self._differs(small, self.reduction.relit.nearby(former, small))
        share, now = ((mask[blob] > 0).mean() for mask in (differs, self.changed))
        return bool(share < AS_FORMERLY * now)

    def _core(self, blob: Blob) -> Blob:
        """The part of a blob in which nearly all has changed by more than its light, if it is
        large enough: a hand without its shadow. Else the blob.
        """
        dense = blob & (cv2.blur(self.changed, (5, 5)) > DENSE * 255)
        return dense if dense.sum() >= LEAST_DISCS * self._disc_px else blob

    def _seen(self, blob: Blob) -> SeenHand:
        contours, _ = cv2.findContours(
            blob.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
        )
        largest = max(contours, key=cv2.contourArea)
        outline = cv2.approxPolyDP(largest, OUTLINE_PX, closed=True).reshape(-1, 2)
        mm = self.reduction.to_mm(np.asarray(outline, np.float64))
        sides = self.reduction.side[blob & (self.reduction.band > 0)]
        edge = EDGES[int(np.bincount(sides, minlength=4).argmax())] if len(sides) else None
        return SeenHand(outline_mm=tuple((float(x), float(y)) for x, y in mm), edge=edge)


def _parts(mask: Mask, where: Blob) -> list[Blob]:
    """The connected parts of a mask that reach a place."""
    if not where.any():
        return []
    count, labels = cv2.connectedComponents(mask, connectivity=8)
    return [labels == k for k in np.unique(labels[where]) if 0 < k < count]


def _hulls(mask: cv2.typing.MatLike) -> Mask:
    """The parts of a mask (0/255), each made convex."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hulls = [cv2.convexHull(contour) for contour in contours]
    return np.asarray(cv2.drawContours(np.zeros_like(mask), hulls, -1, 255, -1), np.uint8)


def _round(radius: float) -> Mask:
    """A round structuring element."""
    size = 2 * max(1, round(radius)) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def _same_relief(now: Image, before: Image, blob: Blob) -> float:
    """How alike the fine relief of two pictures is inside a blob: -1 … 1."""
    a, b = (_relief(image)[blob] for image in (now, before))
    return float((a * b).sum() / (np.sqrt((a * a).sum() * (b * b).sum()) + 1e-6))


def _relief(image: Image) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray((grey + 4) / (cv2.blur(grey, (7, 7)) + 4) - 1, np.float32)


def find_hands(
    image: Image, background: Image, table: TableMap, surface: Surface
) -> tuple[SeenHand, ...]:
    """Hands in a BGR picture, given one of the same table without a hand (pieces may differ)."""
    reduction = Reduction(table, surface)
    watch = HandWatch(reduction)
    watch.settle(reduction.of(background))
    return watch.look(reduction.of(image))
