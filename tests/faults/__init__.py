"""Faults on purpose, on real servers and real processes. docs/reliability.md says what is held, and what was seen.

One run is a fleet on a private RabbitMQ and a private libsql-server, with shops whose pages state a price that no
other fetch was told. The seed chooses which faults come in which order to whom; what they meet is up to the machine, so
the same seed gives the same faults again and not the same run. For that see tests/simulation.
"""
