"""What a page says of a product beside its price: what there is, how large it may be, how it is written down."""
