"""How Alembic reaches the database: over the connection, and in the transaction, that `migrate` hands to it."""

from alembic import context

from pipeline.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=False)
context.run_migrations()
