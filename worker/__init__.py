"""A message in, a recorded product out: claim the job, crawl its page politely, judge what was read, record it, ack.

A page may be fetched twice (after a crash, a lost lease, a lost message); a result is recorded at most once per lease.
"""
