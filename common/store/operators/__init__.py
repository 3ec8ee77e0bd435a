"""What operators ask of the store beyond looking: their filters of jobs, and the record of what they did."""
