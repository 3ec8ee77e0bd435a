"""What goes wrong in a world: its weather, what befalls it, and faults put into the code on purpose."""
