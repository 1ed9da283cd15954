"""A reprocessing as `petition reprocess` makes it, without Prefect, for kills between its steps.

`python -m tests.faults.campaigner` goes on with what was begun, or begins; ends when its differences are written.
"""

from __future__ import annotations

from pipeline.store import Store
from pipeline.store.settings import StoreSettings
from pipeline.work import campaign, carried, differences, differences_report, reading
from pipeline.work.campaign import Choice


def main() -> None:
    with Store.open(StoreSettings()) as store:
        store.settle()
        begun = campaign.begin(store, Choice())
        while held := store.claim(begun.queue):
            assert reading.read(store, held[0]).ended == "done"
        found = differences.compare(store, begun)
        decided = carried.carry(store, begun)
        differences_report.write(campaign.folder_of(store, begun), begun.name, found, decided)
        campaign.finish(store, begun)


if __name__ == "__main__":
    main()
