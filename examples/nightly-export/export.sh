#!/bin/bash
# Exports the completed tasks that last changed yesterday as CSV. The file appears when it is complete, so that a program that reads the
# folder never sees a part of it.
#   TASKS_URL=http://localhost:8001 TASKS_KEY=… ./export.sh [folder]
set -eu
folder=${1:-.}
day=$(date --utc --date=yesterday +%F)
file="$folder/completed-$day.csv"
part=$(mktemp "$folder/.completed-XXXXXX")
trap 'rm -f "$part"' EXIT

curl --silent --show-error --fail-with-body --get "$TASKS_URL/api/tasks/export" -H "X-API-Key: $TASKS_KEY" \
  -d status=completed -d "updated_since=${day}T00:00:00Z" -d "updated_before=$(date --utc +%F)T00:00:00Z" \
  -d column=number -d column=title -d column=queue -d column=completed_at -o "$part"
head -n 1 "$part" | grep -q title || { echo 'This is not an export:' >&2; cat "$part" >&2; exit 1; }
mv "$part" "$file"
echo "Exported $(($(wc -l <"$file") - 1)) lines to $file"
