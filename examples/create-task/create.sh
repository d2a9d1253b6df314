#!/bin/bash
# Creates a task with curl and sends the request again, as after a lost response: the task exists once.
#   TASKS_URL=http://localhost:8001 TASKS_KEY=… ./create.sh
set -eu
key="example-$(date +%s%N)"

create() {
  curl --silent --show-error --fail-with-body "$TASKS_URL/api/tasks" -H "X-API-Key: $TASKS_KEY" \
    -H 'Content-Type: application/json' -H "Idempotency-Key: $key" \
    -d '{"title": "Water the plants", "queue": "garden", "priority": "high"}'
}

first=$(create)
second=$(create)
[ "$first" = "$second" ] || { echo "The retry created another task: $second" >&2; exit 1; }
echo "Created $(grep -o 'tsk_[0-9a-f]*' <<<"$first" | head -n 1), once"
