"""Currencies: what names one, and what an amount beside one looks like."""
