"""`crawlfleet doctor`: what is wrong, and what to do next. Looks, and changes nothing."""
