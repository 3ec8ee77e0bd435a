"""Shops: which are paused or hard to read, jobs that wait for a way, and official interfaces."""
