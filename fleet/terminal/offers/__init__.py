"""How what was read of a product is told in words: its money, its details, why its price was believed or not."""
