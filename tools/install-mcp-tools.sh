#!/bin/sh
# Installs clients and the conformance suite of the Model Context Protocol outside of the workspace and prints their folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
version=$(sha256sum "$here/mcp-tools/package-lock.json" | cut -c1-12)
cache=${TASK_SERVICE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/task-service}
place=$cache/mcp-tools-$version
if ! [ -f "$place/complete" ]; then
  rm -rf "$place"
  mkdir -p "$place"
  cp "$here/mcp-tools/package.json" "$here/mcp-tools/package-lock.json" "$place"
  (cd "$place" && npm ci --ignore-scripts --no-audit --no-fund >&2)
  touch "$place/complete"
fi
echo "$place"
