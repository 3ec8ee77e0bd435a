"""Pages that declare a product or look like a product's and sell none of their own: a list of one entry, a service."""
