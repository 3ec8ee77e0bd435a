"""The browser as a program: found, started with everything closed, watched, and killed when it must be."""
