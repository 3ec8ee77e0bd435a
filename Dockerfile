# One image for every role: `docker run crawlfleet ingest | dispatch | work | up | …`.
FROM python:3.12-slim AS build
WORKDIR /src
RUN python -m venv /opt/build && python -m venv /opt/crawlfleet
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
# What is installed is what deploy/locks names, each file by its checksum; wheels only, so nothing foreign runs while building.
COPY deploy/locks ./deploy/locks
RUN /opt/build/bin/pip install --require-hashes --only-binary=:all: -r deploy/locks/build.txt \
    && /opt/crawlfleet/bin/pip install --require-hashes --only-binary=:all: -r deploy/locks/runtime.txt \
        -r deploy/locks/gateway.txt -r deploy/locks/console.txt -r deploy/locks/proxies.txt
COPY pyproject.toml README.md LICENSE schema.sql crawlfleet.example.toml ./
COPY common ./common
COPY ingestor ./ingestor
COPY dispatcher ./dispatcher
COPY worker ./worker
COPY gateway ./gateway
COPY fleet ./fleet
RUN /opt/build/bin/python -m hatchling build --target wheel --directory /wheel \
    && /opt/crawlfleet/bin/pip install --no-deps --no-index /wheel/*.whl && /opt/crawlfleet/bin/pip uninstall -y pip
# One page is read (it names no product: 1), which leaves compiled patterns beside the modules. A container cannot write there,
# and each process that reads pages would compile them at its start: seconds of a processor.
RUN echo '<title>No product</title>' > /tmp/page.html; CRAWLFLEET_SHOPS_OTHER_DOMAINS='["shop.example"]' \
        /opt/crawlfleet/bin/crawlfleet read /tmp/page.html --url https://shop.example/p/1 || [ $? = 1 ]; \
    find /opt/crawlfleet -name 'at_import.*.bin' | grep -q . && \
    find /opt/crawlfleet -name 'patterns.*.bin' | grep -q .

FROM python:3.12-slim
# A number, so that orchestrators which ask for a non-root user can see that it is one.
RUN useradd --system --uid 10001 --home-dir /var/lib/crawlfleet --create-home --shell /usr/sbin/nologin crawlfleet
COPY --from=build /opt/crawlfleet /opt/crawlfleet
ENV PATH=/opt/crawlfleet/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
USER 10001:10001
WORKDIR /var/lib/crawlfleet
STOPSIGNAL SIGTERM
ENTRYPOINT ["crawlfleet"]
CMD ["--help"]
