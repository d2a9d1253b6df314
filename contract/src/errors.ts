// Every error the service answers with: status, when it happens, what the caller can do. Docs, types and tests follow.

export type ErrorEntry = { status: number; title: string; when: string; action: string }

export const errors = {
  malformed_http: {
    status: 400,
    title: 'Not valid HTTP',
    when: 'The bytes received are not an HTTP/1.1 request, for instance a body without its length.',
    action: 'Use an HTTP client; when sending a body, send Content-Length or chunks with it.',
  },
  malformed_body: {
    status: 400,
    title: 'Body cannot be read',
    when: 'The request body could not be parsed as JSON, nests deeper than 32 levels, or has a name, text or number that cannot be kept as it is.',
    action: 'Send one JSON object in UTF-8 with balanced brackets and quoted names.',
  },
  invalid_request: {
    status: 400,
    title: 'Request does not match the contract',
    when: 'A parameter, header or body field is missing, unknown or has a value outside its bounds.',
    action: 'Read `errors`: each entry points at one field and says what would be accepted.',
  },
  invalid_cursor: {
    status: 400,
    title: 'Cursor does not belong to this list',
    when: 'The cursor was altered, or used with another tenant, filter or sort than it was made for.',
    action: 'Repeat the list from the start and send each `next_cursor` back unchanged.',
  },
  parent_invalid: {
    status: 400,
    title: 'Parent task cannot be used',
    when: '`parent_id` names a task that does not exist, the task itself, or one of its descendants.',
    action: 'Choose an existing task that is not below this one, or leave `parent_id` out.',
  },
  webhook_url_refused: {
    status: 400,
    title: 'Address cannot be used',
    when: 'Nothing could be sent to `url`: its form, its name, its port or the network it leads to is refused.',
    action: 'Read `detail`. Operators open networks of their own by SERVICE_ACP_EGRESS_ALLOW.',
  },
  provider_unknown: {
    status: 400,
    title: 'Nothing of that name can be connected',
    when: '`provider` is none of those that this installation has.',
    action:
      'Choose one of `GET /api/providers`. Operators install further ones in the configuration.',
  },
  integration_fields_refused: {
    status: 400,
    title: 'The provider does not take these fields',
    when: 'The configuration or the names of the secrets are not what the provider asks for.',
    action:
      'Read `errors`, and compare with `config` and `secrets` of the provider in `GET /api/providers`.',
  },
  integration_host_refused: {
    status: 400,
    title: 'Address cannot be used',
    when: 'The configuration leads to a host whose form, name, port or network is refused.',
    action: 'Read `detail`. Operators open networks of their own by SERVICE_ACP_EGRESS_ALLOW.',
  },
  credential_incomplete: {
    status: 400,
    title: 'Something is missing in the credential',
    when: 'A secret that the provider requires was neither sent nor entered before.',
    action: 'Send the secrets named in `errors` as well.',
  },
  password_refused: {
    status: 400,
    title: 'Password is too easy to guess',
    when: 'The password is among those that are guessed first: a common one, a pattern of the keyboard, a repetition, or made of the username.',
    action:
      'Choose another one; four words that have nothing to do with each other are a good start.',
  },
  time_zone_unknown: {
    status: 400,
    title: 'Time zone is not known',
    when: '`time_zone` has the form of a name in the IANA time zone database, and is none.',
    action: 'Send a name such as `Europe/Berlin` or `UTC`.',
  },
  unauthenticated: {
    status: 401,
    title: 'A valid API key is required',
    when: 'The `X-API-Key` header is missing, or its key is wrong, expired, revoked or another tenant’s.',
    action:
      'Send the key of this tenant in the `X-API-Key` header; ask the tenant administrator for it.',
  },
  message_refused: {
    status: 401,
    title: 'Message is not taken',
    when: 'No integration has that address, or the message is not signed as it should be, is too old or came before.',
    action:
      'Compare the address and the secret of the webhook over there with those of the integration.',
  },
  sign_in_required: {
    status: 401,
    title: 'Sign-in required',
    when: 'The dashboard was asked without a username and a password, or with wrong ones.',
    action: 'Sign in with the username and the password of the dashboard.',
  },
  tenant_suspended: {
    status: 403,
    title: 'Tenant is suspended',
    when: 'The key is right, and the operator has suspended this tenant.',
    action: 'Ask the operator of this installation to resume the tenant. Its data is kept.',
  },
  cross_site_request: {
    status: 403,
    title: 'Request came from another site',
    when: 'A change was asked of the dashboard without the header `X-TS-CSRF: 1`, or by a page of another origin.',
    action: 'Make changes in the dashboard itself; programs use the API with its key.',
  },
  password_change_required: {
    status: 403,
    title: 'Choose a password of your own first',
    when: 'The password was set by somebody else, or printed when the service was set up; until it is changed, the dashboard gives and takes no other data.',
    action:
      'Change it: the dashboard leads to it, programs send `POST /ui/api/me/change-password`.',
  },
  password_wrong: {
    status: 403,
    title: 'Current password is wrong',
    when: 'Whoever wants to change their password must give the one they signed in with.',
    action: 'Enter the password that you signed in with.',
  },
  current_password_required: {
    status: 403,
    title: 'Current password required',
    when: 'A user tried to set their own password, or to create a reset link for themselves, without giving the current password.',
    action:
      'Send `POST /ui/api/me/change-password` with `current_password` and `new_password`. If you do not know the current password, ask another user for a reset link, or the operator: `task-service user reset-link <username>`.',
  },
  comment_not_yours: {
    status: 403,
    title: 'Comment by another author',
    when: 'Only the author of a comment can edit it; for comments written with an API key that is any API key of the tenant. A comment written by a user can be deleted by users only.',
    action:
      'Add your own comment instead. To remove a comment written by a user, delete it in the dashboard.',
  },
  route_not_found: {
    status: 404,
    title: 'No such endpoint',
    when: 'The path is not part of the API.',
    action: 'Compare the path with `/api/openapi.json`.',
  },
  task_not_found: {
    status: 404,
    title: 'Task not found',
    when: 'No task of this tenant has that id or number.',
    action: 'Check the id; a deleted task does not come back.',
  },
  comment_not_found: {
    status: 404,
    title: 'Comment not found',
    when: 'The task has no comment with that id.',
    action: 'List the task’s comments to see the ids.',
  },
  view_not_found: {
    status: 404,
    title: 'View not found',
    when: 'No view of this tenant that the caller may see has that id.',
    action: 'List the views to see the ids; one that is not shared is its owner’s alone.',
  },
  webhook_not_found: {
    status: 404,
    title: 'Webhook not found',
    when: 'No webhook of this tenant has that id.',
    action: 'List the webhooks to see the ids; a deleted one does not come back.',
  },
  delivery_not_found: {
    status: 404,
    title: 'Delivery not found',
    when: 'No delivery of this tenant has that id, or it is older than the operator keeps them.',
    action: 'List the deliveries of the webhook to see the ids.',
  },
  event_not_found: {
    status: 404,
    title: 'Event not found',
    when: 'No event of this tenant has that id, or it is older than the operator keeps them.',
    action: 'Take an id from `GET /api/events`, or send an `event` of your own.',
  },
  user_not_found: {
    status: 404,
    title: 'User not found',
    when: 'No user of this tenant has that id.',
    action: 'List the users to see the ids.',
  },
  integration_not_found: {
    status: 404,
    title: 'Integration not found',
    when: 'No integration of this tenant has that id.',
    action: 'List the integrations to see the ids; a deleted one does not come back.',
  },
  sync_run_not_found: {
    status: 404,
    title: 'Run not found',
    when: 'No run of an integration of this tenant has that id, or it is older than they are kept.',
    action: 'List the runs of the integration to see the ids.',
  },
  link_not_found: {
    status: 404,
    title: 'Link not found',
    when: 'No link of this tenant has that id.',
    action: 'List the links of the task or of the integration to see the ids.',
  },
  conflict_not_found: {
    status: 404,
    title: 'Conflict not found',
    when: 'No conflict of this tenant has that id.',
    action: 'List the conflicts to see the ids; they go with their link.',
  },
  connector_not_found: {
    status: 404,
    title: 'No such connector',
    when: 'The connector does not exist in this tenant, or was deleted.',
    action: 'Check the id; `GET /api/connectors` lists those there are.',
  },
  edge_job_not_found: {
    status: 404,
    title: 'No such job',
    when: 'The connector has no job with this id, or its time was over and it was deleted.',
    action: 'Check the id; `GET /api/connectors/{connector}/jobs` lists those there are.',
  },
  write_back_not_found: {
    status: 404,
    title: 'Change not found',
    when: 'No change on its way to another system has that id in this tenant.',
    action: 'List the write-backs to see the ids; they go with their link.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    when: 'The path exists and does not take this method.',
    action: 'Use one of the methods in the `Allow` header.',
  },
  transition_not_allowed: {
    status: 409,
    title: 'Status cannot change that way',
    when: 'The task’s status has no transition to the one asked for.',
    action: 'Choose one of the statuses in `allowed`.',
  },
  reference_taken: {
    status: 409,
    title: 'External reference already in use',
    when: 'Another task of this tenant has the same `source` and `external_id`.',
    action:
      'Use the task in `existing_id`, or write with `PUT /api/tasks/by-ref/{source}/{external_id}`.',
  },
  webhook_limit_reached: {
    status: 409,
    title: 'No further webhook',
    when: 'The tenant has as many webhooks as the operator allows.',
    action:
      'Delete one that is not needed, or let one receive the events of several. Operators set the limit in the configuration.',
  },
  webhook_disabled: {
    status: 409,
    title: 'Webhook is disabled',
    when: 'Something was to be sent to a webhook that is disabled, or to one that was deleted.',
    action: 'Enable it with `PATCH {"enabled": true}` and send the request again.',
  },
  integration_limit_reached: {
    status: 409,
    title: 'No further integration',
    when: 'The tenant has as many integrations as the operator allows.',
    action: 'Delete one that is not needed. Operators set the limit in the configuration.',
  },
  integration_paused: {
    status: 409,
    title: 'Integration is paused',
    when: 'Work was asked of an integration that is paused.',
    action: 'Resume it with `PATCH {"paused": false}` and send the request again.',
  },
  provider_missing: {
    status: 409,
    title: 'Provider is not installed any more',
    when: 'The integration was made with a provider that this installation does not have now.',
    action: 'Ask the operator to install it again; what the integration knows is kept.',
  },
  credential_required: {
    status: 409,
    title: 'Credential has to be entered',
    when: 'The integration has no credential, not all of it, or one that cannot be read any more.',
    action: 'Enter it with `PUT /api/integrations/{integration}/credential`.',
  },
  webhook_unsupported: {
    status: 409,
    title: 'Messages cannot be arranged by us',
    when: 'The provider has no messages, people have to arrange them over there, or the service does not know how it is reached.',
    action:
      'Where the provider says `manual`, enter the `webhook.url` of the integration over there; otherwise it is polled.',
  },
  link_taken: {
    status: 409,
    title: 'Task is linked already',
    when: 'The task has a link with this integration.',
    action: 'Use the link in `existing_id`, or remove it first.',
  },
  link_not_allowed: {
    status: 409,
    title: 'Task cannot be linked',
    when: 'The provider makes no items of its own accord.',
    action: 'Make the item over there; it becomes a task with the next run.',
  },
  conflict_resolved: {
    status: 409,
    title: 'Conflict is resolved already',
    when: 'Somebody, or a policy, has decided it.',
    action: 'Change the task or the item itself; the other side follows.',
  },
  write_back_not_failed: {
    status: 409,
    title: 'Nothing to try again',
    when: 'The change was confirmed, is still on its way, or a newer one took its place.',
    action: 'Read it again; only those with the state `failed` are tried again by hand.',
  },
  connector_name_taken: {
    status: 409,
    title: 'Name already in use',
    when: 'Another connector of this tenant has the same name.',
    action: 'Choose another name, or use the connector in `existing_id`.',
  },
  connector_limit_reached: {
    status: 409,
    title: 'As many connectors as allowed',
    when: 'The tenant has as many connectors as the operator allows.',
    action: 'Delete one that is not used. Operators set the limit in the configuration.',
  },
  connector_not_enrolled: {
    status: 409,
    title: 'Connector has no key',
    when: 'It was never enrolled, or its key was frozen or revoked: nobody is there to do it.',
    action: 'Make a token with `POST /api/connectors/{connector}/enrolment` and start it there.',
  },
  edge_job_not_waiting: {
    status: 409,
    title: 'Job does not wait any more',
    when: 'It was handed out or has come to an end, so it cannot be taken back.',
    action: 'Read it again; what a statement changed is undone by another statement only.',
  },
  edge_refused: {
    status: 401,
    title: 'Connector is not let in',
    when: 'A token, key, session or frame of a connector is not valid, was used before, or was taken back.',
    action:
      'The connector opens a new session by itself. If it is refused again, enrol it with a new token.',
  },
  username_taken: {
    status: 409,
    title: 'Username already in use',
    when: 'Another user of this tenant has the same username; upper and lower case are the same.',
    action: 'Choose another username, or enable the user who has it.',
  },
  user_disabled: {
    status: 409,
    title: 'User is disabled',
    when: 'A link was asked for somebody who cannot sign in.',
    action: 'Enable the user first.',
  },
  user_required: {
    status: 409,
    title: 'Somebody must be able to sign in',
    when: 'The last user who can sign in was to be disabled.',
    action: 'Add or enable another user with a password first.',
  },
  idempotency_in_flight: {
    status: 409,
    title: 'The first request with this key is still running',
    when: 'Another request with the same `Idempotency-Key` has not finished.',
    action: 'Wait for `Retry-After` seconds and send the same request again to get its answer.',
  },
  bulk_not_applied: {
    status: 409,
    title: 'Nothing was changed',
    when: 'One item of an atomic bulk request could not be applied, so none was.',
    action: 'Mend the items named in `errors`, or send `"mode": "best_effort"`.',
  },
  feed_truncated: {
    status: 410,
    title: 'The event log no longer goes back that far',
    when: 'Events behind this position were deleted because their time was over, or the data were replaced by a backup.',
    action:
      'Read the objects you mirror anew, then follow the log without `after` and `Last-Event-ID`.',
  },
  reset_link_invalid: {
    status: 410,
    title: 'Link works no more',
    when: 'The link was used, replaced by a newer one, is older than 24 hours, or was never made.',
    action:
      'Ask a user of your dashboard for a new link, or the operator: `task-service user reset-link`.',
  },
  version_mismatch: {
    status: 412,
    title: 'It has changed since you read it',
    when: '`If-Match` names another version than the current one.',
    action: 'Read it again, apply your change to it, and send its new `ETag`.',
  },
  request_timeout: {
    status: 408,
    title: 'Request did not arrive in time',
    when: 'The headers took longer than 10 seconds, the body of a request to `/hooks`, `/edge` or `/ui/reset` took longer than 10 seconds, or the whole request took longer than 30 seconds.',
    action: 'Send the request again, in one go.',
  },
  body_too_large: {
    status: 413,
    title: 'Body is too large',
    when: 'The request body is longer than the configured limit (1 MiB unless the operator changed it) or than the limit of its path, or `input`, `result` and `fields` of a task would exceed 1 MiB together (unless the operator changed it), or the tasks that a bulk request updates exceed 4 MiB together.',
    action: 'Send less in one request; split bulk requests.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Content type is not JSON',
    when: 'A body was sent without `Content-Type: application/json`, or compressed.',
    action:
      'Send `Content-Type: application/json` (for PATCH also `application/merge-patch+json`), uncompressed.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers are too large',
    when: 'Path, query and headers together are longer than 32 KiB.',
    action: 'Send fewer or shorter headers and parameters.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key belongs to another request',
    when: 'The same `Idempotency-Key` was used before with another method, path or body.',
    action:
      'Use a fresh key for each new request, and the old one only to repeat the same request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    when: 'The tenant reached its rate limit, the network of the client (/24 of IPv4, /64 of IPv6) sent too many requests with a wrong key, or too many requests of the tenant are waiting for the database.',
    action: 'Wait for `Retry-After` seconds. Operators set the limits in the configuration.',
  },
  too_many_streams: {
    status: 429,
    title: 'Too many open streams',
    when: 'The tenant has as many event streams open as one process holds for it.',
    action:
      'Close streams that nobody reads, and share one between several readers. Operators set the limit in the configuration.',
  },
  internal_error: {
    status: 500,
    title: 'Unexpected failure',
    when: 'Something went wrong that we did not foresee. Nothing of this request was saved.',
    action: 'Repeat the request; if it persists, tell the operator the `request_id`.',
  },
  integration_unreachable: {
    status: 502,
    title: 'The other side did not do what was asked',
    when: 'The tracker or CRM could not be reached, refused the credential, or answered otherwise than it should.',
    action: 'Read `detail`; `POST /api/integrations/{integration}/check` shows where it fails.',
  },
  overloaded: {
    status: 503,
    title: 'Service is busy',
    when: 'The process has reached its limit of requests in progress or of memory for request bodies and responses, no plugin process is free, or the process is stopping.',
    action: 'Wait for `Retry-After` seconds and repeat with the same `Idempotency-Key`.',
  },
  database_unavailable: {
    status: 503,
    title: 'Database is not reachable',
    when: 'The database did not answer, or did not confirm that the change is safe.',
    action:
      'Wait for `Retry-After` seconds and repeat with the same `Idempotency-Key`: it is done at most once.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors
export type StatusOf<C extends ErrorCode> = (typeof errors)[C]['status']

/** What any operation may answer besides its own errors. */
export const commonErrors = [
  'malformed_http',
  'invalid_request',
  'unauthenticated',
  'tenant_suspended',
  'request_timeout',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'overloaded',
  'database_unavailable',
] as const satisfies readonly ErrorCode[]
