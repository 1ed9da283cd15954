"""How is each sheet of one file scanned? Draws a scanner's settings from a profile of the catalogue."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import cv2
import numpy as np

from samples.factory.catalogue import Profile
from samples.factory.scanner import Setting

CHROMA, COLOURED_SHARE = 50, 3e-4
"""Automatic colour: a sheet is coloured when this share of its pixels has so much between its channels."""
CELL_PT, CELL_CHROMA, COLOURED_PT2 = 1.5, 16, 12.0
"""The truth's colour: cells of so many points, their channels apart by so much, over so much area. Below it lie JPEG's noise
(under 8 at quality 45 once a cell is averaged) and tinted paper (9 at most in the catalogue); one coloured word is above it."""


@dataclass(slots=True, kw_only=True)
class Way:
    """What holds for the whole file: the profile, and what was drawn from its ranges."""

    profile: Profile
    quality: int
    told_dpi: int | None
    hidden_text: bool
    backs: bool
    fit: float
    crop: float
    tint: tuple[float, float, float]
    fade: float
    holes: bool
    staple: bool
    received: bool
    turned_file: int
    shadow: str = ""
    turned: dict[int, int] = field(default_factory=dict)


def way(rng: random.Random, profile: Profile, *, landscape: bool) -> Way:
    """Draw what holds for a file."""
    s = profile.settings

    def chance(name: str) -> bool:
        return rng.random() < float(s.get(name, 0.0))

    low, high = s.get("quality", (85, 85))
    fit = s.get("fit", (1.0, 1.0))
    tints = s.get("tint", [[1.0, 1.0, 1.0]])
    tint = rng.choice(tints)
    return Way(
        profile=profile,
        quality=rng.randint(low, high),
        told_dpi=rng.choice((72, 96, 100)) if chance("wrong_dpi") else None,
        hidden_text=chance("hidden_text"),
        backs=chance("backs"),
        fit=rng.uniform(*fit),
        crop=float(s.get("crop", 0.0)),
        tint=(tint[0], tint[1], tint[2]),
        fade=rng.uniform(0.1, 0.3) if rng.random() < 0.08 else 0.0,
        holes=chance("holes"),
        staple=chance("staple"),
        received=chance("received") or rng.random() < 0.06,
        turned_file=rng.choice((90, 270)) if landscape and rng.random() < 0.5 else 0,
        shadow=rng.choice(("left", "right", "top", "bottom")) if chance("shadow") else "",
    )


def setting(rng: random.Random, how: Way, sheet: np.ndarray, *, first: bool) -> Setting:
    """Draw the settings of one page."""
    s = how.profile.settings
    colour = how.profile.colour
    if s.get("automatic") and not coloured(sheet):
        colour = rng.choice(("bitonal", "gray"))
    skew = max(-3.0, min(3.0, rng.gauss(0, float(s.get("skew", 0.5)))))
    turn = how.turned_file
    if rng.random() < float(s.get("turned", 0.0)):
        turn = (turn + rng.choice((90, 180, 180, 270))) % 360
    cut = how.crop
    crop = (rng.uniform(0, cut), rng.uniform(0, cut), rng.uniform(0, cut), rng.uniform(0, cut)) if cut else (0.0, 0.0, 0.0, 0.0)
    return Setting(
        colour=colour,
        dpi=how.profile.dpi,
        skew=round(skew, 3),
        turn=turn,
        fit=how.fit,
        crop=crop,
        threshold=str(s.get("threshold", "otsu")),
        dropout=bool(s.get("dropout")),
        speckle=float(s.get("speckle", 0.0)) * rng.uniform(0.3, 1.5),
        shadow=how.shadow,
        fade=how.fade,
        blur=float(s.get("blur", 0.5)),
        noise=float(s.get("noise", 0.008)),
        tint=how.tint,
        holes=how.holes,
        staple=how.staple and first,
        lid=rng.choice((1.0, 1.0, 0.93)),
    )


def coloured(pixels: np.ndarray, step: int = 3) -> bool:
    """Whether a scanner that chooses by itself would see colour on this sheet (uint8 RGB)."""
    red, green, blue = (pixels[::step, ::step, channel].astype(np.int16) for channel in range(3))
    spread = np.maximum(np.maximum(red, green), blue) - np.minimum(np.minimum(red, green), blue)
    return float((spread > CHROMA).mean()) > COLOURED_SHARE


def chromatic(pixels: np.ndarray, dpi: int) -> bool:
    """Whether finished pixels (uint8 RGB at `dpi`; anything else has no colour) show colour anywhere."""
    if pixels.dtype == bool or pixels.ndim != 3:
        return False
    cell = CELL_PT * dpi / 72
    size = (max(1, int(pixels.shape[1] / cell)), max(1, int(pixels.shape[0] / cell)))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.int16)
    spread = small.max(axis=2) - small.min(axis=2)
    return float((spread > CELL_CHROMA).sum()) * CELL_PT**2 >= COLOURED_PT2
