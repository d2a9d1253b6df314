"""Creates a task and sends the request again, as after a lost response: the task exists once. Needs no packages.

TASKS_URL=http://localhost:8001 TASKS_KEY=… python3 create.py
"""

import json
import os
import sys
import urllib.error
import urllib.request
import uuid

HEADERS = {
    "X-API-Key": os.environ["TASKS_KEY"],
    "Content-Type": "application/json",
    "Idempotency-Key": str(uuid.uuid4()),
}
BODY = json.dumps({"title": "Water the plants", "queue": "garden", "priority": "high"}).encode()


def create():
    request = urllib.request.Request(f"{os.environ['TASKS_URL']}/api/tasks", BODY, HEADERS)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        # An error says what is wrong and how to fix it.
        sys.exit(json.load(error)["detail"])


task = create()
if create() != task:
    sys.exit("The retry returned another task")
print(f"Created {task['id']}, once")
