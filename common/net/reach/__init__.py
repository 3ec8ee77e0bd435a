"""Whether a request failed because this machine has no network, or because of whom it asked.

evidence    the decision, pure
detours     which sites led elsewhere, or showed somebody else's certificate, while nobody answered
witness     whether a site that everybody knows still proves who it is
reach       the evidence: what was resolved and who answered in this process, the way out, the resolver
client      an HttpClient whose failures without a network of our own carry NO_NETWORK

Nobody is asked who would not be asked anyway: a route is looked up without sending, and the resolver is asked for names
that the work needs. When a name is missing, or leads where nobody may go and there is no second name to compare it
with, it is asked for names of shops that this program knows. Only when somebody answers who does not prove to be the
shop, and no site has proved itself of late, such a shop is asked for its robots.txt.
"""
