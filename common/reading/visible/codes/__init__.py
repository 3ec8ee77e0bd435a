"""The product's code: printed beside a label, printed elsewhere, or in attributes only."""
