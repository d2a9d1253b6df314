#!/bin/sh
# Installs Patroni outside of the workspace, where the user that runs PostgreSQL can reach it, and prints its folder.
# Debian 12 has Patroni 3.0.2, which loses acknowledged writes: docs/guide/high-availability.md.
set -eu
requirements=$(cd "$(dirname "$0")/../deploy/high-availability" && pwd)/requirements.txt
version=$(sha256sum "$requirements" | cut -c1-12)
place=${TASK_SERVICE_SHARED_CACHE:-/var/cache/task-service}/patroni-$version
if ! [ -f "$place/complete" ]; then
  rm -rf "$place"
  mkdir -p "$place"
  # Not a Python from the home of another user, which PostgreSQL's user could not start.
  /usr/bin/python3 -m venv "$place" >&2
  "$place/bin/pip" install --quiet --no-deps --requirement "$requirements" >&2
  touch "$place/complete"
fi
echo "$place"
