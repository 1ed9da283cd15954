"""What scanners and hands do to a good page: turned, leaning, streaked, cut, blurred, noisy, thresholded."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]


def turned(pixels: Pixels, clockwise: int) -> Pixels:
    """Turned clockwise by a quarter, a half or three quarters."""
    return np.ascontiguousarray(np.rot90(pixels, k=-(clockwise // 90)))


def leaning(pixels: Pixels, degrees: float) -> Pixels:
    """Content leaning clockwise by `degrees` about the page's middle; size kept, white outside."""
    height, width = pixels.shape[:2]
    # OpenCV counts angles anticlockwise.
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -degrees, 1.0)
    white = (255, 255, 255)
    return np.asarray(cv2.warpAffine(pixels, matrix, (width, height), flags=cv2.INTER_CUBIC, borderValue=white), np.uint8)


def where_leaning_goes(x: float, y: float, degrees: float, width: float, height: float) -> tuple[float, float]:
    """Where `leaning` takes a point."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    dx, dy = x - width / 2, y - height / 2
    return width / 2 + cos * dx - sin * dy, height / 2 + sin * dx + cos * dy


def noisy(pixels: Pixels, sigma: float, seed: int = 1) -> Pixels:
    """Sensor noise."""
    noise = np.random.default_rng(seed).normal(0, sigma, pixels.shape)
    return np.clip(pixels + noise, 0, 255).astype(np.uint8)


def blurred(pixels: Pixels, sigma_px: float) -> Pixels:
    """Out of focus."""
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), sigma_px), np.uint8)


def bitonal(pixels: Pixels, threshold: int = 150) -> Pixels:
    """Two levels."""
    return np.where(pixels < threshold, 0, 255).astype(np.uint8)


def streaked(pixels: Pixels, x_px: int, width_px: int = 2, level: int = 60) -> Pixels:
    """A dirty spot on the glass of the feeder: a line down the whole page."""
    out = pixels.copy()
    out[:, x_px : x_px + width_px] = np.minimum(out[:, x_px : x_px + width_px], level)
    return out


def jpeg(pixels: Pixels, quality: int = 50) -> Pixels:
    """Saved as JPEG and opened again."""
    data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    flags = cv2.IMREAD_GRAYSCALE if pixels.ndim == 2 else cv2.IMREAD_COLOR
    return np.asarray(cv2.imdecode(data, flags), np.uint8)


def shaded(pixels: Pixels, px_per_pt: float, depth: int = 90, reach_pt: float = 25) -> Pixels:
    """A shadow along the left edge, as of a book's back or a lid not closed."""
    x = np.arange(pixels.shape[1]) / px_per_pt
    shadow = depth * np.exp(-((x / reach_pt) ** 2))
    return np.clip(pixels - shadow[None, :], 0, 255).astype(np.uint8)


def punched(pixels: Pixels, px_per_pt: float) -> Pixels:
    """Three punch holes at the left, black as the bed behind them."""
    out = pixels.copy()
    height = pixels.shape[0]
    for share in (0.12, 0.5, 0.88):
        cv2.circle(out, (round(22 * px_per_pt), round(share * height)), round(10 * px_per_pt), (20, 20, 20), -1)
    return out


def showing_through(pixels: Pixels, back: Pixels, strength: float = 0.08) -> Pixels:
    """The print on the back of the sheet, mirrored and faint."""
    mirrored = cv2.GaussianBlur(255 - back[:, ::-1].astype(np.float32), (0, 0), 3)
    return np.clip(pixels - strength * mirrored, 0, 255).astype(np.uint8)
