#!/bin/bash
# Installs the container engine and succeeds where containers run: they need a kernel and rights that not every machine gives.
set -eu
cd "$(dirname "$0")/../.."
tools/container-engine
podman run --rm docker.io/library/node:26-bookworm-slim true
