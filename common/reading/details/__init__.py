"""What a page says of its product beside the price, one kind of detail a file; joined.py asks them in order.

Declared data comes first (JSON-LD, microdata, RDFa, then labels), then the page's state; what is visible is read
for the unit price, the category, the GTIN and pictures alone, by rules that hold on any page.
"""
