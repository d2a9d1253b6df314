"""The one error of requests: what the service says about a request, or why there is no response."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .generated.types import FieldError, Problem

__all__ = ["Canceled", "TaskServiceError"]


@dataclass(frozen=True, kw_only=True)
class ErrorFacts:
    """What is known about a failed request."""

    code: str
    detail: str
    operation: str
    status: int | None = None
    problem: Problem | None = None
    request_id: str | None = None
    docs_url: str | None = None
    retry_after_seconds: float | None = None
    attempts: int = 1
    #: Whether the request certainly did not reach the server.
    was_not_sent: bool = False


class TaskServiceError(Exception):
    """A request that failed. Compare `code`, which is stable, and not the message.

    Without a response of the API, `code` is `connection_failed`, `timeout` or `unexpected_response`.
    """

    def __init__(self, facts: ErrorFacts) -> None:
        super().__init__(_message_of(facts))
        self.code = facts.code
        #: HTTP status; None without a response.
        self.status = facts.status
        #: What went wrong in this request and how to fix it.
        self.detail = facts.detail
        problem = facts.problem
        #: One entry for each field that was not accepted, with its JSON Pointer.
        self.errors: Sequence[FieldError] = problem.get("errors", []) if problem else []
        #: The values that are possible, such as the next statuses of a task.
        self.allowed: Sequence[str] | None = problem.get("allowed") if problem else None
        #: Why a lease was lost.
        self.reason: str | None = problem.get("reason") if problem else None
        #: ID of the object that exists already.
        self.existing_id: str | None = problem.get("existing_id") if problem else None
        #: Include it when you ask for help.
        self.request_id = facts.request_id
        #: Page about this error code.
        self.docs_url = facts.docs_url
        #: ID of the operation, such as `tasks.create`.
        self.operation = facts.operation
        #: How long the server asks to wait before a retry.
        self.retry_after_seconds = facts.retry_after_seconds
        #: Number of attempts that were made.
        self.attempts = facts.attempts
        self.was_not_sent = facts.was_not_sent


class Canceled(Exception):
    """The request was canceled with its `CancelToken`."""


def _message_of(facts: ErrorFacts) -> str:
    errors = facts.problem.get("errors", []) if facts.problem else []
    fields = [f"{error['pointer']}: {error['message']}" for error in errors[:3]]
    where = facts.operation
    if facts.request_id is not None:
        where += f", request {facts.request_id}"
    return "\n  ".join([f"{facts.code}: {facts.detail}", *fields]) + f" ({where})"
