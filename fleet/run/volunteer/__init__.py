"""A volunteer's worker: made anew whenever its gateway or its owner wants it otherwise, and shown to that owner."""
