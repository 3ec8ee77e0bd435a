"""What a page's scripts hold for drawing it and for counting visits. No code is run.

scripts.py finds the objects; nuxt.py, apollo.py and js_object.py know their forms; fields.py, shop_systems.py and
unnamed.py read a product out of one; product.py takes those that are clearly the page's own.
"""
