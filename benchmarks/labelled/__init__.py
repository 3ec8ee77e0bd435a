"""Pages with labels, and what a reader makes of them: sets.py the pages, tally.py the counts, table.py the lines."""
