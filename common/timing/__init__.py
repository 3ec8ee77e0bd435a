"""How long things take and last: units, and the pauses before the next try."""
