#!/bin/sh
# Installs kubernetes-validate into a separate Python environment and prints its path. The schemas of Kubernetes are in the package.
set -eu
version=1.37.0
cache=${TASK_SERVICE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/task-service}
place=$cache/kubernetes-validate-$version
if ! [ -f "$place/complete" ]; then
  rm -rf "$place"
  python3 -m venv "$place" >&2
  "$place/bin/pip" install --quiet "kubernetes-validate==$version" >&2
  touch "$place/complete"
fi
echo "$place/bin/kubernetes-validate"
