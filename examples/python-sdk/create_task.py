"""Creates a task, follows its events and prints its result when someone has completed it.

TASKS_URL=http://localhost:8001 TASKS_KEY=… python3 create_task.py "Refund order 1881"
"""

import os
import sys

from task_service import TaskService, TaskServiceError

client = TaskService(os.environ["TASKS_URL"], api_key=os.environ["TASKS_KEY"])

try:
    task = client.tasks.create(title=sys.argv[1], queue="support", input={"order": 1881})
except TaskServiceError as error:
    fields = [f"{one['pointer']}: {one['message']}" for one in error.errors]
    sys.exit("\n".join([error.detail, *fields]))
print(f"Created T-{task['number']}", flush=True)

for event in client.events.follow(types=["task.*"]):
    if event["type"] == "task.completed" and event["data"]["id"] == task["id"]:
        print(f"Completed with {event['data']['result']}")
        break
