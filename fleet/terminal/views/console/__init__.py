"""Who may sign in at the console, and the tokens of its JSON API."""
