"""The console as a service, who may sign in, and the tokens of its JSON API."""
