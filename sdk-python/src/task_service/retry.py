"""When a failed attempt is repeated, and after how long."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Literal

from .errors import TaskServiceError
from .request_options import RetryOptions

Retry = Literal["safe", "key", "rejected"]


@dataclass(frozen=True)
class RetryPolicy:
    max_retries: float = 6
    max_elapsed_seconds: float = 120
    base_delay_seconds: float = 0.5
    max_delay_seconds: float = 30


def resolve_retry(*layers: RetryOptions | None) -> RetryPolicy:
    """A call overrides the client field by field."""
    values = {name: value for layer in layers if layer for name, value in vars(layer).items() if value is not None}
    return RetryPolicy(**values)


# The request was rejected before any work.
_REJECTED = {"rate_limited", "too_many_streams", "too_many_waiting_claims", "overloaded", "idempotency_in_flight"}


def is_retryable(error: TaskServiceError, retry: Retry) -> bool:
    status, code = error.status, error.code
    if status == 429 or code in _REJECTED:
        return True
    # The external system is down, not Task Service; it has been tried for long enough.
    if code == "integration_unreachable":
        return False
    if retry == "rejected":
        return error.was_not_sent
    return code != "unexpected_response" if status is None else status == 408 or status >= 500


def delay_of(attempt: int, elapsed: float, retry_after: float | None, policy: RetryPolicy) -> float | None:
    """None when there is no time or no retry left."""
    if attempt > policy.max_retries:
        return None
    limit = min(policy.max_delay_seconds, policy.base_delay_seconds * 2 ** min(attempt - 1, 30))
    # On top of Retry-After, so that clients with the same value do not return at once.
    delay = (retry_after or 0) + random.random() * limit
    return None if elapsed + delay > policy.max_elapsed_seconds else delay


def parse_retry_after(text: str | None, now: float | None = None) -> float | None:
    """Seconds or a date (RFC 9110)."""
    if text is None or text.strip() == "":
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        at = parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError):
        return None
    return max(0.0, at - (time.time() if now is None else now))
