"""Finders, one module a part: they measure and never judge."""
