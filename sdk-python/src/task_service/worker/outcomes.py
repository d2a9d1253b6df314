"""What a handler raises to end a run in another way than with a plain error."""

from __future__ import annotations


class TaskFailure(Exception):
    """Fails the run. A plain error is retried until the agent's `max_attempts`; this one says whether and when."""

    def __init__(self, message: str, *, retryable: bool = True, retry_after_seconds: int | None = None) -> None:
        super().__init__(message)
        #: False: the task fails immediately.
        self.retryable = retryable
        self.retry_after_seconds = retry_after_seconds


class TaskRelease(Exception):
    """Returns the task to its queue without a failed attempt."""

    def __init__(self, *, handoff: str | None = None, delay_seconds: int | None = None) -> None:
        super().__init__(handoff or "The task was released")
        #: Note for the next attempt.
        self.handoff = handoff
        self.delay_seconds = delay_seconds


class RunStopped(Exception):
    """The work should end: someone stopped the run, its lease is lost, or the worker cannot wait any longer."""
