"""How a service stands, and how systemd, /healthz and the log are told."""
