"""Signer lines: cells, ink, fields read."""
