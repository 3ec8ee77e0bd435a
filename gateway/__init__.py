"""The volunteers' door: tasks out, reports in, over HTTPS. It believes nothing that a machine says.

Stateless: everything that matters stands in the database, so any number may serve side by side, and any may vanish at
any line. A message is acked once the database holds the claim it led to; from there the lease carries the task.
"""
