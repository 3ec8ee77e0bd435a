"""Reports over days: what changed about products, and which errors ended attempts."""
