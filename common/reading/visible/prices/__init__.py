"""The price that the visible page asks now, told apart from old ones, others' and those net of tax."""
