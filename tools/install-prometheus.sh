#!/bin/sh
# Downloads prometheus and promtool of Debian outside of the workspace and prints their folder. The package is not installed: it
# would create a user and start a server. Needs no root.
set -eu
cache=${TASK_SERVICE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/task-service}
place=$cache/prometheus
if ! [ -x "$place/prometheus" ] || ! [ -x "$place/promtool" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  (cd "$work" && apt-get download --quiet=2 prometheus >&2 && dpkg --extract prometheus_*.deb files)
  mkdir -p "$place"
  mv "$work/files/usr/bin/promtool" "$place/promtool"
  mv "$work/files/usr/bin/prometheus" "$place/prometheus"
fi
echo "$place"
