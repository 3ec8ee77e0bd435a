"""Taking turns at what several want at once, and time limits that do not run meanwhile."""
