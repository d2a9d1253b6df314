"""A run as the handler of a worker sees it.

Heartbeats keep its lease in the background, and everything that is reported passes through one lock, so that an older
checkpoint never replaces a newer one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any, Literal

from ..errors import Canceled, TaskServiceError
from ..generated.types import (
    Answer,
    ClaimedTask,
    EffectPreview,
    HeartbeatPlanItem,
    HeartbeatResponse,
    Progress,
    QuestionKind,
    Task,
    Usage,
)
from ..request_options import NOT_GIVEN, CancelToken, NotGiven
from .outcomes import RunStopped
from .run_calls import RunCalls

# An answer is fetched with a heartbeat, and those of a parked run use no budget.
_PARKED = 3.0


class TaskRun:
    def __init__(self, claimed: ClaimedTask, calls: RunCalls, lease_seconds: float) -> None:
        self.task: Task = claimed["task"]
        #: ID of the run (`run_…`).
        self.id = claimed["run"]["id"]
        #: Number of this attempt at the task.
        self.attempt = claimed["run"]["attempt"]
        #: Checkpoint, plan, handoff note, answers and rejections that earlier attempts left.
        self.resume = claimed["resume"]
        #: `lost`: the task belongs to someone else, and nothing of this run is accepted.
        self.state: Literal["working", "parked", "lost"] = "working"
        #: Someone asked the agent to stop.
        self.is_canceled = False
        #: Fields of the task that others have changed since the claim.
        self.changed_fields: set[str] = set()
        self._calls = calls
        self._lease = lease_seconds
        # Answers of earlier attempts that no question has used yet, oldest first.
        self._answers: list[Answer] = list(claimed["resume"]["answers"])
        self._to_acknowledge: dict[str, None] = {}
        self._sending = threading.Lock()
        self._interrupted = CancelToken()
        self._reason: BaseException | None = None
        self._over = threading.Event()
        self._renewed = time.monotonic()
        threading.Thread(target=self._keep_lease, name=f"lease of {self.id}", daemon=True).start()

    @property
    def is_stopped(self) -> bool:
        """Whether the work should end. Ask it in everything that takes long, or call `check()`."""
        return self._interrupted.is_canceled

    @property
    def stop_reason(self) -> BaseException | None:
        return self._reason

    @property
    def cancel(self) -> CancelToken:
        """Canceled when the work should end: pass it to requests."""
        return self._interrupted

    def check(self) -> None:
        """Raises RunStopped if the work should end."""
        if self.is_stopped:
            raise RunStopped(str(self._reason)) from self._reason

    def wait(self, seconds: float) -> None:
        """Sleeps, and raises RunStopped as soon as the work should end."""
        if self._interrupted.wait(seconds):
            self.check()

    def report(
        self,
        *,
        progress: Progress | NotGiven = NOT_GIVEN,
        plan: Sequence[HeartbeatPlanItem] | NotGiven = NOT_GIVEN,
        checkpoint: object | NotGiven = NOT_GIVEN,
        usage: Usage | NotGiven = NOT_GIVEN,
        acknowledge: Sequence[str] = (),
    ) -> HeartbeatResponse:
        """Saves what is given, and renews the lease. Answers that `ask` returned are acknowledged with a checkpoint."""
        fields = {"progress": progress, "plan": plan, "checkpoint": checkpoint, "usage": usage}
        report = {name: value for name, value in fields.items() if not isinstance(value, NotGiven)}
        with self._sending:
            return self._send(report, acknowledge)

    def progress(self, message: str, percent: int | None = None) -> None:
        progress: Progress = {"message": message}
        if percent is not None:
            progress["percent"] = percent
        self.report(progress=progress)

    def checkpoint(self, checkpoint: object) -> None:
        """Any JSON up to 64 KiB. The next attempt gets the last one in `resume["checkpoint"]`."""
        self.report(checkpoint=checkpoint)

    def ask(self, prompt: str, *, kind: QuestionKind = "input", **fields: Any) -> Answer:
        """Asks people and waits for the answer; the run is parked meanwhile. `fields` are those of `questions.create`.

        If the worker stops before there is an answer, the next attempt gets it: there, the first `ask` returns it at
        once. So ask in the same order in every attempt, or save a checkpoint after an answer.
        """
        if self._answers:
            return self._take(self._answers.pop(0))
        self.check()
        try:
            asked = self._calls.ask({"prompt": prompt, "kind": kind, **fields}, self._interrupted)
        except Canceled:
            self.check()
            raise
        self.state = "parked"
        while True:
            self.wait(min(_PARKED, self._lease / 3))
            news = self.report()
            found = [one for one in news["answers"] if one["question_id"] == asked["id"]]
            if news["state"] == "working" and found:
                return self._take(found[0])

    def preview_effects(self, result: object) -> EffectPreview:
        """What completing the run with this result would change in external systems."""
        return self._calls.preview(result, self._interrupted)

    def interrupt(self, reason: BaseException) -> None:
        """Called by the worker when it cannot wait any longer."""
        if self._reason is None:
            self._reason = reason
        self._interrupted.cancel()

    def close(self) -> None:
        """Ends the heartbeats; called by the worker when the handler has ended."""
        self._over.set()

    def check_loss(self, error: BaseException) -> None:
        """Notes that the lease is lost if an error says so."""
        if isinstance(error, TaskServiceError) and error.code in ("lease_lost", "run_not_found"):
            self._lose(error)

    def _take(self, answer: Answer) -> Answer:
        self._to_acknowledge[answer["question_id"]] = None
        return answer

    def _send(self, report: dict[str, Any], acknowledge: Sequence[str]) -> HeartbeatResponse:
        self.check()
        # The answer is either in the checkpoint or returned again.
        taken = list(self._to_acknowledge) if report.get("checkpoint") is not None else []
        acknowledged = list(dict.fromkeys([*acknowledge, *taken]))
        sent = time.monotonic()
        try:
            more = {"acknowledge": acknowledged} if acknowledged else {}
            news = self._calls.heartbeat({**report, **more}, self._interrupted)
        except Canceled:
            self.check()
            raise
        except TaskServiceError as error:
            self.check_loss(error)
            raise
        self._renewed = sent
        for one in acknowledged:
            self._to_acknowledge.pop(one, None)
        self._hear(news)
        return news

    def _hear(self, news: HeartbeatResponse) -> None:
        if self.state != "lost":
            self.state = news["state"]
        source = news.get("source_changed")
        if source:
            self.changed_fields.update(source["fields"])
        if news["cancel_requested"] and not self.is_canceled:
            self.is_canceled = True
            self.interrupt(RunStopped("Someone stopped the run"))

    def _lose(self, error: BaseException) -> None:
        self.state = "lost"
        self.interrupt(error)

    def _keep_lease(self) -> None:
        rest_until = 0.0
        while not self._over.is_set() and not self.is_stopped:
            due = max(self._renewed + self._lease / 3, rest_until) - time.monotonic()
            if due > 0:
                self._over.wait(due)
                continue
            try:
                self.report()
            except (TaskServiceError, RunStopped, Canceled) as error:
                # A heartbeat that was rejected is not repeated at once.
                rest_until = time.monotonic() + _PARKED
                # Heartbeats can fail for as long as the lease lasts.
                if self.state == "working" and time.monotonic() - self._renewed >= self._lease:
                    self._lose(error)
