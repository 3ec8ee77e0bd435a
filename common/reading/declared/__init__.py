"""What a page's markup declares about its product: schema.org in JSON-LD, microdata or RDFa, and OpenGraph labels.

own_product.py tells which of the declared products the page is about; schema_org.py reads one, with its offers.
"""
