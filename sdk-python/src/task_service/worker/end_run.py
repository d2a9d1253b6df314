"""How a run ends after its handler: completed, failed, released, or left alone because it is no longer ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..errors import TaskServiceError
from .outcomes import RunStopped, TaskFailure, TaskRelease
from .run_calls import RunCalls
from .task_run import TaskRun

RunOutcome = Literal[
    "completed",
    "in_review",  # a person has to approve what would be written to external systems
    "failed",
    "released",
    "parked",  # the question is open, and the next attempt gets the answer
    "lost",  # the lease was lost: the result was discarded
]

_ERROR_CHARACTERS = 2_000
# Another attempt would use up the same budget.
_BUDGET_DELAY_SECONDS = 600


@dataclass(frozen=True)
class Ending:
    outcome: RunOutcome
    error: BaseException | None = None


@dataclass(frozen=True)
class Settled:
    result: object = None
    error: Exception | None = None


def end_run(run: TaskRun, calls: RunCalls, settled: Settled) -> Ending:
    try:
        if run.state == "lost":
            return Ending("lost", run.stop_reason)
        if settled.error is None and not run.is_canceled:
            return _complete(calls, settled.result)
        return _give_up(run, calls, settled.error)
    except Exception as error:  # a worker continues with its other tasks
        run.check_loss(error)
        return Ending("lost", error)


def _complete(calls: RunCalls, result: object) -> Ending:
    try:
        task = calls.complete(result)
    except TaskServiceError as error:
        if error.code == "budget_exhausted":
            calls.release(error.detail, _BUDGET_DELAY_SECONDS)
            return Ending("released", error)
        # A result that is not accepted is a failed attempt; effects that are forbidden stay forbidden.
        if error.status not in (400, 403, 413):
            raise
        return _fail(calls, error, error.code != "effects_forbidden")
    except (TypeError, ValueError) as error:  # the result is not JSON
        return _fail(calls, error, True)
    return Ending("in_review" if task["status"] == "in_review" else "completed")


def _give_up(run: TaskRun, calls: RunCalls, error: Exception | None) -> Ending:
    if isinstance(error, TaskRelease):
        calls.release(error.handoff, error.delay_seconds)
        return Ending("released")
    if isinstance(error, TaskFailure):
        return _fail(calls, error, error.retryable, error.retry_after_seconds)
    if not run.is_stopped:
        return _fail(calls, error or RunStopped("unknown error"), True)
    if run.state == "parked" and not run.is_canceled:
        return Ending("parked")
    calls.release(f"Stopped early: {_text_of(run.stop_reason)}")
    return Ending("released", run.stop_reason)


def _fail(
    calls: RunCalls, error: Exception, retryable: bool, retry_after_seconds: int | None = None
) -> Ending:
    calls.fail(_text_of(error), retryable, retry_after_seconds)
    return Ending("failed", error)


def _text_of(error: BaseException | None) -> str:
    text = "" if error is None else str(error) or type(error).__name__
    # U+0000 is not accepted in any text.
    return (text.replace("\0", "") or "unknown error")[:_ERROR_CHARACTERS]
