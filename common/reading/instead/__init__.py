"""What a page is instead of a product's, though it declares one or looks like one's: a list of one, a service."""
