"""One page in the browser: what it may ask for, what it asked for, when it has settled, and what it then shows."""
