"""What a process serves about itself at metrics.listen: its counts, and whether it does its duty.

server   the connections
labels   labels on the metrics' page
health   why a process does not do its duty now, under /healthz and /readyz
"""
