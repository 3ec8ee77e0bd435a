"""A message in, a product out: claim, crawl politely, read, judge, record."""
