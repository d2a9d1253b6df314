#!/bin/sh
# Installs linters of npm packages outside of the workspace and prints their folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
version=$(sha256sum "$here/package-lock.json" | cut -c1-12)
cache=${TASK_SERVICE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/task-service}
place=$cache/package-checks-$version
if ! [ -f "$place/complete" ]; then
  rm -rf "$place"
  mkdir -p "$place"
  cp "$here/package.json" "$here/package-lock.json" "$place"
  (cd "$place" && npm ci --ignore-scripts --no-audit --no-fund >&2)
  touch "$place/complete"
fi
echo "$place"
