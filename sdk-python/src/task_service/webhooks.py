"""Verifies the signature of a webhook (Standard Webhooks), in constant time."""

from __future__ import annotations

import binascii
import hashlib
import hmac
import json
import re
import time
from base64 import b64decode
from collections.abc import Mapping, Sequence
from typing import Literal, cast

from .generated.types import TaskServiceEvent

WebhookRejection = Literal[
    "missing_headers",
    "invalid_timestamp",
    "timestamp_out_of_tolerance",
    "no_matching_signature",
    "invalid_payload",
]

_PREFIX = "whsec_"
# During a rotation there are two. A message with hundreds would cost hundreds of comparisons.
_SIGNATURES_MAX = 16


class WebhookVerificationError(Exception):
    """The message must not be processed: respond with 401."""

    def __init__(self, reason: WebhookRejection, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def verify_webhook(
    *,
    payload: str | bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> TaskServiceEvent:
    """Returns the event, or raises a WebhookVerificationError. Deduplicate events by their `id`.

    Args:
        payload: The raw body, as it was received: parsing and printing it again changes the bytes that were signed.
        headers: Names in any case. The headers of `http.server`, Flask, Django and Starlette all fit.
        secret: `whsec_…`. Several are accepted while you change the secret.
        tolerance_seconds: How far the time of the attempt may differ from your clock.
        now: Time to compare with, in seconds since 1970; the current time by default.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets:
        raise ValueError("`secret` must not be empty")
    keys = [_key_of(one) for one in secrets]
    body = _bytes_of(payload)
    values = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signature = (
        values.get(name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    if not message_id or not timestamp or not signature:
        raise WebhookVerificationError(
            "missing_headers",
            "The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are required",
        )
    _check_timestamp(timestamp, tolerance_seconds, time.time() if now is None else now)
    signed = f"{message_id}.{timestamp}.".encode() + body
    if not _has_signature(keys, signature, signed):
        raise WebhookVerificationError(
            "no_matching_signature", "No signature matches: check the secret, and pass the raw body"
        )
    return _parse_event(body)


def _check_timestamp(text: str, tolerance_seconds: float, now: float) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", text):
        raise WebhookVerificationError("invalid_timestamp", "`webhook-timestamp` must be in seconds")
    difference = abs(now - int(text))
    if difference > tolerance_seconds:
        raise WebhookVerificationError(
            "timestamp_out_of_tolerance",
            f"The message was sent {difference:.0f} s from now, and {tolerance_seconds:g} s are allowed",
        )


def _has_signature(keys: Sequence[bytes], header: str, signed: bytes) -> bool:
    expected = [hmac.new(key, signed, hashlib.sha256).digest() for key in keys]
    for one in header.split(" ")[:_SIGNATURES_MAX]:
        given = _decode_base64(one[3:]) if one.startswith("v1,") else None
        if given is not None and any(hmac.compare_digest(given, right) for right in expected):
            return True
    return False


def _key_of(secret: str) -> bytes:
    key = _decode_base64(secret.removeprefix(_PREFIX))
    if not key:
        raise ValueError("`secret` must be `whsec_` followed by Base64")  # without the value
    return key


def _decode_base64(text: str) -> bytes | None:
    try:
        return b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def _bytes_of(payload: object) -> bytes:
    if isinstance(payload, str):
        return payload.encode()
    if isinstance(payload, (bytes, bytearray, memoryview)):
        return bytes(payload)
    raise TypeError("`payload` must be the raw body: str or bytes, not a parsed object")


def _parse_event(body: bytes) -> TaskServiceEvent:
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if isinstance(event, dict) and isinstance(event.get("type"), str):
        return cast(TaskServiceEvent, event)  # every event has a type
    raise WebhookVerificationError("invalid_payload", "The signed body is not an event")
