"""What one object of a page's state says of a product: fields.py asks money.py for its price, variants.py for those of
its variants (variant.py, worth.py) and stock.py whether it can be had. keys.py makes one name of the many ways to write
it.
"""
