#!/bin/sh
# Installs Debian's Redmine with what it needs for PostgreSQL and a server for many requests at once. Needs root.
set -eu
export DEBIAN_FRONTEND=noninteractive
# The package sets up an instance of its own; on SQLite that needs no server. Nobody starts it.
debconf-set-selections <<'ANSWERS'
redmine redmine/instances/default/database-type select sqlite3
redmine redmine/instances/default/dbconfig-install boolean true
redmine redmine/default-language select en
ANSWERS
apt-get update --quiet=2
apt-get install --yes --quiet=2 --no-install-recommends redmine redmine-sqlite redmine-pgsql puma
