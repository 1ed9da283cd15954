"""`python -m pipeline.cli` is `petition`."""

from pipeline.cli.app import main

main()
