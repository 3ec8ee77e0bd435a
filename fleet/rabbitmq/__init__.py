"""RabbitMQ on this machine, steered by its own program."""
