"""Whether a price is of another thing that the page names beside it, and which words are of its own."""
