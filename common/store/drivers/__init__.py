"""How a batch of SQL reaches a database: `base.Driver` says what a driver promises, one file each implements it.

A driver runs one atomic batch and repeats nothing by itself; only its caller knows what is safe to send twice.
"""
