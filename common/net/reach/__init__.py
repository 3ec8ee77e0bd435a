"""Whether a request failed because this machine has no network, or because of whom it asked.

evidence    the decision, pure
reach       the evidence: what was resolved and who answered in this process, the way out, the resolver
client      an HttpClient whose failures without a network of our own carry NO_NETWORK

Nobody is asked who would not be asked anyway: a route is looked up without sending, and the resolver is asked for names
that the work needs.
"""
