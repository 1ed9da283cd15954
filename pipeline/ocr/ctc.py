"""How well whole spellings fit the frames of a line: the forward sum of connectionist temporal classification (CTC).

Source: Graves et al., "Connectionist Temporal Classification", 2006, section 4.1. Spellings share their beginnings in a
tree, so that thousands are scored at once. Every frame is divided by its largest probability: the best path scores about 1,
and a spelling's score says how far it falls behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SpellingTree:
    """Spellings as a tree of symbols; node 0 is the empty beginning.

    `symbol`, `parent`: shape (nodes,); symbols count from 1 (0 is "no character"). `ends`: shape (spellings,), the node each
    spelling ends in, in the order given.
    """

    symbol: Indices
    parent: Indices
    ends: Indices

    @classmethod
    def of(cls, spellings: Iterable[str], places: Mapping[str, int]) -> SpellingTree:
        """The tree of `spellings`, whose characters are the keys of `places`."""
        symbol, parent, ends = [0], [0], []
        below: dict[tuple[int, str], int] = {}
        for spelling in spellings:
            node = 0
            for character in spelling:
                key = (node, character)
                if key not in below:
                    below[key] = len(symbol)
                    symbol.append(places[character])
                    parent.append(node)
                node = below[key]
            ends.append(node)
        return cls(np.array(symbol, np.int64), np.array(parent, np.int64), np.array(ends, np.int64))


@dataclass(frozen=True, slots=True)
class PrefixScores:
    """Scores of spellings for the frames up to each time, each of shape (spellings, frames + 1)."""

    ended: Doubles
    """At [s, t]: spelling s was written, and its last symbol lies on frame t - 1."""
    rested: Doubles
    """At [s, t]: spelling s was written earlier, and nothing since: at least frame t - 1 is blank."""


def prefix_scores(tree: SpellingTree, emission: Doubles, entry: Doubles) -> PrefixScores:
    """Scores each spelling of the tree against the frames.

    `emission`: shape (frames, 1 + symbols), each row divided by its largest value. `entry`: shape (frames + 1,), the
    score of beginning a spelling at that frame.
    """
    count, nodes = len(emission), len(tree.symbol)
    repeats = tree.symbol == tree.symbol[tree.parent]
    blank, last = np.zeros(nodes), np.zeros(nodes)
    blank[0] = entry[0]
    ended, rested = np.zeros((len(tree.ends), count + 1)), np.zeros((len(tree.ends), count + 1))
    for t in range(count):
        frame = emission[t]
        coming = blank[tree.parent] + np.where(repeats, 0.0, last[tree.parent])
        both = blank + last
        last = (last + coming) * frame[tree.symbol]
        blank = both * frame[0]
        last[0], blank[0] = 0.0, entry[t + 1]
        ended[:, t + 1], rested[:, t + 1] = last[tree.ends], blank[tree.ends]
    return PrefixScores(ended, rested)
