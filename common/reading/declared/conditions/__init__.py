"""The conditions that offers are declared in: new, used, refurbished."""
