"""The differences of a reprocessing for people and programs: a page for a browser and JSON, neither of which names a signer."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from pipeline.crashpoint import crashpoint
from pipeline.work.carried import Decided
from pipeline.work.differences import Differences, ScanDifference

SCHEMA = "petition-differences/1"


def write(folder: Path, name: str, found: Differences, decided: Decided) -> tuple[Path, Path]:
    """Write `differences.html` and `differences.json` into `folder`, each whole or not at all."""
    page, data = folder / "differences.html", folder / "differences.json"
    _whole(page, _page(name, found, decided))
    _whole(data, json.dumps(as_object(name, found, decided), indent=1) + "\n")
    return page, data


def as_object(name: str, found: Differences, decided: Decided) -> dict[str, Any]:
    """The whole report as one JSON object."""
    return {
        "schema": SCHEMA,
        "campaign": name,
        "scans": len(found.scans),
        "causes": {cause: totals(scans) for cause, scans in found.by_cause().items()},
        "decisions": {"carried": decided.carried, "reopened": [list(one) for one in decided.reopened]},
        "problems": [{"sha256": sha256, "reason": reason} for sha256, reason in found.problems],
        "changed": [{**asdict(scan), "cause": scan.cause} for scan in found.scans if scan.changed],
    }


def totals(scans: Sequence[ScanDifference]) -> dict[str, int]:
    """Over the scans that changed by one cause: scans, findings new, gone and other, and what it did to the lines."""
    changes = [f for scan in scans for f in scan.findings]
    return {
        "scans": len(scans),
        "new": sum(f.before is None for f in changes),
        "gone": sum(f.after is None for f in changes),
        "other": sum(f.before is not None and f.after is not None for f in changes),
        "counted": sum(s.after.counted - s.before.counted for s in scans),
        "not_counted": sum(s.after.not_counted - s.before.not_counted for s in scans),
        "review": sum(s.after.review - s.before.review for s in scans),
    }


def _page(name: str, found: Differences, decided: Decided) -> str:
    environment = Environment(
        loader=PackageLoader("pipeline.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template("differences.html.j2").render(
        name=name,
        scans=found.scans,
        changed=sum(s.changed for s in found.scans),
        causes={cause: totals(scans) for cause, scans in found.by_cause().items()},
        carried=decided.carried,
        reopened=decided.reopened,
        problems=found.problems,
    )


def _whole(target: Path, text: str) -> None:
    part = target.with_suffix(f".{os.getpid()}.part")
    with part.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    crashpoint("differences-before-rename")
    part.replace(target)
    crashpoint("differences-written")
