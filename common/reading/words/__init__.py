"""The words of all languages: one TOML file for each, any.toml for what belongs to none.

phrases.py turns a phrase with its few marks into a regular expression; sections.py names what a file may hold;
wording.py reads the files and gives the rules of the other rooms their patterns, kept.py keeps these in a file for the
next process. It imports no other room.
"""
