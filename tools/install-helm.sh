#!/bin/sh
# Builds Helm from its Go module outside of the workspace and prints its path. The first build takes about five minutes of CPU.
set -eu
version=v4.3.1
cache=${TASK_SERVICE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/task-service}
place=$cache/helm-$version
if ! [ -x "$place/helm" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  GOBIN=$work go install -trimpath "helm.sh/helm/v4/cmd/helm@$version" >&2
  mkdir -p "$place"
  mv "$work/helm" "$place/helm"
fi
echo "$place/helm"
