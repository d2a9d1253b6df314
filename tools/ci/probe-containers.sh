#!/bin/bash
# Installs the container engine and succeeds if containers can run: they need kernel features and privileges.
set -eu
cd "$(dirname "$0")/../.."
tools/container-engine
podman run --rm docker.io/library/node:26-bookworm-slim true
