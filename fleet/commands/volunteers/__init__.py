"""Volunteers: the words of whoever lends a PC, and an operator's words about them."""
