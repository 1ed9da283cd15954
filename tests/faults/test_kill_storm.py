"""Two hundred kills at random with two workers: each file once, nothing lost, a backup made meanwhile is whole (B10, B35)."""

from __future__ import annotations

import multiprocessing
import os
import random
import time

import pytest

from pipeline.store.backup import backup, verify_backup
from tests.faults import worker
from tests.faults.conftest import Workshop
from tests.store.scans import png

pytestmark = pytest.mark.faults

KILLS = 200
SCAN_SECONDS = 0.02
# What waits in the intake is kept at so many, so that every kill hits work.
WAITING = 12


def _run(environment: dict[str, str], seconds: float) -> None:
    os.environ.update(environment)
    os._exit(worker.work(seconds))


class Storm:
    """Two workers, started by a process that has everything imported already, killed and started again."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["tests.faults.worker"])
        self._random = random.Random(20261130)
        self._workers = [self._new(), self._new()]
        self.kills = 0
        """Workers that were at work when they were killed."""
        self.dropped = 0
        self.unique = 0

    def _new(self):
        process = self._context.Process(target=_run, args=(self._workshop.environment, SCAN_SECONDS))
        process.start()
        return process

    def fill(self) -> None:
        """Keep files in the intake; every fifth is one that was dropped before."""
        intake = self._workshop.settings.inbox_folder / "intake" / "oak"
        while len(list(intake.iterdir())) < WAITING:
            old = self.dropped % 5 == 4
            seed = self._random.randrange(self.unique) if old else self.unique
            self.unique += 0 if old else 1
            self._workshop.drop(f"{self.dropped}.png", png(seed))
            self.dropped += 1

    def kill_one(self) -> None:
        """Wait a moment, kill a worker, start another in its place."""
        time.sleep(self._random.uniform(0.05, 0.6))
        number = self._random.randrange(2)
        # A worker that found nothing to do has ended by itself; it is started again all the same.
        self._workers[number].kill()
        self._workers[number].join()
        assert self._workers[number].exitcode in (0, -9), self._workers[number].exitcode
        self.kills += self._workers[number].exitcode == -9
        self._workers[number] = self._new()

    def calm(self) -> None:
        for process in self._workers:
            process.join(timeout=300)
            assert process.exitcode == 0


def test_two_hundred_random_kills_lose_nothing_and_double_nothing(workshop, tmp_path):
    storm = Storm(workshop)
    while storm.kills < KILLS:
        storm.fill()
        storm.kill_one()
        if storm.kills % 50 == 25:
            with workshop.store() as store:
                backup(store, tmp_path / "backup")
            verify_backup(tmp_path / "backup")
    storm.calm()
    workshop.expect(taken=storm.unique, duplicate=storm.dropped - storm.unique)
