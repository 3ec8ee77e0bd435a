"""The gateway's HTTP: the calls of /v1, its page, health, and how it listens."""
