"""An error response as an error: a problem of the API, or whatever a proxy or a wrong URL returned instead."""

from __future__ import annotations

import json
from typing import cast
from urllib.parse import urljoin

from .errors import ErrorFacts, TaskServiceError
from .generated.types import Problem
from .response import HttpResponse
from .retry import parse_retry_after

# Of a page that is not ours, enough to recognize it.
_SHOWN_CHARACTERS = 200


def problem_error(response: HttpResponse, operation: str, attempts: int, base_url: str) -> TaskServiceError:
    headers, status = response.headers, response.status
    problem = None if status < 400 else _parse_problem(response)
    if problem is None:
        code, detail = "unexpected_response", _describe(response)
    else:
        code, detail = problem["code"], problem["detail"]
    return TaskServiceError(
        ErrorFacts(
            code=code,
            detail=detail,
            operation=operation,
            attempts=attempts,
            status=status,
            problem=problem,
            request_id=problem["request_id"] if problem else headers.get("x-request-id"),
            docs_url=urljoin(f"{base_url}/", problem["type"]) if problem else None,
            retry_after_seconds=parse_retry_after(headers.get("retry-after")),
        )
    )


def _describe(response: HttpResponse) -> str:
    if response.status < 400:
        # Following it could send the API key to another host.
        to = response.headers.get("location")
        where = f" to {to}" if to else ""
        return f"The server redirects{where}. Redirects are not followed: set `url` to the final URL."
    return f"The response with status {response.status} is not from Task Service: {response.text()[:_SHOWN_CHARACTERS]}"


def _parse_problem(response: HttpResponse) -> Problem | None:
    try:
        value = json.loads(response.text())
    except ValueError:
        return None
    if not isinstance(value, dict):
        return None
    is_problem = all(isinstance(value.get(name), str) for name in ("code", "detail", "type", "request_id"))
    return cast(Problem, value) if is_problem else None
