"""Prefect, and nothing but: one flow a job; its tasks call `pipeline.run` and `pipeline.store` and hold no rule about petitions."""
