"""RSS, Atom and JSON Feed: the conditional request (source.py) and the entries in its answer (entries.py)."""
