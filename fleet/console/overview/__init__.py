"""What the overview is made of: the figures at its head, the findings, and the page that helps with each."""
