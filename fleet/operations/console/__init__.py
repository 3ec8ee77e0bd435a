"""What the console alone asks: the fleet at one glance, and who may sign in."""
