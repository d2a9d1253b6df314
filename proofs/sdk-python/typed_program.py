"""A program that mypy accepts in strict mode; each line with `wrong` is rejected when its comment is removed."""

import os
from datetime import datetime, timezone
from typing import assert_type

from task_service import PagedList, TaskRun, TaskService, TaskServiceError, TaskServiceEvent, verify_webhook
from task_service.types import Status, Task

client = TaskService(os.environ["TASKS_URL"], api_key=os.environ["TASKS_KEY"])
task = client.tasks.create(title="Pay", priority="high", due_at=datetime.now(timezone.utc), assignee=None)
assert_type(task["status"], Status)
assert_type(task["number"], int)
tasks = client.tasks.list(status=["ready"])
assert_type(tasks, PagedList[Task])
# wrong: client.tasks.create()
# wrong: client.tasks.create(title="Pay", priority="hihg")
# wrong: client.tasks.create(title="Pay", prioirty="high")
# wrong: client.tasks.create(title=None)
# wrong: task["titel"]
# wrong: client.tasks.delete(task["id"], idempotency_key="k")


def show(event: TaskServiceEvent) -> str:
    if event["type"] == "task.created":
        assert_type(event["data"], Task)
        return event["data"]["title"]
    # wrong: event["data"]["title"]
    return event["type"]


def handler(one: Task, run: TaskRun) -> object:
    run.progress("Working", 50)
    # wrong: run.progress(50)
    return one["title"]


client.worker(handler, agent="typed")
# wrong: client.worker(handler, concurrency="2")
print(show(verify_webhook(payload=b"{}", headers={}, secret="whsec_AAAA")))
try:
    client.tasks.get("T-1")
except TaskServiceError as error:
    print(error.code, [one["pointer"] for one in error.errors])
