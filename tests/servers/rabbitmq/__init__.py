"""RabbitMQ for tests: a given address, else Docker, else a private node of the installed rabbitmq-server.

A RabbitMQ 4 beside it comes the same ways; where it is not installed, from what scripts/fetch-servers unpacked.
"""

import pytest

from tests.servers.rabbitmq.find import find_rabbitmq as find_rabbitmq
from tests.servers.rabbitmq.find import find_rabbitmq4 as find_rabbitmq4
from tests.servers.rabbitmq.server import RabbitServer as RabbitServer

ON_4 = pytest.param("4", marks=pytest.mark.rabbitmq4)

EACH_RABBITMQ = pytest.mark.parametrize("rabbitmq", ["installed", ON_4], indirect=True)
"""The test runs on the installed RabbitMQ and on a RabbitMQ 4."""
