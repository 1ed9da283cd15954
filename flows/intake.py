"""Take in what lies ready in the intake folder: one flow run a look that found something, one task for up to fifty files.

The files are handed over in this process and never as parameters of a run: a file's name may name a person, and Prefect keeps
parameters.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from uuid import uuid4

from prefect import flow, task

from flows.opened import store
from pipeline.errors import PetitionError
from pipeline.store import NoRoom, Ready, Unreachable

logger = logging.getLogger(__name__)

# Taking in a file costs a few milliseconds, and so does a task's record: a thousand small files are twenty tasks.
FILES_A_TASK = 50


_handed: dict[str, tuple[Ready, ...]] = {}


def hand_over(ready: Sequence[Ready]) -> str:
    """Put files aside for a run of this process; under which word the run finds them."""
    word = uuid4().hex
    _handed[word] = tuple(ready)
    return word


@task(name="take in files", task_run_name="{count} files", log_prints=False)
def take_in(count: int, ready: Sequence[Ready]) -> dict[str, int]:
    """Take in a batch of files; how many ended how. A file that fails stops no other: the next look sees it again."""
    opened = store()
    ended: Counter[str] = Counter()
    for file in ready:
        try:
            receipt = opened.take_in(file.path, patient=file.patient)
        except (NoRoom, Unreachable):
            # The folder or the disk, not this file: what is left waits where it is.
            raise
        except PetitionError as why:
            logger.warning("a file could not be taken in; it stays where it is: %s", type(why).__name__)
            ended["stays"] += 1
        else:
            ended[receipt.outcome if receipt else "nothing yet"] += 1
    return dict(ended)


@flow(name="intake", flow_run_name="{files} files", persist_result=False, validate_parameters=False)
def intake(files: int, handed: str) -> dict[str, int]:
    """Take in `files` files that lie ready and were handed over; how many were taken, are duplicates, or are problems.

    Raises:
        NoRoom: the disk is full. Unreachable: the folder is off. What was not taken in stays where it is.
    """
    ended: Counter[str] = Counter()
    for batch in _batched(_handed.pop(handed), FILES_A_TASK):
        ended.update(take_in(len(batch), batch))
    return dict(ended)


def _batched(ready: Sequence[Ready], most: int) -> list[tuple[Ready, ...]]:
    return [tuple(ready[start : start + most]) for start in range(0, len(ready), most)]
