"""Verifies the messages of standard input, and prints why each was rejected; null if it was not."""

import json
import sys

from task_service import WebhookVerificationError, verify_webhook


def reason_of(case):
    try:
        event = verify_webhook(
            payload=case["body"].encode(),
            headers=case["headers"],
            secret=case["secrets"] if len(case["secrets"]) > 1 else case["secrets"][0],
            tolerance_seconds=case.get("tolerance", 300),
        )
    except WebhookVerificationError as error:
        return error.reason
    assert event == json.loads(case["body"])
    return None


json.dump([reason_of(case) for case in json.load(sys.stdin)], sys.stdout)

for wrong, kind in (("whsec_not base64!", ValueError), ([], ValueError)):
    try:
        verify_webhook(payload="{}", headers={}, secret=wrong)
    except kind as error:
        assert "not base64!" not in str(error)
    else:
        raise AssertionError(f"{wrong} was accepted")
try:
    verify_webhook(payload={}, headers={}, secret="whsec_" + "A" * 32)
except TypeError as error:
    assert "raw body" in str(error)
else:
    raise AssertionError("a parsed body was accepted")
