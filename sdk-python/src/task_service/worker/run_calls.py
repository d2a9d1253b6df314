"""The requests about one run, each with its lease token: without it, or with an old one, the service changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..generated.types import ClaimedTask, EffectPreview, HeartbeatResponse, Question, Task
from ..request_options import CancelToken, RequestOptions, RetryOptions

if TYPE_CHECKING:
    from ..client import TaskService


class RunCalls:
    def __init__(self, client: TaskService, claimed: ClaimedTask, lease_seconds: float) -> None:
        self._runs, self._questions = client.runs, client.questions
        self._run, self._token = claimed["run"]["id"], claimed["lease_token"]
        # The end of a run is repeated for as long as it can be accepted. Each is safe to repeat with the same token.
        retries = RetryOptions(max_retries=float("inf"), max_elapsed_seconds=lease_seconds)
        self._ending = RequestOptions(retry=retries)
        self._beat_timeout = min(10.0, lease_seconds / 3)
        self._beat_retry = RetryOptions(max_elapsed_seconds=lease_seconds / 3, max_delay_seconds=2)

    def heartbeat(self, report: Mapping[str, Any], cancel: CancelToken) -> HeartbeatResponse:
        options = RequestOptions(timeout=self._beat_timeout, retry=self._beat_retry, cancel=cancel)
        return self._runs.heartbeat(self._run, lease_token=self._token, **report, request_options=options)

    def ask(self, question: Mapping[str, Any], cancel: CancelToken) -> Question:
        options = RequestOptions(cancel=cancel)
        return self._questions.create(self._run, lease_token=self._token, **question, request_options=options)

    def preview(self, result: object, cancel: CancelToken) -> EffectPreview:
        options = RequestOptions(cancel=cancel)
        return self._runs.preview_effects(
            self._run, lease_token=self._token, result=result, request_options=options
        )

    def complete(self, result: object) -> Task:
        return self._runs.complete(
            self._run, lease_token=self._token, result=result, request_options=self._ending
        )

    def fail(self, error: str, retryable: bool, retry_after_seconds: int | None) -> None:
        more = {} if retry_after_seconds is None else {"retry_after_seconds": retry_after_seconds}
        self._runs.fail(
            self._run,
            lease_token=self._token,
            error=error,
            retryable=retryable,
            **more,
            request_options=self._ending,
        )

    def release(self, handoff: str | None = None, delay_seconds: int | None = None) -> None:
        sent: dict[str, Any] = {}
        if handoff is not None:
            sent["handoff"] = handoff
        if delay_seconds is not None:
            sent["delay_seconds"] = delay_seconds
        self._runs.release(self._run, lease_token=self._token, **sent, request_options=self._ending)
