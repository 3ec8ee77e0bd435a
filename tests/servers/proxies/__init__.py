"""Proxies on loopback: real ones (pproxy, a process each), and some that misbehave. For tests only."""
