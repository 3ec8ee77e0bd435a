"""Where links come from: watched accounts, and the shops of the open web."""
