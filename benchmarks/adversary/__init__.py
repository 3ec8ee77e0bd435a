"""What a stranger may send: seeded cases, and how each is put to the program. `scripts/bench hostile` runs them."""
