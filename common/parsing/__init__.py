"""Parsing what strangers wrote in a child process with limits on memory, processor time and wall time.

A page, a feed or a robots.txt can make a parser run for minutes or fill the memory. Here that costs the one request:
the child is killed and replaced, and its parent goes on. The child has an empty environment, no token, no socket and no
file of its parent's. It is no sandbox against code execution: it still runs as the same user.
"""
