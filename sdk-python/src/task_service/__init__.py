"""Client of Task Service."""

from .client import Events, TaskService
from .errors import Canceled, TaskServiceError
from .event_feed import EventFeed
from .generated.types import TaskServiceEvent
from .paged_list import Page, PagedList
from .request_options import (
    NOT_GIVEN,
    CancelToken,
    NotGiven,
    RequestOptions,
    ResponseInfo,
    RetryInfo,
    RetryOptions,
)
from .response import HttpResponse
from .webhooks import WebhookRejection, WebhookVerificationError, verify_webhook
from .worker.outcomes import RunStopped, TaskFailure, TaskRelease
from .worker.task_run import TaskRun
from .worker.worker import TaskHandler, Worker, WorkerResult

__version__ = "0.1.0"

__all__ = [
    "NOT_GIVEN",
    "CancelToken",
    "Canceled",
    "EventFeed",
    "Events",
    "HttpResponse",
    "NotGiven",
    "Page",
    "PagedList",
    "RequestOptions",
    "ResponseInfo",
    "RetryInfo",
    "RetryOptions",
    "RunStopped",
    "TaskFailure",
    "TaskHandler",
    "TaskRelease",
    "TaskRun",
    "TaskService",
    "TaskServiceError",
    "TaskServiceEvent",
    "WebhookRejection",
    "WebhookVerificationError",
    "Worker",
    "WorkerResult",
    "verify_webhook",
]
