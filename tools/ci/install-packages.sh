#!/bin/bash
# Installs the Debian packages that tests and proofs need. Does nothing if all are installed.
set -eu
cd "$(dirname "$0")/../.."
export DEBIAN_FRONTEND=noninteractive
tools/redmine/install.sh
tools/install-prometheus.sh >/dev/null
missing=()
need() { command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ] || missing+=("${@:2}"); }
compgen -G '/usr/lib/postgresql/*/bin/pgbench' >/dev/null || missing+=(postgresql postgresql-contrib)
python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3 python3-venv)
need wrk wrk
need pgbouncer pgbouncer
need nginx nginx-light
need chromium-headless-shell chromium-headless-shell
need ip iproute2
need tcpdump tcpdump
need faketime faketime
need mariadbd mariadb-server
need nft nftables
[ ${#missing[@]} -eq 0 ] && exit
# The tests start their own servers; the package must not create and run one.
mkdir -p /etc/postgresql-common
[ -e /etc/postgresql-common/createcluster.conf ] ||
  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
apt-get update
apt-get install --yes --no-install-recommends "${missing[@]}"
