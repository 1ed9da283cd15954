"""What Alembic runs to create and change the tables; the same for SQLite and PostgreSQL."""
