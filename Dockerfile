# The auditor with Chromium: for one machine, or as a node of a Ray cluster (docs/scale.md).
#
#   docker build -t alt-text-auditor .
#   docker run --rm --security-opt seccomp=deploy/chromium-seccomp.json \
#     alt-text-auditor scan https://example.org/
#
# Chromium's sandbox makes user namespaces, which Docker's own profile forbids; deploy/seccomp.py
# makes the one that is named here. Without it Chromium says that it has no sandbox.
FROM python:3.11.13-slim-bookworm

ENV PIP_NO_CACHE_DIR=1 \
    PLAYWRIGHT_BROWSERS_PATH=/opt/browsers \
    PYTHONUNBUFFERED=1 \
    RAY_USAGE_STATS_ENABLED=0

WORKDIR /opt/auditor
COPY requirements requirements
COPY scripts/requirements.py scripts/requirements.py
COPY pyproject.toml README.md LICENSE ./
# The versions of the lock file, each file held to its hash.
RUN python -m pip install --require-hashes -r requirements/installer.txt \
    && python scripts/requirements.py cpu,fleet,s3 > /tmp/wanted.txt \
    && python -m pip install -c requirements/lock.txt -r /tmp/wanted.txt \
    && python -m playwright install --with-deps chromium \
    && rm -rf /var/lib/apt/lists/* /tmp/wanted.txt
COPY app app
COPY auditor auditor
COPY extractors extractors
COPY models models
COPY export_onnx export_onnx
COPY docs/auditor.1 docs/auditor.1
RUN python -m pip install --no-deps --no-build-isolation .

# Not root: as root, Chromium has no sandbox.
RUN useradd --create-home --uid 10001 auditor && mkdir /data && chown auditor /data
USER 10001
WORKDIR /data
ENTRYPOINT ["auditor"]
CMD ["--help"]
