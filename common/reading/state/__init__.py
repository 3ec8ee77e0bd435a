"""What a page's scripts hold for drawing it and for counting visits. No code is run.

objects/ finds the objects in them; node/, shop_systems.py, woocommerce.py and unnamed.py read a product out of one,
charged.py, visits.py and analytics.py what is told to services; product.py takes those that are clearly the page's own.
"""
