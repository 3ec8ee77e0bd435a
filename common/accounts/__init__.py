"""Accounts of people at networks: how their addresses are read."""
