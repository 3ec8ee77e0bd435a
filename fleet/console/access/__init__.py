"""Who may see and do what at the console.

passwords   scrypt hashes of them (pure)
forms       what a request must show before its form counts (pure)
guesses     secrets that may be nobody's, and how many of them an address may try
entering    invites, signing in and out, and whose session a request carries
tokens      whose API token a request carries
"""
