"""Prefect, and nothing but: one flow a job; tasks call what stands below and hold no rule about petitions."""
