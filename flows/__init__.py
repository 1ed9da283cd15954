"""Prefect, and nothing but: one flow a job; tasks call what stands below and hold no rule about petitions."""

# First of all, for Prefect reads its surroundings when it is imported.
from flows import quiet as quiet
