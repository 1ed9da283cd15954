"""Which read piece stands for which known piece: two sequences of strings laid beside each other, no page and no pixel.

Long equal runs are taken first; between them pieces are paired by likeness, with run-together and split words allowed; what lies
far from everything else and is short is a coincidence and is dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from pipeline.section.tokens import folded

# A run of this many pieces, or of this many letters, hardly ever stands twice by chance in an English page (tried on
# the seven made-up measures against all pages of their own forms: at two pieces "of the" alone links any two
# paragraphs).
STRONG_PIECES = 3
STRONG_LETTERS = 14
# A run of fewer letters must stand about where its neighbours would have it; a longer one may stand after a stamp or a
# gap.
LONE_LETTERS = 26
# Two pieces less alike than this are two words, not one word misread ("shall" and "small" 0.8, "shall" and "may" 0.2).
PAIR_LIKENESS = 0.55
# Beyond this many cells a gap between runs is not paired piece by piece: it would take seconds, and so long a gap is a
# missing page.
CELLS_AT_MOST = 150_000
# Read pieces looked at before the first and after the last run, for each known piece that has no place yet.
REACH = 1.6
REACH_LEAST = 12


@dataclass(frozen=True, slots=True)
class Pair:
    """Known pieces k0 to k1 (half-open) are read as pieces p0 to p1. `same`: letter for letter, spacing apart."""

    k0: int
    k1: int
    p0: int
    p1: int
    same: bool


def align(known: Sequence[str], read: Sequence[str]) -> tuple[Pair, ...]:
    """Pairs in the order of the known pieces; known pieces in no pair were not found.

    Pairs follow the reading order, except for whole blocks that stand elsewhere (columns read the other way round).
    """
    if not known or not read:
        return ()
    runs = _strong_runs(known, read)
    pairs: list[Pair] = []
    edges = [(0, 0, 0), *runs, (len(known), len(read), 0)]
    for (k, p, size), (next_k, next_p, _) in pairwise(edges):
        pairs.extend(Pair(k + i, k + i + 1, p + i, p + i + 1, True) for i in range(size))
        k_from, p_from, k_to, p_to = k + size, p + size, next_k, next_p
        reach = int(REACH * (k_to - k_from)) + REACH_LEAST
        if (k, p, size) == (0, 0, 0) and runs:
            p_from = max(p_from, p_to - reach)
        if (next_k, next_p) == (len(known), len(read)) and runs:
            p_to = min(p_to, p_from + reach)
        pairs.extend(_between(known, read, k_from, k_to, p_from, p_to))
    pairs = _without_coincidences(pairs, known)
    return tuple(sorted([*pairs, *_elsewhere(known, read, pairs)], key=lambda pair: pair.k0))


def _strong_runs(known: Sequence[str], read: Sequence[str]) -> list[tuple[int, int, int]]:
    blocks = SequenceMatcher(None, known, read, autojunk=False).get_matching_blocks()
    strong = [
        (b.a, b.b, b.size)
        for b in blocks
        if b.size and (b.size >= STRONG_PIECES or sum(len(known[b.a + i]) for i in range(b.size)) >= STRONG_LETTERS)
    ]
    return _main_cluster(strong)


def _main_cluster(runs: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Leaves out runs that stand far from the others in what was read and are small beside them."""
    if len(runs) < 2:
        return runs
    clusters: list[list[tuple[int, int, int]]] = [[runs[0]]]
    for before, run in pairwise(runs):
        gap_known = run[0] - before[0] - before[2]
        gap_read = run[1] - before[1] - before[2]
        if gap_read > 2 * gap_known + 30:
            clusters.append([])
        clusters[-1].append(run)
    sizes = [sum(size for _, _, size in cluster) for cluster in clusters]
    return [
        run for cluster, size in zip(clusters, sizes, strict=True) if size >= 8 or size >= 0.4 * max(sizes) for run in cluster
    ]


def _between(known: Sequence[str], read: Sequence[str], k0: int, k1: int, p0: int, p1: int) -> list[Pair]:
    """Pairs the pieces of a gap by likeness; dynamic programme over pieces, two or three of which may be run together."""
    rows, columns = k1 - k0, p1 - p0
    if rows <= 0 or columns <= 0 or rows * columns > CELLS_AT_MOST:
        return []
    k_text = [folded(t) for t in known[k0:k1]]
    p_text = [folded(t) for t in read[p0:p1]]
    likeness = cdist(k_text, p_text, scorer=Levenshtein.normalized_similarity, dtype=np.float32).tolist()
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    step: list[list[tuple[int, int]]] = [[(0, 0)] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows + 1):
        for j in range(columns + 1):
            if i == 0 and j == 0:
                continue
            top, how = -1e9, (0, 0)
            if i and best[i - 1][j] > top:
                top, how = best[i - 1][j], (1, 0)
            if j and best[i][j - 1] - 0.05 > top:
                top, how = best[i][j - 1] - 0.05, (0, 1)
            if i and j:
                for di, dj in ((1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (2, 2)):
                    if i < di or j < dj:
                        continue
                    gain = _gain(k_text, p_text, likeness, i, j, di, dj)
                    if gain > 0 and best[i - di][j - dj] + gain > top:
                        top, how = best[i - di][j - dj] + gain, (di, dj)
            best[i][j], step[i][j] = top, how
    pairs: list[Pair] = []
    i, j = rows, columns
    while i or j:
        di, dj = step[i][j]
        if di and dj:
            same = "".join(known[k0 + i - di : k0 + i]) == "".join(read[p0 + j - dj : p0 + j])
            pairs.append(Pair(k0 + i - di, k0 + i, p0 + j - dj, p0 + j, same))
        i, j = i - di, j - dj
    return pairs[::-1]


def _gain(k_text: list[str], p_text: list[str], likeness: list[list[float]], i: int, j: int, di: int, dj: int) -> float:
    if di == dj == 1:
        alike, letters = likeness[i - 1][j - 1], len(k_text[i - 1])
        return letters * (2 * alike - 1) if alike >= PAIR_LIKENESS else 0.0
    left, right = "".join(k_text[i - di : i]), "".join(p_text[j - dj : j])
    if abs(len(left) - len(right)) > 1 + len(left) // 6:
        return 0.0
    alike = Levenshtein.normalized_similarity(left, right)
    # A little less than single pairs give, so that words are paired one by one wherever that is as good.
    return len(left) * (2 * alike - 1) - 0.3 if alike >= 0.8 else 0.0


def _without_coincidences(pairs: list[Pair], known: Sequence[str]) -> list[Pair]:
    """Drops short runs of pairs whose place in what was read does not fit the place that their neighbours give them."""
    runs: list[list[Pair]] = []
    for pair in pairs:
        if runs and pair.p0 - runs[-1][-1].p1 <= 2 and pair.k0 - runs[-1][-1].k1 <= 1:
            runs[-1].append(pair)
        else:
            runs.append([pair])
    weights = [sum(len(t) for pair in run for t in known[pair.k0 : pair.k1]) for run in runs]
    for number in sorted(range(len(runs)), key=lambda n: weights[n]):
        if weights[number] >= LONE_LETTERS or len(runs) < 2:
            break
        before = next((runs[n] for n in range(number - 1, -1, -1) if runs[n]), None)
        after = next((runs[n] for n in range(number + 1, len(runs)) if runs[n]), None)
        if not (_fits(before, runs[number]) and _fits(runs[number], after)):
            runs[number] = []
    return [pair for run in runs for pair in run]


def _fits(before: list[Pair] | None, after: list[Pair] | None) -> bool:
    """Whether about as many pieces were read between two runs as are known between them; a run at an end always fits there."""
    if not before or not after:
        return True
    known, read = after[0].k0 - before[-1].k1, after[0].p0 - before[-1].p1
    return abs(known - read) <= 0.4 * max(known, read) + 3


def _elsewhere(known: Sequence[str], read: Sequence[str], pairs: list[Pair]) -> list[Pair]:
    """Known blocks with no place so far that stand out of order among the pieces nobody has taken."""
    taken_k = {k for pair in pairs for k in range(pair.k0, pair.k1)}
    taken_p = {p for pair in pairs for p in range(pair.p0, pair.p1)}
    free = [p for p in range(len(read)) if p not in taken_p]
    found: list[Pair] = []
    run: list[int] = []
    for k in range(len(known) + 1):
        if k < len(known) and k not in taken_k:
            run.append(k)
            continue
        if len(run) >= 8:
            words = [known[i] for i in run]
            blocks = [
                b
                for b in SequenceMatcher(None, words, [read[p] for p in free], autojunk=False).get_matching_blocks()
                if b.size >= 4
            ]
            if sum(b.size for b in blocks) >= 0.5 * len(run):
                for b in blocks:
                    found.extend(
                        Pair(run[b.a + i], run[b.a + i] + 1, free[b.b + i], free[b.b + i] + 1, True) for i in range(b.size)
                    )
                used = {p for pair in found for p in range(pair.p0, pair.p1)}
                free = [p for p in free if p not in used]
        run = []
    return found
