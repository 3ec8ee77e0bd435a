"""The one polite way to shops: robots.txt, a pace per registrable domain, and backing off when asked to.

Ingestor and worker both go this way, with one `client.PoliteClient` a process. Pace and robots.txt are remembered in
that process only; two processes do not know of each other's requests.
"""
