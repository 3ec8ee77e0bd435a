"""Pieces of text to values: amounts of money, currencies, identifiers, stock phrases, JSON, bytes.

Pure functions that know no page.
"""
