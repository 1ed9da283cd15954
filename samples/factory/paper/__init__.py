"""Papers of the ordinances that know no warning and no serial number: initiative, referendum and recall papers, nominations."""
