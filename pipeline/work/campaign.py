"""A reprocessing of the archive: which scans, and how far it is. A stop at any point is gone on from by calling it again.

The scans are in a queue of the store under the campaign's own name; what stood before it began is known by the id of the last
result then, kept in `reprocess/NAME/campaign.json` beside the store.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path

from pipeline.crashpoint import crashpoint
from pipeline.errors import PetitionError, WrongUse
from pipeline.store import Store
from pipeline.store.originals import sync_folder
from pipeline.work import inputs

FOLDER = "reprocess"
_FILE = "campaign.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Which archived scans are judged again. What is None chooses all."""

    since: date | None = None
    """Only scans that came on this day (UTC) or later."""
    petition: str | None = None
    ordinance: str | None = None
    only_changed: bool = False
    """Only scans whose last result was made from something else than what lies there now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """One reprocessing."""

    name: str
    choice: Choice
    last_before: int
    """Id of the last result before it began: newer ones are its own."""
    scans: int
    finished: bool = False

    @property
    def queue(self) -> str:
        """The name of its queue in the store."""
        return f"reprocess-{self.name}"


def begin(store: Store, choice: Choice) -> Campaign:
    """Choose scans and queue them; of the same choice that was not finished, go on with that.

    Raises:
        WrongUse: where nothing is chosen.
    """
    for earlier in unfinished(store):
        if earlier.choice == choice:
            return _queued(store, earlier)
    chosen = list(_chosen(store, choice))
    if not chosen:
        raise WrongUse(_nothing(store, choice))
    results = store.results()
    campaign = Campaign(
        name=datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f"),
        choice=choice,
        last_before=results[-1].id if results else 0,
        scans=len(chosen),
    )
    folder = folder_of(store, campaign)
    folder.mkdir(parents=True)
    # First which scans, then the campaign itself: a list without its campaign is no campaign.
    _write(folder / "scans.json", json.dumps(chosen))
    _write(folder / _FILE, _as_json(campaign))
    crashpoint("campaign-written")
    return _queued(store, campaign)


def unfinished(store: Store) -> list[Campaign]:
    """Campaigns that were stopped on the way, oldest first."""
    found = sorted((store.settings.home / FOLDER).glob(f"*/{_FILE}"))
    return [c for c in map(_read, found) if not c.finished]


def finish(store: Store, campaign: Campaign) -> None:
    """Its differences are written: it will not be gone on with."""
    _write(folder_of(store, campaign) / _FILE, _as_json(replace(campaign, finished=True)))


def scans_of(store: Store, campaign: Campaign) -> list[tuple[str, str]]:
    """Hash and petition of each of its scans."""
    listed = json.loads((folder_of(store, campaign) / "scans.json").read_text(encoding="utf-8"))
    return [(str(sha256), str(petition)) for sha256, petition in listed]


def folder_of(store: Store, campaign: Campaign) -> Path:
    """The folder for its files."""
    return store.settings.home / FOLDER / campaign.name


def _queued(store: Store, campaign: Campaign) -> Campaign:
    for sha256, petition in scans_of(store, campaign):
        store.queue(campaign.queue, f"{sha256} {petition}", sha256, petition)
    crashpoint("campaign-queued")
    return campaign


def _chosen(store: Store, choice: Choice) -> Iterator[tuple[str, str]]:
    latest = {(r.sha256, r.petition): r for r in store.results()}
    came: dict[str, str] = {}
    if choice.since is not None:
        for receipt in store.receipts(outcome="taken"):
            if receipt.sha256 is not None:
                came.setdefault(receipt.sha256, receipt.at[:10])
    for known in store.petitions():
        if choice.petition not in (None, known.id):
            continue
        try:
            given = inputs.load(known)
        except PetitionError:
            if choice.petition is not None:
                raise
            continue
        if choice.ordinance not in (None, given.ordinance.id):
            continue
        for sha256 in store.scans_of(known.id):
            before = latest.get((sha256, known.id))
            if before is None or (choice.since is not None and came.get(sha256, "") < choice.since.isoformat()):
                # Not read yet: it is in the queue of what came in.
                continue
            if not choice.only_changed or dict(before.versions) != dict(given.versions):
                yield sha256, known.id


def _nothing(store: Store, choice: Choice) -> str:
    ids = [p.id for p in store.petitions()]
    if choice.petition is not None and choice.petition not in ids:
        return f'No petition of the id "{choice.petition}" is known. Known are: {", ".join(ids) or "none"}.'
    if choice.only_changed:
        return "There is nothing to do: every scan of this choice was last judged by just what lies there now."
    return "There is nothing to do: no scan of this choice was read yet. 'petition watch' reads what lies in the intake."


def _read(path: Path) -> Campaign:
    raw = json.loads(path.read_text(encoding="utf-8"))
    choice = raw["choice"]
    since = choice["since"]
    return Campaign(
        name=raw["name"],
        choice=Choice(**{**choice, "since": date.fromisoformat(since) if since else None}),
        last_before=raw["last_before"],
        scans=raw["scans"],
        finished=raw["finished"],
    )


def _as_json(campaign: Campaign) -> str:
    return json.dumps(asdict(campaign), default=str)


def _write(path: Path, text: str) -> None:
    part = path.with_suffix(f".{os.getpid()}.part")
    with part.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    crashpoint("campaign-file-before-rename")
    part.replace(path)
    sync_folder(path.parent)
    crashpoint("campaign-file-written")
