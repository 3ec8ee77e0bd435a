"""What operators are told of by message: which rules there are, what they meet, when it is sent, and in which words."""
