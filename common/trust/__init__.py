"""How far a volunteer's result is believed: what is checked, what two looks at one page say of each other. Pure.

Nothing here talks to a database or rolls dice: rows, times and dice are passed in. docs/trust.md tells the rules.
"""
