"""How a page is laid out, as far as names, tags and order tell: its lines in order (gathering.py), what it hides, which
parts are about other products, and what stands in two elements or below a column's head and is read as one.
"""
