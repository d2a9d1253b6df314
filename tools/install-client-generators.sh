#!/bin/sh
# Installs generators of API clients outside of the workspace and prints their folder: three from npm and PyPI, and one
# from Maven Central. Needs Python 3.11 or newer and Java 11 or newer.
set -eu
here=$(cd "$(dirname "$0")" && pwd)/client-generators
jar=openapi-generator-cli-7.25.0.jar
jar_digest=41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae
version=$(cat "$here/package-lock.json" "$here/requirements.txt" "$0" | sha256sum | cut -c1-12)
cache=${TASK_SERVICE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/task-service}
place=$cache/clients/$version
if ! [ -f "$place/complete" ]; then
  rm -rf "$place"
  mkdir -p "$place"
  cp "$here/package.json" "$here/package-lock.json" "$place"
  (cd "$place" && npm ci --ignore-scripts --no-audit --no-fund >&2)
  python3 -m venv "$place/python" >&2
  "$place/python/bin/pip" install --quiet --no-deps --requirement "$here/requirements.txt" >&2
  curl --fail --silent --show-error --location --output "$place/openapi-generator.jar" \
    "https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/7.25.0/$jar"
  echo "$jar_digest  $place/openapi-generator.jar" | sha256sum --check --quiet >&2
  touch "$place/complete"
fi
echo "$place"
