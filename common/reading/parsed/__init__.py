"""A page parsed once: its tree, the texts in it, and where its links lead."""
