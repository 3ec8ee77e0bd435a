"""What an operator does with dead letters.

meant       which letters somebody means
requeueing  another chance for their jobs, and the letters' end
acting      list, requeue, drop: what the command line calls
planned     the same in two steps, for whoever is asked first: the console and its API
"""
