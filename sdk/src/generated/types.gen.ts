// Written by `npm run gen` from the contract: the types of the API, without code.

export interface Activity {
  /** ID (`aud_…`) */
  id: string
  /** Name of the event, such as `task.completed` */
  action: string
  actor: Actor
  request_id: string
  changes: FieldChange[]
  at: string
}

export interface ActivityListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

export interface Actor {
  /** API key, user, agent, or Task Service itself */
  kind: 'key' | 'user' | 'agent' | 'system'
  /** ID of the key, user, agent or system component */
  id: string
}

/** An agent */
export interface Agent {
  /** ID (`agn_…`) */
  id: string
  /** Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on */
  name: string
  /** What the agent does */
  description: string
  /** Queues that it can claim tasks from */
  queues: string[]
  /** Maximum number of `working` runs at the same time; null for no limit */
  concurrency: number | null
  /** Number of failed attempts after which a task fails */
  max_attempts: number
  /** Declares that it reads untrusted text, such as issues and emails. An agent with all three flags needs an approval for everything that it writes to external systems */
  reads_external: boolean
  /** Can read tasks that it has not claimed, with the MCP tools */
  reads_beyond_claim: boolean
  /** What it does is written to external systems, as `agent_writes` of each integration allows; otherwise `403 effects_forbidden` */
  writes_outward: boolean
  /** Limits that the service enforces */
  run_budget: Budget
  /** Limits that the service enforces */
  day_budget: Budget
  /** `paused`: it cannot claim tasks, and requests that change its runs get `409 lease_lost` */
  state: 'active' | 'paused'
  usage_today: Usage
  working_runs: number
  parked_runs: number
  /** When one of its tokens was last used */
  last_used_at: string | null
  created_by: Actor
  created_at: string
  updated_at: string
  /** Incremented on every change; basis of the ETag */
  version: number
}

/** Omitted fields are unchanged */
export interface AgentChange {
  /** What the agent does */
  description?: string | undefined
  /** Queues that it can claim tasks from */
  queues?: string[] | undefined
  /** Maximum number of `working` runs at the same time; null for no limit */
  concurrency?: number | null | undefined
  /** Number of failed attempts after which a task fails */
  max_attempts?: number | undefined
  /** Declares that it reads untrusted text, such as issues and emails. An agent with all three flags needs an approval for everything that it writes to external systems */
  reads_external?: boolean | undefined
  /** Can read tasks that it has not claimed, with the MCP tools */
  reads_beyond_claim?: boolean | undefined
  /** What it does is written to external systems, as `agent_writes` of each integration allows; otherwise `403 effects_forbidden` */
  writes_outward?: boolean | undefined
  run_budget?: {
    /** Working time in seconds; null for no limit */
    seconds?: number | null | undefined
    /** Requests that change runs; null for no limit */
    calls?: number | null | undefined
    /** Completed tasks with a `source`, whose results are written back; null for no limit */
    effects?: number | null | undefined
  } | undefined
  day_budget?: {
    /** Working time in seconds; null for no limit */
    seconds?: number | null | undefined
    /** Requests that change runs; null for no limit */
    calls?: number | null | undefined
    /** Completed tasks with a `source`, whose results are written back; null for no limit */
    effects?: number | null | undefined
  } | undefined
}

/** Only `name` is required */
export interface AgentCreate {
  /** Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on */
  name: string
  /** What the agent does */
  description?: string | undefined
  /** Queues that it can claim tasks from */
  queues?: string[] | undefined
  /** Maximum number of `working` runs at the same time; null for no limit */
  concurrency?: number | null | undefined
  /** Number of failed attempts after which a task fails */
  max_attempts?: number | undefined
  /** Declares that it reads untrusted text, such as issues and emails. An agent with all three flags needs an approval for everything that it writes to external systems */
  reads_external?: boolean | undefined
  /** Can read tasks that it has not claimed, with the MCP tools */
  reads_beyond_claim?: boolean | undefined
  /** What it does is written to external systems, as `agent_writes` of each integration allows; otherwise `403 effects_forbidden` */
  writes_outward?: boolean | undefined
  run_budget?: {
    /** Working time in seconds; null for no limit */
    seconds?: number | null | undefined
    /** Requests that change runs; null for no limit */
    calls?: number | null | undefined
    /** Completed tasks with a `source`, whose results are written back; null for no limit */
    effects?: number | null | undefined
  } | undefined
  day_budget?: {
    /** Working time in seconds; null for no limit */
    seconds?: number | null | undefined
    /** Requests that change runs; null for no limit */
    calls?: number | null | undefined
    /** Completed tasks with a `source`, whose results are written back; null for no limit */
    effects?: number | null | undefined
  } | undefined
}

export interface AgentListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

export interface AgentToken {
  /** ID (`tok_…`) */
  id: string
  /** Last characters of the token */
  hint: string
  created_by: Actor
  created_at: string
  expires_at: string
  last_used_at: string | null
}

export interface AgentTokenCreate {
  /** @default 90 */
  expires_in_days?: number | undefined
}

/** The token, which is returned only once */
export interface AgentTokenWithSecret {
  /** ID (`tok_…`) */
  id: string
  /** Last characters of the token */
  hint: string
  created_by: Actor
  created_at: string
  expires_at: string
  last_used_at: string | null
  /** The token. Returned only once: a retry with the same `Idempotency-Key` does not return it again. */
  token?: string | undefined
}

export type AgentWrites =
  | 'allow'
  | 'approve'
  | 'forbid'

export interface Answer {
  /** ID (`qst_…`) */
  question_id: string
  /** The answer */
  answer: unknown
  note: string | null
  answered_by: {
    /** API key, user, agent, or Task Service itself */
    kind: 'key' | 'user' | 'agent' | 'system'
    /** ID of the key, user, agent or system component */
    id: string
  } | null
  answered_at: string
}

/** A link to answer the question */
export interface AnswerLink {
  /** Anyone with this link can answer once, without an account. A new link replaces the old one. A retry with the same `Idempotency-Key` does not return it again. */
  url?: string | undefined
  expires_at: string
}

export interface AnswerLinkCreate {
  /** @default 72 */
  expires_in_hours?: number | undefined
}

/** An active API key; the key itself is never returned */
export interface ApiKeyInfo {
  /** `key_…`, or `environment` for a key that is set in the environment */
  id: string
  /** Environment variable of the key */
  variable: 'SERVICE_ACP_API_KEY' | 'SERVICE_ACP_API_KEY_PREVIOUS' | null
  /** Last four characters of the key */
  hint: string
  /** Identifies the key without revealing it */
  fingerprint: string
  /** null for a key that is set in the environment */
  created_at: string | null
  /** When a rotated key stops working */
  expires_at: string | null
  /** Accurate to about ten minutes; null if never used */
  last_used_at: string | null
}

/** A decision of a person about effects of an agent */
export interface Approval {
  /** ID (`apr_…`) */
  id: string
  /** ID (`tsk_…`) */
  task_id: string
  /** ID (`run_…`) */
  run_id: string | null
  /** Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on */
  agent: string
  /** `open`: waits for a person. `approved`: not written yet. `spent`: used for the write-back it was given for. `stale`: there is nothing left to write. `withdrawn`: the run ended, or someone else moved the task. */
  state: ApprovalState
  effects: Effect[]
  /** SHA-256 of the canonical JSON (RFC 8785) of `effects` */
  hash: string
  /** Result that the task gets when the effects are approved; null without one */
  result: unknown
  /** The effects before they changed */
  previous: {
    /** SHA-256 of the canonical JSON (RFC 8785) of `effects` */
    hash: string
    effects: Effect[]
  } | null
  /** Why they were rejected */
  reason: string | null
  decided_by: {
    /** API key, user, agent, or Task Service itself */
    kind: 'key' | 'user' | 'agent' | 'system'
    /** ID of the key, user, agent or system component */
    id: string
  } | null
  decided_at: string | null
  receipts: ({
    /** ID (`lnk_…`) */
    link_id: string
    kind: 'create' | 'update' | 'comment'
    /** Version of the external item in which the change was read back */
    external_version: string | null
    external_comment_id: string | null
    at: string
  })[]
  /** When the agent confirmed that it has the rejection */
  acknowledged_at: string | null
  created_at: string
  updated_at: string
}

/** Omitted parts are unchanged */
export interface ApprovalEdit {
  /** Replaces the result; must match the `output_schema` */
  result?: unknown
  /** New texts of comments in `effects` */
  comments?: ({
    /** ID (`cmt_…`) */
    id: string
    body: string
  })[] | undefined
}

export interface ApprovalGrant {
  /** Hash of the effects that you have seen; others are not approved */
  hash: string
}

export interface ApprovalListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
  /** Any of these; repeatable */
  state?: ApprovalState[] | undefined
  /** Task ID (`tsk_…`) or number (`T-142`) */
  task?: string | undefined
  /** Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on */
  agent?: string | undefined
}

export interface ApprovalRejection {
  /** For the agent */
  reason: string
}

export type ApprovalState =
  | 'open'
  | 'approved'
  | 'spent'
  | 'rejected'
  | 'stale'
  | 'withdrawn'

/** A file attached to a task */
export interface Attachment {
  /** ID (`att_…`) */
  id: string
  /** ID (`tsk_…`) */
  task_id: string
  /** File name */
  name: string
  /** Size of the file */
  bytes: number
  /** `Content-Type` of the upload. Not verified, and never used to serve the file: downloads are `application/octet-stream`, or `image_type`. */
  media_type: string
  /** Set if the file begins like an image of this type, which browsers can show */
  image_type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | null
  /** SHA-256 of the content, in lowercase hex */
  sha256: string
  created_by: Actor
  created_at: string
}

export interface AttachmentListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

export interface AttachmentUploadQuery {
  /** File name, without a path */
  name: string
}

/** Something that needs attention */
export interface Attention {
  /** `write_backs_failed`: tasks that an external system rejected. `deliveries_failed`: in the last 24 hours. `tasks_failed`: in the last 7 days. `tasks_due_soon`: due within an hour. `tasks_input_required`: without an open question or approval of an agent. The others describe the current state. */
  kind: 'write_backs_failed' | 'integrations_failing' | 'webhook_disabled' | 'webhook_failing' | 'webhook_secret_lost' | 'deliveries_failed' | 'connectors_offline' | 'conflicts_open' | 'tasks_overdue' | 'tasks_urgent_unassigned' | 'tasks_failed' | 'approvals_open' | 'questions_open' | 'tasks_input_required' | 'tasks_due_soon'
  /** `request`: an agent waits for a person */
  severity: 'error' | 'warning' | 'request' | 'notice'
  /** Number of objects */
  count: number
  /** Whether `count` is a lower bound */
  is_at_least: boolean
  /** Since when, for the oldest of them */
  since: string | null
  /** Name of the integration, connector or agent if it is only one */
  name: string | null
  /** IDs of up to 10 of them; for deliveries, IDs of their webhooks; for write-backs, IDs of their integrations */
  subject_ids: string[]
}

/** An audit entry */
export interface AuditEntry {
  /** ID (`aud_…`) */
  id: string
  at: string
  /** Action, such as `task.completed` */
  action: string
  actor: Actor
  /** ID of the object; for a comment or an attachment, of its task */
  subject_id: string
  /** What the object is called now; `null` if it was deleted */
  subject: {
    /** Title of the task; name of the agent, user, integration, connector, view or workspace; description or host of the webhook; last characters of the API key */
    name: string
    /** Number of the task; for a link, conflict or write-back, of its task */
    task_number: number | null
  } | null
  /** What the actor is called now: display name of the user, name of the integration or connector, last characters of the API key; `null` for others */
  actor_name: string | null
  /** ID of the request */
  request_id: string
  /** Changed fields with the value before and after */
  changes: FieldChange[]
}

export interface AuditExportQuery {
  /**
   * Comma-separated values (RFC 4180), or one JSON object per line
   * @default "csv"
   */
  format?: 'csv' | 'ndjson' | undefined
  /** By actors of this kind */
  actor_kind?: 'key' | 'user' | 'agent' | 'system' | undefined
  /** By this actor (`actor.id`) */
  actor_id?: string | undefined
  /** Any of these actions; repeatable */
  action?: ('agent.created' | 'agent.deleted' | 'agent.paused' | 'agent.resumed' | 'agent.token_created' | 'agent.token_revoked' | 'agent.updated' | 'approval.approved' | 'approval.changed' | 'approval.confirmed' | 'approval.rejected' | 'approval.requested' | 'approval.spent' | 'approval.withdrawn' | 'attachment.created' | 'attachment.deleted' | 'comment.created' | 'comment.deleted' | 'comment.updated' | 'conflict.resolved' | 'connector.created' | 'connector.deleted' | 'connector.enrolled' | 'connector.frozen' | 'connector.job_canceled' | 'connector.key_rotated' | 'connector.resynced' | 'connector.revoked' | 'connector.statement_run' | 'connector.token_made' | 'connector.updated' | 'field.created' | 'field.deleted' | 'field.updated' | 'import.canceled' | 'import.created' | 'import.deleted' | 'import.failed' | 'import.finished' | 'import.started' | 'import.validated' | 'integration.checked' | 'integration.created' | 'integration.credential_set' | 'integration.deleted' | 'integration.failing' | 'integration.failures_retried' | 'integration.recovered' | 'integration.sync_canceled' | 'integration.sync_requested' | 'integration.updated' | 'integration.webhook_registered' | 'integration.webhook_unregistered' | 'key.created' | 'key.retired' | 'link.created' | 'link.frozen' | 'link.removed' | 'link.resumed' | 'question.answered' | 'question.asked' | 'question.expired' | 'question.link_created' | 'question.withdrawn' | 'queue.updated' | 'run.cancel_requested' | 'run.canceled' | 'run.completed' | 'run.expired' | 'run.failed' | 'run.parked' | 'run.released' | 'run.resumed' | 'run.started' | 'schedule.created' | 'schedule.deleted' | 'schedule.failed' | 'schedule.paused' | 'schedule.resumed' | 'schedule.updated' | 'task.canceled' | 'task.completed' | 'task.created' | 'task.deleted' | 'task.failed' | 'task.input_requested' | 'task.readied' | 'task.reopened' | 'task.review_requested' | 'task.settled' | 'task.source_changed' | 'task.started' | 'task.sync_conflict' | 'task.triaged' | 'task.updated' | 'template.created' | 'template.deleted' | 'template.updated' | 'tenant.created' | 'tenant.settings_changed' | 'tenant.sign_in_failed' | 'tenant.status_changed' | 'user.created' | 'user.disabled' | 'user.email_confirmed' | 'user.email_removed' | 'user.enabled' | 'user.password_changed' | 'user.password_reset' | 'user.password_set' | 'user.reset_link_made' | 'user.sign_in_failed' | 'user.signed_in' | 'user.signed_out' | 'user.updated' | 'view.created' | 'view.deleted' | 'view.updated' | 'webhook.created' | 'webhook.deleted' | 'webhook.disabled' | 'webhook.failing' | 'webhook.recovered' | 'webhook.resent' | 'webhook.retried' | 'webhook.secret_rotated' | 'webhook.test' | 'webhook.tested' | 'webhook.updated' | 'write_back.retried')[] | undefined
  /** ID of the object: `tsk_…`, `agn_…`, `ten_…`, `viw_…`, `fld_…`, `tpl_…`, `sch_…`, `imp_…`, `whk_…`, `key_…`, `usr_…`, `int_…`, `lnk_…`, `cnf_…`, `wbk_…`, `con_…`; or the number of a task that was not deleted: `T-142` */
  subject_id?: string | undefined
  /** Only what became of the effects of this agent: `approval.*` from the request to the confirmation */
  effects_of?: string | undefined
  /** At or after */
  since?: string | undefined
  /** Before */
  until?: string | undefined
}

export interface AuditListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
  /** By actors of this kind */
  actor_kind?: 'key' | 'user' | 'agent' | 'system' | undefined
  /** By this actor (`actor.id`) */
  actor_id?: string | undefined
  /** Any of these actions; repeatable */
  action?: ('agent.created' | 'agent.deleted' | 'agent.paused' | 'agent.resumed' | 'agent.token_created' | 'agent.token_revoked' | 'agent.updated' | 'approval.approved' | 'approval.changed' | 'approval.confirmed' | 'approval.rejected' | 'approval.requested' | 'approval.spent' | 'approval.withdrawn' | 'attachment.created' | 'attachment.deleted' | 'comment.created' | 'comment.deleted' | 'comment.updated' | 'conflict.resolved' | 'connector.created' | 'connector.deleted' | 'connector.enrolled' | 'connector.frozen' | 'connector.job_canceled' | 'connector.key_rotated' | 'connector.resynced' | 'connector.revoked' | 'connector.statement_run' | 'connector.token_made' | 'connector.updated' | 'field.created' | 'field.deleted' | 'field.updated' | 'import.canceled' | 'import.created' | 'import.deleted' | 'import.failed' | 'import.finished' | 'import.started' | 'import.validated' | 'integration.checked' | 'integration.created' | 'integration.credential_set' | 'integration.deleted' | 'integration.failing' | 'integration.failures_retried' | 'integration.recovered' | 'integration.sync_canceled' | 'integration.sync_requested' | 'integration.updated' | 'integration.webhook_registered' | 'integration.webhook_unregistered' | 'key.created' | 'key.retired' | 'link.created' | 'link.frozen' | 'link.removed' | 'link.resumed' | 'question.answered' | 'question.asked' | 'question.expired' | 'question.link_created' | 'question.withdrawn' | 'queue.updated' | 'run.cancel_requested' | 'run.canceled' | 'run.completed' | 'run.expired' | 'run.failed' | 'run.parked' | 'run.released' | 'run.resumed' | 'run.started' | 'schedule.created' | 'schedule.deleted' | 'schedule.failed' | 'schedule.paused' | 'schedule.resumed' | 'schedule.updated' | 'task.canceled' | 'task.completed' | 'task.created' | 'task.deleted' | 'task.failed' | 'task.input_requested' | 'task.readied' | 'task.reopened' | 'task.review_requested' | 'task.settled' | 'task.source_changed' | 'task.started' | 'task.sync_conflict' | 'task.triaged' | 'task.updated' | 'template.created' | 'template.deleted' | 'template.updated' | 'tenant.created' | 'tenant.settings_changed' | 'tenant.sign_in_failed' | 'tenant.status_changed' | 'user.created' | 'user.disabled' | 'user.email_confirmed' | 'user.email_removed' | 'user.enabled' | 'user.password_changed' | 'user.password_reset' | 'user.password_set' | 'user.reset_link_made' | 'user.sign_in_failed' | 'user.signed_in' | 'user.signed_out' | 'user.updated' | 'view.created' | 'view.deleted' | 'view.updated' | 'webhook.created' | 'webhook.deleted' | 'webhook.disabled' | 'webhook.failing' | 'webhook.recovered' | 'webhook.resent' | 'webhook.retried' | 'webhook.secret_rotated' | 'webhook.test' | 'webhook.tested' | 'webhook.updated' | 'write_back.retried')[] | undefined
  /** ID of the object: `tsk_…`, `agn_…`, `ten_…`, `viw_…`, `fld_…`, `tpl_…`, `sch_…`, `imp_…`, `whk_…`, `key_…`, `usr_…`, `int_…`, `lnk_…`, `cnf_…`, `wbk_…`, `con_…`; or the number of a task that was not deleted: `T-142` */
  subject_id?: string | undefined
  /** Only what became of the effects of this agent: `approval.*` from the request to the confirmation */
  effects_of?: string | undefined
  /** At or after */
  since?: string | undefined
  /** Before */
  until?: string | undefined
}

export interface BoundedCount {
  /** Number of objects */
  count: number
  /** Whether `count` is a lower bound */
  is_at_least: boolean
}

/** Limits that the service enforces */
export interface Budget {
  /** Working time in seconds; null for no limit */
  seconds: number | null
  /** Requests that change runs; null for no limit */
  calls: number | null
  /** Completed tasks with a `source`, whose results are written back; null for no limit */
  effects: number | null
}

export interface BulkItem {
  /** Only `title` is required */
  create?: TaskCreate | undefined
  update?: {
    /** Task ID (`tsk_…`) or number (`T-142`) */
    task: string
    /** JSON Merge Patch (RFC 7396): omitted fields are unchanged, null clears a field */
    changes: TaskChange
    /** Fail the item unless the task has this version */
    version?: number | undefined
  } | undefined
}

export interface BulkRequest {
  /**
   * `atomic`: all items or none. `best_effort`: each item on its own.
   * @default "atomic"
   */
  mode?: 'atomic' | 'best_effort' | undefined
  /** Each item has either `create` or `update` */
  items: BulkItem[]
}

export interface BulkResponse {
  /** Number of items that were applied */
  applied: number
  failed: number
  /** One per item, in the order of the request */
  results: BulkResult[]
}

export interface BulkResult {
  /** HTTP status of the item */
  status: number
  /** A task */
  task?: Task | undefined
  /** An error (Problem Details, RFC 9457) */
  problem?: Problem | undefined
}

/** The updated webhook */
export interface ChangedWebhook {
  /** ID (`whk_…`) */
  id: string
  /** URL that events are sent to */
  url: string
  description: string
  /** Event types; empty means all types */
  event_types: string[]
  /** Accepted values by path (`data.status`, `data.labels`, `data.fields.customer`, `changed`, `actor.kind`). An event matches if every path has one of its values; an array matches if one of its elements does. */
  filter: WebhookFilter
  /** `task`: events of one task are delivered in order. This is slower, and a failing delivery delays those after it. */
  ordering: Ordering
  /** Whether events are sent */
  enabled: boolean
  /** `manual`: disabled by a user. `gone`: the receiver responded with 410. `failing`: every attempt failed for days. */
  disabled_reason: 'manual' | 'gone' | 'failing' | null
  /** Names of the custom headers */
  header_names: string[]
  /** Since when every attempt has failed */
  failing_since: string | null
  /** `needs_reentry`: the secret or the headers can no longer be decrypted because the master key is lost. Rotate the secret and send the headers again. */
  secret_state: 'readable' | 'needs_reentry'
  /** Set while deliveries are signed with both secrets */
  rotation: {
    /** Until when deliveries are also signed with the previous secret */
    expires_at: string
  } | null
  /** Incremented on every change; basis of the ETag */
  version: number
  created_by: Actor
  created_at: string
  updated_at: string
  /** Only after a change of the origin (scheme, host or port) of `url`: names of the custom headers that were removed, because they were stored for the previous origin */
  dropped_header_names?: string[] | undefined
}

export type CheckStage =
  | 'dns'
  | 'tcp'
  | 'tls'
  | 'auth'
  | 'scope'
  | 'sample'

export interface ChecklistItem {
  /** ID, unique within the task */
  id: string
  /** What to do */
  text: string
  /** Whether it is done */
  checked: boolean
}

export type ChoiceKind =
  | 'containers'
  | 'statuses'
  | 'priorities'
  | 'people'
  | 'fields'

/** Which tasks to claim, and for how long */
export interface ClaimRequest {
  /** Name of the agent that claims. Required with an API key. With an agent token, omit it: the token identifies the agent. */
  agent?: string | undefined
  /** Queues to claim from; by default all queues of the agent */
  queues?: string[] | undefined
  /**
   * Maximum number of tasks
   * @default 1
   */
  max?: number | undefined
  /**
   * Duration of the lease in seconds; each heartbeat renews it
   * @default 300
   */
  lease_seconds?: number | undefined
  /**
   * How many seconds to wait for a task if there is none (long polling)
   * @default 0
   */
  wait_seconds?: number | undefined
}

/** The claimed tasks; empty if there are none */
export interface Claimed {
  data: ClaimedTask[]
}

export interface ClaimedTask {
  /** A task */
  task: Task
  /** An attempt of an agent at a task */
  run: Run
  /** Lease token of the claim */
  lease_token: string
  /** Saved by earlier attempts */
  resume: {
    /** Latest checkpoint of the earlier attempts, or null */
    checkpoint: unknown
    /** Steps of the work */
    plan: ({
      title: string
      state: 'pending' | 'working' | 'done' | 'skipped'
      /** Result of the step in one line */
      note?: string | undefined
    })[] | null
    handoff: string | null
    /** Agents that saved them; null for what is null */
    written_by: {
      /** Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on */
      checkpoint: string | null
      /** Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on */
      plan: string | null
      /** Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on */
      handoff: string | null
    }
    /** Answers that no attempt has acknowledged */
    answers: Answer[]
    /** Rejected effects that no attempt has acknowledged */
    rejections: Rejection[]
  }
}

export interface Comment {
  /** ID (`cmt_…`) */
  id: string
  /** ID (`tsk_…`) */
  task_id: string
  body: string
  author: Actor
  /** Users and agents that `body` mentions and that exist, up to 50. `kind` is `user` or `agent`; the `id` of an agent is its name. */
  mentions: Actor[]
  created_at: string
  updated_at: string
}

export interface CommentListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

export interface CommentWrite {
  /** Comment in Markdown. Mention a user with `@[Ada](user:usr_…)` and an agent with `@[refund-agent](agent:refund-agent)`. */
  body: string
}

/** Settings of the provider; see `config` of the provider */
export type ConfigValues = { [name: string]: string | number | boolean }

/** A field that was changed on both sides; both values are kept */
export interface Conflict {
  /** ID (`cnf_…`) */
  id: string
  /** ID (`int_…`) */
  integration_id: string
  /** ID (`lnk_…`) */
  link_id: string
  /** ID (`tsk_…`) */
  task_id: string
  field: string
  /** Last common value */
  base: unknown
  /** Value of the task */
  service_value: unknown
  /** Value of the external item, mapped to the task field */
  remote_value: unknown
  /** Which value is used if a field was changed on both sides; with `manual` the conflict stays open until someone resolves it. The other value is kept in the conflict. */
  policy: Policy
  state: 'open' | 'resolved'
  /** Whose value was used: Task Service or the external system */
  resolution: 'service' | 'remote' | null
  resolved_by: string | null
  resolved_at: string | null
  created_at: string
}

export interface ConflictListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
  /** Only of this integration */
  integration?: string | undefined
  /** Only of this task (`tsk_…` or `T-142`) */
  task?: string | undefined
  /** Only in this state */
  state?: 'open' | 'resolved' | undefined
}

export interface ConflictResolution {
  /** Whose value to use: Task Service or the external system */
  use: 'service' | 'remote'
}

/** The result of each step of a connection check */
export interface ConnectionCheck {
  /** Whether the connection works */
  ok: boolean
  /** In order */
  stages: ({
    stage: CheckStage
    state: 'ok' | 'warning' | 'failed' | 'skipped'
    detail: string
    /** Error text of the external system */
    vendor_text: string | null
    /** How to fix it */
    fix: string | null
    duration_ms: number | null
  })[]
  self: {
    id: string
    name: string
  } | null
  server: {
    name: string
    version: string | null
  } | null
  hosts: string[]
  /** Clock of the external system minus server time */
  clock_skew_ms: number | null
  /** Number of items, if known */
  total: number | null
  sample: {
    title: string
    url: string
  } | null
  checked_at: string
}

/** A connection to test; nothing is stored */
export interface ConnectionTry {
  /** ID of a provider from `GET /api/providers` */
  provider: string
  /** Settings of the provider; see `config` of the provider */
  config?: ConfigValues | undefined
  /** Secrets by name; see `secrets` of the provider. They are never returned. */
  secrets: { [name: string]: string }
}

/** A connector: runs next to a database and makes outbound connections only */
export interface Connector {
  /** ID (`con_…`) */
  id: string
  name: string
  /** `enrolling`: the enrollment token was not used yet. `silent`: offline for more than 90 s. `paused`: gets no new jobs. `frozen`: locked because its key was used in two places. `revoked`: its key was revoked. */
  state: ConnectorState
  /** Version and host of the connector, as it reports them */
  facts: {
    version: string
    os: string
    host: string
    proxy: boolean
    custom_ca: boolean
  } | null
  /** Health of each database */
  databases: DatabaseHealth[]
  /** Number of statements in its policy file */
  statement_count: number
  /** Digest of the connector’s policy file */
  policy_digest: string | null
  /** Last contact */
  last_seen_at: string | null
  /** Unfinished jobs */
  waiting_jobs: number
  /** Results on the connector that were not sent yet */
  waiting_results: number
  /** Age of the oldest of these results */
  lag_ms: number
  rows_last_minute: number
  /** The last finished job */
  last_job: {
    /** ID (`job_…`) */
    id: string
    statement: string | null
    state: string
    row_count: number | null
    ended_at: string | null
  } | null
  /** When the enrollment token expires */
  enrolment_expires_at: string | null
  /** When the key expires; the connector rotates it well before */
  key_expires_at: string | null
  frozen_reason: string | null
  /** When the connector last re-synced after the database of Task Service was restored */
  resynced_at: string | null
  /** Whether a key rotation was requested */
  rotate_asked: boolean
  created_by: Actor
  created_at: string
  updated_at: string
  /** Incremented on every change by a user or API key; basis of the ETag */
  version: number
}

/** Activity in the last two hours */
export interface ConnectorActivity {
  bucket_seconds: number
  /** Oldest first; includes intervals without activity */
  data: ({
    /** Start of the interval */
    at: string
    rows: number
    jobs: number
    failed: number
  })[]
}

export interface ConnectorChange {
  /** Name; unique among the connectors */
  name?: string | undefined
  /** true: running jobs finish and no new ones start */
  paused?: boolean | undefined
}

export interface ConnectorCreate {
  /** Name; unique among the connectors */
  name: string
}

export interface ConnectorListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

/** A change of a connector’s state */
export interface ConnectorNews {
  /** ID (`con_…`) */
  id: string
  name: string
  /** `enrolling`: the enrollment token was not used yet. `silent`: offline for more than 90 s. `paused`: gets no new jobs. `frozen`: locked because its key was used in two places. `revoked`: its key was revoked. */
  state: ConnectorState
  reason: string | null
}

export type ConnectorState =
  | 'enrolling'
  | 'online'
  | 'silent'
  | 'paused'
  | 'frozen'
  | 'revoked'

/** The statements that the connector has reported */
export interface ConnectorStatements {
  policy_digest: string | null
  announced_at: string | null
  data: StatementFace[]
}

/** The connector with its enrollment token */
export interface ConnectorWithToken {
  /** ID (`con_…`) */
  id: string
  name: string
  /** `enrolling`: the enrollment token was not used yet. `silent`: offline for more than 90 s. `paused`: gets no new jobs. `frozen`: locked because its key was used in two places. `revoked`: its key was revoked. */
  state: ConnectorState
  /** Version and host of the connector, as it reports them */
  facts: {
    version: string
    os: string
    host: string
    proxy: boolean
    custom_ca: boolean
  } | null
  /** Health of each database */
  databases: DatabaseHealth[]
  /** Number of statements in its policy file */
  statement_count: number
  /** Digest of the connector’s policy file */
  policy_digest: string | null
  /** Last contact */
  last_seen_at: string | null
  /** Unfinished jobs */
  waiting_jobs: number
  /** Results on the connector that were not sent yet */
  waiting_results: number
  /** Age of the oldest of these results */
  lag_ms: number
  rows_last_minute: number
  /** The last finished job */
  last_job: {
    /** ID (`job_…`) */
    id: string
    statement: string | null
    state: string
    row_count: number | null
    ended_at: string | null
  } | null
  /** When the enrollment token expires */
  enrolment_expires_at: string | null
  /** When the key expires; the connector rotates it well before */
  key_expires_at: string | null
  frozen_reason: string | null
  /** When the connector last re-synced after the database of Task Service was restored */
  resynced_at: string | null
  /** Whether a key rotation was requested */
  rotate_asked: boolean
  created_by: Actor
  created_at: string
  updated_at: string
  /** Incremented on every change by a user or API key; basis of the ETag */
  version: number
  /** Single-use token, valid for 15 minutes. Returned only once: a retry with the same `Idempotency-Key` does not return it again. */
  enrolment_token?: string | undefined
}

export interface ContextRecord {
  kind: string
  id: string
  title: string
  url?: string | undefined
  facts: ({
    name: string
    value: string
  })[]
}

export interface CredentialEntry {
  /** Secrets by name; see `secrets` of the provider. Omitted secrets are unchanged, null removes one. They are encrypted and never returned. */
  secrets: { [name: string]: string | null }
}

export interface DatabaseHealth {
  name: string
  engine: string
  ok: boolean
  problem?: string | undefined
}

export interface DeliveriesResend {
  /** IDs of deliveries, of one or several webhooks */
  deliveries: string[]
}

export interface DeliveriesResendResult {
  /** Deliveries that are resent */
  count: number
  /** Deliveries that are not resent, in the order of the request */
  skipped: ({
    /** ID (`dlv_…`) */
    delivery_id: string
    /** Error code that a resend of this delivery alone returns */
    code: 'delivery_not_found' | 'webhook_disabled'
  })[]
}

/** A delivery of an event to a webhook; duration, status code and error are those of the latest attempt */
export interface Delivery {
  /** ID (`dlv_…`) */
  id: string
  /** ID (`whk_…`) */
  webhook_id: string
  /** ID of the event; sent as `webhook-id` with every attempt */
  event_id: string
  event_type: string
  /** When the event happened */
  event_at: string
  /** Number of the task of the event, if the task still exists */
  task_number: number | null
  /** `pending`: waiting for the first attempt or a retry. `failed`: ran out of retries. `canceled`: the webhook was disabled or deleted first. */
  status: 'pending' | 'delivered' | 'failed' | 'canceled'
  attempt_count: number
  /** How often it was resent manually */
  round: number
  /** Time of the latest attempt */
  attempted_at: string | null
  next_attempt_at: string | null
  duration_ms: number | null
  /** HTTP status of the response; null without a response */
  status_code: number | null
  /** Why the latest attempt failed */
  error: 'timeout' | 'connection' | 'refused_address' | 'status' | 'redirect' | 'gone' | 'webhook_disabled' | 'event_expired' | 'secret_lost' | null
  created_at: string
}

export interface DeliveryAttempt {
  number: number
  at: string
  duration_ms: number | null
  /** HTTP status of the response; null without a response */
  status_code: number | null
  /** Why the latest attempt failed */
  error: 'timeout' | 'connection' | 'refused_address' | 'status' | 'redirect' | 'gone' | 'webhook_disabled' | 'event_expired' | 'secret_lost' | null
  /** Beginning of the response body */
  response: string | null
}

export interface DeliveryListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
  /** Any of these statuses; repeatable */
  status?: ('pending' | 'delivered' | 'failed' | 'canceled')[] | undefined
  /** Only events of this type */
  event_type?: EventType | undefined
  /** Created at or after */
  since?: string | undefined
  /** Created before */
  until?: string | undefined
}

export interface DeliveryLogQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
  /** Any of these statuses; repeatable */
  status?: ('pending' | 'delivered' | 'failed' | 'canceled')[] | undefined
  /** Only events of this type */
  event_type?: EventType | undefined
  /** Created at or after */
  since?: string | undefined
  /** Created before */
  until?: string | undefined
  /** Only deliveries to this webhook */
  webhook?: string | undefined
  /** Only deliveries about this task (`tsk_…` or `T-142`) or its comments or attachments */
  task?: string | undefined
}

/** A delivery with its event and all attempts */
export interface DeliveryWithAttempts {
  /** ID (`dlv_…`) */
  id: string
  /** ID (`whk_…`) */
  webhook_id: string
  /** ID of the event; sent as `webhook-id` with every attempt */
  event_id: string
  event_type: string
  /** When the event happened */
  event_at: string
  /** Number of the task of the event, if the task still exists */
  task_number: number | null
  /** `pending`: waiting for the first attempt or a retry. `failed`: ran out of retries. `canceled`: the webhook was disabled or deleted first. */
  status: 'pending' | 'delivered' | 'failed' | 'canceled'
  attempt_count: number
  /** How often it was resent manually */
  round: number
  /** Time of the latest attempt */
  attempted_at: string | null
  next_attempt_at: string | null
  duration_ms: number | null
  /** HTTP status of the response; null without a response */
  status_code: number | null
  /** Why the latest attempt failed */
  error: 'timeout' | 'connection' | 'refused_address' | 'status' | 'redirect' | 'gone' | 'webhook_disabled' | 'event_expired' | 'secret_lost' | null
  created_at: string
  /** Oldest first */
  attempts: DeliveryAttempt[]
  /** The event that is sent; null if it is past its retention period */
  event: {
    /** ID (`evt_…`) */
    id: string
    type: EventType
    timestamp: string
    tenant: string
    actor: Actor
    /** The object after the change */
    data: OpenApiDocument
    /** Earlier values of the changed fields */
    previous: OpenApiDocument
    /** Names of the changed fields */
    changed: string[]
  } | null
}

export type Direction =
  | 'both'
  | 'in'
  | 'out'
  | 'none'

export interface DiscoverQuery {
  /** Kind of choices */
  what: ChoiceKind
}

/** A job: one statement that a connector runs */
export interface EdgeJob {
  /** ID (`job_…`) */
  id: string
  /** ID (`con_…`) */
  connector_id: string
  /** ID (`int_…`) */
  integration_id: string | null
  database: string
  /** Null only for jobs from before ad-hoc SQL was removed */
  statement: string | null
  params: OpenApiDocument
  /** `waiting`: queued. `running`: picked up by the connector. `done`: finished. `refused`: rejected by the connector’s policy file. `failed`: rolled back. `expired`: not picked up in time, or no result arrived. `unknown`: a write was started and its outcome is unknown. */
  state: EdgeJobState
  /** How often the connector picked it up */
  attempts: number
  problem: {
    code: 'unknown_statement' | 'unknown_database' | 'invalid_params' | 'unknown_token' | 'adhoc_off' | 'adhoc_refused' | 'too_large' | 'timeout' | 'row_count' | 'source_changed' | 'database_unreachable' | 'database_refused' | 'outcome_unknown' | 'expired' | 'internal'
    message: string
    database_code?: string | undefined
  } | null
  row_count: number | null
  changed_count: number | null
  byte_count: number | null
  truncated: boolean
  /** Whether the result arrived after the job had expired, and was accepted */
  late: boolean
  duration_ms: number | null
  created_by: Actor
  created_at: string
  expires_at: string
  /** When the connector last picked it up */
  taken_at: string | null
  ended_at: string | null
}

export interface EdgeJobListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
  /** `waiting`: queued. `running`: picked up by the connector. `done`: finished. `refused`: rejected by the connector’s policy file. `failed`: rolled back. `expired`: not picked up in time, or no result arrived. `unknown`: a write was started and its outcome is unknown. */
  state?: EdgeJobState | undefined
}

export type EdgeJobState =
  | 'waiting'
  | 'running'
  | 'done'
  | 'refused'
  | 'failed'
  | 'expired'
  | 'unknown'
  | 'canceled'

/** The job with its rows */
export interface EdgeJobWithRows {
  /** ID (`job_…`) */
  id: string
  /** ID (`con_…`) */
  connector_id: string
  /** ID (`int_…`) */
  integration_id: string | null
  database: string
  /** Null only for jobs from before ad-hoc SQL was removed */
  statement: string | null
  params: OpenApiDocument
  /** `waiting`: queued. `running`: picked up by the connector. `done`: finished. `refused`: rejected by the connector’s policy file. `failed`: rolled back. `expired`: not picked up in time, or no result arrived. `unknown`: a write was started and its outcome is unknown. */
  state: EdgeJobState
  /** How often the connector picked it up */
  attempts: number
  problem: {
    code: 'unknown_statement' | 'unknown_database' | 'invalid_params' | 'unknown_token' | 'adhoc_off' | 'adhoc_refused' | 'too_large' | 'timeout' | 'row_count' | 'source_changed' | 'database_unreachable' | 'database_refused' | 'outcome_unknown' | 'expired' | 'internal'
    message: string
    database_code?: string | undefined
  } | null
  row_count: number | null
  changed_count: number | null
  byte_count: number | null
  truncated: boolean
  /** Whether the result arrived after the job had expired, and was accepted */
  late: boolean
  duration_ms: number | null
  created_by: Actor
  created_at: string
  expires_at: string
  /** When the connector last picked it up */
  taken_at: string | null
  ended_at: string | null
  columns: string[]
  /** Values in the order of `columns`; at most 1,000 rows and 1 MiB */
  rows: (unknown[])[]
}

/** A change in an external system */
export interface Effect {
  /** ID (`int_…`) */
  integration_id: string
  provider: string
  /** ID (`lnk_…`) */
  link_id: string
  /** null for an item that is created */
  external_id: string | null
  external_key: string | null
  kind: 'create' | 'update' | 'comment'
  /** Fields that are written, with values of the external system */
  fields: { [name: string]: {
    /** Value in the external system when both sides last agreed */
    from: unknown
    /** Value that is written */
    to: unknown
  } }
  comment: {
    /** ID (`cmt_…`) */
    id: string
    body: string
  } | null
  /** The statement that a database integration runs */
  statement: {
    database: string
    /** Name of the write statement in the connector’s policy file */
    name: string
    /** Templates of its parameters, as configured in the integration */
    parameters: string | null
    /** What the templates are filled with */
    values: OpenApiDocument
  } | null
  /** SHA-256 of the result, which is passed on with an update */
  result_hash: string | null
  /** Version of the external item that the effect was computed for */
  source_revision: string | null
  /** SHA-256 of the mapping and the settings of the integration, which decide what is written and where */
  mapping: string
  /** ID (`run_…`) */
  run_id: string | null
  /** Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on */
  agent: string
  /** What agents may write to the external system. `allow`: everything. `approve`: what a person has approved. `forbid`: nothing. Agents with all of `reads_external`, `reads_beyond_claim` and `writes_outward` always need an approval. */
  policy: AgentWrites
}

/** What completing the run would write to external systems */
export interface EffectPreview {
  /** What completing the run would do. `allow`: complete it. `approve`: park it for an approval. `forbid`: be rejected. */
  policy: AgentWrites
  effects: Effect[]
}

export interface EffectPreviewRequest {
  /** Lease token of the claim */
  lease_token: string
  /** Result of the work, as it would be completed */
  result?: unknown
}

export type ErrorCode =
  | 'malformed_http'
  | 'malformed_body'
  | 'invalid_request'
  | 'invalid_cursor'
  | 'parent_invalid'
  | 'webhook_url_refused'
  | 'provider_unknown'
  | 'integration_fields_refused'
  | 'integration_host_refused'
  | 'credential_incomplete'
  | 'password_refused'
  | 'time_zone_unknown'
  | 'unauthenticated'
  | 'message_refused'
  | 'sign_in_required'
  | 'tenant_moved'
  | 'tenant_suspended'
  | 'cross_site_request'
  | 'password_change_required'
  | 'password_wrong'
  | 'current_password_required'
  | 'comment_not_yours'
  | 'route_not_found'
  | 'task_not_found'
  | 'comment_not_found'
  | 'attachment_not_found'
  | 'notification_not_found'
  | 'digest_unavailable'
  | 'digest_code_invalid'
  | 'unsubscribe_link_invalid'
  | 'view_not_found'
  | 'field_not_found'
  | 'webhook_not_found'
  | 'delivery_not_found'
  | 'event_not_found'
  | 'user_not_found'
  | 'integration_not_found'
  | 'sync_run_not_found'
  | 'link_not_found'
  | 'conflict_not_found'
  | 'connector_not_found'
  | 'edge_job_not_found'
  | 'write_back_not_found'
  | 'method_not_allowed'
  | 'transition_not_allowed'
  | 'reference_taken'
  | 'field_key_taken'
  | 'field_limit_reached'
  | 'webhook_limit_reached'
  | 'attachment_limit_reached'
  | 'attachment_quota_reached'
  | 'webhook_disabled'
  | 'integration_limit_reached'
  | 'integration_paused'
  | 'provider_missing'
  | 'credential_required'
  | 'webhook_unsupported'
  | 'link_taken'
  | 'link_not_allowed'
  | 'conflict_resolved'
  | 'write_back_not_failed'
  | 'connector_name_taken'
  | 'connector_limit_reached'
  | 'connector_not_enrolled'
  | 'edge_job_not_waiting'
  | 'edge_refused'
  | 'username_taken'
  | 'user_disabled'
  | 'user_required'
  | 'agent_unauthenticated'
  | 'tool_not_allowed'
  | 'origin_not_allowed'
  | 'queue_not_allowed'
  | 'effects_forbidden'
  | 'agent_not_found'
  | 'agent_token_not_found'
  | 'run_not_found'
  | 'question_not_found'
  | 'approval_not_found'
  | 'agent_name_taken'
  | 'agent_limit_reached'
  | 'agent_token_limit_reached'
  | 'agent_paused'
  | 'budget_exhausted'
  | 'lease_lost'
  | 'task_not_claimable'
  | 'task_already_taken'
  | 'question_closed'
  | 'run_parked'
  | 'approval_closed'
  | 'effects_changed'
  | 'result_invalid'
  | 'answer_invalid'
  | 'schema_invalid'
  | 'dependency_invalid'
  | 'answer_link_invalid'
  | 'too_many_waiting_claims'
  | 'template_invalid'
  | 'template_not_found'
  | 'schedule_not_found'
  | 'template_in_use'
  | 'template_limit_reached'
  | 'schedule_limit_reached'
  | 'import_file_invalid'
  | 'import_not_found'
  | 'import_state_conflict'
  | 'import_limit_reached'
  | 'import_quota_reached'
  | 'idempotency_in_flight'
  | 'bulk_not_applied'
  | 'feed_truncated'
  | 'reset_link_invalid'
  | 'version_mismatch'
  | 'request_timeout'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'headers_too_large'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'too_many_streams'
  | 'internal_error'
  | 'integration_unreachable'
  | 'tenant_moving'
  | 'overloaded'
  | 'database_unavailable'

export interface EventEnvelope {
  /** ID (`evt_…`) */
  id: string
  type: EventType
  timestamp: string
  tenant: string
  actor: Actor
  /** The object after the change */
  data: OpenApiDocument
  /** Earlier values of the changed fields */
  previous: OpenApiDocument
  /** Names of the changed fields */
  changed: string[]
}

export interface EventListQuery {
  /** `next_cursor` of an earlier response, or the `id` of an event in the stream */
  after?: string | undefined
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** Only these event types; repeatable */
  type?: EventTypeSelector[] | undefined
}

export interface EventStreamQuery {
  /** `next_cursor` of an earlier response, or the `id` of an event in the stream */
  after?: string | undefined
  /** Only these event types; repeatable */
  type?: EventTypeSelector[] | undefined
}

export type EventType =
  | 'task.created'
  | 'task.updated'
  | 'task.triaged'
  | 'task.readied'
  | 'task.started'
  | 'task.input_requested'
  | 'task.review_requested'
  | 'task.completed'
  | 'task.failed'
  | 'task.canceled'
  | 'task.reopened'
  | 'task.settled'
  | 'task.sync_conflict'
  | 'task.source_changed'
  | 'task.deleted'
  | 'comment.created'
  | 'comment.updated'
  | 'comment.deleted'
  | 'attachment.created'
  | 'attachment.deleted'
  | 'run.started'
  | 'run.parked'
  | 'run.resumed'
  | 'run.completed'
  | 'run.failed'
  | 'run.released'
  | 'run.expired'
  | 'run.canceled'
  | 'question.asked'
  | 'question.answered'
  | 'question.expired'
  | 'question.withdrawn'
  | 'approval.requested'
  | 'approval.approved'
  | 'approval.rejected'
  | 'approval.changed'
  | 'approval.withdrawn'
  | 'agent.created'
  | 'agent.updated'
  | 'agent.paused'
  | 'agent.resumed'
  | 'agent.deleted'
  | 'schedule.created'
  | 'schedule.updated'
  | 'schedule.paused'
  | 'schedule.resumed'
  | 'schedule.failed'
  | 'schedule.deleted'
  | 'webhook.test'
  | 'webhook.failing'
  | 'webhook.disabled'
  | 'connector.enrolled'
  | 'connector.frozen'
  | 'connector.resynced'
  | 'link.frozen'
  | 'integration.failing'
  | 'integration.recovered'

export interface EventTypeEntry {
  type: EventType
  /** When the event is sent */
  when: string
  /** Task Service version that introduced it */
  since: string
  /** JSON Schema (2020-12) of the envelope with its `data` */
  schema: OpenApiDocument
  example: EventEnvelope
}

export type EventTypeSelector =
  | 'task.created'
  | 'task.updated'
  | 'task.triaged'
  | 'task.readied'
  | 'task.started'
  | 'task.input_requested'
  | 'task.review_requested'
  | 'task.completed'
  | 'task.failed'
  | 'task.canceled'
  | 'task.reopened'
  | 'task.settled'
  | 'task.sync_conflict'
  | 'task.source_changed'
  | 'task.deleted'
  | 'comment.created'
  | 'comment.updated'
  | 'comment.deleted'
  | 'attachment.created'
  | 'attachment.deleted'
  | 'run.started'
  | 'run.parked'
  | 'run.resumed'
  | 'run.completed'
  | 'run.failed'
  | 'run.released'
  | 'run.expired'
  | 'run.canceled'
  | 'question.asked'
  | 'question.answered'
  | 'question.expired'
  | 'question.withdrawn'
  | 'approval.requested'
  | 'approval.approved'
  | 'approval.rejected'
  | 'approval.changed'
  | 'approval.withdrawn'
  | 'agent.created'
  | 'agent.updated'
  | 'agent.paused'
  | 'agent.resumed'
  | 'agent.deleted'
  | 'schedule.created'
  | 'schedule.updated'
  | 'schedule.paused'
  | 'schedule.resumed'
  | 'schedule.failed'
  | 'schedule.deleted'
  | 'webhook.test'
  | 'webhook.failing'
  | 'webhook.disabled'
  | 'connector.enrolled'
  | 'connector.frozen'
  | 'connector.resynced'
  | 'link.frozen'
  | 'integration.failing'
  | 'integration.recovered'
  | 'task.*'
  | 'comment.*'
  | 'attachment.*'
  | 'run.*'
  | 'question.*'
  | 'approval.*'
  | 'agent.*'
  | 'schedule.*'
  | 'webhook.*'
  | 'connector.*'
  | 'link.*'
  | 'integration.*'

export interface FailuresRetried {
  /** Number of items that are retried */
  count: number
}

/** A custom field of tasks */
export interface Field {
  /** ID (`fld_…`) */
  id: string
  /** Name of the value in `fields` of a task; never changes */
  key: string
  name: string
  type: 'text' | 'number' | 'date' | 'choice' | 'person' | 'url'
  /** Empty unless the type is `choice` */
  choices: FieldChoice[]
  /** Position among the fields; the others keep their order */
  position: number
  /** When the field was archived */
  archived_at: string | null
  /** Incremented on every change; basis of the ETag */
  version: number
  created_by: Actor
  created_at: string
  updated_at: string
}

export interface FieldChange {
  field: string
  /** Value before the change */
  from: unknown
  /** Value after the change */
  to: unknown
}

/** Omitted fields are unchanged */
export interface FieldChangeRequest {
  /** Display name */
  name?: string | undefined
  /** All choices in their order. One that is left out is removed; tasks that have its value keep it as plain data. */
  choices?: ({
    /** Display name */
    label: string
    /** What tasks store. Made from the label if it is omitted. */
    value?: string | undefined
    /** true: tasks that have it keep it, and it cannot be set */
    archived?: boolean | undefined
  })[] | undefined
  /** Position among the fields; the others keep their order */
  position?: number | undefined
  /** true: tasks keep their values, and the dashboard no longer offers the field */
  archived?: boolean | undefined
}

export interface FieldChoice {
  /** What tasks store. Tasks keep it when the choice is renamed. */
  value: string
  /** Display name */
  label: string
  /** true: tasks that have it keep it, and it cannot be set */
  archived: boolean
}

/** `name` and `type` are required. Without `position` the field is added at the end. */
export interface FieldCreate {
  /** Display name */
  name: string
  /** Type of the values: text (up to 1000 characters), number, date (`2026-11-15`), choice, person (as `assignee`), or an http or https URL */
  type: 'text' | 'number' | 'date' | 'choice' | 'person' | 'url'
  /** Name of the value in `fields` of a task. Made from `name` if it is omitted. */
  key?: string | undefined
  /** Choices in their order, only for the type `choice` */
  choices?: ({
    /** Display name */
    label: string
    /** What tasks store. Made from the label if it is omitted. */
    value?: string | undefined
    /** true: tasks that have it keep it, and it cannot be set */
    archived?: boolean | undefined
  })[] | undefined
  /** Position among the fields; the others keep their order */
  position?: number | undefined
}

export interface FieldError {
  /** Part of the request */
  in: 'body' | 'query' | 'path' | 'header'
  /** JSON Pointer to the field in the body, or the name of the parameter or header */
  pointer: string
  /** Stable and machine-readable. For an item of a bulk request, the error code of that item. */
  code: FieldErrorCode
  /** What is wrong and what is accepted; may change */
  message: string
  /** Accepted values or names */
  allowed?: string[] | undefined
}

export type FieldErrorCode =
  | 'required'
  | 'unknown_field'
  | 'unknown_parameter'
  | 'invalid_type'
  | 'invalid_value'
  | 'invalid_format'
  | 'invalid_name'
  | 'reserved_name'
  | 'too_short'
  | 'too_long'
  | 'out_of_range'
  | 'too_few'
  | 'too_many'
  | 'duplicate'
  | 'conflicting_fields'
  | 'malformed_http'
  | 'malformed_body'
  | 'invalid_request'
  | 'invalid_cursor'
  | 'parent_invalid'
  | 'webhook_url_refused'
  | 'provider_unknown'
  | 'integration_fields_refused'
  | 'integration_host_refused'
  | 'credential_incomplete'
  | 'password_refused'
  | 'time_zone_unknown'
  | 'unauthenticated'
  | 'message_refused'
  | 'sign_in_required'
  | 'tenant_moved'
  | 'tenant_suspended'
  | 'cross_site_request'
  | 'password_change_required'
  | 'password_wrong'
  | 'current_password_required'
  | 'comment_not_yours'
  | 'route_not_found'
  | 'task_not_found'
  | 'comment_not_found'
  | 'attachment_not_found'
  | 'notification_not_found'
  | 'digest_unavailable'
  | 'digest_code_invalid'
  | 'unsubscribe_link_invalid'
  | 'view_not_found'
  | 'field_not_found'
  | 'webhook_not_found'
  | 'delivery_not_found'
  | 'event_not_found'
  | 'user_not_found'
  | 'integration_not_found'
  | 'sync_run_not_found'
  | 'link_not_found'
  | 'conflict_not_found'
  | 'connector_not_found'
  | 'edge_job_not_found'
  | 'write_back_not_found'
  | 'method_not_allowed'
  | 'transition_not_allowed'
  | 'reference_taken'
  | 'field_key_taken'
  | 'field_limit_reached'
  | 'webhook_limit_reached'
  | 'attachment_limit_reached'
  | 'attachment_quota_reached'
  | 'webhook_disabled'
  | 'integration_limit_reached'
  | 'integration_paused'
  | 'provider_missing'
  | 'credential_required'
  | 'webhook_unsupported'
  | 'link_taken'
  | 'link_not_allowed'
  | 'conflict_resolved'
  | 'write_back_not_failed'
  | 'connector_name_taken'
  | 'connector_limit_reached'
  | 'connector_not_enrolled'
  | 'edge_job_not_waiting'
  | 'edge_refused'
  | 'username_taken'
  | 'user_disabled'
  | 'user_required'
  | 'agent_unauthenticated'
  | 'tool_not_allowed'
  | 'origin_not_allowed'
  | 'queue_not_allowed'
  | 'effects_forbidden'
  | 'agent_not_found'
  | 'agent_token_not_found'
  | 'run_not_found'
  | 'question_not_found'
  | 'approval_not_found'
  | 'agent_name_taken'
  | 'agent_limit_reached'
  | 'agent_token_limit_reached'
  | 'agent_paused'
  | 'budget_exhausted'
  | 'lease_lost'
  | 'task_not_claimable'
  | 'task_already_taken'
  | 'question_closed'
  | 'run_parked'
  | 'approval_closed'
  | 'effects_changed'
  | 'result_invalid'
  | 'answer_invalid'
  | 'schema_invalid'
  | 'dependency_invalid'
  | 'answer_link_invalid'
  | 'too_many_waiting_claims'
  | 'template_invalid'
  | 'template_not_found'
  | 'schedule_not_found'
  | 'template_in_use'
  | 'template_limit_reached'
  | 'schedule_limit_reached'
  | 'import_file_invalid'
  | 'import_not_found'
  | 'import_state_conflict'
  | 'import_limit_reached'
  | 'import_quota_reached'
  | 'idempotency_in_flight'
  | 'bulk_not_applied'
  | 'feed_truncated'
  | 'reset_link_invalid'
  | 'version_mismatch'
  | 'request_timeout'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'headers_too_large'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'too_many_streams'
  | 'internal_error'
  | 'integration_unreachable'
  | 'tenant_moving'
  | 'overloaded'
  | 'database_unavailable'

/** Custom fields by their key: `severity:is:high`; `amount:from:10` and `amount:to:20` for numbers and dates, both inclusive; `customer:set` and `customer:unset`. Repeatable: several `is` of one field match any of them, everything else must match together. Texts are compared without case and accents. */
export type FieldFilters = string[]

export interface FieldListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

export interface FieldRule {
  /** `in`: import only. `out`: export only. `both`: both ways. `none`: not synced. */
  direction?: Direction | undefined
  /** Which value is used if a field was changed on both sides; with `manual` the conflict stays open until someone resolves it. The other value is kept in the conflict. */
  policy?: Policy | undefined
}

/** Event types and filter, and either the ID of an existing event or a sample event */
export interface FilterTest {
  /** Event types, or all of one kind (`task.*`); empty means all types */
  event_types?: EventTypeSelector[] | undefined
  /** Accepted values by path (`data.status`, `data.labels`, `data.fields.customer`, `changed`, `actor.kind`). An event matches if every path has one of its values; an array matches if one of its elements does. */
  filter?: WebhookFilter | undefined
  /** ID of an existing event */
  event_id?: string | undefined
  /** A sample event */
  event?: SampleEvent | undefined
}

export interface FilterTestResult {
  matches: boolean
  /** Why the event matches or not */
  reason: string
}

export interface FlowNode {
  /** `integration`: tasks of an integration. `source`: other tasks with a `source`. `api`: without one. `people`: tasks without a `delegate`. `no_origin`: no external system has to confirm them. `more`: the sum of all other nodes of the stage. */
  kind: 'integration' | 'source' | 'api' | 'queue' | 'people' | 'agent' | 'no_origin' | 'more'
  /** ID of the integration, name of the source, queue or agent; empty for kinds of which a stage has one node */
  id: string
  /** Display name; for `more`, the number of nodes */
  name: string
  /** Tasks of the node, counted as the stage */
  count: number
}

export interface FlowStream {
  /** Position of the start in the nodes of its stage */
  from: number
  /** Position of the end in the nodes of its stage */
  to: number
  /** Tasks that moved in the range */
  count: number
  /** Of these, in the last 60 seconds */
  recent: number
}

export interface Heartbeat {
  /** Lease token of the claim */
  lease_token: string
  /** Duration of the renewed lease in seconds; by default the same as before */
  lease_seconds?: number | undefined
  progress?: Progress | undefined
  /** Steps of the work */
  plan?: Plan | undefined
  /** Returned to the next attempt in `resume`; up to 64 KiB of JSON */
  checkpoint?: unknown
  /** Used since the last heartbeat, as declared by the agent; not enforced */
  usage?: {
    tokens?: number | undefined
    cost?: number | undefined
  } | undefined
  /** Questions and approvals whose answers and rejections the agent has saved, so that they are not returned again */
  acknowledge?: string[] | undefined
}

/** The renewed lease, a stop request, changes of the task, and answers */
export interface HeartbeatResponse {
  state: 'working' | 'parked'
  /** null while the run is parked */
  lease_expires_at: string | null
  /** Someone asked the agent to stop: release the task soon */
  cancel_requested: boolean
  /** Fields of the task that others changed since the last heartbeat */
  source_changed: {
    fields: string[]
  } | null
  /** Answers that no attempt has acknowledged */
  answers: Answer[]
  /** Remaining budget of the run or of the day, the smaller of the two; null for no limit */
  budget_left: {
    seconds: number | null
    calls: number | null
    effects: number | null
  }
  /** Rejected effects that no attempt has acknowledged */
  rejections: Rejection[]
}

/** An import of tasks from a file */
export interface Import {
  /** ID (`imp_…`) */
  id: string
  /** Name of the file */
  name: string
  /** `csv`: values with a delimiter, and a header; `jsonl`: a JSON object in each line */
  format: 'csv' | 'jsonl'
  /** Null for JSON lines */
  delimiter: 'comma' | 'semicolon' | 'tab' | null
  /** Size of the file */
  bytes: number
  /** `uploaded`: waits for the dry run. `validating`: the dry run reads all rows. `ready`: the dry run has ended; `start` creates the tasks. `importing`: tasks are created. `canceled` and `failed` imports continue with `start` where they stopped. */
  state: 'uploaded' | 'validating' | 'ready' | 'importing' | 'finished' | 'canceled' | 'failed'
  columns: ({
    /** Name of the column */
    name: string
    /** Suggested field; null if none fits */
    field: string | null
    /** Values of the first rows */
    samples: string[]
  })[]
  /** Columns that are imported, and the field of each. Others are left out. */
  mapping: ({
    /** Name of the column */
    column: string
    /** Field of the task; `field:` and a key is a custom field */
    field: string
  })[]
  /** Values of rows that have none. `source` is `import` if a column is mapped to `external_id` and none to `source`. */
  defaults: {
    /** Status of the task */
    status?: Status | undefined
    /** Priority of the task */
    priority?: Priority | undefined
    /** Queue of the task */
    queue?: string | undefined
    labels?: string[] | undefined
    /** Person responsible for the task */
    assignee?: string | undefined
    /** External system of the task; unique per tenant together with `external_id` */
    source?: string | undefined
  }
  progress: {
    /** Rows that were read in this phase */
    rows_done: number
    /** Rows of the file; null until the dry run has counted them */
    rows_total: number | null
    /** Bytes of the file that were read in this phase */
    bytes_done: number
    /** Since this phase was started; null if it is not running */
    rows_per_second: number | null
    /** Estimate; null if it is unknown */
    seconds_left: number | null
  }
  /** Rows that the dry run accepted */
  valid: number
  /** Tasks that were created */
  created: number
  /** Rows whose `source` and `external_id` a task already has: left as it is */
  existing: number
  /** Rows that cannot be imported */
  rejected: number
  /** The first rejected rows, up to 20; all of them with `GET /api/imports/{import_id}/errors` */
  errors: ImportRowError[]
  /** Why the import failed */
  failure: string | null
  created_by: Actor
  created_at: string
  updated_at: string
  ended_at: string | null
}

export interface ImportErrorsQuery {
  /**
   * Format of the file
   * @default "csv"
   */
  format?: 'csv' | 'jsonl' | undefined
}

export interface ImportListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

export interface ImportRowError {
  /** Line in which the row begins */
  line: number
  /** Null: the whole row */
  column: string | null
  /** Null: the whole row */
  field: string | null
  /** The value, cut off after 100 characters */
  value: string | null
  /** What is wrong, and what is allowed */
  message: string
}

export interface ImportUploadQuery {
  /** File name, without a path */
  name: string
  /** Without it: by the end of the name; `.csv` and `.tsv`, or `.jsonl` and `.ndjson` */
  format?: 'csv' | 'jsonl' | undefined
  /** Without it: the most frequent one in the header */
  delimiter?: 'comma' | 'semicolon' | 'tab' | undefined
}

/** What is left out stays as it is; at first, the mapping is the suggested one */
export interface ImportValidation {
  /** Columns that are imported, and the field of each. Others are left out. */
  mapping?: ({
    /** Name of the column */
    column: string
    /** Field of the task; `field:` and a key is a custom field */
    field: string
  })[] | undefined
  /** Values of rows that have none. `source` is `import` if a column is mapped to `external_id` and none to `source`. */
  defaults?: {
    /** Status of the task */
    status?: Status | undefined
    /** Priority of the task */
    priority?: Priority | undefined
    /** Queue of the task */
    queue?: string | undefined
    labels?: string[] | undefined
    /** Person responsible for the task */
    assignee?: string | undefined
    /** External system of the task; unique per tenant together with `external_id` */
    source?: string | undefined
  } | undefined
}

export interface InboundListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

/** A webhook message from the vendor; its body is not stored */
export interface InboundMessage {
  /** ID (`inb_…`) */
  id: string
  /** ID that the vendor gave the message */
  delivery_id: string | null
  received_at: string
  outcome: 'accepted' | 'duplicate' | 'refused'
  /** Why it was rejected */
  reason: string | null
  /** Items that were fetched because of the message */
  hint_count: number
  body_bytes: number
}

/** A connection to an issue tracker, CRM or database */
export interface Integration {
  /** ID (`int_…`) */
  id: string
  provider: string
  name: string
  /** Settings of the provider; see `config` of the provider */
  config: ConfigValues
  /** Hosts that requests and secrets may be sent to */
  hosts: string[]
  /** Only what differs from the defaults of the provider */
  mapping: Mapping
  paused: boolean
  /** Queue whose new tasks are also created in the external system; `*` for all queues */
  outgoing_queue: string | null
  poll_seconds: number
  /** What agents may write to the external system. `allow`: everything. `approve`: what a person has approved. `forbid`: nothing. Agents with all of `reads_external`, `reads_beyond_claim` and `writes_outward` always need an approval. */
  agent_writes: AgentWrites
  /** `ok`: the last run or connection check succeeded. `running`: a run is in progress. `new`: never synced. `failing`, `stalled` and the kinds of `problem` need attention. */
  state: 'new' | 'running' | 'ok' | 'failing' | 'stalled' | 'paused' | 'needs_credential' | 'needs_reentry' | 'auth_failed' | 'forbidden' | 'not_found' | 'provider_missing'
  /** What stops the integration until it is fixed */
  problem: {
    kind: 'needs_credential' | 'needs_reentry' | 'auth_failed' | 'forbidden' | 'not_found' | 'provider_missing'
    detail: string
    vendor_text: string | null
    fix: string | null
    since: string | null
  } | null
  /** Why the integration is `failing`; includes failed write-backs and vendor webhooks */
  error: {
    kind: string
    message: string
    vendor_text?: string | undefined
    fix?: string | undefined
  } | null
  /** State of the credential, without the secrets */
  credential: {
    /** Names of the secrets that are set */
    names: string[]
    entered_at: string | null
    state: 'missing' | 'incomplete' | 'readable' | 'needs_reentry'
  }
  /** Account of the credential in the external system */
  self: {
    id: string
    name: string
  } | null
  server: {
    name: string
    version: string | null
  } | null
  /** When the connection last worked */
  checked_at: string | null
  /** Result of the last run */
  last_result: {
    /** ID (`syn_…`) */
    run_id: string
    state: 'succeeded' | 'failed' | 'canceled'
    ended_at: string
    read: number
    created: number
    changed: number
    removed: number
    failed: number
    error: {
      kind: string
      message: string
      vendor_text?: string | undefined
      fix?: string | undefined
    } | null
  } | null
  /** Current progress */
  now: {
    /** ID (`syn_…`) */
    run_id: string | null
    /** `stalled`: the worker stopped responding; another one resumes the run. `waiting`: for the next attempt, until `waiting_until`. */
    state: 'running' | 'stalled' | 'waiting'
    read: number
    total: number | null
    rate_per_minute: number | null
    eta_seconds: number | null
    heartbeat_at: string | null
    waiting_until: string | null
  } | null
  counts: {
    /** Links; all counts stop at 1,000 */
    links: number
    /** Open conflicts */
    conflicts: number
    /** Items that failed to import */
    failures: number
    /** Pending write-backs */
    write_backs_open: number
    write_backs_failed: number
    /** Links that are paused because a loop was detected */
    frozen: number
  }
  next_pull_at: string | null
  webhook: {
    /** URL for webhooks from the vendor */
    url: string
    /** Whether Task Service registered the URL with the vendor */
    registered: boolean
    expires_at: string | null
  }
  /** Incremented on every change by a user or API key; basis of the ETag */
  version: number
  created_by: Actor
  created_at: string
  updated_at: string
}

/** JSON Merge Patch (RFC 7396): omitted fields are unchanged, null clears a field. `mapping` is replaced as a whole. */
export interface IntegrationChange {
  /** Display name */
  name?: string | undefined
  /** null removes a value. If the hosts change, the credential must be set again. */
  config?: { [name: string]: string | number | boolean | null } | undefined
  /** Replaces the current mapping */
  mapping?: Mapping | undefined
  /** true: nothing is synced until it is resumed */
  paused?: boolean | undefined
  /** Queue whose new tasks are also created in the external system; `*` for all queues */
  outgoing_queue?: string | null | undefined
  /** Sync interval in seconds */
  poll_seconds?: number | undefined
  /** What agents may write to the external system. `allow`: everything. `approve`: what a person has approved. `forbid`: nothing. Agents with all of `reads_external`, `reads_beyond_claim` and `writes_outward` always need an approval. */
  agent_writes?: AgentWrites | undefined
}

/** The credential is set afterwards, in a separate request */
export interface IntegrationCreate {
  /** ID of a provider from `GET /api/providers` */
  provider: string
  /** Display name */
  name: string
  /** Settings of the provider; see `config` of the provider */
  config?: ConfigValues | undefined
  /** Only what differs from the defaults of the provider */
  mapping?: Mapping | undefined
  /** true: nothing is synced until it is resumed */
  paused?: boolean | undefined
  /** Queue whose new tasks are also created in the external system; `*` for all queues */
  outgoing_queue?: string | null | undefined
  /** Sync interval in seconds */
  poll_seconds?: number | undefined
  /** What agents may write to the external system. `allow`: everything. `approve`: what a person has approved. `forbid`: nothing. Agents with all of `reads_external`, `reads_beyond_claim` and `writes_outward` always need an approval. */
  agent_writes?: AgentWrites | undefined
}

export interface IntegrationListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

/** A change of an integration’s health */
export interface IntegrationNews {
  /** ID (`int_…`) */
  id: string
  provider: string
  name: string
  /** Consecutive failures */
  failures: number
  error: {
    kind: string
    message: string
    vendor_text?: string | undefined
    fix?: string | undefined
  } | null
}

/** Limits; null means unlimited */
export interface LimitsInfo {
  /** Requests of the tenant per minute */
  requests_per_minute: number | null
  /** Requests with a wrong key per network and minute */
  failed_keys_per_minute: number | null
  /** Size of a request body */
  body_bytes: number | null
  /** Open event streams per process */
  streams: number | null
  /** Maximum duration of an event stream before clients must reconnect */
  stream_seconds: number | null
  /** Webhooks of the tenant */
  webhooks: number | null
  /** Integrations of the tenant */
  integrations: number | null
  /** Connectors of the tenant */
  connectors: number | null
  /** Items per page */
  page_items: number | null
  /** Items per bulk request */
  bulk_items: number | null
}

/** A link between a task and an external item */
export interface Link {
  /** ID (`lnk_…`) */
  id: string
  /** ID (`int_…`) */
  integration_id: string
  /** ID (`tsk_…`) */
  task_id: string
  /** ID of the external item; null until it is created */
  external_id: string | null
  /** Key or number of the external item, as shown to users */
  external_key: string | null
  /** URL of the external item */
  url: string | null
  /** `planned`: the external item is being created. `active`: synced. `frozen`: sync is paused because a loop was detected. `gone`: the task or the external item was deleted. */
  state: LinkState
  state_reason: string | null
  /** Related records in the external system, such as a deal or a contact */
  context: ContextRecord[]
  created_at: string
  updated_at: string
}

export interface LinkCreate {
  /** Integration to create the item in */
  integration: string
}

/** The history of a link */
export interface LinkExplanation {
  /** A link between a task and an external item */
  link: Link
  /** Last common value of each field */
  agreed: OpenApiDocument
  /** Changes, oldest first */
  steps: LinkStep[]
}

export interface LinkListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
  /** Only of this integration */
  integration?: string | undefined
  /** Only of this task (`tsk_…` or `T-142`) */
  task?: string | undefined
  /** `planned`: the external item is being created. `active`: synced. `frozen`: sync is paused because a loop was detected. `gone`: the task or the external item was deleted. */
  state?: LinkState | undefined
}

export type LinkState =
  | 'planned'
  | 'active'
  | 'frozen'
  | 'gone'

export interface LinkStep {
  at: string
  /** `in`: imported. `out`: pushed. `echo`: a change of Task Service came back and was ignored. `note`: anything else. */
  direction: 'in' | 'out' | 'echo' | 'note'
  cause: string
  actor: string | null
  fields: string[]
  external_version: string | null
  task_version: number | null
  /** Further details */
  detail: unknown
}

/** Only what differs from the defaults of the provider */
export interface Mapping {
  /** Default: both ways, where the external system allows it */
  fields?: {
    title?: FieldRule | undefined
    description?: FieldRule | undefined
    status?: FieldRule | undefined
    priority?: FieldRule | undefined
    assignee?: FieldRule | undefined
    labels?: FieldRule | undefined
    due_at?: FieldRule | undefined
  } | undefined
  statuses?: {
    in?: { [name: string]: Status } | undefined
    out?: {
      /** ID in the external system */
      triage?: string | undefined
      /** ID in the external system */
      ready?: string | undefined
      /** ID in the external system */
      in_progress?: string | undefined
      /** ID in the external system */
      input_required?: string | undefined
      /** ID in the external system */
      in_review?: string | undefined
      /** ID in the external system */
      completed?: string | undefined
      /** ID in the external system */
      failed?: string | undefined
      /** ID in the external system */
      canceled?: string | undefined
    } | undefined
  } | undefined
  priorities?: {
    in?: { [name: string]: Priority } | undefined
    out?: {
      /** ID in the external system */
      urgent?: string | undefined
      /** ID in the external system */
      high?: string | undefined
      /** ID in the external system */
      normal?: string | undefined
      /** ID in the external system */
      low?: string | undefined
    } | undefined
  } | undefined
  people?: {
    in?: { [name: string]: string } | undefined
    out?: { [name: string]: string } | undefined
  } | undefined
  /** Custom fields of the external system */
  custom?: ({
    /** ID in the external system */
    remote: string
    /** Name in `fields` of the task */
    field: string
    /** `in`: import only. `out`: export only. `both`: both ways. `none`: not synced. */
    direction: Direction
  })[] | undefined
  /** `in`: import only. `out`: export only. `both`: both ways. `none`: not synced. */
  comments?: Direction | undefined
  /** Queue of the task */
  queue?: string | undefined
  /** Labels that are added to imported tasks */
  labels?: string[] | undefined
  /** What happens to an open task whose external item is deleted; default: `cancel`. Deleting a task never deletes the external item. */
  deletes?: 'ignore' | 'cancel' | undefined
  /** Choices when the mapping was created; a connection check refreshes them */
  choices?: RemoteChoices | undefined
}

/** A mapping applied to items of the external system */
export interface MappingPreview {
  /** The effective mapping, with defaults applied */
  mapping: OpenApiDocument
  records: ({
    external_id: string
    /** Key or number of the item, as shown to users */
    key: string
    url: string
    /** What the next sync would do */
    would: 'create' | 'change' | 'nothing'
    /** The linked task */
    task_id: string | null
    fields: ({
      field: string
      /** Value in the external system */
      remote: unknown
      /** Display name of that value */
      remote_name: string | null
      /** Value of the task */
      task: unknown
      /** Why it is not imported unchanged */
      note: string | null
    })[]
  })[]
}

export interface MasterKeyInfo {
  /** Identifies the master key without revealing it */
  id: string
  /** `rotating`: some secrets are still encrypted with the previous master key. `waiting`: a new master key is configured but not in use yet. */
  state: 'active' | 'rotating' | 'waiting'
  /** Encrypted secrets of this tenant */
  secrets: number
  /** Of these, secrets that must be re-entered because their master key is lost */
  needs_reentry: number
}

/** OpenAPI 3.1 document */
export type OpenApiDocument = { [name: string]: unknown }

export type Ordering =
  | 'none'
  | 'task'

export interface Origin {
  /** How the task was created */
  kind: 'api' | 'integration' | 'database'
  integration_id: string | null
  external_id: string | null
  url: string | null
}

/** Statistics of a tenant */
export interface Overview {
  /** When the numbers were computed; at most a minute ago */
  as_of: string
  /**
   * The last 24 hours by hour, or the last 7 or 30 days by day
   * @default "24h"
   */
  range: OverviewRange
  /** Time zone of the tenant settings, in which hours and days start */
  time_zone: string
  /** Start of each hour or day of the range; the last one is not complete yet */
  buckets: string[]
  /** Stages of a task: `arrived` (created), `open` (`triage`, `ready`), `in_progress`, `waiting` (`input_required`, `in_review`) and `completed`. Tasks that were deleted since are not counted in `arrived`. */
  stages: {
    arrived: {
      /** Tasks that entered this stage in the range; a task that entered twice counts twice */
      entered: number
      /** The same for the previous period of the same length */
      entered_before: number
      /** The same for each bucket of `buckets` */
      series: number[]
    }
    open: {
      now: BoundedCount
      /** Tasks that entered this stage in the range; a task that entered twice counts twice */
      entered: number
      /** The same for the previous period of the same length */
      entered_before: number
      /** The same for each bucket of `buckets` */
      series: number[]
    }
    in_progress: {
      now: BoundedCount
      /** Of these, tasks with a `delegate` */
      with_agents: number
      /** Tasks that entered this stage in the range; a task that entered twice counts twice */
      entered: number
      /** The same for the previous period of the same length */
      entered_before: number
      /** The same for each bucket of `buckets` */
      series: number[]
    }
    waiting: {
      now: BoundedCount
      /** Tasks that entered this stage in the range; a task that entered twice counts twice */
      entered: number
      /** The same for the previous period of the same length */
      entered_before: number
      /** The same for each bucket of `buckets` */
      series: number[]
    }
    completed: {
      /** Tasks that entered this stage in the range; a task that entered twice counts twice */
      entered: number
      /** The same for the previous period of the same length */
      entered_before: number
      /** The same for each bucket of `buckets` */
      series: number[]
    }
  }
  /** Median time from creation to completion of tasks completed in the range */
  median_ms_to_complete: number | null
  /** Time from creation to completion for each bucket of `buckets`; null for a bucket in which nothing was completed */
  completion_times: ({
    /** 25th percentile in milliseconds */
    p25: number
    /** Median in milliseconds */
    median: number
    /** 90th percentile in milliseconds */
    p90: number
  } | null)[]
  /** Deliveries to all webhooks, created in the last 24 hours */
  deliveries: {
    /** Delivered */
    delivered: number
    /** Ran out of retries, or canceled */
    failed: number
    /** Waiting for the first attempt or a retry */
    pending: number
    /** Less than 24 hours ago if there were too many deliveries to count */
    counted_since: string
  }
  /** Up to 8 people and agents with the most open tasks */
  workers: WorkerLoad[]
  /** Most severe first */
  attention: Attention[]
  /** Steps of getting started that are done */
  first_run: {
    has_task: boolean
    has_completed_task: boolean
    has_webhook: boolean
    /** Whether any delivery to a webhook has succeeded */
    has_delivered: boolean
  }
}

export interface OverviewQuery {
  /**
   * The last 24 hours by hour, or the last 7 or 30 days by day
   * @default "24h"
   */
  range?: OverviewRange | undefined
}

export type OverviewRange =
  | '24h'
  | '7d'
  | '30d'

export interface Ping {
  status: 'ok'
  /** Tenant of the API key */
  tenant: string
  /** Version of Task Service */
  version: string
  /** Server time */
  time: string
}

/** Steps of the work */
export type Plan = ({
  title: string
  state: 'pending' | 'working' | 'done' | 'skipped'
  /** Result of the step in one line */
  note?: string | undefined
})[]

export type Policy =
  | 'remote_wins'
  | 'service_wins'
  | 'latest'
  | 'manual'

export interface PreviewRequest {
  /** Mapping to preview; the stored one if omitted */
  mapping?: Mapping | undefined
}

export type Priority =
  | 'urgent'
  | 'high'
  | 'normal'
  | 'low'

/** An error (Problem Details, RFC 9457) */
export interface Problem {
  /** URL of the page that describes the error code, such as `/errors/task_not_found`; absolute if the public URL of the installation is configured */
  type: string
  title: string
  status: number
  /** Stable and machine-readable; each code is described in the error reference */
  code: ErrorCode
  /** What went wrong in this request and how to fix it; may change */
  detail: string
  /** Include it when you ask for help */
  request_id: string
  errors?: FieldError[] | undefined
  /** The values that are possible, such as the next statuses */
  allowed?: string[] | undefined
  /** Why the lease token is no longer accepted */
  reason?: 'expired' | 'moved' | 'canceled' | 'deleted' | 'ended' | 'parked' | 'paused' | 'budget' | 'wrong_token' | undefined
  /** ID of the existing object */
  existing_id?: string | undefined
}

export interface Progress {
  message?: string | undefined
  percent?: number | undefined
}

/** A provider: an issue tracker, CRM or database that can be connected */
export interface Provider {
  /** ID of the provider */
  id: string
  version: string
  /** Display name */
  name: string
  category: 'issue-tracker' | 'crm' | 'database' | 'other'
  summary: string
  docs_url: string | null
  config: ({
    name: string
    label: string
    help: string | null
    /** `connector`: ID of a connector. `database`, `statement`: names that this connector has reported. */
    kind: 'text' | 'long_text' | 'url' | 'number' | 'boolean' | 'choice' | 'connector' | 'database' | 'statement'
    required: boolean
    default: string | number | boolean | null
    placeholder: string | null
    choices: ({
      value: string
      label: string
    })[]
    /** Kind of choices to offer once the connection works */
    discover: 'containers' | null
    /** For `statement`: kind of the statements to offer */
    statements: 'read' | 'write' | null
  })[]
  secrets: ({
    name: string
    label: string
    help: string | null
    required: boolean
    /** Where to find the secret */
    url: string | null
    /** Generated if you do not set one */
    generated: boolean
  })[]
  capabilities: {
    pull: 'incremental' | 'full'
    deletes: 'event' | 'sweep' | 'none'
    comments: 'none' | 'read' | 'readwrite'
    create: boolean
    webhooks: 'none' | 'manual' | 'automatic'
    text_format: 'markdown' | 'textile' | 'html' | 'plain'
  }
  fields: {
    title?: {
      access: 'none' | 'read' | 'readwrite'
      /** Name of the field in the external system */
      remote: string
      /** What is lost in translation */
      lossy: string | null
      max_length: number | null
    } | undefined
    description?: {
      access: 'none' | 'read' | 'readwrite'
      /** Name of the field in the external system */
      remote: string
      /** What is lost in translation */
      lossy: string | null
      max_length: number | null
    } | undefined
    status?: {
      access: 'none' | 'read' | 'readwrite'
      /** Name of the field in the external system */
      remote: string
      /** What is lost in translation */
      lossy: string | null
      max_length: number | null
    } | undefined
    priority?: {
      access: 'none' | 'read' | 'readwrite'
      /** Name of the field in the external system */
      remote: string
      /** What is lost in translation */
      lossy: string | null
      max_length: number | null
    } | undefined
    assignee?: {
      access: 'none' | 'read' | 'readwrite'
      /** Name of the field in the external system */
      remote: string
      /** What is lost in translation */
      lossy: string | null
      max_length: number | null
    } | undefined
    labels?: {
      access: 'none' | 'read' | 'readwrite'
      /** Name of the field in the external system */
      remote: string
      /** What is lost in translation */
      lossy: string | null
      max_length: number | null
    } | undefined
    due_at?: {
      access: 'none' | 'read' | 'readwrite'
      /** Name of the field in the external system */
      remote: string
      /** What is lost in translation */
      lossy: string | null
      max_length: number | null
    } | undefined
  }
  /** How it was tested */
  evidence: 'real server' | 'vendor contract' | 'vendor SDK' | 'untested live'
  /** Default sync interval in seconds */
  poll_seconds: number
}

/** A question of an agent */
export interface Question {
  /** ID (`qst_…`) */
  id: string
  /** ID (`run_…`) */
  run_id: string
  /** ID (`tsk_…`) */
  task_id: string
  /** Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on */
  agent: string
  /** `input`: any answer that matches `schema`. `choice`: one of `options`. `confirmation`: true or false. */
  kind: QuestionKind
  prompt: string
  context: string
  schema: { [name: string]: unknown } | null
  options: ({
    /** The answer if this is chosen */
    value: string
    /** Shown to people; `value` by default */
    label?: string | undefined
    description?: string | undefined
  })[] | null
  /** `expired`: no one answered in time. `withdrawn`: the run ended before there was an answer. */
  state: QuestionState
  expires_at: string | null
  /** What happens at `expires_at` if no one has answered; `release` by default */
  on_timeout: {
    /** `fail`: the task fails. `release`: the task returns to its queue. `answer`: `answer` is used. */
    action: 'fail' | 'release' | 'answer'
    /** Answer to use; required for `answer` */
    answer?: unknown
  }
  /** The answer; null if there is none */
  answer: unknown
  /** Note from the person who answered */
  note: string | null
  /** null if there is no answer, or if it is the one in `on_timeout` */
  answered_by: {
    /** API key, user, agent, or Task Service itself */
    kind: 'key' | 'user' | 'agent' | 'system'
    /** ID of the key, user, agent or system component */
    id: string
  } | null
  answered_at: string | null
  /** When the agent acknowledged the answer */
  acknowledged_at: string | null
  created_at: string
}

export interface QuestionAnswer {
  /** The answer; up to 64 KiB of JSON */
  answer: unknown
  /** Note for the agent */
  note?: string | undefined
}

/** The question. The run is parked until the question is answered. */
export interface QuestionCreate {
  /** Lease token of the claim */
  lease_token: string
  /** `input`: any answer that matches `schema`. `choice`: one of `options`. `confirmation`: true or false. */
  kind: QuestionKind
  /** The question */
  prompt: string
  /** What people need to know to answer, in Markdown */
  context?: string | undefined
  /** JSON Schema (2020-12) of the answer; only for `input`, up to 16 KiB */
  schema?: OpenApiDocument | undefined
  options?: ({
    /** The answer if this is chosen */
    value: string
    /** Shown to people; `value` by default */
    label?: string | undefined
    description?: string | undefined
  })[] | undefined
  /** Time to answer in seconds; without it, the question stays open */
  expires_in_seconds?: number | undefined
  /** What happens at `expires_at` if no one has answered; `release` by default */
  on_timeout?: {
    /** `fail`: the task fails. `release`: the task returns to its queue. `answer`: `answer` is used. */
    action: 'fail' | 'release' | 'answer'
    /** Answer to use; required for `answer` */
    answer?: unknown
  } | undefined
  /** Saved with the run, as in a heartbeat; up to 64 KiB of JSON */
  checkpoint?: unknown
}

export type QuestionKind =
  | 'input'
  | 'choice'
  | 'confirmation'

export interface QuestionListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
  /** Any of these; repeatable */
  state?: QuestionState[] | undefined
  /** Task ID (`tsk_…`) or number (`T-142`) */
  task?: string | undefined
  /** Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on */
  agent?: string | undefined
}

export type QuestionState =
  | 'open'
  | 'answered'
  | 'expired'
  | 'withdrawn'

/** Omitted fields are unchanged. Tasks that are ready keep their place. */
export interface QueueChange {
  /** What the queue is for */
  description?: string | undefined
  /** How long a task can be overtaken by tasks of the next higher priority: a normal task that became ready more than this long before a high one is claimed first */
  aging_seconds?: number | undefined
  /** Target for the time from ready to claimed; shown in the dashboard, not enforced */
  target_seconds?: number | null | undefined
}

/** The last 24 full hours of a queue; counts only runs that were started in this time */
export interface QueueHistory {
  /** The last 24 full hours, oldest first */
  hours: ({
    /** Start of the hour */
    start: string
    claimed: number
    completed: number
    /** Runs that ended as `expired` */
    expired: number
  })[]
  /** Time from ready to claimed */
  claim_latency: {
    /** In seconds */
    median: number | null
    /** In seconds */
    p95: number | null
    /** Claims that the percentiles are computed from */
    count: number
  }
  /** false if the tenant started 50,000 runs or more in this time: only the newest 50,000 are counted */
  is_complete: boolean
}

/** A queue */
export interface QueueState {
  /** Queue of the task */
  name: string
  /** What the queue is for */
  description: string
  /** How long a task can be overtaken by tasks of the next higher priority: a normal task that became ready more than this long before a high one is claimed first */
  aging_seconds: number
  /** Target for the time from ready to claimed; shown in the dashboard, not enforced */
  target_seconds: number | null
  /** Tasks that can be claimed; only the first 10,001 are counted */
  ready: number
  /** Ready tasks that are blocked, or delayed by `not_before` or a backoff; at most 10,001 are counted */
  scheduled: number
  /** When the oldest of the counted ready tasks became claimable */
  oldest_ready_at: string | null
  working_runs: number
  parked_runs: number
  /** Agents that can claim from the queue */
  agents: number
  /** Incremented on every change; 0 if the settings were never changed */
  version: number
}

export interface Recovery {
  /** Events at or after this time */
  since: string
  /** Events before this time; default: now */
  until?: string | undefined
  /** `failed`: deliveries that failed or were canceled. `missing`: events that match the current filter but were never sent, for example because the webhook was disabled or did not exist yet. */
  only: 'failed' | 'missing'
  /**
   * Only count, send nothing
   * @default false
   */
  dry_run?: boolean | undefined
}

export interface RecoveryResult {
  /** Deliveries that are resent, or with `dry_run` would be */
  count: number
  /** Whether there are more than the 100,000 of one request; repeat the request */
  has_more: boolean
}

/** Effects that a person rejected */
export interface Rejection {
  /** ID (`apr_…`) */
  approval_id: string
  reason: string
  rejected_by: Actor
  rejected_at: string
}

export interface RemoteChoice {
  /** ID in the external system */
  id: string
  name: string
  /** For statuses: what it means */
  group?: 'open' | 'started' | 'done' | 'failed' | 'canceled' | undefined
  /** For fields: type of the value */
  type?: 'text' | 'number' | 'boolean' | 'date' | 'choice' | undefined
  /** For fields: whether every item must have a value */
  required?: boolean | undefined
  /** For people: email address */
  email?: string | undefined
}

/** Choices when the mapping was created; a connection check refreshes them */
export interface RemoteChoices {
  statuses?: RemoteChoice[] | undefined
  priorities?: RemoteChoice[] | undefined
  people?: RemoteChoice[] | undefined
  fields?: RemoteChoice[] | undefined
}

/** Retention periods; null means forever */
export interface RetentionInfo {
  /** Responses stored for an `Idempotency-Key` */
  idempotency_seconds: number | null
  /** Events */
  events_seconds: number | null
  /** Deliveries and their attempts */
  deliveries_seconds: number | null
  /** Audit entries */
  audit_seconds: number | null
}

/** An attempt of an agent at a task */
export interface Run {
  /** ID (`run_…`) */
  id: string
  /** ID (`tsk_…`) */
  task_id: string
  /** Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on */
  agent: string
  queue: string
  /** Number of this attempt at the task */
  attempt: number
  /** `working`: has a lease. `parked`: waits for an answer or an approval, without a lease. `released`: the task returned to its queue. `expired`: the lease ended without a heartbeat. `canceled`: the run was stopped, the status of the task was changed, or the task or the agent was deleted. */
  state: RunState
  /** Why the run ended; null if the agent ended it */
  end_reason: 'expired' | 'moved' | 'canceled' | 'deleted' | 'ended' | 'parked' | 'paused' | 'budget' | 'wrong_token' | null
  /** End of the lease; null after the run has ended. For a parked run: null until the question is answered, then the time by which a heartbeat must resume the run. */
  lease_expires_at: string | null
  /** Someone asked the agent to stop */
  cancel_requested: boolean
  progress: {
    message?: string | undefined
    percent?: number | undefined
  } | null
  /** Steps of the work */
  plan: ({
    title: string
    state: 'pending' | 'working' | 'done' | 'skipped'
    /** Result of the step in one line */
    note?: string | undefined
  })[] | null
  /** Error that the agent reported, or the question that expired */
  error: string | null
  /** Note for the next attempt */
  handoff: string | null
  /** Approval that the parked run waits for, or waited for when it ended */
  approval_id: string | null
  usage: Usage
  created_at: string
  /** How long the task was ready before it was claimed */
  waited_seconds: number
  /** Last heartbeat, claim or question */
  heartbeat_at: string
  ended_at: string | null
}

export interface RunCancel {
  /**
   * true: end the run immediately. false: ask the agent to stop, and end the run after 30 s if it has not. A parked run always ends immediately.
   * @default false
   */
  force?: boolean | undefined
}

export interface RunComplete {
  /** Lease token of the claim */
  lease_token: string
  /** Result of the work; must match the `output_schema` of the task */
  result?: unknown
}

export interface RunFail {
  /** Lease token of the claim */
  lease_token: string
  /** What went wrong */
  error: string
  /**
   * true: the task is retried after a backoff until `max_attempts` is reached. false: the task fails immediately.
   * @default true
   */
  retryable?: boolean | undefined
  /** Overrides the backoff */
  retry_after_seconds?: number | undefined
}

export interface RunListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
  /** Task ID (`tsk_…`) or number (`T-142`) */
  task?: string | undefined
  /** Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on */
  agent?: string | undefined
  /** Queue of the task */
  queue?: string | undefined
  /** Any of these; repeatable */
  state?: RunState[] | undefined
}

export interface RunRelease {
  /** Lease token of the claim */
  lease_token: string
  /** Note for the next attempt */
  handoff?: string | undefined
  /**
   * How many seconds the task cannot be claimed
   * @default 0
   */
  delay_seconds?: number | undefined
}

export type RunState =
  | 'working'
  | 'parked'
  | 'completed'
  | 'failed'
  | 'released'
  | 'expired'
  | 'canceled'

/** A sample event */
export interface SampleEvent {
  type: EventType
  data: OpenApiDocument
  previous?: OpenApiDocument | undefined
  changed?: string[] | undefined
  actor?: Actor | undefined
}

/** Creates a task from a template at each occurrence of its rule */
export interface Schedule {
  /** ID (`sch_…`) */
  id: string
  name: string
  /** Template of the tasks */
  template_id: string
  /** When tasks are created */
  rule: ScheduleRule
  /** `ended`: `ends_on` or `count` is reached, there are no further occurrences */
  state: 'active' | 'paused' | 'ended'
  /** The next occurrences */
  upcoming: string[]
  /** The last occurrence */
  last_at: string | null
  /** Task of the last occurrence */
  last_task_id: string | null
  /** Why the last occurrence created no task; null if it created one */
  last_error: string | null
  /** Tasks created so far */
  task_count: number
  /** Occurrences without a separate task: several that were missed while no worker ran create one task together */
  missed_count: number
  /** Incremented when a request changes the schedule; basis of the ETag */
  version: number
  created_by: Actor
  created_at: string
  updated_at: string
}

/** Omitted fields are unchanged; `rule` is replaced */
export interface ScheduleChange {
  /** Display name */
  name?: string | undefined
  /** Template of the tasks */
  template_id?: string | undefined
  /** When tasks are created. An update replaces the whole rule */
  rule?: ScheduleRuleInput | undefined
}

export interface ScheduleCreate {
  /** Display name */
  name: string
  /** Template of the tasks */
  template_id: string
  /** When tasks are created. An update replaces the whole rule */
  rule: ScheduleRuleInput
}

export interface ScheduleListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

/** When tasks are created */
export interface ScheduleRule {
  /** How often */
  frequency: 'daily' | 'weekly' | 'monthly' | 'yearly'
  /** Every n days, weeks, months or years */
  interval: number
  /** Only with `weekly`. */
  weekdays?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | undefined
  /** Only with `monthly` and `yearly`. A month with fewer days uses its last day, so 31 is the last day of every month. */
  day_of_month?: number | undefined
  /** Only with `yearly`. */
  month?: number | undefined
  /** Time of day in `time_zone`. If clocks skip it, the occurrence is at the moment of the change; if it occurs twice, at the first. */
  time: string
  /** IANA time zone name; days start and end in this time zone */
  time_zone: string
  /** First day on which an occurrence is possible. */
  starts_on: string
  /** Last day on which an occurrence is possible */
  ends_on: string | null
  /** The schedule ends after this many tasks */
  count: number | null
}

/** When tasks are created. An update replaces the whole rule */
export interface ScheduleRuleInput {
  /** How often */
  frequency: 'daily' | 'weekly' | 'monthly' | 'yearly'
  /**
   * Every n days, weeks, months or years
   * @default 1
   */
  interval?: number | undefined
  /** Only with `weekly`. Default: the weekday of `starts_on` */
  weekdays?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | undefined
  /** Only with `monthly` and `yearly`. A month with fewer days uses its last day, so 31 is the last day of every month. Default: the day of `starts_on` */
  day_of_month?: number | undefined
  /** Only with `yearly`. Default: the month of `starts_on` */
  month?: number | undefined
  /** Time of day in `time_zone`. If clocks skip it, the occurrence is at the moment of the change; if it occurs twice, at the first. */
  time: string
  /** IANA time zone name. Default: the time zone of the tenant */
  time_zone?: string | undefined
  /** First day on which an occurrence is possible. Default: today */
  starts_on?: string | undefined
  /** Last day on which an occurrence is possible */
  ends_on?: string | null | undefined
  /** The schedule ends after this many tasks */
  count?: number | null | undefined
}

/** The complete rule, and its next occurrences */
export interface ScheduleUpcoming {
  /** When tasks are created */
  rule: ScheduleRule
  /** The next occurrences */
  upcoming: string[]
}

export interface SecretRotation {
  /** `whsec_` followed by 24 to 64 bytes in Base64; generated if omitted */
  secret?: string | undefined
  /**
   * How long deliveries are also signed with the previous secret; 0 stops it immediately
   * @default 24
   */
  overlap_hours?: number | undefined
}

/** Settings of a tenant */
export interface Settings {
  /** Display name of the tenant */
  name: string
  /** IANA time zone name; days start and end in this time zone */
  time_zone: string
  /** Default language of the dashboard; users can choose another */
  language: 'en' | 'de'
  /** First day of the week in calendars */
  week_start: 'monday' | 'saturday' | 'sunday'
  /** Incremented on every change; basis of the ETag */
  version: number
  updated_at: string
}

/** JSON Merge Patch (RFC 7396): omitted fields are unchanged */
export interface SettingsChange {
  /** Display name of the tenant */
  name?: string | undefined
  /** IANA time zone name; days start and end in this time zone */
  time_zone?: string | undefined
  /** Default language of the dashboard; users can choose another */
  language?: 'en' | 'de' | undefined
  /** First day of the week in calendars */
  week_start?: 'monday' | 'saturday' | 'sunday' | undefined
}

export interface StatementColumn {
  name: string
  /** `masked`: only a part of the value is sent. `tokenised`: a token is sent instead of the value, which stays on the connector. */
  treatment: 'plain' | 'masked' | 'tokenised'
}

/** A named statement of the connector */
export interface StatementFace {
  database: string
  /** `postgres`, `mysql` … */
  engine: string
  name: string
  kind: 'read' | 'write'
  description: string
  params: StatementParam[]
  columns: StatementColumn[]
  max_rows: number
  max_bytes: number
  timeout_ms: number
  /** For writes: the number of rows it must change; otherwise it is rolled back */
  expect_rows?: number | undefined
  /** For writes: the parameter with the row version, for the concurrency check */
  fence?: string | undefined
}

export interface StatementParam {
  name: string
  type: 'text' | 'integer' | 'number' | 'boolean' | 'timestamp' | 'date' | 'uuid'
  required: boolean
  max_length?: number | undefined
  choices?: string[] | undefined
  /** Tokens in this parameter are replaced with the real values on the connector */
  puts_values_back?: boolean | undefined
}

/** Name and parameters of a statement; SQL is not accepted */
export interface StatementRun {
  /** Name of the database */
  database: string
  /** Name of a statement that the connector has reported */
  statement: string
  /**
   * Parameters by name
   * @default {}
   */
  params?: { [name: string]: unknown } | undefined
  /** Idempotency key: a request with the same key returns the job of the first request, so that a write is not run twice if a response is lost */
  request_key?: string | undefined
  /**
   * How long to wait for the result; you can also get it from the job later
   * @default 20
   */
  wait_seconds?: number | undefined
}

export type Status =
  | 'triage'
  | 'ready'
  | 'in_progress'
  | 'input_required'
  | 'in_review'
  | 'completed'
  | 'failed'
  | 'canceled'

export interface StorageInfo {
  kind: 'tasks' | 'comments' | 'events' | 'audit' | 'deliveries'
  rows: BoundedCount
  /** Estimated from the newest rows, without indexes */
  bytes: number
}

/** The sync is queued or already running */
export interface SyncAsked {
  /** `asked`: queued */
  state: 'running' | 'asked'
  /** The run in progress */
  run: {
    /** ID (`syn_…`) */
    id: string
    /** ID (`int_…`) */
    integration_id: string
    /** `pull`: only changes. `full`: everything, to find deleted items. */
    kind: 'pull' | 'full'
    /** `first`: initial sync. `schedule`: due by `poll_seconds`. `manual`: requested. `sweep`: full sync to find deleted items. `retry`: after a failure or an interruption. */
    cause: 'first' | 'schedule' | 'manual' | 'sweep' | 'retry'
    /** `stalled`: the worker stopped responding; another one resumes the run */
    state: 'running' | 'stalled' | 'succeeded' | 'failed' | 'canceled'
    started_at: string
    /** Last heartbeat of the worker */
    heartbeat_at: string
    ended_at: string | null
    /** Items read */
    read: number
    /** Tasks created */
    created: number
    /** Tasks updated */
    changed: number
    /** Items that were deleted in the external system */
    removed: number
    /** Items that failed to import */
    failed: number
    /** Number of items to read, if known */
    total: number | null
    error: {
      kind: string
      message: string
      vendor_text?: string | undefined
      fix?: string | undefined
    } | null
    log: string[]
  } | null
}

export interface SyncError {
  kind: string
  message: string
  vendor_text?: string | undefined
  fix?: string | undefined
}

/** An item that failed to import */
export interface SyncFailure {
  external_id: string
  title: string | null
  url: string | null
  error: SyncError
  tries: number
  first_at: string
  last_at: string
}

export interface SyncFailureListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

export interface SyncRequest {
  /**
   * Sync everything, not only changes
   * @default false
   */
  full?: boolean | undefined
}

/** A sync run */
export interface SyncRun {
  /** ID (`syn_…`) */
  id: string
  /** ID (`int_…`) */
  integration_id: string
  /** `pull`: only changes. `full`: everything, to find deleted items. */
  kind: 'pull' | 'full'
  /** `first`: initial sync. `schedule`: due by `poll_seconds`. `manual`: requested. `sweep`: full sync to find deleted items. `retry`: after a failure or an interruption. */
  cause: 'first' | 'schedule' | 'manual' | 'sweep' | 'retry'
  /** `stalled`: the worker stopped responding; another one resumes the run */
  state: 'running' | 'stalled' | 'succeeded' | 'failed' | 'canceled'
  started_at: string
  /** Last heartbeat of the worker */
  heartbeat_at: string
  ended_at: string | null
  /** Items read */
  read: number
  /** Tasks created */
  created: number
  /** Tasks updated */
  changed: number
  /** Items that were deleted in the external system */
  removed: number
  /** Items that failed to import */
  failed: number
  /** Number of items to read, if known */
  total: number | null
  error: {
    kind: string
    message: string
    vendor_text?: string | undefined
    fix?: string | undefined
  } | null
  log: string[]
}

export interface SyncRunListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

/** System information for a tenant */
export interface SystemInfo {
  /** When storage was measured; the rest is current */
  as_of: string
  /** Version of Task Service */
  version: string
  /** Date of the latest API change */
  api_version: string
  /** Number of the latest database migration */
  schema_version: number
  postgresql_version: string
  /** Start of the process that responds */
  started_at: string
  /** Newest first */
  keys: ApiKeyInfo[]
  master_key: MasterKeyInfo
  storage: StorageInfo[]
  /** Retention periods; null means forever */
  retention: RetentionInfo
  /** Limits; null means unlimited */
  limits: LimitsInfo
}

/** A task */
export interface Task {
  /** ID (`tsk_…`) */
  id: string
  /** Sequential number within the tenant, shown as T-142 */
  number: number
  title: string
  description: string
  /** Status of the task */
  status: Status
  /** Priority of the task */
  priority: Priority
  queue: string
  labels: string[]
  assignee: string | null
  delegate: string | null
  /** Parent task */
  parent_id: string | null
  due_at: string | null
  not_before: string | null
  /** Only present if it was set */
  fairness_key?: string | undefined
  /** Only present if it was set */
  blocked_by?: string[] | undefined
  /** Only present if it was set */
  output_schema?: OpenApiDocument | undefined
  /** Only present if it was set */
  checklist?: ChecklistItem[] | undefined
  /** Input of the work */
  input: unknown
  /** Result of the work */
  result: unknown
  fields: OpenApiDocument
  origin: Origin
  source: string | null
  external_id: string | null
  /** When the system the task came from or was pushed to confirmed the outcome */
  settled_at: string | null
  /** Incremented on every change; basis of the ETag */
  version: number
  created_by: Actor
  created_at: string
  updated_at: string
  completed_at: string | null
}

/** JSON Merge Patch (RFC 7396): omitted fields are unchanged, null clears a field */
export interface TaskChange {
  /** Title of the task */
  title?: string | undefined
  /** Status of the task */
  status?: Status | undefined
  /** Description in Markdown */
  description?: string | undefined
  /** Priority of the task */
  priority?: Priority | undefined
  /** Queue of the task */
  queue?: string | undefined
  /** Labels */
  labels?: string[] | undefined
  /** Person responsible for the task */
  assignee?: string | null | undefined
  /** Agent that works on the task */
  delegate?: string | null | undefined
  /** Parent task: ID (`tsk_…`) or number (`T-142`) */
  parent_id?: string | null | undefined
  /** Due date */
  due_at?: string | null | undefined
  /** Earliest start */
  not_before?: string | null | undefined
  /** Tasks of a queue with different keys, such as customers, are claimed in turns, however many tasks one key has */
  fairness_key?: string | undefined
  /** Tasks that must be completed, canceled or deleted before this one can be claimed. Reopening one of them later does not block it again. */
  blocked_by?: string[] | undefined
  /** JSON Schema (2020-12) that the result of a run must match, up to 16 KiB; `{}` accepts any. An update replaces the whole schema. */
  output_schema?: OpenApiDocument | undefined
  /** Checklist, in this order. An update replaces the whole list: send it with `If-Match`, so that no change of someone else is lost. */
  checklist?: ({
    /** Keeps the item the same when its text changes. Without it, the item with the same text keeps its ID, and a new one gets an ID. */
    id?: string | undefined
    /** What to do */
    text: string
    /**
     * Whether it is done
     * @default false
     */
    checked?: boolean | undefined
  })[] | undefined
  /** Input of the work */
  input?: unknown
  /** Result of the work */
  result?: unknown
  /** Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked. */
  fields?: { [name: string]: unknown } | undefined
}

export interface TaskClaimRequest {
  /** Name of the agent that claims. Required with an API key. With an agent token, omit it: the token identifies the agent. */
  agent?: string | undefined
  /**
   * Duration of the lease in seconds; each heartbeat renews it
   * @default 300
   */
  lease_seconds?: number | undefined
}

/** Counts of tasks */
export interface TaskCounts {
  total: number
  /** Whether `total` is a lower bound */
  total_is_at_least: boolean
  /** All statuses or priorities in their order; of other fields, the 200 largest groups. A task counts under each of its labels. */
  groups: TaskGroup[]
  /** Whether there are more groups than listed */
  has_more: boolean
}

export interface TaskCountsQuery {
  /** Count the tasks for each value of this field */
  group_by?: TaskGrouping | undefined
  /**
   * Count exactly up to this number; above it, counts are lower bounds
   * @default 10000
   */
  up_to?: number | undefined
  /** Any of these statuses; repeatable */
  status?: Status[] | undefined
  /** Any of these priorities; repeatable */
  priority?: Priority[] | undefined
  /** Queue of the task */
  queue?: string | undefined
  /** All of these labels; repeatable */
  label?: string[] | undefined
  /** Person responsible for the task */
  assignee?: string | undefined
  /** true: only unassigned tasks; false: only assigned tasks */
  unassigned?: boolean | undefined
  /** Agent that works on the task */
  delegate?: string | undefined
  /** true: only tasks with a delegate; false: only tasks without */
  delegated?: boolean | undefined
  /** Task ID (`tsk_…`) or number (`T-142`) */
  parent?: string | undefined
  /** External system of the task; unique per tenant together with `external_id` */
  source?: string | undefined
  /** true: only tasks with a source; false: only tasks without */
  has_source?: boolean | undefined
  /** Tasks that this integration created; `none`: tasks that no integration created */
  integration?: string | undefined
  /** Completed tasks of integrations. `pending`: the external system has not confirmed the completion yet. `confirmed`: it has. */
  confirmation?: 'pending' | 'confirmed' | undefined
  /** Created at or after */
  created_since?: string | undefined
  /** Created before */
  created_before?: string | undefined
  /** Updated at or after */
  updated_since?: string | undefined
  /** Updated before */
  updated_before?: string | undefined
  /** Due at or after */
  due_since?: string | undefined
  /** Due before */
  due_before?: string | undefined
  /** Custom fields by their key: `severity:is:high`; `amount:from:10` and `amount:to:20` for numbers and dates, both inclusive; `customer:set` and `customer:unset`. Repeatable: several `is` of one field match any of them, everything else must match together. Texts are compared without case and accents. */
  field?: FieldFilters | undefined
  /** Search without case and accents: parts of words in title, external ID, labels and fields, beginnings of words in the description; supports "quoted phrase", or, -excluded */
  q?: string | undefined
}

/** Only `title` is required */
export interface TaskCreate {
  /** Title of the task */
  title: string
  /**
   * Initial status
   * @default "ready"
   */
  status?: 'triage' | 'ready' | undefined
  /** Description in Markdown */
  description?: string | undefined
  /** Priority of the task */
  priority?: Priority | undefined
  /** Queue of the task */
  queue?: string | undefined
  /** Labels */
  labels?: string[] | undefined
  /** Person responsible for the task */
  assignee?: string | null | undefined
  /** Agent that works on the task */
  delegate?: string | null | undefined
  /** Parent task: ID (`tsk_…`) or number (`T-142`) */
  parent_id?: string | null | undefined
  /** Due date */
  due_at?: string | null | undefined
  /** Earliest start */
  not_before?: string | null | undefined
  /** Tasks of a queue with different keys, such as customers, are claimed in turns, however many tasks one key has */
  fairness_key?: string | undefined
  /** Tasks that must be completed, canceled or deleted before this one can be claimed. Reopening one of them later does not block it again. */
  blocked_by?: string[] | undefined
  /** JSON Schema (2020-12) that the result of a run must match, up to 16 KiB; `{}` accepts any. An update replaces the whole schema. */
  output_schema?: OpenApiDocument | undefined
  /** Checklist, in this order. An update replaces the whole list: send it with `If-Match`, so that no change of someone else is lost. */
  checklist?: ({
    /** Keeps the item the same when its text changes. Without it, the item with the same text keeps its ID, and a new one gets an ID. */
    id?: string | undefined
    /** What to do */
    text: string
    /**
     * Whether it is done
     * @default false
     */
    checked?: boolean | undefined
  })[] | undefined
  /** Input of the work */
  input?: unknown
  /** Result of the work */
  result?: unknown
  /** Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked. */
  fields?: { [name: string]: unknown } | undefined
  /** External system of the task; unique per tenant together with `external_id` */
  source?: string | undefined
  /** ID of the task in the external system */
  external_id?: string | undefined
}

export interface TaskExportQuery {
  /** Columns in their order; repeatable. `field:` and a key is the value of a custom field. Without it: the columns of `view`, or all columns with custom fields as JSON in `fields`. */
  column?: string[] | undefined
  /** Filters, sort order and columns of this view. Other parameters replace those of the view. */
  view?: string | undefined
  /**
   * Whether the file begins with a byte order mark, by which Excel recognizes UTF-8
   * @default false
   */
  bom?: boolean | undefined
  /**
   * Prefix `-` for descending. Ascending priority starts with urgent; tasks without a due date sort as due last. `field:` and a key sort by a custom field, choices in their order; tasks without a value come last in both directions.
   * @default "-created_at"
   */
  sort?: string | undefined
  /** Any of these statuses; repeatable */
  status?: Status[] | undefined
  /** Any of these priorities; repeatable */
  priority?: Priority[] | undefined
  /** Queue of the task */
  queue?: string | undefined
  /** All of these labels; repeatable */
  label?: string[] | undefined
  /** Person responsible for the task */
  assignee?: string | undefined
  /** true: only unassigned tasks; false: only assigned tasks */
  unassigned?: boolean | undefined
  /** Agent that works on the task */
  delegate?: string | undefined
  /** true: only tasks with a delegate; false: only tasks without */
  delegated?: boolean | undefined
  /** Task ID (`tsk_…`) or number (`T-142`) */
  parent?: string | undefined
  /** External system of the task; unique per tenant together with `external_id` */
  source?: string | undefined
  /** true: only tasks with a source; false: only tasks without */
  has_source?: boolean | undefined
  /** Tasks that this integration created; `none`: tasks that no integration created */
  integration?: string | undefined
  /** Completed tasks of integrations. `pending`: the external system has not confirmed the completion yet. `confirmed`: it has. */
  confirmation?: 'pending' | 'confirmed' | undefined
  /** Created at or after */
  created_since?: string | undefined
  /** Created before */
  created_before?: string | undefined
  /** Updated at or after */
  updated_since?: string | undefined
  /** Updated before */
  updated_before?: string | undefined
  /** Due at or after */
  due_since?: string | undefined
  /** Due before */
  due_before?: string | undefined
  /** Custom fields by their key: `severity:is:high`; `amount:from:10` and `amount:to:20` for numbers and dates, both inclusive; `customer:set` and `customer:unset`. Repeatable: several `is` of one field match any of them, everything else must match together. Texts are compared without case and accents. */
  field?: FieldFilters | undefined
  /** Search without case and accents: parts of words in title, external ID, labels and fields, beginnings of words in the description; supports "quoted phrase", or, -excluded */
  q?: string | undefined
}

/** Values of a field */
export interface TaskFacets {
  /** In alphabetical order */
  data: ({
    value: string
    /** Tasks with this value, counted up to 100 */
    count: number
    /** Whether `count` is a lower bound */
    is_at_least: boolean
  })[]
  /** Whether there may be more values; send a longer `prefix` */
  has_more: boolean
}

export interface TaskFacetsQuery {
  /** Field to list values of */
  field: 'label' | 'assignee' | 'delegate' | 'queue' | 'source'
  /** Only values that start with this text; case-insensitive */
  prefix?: string | undefined
  /**
   * Maximum number of values
   * @default 50
   */
  limit?: number | undefined
}

/** The flow of tasks through a tenant */
export interface TaskFlow {
  /** When the numbers were computed; at most a minute ago */
  as_of: string
  /**
   * The last 24 hours by hour, or the last 7 or 30 days by day
   * @default "24h"
   */
  range: OverviewRange
  /** Time zone of the tenant settings, in which hours and days start */
  time_zone: string
  /** Start of the range */
  since: string
  /** Tasks created in the range that were not deleted since */
  sources: {
    count: BoundedCount
    /** At most 5, largest first */
    nodes: FlowNode[]
  }
  /** Tasks that are `ready` */
  queues: {
    now: BoundedCount
    /** At most 5, largest first */
    nodes: FlowNode[]
  }
  /** Tasks that are `in_progress` */
  working: {
    now: BoundedCount
    /** Of these, tasks without a `delegate` */
    people: number
    /** Of these, tasks with a `delegate` */
    agents: number
    /** At most 5, largest first */
    nodes: FlowNode[]
  }
  /** Tasks completed in the range that wait for the confirmation */
  writing_back: {
    /** Tasks that their external system has not confirmed yet */
    count: number
    /** Tasks that were completed before the range and are not confirmed either; at most 10,000 are counted */
    older: number
    /** Of these, tasks whose last write-back failed or has a conflict */
    rejected: number
    /** Of these, tasks that cannot be sent because the integration is paused, stopped or its connector is offline */
    held: number
    /** At most 5: the external systems, and `no_origin`, which has nothing to confirm */
    nodes: ({
      /** `integration`: tasks of an integration. `source`: other tasks with a `source`. `api`: without one. `people`: tasks without a `delegate`. `no_origin`: no external system has to confirm them. `more`: the sum of all other nodes of the stage. */
      kind: 'integration' | 'source' | 'api' | 'queue' | 'people' | 'agent' | 'no_origin' | 'more'
      /** ID of the integration, name of the source, queue or agent; empty for kinds of which a stage has one node */
      id: string
      /** Display name; for `more`, the number of nodes */
      name: string
      /** Tasks of the node, counted as the stage */
      count: number
      /** Of these, tasks whose last write-back failed or has a conflict */
      rejected: number
      /** Of these, tasks that cannot be sent because the integration is paused, stopped or its connector is offline */
      held: number
    })[]
  }
  /** Tasks completed in the range that are confirmed */
  confirmed: {
    /** Tasks that their external system confirmed */
    count: number
    /** Tasks that no external system has to confirm */
    without_origin: number
    /** Tasks completed in the range that are still completed: `count`, `without_origin` and `writing_back.count` together */
    completed: BoundedCount
    /** The nodes of `writing_back` in the same order */
    nodes: FlowNode[]
  }
  streams: {
    /** From sources to queues: tasks created in the range */
    queued: FlowStream[]
    /** From queues to workers: tasks claimed by an agent or started in the range */
    claimed: FlowStream[]
    /** From workers to write-backs: tasks completed in the range */
    completed: FlowStream[]
    /** From write-backs to confirmed: tasks completed in the range */
    confirmed: FlowStream[]
  }
  /** The last full hour */
  rates: {
    /** Start of the last full hour */
    hour_start: string
    /** Tasks created in that hour */
    created: number
    /** Tasks claimed by an agent or started in that hour */
    claimed: number
    /** Tasks completed in that hour */
    completed: number
    /** Tasks completed in the range and confirmed in that hour */
    confirmed: number
  }
  /** Only tasks that were created, claimed or completed since then are counted, because there are too many; null if all are counted */
  counted_since: string | null
}

export interface TaskGroup {
  /** Value of the field; null for tasks without an assignee or delegate */
  value: string | null
  count: number
  /** Whether `count` is a lower bound */
  is_at_least: boolean
}

export type TaskGrouping =
  | 'status'
  | 'priority'
  | 'assignee'
  | 'delegate'
  | 'queue'
  | 'label'

export interface TaskListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
  /**
   * Prefix `-` for descending. Ascending priority starts with urgent; tasks without a due date sort as due last. `field:` and a key sort by a custom field, choices in their order; tasks without a value come last in both directions.
   * @default "-created_at"
   */
  sort?: string | undefined
  /** Any of these statuses; repeatable */
  status?: Status[] | undefined
  /** Any of these priorities; repeatable */
  priority?: Priority[] | undefined
  /** Queue of the task */
  queue?: string | undefined
  /** All of these labels; repeatable */
  label?: string[] | undefined
  /** Person responsible for the task */
  assignee?: string | undefined
  /** true: only unassigned tasks; false: only assigned tasks */
  unassigned?: boolean | undefined
  /** Agent that works on the task */
  delegate?: string | undefined
  /** true: only tasks with a delegate; false: only tasks without */
  delegated?: boolean | undefined
  /** Task ID (`tsk_…`) or number (`T-142`) */
  parent?: string | undefined
  /** External system of the task; unique per tenant together with `external_id` */
  source?: string | undefined
  /** true: only tasks with a source; false: only tasks without */
  has_source?: boolean | undefined
  /** Tasks that this integration created; `none`: tasks that no integration created */
  integration?: string | undefined
  /** Completed tasks of integrations. `pending`: the external system has not confirmed the completion yet. `confirmed`: it has. */
  confirmation?: 'pending' | 'confirmed' | undefined
  /** Created at or after */
  created_since?: string | undefined
  /** Created before */
  created_before?: string | undefined
  /** Updated at or after */
  updated_since?: string | undefined
  /** Updated before */
  updated_before?: string | undefined
  /** Due at or after */
  due_since?: string | undefined
  /** Due before */
  due_before?: string | undefined
  /** Custom fields by their key: `severity:is:high`; `amount:from:10` and `amount:to:20` for numbers and dates, both inclusive; `customer:set` and `customer:unset`. Repeatable: several `is` of one field match any of them, everything else must match together. Texts are compared without case and accents. */
  field?: FieldFilters | undefined
  /** Search without case and accents: parts of words in title, external ID, labels and fields, beginnings of words in the description; supports "quoted phrase", or, -excluded */
  q?: string | undefined
}

export interface TaskTake {
  /** Person responsible for the task */
  assignee?: string | undefined
}

export interface TaskTransition {
  /** Status of the task */
  to: Status
  /** Result of the work */
  result?: unknown
}

/** Creates the task, or updates the given fields of the existing one */
export interface TaskUpsert {
  /** Title of the task */
  title: string
  /** Status of the task */
  status?: Status | undefined
  /** Description in Markdown */
  description?: string | undefined
  /** Priority of the task */
  priority?: Priority | undefined
  /** Queue of the task */
  queue?: string | undefined
  /** Labels */
  labels?: string[] | undefined
  /** Person responsible for the task */
  assignee?: string | null | undefined
  /** Agent that works on the task */
  delegate?: string | null | undefined
  /** Parent task: ID (`tsk_…`) or number (`T-142`) */
  parent_id?: string | null | undefined
  /** Due date */
  due_at?: string | null | undefined
  /** Earliest start */
  not_before?: string | null | undefined
  /** Tasks of a queue with different keys, such as customers, are claimed in turns, however many tasks one key has */
  fairness_key?: string | undefined
  /** Tasks that must be completed, canceled or deleted before this one can be claimed. Reopening one of them later does not block it again. */
  blocked_by?: string[] | undefined
  /** JSON Schema (2020-12) that the result of a run must match, up to 16 KiB; `{}` accepts any. An update replaces the whole schema. */
  output_schema?: OpenApiDocument | undefined
  /** Checklist, in this order. An update replaces the whole list: send it with `If-Match`, so that no change of someone else is lost. */
  checklist?: ({
    /** Keeps the item the same when its text changes. Without it, the item with the same text keeps its ID, and a new one gets an ID. */
    id?: string | undefined
    /** What to do */
    text: string
    /**
     * Whether it is done
     * @default false
     */
    checked?: boolean | undefined
  })[] | undefined
  /** Input of the work */
  input?: unknown
  /** Result of the work */
  result?: unknown
  /** Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked. */
  fields?: { [name: string]: unknown } | undefined
}

/** Values of a task that is created again and again */
export interface Template {
  /** ID (`tpl_…`) */
  id: string
  name: string
  /** Values of the task. Only `title` is required */
  task: TemplateTask
  /** Incremented on every change; basis of the ETag */
  version: number
  created_by: Actor
  created_at: string
  updated_at: string
}

/** JSON Merge Patch (RFC 7396): omitted fields are unchanged, null removes a value */
export interface TemplateChange {
  /** Display name */
  name?: string | undefined
  /** Values to change; null removes one */
  task?: {
    /** Title of the task */
    title?: string | undefined
    /** Description in Markdown */
    description?: string | null | undefined
    /** Priority of the task */
    priority?: Priority | null | undefined
    /** Queue of the task */
    queue?: string | null | undefined
    /** Labels */
    labels?: string[] | null | undefined
    /** Person responsible for the task */
    assignee?: string | null | undefined
    /** Agent that works on the task */
    delegate?: string | null | undefined
    /** Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked. */
    fields?: { [name: string]: unknown } | null | undefined
    /** Due date, counted from the creation of the task: hours (`4h`), days (`3d`) or weeks (`2w`). Days and weeks keep the time of day in the time zone of the schedule, or of the tenant. */
    due_in?: string | null | undefined
  } | undefined
}

export interface TemplateCreate {
  /** Display name */
  name: string
  /** Values of the task. Only `title` is required */
  task: TemplateTask
}

export interface TemplateListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

/** Values of the task. Only `title` is required */
export interface TemplateTask {
  /** Title of the task */
  title: string
  /** Description in Markdown */
  description?: string | undefined
  /** Priority of the task */
  priority?: Priority | undefined
  /** Queue of the task */
  queue?: string | undefined
  /** Labels */
  labels?: string[] | undefined
  /** Person responsible for the task */
  assignee?: string | null | undefined
  /** Agent that works on the task */
  delegate?: string | null | undefined
  /** Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked. */
  fields?: { [name: string]: unknown } | undefined
  /** Due date, counted from the creation of the task: hours (`4h`), days (`3d`) or weeks (`2w`). Days and weeks keep the time of day in the time zone of the schedule, or of the tenant. */
  due_in?: string | undefined
}

/** Values that replace those of the template; `fields` are merged */
export interface TemplateUse {
  /** Title of the task */
  title?: string | undefined
  /** Description in Markdown */
  description?: string | undefined
  /** Priority of the task */
  priority?: Priority | undefined
  /** Queue of the task */
  queue?: string | undefined
  /** Labels */
  labels?: string[] | undefined
  /** Person responsible for the task */
  assignee?: string | null | undefined
  /** Agent that works on the task */
  delegate?: string | null | undefined
  /** Due date */
  due_at?: string | null | undefined
  /** Earliest start */
  not_before?: string | null | undefined
  /** Tasks of a queue with different keys, such as customers, are claimed in turns, however many tasks one key has */
  fairness_key?: string | undefined
  /** JSON Schema (2020-12) that the result of a run must match, up to 16 KiB; `{}` accepts any. An update replaces the whole schema. */
  output_schema?: OpenApiDocument | undefined
  /** Checklist, in this order. An update replaces the whole list: send it with `If-Match`, so that no change of someone else is lost. */
  checklist?: ({
    /** Keeps the item the same when its text changes. Without it, the item with the same text keeps its ID, and a new one gets an ID. */
    id?: string | undefined
    /** What to do */
    text: string
    /**
     * Whether it is done
     * @default false
     */
    checked?: boolean | undefined
  })[] | undefined
  /** Input of the work */
  input?: unknown
  /** Result of the work */
  result?: unknown
  /** Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked. */
  fields?: { [name: string]: unknown } | undefined
  /** Parent task: ID (`tsk_…`) or number (`T-142`) */
  parent_id?: string | null | undefined
  /** Tasks that must be completed, canceled or deleted before this one can be claimed. Reopening one of them later does not block it again. */
  blocked_by?: string[] | undefined
}

export interface Usage {
  /** Working time in seconds */
  seconds: number
  /** Requests that change runs */
  calls: number
  /** Completed tasks with a `source` */
  effects: number
  /** Tokens, as declared by the agent */
  declared_tokens: number
  /** Cost, as declared by the agent */
  declared_cost: number
}

/** A saved view of tasks */
export interface View {
  /** ID (`viw_…`) */
  id: string
  name: string
  /** Layout */
  kind: 'list' | 'board'
  /** Filters, sort order and grouping, as in the list of tasks */
  query: ViewQuery
  /** Columns of the list and of its export, in their order: fields of a task, or custom fields such as `field:severity`; `null`: not chosen. The dashboard always shows number, title, status and priority. */
  columns: string[] | null
  /** true: visible to and editable by everyone in the tenant; false: private to the owner */
  shared: boolean
  owner: Actor
  /** Position among the views; views with the same position are sorted by age, oldest first */
  position: number
  /** Incremented on every change; basis of the ETag */
  version: number
  created_at: string
  updated_at: string
}

/** JSON Merge Patch (RFC 7396): omitted fields are unchanged, null removes a filter */
export interface ViewChange {
  /** Display name */
  name?: string | undefined
  /** Layout */
  kind?: 'list' | 'board' | undefined
  /** Filters to change; null removes one */
  query?: {
    /** Any of these statuses; repeatable */
    status?: Status[] | null | undefined
    /** Any of these priorities; repeatable */
    priority?: Priority[] | null | undefined
    /** Queue of the task */
    queue?: string | null | undefined
    /** All of these labels; repeatable */
    label?: string[] | null | undefined
    /** Person responsible for the task */
    assignee?: string | null | undefined
    /** true: only unassigned tasks; false: only assigned tasks */
    unassigned?: boolean | null | undefined
    /** Agent that works on the task */
    delegate?: string | null | undefined
    /** true: only tasks with a delegate; false: only tasks without */
    delegated?: boolean | null | undefined
    /** Task ID (`tsk_…`) or number (`T-142`) */
    parent?: string | null | undefined
    /** External system of the task; unique per tenant together with `external_id` */
    source?: string | null | undefined
    /** true: only tasks with a source; false: only tasks without */
    has_source?: boolean | null | undefined
    /** Tasks that this integration created; `none`: tasks that no integration created */
    integration?: string | null | undefined
    /** Completed tasks of integrations. `pending`: the external system has not confirmed the completion yet. `confirmed`: it has. */
    confirmation?: 'pending' | 'confirmed' | null | undefined
    /** Created at or after: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w` */
    created_since?: string | null | undefined
    /** Created before: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w` */
    created_before?: string | null | undefined
    /** Updated at or after: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w` */
    updated_since?: string | null | undefined
    /** Updated before: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w` */
    updated_before?: string | null | undefined
    /** Due at or after: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w` */
    due_since?: string | null | undefined
    /** Due before: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w` */
    due_before?: string | null | undefined
    /** Custom fields by their key: `severity:is:high`; `amount:from:10` and `amount:to:20` for numbers and dates, both inclusive; `customer:set` and `customer:unset`. Repeatable: several `is` of one field match any of them, everything else must match together. Texts are compared without case and accents. */
    field?: string[] | null | undefined
    /** Search without case and accents: parts of words in title, external ID, labels and fields, beginnings of words in the description; supports "quoted phrase", or, -excluded */
    q?: string | null | undefined
    /** Prefix `-` for descending. Ascending priority starts with urgent; tasks without a due date sort as due last. `field:` and a key sort by a custom field, choices in their order; tasks without a value come last in both directions. */
    sort?: string | null | undefined
    /** Count the tasks for each value of this field */
    group_by?: TaskGrouping | null | undefined
  } | undefined
  /** Columns of the list and of its export, in their order: fields of a task, or custom fields such as `field:severity`; `null`: not chosen. The dashboard always shows number, title, status and priority. */
  columns?: string[] | null | undefined
  /** true: visible to and editable by everyone in the tenant; false: private to the owner */
  shared?: boolean | undefined
  /** Position among the views; views with the same position are sorted by age, oldest first */
  position?: number | undefined
}

/** Only `name` is required. Without `position` the view is added at the end. */
export interface ViewCreate {
  /** Display name */
  name: string
  /**
   * Layout
   * @default "list"
   */
  kind?: 'list' | 'board' | undefined
  /** Filters, sort order and grouping, as in the list of tasks */
  query?: ViewQuery | undefined
  /** Columns of the list and of its export, in their order: fields of a task, or custom fields such as `field:severity`; `null`: not chosen. The dashboard always shows number, title, status and priority. */
  columns?: string[] | null | undefined
  /** true: visible to and editable by everyone in the tenant; false: private to the owner */
  shared?: boolean | undefined
  /** Position among the views; views with the same position are sorted by age, oldest first */
  position?: number | undefined
}

export interface ViewListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

/** Filters, sort order and grouping, as in the list of tasks */
export interface ViewQuery {
  /** Any of these statuses; repeatable */
  status?: Status[] | undefined
  /** Any of these priorities; repeatable */
  priority?: Priority[] | undefined
  /** Queue of the task */
  queue?: string | undefined
  /** All of these labels; repeatable */
  label?: string[] | undefined
  /** Person responsible for the task */
  assignee?: string | undefined
  /** true: only unassigned tasks; false: only assigned tasks */
  unassigned?: boolean | undefined
  /** Agent that works on the task */
  delegate?: string | undefined
  /** true: only tasks with a delegate; false: only tasks without */
  delegated?: boolean | undefined
  /** Task ID (`tsk_…`) or number (`T-142`) */
  parent?: string | undefined
  /** External system of the task; unique per tenant together with `external_id` */
  source?: string | undefined
  /** true: only tasks with a source; false: only tasks without */
  has_source?: boolean | undefined
  /** Tasks that this integration created; `none`: tasks that no integration created */
  integration?: string | undefined
  /** Completed tasks of integrations. `pending`: the external system has not confirmed the completion yet. `confirmed`: it has. */
  confirmation?: 'pending' | 'confirmed' | undefined
  /** Created at or after: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w` */
  created_since?: string | undefined
  /** Created before: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w` */
  created_before?: string | undefined
  /** Updated at or after: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w` */
  updated_since?: string | undefined
  /** Updated before: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w` */
  updated_before?: string | undefined
  /** Due at or after: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w` */
  due_since?: string | undefined
  /** Due before: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w` */
  due_before?: string | undefined
  /** Custom fields by their key: `severity:is:high`; `amount:from:10` and `amount:to:20` for numbers and dates, both inclusive; `customer:set` and `customer:unset`. Repeatable: several `is` of one field match any of them, everything else must match together. Texts are compared without case and accents. */
  field?: FieldFilters | undefined
  /** Search without case and accents: parts of words in title, external ID, labels and fields, beginnings of words in the description; supports "quoted phrase", or, -excluded */
  q?: string | undefined
  /** Prefix `-` for descending. Ascending priority starts with urgent; tasks without a due date sort as due last. `field:` and a key sort by a custom field, choices in their order; tasks without a value come last in both directions. */
  sort?: string | undefined
  /** Count the tasks for each value of this field */
  group_by?: TaskGrouping | undefined
}

/** A webhook */
export interface Webhook {
  /** ID (`whk_…`) */
  id: string
  /** URL that events are sent to */
  url: string
  description: string
  /** Event types; empty means all types */
  event_types: string[]
  /** Accepted values by path (`data.status`, `data.labels`, `data.fields.customer`, `changed`, `actor.kind`). An event matches if every path has one of its values; an array matches if one of its elements does. */
  filter: WebhookFilter
  /** `task`: events of one task are delivered in order. This is slower, and a failing delivery delays those after it. */
  ordering: Ordering
  /** Whether events are sent */
  enabled: boolean
  /** `manual`: disabled by a user. `gone`: the receiver responded with 410. `failing`: every attempt failed for days. */
  disabled_reason: 'manual' | 'gone' | 'failing' | null
  /** Names of the custom headers */
  header_names: string[]
  /** Since when every attempt has failed */
  failing_since: string | null
  /** `needs_reentry`: the secret or the headers can no longer be decrypted because the master key is lost. Rotate the secret and send the headers again. */
  secret_state: 'readable' | 'needs_reentry'
  /** Set while deliveries are signed with both secrets */
  rotation: {
    /** Until when deliveries are also signed with the previous secret */
    expires_at: string
  } | null
  /** Incremented on every change; basis of the ETag */
  version: number
  created_by: Actor
  created_at: string
  updated_at: string
}

/** JSON Merge Patch (RFC 7396): omitted fields are unchanged, null clears a field */
export interface WebhookChange {
  /** URL that events are sent to; must be https unless the operator allows http */
  url?: string | undefined
  /** Description */
  description?: string | undefined
  /** Event types, or all of one kind (`task.*`); empty means all types */
  event_types?: EventTypeSelector[] | undefined
  /** Whether events are sent */
  enabled?: boolean | undefined
  /** Accepted values by path (`data.status`, `data.labels`, `data.fields.customer`, `changed`, `actor.kind`). An event matches if every path has one of its values; an array matches if one of its elements does. */
  filter?: { [name: string]: (string | number | boolean | null)[] | null } | null | undefined
  /** Custom headers, such as Authorization. Values are encrypted and never returned; `header_names` lists the names. null removes one header, or all. A change of the origin (scheme, host or port) of `url` removes every stored header that is not sent again in the same request. */
  headers?: { [name: string]: string | null } | null | undefined
}

/** Only `url` is required */
export interface WebhookCreate {
  /** URL that events are sent to; must be https unless the operator allows http */
  url: string
  /** Description */
  description?: string | undefined
  /** Event types, or all of one kind (`task.*`); empty means all types */
  event_types?: EventTypeSelector[] | undefined
  /** Whether events are sent */
  enabled?: boolean | undefined
  /** `task`: events of one task are delivered in order. This is slower, and a failing delivery delays those after it. */
  ordering?: Ordering | undefined
  /** Accepted values by path (`data.status`, `data.labels`, `data.fields.customer`, `changed`, `actor.kind`). An event matches if every path has one of its values; an array matches if one of its elements does. */
  filter?: WebhookFilter | undefined
  /** Custom headers, such as Authorization. Values are encrypted and never returned; `header_names` lists the names. */
  headers?: { [name: string]: string } | undefined
  /** `whsec_` followed by 24 to 64 bytes in Base64; generated if omitted */
  secret?: string | undefined
}

/** Accepted values by path (`data.status`, `data.labels`, `data.fields.customer`, `changed`, `actor.kind`). An event matches if every path has one of its values; an array matches if one of its elements does. */
export type WebhookFilter = { [name: string]: (string | number | boolean | null)[] }

/** Deliveries that were created in the last 24 hours */
export interface WebhookHealth {
  /** ID (`whk_…`) */
  webhook_id: string
  /** `failing`: every attempt since `failing_since` of the webhook has failed. `unused`: there were no deliveries. */
  state: 'working' | 'failing' | 'disabled' | 'unused'
  /** Delivered */
  delivered: number
  /** Ran out of retries, or canceled */
  failed: number
  /** Waiting for the first attempt or a retry */
  pending: number
  /** With at least one attempt, whatever its result */
  attempted: number
  /** Delivered, as a fraction of delivered and failed; null if there are none */
  success_rate: number | null
  /** Response time of attempts that were delivered; null if there are none */
  latency_ms: {
    p50: number
    p95: number
  } | null
  /** Latest successful attempt */
  last_success_at: string | null
  /** Latest attempt of a delivery that is not delivered */
  last_failure_at: string | null
  /** The same for each of the last 24 hours, by creation of the delivery, oldest first; the last one is the current hour */
  hours: ({
    since: string
    /** Delivered */
    delivered: number
    /** Ran out of retries, or canceled */
    failed: number
    /** Waiting for the first attempt or a retry */
    pending: number
  })[]
  /** Later than the first hour if there were too many deliveries to count; then all numbers cover only the newest deliveries */
  counted_since: string
}

/** The health of a webhook with its last and next attempt */
export interface WebhookHealthDetail {
  /** ID (`whk_…`) */
  webhook_id: string
  /** `failing`: every attempt since `failing_since` of the webhook has failed. `unused`: there were no deliveries. */
  state: 'working' | 'failing' | 'disabled' | 'unused'
  /** Delivered */
  delivered: number
  /** Ran out of retries, or canceled */
  failed: number
  /** Waiting for the first attempt or a retry */
  pending: number
  /** With at least one attempt, whatever its result */
  attempted: number
  /** Delivered, as a fraction of delivered and failed; null if there are none */
  success_rate: number | null
  /** Response time of attempts that were delivered; null if there are none */
  latency_ms: {
    p50: number
    p95: number
  } | null
  /** Latest successful attempt */
  last_success_at: string | null
  /** Latest attempt of a delivery that is not delivered */
  last_failure_at: string | null
  /** The same for each of the last 24 hours, by creation of the delivery, oldest first; the last one is the current hour */
  hours: ({
    since: string
    /** Delivered */
    delivered: number
    /** Ran out of retries, or canceled */
    failed: number
    /** Waiting for the first attempt or a retry */
    pending: number
  })[]
  /** Later than the first hour if there were too many deliveries to count; then all numbers cover only the newest deliveries */
  counted_since: string
  /** The delivery with the latest attempt, also if it was created earlier; null without an attempt */
  last_attempt: {
    /** ID (`dlv_…`) */
    id: string
    /** ID (`whk_…`) */
    webhook_id: string
    /** ID of the event; sent as `webhook-id` with every attempt */
    event_id: string
    event_type: string
    /** When the event happened */
    event_at: string
    /** Number of the task of the event, if the task still exists */
    task_number: number | null
    /** `pending`: waiting for the first attempt or a retry. `failed`: ran out of retries. `canceled`: the webhook was disabled or deleted first. */
    status: 'pending' | 'delivered' | 'failed' | 'canceled'
    attempt_count: number
    /** How often it was resent manually */
    round: number
    /** Time of the latest attempt */
    attempted_at: string | null
    next_attempt_at: string | null
    duration_ms: number | null
    /** HTTP status of the response; null without a response */
    status_code: number | null
    /** Why the latest attempt failed */
    error: 'timeout' | 'connection' | 'refused_address' | 'status' | 'redirect' | 'gone' | 'webhook_disabled' | 'event_expired' | 'secret_lost' | null
    created_at: string
  } | null
  /** Time of the next attempt; in the past if it is due, null if no delivery is pending. After repeated failures, attempts to a receiver pause for up to 5 minutes. */
  next_attempt_at: string | null
  /** When the webhook is disabled if every attempt fails until then */
  disables_at: string | null
  /** For each of the last 24 hours, by time of the attempt, oldest first; the last one is the current hour */
  response_times: ({
    since: string
    /** Response time of attempts that were delivered; null if there are none */
    latency_ms: {
      p50: number
      p95: number
    } | null
  })[]
}

export interface WebhookHealthQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

export interface WebhookListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
}

export interface WebhookRetryResult {
  /** Pending deliveries that are attempted now */
  count: number
  /** Whether there are more than the 100,000 of one request; repeat the request */
  has_more: boolean
}

/** The webhook with its new secret */
export interface WebhookWithSecret {
  /** ID (`whk_…`) */
  id: string
  /** URL that events are sent to */
  url: string
  description: string
  /** Event types; empty means all types */
  event_types: string[]
  /** Accepted values by path (`data.status`, `data.labels`, `data.fields.customer`, `changed`, `actor.kind`). An event matches if every path has one of its values; an array matches if one of its elements does. */
  filter: WebhookFilter
  /** `task`: events of one task are delivered in order. This is slower, and a failing delivery delays those after it. */
  ordering: Ordering
  /** Whether events are sent */
  enabled: boolean
  /** `manual`: disabled by a user. `gone`: the receiver responded with 410. `failing`: every attempt failed for days. */
  disabled_reason: 'manual' | 'gone' | 'failing' | null
  /** Names of the custom headers */
  header_names: string[]
  /** Since when every attempt has failed */
  failing_since: string | null
  /** `needs_reentry`: the secret or the headers can no longer be decrypted because the master key is lost. Rotate the secret and send the headers again. */
  secret_state: 'readable' | 'needs_reentry'
  /** Set while deliveries are signed with both secrets */
  rotation: {
    /** Until when deliveries are also signed with the previous secret */
    expires_at: string
  } | null
  /** Incremented on every change; basis of the ETag */
  version: number
  created_by: Actor
  created_at: string
  updated_at: string
  /** Signing secret (Standard Webhooks). Returned only once: a retry with the same `Idempotency-Key` does not return it again. */
  secret?: string | undefined
}

export interface WorkerLoad {
  kind: 'person' | 'agent'
  /** `assignee` or `delegate` of the tasks */
  name: string
  open: BoundedCount
  /** Of these, tasks in progress */
  in_progress: number
  /** Tasks completed in the range */
  completed: number
}

/** A write-back: a change that is pushed to the external system */
export interface WriteBack {
  /** ID (`wbk_…`) */
  id: string
  /** ID (`int_…`) */
  integration_id: string
  /** ID (`lnk_…`) */
  link_id: string
  /** ID (`tsk_…`) */
  task_id: string
  kind: 'create' | 'update' | 'comment'
  /** Values to write, by field of the external system */
  wanted: OpenApiDocument
  /** ID (`cmt_…`) */
  comment_id: string | null
  /** Approval that it is sent with, or waits for */
  approval_id: string | null
  task_version: number
  /** `awaiting_approval`: an effect of an agent that a person has not approved, or that has not been sent since. `planned`: queued. `sent`: written, not confirmed yet. `confirmed`: read back from the external system. `superseded`: replaced by a newer change. */
  state: 'awaiting_approval' | 'planned' | 'sent' | 'confirmed' | 'conflict' | 'failed' | 'superseded'
  tries: number
  next_try_at: string | null
  skipped: ({
    field: string
    why: string
  })[]
  error: {
    kind: string
    message: string
    vendor_text?: string | undefined
    fix?: string | undefined
  } | null
  planned_at: string
  sent_at: string | null
  ended_at: string | null
}

export interface WriteBackListQuery {
  /**
   * Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
   * @default 50
   */
  limit?: number | undefined
  /** `next_cursor` of the previous page; only valid with the same filters and sort order */
  cursor?: string | undefined
  /** Only of this integration */
  integration?: string | undefined
  /** Only of this task (`tsk_…` or `T-142`) */
  task?: string | undefined
  /** Only in this state */
  state?: 'awaiting_approval' | 'planned' | 'sent' | 'confirmed' | 'conflict' | 'failed' | 'superseded' | undefined
}

/** `data` of each type of event. */
export interface EventData {
  /** A task was created. */
  'task.created': Task
  /** Fields of a task changed, but not its status. */
  'task.updated': Task
  /** A task was moved back to `triage`. */
  'task.triaged': Task
  /** A task moved to `ready`. */
  'task.readied': Task
  /** A task moved to `in_progress`: work started or resumed. */
  'task.started': Task
  /** A task moved to `input_required`: work is blocked until someone replies. */
  'task.input_requested': Task
  /** A task moved to `in_review`. */
  'task.review_requested': Task
  /** A task was completed. */
  'task.completed': Task
  /** A task failed. */
  'task.failed': Task
  /** A task was canceled. */
  'task.canceled': Task
  /** A completed, failed or canceled task was moved back to `ready`. */
  'task.reopened': Task
  /** The external system that the task came from or was pushed to confirmed its outcome. */
  'task.settled': Task
  /** The same field was changed on a task and on its linked external item; `data` is the conflict. */
  'task.sync_conflict': Conflict
  /** A task was finished, but its database row had changed in the meantime. Nothing was written; `data` is the conflict with both versions. */
  'task.source_changed': Conflict
  /** A task was deleted; `data` is its last state. */
  'task.deleted': Task
  /** A comment was created. */
  'comment.created': Comment
  /** A comment was edited. */
  'comment.updated': Comment
  /** A comment was deleted; `data` is its last state. */
  'comment.deleted': Comment
  /** A file was attached to a task; `data` does not have its content. */
  'attachment.created': Attachment
  /** An attachment was deleted. Not sent when its task is deleted. */
  'attachment.deleted': Attachment
  /** An agent claimed a task. */
  'run.started': Run
  /** An agent asked a question, or its effects need an approval. The run waits, without a lease. */
  'run.parked': Run
  /** A parked run was resumed by its agent. */
  'run.resumed': Run
  /** An agent completed a task. */
  'run.completed': Run
  /** An agent reported an error, or its question expired with `on_timeout` `fail`. */
  'run.failed': Run
  /** An agent released a task, or its question expired with `on_timeout` `release`. */
  'run.released': Run
  /** A lease ended without a heartbeat: see `end_reason`. */
  'run.expired': Run
  /** A run was stopped, the status of its task was changed by someone else, or the task or the agent was deleted. */
  'run.canceled': Run
  /** An agent asked a question. */
  'question.asked': Question
  /** A question was answered by a person or by its timeout policy. */
  'question.answered': Question
  /** No one answered a question in time, and its timeout policy has no answer. */
  'question.expired': Question
  /** A run ended before its question was answered. */
  'question.withdrawn': Question
  /** Effects of an agent need an approval. */
  'approval.requested': Approval
  /** A person approved effects of an agent. */
  'approval.approved': Approval
  /** A person rejected effects of an agent. */
  'approval.rejected': Approval
  /** Effects that need an approval have changed, so that they have to be approved again, or there is nothing left to approve. */
  'approval.changed': Approval
  /** A run ended, or someone else moved the task, before its effects were approved. */
  'approval.withdrawn': Approval
  /** An agent was created. */
  'agent.created': Agent
  /** The settings of an agent changed. */
  'agent.updated': Agent
  /** An agent was paused. */
  'agent.paused': Agent
  /** A paused agent was resumed. */
  'agent.resumed': Agent
  /** An agent was deleted. */
  'agent.deleted': Agent
  /** A schedule was created. */
  'schedule.created': Schedule
  /** The settings of a schedule changed. */
  'schedule.updated': Schedule
  /** A schedule was paused. */
  'schedule.paused': Schedule
  /** A paused schedule was resumed. */
  'schedule.resumed': Schedule
  /** An occurrence of a schedule created no task: see `last_error`. */
  'schedule.failed': Schedule
  /** A schedule was deleted. */
  'schedule.deleted': Schedule
  /** A test event was requested. It is sent to that webhook only. */
  'webhook.test': Webhook
  /** Every attempt of a webhook has failed for days. It will be disabled if this continues. */
  'webhook.failing': Webhook
  /** A webhook was disabled because every attempt failed for days or its receiver responded with 410 Gone. */
  'webhook.disabled': Webhook
  /** A connector was enrolled with its token. */
  'connector.enrolled': ConnectorNews
  /** A connector was locked because its key was used in two places. It must be re-enrolled. */
  'connector.frozen': ConnectorNews
  /** A connector re-synced after the database was restored. If the connector was offline at that time, a copy of its key may be in use. */
  'connector.resynced': ConnectorNews
  /** A sync loop was detected: a field of a linked task kept changing back and forth. Sync of the link is paused until it is resumed. */
  'link.frozen': Link
  /** An integration needs attention or has failed several times in a row. */
  'integration.failing': IntegrationNews
  /** A failing integration works again. */
  'integration.recovered': IntegrationNews
}

/**
 * An event of the feed, the stream or a webhook. `switch (event.type)` narrows `event.data`.
 * A newer server can send types that this version of the SDK does not know: ignore them in `default`.
 */
export type TaskServiceEvent<T extends EventType = EventType> = {
  [K in T]: Omit<EventEnvelope, 'type' | 'data'> & { type: K; data: EventData[K] }
}[T]
