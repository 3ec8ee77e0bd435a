"""The conditions that offers are declared in: new, used, refurbished; and for whom, and of how much."""
