"""Other amounts of the page that may be its price, and what explains that they are not."""
