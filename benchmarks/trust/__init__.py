"""What liars among volunteers get shown, and what catching them costs: the real rules in a simulated fleet."""
