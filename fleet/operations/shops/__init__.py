"""Shops: how each stands, how a person names one, and those of the open web."""
