"""Lists all tasks and prints how many there are, and how much the memory of this process grew after the first tenth."""

import gc
import os
import sys

from task_service import TaskService


def resident_kib() -> int:
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


client = TaskService(os.environ["TASKS_URL"], api_key=os.environ["TASKS_KEY"])
warm = int(sys.argv[1]) // 10
numbers: set[int] = set()
before = peak = 0
for task in client.tasks.list(limit=200):
    numbers.add(task["number"])
    if len(numbers) == warm:
        before = resident_kib()
    elif len(numbers) > warm and len(numbers) % 1_000 == 0:
        peak = max(peak, resident_kib())
print(len(numbers), max(0, peak - before))
