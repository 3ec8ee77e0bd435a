"""The real services on one simulated clock, with faults chosen by a seed. docs/reliability.md says what is held.

One seed is one world: a database, a broker and a shop, with dispatchers and workers that are killed, frozen, cut off
and restarted while they work; in lent/ also gateways, lent PCs and liars. The same seed gives the same world, step for
step, on every machine.
"""
