"""Database to broker: publishes the jobs that are due, and brings back lost messages, expired leases and due recrawls.

Any number may run side by side; one leads and the others stand by. A job may be published twice, and is claimed once.
"""
