"""Who may sign in at the console, who is signed in, and which programs may use its API."""
