"""From posts to jobs: their shop links, found in the parsing child, and short ones expanded."""
