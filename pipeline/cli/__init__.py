"""`petition …`: the command line. It maps errors to exit codes and prints; everything else lies below it."""

from pipeline.cli.app import main

__all__ = ["main"]
