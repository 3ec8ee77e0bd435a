"""The broker on RabbitMQ, through aio-pika: connecting, publishing, consuming, dead letters.

Publishing and consuming keep to connections of their own, so that a publisher which RabbitMQ throttles holds up no ack.
Connections that break are opened anew; nothing here remembers a message across that, since the database does.
"""
