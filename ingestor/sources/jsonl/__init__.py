"""Posts from files: one JSON object a line, from a file, a folder of files, or standard input ("-").

source           the feed
lines            a line as a post
files            files, read on from where the cursor stands
rotated          which files beside one are earlier parts of it, by their names (pure)
standard_input   standard input, read once
"""
