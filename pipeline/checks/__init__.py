"""Judges, one module a subject: facts and law in, findings out."""
