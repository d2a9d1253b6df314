#!/bin/sh
# Installs the API fuzzer into a separate Python environment and prints its path.
set -eu
version=4.32.5
cache=${TASK_SERVICE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/task-service}
place=$cache/schemathesis-$version
if ! "$place/bin/schemathesis" --version >/dev/null 2>&1; then
  rm -rf "$place"
  python3 -m venv "$place" >&2
  "$place/bin/pip" install --quiet "schemathesis==$version" >&2
fi
echo "$place/bin/schemathesis"
