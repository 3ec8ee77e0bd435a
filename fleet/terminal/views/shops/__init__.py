"""Shops: how each stands, those of the open web, and the ladder of one."""
