"""The grammar of web addresses, of nobody's shop: reading one, one spelling for it, what wraps it. Pure."""
