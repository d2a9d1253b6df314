"""A worker: claims one task after another, works on it under a lease and completes it. Needs only Python 3.9 or newer.
    TASK_SERVICE_URL=http://localhost:8001 TASK_SERVICE_AGENT_TOKEN=agt_… python3 worker.py
"""

import itertools
import json
import os
import signal
import threading
import time
import urllib.request

URL, TOKEN = os.environ["TASK_SERVICE_URL"].rstrip("/"), os.environ["TASK_SERVICE_AGENT_TOKEN"]
LEASE_SECONDS = int(os.environ.get("LEASE_SECONDS", "60"))
STEP_SECONDS = float(os.environ.get("STEP_SECONDS", "1"))
stopping = is_busy = False


class Stopped(Exception):
    """Stops the work: on SIGTERM or SIGINT, or because someone stopped the run."""


class ApiError(Exception):
    def __init__(self, problem):
        super().__init__(f"{problem['code']}: {problem.get('detail', problem['title'])}")
        self.code, self.reason = problem["code"], problem.get("reason")


def on_signal(*_):
    global stopping
    stopping = True
    if not is_busy:  # ends the request that waits for a task
        raise SystemExit


def post(path, body, **headers):
    """Retries 429, 5xx and connection errors; every other error is an ApiError."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", **headers}
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), headers)
    for delay in itertools.chain((1, 2, 4, 8), itertools.repeat(16)):
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)
        except OSError as error:
            status = getattr(error, "code", 503)
            if status != 429 and status < 500:
                raise ApiError(json.load(error)) from None
            print(f"retrying {path}: {error}", flush=True)
            time.sleep(float(getattr(error, "headers", {}).get("Retry-After", delay)))


class Run:
    def __init__(self, claimed):
        self.id, self.token, self.resume = claimed["run"]["id"], claimed["lease_token"], claimed["resume"]
        self.news, self.interrupted, self.closed = {"state": "working", "answers": []}, None, threading.Event()
        threading.Thread(target=self.keep_lease, daemon=True).start()

    def end(self, how, **body):
        """Complete, fail or release. Safe to retry if the response is lost."""
        return post(f"/agent/runs/{self.id}/{how}", {"lease_token": self.token, **body})

    def report(self, **report):
        """Every report renews the lease. The next attempt gets the last checkpoint if this one ends early."""
        self.news = self.end("heartbeat", **report)
        if self.news["cancel_requested"]:
            self.interrupted = Stopped("stopped by a person")

    def ask(self, **question):
        """Parks the run: it needs no lease, and this process can exit. If it does, the next attempt gets the answer."""
        body = {"lease_token": self.token, **question}
        asked = post(f"/agent/runs/{self.id}/questions", body, **{"Idempotency-Key": f"{self.id}-question"})
        self.news = {"state": "parked", "answers": []}
        while self.news["state"] == "parked" or not self.news["answers"]:
            self.pause(0.1)
        return next(one for one in self.news["answers"] if one["question_id"] == asked["id"])

    def pause(self, seconds):
        """Sleeps, and raises an exception as soon as the work must stop."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.interrupted or stopping:
                raise self.interrupted or Stopped("the worker was stopped")
            time.sleep(0.05)

    def keep_lease(self):
        try:
            while not self.closed.wait(LEASE_SECONDS / 3):
                self.report()
        except Exception as error:
            self.interrupted = error


def refund(task, run):
    """The work itself: replace this function with your own. Refunds above 100 need approval by a person."""
    given = task["input"] or {}
    if not isinstance(given.get("amount"), (int, float)):
        raise ValueError("input.amount must be a number")
    state = run.resume["checkpoint"] or {"done": [], "approval": None}
    if given["amount"] > 100 and state["approval"] is None:
        prompt = f"Refund {given['amount']} for order {given.get('order')}?"
        [answer, *_] = run.resume["answers"] or [run.ask(kind="confirmation", prompt=prompt, checkpoint=state)]
        state["approval"] = answer["answer"]
        # Save and acknowledge in one request: the answer is either in the checkpoint or returned again.
        run.report(checkpoint=state, acknowledge=[answer["question_id"]])
    steps = ["notify"] if state["approval"] is False else ["check", "pay", "notify"]
    for step in [one for one in steps if one not in state["done"]]:
        run.pause(STEP_SECONDS)
        state["done"].append(step)
        progress = {"message": step, "percent": 100 * len(state["done"]) // len(steps)}
        run.report(progress=progress, checkpoint=state)
    return {"approved": state["approval"], "steps": state["done"]}


def work(claimed):
    run = Run(claimed)
    try:
        result = refund(claimed["task"], run)
        run.end("complete", result=result)
        return "completed"
    except Stopped as error:
        if run.news["state"] == "parked":
            return "left parked"
        run.end("release", handoff=f"Stopped early: {error}")
        return "released"
    except Exception as error:
        if getattr(error, "code", "") == "lease_lost":
            return f"lost: {error.reason}"
        run.end("fail", error=str(error)[:2000] or repr(error), retryable=not isinstance(error, ValueError))
        return f"failed: {error}"
    finally:
        run.closed.set()


signal.signal(signal.SIGTERM, on_signal)
signal.signal(signal.SIGINT, on_signal)
while not stopping:
    is_busy = False
    try:
        wanted = {"lease_seconds": LEASE_SECONDS, "wait_seconds": 30}
        for claimed in post("/agent/tasks/claim", wanted)["data"]:
            is_busy = True
            print(f"T-{claimed['task']['number']} {work(claimed)}", flush=True)
    except ApiError as error:
        # Paused or out of budget: retry later. Anything else, such as a revoked token, ends the worker.
        if error.code not in ("agent_paused", "budget_exhausted", "lease_lost"):
            raise
        print(error, flush=True)
        time.sleep(10)
