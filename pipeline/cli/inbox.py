"""`petition inbox`: how far is everything that was dropped, and what waits for a person?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from pipeline.errors import ExitCode
from pipeline.law import petition_file
from pipeline.report.plain_text import file_name, plain
from pipeline.store.intake_watch import Watch
from pipeline.store.store import Store
from pipeline.work.pieces import partly_read
from pipeline.work.report_files import FOLDER as REPORTS

# So many problems are listed; more are counted, and lie in the folder.
MOST_LISTED = 50

_RELATED: dict[str, str] = {
    "supersedes": "is a longer copy, and counts in the place, of",
    "longer-after-filing": "came after filing and is a longer copy of: look which counts,",
    "same-pages": "has the same pages as: look which counts,",
    "shorter-copy": "has only the first pages of: look which counts,",
}


def show_status(*, as_json: bool) -> int:
    """Print the state of everything; the exit code."""
    with Store.open() as store:
        store.inbox.ensure(store.settings.folder)
        look, now = Watch(store.inbox, store.settings).look(), store.status()
        there = len(look.ready) + look.changing
        if as_json:
            print(json.dumps({"in_intake": there, "reachable": look.reachable, **asdict(now)}))
            return int(ExitCode.NOTHING_FOUND)
        print(f"Intake folder: {file_name(str(store.inbox.intake))}" + ("" if look.reachable else " (cannot be reached)"))
        print(f"Files in it now: {there}")
        print(
            f"Seen so far: {now.seen} = {now.waiting} waiting + {now.working} being read + {now.taken} read + {now.duplicate} "
            f"duplicates + {now.problem} problems"
        )
        for known in store.petitions():
            print(f"Petition {known.id}: {len(store.scans_of(known.id))} scans, {file_name(str(known.path))}")
            for one in store.relations(known.id):
                print(f"  {file_name(store.name_of(one.sha256))} {_RELATED[one.kind]} {file_name(store.name_of(one.other))}")
        for part in partly_read(store):
            print(
                f"Not read to its end: {file_name(store.name_of(part.sha256))}, pages 1 to {part.read} of {part.pages} so far; "
                f"what was found is in {REPORTS}/{file_name(part.petition)}/, and nothing of it is counted yet"
            )
        problems = store.problems(most=MOST_LISTED)
        for problem in problems:
            print(f"Problem: {file_name(problem.name)}: {plain(problem.sentence)}")
        if now.problem > len(problems):
            more = now.problem - len(problems)
            print(f"… and {more} problems more, each with its reason beside it in {store.inbox.problem.name}/")
    return int(ExitCode.NOTHING_FOUND)


def add(files: Sequence[Path]) -> int:
    """Register petition files; the exit code."""
    petitions = [(petition_file.load(path), path) for path in files]
    with Store.open() as store:
        store.inbox.ensure(store.settings.folder)
        for petition, path in petitions:
            store.register_petition(petition.id, path)
            print(f"{petition.id}: drop its scans into {file_name(str(store.inbox.intake / petition.id))}")
    return int(ExitCode.NOTHING_FOUND)
