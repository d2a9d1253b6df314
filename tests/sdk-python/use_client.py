"""Programs with the SDK, by name: create, follow, work. They print a line for each thing that happens."""

import os
import sys
import threading
import time

from task_service import RetryOptions, RunStopped, TaskFailure, TaskRelease, TaskService

URL = os.environ["TASKS_URL"]
RETRY = RetryOptions(base_delay_seconds=0.02, max_delay_seconds=0.5, max_retries=1000)


def client():
    return TaskService(URL, api_key=os.environ["TASKS_KEY"], retry=RETRY)


def say(*words):
    """In one piece: several threads print."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def create(queue, threads, count):
    """Each thread creates its tasks one after the other."""
    tasks = client().tasks

    def loop(thread):
        for index in range(int(count)):
            say(tasks.create(title=f"{thread}/{index}", queue=queue)["id"])

    loops = [threading.Thread(target=loop, args=(number,)) for number in range(int(threads))]
    for one in loops:
        one.start()
    for one in loops:
        one.join()


def follow(queue, count):
    """Ends after so many tasks of the queue, and prints where it is."""
    feed = client().events.follow(types=["task.created"])
    threading.Thread(target=wait_for_position, args=(feed,), daemon=True).start()
    seen = 0
    for event in feed:
        if event["type"] == "task.created" and event["data"]["queue"] == queue:
            say(event["data"]["id"])
            seen += 1
            if seen == int(count):
                feed.stop()
    say("end", feed.position)


def wait_for_position(feed):
    while feed.position is None:
        time.sleep(0.01)
    say("following")


def handle(task, run):
    say("begin", task["title"], run.attempt)
    match task["title"]:
        case "checkpoint":
            done = (run.resume["checkpoint"] or {"done": 0})["done"]
            run.progress("Working", 50)
            if run.attempt == 1:
                run.checkpoint({"done": done + 3})
                raise TaskFailure("The payment provider is not available", retry_after_seconds=0)
            return {"done": done, "attempt": run.attempt}
        case "ask":
            answer = run.ask("Refund 250?", kind="confirmation")["answer"]
            if run.attempt == 1:
                raise TaskRelease(handoff="It is answered")
            run.checkpoint({"approved": answer})
            return {"approved": answer, "pending": len(run.report()["answers"]), "handoff": run.resume["handoff"]}
        case "wait":
            try:
                run.wait(60)
            except RunStopped:
                say("stopped")
                raise
        case "move":
            while run.state != "lost":
                time.sleep(0.05)
            return "late"
        case "fail":
            raise TaskFailure("No", retryable=False)
    return task["number"]


def work():
    """Ends at SIGTERM."""
    worker = TaskService(URL, agent_token=os.environ["AGENT_TOKEN"], retry=RETRY).worker(
        handle,
        concurrency=6,
        lease_seconds=15,
        wait_seconds=5,
        drain_seconds=0.2,
        claim_grace_seconds=10,
        on_result=lambda result: say("result", result.task["title"], result.outcome),
    )
    worker.run()
    say("ended")


{"create": create, "follow": follow, "work": work}[sys.argv[1]](*sys.argv[2:])
