"""What is pressed on a page: what buys, by its words, names and pictures, and where the first of it stands."""
