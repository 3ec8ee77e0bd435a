"""How much speaks for a price and what against it: grounds.py lists every ground with its points, weigh.py applies them
to one price of one page.
"""
