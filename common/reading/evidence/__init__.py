"""What speaks for a price and what against it: printed/ reads what the page prints, rivals.py which other
amounts may be the price, weighing/ counts how much it is all worth.
"""
