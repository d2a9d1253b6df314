"""The control: the program of the arguments with an idempotency key for each attempt, instead of one for each call."""

import runpy
import secrets
import sys

from task_service import transport

once = transport.HttpTransport._once


def once_with_another_key(self, call, attempt, read):
    call.headers["Idempotency-Key"] = f"sdk-{secrets.token_hex(16)}"
    return once(self, call, attempt, read)


transport.HttpTransport._once = once_with_another_key
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
