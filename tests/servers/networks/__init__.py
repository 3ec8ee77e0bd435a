"""Networks that are not as a server's: a home behind a router, one that answers for no shop, a resolver of its own."""
