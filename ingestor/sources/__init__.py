"""The networks whose posts are read: one file or folder each, all behind `base.Source`.

A source only reads and remembers nothing: what it has seen stands in the cursor, which the database keeps.
"""
