"""From a scan file to upright pages with a known scale."""
