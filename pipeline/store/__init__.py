"""The store: what was taken in, read, judged and decided, kept so that nothing is lost and nothing is changed unseen.

How to work with it, from a flow or a command:

    with Store.open(StoreSettings()) as store:             # makes or migrates the database; PETITION_HOME, PETITION_DATABASE_URL
        store.settle()                                     # finish what a kill left half done; at start, and after each look
        store.register_petition("oak-street", toml_path)   # makes intake/oak-street/
        store.inbox.ensure(store.settings.folder)          # intake/ taken/ duplicate/ problem/; Unreachable where a share is off

        watch = Watch(store.inbox, store.settings)         # remembers when files changed; every 15 s, and whenever one is hinted
        for ready in watch.look().ready:
            receipt = store.take_in(ready.path, patient=ready.patient)   # Receipt, or None: nothing happened yet

        for held in store.claim("read", lease=120, most=50):   # Claim: id, sha256, petition | None, version …
            store.renew(held)                                  # before the lease ends; LeaseLost: stop, another has it
            held = store.assign(held, "oak-street")            # where held.petition is None and reading told which
            digests = intake_pages.digests(store.original(held.sha256), store.limits)   # in the sandbox
            relations = store.record_pages(held, digests, filed=…)       # longer copies, the same pages in other bytes
            store.record_facts(key, data, sha256=held.sha256, petition=held.petition)   # False: this key is there already
            store.record_result(sha256=…, petition=…, fingerprint=…, lines=jsonl, exit_code=10, versions={…}, facts_key=key,
                                findings=[FindingRow(…)], held=held)     # one transaction with finishing the work
            # or: store.again(held, "timeout", sentence) for what can pass; False: it was the last try, and is a problem now
            # or: store.fail(held, "locked", sentence): the file goes to problem/ with NAME.why.txt
            # or: store.release(held): the program ends

`take_in` raises `NoRoom` (disk full: nothing changed, try again at the next look) and `Unreachable`. Other queues than "read"
are made with `store.queue(kind, subject, sha256, petition)`: the same subject is queued once, so a run that was stopped may
queue all of it again. `store.results(sha256, petition=…)`: oldest first, the last holds. `store.facts(key)`: bytes or None.

Nothing here knows Prefect, and nothing here looks into facts or results. Errors are `pipeline.errors.PetitionError`s.
"""

from pipeline.store.claims import Claim, LeaseLost, Work
from pipeline.store.database import NoRoom
from pipeline.store.decisions import DecisionRow
from pipeline.store.intake_folders import Unreachable
from pipeline.store.intake_watch import Look, Ready, Watch
from pipeline.store.petitions import KnownPetition
from pipeline.store.readings import FindingRow, StoredResult
from pipeline.store.receipt import Receipt
from pipeline.store.relations import Relation
from pipeline.store.settings import StoreSettings
from pipeline.store.status import Status
from pipeline.store.store import Store

__all__ = [
    "Claim",
    "DecisionRow",
    "FindingRow",
    "KnownPetition",
    "LeaseLost",
    "Look",
    "NoRoom",
    "Ready",
    "Receipt",
    "Relation",
    "Status",
    "Store",
    "StoreSettings",
    "StoredResult",
    "Unreachable",
    "Watch",
    "Work",
]
