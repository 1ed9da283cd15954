"""One scan's work from the store's queue to its result, as plain functions: a flow, a worker or a test calls them.

Each may be killed at any point and called again: what it did is found in the store, and only the rest is done. They hold the
order of steps between `run` and `store`, and know nothing of Prefect.
"""
