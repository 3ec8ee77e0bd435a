"""The ways by which a worker reads a product: one file or folder for each, behind the interface of base.py."""
