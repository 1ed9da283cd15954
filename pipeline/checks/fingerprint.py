"""The hash of everything that a result is a function of: same in, same out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

from pipeline.checks.case import Case
from pipeline.model.scan import Scan


def fingerprint(case: Case, scan: Scan, versions: Mapping[str, str]) -> str:
    """SHA-256 in hexadecimal digits. Where files lie does not count, only what they are called and hold."""
    given = {
        "scan": [scan.sha256, scan.page_count],
        "facts": asdict(case.facts),
        "unplaced": case.unplaced,
        "petition": {k: v for k, v in asdict(case.petition).items() if k != "path"} | {"ordinance": case.ordinance.id},
        "ordinance": case.ordinance.hash,
        "versions": dict(versions),
    }
    return hashlib.sha256(json.dumps(given, sort_keys=True, default=_plain, ensure_ascii=False).encode()).hexdigest()


def _plain(value: Any) -> Any:
    """Days as ISO text, paths as names, sets in order."""
    if isinstance(value, Path):
        return value.name
    if isinstance(value, set | frozenset):
        return sorted(value)
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return str(value)
