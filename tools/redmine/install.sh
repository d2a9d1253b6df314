#!/bin/sh
# Installs Debian's Redmine with what it needs for SQLite and PostgreSQL and a server for many requests at once, unless
# it is there. Needs root. Tests and benches run copies of it; the instance that the package sets up is never started.
set -eu
database=/var/lib/dbconfig-common/sqlite3/redmine/instances/default/redmine_default
if ! [ -e "$database" ] || ! dpkg-query --show redmine-pgsql puma >/dev/null 2>&1; then
  export DEBIAN_FRONTEND=noninteractive
  # On SQLite the package needs no server to set up its instance.
  debconf-set-selections <<'ANSWERS'
redmine redmine/instances/default/database-type select sqlite3
redmine redmine/instances/default/dbconfig-install boolean true
redmine redmine/default-language select en
ANSWERS
  apt-get update --quiet=2
  apt-get install --yes --quiet=2 --no-install-recommends redmine redmine-sqlite redmine-pgsql puma
fi
# The copies start from it, also those of people who are not root; there is nothing in it but Redmine's defaults.
chmod o+x "${database%/*}"
chmod o+r "$database"
