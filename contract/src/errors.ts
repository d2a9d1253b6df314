// Every error the service returns: status, title, when it happens, what the caller can do. Docs, types and tests follow.
import { agentErrors } from './agents/agent-errors.ts'
import { importErrors } from './imports/import-errors.ts'
import { recurrenceErrors } from './recurrence/recurrence-errors.ts'

export type ErrorEntry = { status: number; title: string; when: string; action: string }

export const errors = {
  malformed_http: {
    status: 400,
    title: 'Malformed HTTP request',
    when: 'The request is not valid HTTP/1.1, for example a body without a length.',
    action: 'Use a standard HTTP client. With a body, send `Content-Length` or chunked encoding.',
  },
  malformed_body: {
    status: 400,
    title: 'Invalid JSON',
    when: 'The body is not valid JSON, nests deeper than 32 levels, or contains a name, string or number that cannot be stored exactly.',
    action: 'Send one JSON object in UTF-8.',
  },
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    when: 'A parameter, header or field is missing, unknown or invalid.',
    action: 'See `errors`: each entry points to one field and says what is accepted.',
  },
  invalid_cursor: {
    status: 400,
    title: 'Invalid cursor',
    when: 'The cursor was modified, or used with a different filter, sort order or tenant.',
    action:
      'Start again without a cursor, and pass each `next_cursor` back unchanged with the same filters.',
  },
  parent_invalid: {
    status: 400,
    title: 'Invalid parent task',
    when: '`parent_id` is unknown, the task itself, or one of its subtasks.',
    action:
      'Use the ID or number of an existing task that is not a subtask of this one, or leave `parent_id` out.',
  },
  webhook_url_refused: {
    status: 400,
    title: 'URL not allowed',
    when: '`url` is malformed, or its host, port or network is blocked.',
    action:
      'See `detail`. To allow a private network, the operator adds it to `SERVICE_ACP_EGRESS_ALLOW`; for a receiver on the same machine: `127.0.0.0/8,::1`.',
  },
  provider_unknown: {
    status: 400,
    title: 'Unknown provider',
    when: 'No provider with this ID is installed.',
    action:
      'Use a provider from `GET /api/providers`. Operators install more with `SERVICE_ACP_PLUGINS`.',
  },
  integration_fields_refused: {
    status: 400,
    title: 'Invalid provider settings',
    when: '`config` or `secrets` has fields that the provider does not accept, or invalid values.',
    action:
      'See `errors`. The provider’s fields are listed in `config` and `secrets` of `GET /api/providers`.',
  },
  integration_host_refused: {
    status: 400,
    title: 'Host not allowed',
    when: '`config` contains a URL that is malformed, or whose host, port or network is blocked.',
    action:
      'See `detail`. To allow a private network, the operator adds it to `SERVICE_ACP_EGRESS_ALLOW`.',
  },
  credential_incomplete: {
    status: 400,
    title: 'Incomplete credential',
    when: 'A secret that the provider requires is missing.',
    action: 'Send the secrets listed in `errors`.',
  },
  password_refused: {
    status: 400,
    title: 'Password too weak',
    when: 'The password is too short, too common, a keyboard pattern or repetition, or derived from the username.',
    action: 'Use at least 12 characters; a passphrase of several random words works well.',
  },
  time_zone_unknown: {
    status: 400,
    title: 'Unknown time zone',
    when: '`time_zone` is not in the IANA time zone database.',
    action: 'Use a name such as `Europe/Berlin` or `UTC`.',
  },
  unauthenticated: {
    status: 401,
    title: 'Invalid API key',
    when: 'The `X-API-Key` header is missing, or the key is wrong, expired, revoked or belongs to another tenant.',
    action:
      'Send your API key in the `X-API-Key` header, not as `Authorization: Bearer`. With several tenants, use the host name of the key’s tenant.',
  },
  message_refused: {
    status: 401,
    title: 'Invalid webhook message',
    when: 'No integration has this webhook URL, or the signature is missing or wrong, or the timestamp is too old.',
    action:
      'Compare the webhook URL and the secret set at the vendor with those of the integration.',
  },
  sign_in_required: {
    status: 401,
    title: 'Sign-in required',
    when: 'The request to the dashboard has no username and password, or wrong ones.',
    action: 'Sign in with your dashboard username and password.',
  },
  tenant_moved: {
    status: 421,
    title: 'Tenant moved',
    when: 'The tenant was moved to another cell, and the proxy still sends its requests to the previous one.',
    action:
      'Open a new connection and retry. If the error persists, contact the operator of this installation.',
  },
  tenant_suspended: {
    status: 403,
    title: 'Tenant suspended',
    when: 'The API key is valid, but the operator has suspended this tenant.',
    action: 'Contact the operator of this installation, who can resume it. Data is retained.',
  },
  cross_site_request: {
    status: 403,
    title: 'Cross-site request blocked',
    when: 'A request to change data came to the dashboard without the header `X-TS-CSRF: 1`, or from another origin.',
    action:
      'Use the dashboard itself, or the API with an API key. Behind a proxy, forward the `Host` header or set `SERVICE_ACP_PUBLIC_URL`.',
  },
  password_change_required: {
    status: 403,
    title: 'Password change required',
    when: 'Your password was set by someone else, or printed when the service was set up. Until you change it, the dashboard shows and accepts no other data.',
    action: 'Change your password in the dashboard, or with `POST /ui/api/me/change-password`.',
  },
  password_wrong: {
    status: 403,
    title: 'Wrong password',
    when: 'The current password is incorrect.',
    action: 'Enter the password you signed in with.',
  },
  current_password_required: {
    status: 403,
    title: 'Current password required',
    when: 'You tried to set your own password, or to create a reset link for yourself, without the current password.',
    action:
      'Send `POST /ui/api/me/change-password` with `current_password` and `new_password`. If you do not know the current password, ask another user for a reset link, or the operator: `task-service user reset-link <username>`.',
  },
  comment_not_yours: {
    status: 403,
    title: 'Comment by another author',
    when: 'Only the author of a comment can edit it. Comments written with an API key can be edited with any API key of the tenant. Comments written by a user can only be deleted by users.',
    action:
      'Add your own comment instead. To remove a comment written by a user, delete it in the dashboard.',
  },
  route_not_found: {
    status: 404,
    title: 'Endpoint not found',
    when: 'No endpoint has this path.',
    action: 'Check the path against the API reference or `/api/openapi.json`.',
  },
  task_not_found: {
    status: 404,
    title: 'Task not found',
    when: 'No task in this tenant has this ID or number.',
    action: 'Check the ID. Deleted tasks cannot be restored.',
  },
  comment_not_found: {
    status: 404,
    title: 'Comment not found',
    when: 'The task has no comment with this ID.',
    action: 'List the task’s comments to see their IDs.',
  },
  attachment_not_found: {
    status: 404,
    title: 'Attachment not found',
    when: 'The task has no attachment with this ID, or its upload has not finished.',
    action: 'List the task’s attachments to see their IDs. Deleted files cannot be restored.',
  },
  notification_not_found: {
    status: 404,
    title: 'Inbox item not found',
    when: 'Your inbox has no item with this ID. Items are deleted after 90 days.',
    action: 'List your inbox to see the IDs.',
  },
  digest_unavailable: {
    status: 409,
    title: 'E-mail not configured',
    when: 'This installation has no SMTP server, so there is no e-mail digest.',
    action: 'Ask the operator to set `SERVICE_ACP_SMTP_URL` and `SERVICE_ACP_SMTP_FROM`.',
  },
  digest_code_invalid: {
    status: 400,
    title: 'Invalid code',
    when: 'The code is not the last one that was sent, or it has expired.',
    action: 'Enter the code of the newest e-mail, or request another one.',
  },
  unsubscribe_link_invalid: {
    status: 410,
    title: 'Link invalid',
    when: 'The link was shortened or changed, or the user was deleted.',
    action: 'Sign in to the dashboard and turn the e-mail digest off in the inbox menu.',
  },
  view_not_found: {
    status: 404,
    title: 'View not found',
    when: 'No view has this ID, or it is private to someone else.',
    action: 'List the views to see their IDs.',
  },
  field_not_found: {
    status: 404,
    title: 'Field not found',
    when: 'No custom field has this ID.',
    action: 'List the custom fields to see their IDs.',
  },
  webhook_not_found: {
    status: 404,
    title: 'Webhook not found',
    when: 'No webhook in this tenant has this ID.',
    action: 'List the webhooks to see their IDs. Deleted webhooks cannot be restored.',
  },
  delivery_not_found: {
    status: 404,
    title: 'Delivery not found',
    when: 'No delivery in this tenant has this ID, or its retention period is over.',
    action: 'List the deliveries of the webhook to see their IDs.',
  },
  event_not_found: {
    status: 404,
    title: 'Event not found',
    when: 'No event in this tenant has this ID, or its retention period is over.',
    action: 'Use an ID from `GET /api/events`, or pass an `event` object.',
  },
  user_not_found: {
    status: 404,
    title: 'User not found',
    when: 'No user in this tenant has this ID.',
    action: 'List the users to see their IDs.',
  },
  integration_not_found: {
    status: 404,
    title: 'Integration not found',
    when: 'No integration in this tenant has this ID.',
    action: 'List the integrations to see their IDs. Deleted integrations cannot be restored.',
  },
  sync_run_not_found: {
    status: 404,
    title: 'Sync run not found',
    when: 'No sync run in this tenant has this ID, or its retention period is over.',
    action: 'List the runs of the integration to see their IDs.',
  },
  link_not_found: {
    status: 404,
    title: 'Link not found',
    when: 'No link in this tenant has this ID.',
    action: 'List the links of the task or the integration to see their IDs.',
  },
  conflict_not_found: {
    status: 404,
    title: 'Conflict not found',
    when: 'No conflict in this tenant has this ID, or its link was deleted.',
    action: 'List the conflicts to see their IDs.',
  },
  connector_not_found: {
    status: 404,
    title: 'Connector not found',
    when: 'No connector in this tenant has this ID, or it was deleted.',
    action: 'List connectors with `GET /api/connectors` to see their IDs.',
  },
  edge_job_not_found: {
    status: 404,
    title: 'Job not found',
    when: 'The connector has no job with this ID, or its retention period is over.',
    action: 'List jobs with `GET /api/connectors/{connector}/jobs` to see their IDs.',
  },
  write_back_not_found: {
    status: 404,
    title: 'Write-back not found',
    when: 'No write-back in this tenant has this ID, or its link was deleted.',
    action: 'List the write-backs to see their IDs.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    when: 'The path exists but does not support this method.',
    action: 'Use one of the methods in the `Allow` header.',
  },
  transition_not_allowed: {
    status: 409,
    title: 'Invalid status transition',
    when: 'The task cannot move from its current status to the requested one.',
    action: 'Choose one of the statuses in `allowed`.',
  },
  reference_taken: {
    status: 409,
    title: 'External reference already exists',
    when: 'Another task in this tenant has this `source` and `external_id`.',
    action:
      'Update the task in `existing_id`, or use `PUT /api/tasks/by-ref/{source}/{external_id}`.',
  },
  field_key_taken: {
    status: 409,
    title: 'Field key taken',
    when: 'Another custom field has this key. Archived fields count.',
    action: 'Choose another key, or use the field in `existing_id`.',
  },
  field_limit_reached: {
    status: 409,
    title: 'Field limit reached',
    when: 'The tenant has the maximum number of custom fields. Archived fields count.',
    action: 'Delete a field that is no longer needed.',
  },
  webhook_limit_reached: {
    status: 409,
    title: 'Webhook limit reached',
    when: 'The tenant has the maximum number of webhooks.',
    action:
      'Delete an unused webhook, subscribe an existing one to more events, or ask the operator to raise `SERVICE_ACP_LIMIT_WEBHOOKS`.',
  },
  attachment_limit_reached: {
    status: 409,
    title: 'Attachment limit reached',
    when: 'The task has the maximum number of attachments (100).',
    action: 'Delete an attachment of the task, or attach the file to another task.',
  },
  attachment_quota_reached: {
    status: 409,
    title: 'Attachment storage full',
    when: 'The file does not fit into the storage for attachments of the tenant.',
    action:
      'Delete attachments, or ask the operator to raise `SERVICE_ACP_LIMIT_ATTACHMENT_STORAGE`.',
  },
  webhook_disabled: {
    status: 409,
    title: 'Webhook disabled',
    when: 'The webhook that the request sends to is disabled or was deleted.',
    action: 'Enable it with `PATCH {"enabled": true}`, then retry.',
  },
  integration_limit_reached: {
    status: 409,
    title: 'Integration limit reached',
    when: 'The tenant has the maximum number of integrations.',
    action:
      'Delete an unused integration, or ask the operator to raise `SERVICE_ACP_LIMIT_INTEGRATIONS`.',
  },
  integration_paused: {
    status: 409,
    title: 'Integration paused',
    when: 'The integration is paused.',
    action: 'Resume it with `PATCH {"paused": false}`, then retry.',
  },
  provider_missing: {
    status: 409,
    title: 'Provider not installed',
    when: 'The provider of this integration is no longer installed.',
    action: 'Ask the operator to reinstall it. The data of the integration is retained.',
  },
  credential_required: {
    status: 409,
    title: 'Credential required',
    when: 'The credential of the integration is missing, incomplete or can no longer be decrypted.',
    action: 'Set it with `PUT /api/integrations/{integration}/credential`.',
  },
  webhook_unsupported: {
    status: 409,
    title: 'Webhook registration not supported',
    when: 'The provider has no webhooks, its webhooks are set up manually, or `SERVICE_ACP_PUBLIC_URL` is not set.',
    action:
      'If `webhooks` of the provider is `manual`, enter `webhook.url` of the integration in the vendor’s settings. Otherwise changes are polled.',
  },
  link_taken: {
    status: 409,
    title: 'Task already linked',
    when: 'The task already has a link to this integration.',
    action: 'Use the link in `existing_id`, or delete it first.',
  },
  link_not_allowed: {
    status: 409,
    title: 'Provider cannot create items',
    when: 'The provider does not support creating items.',
    action: 'Create the item in the external system; the next sync imports it as a task.',
  },
  conflict_resolved: {
    status: 409,
    title: 'Conflict already resolved',
    when: 'The conflict was resolved by a person or by the policy of the field.',
    action: 'To change the value, update the task or the external item.',
  },
  write_back_not_failed: {
    status: 409,
    title: 'Nothing to retry',
    when: 'The write-back succeeded, is in progress, or was superseded by a newer change.',
    action: 'Only write-backs in state `failed` can be retried.',
  },
  connector_name_taken: {
    status: 409,
    title: 'Connector name already exists',
    when: 'Another connector in this tenant has this name.',
    action: 'Choose another name, or use the connector in `existing_id`.',
  },
  connector_limit_reached: {
    status: 409,
    title: 'Connector limit reached',
    when: 'The tenant has the maximum number of connectors.',
    action:
      'Delete an unused connector, or ask the operator to raise `SERVICE_ACP_LIMIT_CONNECTORS`.',
  },
  connector_not_enrolled: {
    status: 409,
    title: 'Connector not enrolled',
    when: 'The connector was never started, or its key is locked or revoked.',
    action:
      'Create a token with `POST /api/connectors/{connector}/enrolment` and start the connector with it.',
  },
  edge_job_not_waiting: {
    status: 409,
    title: 'Job already started',
    when: 'The job is running or has ended, so it cannot be canceled.',
    action:
      'Get the job to see its state. To undo what a statement changed, run another statement.',
  },
  edge_refused: {
    status: 401,
    title: 'Connector authentication failed',
    when: 'A token, key, session or message of the connector is invalid, was already used, or was revoked.',
    action:
      'The connector opens a new session automatically. If that fails too, enroll it with a new token.',
  },
  username_taken: {
    status: 409,
    title: 'Username already exists',
    when: 'Another user in this tenant has this username. Usernames are case-insensitive.',
    action: 'Choose another username, or enable the existing user.',
  },
  user_disabled: {
    status: 409,
    title: 'User disabled',
    when: 'A reset link was requested for a disabled user.',
    action: 'Enable the user first.',
  },
  user_required: {
    status: 409,
    title: 'Last active user',
    when: 'The only user who can sign in cannot be disabled.',
    action: 'Add or enable another user with a password first.',
  },
  ...agentErrors,
  ...recurrenceErrors,
  ...importErrors,
  idempotency_in_flight: {
    status: 409,
    title: 'Request in progress',
    when: 'A request with this `Idempotency-Key` is still running.',
    action: 'Wait `Retry-After` seconds, then retry the same request to get its response.',
  },
  bulk_not_applied: {
    status: 409,
    title: 'Bulk request rolled back',
    when: 'One item of an atomic bulk request failed, so no changes were applied.',
    action: 'Fix the items in `errors`, or send `"mode": "best_effort"`.',
  },
  feed_truncated: {
    status: 410,
    title: 'Cursor expired',
    when: 'The events at this position were deleted by retention, or the database was restored from a backup.',
    action:
      'Re-read the objects you mirror, then read the feed without `after` and `Last-Event-ID`.',
  },
  reset_link_invalid: {
    status: 410,
    title: 'Link expired',
    when: 'The link was already used, was replaced by a newer one, expired after 24 hours, or never existed.',
    action:
      'Ask another dashboard user for a new link, or the operator: `task-service user reset-link <username>`.',
  },
  version_mismatch: {
    status: 412,
    title: 'Version conflict',
    when: 'The object was changed since you read it: `If-Match` does not match its current version.',
    action: 'Fetch the object again, reapply your change and send the new `ETag`.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    when: 'The headers took longer than 10 s, the body of a request to `/hooks`, `/edge` or `/ui/reset` took longer than 10 s, or the whole request took longer than 30 s.',
    action: 'Retry the request.',
  },
  body_too_large: {
    status: 413,
    title: 'Request body too large',
    when: 'The body exceeds the limit (1 MiB by default) or the limit of its path; or `input`, `result` and `fields` of a task together exceed their limit (1 MiB by default); or the tasks that a bulk request updates together exceed 4 MiB; or a file is larger than an attachment can be (25 MiB by default).',
    action: 'Send less data per request, or split bulk requests.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported content type',
    when: 'The body was sent without `Content-Type: application/json`, or compressed.',
    action:
      'Send `Content-Type: application/json` (for PATCH also `application/merge-patch+json`), uncompressed.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    when: 'URL and headers together exceed 32 KiB.',
    action: 'Shorten the query string or the headers.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    when: 'This `Idempotency-Key` was used before with a different method, path or body.',
    action:
      'Use a new key for each distinct request, and the same key only to retry the same request.',
  },
  rate_limited: {
    status: 429,
    title: 'Rate limit exceeded',
    when: 'The tenant reached its rate limit, the client’s network (/24 for IPv4, /64 for IPv6) sent too many requests with a wrong key, or too many requests of the tenant are waiting for the database.',
    action:
      'Retry after `Retry-After` seconds. Operators set the limits with the `SERVICE_ACP_LIMIT_*` variables.',
  },
  too_many_streams: {
    status: 429,
    title: 'Too many open streams',
    when: 'The tenant has reached the limit of open event streams per process.',
    action:
      'Close unused streams, share one between consumers, or ask the operator to raise `SERVICE_ACP_LIMIT_STREAMS`.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    when: 'An unexpected error occurred in Task Service. Nothing was saved.',
    action: 'Retry the request. If the error persists, contact the operator with the `request_id`.',
  },
  integration_unreachable: {
    status: 502,
    title: 'Integration request failed',
    when: 'The external system could not be reached, rejected the credential, or returned an unexpected response.',
    action: 'See `detail`, then run `POST /api/integrations/{integration}/check`.',
  },
  tenant_moving: {
    status: 503,
    title: 'Tenant is being moved',
    when: 'The operator is moving the tenant to another cell. Writes are rejected for a moment, usually less than two seconds.',
    action: 'Retry after `Retry-After` seconds with the same `Idempotency-Key`.',
  },
  overloaded: {
    status: 503,
    title: 'Service overloaded',
    when: 'The process has reached its limit of concurrent requests or of memory for bodies and responses, no plugin process is available, the bucket of attachments is not available, or the process is shutting down.',
    action: 'Retry after `Retry-After` seconds with the same `Idempotency-Key`.',
  },
  database_unavailable: {
    status: 503,
    title: 'Database unavailable',
    when: 'The database did not respond, or did not confirm that the change was saved.',
    action:
      'Retry after `Retry-After` seconds with the same `Idempotency-Key`: the request is applied at most once.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors
export type StatusOf<C extends ErrorCode> = (typeof errors)[C]['status']

/** What any operation may return besides its own errors. */
export const commonErrors = [
  'malformed_http',
  'invalid_request',
  'unauthenticated',
  'tenant_suspended',
  'tenant_moved',
  'tenant_moving',
  'request_timeout',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'overloaded',
  'database_unavailable',
] as const satisfies readonly ErrorCode[]
