"""Which source's price, availability and brand is taken, and when two sources contradict each other. Pure functions.

price   one of several prices, or a conflict
stock   the same for availability
brand   whose brand is taken
"""
