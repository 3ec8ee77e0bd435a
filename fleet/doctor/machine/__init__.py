"""What this machine alone shows: its disk and files, the process that reads pages, the browser."""
