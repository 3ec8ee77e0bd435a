"""What a database meets that nobody planned: a clock that was wrong, a file that is moved away."""
