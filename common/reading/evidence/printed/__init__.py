"""The amounts that a page prints: pieces.py joins those drawn in several, of_line.py says what each amount of a line
is, gather.py does so for the whole page.
"""
