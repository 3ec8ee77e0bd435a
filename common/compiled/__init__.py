"""Compiled patterns kept in files, as Python keeps compiled modules."""
