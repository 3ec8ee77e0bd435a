"""What one gateway bears: many volunteers in long polls, and worker processes through it and past it."""
