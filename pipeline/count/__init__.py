"""The count: all sections of one petition together. Facts, findings and law to numbers; it sees no pixel."""
