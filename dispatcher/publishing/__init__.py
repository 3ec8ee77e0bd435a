"""Due jobs and dead letters to the broker: which way each job goes, and when a broker that was away is asked again."""
