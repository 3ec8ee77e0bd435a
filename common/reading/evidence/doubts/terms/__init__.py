"""Prices that are asked of those only who meet terms."""
