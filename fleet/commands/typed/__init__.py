"""What a person types around a word: options, a yes, a secret, and a word that is not there."""
