"""Volunteers: what an operator does about them, and what a volunteer's machine does to join and leave."""
