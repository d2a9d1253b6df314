// Written by `npm run gen` from the contract: one method for each operation.
import type { KeyOptions, MatchOptions, RequestOptions } from '../request/request-options.ts'
import type { List, Transport, UploadBody } from '../request/transport.ts'
import type {
  Activity,
  ActivityListQuery,
  Agent,
  AgentChange,
  AgentCreate,
  AgentListQuery,
  AgentToken,
  AgentTokenCreate,
  AgentTokenWithSecret,
  AnswerLink,
  AnswerLinkCreate,
  Approval,
  ApprovalEdit,
  ApprovalGrant,
  ApprovalListQuery,
  ApprovalRejection,
  Attachment,
  AttachmentListQuery,
  AttachmentUploadQuery,
  AuditEntry,
  AuditExportQuery,
  AuditListQuery,
  BulkRequest,
  BulkResponse,
  ChangedWebhook,
  ClaimRequest,
  Claimed,
  ClaimedTask,
  Comment,
  CommentListQuery,
  CommentWrite,
  Conflict,
  ConflictListQuery,
  ConflictResolution,
  ConnectionCheck,
  ConnectionTry,
  Connector,
  ConnectorActivity,
  ConnectorChange,
  ConnectorCreate,
  ConnectorListQuery,
  ConnectorStatements,
  ConnectorWithToken,
  CredentialEntry,
  DeliveriesResend,
  DeliveriesResendResult,
  Delivery,
  DeliveryListQuery,
  DeliveryLogQuery,
  DeliveryWithAttempts,
  DiscoverQuery,
  EdgeJob,
  EdgeJobListQuery,
  EdgeJobWithRows,
  EffectPreview,
  EffectPreviewRequest,
  EventListQuery,
  EventStreamQuery,
  EventTypeEntry,
  FailuresRetried,
  Field,
  FieldChangeRequest,
  FieldCreate,
  FieldListQuery,
  FilterTest,
  FilterTestResult,
  Heartbeat,
  HeartbeatResponse,
  Import,
  ImportErrorsQuery,
  ImportListQuery,
  ImportUploadQuery,
  ImportValidation,
  InboundListQuery,
  InboundMessage,
  Integration,
  IntegrationChange,
  IntegrationCreate,
  IntegrationListQuery,
  Link,
  LinkCreate,
  LinkExplanation,
  LinkListQuery,
  MappingPreview,
  OpenApiDocument,
  Overview,
  OverviewQuery,
  Ping,
  PreviewRequest,
  Provider,
  Question,
  QuestionAnswer,
  QuestionCreate,
  QuestionListQuery,
  QueueChange,
  QueueHistory,
  QueueState,
  Recovery,
  RecoveryResult,
  RemoteChoice,
  Run,
  RunCancel,
  RunComplete,
  RunFail,
  RunListQuery,
  RunRelease,
  Schedule,
  ScheduleChange,
  ScheduleCreate,
  ScheduleListQuery,
  ScheduleRuleInput,
  ScheduleUpcoming,
  SecretRotation,
  Settings,
  SettingsChange,
  StatementRun,
  SyncAsked,
  SyncFailure,
  SyncFailureListQuery,
  SyncRequest,
  SyncRun,
  SyncRunListQuery,
  SystemInfo,
  Task,
  TaskChange,
  TaskClaimRequest,
  TaskCounts,
  TaskCountsQuery,
  TaskCreate,
  TaskExportQuery,
  TaskFacets,
  TaskFacetsQuery,
  TaskFlow,
  TaskListQuery,
  TaskServiceEvent,
  TaskTake,
  TaskTransition,
  TaskUpsert,
  Template,
  TemplateChange,
  TemplateCreate,
  TemplateListQuery,
  TemplateUse,
  View,
  ViewChange,
  ViewCreate,
  ViewListQuery,
  Webhook,
  WebhookChange,
  WebhookCreate,
  WebhookHealth,
  WebhookHealthDetail,
  WebhookHealthQuery,
  WebhookListQuery,
  WebhookRetryResult,
  WebhookWithSecret,
  WriteBack,
  WriteBackListQuery,
} from './types.gen.ts'

export class SystemResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * Ping the API.
   * Returns 200 when your API key is valid and the server is accepting requests.
   * `GET /api/ping`
   */
  ping(options?: RequestOptions): Promise<Ping> {
    return this.#api.send<Ping>({ id: 'system.ping', method: 'GET', path: '/ping' }, { options })
  }

  /**
   * Get the OpenAPI document.
   * This document, as the running version serves it. Its `servers` has the public URL if one is configured.
   * `GET /api/openapi.json`
   */
  openapi(options?: RequestOptions): Promise<OpenApiDocument> {
    return this.#api.send<OpenApiDocument>({ id: 'system.openapi', method: 'GET', path: '/openapi.json' }, { options })
  }

  /**
   * Get system information.
   * Versions, API keys, storage, retention and limits. Contains no secrets and no data of other tenants.
   * `GET /api/system`
   */
  info(options?: RequestOptions): Promise<SystemInfo> {
    return this.#api.send<SystemInfo>({ id: 'system.info', method: 'GET', path: '/system' }, { options })
  }
}

export class TasksResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List tasks.
   * Newest first unless `sort` is given. Pages never repeat or skip a task.
   * `GET /api/tasks`. Error codes: `invalid_cursor`
   */
  list(query: TaskListQuery = {}, options?: RequestOptions): List<Task> {
    return this.#api.list<Task>({ id: 'tasks.list', method: 'GET', path: '/tasks' }, { query, options })
  }

  /**
   * Count tasks.
   * Accepts the same filters as the list. Counts are exact up to `up_to`; above it they are lower bounds, and `is_at_least` is true.
   * `GET /api/tasks/counts`
   */
  counts(query: TaskCountsQuery = {}, options?: RequestOptions): Promise<TaskCounts> {
    return this.#api.send<TaskCounts>({ id: 'tasks.counts', method: 'GET', path: '/tasks/counts' }, { query, options })
  }

  /**
   * List field values (facets).
   * Distinct values of a field, alphabetically, for building filters.
   * `GET /api/tasks/facets`
   */
  facets(query: TaskFacetsQuery, options?: RequestOptions): Promise<TaskFacets> {
    return this.#api.send<TaskFacets>({ id: 'tasks.facets', method: 'GET', path: '/tasks/facets' }, { query, options })
  }

  /**
   * Export tasks.
   * Streams all matching tasks as comma-separated values (RFC 4180, UTF-8). Accepts the filters and sorts of the list. With the default sort every task appears once; with another one, a task that changes its position during the export can be missing or appear twice. An apostrophe precedes text that a spreadsheet would read as a formula. An interrupted download is incomplete.
   * `GET /api/tasks/export`. Error codes: `view_not_found`
   */
  export(query: TaskExportQuery = {}, options?: RequestOptions): Promise<Response> {
    return this.#api.open({ id: 'tasks.export', method: 'GET', path: '/tasks/export' }, { query, options })
  }

  /**
   * Create a task.
   * Only `title` is required. Send an `Idempotency-Key` so that a retry does not create a second task, or `source` and `external_id`, which are unique together.
   * `POST /api/tasks`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `parent_invalid`, `dependency_invalid`, `schema_invalid`, `reference_taken`
   */
  create(body: TaskCreate, options?: RequestOptions & KeyOptions): Promise<Task> {
    return this.#api.send<Task>({ id: 'tasks.create', method: 'POST', path: '/tasks', retry: 'key' }, { body, options })
  }

  /**
   * Bulk create and update tasks.
   * Up to 500 items. Atomic by default: if one item fails, none is applied. With `"mode": "best_effort"` each item succeeds or fails on its own, and the response is 200 with a result per item.
   * `POST /api/tasks/bulk`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `bulk_not_applied`
   */
  bulk(body: BulkRequest, options?: RequestOptions & KeyOptions): Promise<BulkResponse> {
    return this.#api.send<BulkResponse>({ id: 'tasks.bulk', method: 'POST', path: '/tasks/bulk', retry: 'key' }, { body, options })
  }

  /**
   * Get a task.
   * By ID (`tsk_…`) or by number (`T-142`).
   * `GET /api/tasks/{task}`. Error codes: `task_not_found`
   */
  get(task: string, options?: RequestOptions): Promise<Task> {
    return this.#api.send<Task>({ id: 'tasks.get', method: 'GET', path: '/tasks/{task}' }, { params: [task], options })
  }

  /**
   * Update a task.
   * Partial update (JSON Merge Patch). Changing `status` follows the transition rules.
   * `PATCH /api/tasks/{task}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `task_not_found`, `transition_not_allowed`, `version_mismatch`, `parent_invalid`, `dependency_invalid`, `schema_invalid`
   */
  update(task: string, body: TaskChange = {}, options?: RequestOptions & MatchOptions): Promise<Task> {
    return this.#api.send<Task>({ id: 'tasks.change', method: 'PATCH', path: '/tasks/{task}' }, { params: [task], body, options })
  }

  /**
   * Delete a task.
   * Also deletes its comments and attachments. Subtasks are kept and become top-level tasks.
   * `DELETE /api/tasks/{task}`. Error codes: `task_not_found`, `version_mismatch`
   */
  delete(task: string, options?: RequestOptions & MatchOptions): Promise<void> {
    return this.#api.send<void>({ id: 'tasks.remove', method: 'DELETE', path: '/tasks/{task}' }, { params: [task], options })
  }

  /**
   * Transition a task.
   * Moves the task to another status. If the transition is not allowed, the response is 409 and lists those that are.
   * `POST /api/tasks/{task}/transitions`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `task_not_found`, `transition_not_allowed`, `version_mismatch`
   */
  transition(task: string, body: TaskTransition, options?: RequestOptions & KeyOptions & MatchOptions): Promise<Task> {
    return this.#api.send<Task>({ id: 'tasks.transition', method: 'POST', path: '/tasks/{task}/transitions', retry: 'key' }, { params: [task], body, options })
  }

  /**
   * Upsert a task by external reference.
   * Safe to retry: `source` and `external_id` are unique together, so there is never a second task.
   * `PUT /api/tasks/by-ref/{source}/{external_id}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `transition_not_allowed`, `version_mismatch`, `parent_invalid`, `dependency_invalid`, `schema_invalid`
   */
  upsert(source: string, externalId: string, body: TaskUpsert, options?: RequestOptions & MatchOptions): Promise<Task> {
    return this.#api.send<Task>({ id: 'tasks.upsert', method: 'PUT', path: '/tasks/by-ref/{source}/{external_id}' }, { params: [source, externalId], body, options })
  }

  /**
   * List task activity.
   * What happened to the task: changes with the values before and after, and who made them.
   * `GET /api/tasks/{task}/activity`. Error codes: `task_not_found`, `invalid_cursor`
   */
  activity(task: string, query: ActivityListQuery = {}, options?: RequestOptions): List<Activity> {
    return this.#api.list<Activity>({ id: 'tasks.activity', method: 'GET', path: '/tasks/{task}/activity' }, { params: [task], query, options })
  }
}

export class CommentsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List comments.
   * Oldest first.
   * `GET /api/tasks/{task}/comments`. Error codes: `task_not_found`, `invalid_cursor`
   */
  list(task: string, query: CommentListQuery = {}, options?: RequestOptions): List<Comment> {
    return this.#api.list<Comment>({ id: 'comments.list', method: 'GET', path: '/tasks/{task}/comments' }, { params: [task], query, options })
  }

  /**
   * Create a comment.
   * The text is Markdown. `@[Name](user:usr_…)` mentions a user or an agent.
   * `POST /api/tasks/{task}/comments`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `task_not_found`
   */
  create(task: string, body: CommentWrite, options?: RequestOptions & KeyOptions): Promise<Comment> {
    return this.#api.send<Comment>({ id: 'comments.create', method: 'POST', path: '/tasks/{task}/comments', retry: 'key' }, { params: [task], body, options })
  }

  /**
   * Get a comment.
   * A comment of this task, with its author and mentions.
   * `GET /api/tasks/{task}/comments/{comment}`. Error codes: `task_not_found`, `comment_not_found`
   */
  get(task: string, comment: string, options?: RequestOptions): Promise<Comment> {
    return this.#api.send<Comment>({ id: 'comments.get', method: 'GET', path: '/tasks/{task}/comments/{comment}' }, { params: [task, comment], options })
  }

  /**
   * Update a comment.
   * Only its author can edit a comment. A comment written with one API key can be edited with any API key of the tenant.
   * `PATCH /api/tasks/{task}/comments/{comment}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `task_not_found`, `comment_not_found`, `comment_not_yours`
   */
  update(task: string, comment: string, body: CommentWrite, options?: RequestOptions): Promise<Comment> {
    return this.#api.send<Comment>({ id: 'comments.change', method: 'PATCH', path: '/tasks/{task}/comments/{comment}' }, { params: [task, comment], body, options })
  }

  /**
   * Delete a comment.
   * Users can delete any comment. API keys can delete comments that were not written by a user.
   * `DELETE /api/tasks/{task}/comments/{comment}`. Error codes: `task_not_found`, `comment_not_found`, `comment_not_yours`
   */
  delete(task: string, comment: string, options?: RequestOptions): Promise<void> {
    return this.#api.send<void>({ id: 'comments.remove', method: 'DELETE', path: '/tasks/{task}/comments/{comment}' }, { params: [task, comment], options })
  }
}

export class AttachmentsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List attachments.
   * Names, sizes and media types, without the contents.
   * `GET /api/tasks/{task}/attachments`. Error codes: `task_not_found`, `invalid_cursor`
   */
  list(task: string, query: AttachmentListQuery = {}, options?: RequestOptions): List<Attachment> {
    return this.#api.list<Attachment>({ id: 'attachments.list', method: 'GET', path: '/tasks/{task}/attachments' }, { params: [task], query, options })
  }

  /**
   * Attach a file.
   * The body is the file itself, up to 25 MiB by default, not a form. Responds when the whole file is stored. An interrupted upload leaves nothing behind.
   * `POST /api/tasks/{task}/attachments`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `unsupported_media_type`, `body_too_large`, `task_not_found`, `attachment_limit_reached`, `attachment_quota_reached`
   */
  create(task: string, file: UploadBody, query: AttachmentUploadQuery, options?: RequestOptions & KeyOptions): Promise<Attachment> {
    return this.#api.send<Attachment>({ id: 'attachments.create', method: 'POST', path: '/tasks/{task}/attachments', retry: 'key' }, { params: [task], file, query, options })
  }

  /**
   * Get an attachment.
   * Name, size, media type and digest. The content is at `/content`.
   * `GET /api/tasks/{task}/attachments/{attachment}`. Error codes: `task_not_found`, `attachment_not_found`
   */
  get(task: string, attachment: string, options?: RequestOptions): Promise<Attachment> {
    return this.#api.send<Attachment>({ id: 'attachments.get', method: 'GET', path: '/tasks/{task}/attachments/{attachment}' }, { params: [task, attachment], options })
  }

  /**
   * Download an attachment.
   * Always `Content-Disposition: attachment`. The type is `application/octet-stream`, or `image_type` if it is set. `ETag` is the SHA-256 of the content.
   * `GET /api/tasks/{task}/attachments/{attachment}/content`. Error codes: `task_not_found`, `attachment_not_found`
   */
  content(task: string, attachment: string, options?: RequestOptions): Promise<Response> {
    return this.#api.open({ id: 'attachments.content', method: 'GET', path: '/tasks/{task}/attachments/{attachment}/content' }, { params: [task, attachment], options })
  }

  /**
   * Delete an attachment.
   * The file cannot be restored.
   * `DELETE /api/tasks/{task}/attachments/{attachment}`. Error codes: `task_not_found`, `attachment_not_found`
   */
  delete(task: string, attachment: string, options?: RequestOptions): Promise<void> {
    return this.#api.send<void>({ id: 'attachments.remove', method: 'DELETE', path: '/tasks/{task}/attachments/{attachment}' }, { params: [task, attachment], options })
  }
}

export class EventsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List events.
   * Oldest first, starting after `after`, or with the oldest retained event. Following `next_cursor` returns every event exactly once, in the same order for all readers.
   * `GET /api/events`. Error codes: `invalid_cursor`, `feed_truncated`
   */
  list(query: EventListQuery = {}, options?: RequestOptions): List<TaskServiceEvent> {
    return this.#api.list<TaskServiceEvent>({ id: 'events.list', method: 'GET', path: '/events', cursor: 'after' }, { query, options })
  }

  /**
   * Stream events (SSE).
   * Server-sent events: `id` is a cursor, `event` the event type, `data` the same envelope as in the list. Starts with new events, or after `Last-Event-ID` or `after`. A comment is sent every 15 s to keep the connection open.
   * `GET /api/events/stream`. Error codes: `invalid_cursor`, `feed_truncated`, `too_many_streams`
   */
  stream(query: EventStreamQuery = {}, options?: RequestOptions): Promise<Response> {
    return this.#api.open({ id: 'events.stream', method: 'GET', path: '/events/stream', cursor: 'after' }, { query, options })
  }

  /**
   * List event types.
   * Every type of event with its JSON Schema and an example.
   * `GET /api/event-types`
   */
  types(options?: RequestOptions): List<EventTypeEntry> {
    return this.#api.list<EventTypeEntry>({ id: 'events.types', method: 'GET', path: '/event-types' }, { options })
  }
}

export class FieldsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List custom fields.
   * Archived fields are included.
   * `GET /api/fields`. Error codes: `invalid_cursor`
   */
  list(query: FieldListQuery = {}, options?: RequestOptions): List<Field> {
    return this.#api.list<Field>({ id: 'fields.list', method: 'GET', path: '/fields' }, { query, options })
  }

  /**
   * Create a custom field.
   * Tasks that have a value under the key already are found by it at once, if the value fits the type.
   * `POST /api/fields`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `field_key_taken`, `field_limit_reached`
   */
  create(body: FieldCreate, options?: RequestOptions & KeyOptions): Promise<Field> {
    return this.#api.send<Field>({ id: 'fields.create', method: 'POST', path: '/fields', retry: 'key' }, { body, options })
  }

  /**
   * Get a custom field.
   * Name, type, key and choices of the field.
   * `GET /api/fields/{field}`. Error codes: `field_not_found`
   */
  get(field: string, options?: RequestOptions): Promise<Field> {
    return this.#api.send<Field>({ id: 'fields.get', method: 'GET', path: '/fields/{field}' }, { params: [field], options })
  }

  /**
   * Update a custom field.
   * Partial update (JSON Merge Patch). The type and the key cannot be changed.
   * `PATCH /api/fields/{field}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `field_not_found`, `version_mismatch`
   */
  update(field: string, body: FieldChangeRequest = {}, options?: RequestOptions & MatchOptions): Promise<Field> {
    return this.#api.send<Field>({ id: 'fields.change', method: 'PATCH', path: '/fields/{field}' }, { params: [field], body, options })
  }

  /**
   * Delete a custom field.
   * Tasks keep the values as plain data in `fields`.
   * `DELETE /api/fields/{field}`. Error codes: `field_not_found`, `version_mismatch`
   */
  delete(field: string, options?: RequestOptions & MatchOptions): Promise<void> {
    return this.#api.send<void>({ id: 'fields.remove', method: 'DELETE', path: '/fields/{field}' }, { params: [field], options })
  }
}

export class ViewsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List views.
   * Shared views and your own.
   * `GET /api/views`. Error codes: `invalid_cursor`
   */
  list(query: ViewListQuery = {}, options?: RequestOptions): List<View> {
    return this.#api.list<View>({ id: 'views.list', method: 'GET', path: '/views' }, { query, options })
  }

  /**
   * Create a view.
   * Saves filters, a sort order and a layout under a name.
   * `POST /api/views`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`
   */
  create(body: ViewCreate, options?: RequestOptions & KeyOptions): Promise<View> {
    return this.#api.send<View>({ id: 'views.create', method: 'POST', path: '/views', retry: 'key' }, { body, options })
  }

  /**
   * Get a view.
   * The filters, the sort order and the layout of the view.
   * `GET /api/views/{view}`. Error codes: `view_not_found`
   */
  get(view: string, options?: RequestOptions): Promise<View> {
    return this.#api.send<View>({ id: 'views.get', method: 'GET', path: '/views/{view}' }, { params: [view], options })
  }

  /**
   * Update a view.
   * Partial update (JSON Merge Patch). In `query`, null removes a filter.
   * `PATCH /api/views/{view}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `view_not_found`, `version_mismatch`
   */
  update(view: string, body: ViewChange = {}, options?: RequestOptions & MatchOptions): Promise<View> {
    return this.#api.send<View>({ id: 'views.change', method: 'PATCH', path: '/views/{view}' }, { params: [view], body, options })
  }

  /**
   * Delete a view.
   * Tasks are not affected.
   * `DELETE /api/views/{view}`. Error codes: `view_not_found`, `version_mismatch`
   */
  delete(view: string, options?: RequestOptions & MatchOptions): Promise<void> {
    return this.#api.send<void>({ id: 'views.remove', method: 'DELETE', path: '/views/{view}' }, { params: [view], options })
  }
}

export class TemplatesResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List templates.
   * Oldest first.
   * `GET /api/templates`. Error codes: `invalid_cursor`
   */
  list(query: TemplateListQuery = {}, options?: RequestOptions): List<Template> {
    return this.#api.list<Template>({ id: 'templates.list', method: 'GET', path: '/templates' }, { query, options })
  }

  /**
   * Create a template.
   * Saves the fields of a task under a name, for people and for schedules.
   * `POST /api/templates`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `template_limit_reached`
   */
  create(body: TemplateCreate, options?: RequestOptions & KeyOptions): Promise<Template> {
    return this.#api.send<Template>({ id: 'templates.create', method: 'POST', path: '/templates', retry: 'key' }, { body, options })
  }

  /**
   * Get a template.
   * The template with the fields of its task.
   * `GET /api/templates/{template}`. Error codes: `template_not_found`
   */
  get(template: string, options?: RequestOptions): Promise<Template> {
    return this.#api.send<Template>({ id: 'templates.get', method: 'GET', path: '/templates/{template}' }, { params: [template], options })
  }

  /**
   * Update a template.
   * Tasks that were created from it are not affected.
   * `PATCH /api/templates/{template}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `template_not_found`, `version_mismatch`
   */
  update(template: string, body: TemplateChange = {}, options?: RequestOptions & MatchOptions): Promise<Template> {
    return this.#api.send<Template>({ id: 'templates.change', method: 'PATCH', path: '/templates/{template}' }, { params: [template], body, options })
  }

  /**
   * Delete a template.
   * Tasks that were created from it are not affected.
   * `DELETE /api/templates/{template}`. Error codes: `template_not_found`, `template_in_use`, `version_mismatch`
   */
  delete(template: string, options?: RequestOptions & MatchOptions): Promise<void> {
    return this.#api.send<void>({ id: 'templates.remove', method: 'DELETE', path: '/templates/{template}' }, { params: [template], options })
  }

  /**
   * Create a task from a template.
   * Fields of the body replace those of the template. The response is the created task.
   * `POST /api/templates/{template}/tasks`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `template_not_found`, `parent_invalid`, `dependency_invalid`, `schema_invalid`
   */
  createTask(template: string, body: TemplateUse = {}, options?: RequestOptions & KeyOptions): Promise<Task> {
    return this.#api.send<Task>({ id: 'templates.create_task', method: 'POST', path: '/templates/{template}/tasks', retry: 'key' }, { params: [template], body, options })
  }
}

export class SchedulesResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List schedules.
   * Oldest first, with the next occurrences of each.
   * `GET /api/schedules`. Error codes: `invalid_cursor`
   */
  list(query: ScheduleListQuery = {}, options?: RequestOptions): List<Schedule> {
    return this.#api.list<Schedule>({ id: 'schedules.list', method: 'GET', path: '/schedules' }, { query, options })
  }

  /**
   * Create a schedule.
   * Creates a task from a template at each occurrence of the rule, exactly once.
   * `POST /api/schedules`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `template_invalid`, `time_zone_unknown`, `schedule_limit_reached`
   */
  create(body: ScheduleCreate, options?: RequestOptions & KeyOptions): Promise<Schedule> {
    return this.#api.send<Schedule>({ id: 'schedules.create', method: 'POST', path: '/schedules', retry: 'key' }, { body, options })
  }

  /**
   * Preview the occurrences of a rule.
   * The next occurrences of a rule that is not saved.
   * `POST /api/schedules/preview`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `time_zone_unknown`
   */
  preview(body: ScheduleRuleInput, options?: RequestOptions): Promise<ScheduleUpcoming> {
    return this.#api.send<ScheduleUpcoming>({ id: 'schedules.preview', method: 'POST', path: '/schedules/preview' }, { body, options })
  }

  /**
   * Get a schedule.
   * The rule, the next occurrences and the result of the last one.
   * `GET /api/schedules/{schedule}`. Error codes: `schedule_not_found`
   */
  get(schedule: string, options?: RequestOptions): Promise<Schedule> {
    return this.#api.send<Schedule>({ id: 'schedules.get', method: 'GET', path: '/schedules/{schedule}' }, { params: [schedule], options })
  }

  /**
   * Update a schedule.
   * A new rule applies to occurrences after the request.
   * `PATCH /api/schedules/{schedule}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `schedule_not_found`, `template_invalid`, `time_zone_unknown`, `version_mismatch`
   */
  update(schedule: string, body: ScheduleChange = {}, options?: RequestOptions & MatchOptions): Promise<Schedule> {
    return this.#api.send<Schedule>({ id: 'schedules.change', method: 'PATCH', path: '/schedules/{schedule}' }, { params: [schedule], body, options })
  }

  /**
   * Delete a schedule.
   * Its tasks and its template are kept.
   * `DELETE /api/schedules/{schedule}`. Error codes: `schedule_not_found`, `version_mismatch`
   */
  delete(schedule: string, options?: RequestOptions & MatchOptions): Promise<void> {
    return this.#api.send<void>({ id: 'schedules.remove', method: 'DELETE', path: '/schedules/{schedule}' }, { params: [schedule], options })
  }

  /**
   * Pause a schedule.
   * It creates no tasks until it is resumed.
   * `POST /api/schedules/{schedule}/pause`. Error codes: `schedule_not_found`
   */
  pause(schedule: string, options?: RequestOptions): Promise<Schedule> {
    return this.#api.send<Schedule>({ id: 'schedules.pause', method: 'POST', path: '/schedules/{schedule}/pause' }, { params: [schedule], options })
  }

  /**
   * Resume a schedule.
   * Occurrences during the pause are skipped.
   * `POST /api/schedules/{schedule}/resume`. Error codes: `schedule_not_found`
   */
  resume(schedule: string, options?: RequestOptions): Promise<Schedule> {
    return this.#api.send<Schedule>({ id: 'schedules.resume', method: 'POST', path: '/schedules/{schedule}/resume' }, { params: [schedule], options })
  }
}

export class ImportsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List imports.
   * Newest first, with the progress of each.
   * `GET /api/imports`. Error codes: `invalid_cursor`
   */
  list(query: ImportListQuery = {}, options?: RequestOptions): List<Import> {
    return this.#api.list<Import>({ id: 'imports.list', method: 'GET', path: '/imports' }, { query, options })
  }

  /**
   * Upload a file to import.
   * The body is the file itself, not a form. Responds with its columns and a suggested mapping; no task is created before `start`. An interrupted upload leaves nothing behind.
   * `POST /api/imports`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `unsupported_media_type`, `import_file_invalid`, `import_limit_reached`, `import_quota_reached`
   */
  create(file: UploadBody, query: ImportUploadQuery, options?: RequestOptions & KeyOptions): Promise<Import> {
    return this.#api.send<Import>({ id: 'imports.create', method: 'POST', path: '/imports', retry: 'key' }, { file, query, options })
  }

  /**
   * Get an import.
   * Its state, progress and result, and the first rejected rows.
   * `GET /api/imports/{import_id}`. Error codes: `import_not_found`
   */
  get(importId: string, options?: RequestOptions): Promise<Import> {
    return this.#api.send<Import>({ id: 'imports.get', method: 'GET', path: '/imports/{import_id}' }, { params: [importId], options })
  }

  /**
   * Start the dry run of an import.
   * Reads all rows with this mapping in the background and lists those that would be rejected. Creates no task. Possible until the first task was created; a dry run in progress starts again.
   * `POST /api/imports/{import_id}/validate`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `import_not_found`, `import_state_conflict`
   */
  validate(importId: string, body: ImportValidation = {}, options?: RequestOptions): Promise<Import> {
    return this.#api.send<Import>({ id: 'imports.validate', method: 'POST', path: '/imports/{import_id}/validate' }, { params: [importId], body, options })
  }

  /**
   * Start or continue an import.
   * Creates the tasks in the background, in the order of the rows. A canceled or failed import continues behind the last row that was imported. Rejected rows are left out and listed.
   * `POST /api/imports/{import_id}/start`. Error codes: `import_not_found`, `import_state_conflict`
   */
  start(importId: string, options?: RequestOptions): Promise<Import> {
    return this.#api.send<Import>({ id: 'imports.start', method: 'POST', path: '/imports/{import_id}/start' }, { params: [importId], options })
  }

  /**
   * Cancel an import.
   * Stops the dry run or the import. Tasks that were created are kept.
   * `POST /api/imports/{import_id}/cancel`. Error codes: `import_not_found`, `import_state_conflict`
   */
  cancel(importId: string, options?: RequestOptions): Promise<Import> {
    return this.#api.send<Import>({ id: 'imports.cancel', method: 'POST', path: '/imports/{import_id}/cancel' }, { params: [importId], options })
  }

  /**
   * Download the rejected rows of an import.
   * With the line and the reasons in `_line` and `_error`, so that the corrected file can be imported. A row that cannot be divided into values is in `_text`. Imports leave these three columns out.
   * `GET /api/imports/{import_id}/errors`. Error codes: `import_not_found`
   */
  errors(importId: string, query: ImportErrorsQuery = {}, options?: RequestOptions): Promise<Response> {
    return this.#api.open({ id: 'imports.errors', method: 'GET', path: '/imports/{import_id}/errors' }, { params: [importId], query, options })
  }

  /**
   * Delete an import.
   * Deletes its file and its list of rejected rows. Its tasks are kept.
   * `DELETE /api/imports/{import_id}`. Error codes: `import_not_found`, `import_state_conflict`
   */
  delete(importId: string, options?: RequestOptions): Promise<void> {
    return this.#api.send<void>({ id: 'imports.remove', method: 'DELETE', path: '/imports/{import_id}' }, { params: [importId], options })
  }
}

export class WebhooksResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List webhooks.
   * Oldest first. Secrets are never returned.
   * `GET /api/webhooks`. Error codes: `invalid_cursor`
   */
  list(query: WebhookListQuery = {}, options?: RequestOptions): List<Webhook> {
    return this.#api.list<Webhook>({ id: 'webhooks.list', method: 'GET', path: '/webhooks' }, { query, options })
  }

  /**
   * Create a webhook.
   * Starts delivering events to `url`. The signing secret is returned only in this response.
   * `POST /api/webhooks`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `webhook_url_refused`, `webhook_limit_reached`
   */
  create(body: WebhookCreate, options?: RequestOptions & KeyOptions): Promise<WebhookWithSecret> {
    return this.#api.send<WebhookWithSecret>({ id: 'webhooks.create', method: 'POST', path: '/webhooks', retry: 'key' }, { body, options })
  }

  /**
   * Test a webhook filter.
   * Checks whether an event matches event types and filter. Nothing is stored or sent.
   * `POST /api/webhooks/test-filter`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `event_not_found`
   */
  testFilter(body: FilterTest = {}, options?: RequestOptions): Promise<FilterTestResult> {
    return this.#api.send<FilterTestResult>({ id: 'webhooks.test_filter', method: 'POST', path: '/webhooks/test-filter' }, { body, options })
  }

  /**
   * Get webhook health.
   * Delivery counts, success rate and latency of each webhook in the last 24 hours.
   * `GET /api/webhooks/health`. Error codes: `invalid_cursor`
   */
  health(query: WebhookHealthQuery = {}, options?: RequestOptions): List<WebhookHealth> {
    return this.#api.list<WebhookHealth>({ id: 'webhooks.health', method: 'GET', path: '/webhooks/health' }, { query, options })
  }

  /**
   * Get a webhook.
   * URL, event types, filter and state. The secret is never returned.
   * `GET /api/webhooks/{webhook}`. Error codes: `webhook_not_found`
   */
  get(webhook: string, options?: RequestOptions): Promise<Webhook> {
    return this.#api.send<Webhook>({ id: 'webhooks.get', method: 'GET', path: '/webhooks/{webhook}' }, { params: [webhook], options })
  }

  /**
   * Get the health of a webhook.
   * Last and next attempt, response times by hour, and the counts of the last 24 hours.
   * `GET /api/webhooks/{webhook}/health`. Error codes: `webhook_not_found`
   */
  getHealth(webhook: string, options?: RequestOptions): Promise<WebhookHealthDetail> {
    return this.#api.send<WebhookHealthDetail>({ id: 'webhooks.get_health', method: 'GET', path: '/webhooks/{webhook}/health' }, { params: [webhook], options })
  }

  /**
   * Update a webhook.
   * Partial update (JSON Merge Patch); `enabled` enables or disables it. Custom headers belong to the origin (scheme, host and port) of `url`. If the origin changes, stored headers are removed unless they are sent again in the same request; `dropped_header_names` lists them.
   * `PATCH /api/webhooks/{webhook}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `webhook_not_found`, `version_mismatch`, `webhook_url_refused`
   */
  update(webhook: string, body: WebhookChange = {}, options?: RequestOptions & MatchOptions): Promise<ChangedWebhook> {
    return this.#api.send<ChangedWebhook>({ id: 'webhooks.change', method: 'PATCH', path: '/webhooks/{webhook}' }, { params: [webhook], body, options })
  }

  /**
   * Delete a webhook.
   * Pending deliveries are canceled.
   * `DELETE /api/webhooks/{webhook}`. Error codes: `webhook_not_found`, `version_mismatch`
   */
  delete(webhook: string, options?: RequestOptions & MatchOptions): Promise<void> {
    return this.#api.send<void>({ id: 'webhooks.remove', method: 'DELETE', path: '/webhooks/{webhook}' }, { params: [webhook], options })
  }

  /**
   * Rotate a webhook secret.
   * During `overlap_hours`, every delivery is signed with both secrets. The new secret is returned only in this response.
   * `POST /api/webhooks/{webhook}/rotate-secret`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `webhook_not_found`
   */
  rotateSecret(webhook: string, body: SecretRotation = {}, options?: RequestOptions & KeyOptions): Promise<WebhookWithSecret> {
    return this.#api.send<WebhookWithSecret>({ id: 'webhooks.rotate_secret', method: 'POST', path: '/webhooks/{webhook}/rotate-secret', retry: 'key' }, { params: [webhook], body, options })
  }

  /**
   * Send a test event.
   * Sends a `webhook.test` event to this webhook only, and returns its delivery.
   * `POST /api/webhooks/{webhook}/test`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `webhook_not_found`, `webhook_disabled`
   */
  test(webhook: string, options?: RequestOptions & KeyOptions): Promise<Delivery> {
    return this.#api.send<Delivery>({ id: 'webhooks.test', method: 'POST', path: '/webhooks/{webhook}/test', retry: 'key' }, { params: [webhook], options })
  }

  /**
   * Retry pending deliveries now.
   * Attempts all pending deliveries now, and restarts the retry schedule of those that were scheduled for later. If the receiver has failed repeatedly, one delivery is attempted first; if it succeeds, the others follow.
   * `POST /api/webhooks/{webhook}/retry`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `webhook_not_found`, `webhook_disabled`
   */
  retry(webhook: string, options?: RequestOptions & KeyOptions): Promise<WebhookRetryResult> {
    return this.#api.send<WebhookRetryResult>({ id: 'webhooks.retry', method: 'POST', path: '/webhooks/{webhook}/retry', retry: 'key' }, { params: [webhook], options })
  }

  /**
   * Recover missed deliveries.
   * Resends failed deliveries, or events that were never sent, of a time range. The message ID of an event stays the same, so receivers can deduplicate.
   * `POST /api/webhooks/{webhook}/recover`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `webhook_not_found`, `webhook_disabled`
   */
  recover(webhook: string, body: Recovery, options?: RequestOptions & KeyOptions): Promise<RecoveryResult> {
    return this.#api.send<RecoveryResult>({ id: 'webhooks.recover', method: 'POST', path: '/webhooks/{webhook}/recover', retry: 'key' }, { params: [webhook], body, options })
  }
}

export class DeliveriesResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List deliveries of a webhook.
   * Deliveries to one webhook, newest first.
   * `GET /api/webhooks/{webhook}/deliveries`. Error codes: `webhook_not_found`, `invalid_cursor`
   */
  list(webhook: string, query: DeliveryListQuery = {}, options?: RequestOptions): List<Delivery> {
    return this.#api.list<Delivery>({ id: 'deliveries.list', method: 'GET', path: '/webhooks/{webhook}/deliveries' }, { params: [webhook], query, options })
  }

  /**
   * List deliveries.
   * Deliveries to all webhooks, newest first.
   * `GET /api/deliveries`. Error codes: `webhook_not_found`, `task_not_found`, `invalid_cursor`
   */
  log(query: DeliveryLogQuery = {}, options?: RequestOptions): List<Delivery> {
    return this.#api.list<Delivery>({ id: 'deliveries.log', method: 'GET', path: '/deliveries' }, { query, options })
  }

  /**
   * Resend deliveries.
   * Sends up to 500 deliveries immediately, whatever their status, and cancels their scheduled retries. Deliveries that cannot be resent are skipped.
   * `POST /api/deliveries/resend`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`
   */
  resendMany(body: DeliveriesResend, options?: RequestOptions & KeyOptions): Promise<DeliveriesResendResult> {
    return this.#api.send<DeliveriesResendResult>({ id: 'deliveries.resend_many', method: 'POST', path: '/deliveries/resend', retry: 'key' }, { body, options })
  }

  /**
   * Get a delivery and its attempts.
   * The event that is sent, and every attempt.
   * `GET /api/deliveries/{delivery}`. Error codes: `delivery_not_found`
   */
  get(delivery: string, options?: RequestOptions): Promise<DeliveryWithAttempts> {
    return this.#api.send<DeliveryWithAttempts>({ id: 'deliveries.get', method: 'GET', path: '/deliveries/{delivery}' }, { params: [delivery], options })
  }

  /**
   * Resend a delivery.
   * Sends immediately, whatever its status, and cancels a scheduled retry.
   * `POST /api/deliveries/{delivery}/resend`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `delivery_not_found`, `webhook_disabled`
   */
  resend(delivery: string, options?: RequestOptions & KeyOptions): Promise<Delivery> {
    return this.#api.send<Delivery>({ id: 'deliveries.resend', method: 'POST', path: '/deliveries/{delivery}/resend', retry: 'key' }, { params: [delivery], options })
  }
}

export class AgentsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List agents.
   * Oldest first, with their state and what they used today.
   * `GET /api/agents`. Error codes: `invalid_cursor`
   */
  list(query: AgentListQuery = {}, options?: RequestOptions): List<Agent> {
    return this.#api.list<Agent>({ id: 'agents.list', method: 'GET', path: '/agents' }, { query, options })
  }

  /**
   * Create an agent.
   * The agent claims tasks with one of its tokens. A program with an API key can claim tasks for it.
   * `POST /api/agents`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `agent_name_taken`, `agent_limit_reached`
   */
  create(body: AgentCreate, options?: RequestOptions & KeyOptions): Promise<Agent> {
    return this.#api.send<Agent>({ id: 'agents.create', method: 'POST', path: '/agents', retry: 'key' }, { body, options })
  }

  /**
   * Get an agent.
   * By name, with its state and what it used today.
   * `GET /api/agents/{agent}`. Error codes: `agent_not_found`
   */
  get(agent: string, options?: RequestOptions): Promise<Agent> {
    return this.#api.send<Agent>({ id: 'agents.get', method: 'GET', path: '/agents/{agent}' }, { params: [agent], options })
  }

  /**
   * Update an agent.
   * Partial update (JSON Merge Patch).
   * `PATCH /api/agents/{agent}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `agent_not_found`, `version_mismatch`
   */
  update(agent: string, body: AgentChange = {}, options?: RequestOptions & MatchOptions): Promise<Agent> {
    return this.#api.send<Agent>({ id: 'agents.change', method: 'PATCH', path: '/agents/{agent}' }, { params: [agent], body, options })
  }

  /**
   * Delete an agent.
   * Ends its runs, returns their tasks to their queues and deletes its tokens. The history of its runs is retained.
   * `DELETE /api/agents/{agent}`. Error codes: `agent_not_found`, `version_mismatch`
   */
  delete(agent: string, options?: RequestOptions & MatchOptions): Promise<void> {
    return this.#api.send<void>({ id: 'agents.remove', method: 'DELETE', path: '/agents/{agent}' }, { params: [agent], options })
  }

  /**
   * Pause an agent.
   * Takes effect within a second in all processes: the agent cannot claim tasks, and requests that change its runs are rejected. Its tasks return to their queues when the leases end, without a failed attempt.
   * `POST /api/agents/{agent}/pause`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `agent_not_found`
   */
  pause(agent: string, options?: RequestOptions & KeyOptions): Promise<Agent> {
    return this.#api.send<Agent>({ id: 'agents.pause', method: 'POST', path: '/agents/{agent}/pause', retry: 'key' }, { params: [agent], options })
  }

  /**
   * Resume an agent.
   * Runs whose leases have not ended continue.
   * `POST /api/agents/{agent}/resume`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `agent_not_found`
   */
  resume(agent: string, options?: RequestOptions & KeyOptions): Promise<Agent> {
    return this.#api.send<Agent>({ id: 'agents.resume', method: 'POST', path: '/agents/{agent}/resume', retry: 'key' }, { params: [agent], options })
  }
}

export class AgentTokensResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List agent tokens.
   * Tokens without their secrets: when they were created, used and expire.
   * `GET /api/agents/{agent}/tokens`. Error codes: `agent_not_found`
   */
  list(agent: string, options?: RequestOptions): List<AgentToken> {
    return this.#api.list<AgentToken>({ id: 'agent_tokens.list', method: 'GET', path: '/agents/{agent}/tokens' }, { params: [agent], options })
  }

  /**
   * Create an agent token.
   * The token is returned only once, in this response. An agent can have two valid tokens, so that you can rotate a token without downtime.
   * `POST /api/agents/{agent}/tokens`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `agent_not_found`, `agent_token_limit_reached`
   */
  create(agent: string, body: AgentTokenCreate = {}, options?: RequestOptions & KeyOptions): Promise<AgentTokenWithSecret> {
    return this.#api.send<AgentTokenWithSecret>({ id: 'agent_tokens.create', method: 'POST', path: '/agents/{agent}/tokens', retry: 'key' }, { params: [agent], body, options })
  }

  /**
   * Revoke an agent token.
   * Takes effect within a second in all processes.
   * `DELETE /api/agents/{agent}/tokens/{token}`. Error codes: `agent_not_found`, `agent_token_not_found`
   */
  revoke(agent: string, token: string, options?: RequestOptions): Promise<void> {
    return this.#api.send<void>({ id: 'agent_tokens.revoke', method: 'DELETE', path: '/agents/{agent}/tokens/{token}' }, { params: [agent, token], options })
  }
}

export class QueuesResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List queues.
   * Queues that have settings, claimable tasks or unfinished runs, by name; at most 200.
   * `GET /api/queues`
   */
  list(options?: RequestOptions): List<QueueState> {
    return this.#api.list<QueueState>({ id: 'queues.list', method: 'GET', path: '/queues' }, { options })
  }

  /**
   * Get a queue.
   * Queues are not created: any name is valid. A queue whose settings were never changed has the default settings.
   * `GET /api/queues/{queue}`
   */
  get(queue: string, options?: RequestOptions): Promise<QueueState> {
    return this.#api.send<QueueState>({ id: 'queues.get', method: 'GET', path: '/queues/{queue}' }, { params: [queue], options })
  }

  /**
   * Update a queue.
   * Partial update (JSON Merge Patch).
   * `PATCH /api/queues/{queue}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `version_mismatch`
   */
  update(queue: string, body: QueueChange = {}, options?: RequestOptions & MatchOptions): Promise<QueueState> {
    return this.#api.send<QueueState>({ id: 'queues.change', method: 'PATCH', path: '/queues/{queue}' }, { params: [queue], body, options })
  }

  /**
   * Get the history of a queue.
   * Claims and results in each of the last 24 hours, and the time from ready to claimed.
   * `GET /api/queues/{queue}/history`
   */
  history(queue: string, options?: RequestOptions): Promise<QueueHistory> {
    return this.#api.send<QueueHistory>({ id: 'queues.history', method: 'GET', path: '/queues/{queue}/history' }, { params: [queue], options })
  }
}

export class RunsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * Claim tasks.
   * Returns the next tasks of the queues, each with a run and its lease token. No other worker gets a task while its lease is valid. With `wait_seconds`, the request waits for a task (long polling). Not safe to retry: a second request claims other tasks. If a response is lost, its tasks return to their queues when the leases end.
   * `POST /api/tasks/claim`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `agent_not_found`, `agent_paused`, `budget_exhausted`, `queue_not_allowed`, `too_many_waiting_claims`
   */
  claim(body: ClaimRequest = {}, options?: RequestOptions): Promise<Claimed> {
    return this.#api.send<Claimed>({ id: 'runs.claim', method: 'POST', path: '/tasks/claim', retry: 'rejected', agent: true }, { body, options })
  }

  /**
   * Claim a task.
   * Claims this task instead of the next one. Not safe to retry: if the response is lost, the task returns to its queue when the lease ends.
   * `POST /api/tasks/{task}/claim`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `agent_not_found`, `agent_paused`, `budget_exhausted`, `queue_not_allowed`, `task_not_found`, `task_not_claimable`
   */
  claimTask(task: string, body: TaskClaimRequest = {}, options?: RequestOptions): Promise<ClaimedTask> {
    return this.#api.send<ClaimedTask>({ id: 'runs.claim_task', method: 'POST', path: '/tasks/{task}/claim', retry: 'rejected', agent: true }, { params: [task], body, options })
  }

  /**
   * Take a task.
   * Moves a `ready` or `triage` task to `in_progress` for a person, without a run and without a `delegate`, so that no agent can claim it. Send `assignee` to assign the task as well.
   * `POST /api/tasks/{task}/take`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `task_not_found`, `task_already_taken`, `version_mismatch`
   */
  take(task: string, body: TaskTake = {}, options?: RequestOptions & KeyOptions & MatchOptions): Promise<Task> {
    return this.#api.send<Task>({ id: 'runs.take', method: 'POST', path: '/tasks/{task}/take', retry: 'key' }, { params: [task], body, options })
  }

  /**
   * List runs.
   * Attempts at tasks, newest first.
   * `GET /api/runs`. Error codes: `task_not_found`, `invalid_cursor`
   */
  list(query: RunListQuery = {}, options?: RequestOptions): List<Run> {
    return this.#api.list<Run>({ id: 'runs.list', method: 'GET', path: '/runs' }, { query, options })
  }

  /**
   * Get a run.
   * State, progress, plan and usage of one attempt at a task.
   * `GET /api/runs/{run}`. Error codes: `run_not_found`
   */
  get(run: string, options?: RequestOptions): Promise<Run> {
    return this.#api.send<Run>({ id: 'runs.get', method: 'GET', path: '/runs/{run}', agent: true }, { params: [run], options })
  }

  /**
   * Send a heartbeat.
   * Renews the lease, and saves progress, plan and checkpoint. Returns stop requests, changed fields of the task, answers and rejected effects. Resumes a parked run whose question was answered or whose effects were rejected; until then, the heartbeat of a parked run saves nothing.
   * `POST /api/runs/{run}/heartbeat`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `run_not_found`, `lease_lost`
   */
  heartbeat(run: string, body: Heartbeat, options?: RequestOptions): Promise<HeartbeatResponse> {
    return this.#api.send<HeartbeatResponse>({ id: 'runs.heartbeat', method: 'POST', path: '/runs/{run}/heartbeat', agent: true }, { params: [run], body, options })
  }

  /**
   * Complete a run.
   * Completes the task. A `result` that does not match the `output_schema` of the task is rejected, and the lease is unchanged. If a person has to approve what would be written to external systems, the run is parked instead: the task is `in_review`, and `approval_id` of the run names the approval. Safe to retry with the same lease token.
   * `POST /api/runs/{run}/complete`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `run_not_found`, `lease_lost`, `run_parked`, `result_invalid`, `budget_exhausted`, `effects_forbidden`
   */
  complete(run: string, body: RunComplete, options?: RequestOptions): Promise<Task> {
    return this.#api.send<Task>({ id: 'runs.complete', method: 'POST', path: '/runs/{run}/complete', agent: true }, { params: [run], body, options })
  }

  /**
   * Fail a run.
   * Reports an error. The task is retried after a backoff, or fails after `max_attempts` failed attempts. Safe to retry with the same lease token.
   * `POST /api/runs/{run}/fail`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `run_not_found`, `lease_lost`
   */
  fail(run: string, body: RunFail, options?: RequestOptions): Promise<Run> {
    return this.#api.send<Run>({ id: 'runs.fail', method: 'POST', path: '/runs/{run}/fail', agent: true }, { params: [run], body, options })
  }

  /**
   * Release a run.
   * Returns the task to its queue without a failed attempt. If someone asked the agent to stop, the run is canceled instead and the task stays `in_progress`. Safe to retry with the same lease token.
   * `POST /api/runs/{run}/release`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `run_not_found`, `lease_lost`
   */
  release(run: string, body: RunRelease, options?: RequestOptions): Promise<Run> {
    return this.#api.send<Run>({ id: 'runs.release', method: 'POST', path: '/runs/{run}/release', agent: true }, { params: [run], body, options })
  }

  /**
   * Stop a run.
   * The next heartbeat returns `cancel_requested`. If the agent does not release the task, the run ends after 30 s. The task stays `in_progress` without a run, so that no agent claims it again.
   * `POST /api/runs/{run}/cancel`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `run_not_found`, `lease_lost`
   */
  cancel(run: string, body: RunCancel = {}, options?: RequestOptions & KeyOptions): Promise<Run> {
    return this.#api.send<Run>({ id: 'runs.cancel', method: 'POST', path: '/runs/{run}/cancel', retry: 'key' }, { params: [run], body, options })
  }

  /**
   * Preview the effects of a run.
   * Returns what completing the run with this result would write to external systems. Changes nothing.
   * `POST /api/runs/{run}/preview`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `run_not_found`, `lease_lost`, `run_parked`, `result_invalid`
   */
  previewEffects(run: string, body: EffectPreviewRequest, options?: RequestOptions): Promise<EffectPreview> {
    return this.#api.send<EffectPreview>({ id: 'runs.preview_effects', method: 'POST', path: '/runs/{run}/preview', agent: true }, { params: [run], body, options })
  }
}

export class QuestionsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * Ask a question.
   * Parks the run: it has no lease and uses no budget until the question is answered. Keep sending heartbeats to get the answer: after it, the run must be resumed within `lease_seconds`. Otherwise the next attempt gets the answer.
   * `POST /api/runs/{run}/questions`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `run_not_found`, `lease_lost`, `run_parked`, `schema_invalid`, `answer_invalid`
   */
  create(run: string, body: QuestionCreate, options?: RequestOptions & KeyOptions): Promise<Question> {
    return this.#api.send<Question>({ id: 'questions.create', method: 'POST', path: '/runs/{run}/questions', retry: 'key', agent: true }, { params: [run], body, options })
  }

  /**
   * List questions.
   * What agents asked, newest first.
   * `GET /api/questions`. Error codes: `task_not_found`, `invalid_cursor`
   */
  list(query: QuestionListQuery = {}, options?: RequestOptions): List<Question> {
    return this.#api.list<Question>({ id: 'questions.list', method: 'GET', path: '/questions' }, { query, options })
  }

  /**
   * Get a question.
   * The question, its options and, if there is one, its answer.
   * `GET /api/questions/{question}`. Error codes: `question_not_found`
   */
  get(question: string, options?: RequestOptions): Promise<Question> {
    return this.#api.send<Question>({ id: 'questions.get', method: 'GET', path: '/questions/{question}' }, { params: [question], options })
  }

  /**
   * Answer a question.
   * The first answer counts.
   * `POST /api/questions/{question}/answer`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `question_not_found`, `question_closed`, `answer_invalid`
   */
  answer(question: string, body: QuestionAnswer, options?: RequestOptions & KeyOptions): Promise<Question> {
    return this.#api.send<Question>({ id: 'questions.answer', method: 'POST', path: '/questions/{question}/answer', retry: 'key' }, { params: [question], body, options })
  }

  /**
   * Create a link to answer a question.
   * For someone without an account. The link works once, and a new link replaces the old one.
   * `POST /api/questions/{question}/link`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `question_not_found`, `question_closed`
   */
  link(question: string, body: AnswerLinkCreate = {}, options?: RequestOptions & KeyOptions): Promise<AnswerLink> {
    return this.#api.send<AnswerLink>({ id: 'questions.link', method: 'POST', path: '/questions/{question}/link', retry: 'key' }, { params: [question], body, options })
  }
}

export class ApprovalsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List approvals.
   * Requests of agents to change external systems, newest first.
   * `GET /api/approvals`. Error codes: `task_not_found`, `invalid_cursor`
   */
  list(query: ApprovalListQuery = {}, options?: RequestOptions): List<Approval> {
    return this.#api.list<Approval>({ id: 'approvals.list', method: 'GET', path: '/approvals' }, { query, options })
  }

  /**
   * Get an approval.
   * What would change, with the values before and after, and the `hash` that approves exactly this.
   * `GET /api/approvals/{approval}`. Error codes: `approval_not_found`
   */
  get(approval: string, options?: RequestOptions): Promise<Approval> {
    return this.#api.send<Approval>({ id: 'approvals.get', method: 'GET', path: '/approvals/{approval}' }, { params: [approval], options })
  }

  /**
   * Approve effects.
   * Approves exactly the effects with this hash and completes the run that waits for them. If the effects have changed, nothing is approved: the approval stays open and shows both versions. Safe to retry with the same hash.
   * `POST /api/approvals/{approval}/approve`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `approval_not_found`, `approval_closed`, `effects_changed`, `effects_forbidden`
   */
  approve(approval: string, body: ApprovalGrant, options?: RequestOptions): Promise<Approval> {
    return this.#api.send<Approval>({ id: 'approvals.approve', method: 'POST', path: '/approvals/{approval}/approve', retry: 'rejected' }, { params: [approval], body, options })
  }

  /**
   * Reject effects.
   * Nothing is written. A run that waits resumes with its next heartbeat, which returns the reason; if the agent is gone, the next attempt gets it.
   * `POST /api/approvals/{approval}/reject`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `approval_not_found`, `approval_closed`
   */
  reject(approval: string, body: ApprovalRejection, options?: RequestOptions & KeyOptions): Promise<Approval> {
    return this.#api.send<Approval>({ id: 'approvals.reject', method: 'POST', path: '/approvals/{approval}/reject', retry: 'key' }, { params: [approval], body, options })
  }

  /**
   * Edit what is to be approved.
   * Changes the result and the comments of the agent, and returns the new effects and their hash. Approve them with that hash.
   * `POST /api/approvals/{approval}/edit`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `approval_not_found`, `approval_closed`, `effects_forbidden`, `result_invalid`
   */
  edit(approval: string, body: ApprovalEdit = {}, options?: RequestOptions & KeyOptions): Promise<Approval> {
    return this.#api.send<Approval>({ id: 'approvals.edit', method: 'POST', path: '/approvals/{approval}/edit', retry: 'key' }, { params: [approval], body, options })
  }
}

export class ConnectorsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List connectors.
   * Oldest first, with the state of each.
   * `GET /api/connectors`. Error codes: `invalid_cursor`
   */
  list(query: ConnectorListQuery = {}, options?: RequestOptions): List<Connector> {
    return this.#api.list<Connector>({ id: 'connectors.list', method: 'GET', path: '/connectors' }, { query, options })
  }

  /**
   * Create a connector.
   * Returns a single-use enrollment token, valid for 15 minutes. It is not shown again.
   * `POST /api/connectors`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `connector_name_taken`, `connector_limit_reached`
   */
  create(body: ConnectorCreate, options?: RequestOptions & KeyOptions): Promise<ConnectorWithToken> {
    return this.#api.send<ConnectorWithToken>({ id: 'connectors.create', method: 'POST', path: '/connectors', retry: 'key' }, { body, options })
  }

  /**
   * Get a connector.
   * State, version and databases of the connector.
   * `GET /api/connectors/{connector}`. Error codes: `connector_not_found`
   */
  get(connector: string, options?: RequestOptions): Promise<Connector> {
    return this.#api.send<Connector>({ id: 'connectors.get', method: 'GET', path: '/connectors/{connector}' }, { params: [connector], options })
  }

  /**
   * Update a connector.
   * Rename, pause or resume it.
   * `PATCH /api/connectors/{connector}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `connector_not_found`, `connector_name_taken`, `version_mismatch`
   */
  update(connector: string, body: ConnectorChange = {}, options?: RequestOptions & MatchOptions): Promise<Connector> {
    return this.#api.send<Connector>({ id: 'connectors.change', method: 'PATCH', path: '/connectors/{connector}' }, { params: [connector], body, options })
  }

  /**
   * Delete a connector.
   * Also deletes its key, jobs and results. Tasks are kept.
   * `DELETE /api/connectors/{connector}`. Error codes: `connector_not_found`, `version_mismatch`
   */
  delete(connector: string, options?: RequestOptions & MatchOptions): Promise<void> {
    return this.#api.send<void>({ id: 'connectors.remove', method: 'DELETE', path: '/connectors/{connector}' }, { params: [connector], options })
  }

  /**
   * Create an enrollment token.
   * Use this when the token has expired, the connector is locked (`frozen`) or revoked, or it lost its key. Returns a single-use token, valid for 15 minutes. A current key keeps working until the token is used, unless it is locked or revoked.
   * `POST /api/connectors/{connector}/enrolment`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `connector_not_found`
   */
  enroll(connector: string, options?: RequestOptions & KeyOptions): Promise<ConnectorWithToken> {
    return this.#api.send<ConnectorWithToken>({ id: 'connectors.enrol', method: 'POST', path: '/connectors/{connector}/enrolment', retry: 'key' }, { params: [connector], options })
  }

  /**
   * Revoke a connector.
   * Takes effect immediately: requests with its key are rejected and open polls are closed.
   * `POST /api/connectors/{connector}/revoke`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `connector_not_found`
   */
  revoke(connector: string, options?: RequestOptions & KeyOptions): Promise<Connector> {
    return this.#api.send<Connector>({ id: 'connectors.revoke', method: 'POST', path: '/connectors/{connector}/revoke', retry: 'key' }, { params: [connector], options })
  }

  /**
   * Rotate a connector key.
   * Asks the connector to replace its key. It continues to work with the old one until then.
   * `POST /api/connectors/{connector}/rotate`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `connector_not_found`, `connector_not_enrolled`
   */
  rotate(connector: string, options?: RequestOptions & KeyOptions): Promise<Connector> {
    return this.#api.send<Connector>({ id: 'connectors.rotate', method: 'POST', path: '/connectors/{connector}/rotate', retry: 'key' }, { params: [connector], options })
  }

  /**
   * Drain a connector.
   * Pauses it: running jobs finish and no new ones start. When `waiting_jobs` and `waiting_results` are 0, it can be stopped without losing a result.
   * `POST /api/connectors/{connector}/drain`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `connector_not_found`
   */
  drain(connector: string, options?: RequestOptions & KeyOptions): Promise<Connector> {
    return this.#api.send<Connector>({ id: 'connectors.drain', method: 'POST', path: '/connectors/{connector}/drain', retry: 'key' }, { params: [connector], options })
  }

  /**
   * List connector statements.
   * Statements that the connector offers, with their parameters and columns.
   * `GET /api/connectors/{connector}/statements`. Error codes: `connector_not_found`
   */
  statements(connector: string, options?: RequestOptions): Promise<ConnectorStatements> {
    return this.#api.send<ConnectorStatements>({ id: 'connectors.statements', method: 'GET', path: '/connectors/{connector}/statements' }, { params: [connector], options })
  }

  /**
   * Get connector activity.
   * Jobs, rows and failures per interval.
   * `GET /api/connectors/{connector}/activity`. Error codes: `connector_not_found`
   */
  activity(connector: string, options?: RequestOptions): Promise<ConnectorActivity> {
    return this.#api.send<ConnectorActivity>({ id: 'connectors.activity', method: 'GET', path: '/connectors/{connector}/activity' }, { params: [connector], options })
  }

  /**
   * Run a statement.
   * Runs a named statement of the connector’s policy file. The connector rejects a name it does not know. The response contains the result if it arrives within `wait_seconds`; otherwise get the job later.
   * `POST /api/connectors/{connector}/run`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `connector_not_found`, `connector_not_enrolled`
   */
  run(connector: string, body: StatementRun, options?: RequestOptions): Promise<EdgeJobWithRows> {
    return this.#api.send<EdgeJobWithRows>({ id: 'connectors.run', method: 'POST', path: '/connectors/{connector}/run', retry: 'rejected' }, { params: [connector], body, options })
  }
}

export class EdgeJobsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List jobs.
   * Statements that were or will be run by the connector, newest first.
   * `GET /api/connectors/{connector}/jobs`. Error codes: `connector_not_found`, `invalid_cursor`
   */
  list(connector: string, query: EdgeJobListQuery = {}, options?: RequestOptions): List<EdgeJob> {
    return this.#api.list<EdgeJob>({ id: 'edge_jobs.list', method: 'GET', path: '/connectors/{connector}/jobs' }, { params: [connector], query, options })
  }

  /**
   * Get a job and its result.
   * State of the job, with its rows.
   * `GET /api/connectors/{connector}/jobs/{job}`. Error codes: `connector_not_found`, `edge_job_not_found`
   */
  get(connector: string, job: string, options?: RequestOptions): Promise<EdgeJobWithRows> {
    return this.#api.send<EdgeJobWithRows>({ id: 'edge_jobs.get', method: 'GET', path: '/connectors/{connector}/jobs/{job}' }, { params: [connector, job], options })
  }

  /**
   * Cancel a queued job.
   * Only a job that no connector has fetched yet can be canceled.
   * `POST /api/connectors/{connector}/jobs/{job}/cancel`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `connector_not_found`, `edge_job_not_found`, `edge_job_not_waiting`
   */
  cancel(connector: string, job: string, options?: RequestOptions & KeyOptions): Promise<EdgeJob> {
    return this.#api.send<EdgeJob>({ id: 'edge_jobs.cancel', method: 'POST', path: '/connectors/{connector}/jobs/{job}/cancel', retry: 'key' }, { params: [connector, job], options })
  }
}

export class ProvidersResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List providers.
   * External systems that can be connected, with the settings that each one needs.
   * `GET /api/providers`
   */
  list(options?: RequestOptions): List<Provider> {
    return this.#api.list<Provider>({ id: 'providers.list', method: 'GET', path: '/providers' }, { options })
  }
}

export class IntegrationsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List integrations.
   * Oldest first, with the result of the last sync and what each one is doing now.
   * `GET /api/integrations`. Error codes: `invalid_cursor`
   */
  list(query: IntegrationListQuery = {}, options?: RequestOptions): List<Integration> {
    return this.#api.list<Integration>({ id: 'integrations.list', method: 'GET', path: '/integrations' }, { query, options })
  }

  /**
   * Create an integration.
   * Connects an issue tracker, CRM or database. Syncing starts once the credential is set.
   * `POST /api/integrations`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `provider_unknown`, `integration_fields_refused`, `integration_host_refused`, `integration_limit_reached`
   */
  create(body: IntegrationCreate, options?: RequestOptions & KeyOptions): Promise<Integration> {
    return this.#api.send<Integration>({ id: 'integrations.create', method: 'POST', path: '/integrations', retry: 'key' }, { body, options })
  }

  /**
   * Test a connection.
   * Tests configuration and secrets before you create the integration. Nothing is stored.
   * `POST /api/integrations/check`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `provider_unknown`, `integration_fields_refused`, `integration_host_refused`, `credential_incomplete`
   */
  try(body: ConnectionTry, options?: RequestOptions): Promise<ConnectionCheck> {
    return this.#api.send<ConnectionCheck>({ id: 'integrations.try', method: 'POST', path: '/integrations/check' }, { body, options })
  }

  /**
   * Get an integration.
   * Settings, state, the result of the last sync and what it is doing now. The credential is never returned.
   * `GET /api/integrations/{integration}`. Error codes: `integration_not_found`
   */
  get(integration: string, options?: RequestOptions): Promise<Integration> {
    return this.#api.send<Integration>({ id: 'integrations.get', method: 'GET', path: '/integrations/{integration}' }, { params: [integration], options })
  }

  /**
   * Update an integration.
   * Partial update (JSON Merge Patch); `paused` pauses or resumes it.
   * `PATCH /api/integrations/{integration}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `integration_not_found`, `version_mismatch`, `integration_fields_refused`, `integration_host_refused`, `provider_missing`
   */
  update(integration: string, body: IntegrationChange = {}, options?: RequestOptions & MatchOptions): Promise<Integration> {
    return this.#api.send<Integration>({ id: 'integrations.change', method: 'PATCH', path: '/integrations/{integration}' }, { params: [integration], body, options })
  }

  /**
   * Delete an integration.
   * Also deletes its credential, links and history. Tasks and external items are kept.
   * `DELETE /api/integrations/{integration}`. Error codes: `integration_not_found`, `version_mismatch`
   */
  delete(integration: string, options?: RequestOptions & MatchOptions): Promise<void> {
    return this.#api.send<void>({ id: 'integrations.remove', method: 'DELETE', path: '/integrations/{integration}' }, { params: [integration], options })
  }

  /**
   * Set the credential.
   * Encrypted, bound to the integration’s hosts, and never returned.
   * `PUT /api/integrations/{integration}/credential`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `integration_not_found`, `version_mismatch`, `integration_fields_refused`, `credential_incomplete`, `provider_missing`
   */
  setCredential(integration: string, body: CredentialEntry, options?: RequestOptions & MatchOptions): Promise<Integration> {
    return this.#api.send<Integration>({ id: 'integrations.set_credential', method: 'PUT', path: '/integrations/{integration}/credential' }, { params: [integration], body, options })
  }

  /**
   * Check an integration.
   * Tests the connection step by step, with the stored credential.
   * `POST /api/integrations/{integration}/check`. Error codes: `integration_not_found`, `provider_missing`, `credential_required`
   */
  check(integration: string, options?: RequestOptions): Promise<ConnectionCheck> {
    return this.#api.send<ConnectionCheck>({ id: 'integrations.check', method: 'POST', path: '/integrations/{integration}/check' }, { params: [integration], options })
  }

  /**
   * Discover projects, statuses, people and fields.
   * Asks the external system for values to choose from in the settings and the mapping.
   * `GET /api/integrations/{integration}/discover`. Error codes: `integration_not_found`, `provider_missing`, `credential_required`, `integration_unreachable`
   */
  discover(integration: string, query: DiscoverQuery, options?: RequestOptions): List<RemoteChoice> {
    return this.#api.list<RemoteChoice>({ id: 'integrations.discover', method: 'GET', path: '/integrations/{integration}/discover' }, { params: [integration], query, options })
  }

  /**
   * Preview a mapping.
   * Applies a mapping to up to ten items of the external system. Nothing is stored or written.
   * `POST /api/integrations/{integration}/preview`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `integration_not_found`, `provider_missing`, `credential_required`, `integration_unreachable`
   */
  preview(integration: string, body: PreviewRequest = {}, options?: RequestOptions): Promise<MappingPreview> {
    return this.#api.send<MappingPreview>({ id: 'integrations.preview', method: 'POST', path: '/integrations/{integration}/preview' }, { params: [integration], body, options })
  }

  /**
   * Register a vendor webhook.
   * Registers the webhook URL of the integration with the vendor, so that changes arrive within seconds.
   * `POST /api/integrations/{integration}/webhook`. Error codes: `integration_not_found`, `provider_missing`, `credential_required`, `webhook_unsupported`, `integration_unreachable`
   */
  registerWebhook(integration: string, options?: RequestOptions): Promise<Integration> {
    return this.#api.send<Integration>({ id: 'integrations.register_webhook', method: 'POST', path: '/integrations/{integration}/webhook', retry: 'rejected' }, { params: [integration], options })
  }

  /**
   * Unregister the vendor webhook.
   * The external system stops sending webhooks; changes are found by polling.
   * `DELETE /api/integrations/{integration}/webhook`. Error codes: `integration_not_found`, `provider_missing`, `credential_required`, `webhook_unsupported`, `integration_unreachable`
   */
  unregisterWebhook(integration: string, options?: RequestOptions): Promise<Integration> {
    return this.#api.send<Integration>({ id: 'integrations.unregister_webhook', method: 'DELETE', path: '/integrations/{integration}/webhook' }, { params: [integration], options })
  }

  /**
   * Start a sync.
   * Starts a sync run, or queues it.
   * `POST /api/integrations/{integration}/sync`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `integration_not_found`, `integration_paused`, `provider_missing`, `credential_required`
   */
  sync(integration: string, body: SyncRequest = {}, options?: RequestOptions): Promise<SyncAsked> {
    return this.#api.send<SyncAsked>({ id: 'integrations.sync', method: 'POST', path: '/integrations/{integration}/sync', retry: 'rejected' }, { params: [integration], body, options })
  }

  /**
   * List sync runs.
   * Newest first, with counts and errors.
   * `GET /api/integrations/{integration}/runs`. Error codes: `integration_not_found`, `invalid_cursor`
   */
  runs(integration: string, query: SyncRunListQuery = {}, options?: RequestOptions): List<SyncRun> {
    return this.#api.list<SyncRun>({ id: 'integrations.runs', method: 'GET', path: '/integrations/{integration}/runs' }, { params: [integration], query, options })
  }

  /**
   * List failed items.
   * Items that failed to import.
   * `GET /api/integrations/{integration}/failures`. Error codes: `integration_not_found`, `invalid_cursor`
   */
  failures(integration: string, query: SyncFailureListQuery = {}, options?: RequestOptions): List<SyncFailure> {
    return this.#api.list<SyncFailure>({ id: 'integrations.failures', method: 'GET', path: '/integrations/{integration}/failures' }, { params: [integration], query, options })
  }

  /**
   * Retry failed items.
   * Retries items that failed to sync.
   * `POST /api/integrations/{integration}/failures/retry`. Error codes: `integration_not_found`, `integration_paused`
   */
  retryFailures(integration: string, options?: RequestOptions): Promise<FailuresRetried> {
    return this.#api.send<FailuresRetried>({ id: 'integrations.retry_failures', method: 'POST', path: '/integrations/{integration}/failures/retry', retry: 'rejected' }, { params: [integration], options })
  }

  /**
   * List inbound webhook messages.
   * Webhook messages that the external system sent, newest first.
   * `GET /api/integrations/{integration}/inbound`. Error codes: `integration_not_found`, `invalid_cursor`
   */
  inbound(integration: string, query: InboundListQuery = {}, options?: RequestOptions): List<InboundMessage> {
    return this.#api.list<InboundMessage>({ id: 'integrations.inbound', method: 'GET', path: '/integrations/{integration}/inbound' }, { params: [integration], query, options })
  }
}

export class SyncRunsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * Get a sync run.
   * Progress, counts and errors of one run.
   * `GET /api/sync-runs/{run}`. Error codes: `sync_run_not_found`
   */
  get(run: string, options?: RequestOptions): Promise<SyncRun> {
    return this.#api.send<SyncRun>({ id: 'sync_runs.get', method: 'GET', path: '/sync-runs/{run}' }, { params: [run], options })
  }

  /**
   * Cancel a sync run.
   * Items already imported are kept. Has no effect on a finished run.
   * `POST /api/sync-runs/{run}/cancel`. Error codes: `sync_run_not_found`
   */
  cancel(run: string, options?: RequestOptions): Promise<SyncRun> {
    return this.#api.send<SyncRun>({ id: 'sync_runs.cancel', method: 'POST', path: '/sync-runs/{run}/cancel', retry: 'rejected' }, { params: [run], options })
  }
}

export class LinksResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List links.
   * Links between tasks and items in external systems.
   * `GET /api/links`. Error codes: `integration_not_found`, `task_not_found`, `invalid_cursor`
   */
  list(query: LinkListQuery = {}, options?: RequestOptions): List<Link> {
    return this.#api.list<Link>({ id: 'links.list', method: 'GET', path: '/links' }, { query, options })
  }

  /**
   * Create a linked item.
   * Creates an item for the task in the external system and keeps both in sync.
   * `POST /api/tasks/{task}/links`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `task_not_found`, `integration_not_found`, `link_taken`, `link_not_allowed`
   */
  create(task: string, body: LinkCreate, options?: RequestOptions & KeyOptions): Promise<Link> {
    return this.#api.send<Link>({ id: 'links.create', method: 'POST', path: '/tasks/{task}/links', retry: 'key' }, { params: [task], body, options })
  }

  /**
   * Get a link.
   * A task and the external item that it is linked with.
   * `GET /api/links/{link}`. Error codes: `link_not_found`
   */
  get(link: string, options?: RequestOptions): Promise<Link> {
    return this.#api.send<Link>({ id: 'links.get', method: 'GET', path: '/links/{link}' }, { params: [link], options })
  }

  /**
   * Explain a link.
   * The last common value of each field, and the changes of both sides, oldest first.
   * `GET /api/links/{link}/explain`. Error codes: `link_not_found`
   */
  explain(link: string, options?: RequestOptions): Promise<LinkExplanation> {
    return this.#api.send<LinkExplanation>({ id: 'links.explain', method: 'GET', path: '/links/{link}/explain' }, { params: [link], options })
  }

  /**
   * Delete a link.
   * The task and the external item are kept and no longer synced.
   * `DELETE /api/links/{link}`. Error codes: `link_not_found`
   */
  delete(link: string, options?: RequestOptions): Promise<void> {
    return this.#api.send<void>({ id: 'links.remove', method: 'DELETE', path: '/links/{link}' }, { params: [link], options })
  }

  /**
   * Resume a frozen link.
   * Resumes a link whose sync was paused because a loop was detected.
   * `POST /api/links/{link}/resume`. Error codes: `link_not_found`
   */
  resume(link: string, options?: RequestOptions): Promise<Link> {
    return this.#api.send<Link>({ id: 'links.resume', method: 'POST', path: '/links/{link}/resume', retry: 'rejected' }, { params: [link], options })
  }
}

export class ConflictsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List conflicts.
   * Fields that were changed both in Task Service and in the external system.
   * `GET /api/conflicts`. Error codes: `integration_not_found`, `task_not_found`, `invalid_cursor`
   */
  list(query: ConflictListQuery = {}, options?: RequestOptions): List<Conflict> {
    return this.#api.list<Conflict>({ id: 'conflicts.list', method: 'GET', path: '/conflicts' }, { query, options })
  }

  /**
   * Resolve a conflict.
   * Keeps the value of Task Service or that of the external system.
   * `POST /api/conflicts/{conflict}/resolve`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `conflict_not_found`, `conflict_resolved`
   */
  resolve(conflict: string, body: ConflictResolution, options?: RequestOptions): Promise<Conflict> {
    return this.#api.send<Conflict>({ id: 'conflicts.resolve', method: 'POST', path: '/conflicts/{conflict}/resolve', retry: 'rejected' }, { params: [conflict], body, options })
  }
}

export class WriteBacksResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List write-backs.
   * Changes of tasks that are pushed to external systems.
   * `GET /api/write-backs`. Error codes: `integration_not_found`, `task_not_found`, `invalid_cursor`
   */
  list(query: WriteBackListQuery = {}, options?: RequestOptions): List<WriteBack> {
    return this.#api.list<WriteBack>({ id: 'write_backs.list', method: 'GET', path: '/write-backs' }, { query, options })
  }

  /**
   * Retry a write-back.
   * Sends a failed write-back to the external system again.
   * `POST /api/write-backs/{write_back}/retry`. Error codes: `write_back_not_found`, `write_back_not_failed`
   */
  retry(writeBack: string, options?: RequestOptions): Promise<WriteBack> {
    return this.#api.send<WriteBack>({ id: 'write_backs.retry', method: 'POST', path: '/write-backs/{write_back}/retry', retry: 'rejected' }, { params: [writeBack], options })
  }
}

export class StatsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * Get tenant statistics.
   * Throughput, workload and items needing attention. Large counts are lower bounds (`is_at_least`). Responses are cached for a few seconds, and up to a minute when they are expensive to compute.
   * `GET /api/stats`
   */
  overview(query: OverviewQuery = {}, options?: RequestOptions): Promise<Overview> {
    return this.#api.send<Overview>({ id: 'stats.overview', method: 'GET', path: '/stats' }, { query, options })
  }

  /**
   * Get the task flow.
   * Where tasks come from, which queues they are in, who works on them, and what their external systems have confirmed. Counts the newest 20,000 tasks of each step. Responses are cached for a few seconds, and up to a minute when they are expensive to compute.
   * `GET /api/stats/flow`
   */
  flow(query: OverviewQuery = {}, options?: RequestOptions): Promise<TaskFlow> {
    return this.#api.send<TaskFlow>({ id: 'stats.flow', method: 'GET', path: '/stats/flow' }, { query, options })
  }
}

export class SettingsResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * Get tenant settings.
   * Name, time zone, language and first day of the week.
   * `GET /api/settings`
   */
  get(options?: RequestOptions): Promise<Settings> {
    return this.#api.send<Settings>({ id: 'settings.get', method: 'GET', path: '/settings' }, { options })
  }

  /**
   * Update tenant settings.
   * Partial update (JSON Merge Patch).
   * `PATCH /api/settings`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `version_mismatch`, `time_zone_unknown`
   */
  update(body: SettingsChange = {}, options?: RequestOptions & MatchOptions): Promise<Settings> {
    return this.#api.send<Settings>({ id: 'settings.change', method: 'PATCH', path: '/settings' }, { body, options })
  }
}

export class AuditResource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List audit entries.
   * Newest first. Every change is recorded.
   * `GET /api/audit`. Error codes: `invalid_cursor`
   */
  list(query: AuditListQuery = {}, options?: RequestOptions): List<AuditEntry> {
    return this.#api.list<AuditEntry>({ id: 'audit.list', method: 'GET', path: '/audit' }, { query, options })
  }

  /**
   * Export the audit log.
   * Streams all matching entries, newest first, up to the time of the request. An interrupted download is incomplete.
   * `GET /api/audit/export`
   */
  export(query: AuditExportQuery = {}, options?: RequestOptions): Promise<Response> {
    return this.#api.open({ id: 'audit.export', method: 'GET', path: '/audit/export' }, { query, options })
  }
}

/** A resource for each group of operations. */
export class Resources {
  readonly system: SystemResource
  readonly tasks: TasksResource
  readonly comments: CommentsResource
  readonly attachments: AttachmentsResource
  readonly events: EventsResource
  readonly fields: FieldsResource
  readonly views: ViewsResource
  readonly templates: TemplatesResource
  readonly schedules: SchedulesResource
  readonly imports: ImportsResource
  readonly webhooks: WebhooksResource
  readonly deliveries: DeliveriesResource
  readonly agents: AgentsResource
  readonly agentTokens: AgentTokensResource
  readonly queues: QueuesResource
  readonly runs: RunsResource
  readonly questions: QuestionsResource
  readonly approvals: ApprovalsResource
  readonly connectors: ConnectorsResource
  readonly edgeJobs: EdgeJobsResource
  readonly providers: ProvidersResource
  readonly integrations: IntegrationsResource
  readonly syncRuns: SyncRunsResource
  readonly links: LinksResource
  readonly conflicts: ConflictsResource
  readonly writeBacks: WriteBacksResource
  readonly stats: StatsResource
  readonly settings: SettingsResource
  readonly audit: AuditResource
  constructor(api: Transport) {
    this.system = new SystemResource(api)
    this.tasks = new TasksResource(api)
    this.comments = new CommentsResource(api)
    this.attachments = new AttachmentsResource(api)
    this.events = new EventsResource(api)
    this.fields = new FieldsResource(api)
    this.views = new ViewsResource(api)
    this.templates = new TemplatesResource(api)
    this.schedules = new SchedulesResource(api)
    this.imports = new ImportsResource(api)
    this.webhooks = new WebhooksResource(api)
    this.deliveries = new DeliveriesResource(api)
    this.agents = new AgentsResource(api)
    this.agentTokens = new AgentTokensResource(api)
    this.queues = new QueuesResource(api)
    this.runs = new RunsResource(api)
    this.questions = new QuestionsResource(api)
    this.approvals = new ApprovalsResource(api)
    this.connectors = new ConnectorsResource(api)
    this.edgeJobs = new EdgeJobsResource(api)
    this.providers = new ProvidersResource(api)
    this.integrations = new IntegrationsResource(api)
    this.syncRuns = new SyncRunsResource(api)
    this.links = new LinksResource(api)
    this.conflicts = new ConflictsResource(api)
    this.writeBacks = new WriteBacksResource(api)
    this.stats = new StatsResource(api)
    this.settings = new SettingsResource(api)
    this.audit = new AuditResource(api)
  }
}
