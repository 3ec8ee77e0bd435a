"""What crawls need of this machine: a network, file handles, memory; and what its lack means."""
