"""One module a change of the tables. A module that was released is never edited: a further one is added."""
