"""The types of the API: `from task_service.types import Task`."""

from .generated.types import *  # noqa: F403
