"""The ordinances as data: clauses, quotes, parameters, consequences, readings, tolerances."""
