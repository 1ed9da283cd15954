"""Findings for people: HTML, JSON Lines, crops."""
