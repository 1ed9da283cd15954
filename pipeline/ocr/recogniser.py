"""The PP-OCRv6 small recogniser from inside the installed rapidocr package: pixels of one line to character probabilities.

Source of the weights: PaddleOCR, Apache-2.0, as `rapidocr` ships them (docs/decisions/0003-recogniser-inside-rapidocr.md).
Only the file is used. The package itself is never imported: it sets OpenCV's options and may reach for the network.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from pipeline.errors import MissingProgram
from pipeline.ocr.alphabet import columns

MODEL_NAME = "PP-OCRv6_rec_small.onnx"
MODEL_BYTES = 21_234_383
MODEL_SHA256 = "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884"

# The model's own input: 48 pixel rows; widths in steps of 32, so that a crop's result never depends on its neighbours.
HEIGHT_PX = 48
WIDTH_STEP_PX = 32
# A line of 48 px height with more than 3,200 columns is no line of writing; it is squeezed rather than refused.
MOST_WIDTH_PX = 3200
# Probability that every frame keeps for every character: one broken stroke must not make a reading impossible.
LEAST_PROBABILITY = 1e-6

# Crops whose frames are remembered, some 15 MB: the fields of a block are read for their text and then kept for the roll, at one
# pass of the model.
REMEMBERED = 600

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Frames:
    """Character probabilities along a line, left to right.

    `probability`: shape (frames, 1 + len(alphabet)); column 0 is "no character here". Each row sums to 1.
    """

    probability: Floats
    alphabet: str
    known: float
    """Mean share of the frames' probability that fell on this alphabet, 0 to 1: low for scribbles and other scripts."""
    px_a_frame: float
    """Columns of the given crop that one frame covers."""


def model_path() -> Path:
    """Where the weights lie.

    Raises:
        MissingProgram: when rapidocr is not installed or has no such file.
    """
    spec = importlib.util.find_spec("rapidocr")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder, "models", MODEL_NAME)
        if path.is_file():
            return path
    raise MissingProgram(f"The weights that read handwriting ({MODEL_NAME}) are not on this computer. Install rapidocr 3.10.")


@functools.cache
def _verified(path: Path) -> bytes:
    data = path.read_bytes()
    if len(data) != MODEL_BYTES or hashlib.sha256(data).hexdigest() != MODEL_SHA256:
        raise MissingProgram(
            f"{path.name} is not the file this program was measured with ({len(data)} bytes). Install rapidocr 3.10.0 again."
        )
    return data


@functools.cache
def _session() -> onnxruntime.InferenceSession:
    """One model a process, at one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(_verified(model_path()), options, providers=["CPUExecutionProvider"])


@functools.cache
def _classes() -> tuple[str, ...]:
    """The model's characters by class; class 0 is the blank, the last one the space."""
    listed = _session().get_modelmeta().custom_metadata_map["character"].split("\n")
    return ("", *listed, " ")


@functools.cache
def _folding(alphabet: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(class indices, alphabet column each adds to)."""
    pairs = [(0, 0)]
    for column, indices in enumerate(columns(_classes(), alphabet), start=1):
        pairs += [(i, column) for i in indices]
    table = np.array(sorted(pairs), dtype=np.int64)
    return table[:, 0], table[:, 1]


def model_stamp() -> str:
    """Model and runtime, for the record."""
    return f"{MODEL_NAME.removesuffix('.onnx')} {MODEL_SHA256[:8]}, onnxruntime {onnxruntime.__version__}"


_remembered: dict[tuple[tuple[int, ...], bytes, str], Frames] = {}
_remembering = threading.Lock()


def prepared(gray: NDArray[np.uint8]) -> tuple[Floats, float]:
    """The model's input (1, 3, 48, width) and the scale from crop to input columns."""
    height, width = gray.shape
    scale = HEIGHT_PX / height
    wide = min(max(round(width * scale), 8), MOST_WIDTH_PX)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    line = np.asarray(cv2.resize(gray, (wide, HEIGHT_PX), interpolation=how), np.float32) / 127.5 - 1.0
    padded = -(-wide // WIDTH_STEP_PX) * WIDTH_STEP_PX
    block = np.zeros((1, 3, HEIGHT_PX, padded), np.float32)
    block[:, :, :, :wide] = line
    return block, wide / width


def frames(gray: NDArray[np.uint8], alphabet: str) -> Frames:
    """Probabilities of the characters of `alphabet` along one line. `gray`: shape (height, width), dark on light.

    Raises:
        MissingProgram: when the weights are not there.
        ValueError: when the crop has no pixel.
    """
    if gray.ndim != 2 or gray.size == 0:
        raise ValueError(f"a crop of shape {gray.shape} has no line to read")
    digest = hashlib.blake2b(np.ascontiguousarray(gray).data, digest_size=16).digest()
    known = _remembered.get((gray.shape, digest, alphabet))
    if known is not None:
        return known
    found = _frames(gray, alphabet)
    with _remembering:
        while len(_remembered) >= REMEMBERED:
            del _remembered[next(iter(_remembered))]
        _remembered[gray.shape, digest, alphabet] = found
    return found


def _frames(gray: NDArray[np.uint8], alphabet: str) -> Frames:
    block, scale = prepared(gray)
    session = _session()
    raw = session.run(None, {session.get_inputs()[0].name: block})[0][0]
    indices, to = _folding(alphabet)
    kept = np.zeros((raw.shape[0], len(alphabet) + 1), np.float32)
    np.add.at(kept.T, to, raw[:, indices].T)
    mass = kept.sum(axis=1, keepdims=True)
    kept = np.maximum(kept / np.maximum(mass, LEAST_PROBABILITY), LEAST_PROBABILITY)
    kept /= kept.sum(axis=1, keepdims=True)
    kept.flags.writeable = False
    return Frames(kept, alphabet, float(np.clip(mass.mean(), 0.0, 1.0)), block.shape[3] / raw.shape[0] / scale)


def best_path(read: Frames) -> tuple[str, float, tuple[float, ...]]:
    """The likeliest characters, the log probability of the whole path, and the probability of each character."""
    picks = read.probability.argmax(axis=1)
    tops = read.probability.max(axis=1)
    text: list[str] = []
    sure: list[float] = []
    before = 0
    for pick, top in zip(picks.tolist(), tops.tolist(), strict=True):
        if pick != 0 and pick != before:
            text.append(read.alphabet[pick - 1])
            sure.append(top)
        elif pick != 0:
            sure[-1] = max(sure[-1], top)
        before = pick
    return "".join(text), float(np.log(tops).sum()), tuple(sure)


def parted(reads: Sequence[Frames], stroke: str) -> Frames:
    """Several readings set one after another with the character `stroke` between, as if it had been written there.

    Raises:
        ValueError: when there is no reading, or `stroke` is not in their alphabet.
    """
    if not reads:
        raise ValueError("nothing to set one after another")
    alphabet = reads[0].alphabet
    between = np.full((3, len(alphabet) + 1), LEAST_PROBABILITY, np.float32)
    between[0, 0] = between[2, 0] = between[1, alphabet.index(stroke) + 1] = 1.0
    rows = [reads[0].probability]
    for read in reads[1:]:
        rows += [between, read.probability]
    return Frames(np.vstack(rows), alphabet, min(read.known for read in reads), reads[0].px_a_frame)
