"""What two or more roles share. Imports no role."""
