"""Connections at a door, the gateway's or the console's, before anything is asked over them.

entrance    the listening socket: whose connections are taken at all
addresses   how many each address holds
patience    how long each may take, and how much it may send around its requests
"""
