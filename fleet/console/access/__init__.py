"""Who may see and do what at the console.

passwords   scrypt hashes of them (pure)
forms       what a request must show before its form counts (pure)
guesses     secrets that may be nobody's, and how many of them an address may try
rebound     whether a page elsewhere may have sent a request, by a name that it made to lead here (pure)
inward      addresses of our own pages, never one that leads elsewhere (pure)
entering    invites, signing in and out, and whose session a request carries
tokens      whose API token a request carries
"""
