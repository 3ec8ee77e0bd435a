"""Jobs: the words that add them and look at them, and those that steer them."""
