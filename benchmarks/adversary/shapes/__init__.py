"""What is sent: honest samples to be damaged, and known shapes, one kind of reader a file."""
