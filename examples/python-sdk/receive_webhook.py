"""Receives webhooks: verifies each one with the SDK and prints it once.

WEBHOOK_SECRET=whsec_… PORT=9000 python3 receive_webhook.py
"""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from task_service import WebhookVerificationError, verify_webhook

# During a rotation, the old and the new secret, separated by a space.
SECRETS = os.environ["WEBHOOK_SECRET"].split()
# An event can be delivered more than once, always with the same ID. In production, store the IDs in your database.
seen: set[str] = set()


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        try:
            event = verify_webhook(payload=body, headers=dict(self.headers), secret=SECRETS)
        except WebhookVerificationError as error:
            print(f"rejected: {error.reason}", flush=True)
            return self.respond(401)
        if event["id"] not in seen:
            seen.add(event["id"])
            print(f"{event['type']} {event['id']}", flush=True)
        self.respond(204)

    def respond(self, status: int) -> None:
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


with ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver) as server:
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever()
