"""The browser's only way out: a forward proxy of ours on loopback that checks, counts and cuts."""
