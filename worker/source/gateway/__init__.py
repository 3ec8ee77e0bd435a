"""Tasks from a gateway over HTTPS: what is asked for and comes, how leases end, and what is said while none comes."""
