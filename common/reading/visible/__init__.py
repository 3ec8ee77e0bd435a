"""What a reader sees near a page's main heading: price, stock, code and brand, by order and names, not by layout.

page.py asks every reader; view.py is what they all look at: the page's lines (lines.py) around its heading
(headings/). The price has a room of its own: prices.
"""
