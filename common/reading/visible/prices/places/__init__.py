"""The places where a price may stand: behind a label, in an element named one, above the heading."""
