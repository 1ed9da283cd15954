"""The product without orchestration or screens: it runs alone from the command line."""
