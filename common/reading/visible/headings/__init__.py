"""Which words on the page are the product's name: by title and address (by_words.py), by what buys (by_button.py)."""
