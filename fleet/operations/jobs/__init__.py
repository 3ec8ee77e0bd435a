"""What is done with jobs: adding links, looking at jobs, requeueing and cancelling them."""
