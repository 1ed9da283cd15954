"""A result of `benchmarks.accuracy` as a Markdown table beside its goals.

python -m benchmarks.table benchmarks/results/NAME.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.totals import CHECKS, CLEAN_REVIEWS_MOST, DATES_READ, LINE_STATE, PARTS_F1, SIGNATURE, SOFTENED_MOST


def markdown(record: dict[str, Any]) -> str:
    """The goals of the first stretch, each with what was reached."""
    parts, lines, checks, clean = record["parts"]["pooled"], record["lines"], record["checks"], record["clean"]
    rows = [
        (
            "parts found, F1",
            f"{PARTS_F1}",
            _figure(parts["f1"], f"{parts['true']} found, {parts['missed']} missed, {parts['false']} false"),
        ),
        ("signer lines lost", "0", f"{lines['found']['n'] - lines['found']['hits']} of {lines['found']['n']}"),
        ("line state", f"{LINE_STATE}", _share(lines["state"])),
        ("signature present or not", f"{SIGNATURE}", _share(lines["signature"])),
        ("checks, precision", f"{CHECKS}", _share(checks["pooled"]["precision"])),
        ("checks, recall", f"{CHECKS}", _share(checks["pooled"]["recall"])),
        ("the same without notes, precision", "", _share(checks["pooled_without_notes"]["precision"])),
        ("the same without notes, recall", "", _share(checks["pooled_without_notes"]["recall"])),
        ("void softened to review", f"≤ {SOFTENED_MOST}", _share(record["softened"])),
        ("clean sections with a void or refuse finding", "0", _share(clean["fallen"])),
        (
            "review findings a clean colour section",
            f"< {CLEAN_REVIEWS_MOST}",
            _mean(clean["reviews_on_them"], clean["colour_sections"]),
        ),
        ("dates read right with certainty 0.9 or more", f"{DATES_READ}", _share(record["dates"]["right_and_read"])),
        ("wrong readings that are certain, without a review", "", _share(record["wrong_and_certain"])),
        ("scans that could not be read", "0", str(record["crashed"])),
    ]
    head = ["| figure | goal | reached |", "| --- | --- | --- |"]
    return "\n".join(head + [f"| {name} | {goal} | {reached} |" for name, goal, reached in rows])


def _share(share: dict[str, Any]) -> str:
    if share["value"] is None:
        return "nothing to count"
    low, high = share["wilson95"]
    return f"{share['value']:.3f} ({share['hits']} of {share['n']}; {low:.3f} to {high:.3f})"


def _figure(value: float | None, detail: str) -> str:
    return "nothing to count" if value is None else f"{value:.3f} ({detail})"


def _mean(total: int, n: int) -> str:
    return f"{total / n:.2f} ({total} on {n})" if n else "no such section"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m benchmarks.table benchmarks/results/NAME.json")
    print(markdown(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
