"""The electors: import of an office's roll, one read-only file a roll, and the search for who may have signed."""
