"""What an operator of a large fleet sees: an invented one of a million jobs, and every listing, page and call timed."""
