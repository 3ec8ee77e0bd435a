"""What is doubted: sights that wait for a second one, and what is recorded once they were weighed."""
