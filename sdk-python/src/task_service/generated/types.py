"""Written by `npm run gen` from the API schema. Do not edit."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union

class Activity(TypedDict):
    id: str
    """ID (`aud_…`)"""
    action: str
    """Name of the event, such as `task.completed`"""
    actor: Actor
    request_id: str
    changes: list[FieldChange]
    at: str


class ActivityPage(TypedDict):
    """A page of activity, newest first"""
    data: list[Activity]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class Actor(TypedDict):
    kind: ActorKind
    """API key, user, agent, or Task Service itself"""
    id: str
    """ID of the key, user, agent or system component"""


ActorKind = Literal[
    "key",
    "user",
    "agent",
    "system",
]


class Agent(TypedDict):
    """An agent"""
    id: str
    """ID (`agn_…`)"""
    name: str
    """Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on"""
    description: str
    """What the agent does"""
    queues: list[str]
    """Queues that it can claim tasks from"""
    concurrency: int | None
    """Maximum number of `working` runs at the same time; null for no limit"""
    max_attempts: int
    """Number of failed attempts after which a task fails"""
    reads_external: bool
    """Declares that it reads untrusted text, such as issues and emails. An agent with all three flags needs an approval for everything that it writes to external systems"""
    reads_beyond_claim: bool
    """Can read tasks that it has not claimed, with the MCP tools"""
    writes_outward: bool
    """What it does is written to external systems, as `agent_writes` of each integration allows; otherwise `403 effects_forbidden`"""
    run_budget: Budget
    day_budget: Budget
    state: AgentState
    """`paused`: it cannot claim tasks, and requests that change its runs get `409 lease_lost`"""
    usage_today: Usage
    working_runs: int
    parked_runs: int
    last_used_at: str | None
    """When one of its tokens was last used"""
    created_by: Actor
    created_at: str
    updated_at: str
    version: int
    """Incremented on every change; basis of the ETag"""


class AgentChange(TypedDict):
    """Omitted fields are unchanged"""
    description: NotRequired[str]
    """What the agent does"""
    queues: NotRequired[list[str]]
    """Queues that it can claim tasks from"""
    concurrency: NotRequired[int | None]
    """Maximum number of `working` runs at the same time; null for no limit"""
    max_attempts: NotRequired[int]
    """Number of failed attempts after which a task fails"""
    reads_external: NotRequired[bool]
    """Declares that it reads untrusted text, such as issues and emails. An agent with all three flags needs an approval for everything that it writes to external systems"""
    reads_beyond_claim: NotRequired[bool]
    """Can read tasks that it has not claimed, with the MCP tools"""
    writes_outward: NotRequired[bool]
    """What it does is written to external systems, as `agent_writes` of each integration allows; otherwise `403 effects_forbidden`"""
    run_budget: NotRequired[AgentChangeRunBudget]
    day_budget: NotRequired[AgentChangeDayBudget]


class AgentChangeDayBudget(TypedDict):
    seconds: NotRequired[int | None]
    """Working time in seconds; null for no limit"""
    calls: NotRequired[int | None]
    """Requests that change runs; null for no limit"""
    effects: NotRequired[int | None]
    """Completed tasks with a `source`, whose results are written back; null for no limit"""


class AgentChangeRunBudget(TypedDict):
    seconds: NotRequired[int | None]
    """Working time in seconds; null for no limit"""
    calls: NotRequired[int | None]
    """Requests that change runs; null for no limit"""
    effects: NotRequired[int | None]
    """Completed tasks with a `source`, whose results are written back; null for no limit"""


class AgentCreate(TypedDict):
    """Only `name` is required"""
    name: str
    """Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on"""
    description: NotRequired[str]
    """What the agent does"""
    queues: NotRequired[list[str]]
    """Queues that it can claim tasks from"""
    concurrency: NotRequired[int | None]
    """Maximum number of `working` runs at the same time; null for no limit"""
    max_attempts: NotRequired[int]
    """Number of failed attempts after which a task fails"""
    reads_external: NotRequired[bool]
    """Declares that it reads untrusted text, such as issues and emails. An agent with all three flags needs an approval for everything that it writes to external systems"""
    reads_beyond_claim: NotRequired[bool]
    """Can read tasks that it has not claimed, with the MCP tools"""
    writes_outward: NotRequired[bool]
    """What it does is written to external systems, as `agent_writes` of each integration allows; otherwise `403 effects_forbidden`"""
    run_budget: NotRequired[AgentCreateRunBudget]
    day_budget: NotRequired[AgentCreateDayBudget]


class AgentCreateDayBudget(TypedDict):
    seconds: NotRequired[int | None]
    """Working time in seconds; null for no limit"""
    calls: NotRequired[int | None]
    """Requests that change runs; null for no limit"""
    effects: NotRequired[int | None]
    """Completed tasks with a `source`, whose results are written back; null for no limit"""


class AgentCreateRunBudget(TypedDict):
    seconds: NotRequired[int | None]
    """Working time in seconds; null for no limit"""
    calls: NotRequired[int | None]
    """Requests that change runs; null for no limit"""
    effects: NotRequired[int | None]
    """Completed tasks with a `source`, whose results are written back; null for no limit"""


class AgentEvent(TypedDict):
    id: str
    """ID (`evt_…`)"""
    type: EventType
    timestamp: str
    tenant: str
    actor: Actor
    data: Agent
    previous: dict[str, Any]
    """Earlier values of the changed fields"""
    changed: list[str]
    """Names of the changed fields"""


class AgentPage(TypedDict):
    """A page of agents, oldest first"""
    data: list[Agent]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


AgentState = Literal[
    "active",
    "paused",
]


class AgentToken(TypedDict):
    id: str
    """ID (`tok_…`)"""
    hint: str
    """Last characters of the token"""
    created_by: Actor
    created_at: str
    expires_at: str
    last_used_at: str | None


class AgentTokenCreate(TypedDict):
    expires_in_days: NotRequired[int]
    """Default: `90`"""


class AgentTokenList(TypedDict):
    """The valid tokens of the agent"""
    data: list[AgentToken]


class AgentTokenWithSecret(TypedDict):
    """The token, which is returned only once"""
    id: str
    """ID (`tok_…`)"""
    hint: str
    """Last characters of the token"""
    created_by: Actor
    created_at: str
    expires_at: str
    last_used_at: str | None
    token: NotRequired[str]
    """The token. Returned only once: a retry with the same `Idempotency-Key` does not return it again."""


AgentWrites = Literal[
    "allow",
    "approve",
    "forbid",
]


class Answer(TypedDict):
    question_id: str
    """ID (`qst_…`)"""
    answer: Any
    """The answer"""
    note: str | None
    answered_by: AnswerAnsweredBy | None
    answered_at: str


class AnswerAnsweredBy(TypedDict):
    kind: ActorKind
    """API key, user, agent, or Task Service itself"""
    id: str
    """ID of the key, user, agent or system component"""


class AnswerLink(TypedDict):
    """A link to answer the question"""
    url: NotRequired[str]
    """Anyone with this link can answer once, without an account. A new link replaces the old one. A retry with the same `Idempotency-Key` does not return it again."""
    expires_at: str


class AnswerLinkCreate(TypedDict):
    expires_in_hours: NotRequired[int]
    """Default: `72`"""


class ApiKeyInfo(TypedDict):
    """An active API key; the key itself is never returned"""
    id: str
    """`key_…`, or `environment` for a key that is set in the environment"""
    variable: ApiKeyVariable | None
    """Environment variable of the key"""
    hint: str
    """Last four characters of the key"""
    fingerprint: str
    """Identifies the key without revealing it"""
    created_at: str | None
    """null for a key that is set in the environment"""
    expires_at: str | None
    """When a rotated key stops working"""
    last_used_at: str | None
    """Accurate to about ten minutes; null if never used"""


ApiKeyVariable = Literal[
    "SERVICE_ACP_API_KEY",
    "SERVICE_ACP_API_KEY_PREVIOUS",
]


class Approval(TypedDict):
    """A decision of a person about effects of an agent"""
    id: str
    """ID (`apr_…`)"""
    task_id: str
    """ID (`tsk_…`)"""
    run_id: str | None
    """ID (`run_…`)"""
    agent: str
    """Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on"""
    state: ApprovalState
    """`open`: waits for a person. `approved`: not written yet. `spent`: used for the write-back it was given for. `stale`: there is nothing left to write. `withdrawn`: the run ended, or someone else moved the task."""
    effects: list[Effect]
    hash: str
    """SHA-256 of the canonical JSON (RFC 8785) of `effects`"""
    result: Any
    """Result that the task gets when the effects are approved; null without one"""
    previous: ApprovalPrevious | None
    """The effects before they changed"""
    reason: str | None
    """Why they were rejected"""
    decided_by: ApprovalDecidedBy | None
    decided_at: str | None
    receipts: list[ApprovalReceiptsItem]
    acknowledged_at: str | None
    """When the agent confirmed that it has the rejection"""
    created_at: str
    updated_at: str


class ApprovalDecidedBy(TypedDict):
    kind: ActorKind
    """API key, user, agent, or Task Service itself"""
    id: str
    """ID of the key, user, agent or system component"""


class ApprovalEdit(TypedDict):
    """Omitted parts are unchanged"""
    result: NotRequired[Any]
    """Replaces the result; must match the `output_schema`"""
    comments: NotRequired[list[ApprovalEditCommentsItem]]
    """New texts of comments in `effects`"""


class ApprovalEditCommentsItem(TypedDict):
    id: str
    """ID (`cmt_…`)"""
    body: str


class ApprovalEvent(TypedDict):
    id: str
    """ID (`evt_…`)"""
    type: EventType
    timestamp: str
    tenant: str
    actor: Actor
    data: Approval
    previous: dict[str, Any]
    """Earlier values of the changed fields"""
    changed: list[str]
    """Names of the changed fields"""


class ApprovalGrant(TypedDict):
    hash: str
    """Hash of the effects that you have seen; others are not approved"""


class ApprovalPage(TypedDict):
    """A page of approvals, newest first"""
    data: list[Approval]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class ApprovalPrevious(TypedDict):
    """The effects before they changed"""
    hash: str
    """SHA-256 of the canonical JSON (RFC 8785) of `effects`"""
    effects: list[Effect]


class ApprovalReceiptsItem(TypedDict):
    """Confirmation by the external system"""
    link_id: str
    """ID (`lnk_…`)"""
    kind: EffectKind
    external_version: str | None
    """Version of the external item in which the change was read back"""
    external_comment_id: str | None
    at: str


class ApprovalRejection(TypedDict):
    reason: str
    """For the agent"""


ApprovalState = Literal[
    "open",
    "approved",
    "spent",
    "rejected",
    "stale",
    "withdrawn",
]


class Attachment(TypedDict):
    """A file attached to a task"""
    id: str
    """ID (`att_…`)"""
    task_id: str
    """ID (`tsk_…`)"""
    name: str
    """File name"""
    bytes: int
    """Size of the file"""
    media_type: str
    """`Content-Type` of the upload. Not verified, and never used to serve the file: downloads are `application/octet-stream`, or `image_type`."""
    image_type: ImageType | None
    """Set if the file begins like an image of this type, which browsers can show"""
    sha256: str
    """SHA-256 of the content, in lowercase hex"""
    created_by: Actor
    created_at: str


class AttachmentEvent(TypedDict):
    id: str
    """ID (`evt_…`)"""
    type: EventType
    timestamp: str
    tenant: str
    actor: Actor
    data: Attachment
    previous: dict[str, Any]
    """Earlier values of the changed fields"""
    changed: list[str]
    """Names of the changed fields"""


class AttachmentPage(TypedDict):
    """A page of attachments, oldest first"""
    data: list[Attachment]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class Attention(TypedDict):
    """Something that needs attention"""
    kind: AttentionKind
    """`write_backs_failed`: tasks that an external system rejected. `deliveries_failed`: in the last 24 hours. `tasks_failed`: in the last 7 days. `tasks_due_soon`: due within an hour. `tasks_input_required`: without an open question or approval of an agent. The others describe the current state."""
    severity: AttentionSeverity
    """`request`: an agent waits for a person"""
    count: int
    """Number of objects"""
    is_at_least: bool
    """Whether `count` is a lower bound"""
    since: str | None
    """Since when, for the oldest of them"""
    name: str | None
    """Name of the integration, connector or agent if it is only one"""
    subject_ids: list[str]
    """IDs of up to 10 of them; for deliveries, IDs of their webhooks; for write-backs, IDs of their integrations"""


AttentionKind = Literal[
    "write_backs_failed",
    "integrations_failing",
    "webhook_disabled",
    "webhook_failing",
    "webhook_secret_lost",
    "deliveries_failed",
    "connectors_offline",
    "conflicts_open",
    "tasks_overdue",
    "tasks_urgent_unassigned",
    "tasks_failed",
    "approvals_open",
    "questions_open",
    "tasks_input_required",
    "tasks_due_soon",
]


AttentionSeverity = Literal[
    "error",
    "warning",
    "request",
    "notice",
]


AuditAction = Literal[
    "agent.created",
    "agent.deleted",
    "agent.paused",
    "agent.resumed",
    "agent.token_created",
    "agent.token_revoked",
    "agent.updated",
    "approval.approved",
    "approval.changed",
    "approval.confirmed",
    "approval.rejected",
    "approval.requested",
    "approval.spent",
    "approval.withdrawn",
    "attachment.created",
    "attachment.deleted",
    "comment.created",
    "comment.deleted",
    "comment.updated",
    "conflict.resolved",
    "connector.created",
    "connector.deleted",
    "connector.enrolled",
    "connector.frozen",
    "connector.job_canceled",
    "connector.key_rotated",
    "connector.resynced",
    "connector.revoked",
    "connector.statement_run",
    "connector.token_made",
    "connector.updated",
    "field.created",
    "field.deleted",
    "field.updated",
    "import.canceled",
    "import.created",
    "import.deleted",
    "import.failed",
    "import.finished",
    "import.started",
    "import.validated",
    "integration.checked",
    "integration.created",
    "integration.credential_set",
    "integration.deleted",
    "integration.failing",
    "integration.failures_retried",
    "integration.recovered",
    "integration.sync_canceled",
    "integration.sync_requested",
    "integration.updated",
    "integration.webhook_registered",
    "integration.webhook_unregistered",
    "key.created",
    "key.retired",
    "link.created",
    "link.frozen",
    "link.removed",
    "link.resumed",
    "question.answered",
    "question.asked",
    "question.expired",
    "question.link_created",
    "question.withdrawn",
    "queue.updated",
    "run.cancel_requested",
    "run.canceled",
    "run.completed",
    "run.expired",
    "run.failed",
    "run.parked",
    "run.released",
    "run.resumed",
    "run.started",
    "schedule.created",
    "schedule.deleted",
    "schedule.failed",
    "schedule.paused",
    "schedule.resumed",
    "schedule.updated",
    "task.canceled",
    "task.completed",
    "task.created",
    "task.deleted",
    "task.failed",
    "task.input_requested",
    "task.readied",
    "task.reopened",
    "task.review_requested",
    "task.settled",
    "task.source_changed",
    "task.started",
    "task.sync_conflict",
    "task.triaged",
    "task.updated",
    "template.created",
    "template.deleted",
    "template.updated",
    "tenant.created",
    "tenant.settings_changed",
    "tenant.sign_in_failed",
    "tenant.status_changed",
    "user.created",
    "user.disabled",
    "user.email_confirmed",
    "user.email_removed",
    "user.enabled",
    "user.password_changed",
    "user.password_reset",
    "user.password_set",
    "user.reset_link_made",
    "user.sign_in_failed",
    "user.signed_in",
    "user.signed_out",
    "user.updated",
    "view.created",
    "view.deleted",
    "view.updated",
    "webhook.created",
    "webhook.deleted",
    "webhook.disabled",
    "webhook.failing",
    "webhook.recovered",
    "webhook.resent",
    "webhook.retried",
    "webhook.secret_rotated",
    "webhook.test",
    "webhook.tested",
    "webhook.updated",
    "write_back.retried",
]


class AuditEntry(TypedDict):
    """An audit entry"""
    id: str
    """ID (`aud_…`)"""
    at: str
    action: str
    """Action, such as `task.completed`"""
    actor: Actor
    subject_id: str
    """ID of the object; for a comment or an attachment, of its task"""
    subject: AuditEntrySubject | None
    """What the object is called now; `null` if it was deleted"""
    actor_name: str | None
    """What the actor is called now: display name of the user, name of the integration or connector, last characters of the API key; `null` for others"""
    request_id: str
    """ID of the request"""
    changes: list[FieldChange]
    """Changed fields with the value before and after"""


class AuditEntrySubject(TypedDict):
    """What the object is called now; `null` if it was deleted"""
    name: str
    """Title of the task; name of the agent, user, integration, connector, view or workspace; description or host of the webhook; last characters of the API key"""
    task_number: int | None
    """Number of the task; for a link, conflict or write-back, of its task"""


class AuditPage(TypedDict):
    """A page of entries, newest first. With filters a page may have fewer than `limit` entries, even none, and still have a `next_cursor`: follow it to continue the search."""
    data: list[AuditEntry]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class BoundedCount(TypedDict):
    count: int
    """Number of objects"""
    is_at_least: bool
    """Whether `count` is a lower bound"""


class Budget(TypedDict):
    """Limits that the service enforces"""
    seconds: int | None
    """Working time in seconds; null for no limit"""
    calls: int | None
    """Requests that change runs; null for no limit"""
    effects: int | None
    """Completed tasks with a `source`, whose results are written back; null for no limit"""


class BulkItem(TypedDict):
    create: NotRequired[TaskCreate]
    update: NotRequired[BulkItemUpdate]


class BulkItemUpdate(TypedDict):
    task: str
    """Task ID (`tsk_…`) or number (`T-142`)"""
    changes: TaskChange
    version: NotRequired[int]
    """Fail the item unless the task has this version"""


BulkMode = Literal[
    "atomic",
    "best_effort",
]


class BulkRequest(TypedDict):
    mode: NotRequired[BulkMode]
    """`atomic`: all items or none. `best_effort`: each item on its own. Default: `atomic`"""
    items: list[BulkItem]
    """Each item has either `create` or `update`"""


class BulkResponse(TypedDict):
    applied: int
    """Number of items that were applied"""
    failed: int
    results: list[BulkResult]
    """One per item, in the order of the request"""


class BulkResult(TypedDict):
    status: int
    """HTTP status of the item"""
    task: NotRequired[Task]
    problem: NotRequired[Problem]


class ChangedWebhook(TypedDict):
    """The updated webhook"""
    id: str
    """ID (`whk_…`)"""
    url: str
    """URL that events are sent to"""
    description: str
    event_types: list[str]
    """Event types; empty means all types"""
    filter: WebhookFilter
    ordering: Ordering
    """`task`: events of one task are delivered in order. This is slower, and a failing delivery delays those after it."""
    enabled: bool
    """Whether events are sent"""
    disabled_reason: WebhookDisabledReason | None
    """`manual`: disabled by a user. `gone`: the receiver responded with 410. `failing`: every attempt failed for days."""
    header_names: list[str]
    """Names of the custom headers"""
    failing_since: str | None
    """Since when every attempt has failed"""
    secret_state: SecretState
    """`needs_reentry`: the secret or the headers can no longer be decrypted because the master key is lost. Rotate the secret and send the headers again."""
    rotation: ChangedWebhookRotation | None
    """Set while deliveries are signed with both secrets"""
    version: int
    """Incremented on every change; basis of the ETag"""
    created_by: Actor
    created_at: str
    updated_at: str
    dropped_header_names: NotRequired[list[str]]
    """Only after a change of the origin (scheme, host or port) of `url`: names of the custom headers that were removed, because they were stored for the previous origin"""


class ChangedWebhookRotation(TypedDict):
    """Set while deliveries are signed with both secrets"""
    expires_at: str
    """Until when deliveries are also signed with the previous secret"""


CheckStage = Literal[
    "dns",
    "tcp",
    "tls",
    "auth",
    "scope",
    "sample",
]


CheckState = Literal[
    "ok",
    "warning",
    "failed",
    "skipped",
]


class ChecklistItem(TypedDict):
    id: str
    """ID, unique within the task"""
    text: str
    """What to do"""
    checked: bool
    """Whether it is done"""


ChoiceKind = Literal[
    "containers",
    "statuses",
    "priorities",
    "people",
    "fields",
]


class ClaimRequest(TypedDict):
    """Which tasks to claim, and for how long"""
    agent: NotRequired[str]
    """Name of the agent that claims. Required with an API key. With an agent token, omit it: the token identifies the agent."""
    queues: NotRequired[list[str]]
    """Queues to claim from; by default all queues of the agent"""
    max: NotRequired[int]
    """Maximum number of tasks. Default: `1`"""
    lease_seconds: NotRequired[int]
    """Duration of the lease in seconds; each heartbeat renews it. Default: `300`"""
    wait_seconds: NotRequired[int]
    """How many seconds to wait for a task if there is none (long polling). Default: `0`"""


class Claimed(TypedDict):
    """The claimed tasks; empty if there are none"""
    data: list[ClaimedTask]


class ClaimedTask(TypedDict):
    task: Task
    run: Run
    lease_token: str
    """Lease token of the claim"""
    resume: ClaimedTaskResume
    """Saved by earlier attempts"""


class ClaimedTaskResume(TypedDict):
    """Saved by earlier attempts"""
    checkpoint: Any
    """Latest checkpoint of the earlier attempts, or null"""
    plan: list[ClaimedTaskResumePlanItem] | None
    """Steps of the work"""
    handoff: str | None
    written_by: ClaimedTaskResumeWrittenBy
    """Agents that saved them; null for what is null"""
    answers: list[Answer]
    """Answers that no attempt has acknowledged"""
    rejections: list[Rejection]
    """Rejected effects that no attempt has acknowledged"""


class ClaimedTaskResumePlanItem(TypedDict):
    title: str
    state: PlanStepState
    note: NotRequired[str]
    """Result of the step in one line"""


class ClaimedTaskResumeWrittenBy(TypedDict):
    """Agents that saved them; null for what is null"""
    checkpoint: str | None
    """Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on"""
    plan: str | None
    """Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on"""
    handoff: str | None
    """Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on"""


ColumnTreatment = Literal[
    "plain",
    "masked",
    "tokenised",
]


class Comment(TypedDict):
    id: str
    """ID (`cmt_…`)"""
    task_id: str
    """ID (`tsk_…`)"""
    body: str
    author: Actor
    mentions: list[Actor]
    """Users and agents that `body` mentions and that exist, up to 50. `kind` is `user` or `agent`; the `id` of an agent is its name."""
    created_at: str
    updated_at: str


class CommentEvent(TypedDict):
    id: str
    """ID (`evt_…`)"""
    type: EventType
    timestamp: str
    tenant: str
    actor: Actor
    data: Comment
    previous: dict[str, Any]
    """Earlier values of the changed fields"""
    changed: list[str]
    """Names of the changed fields"""


class CommentPage(TypedDict):
    """A page of comments, oldest first"""
    data: list[Comment]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class CommentWrite(TypedDict):
    body: str
    """Comment in Markdown. Mention a user with `@[Ada](user:usr_…)` and an agent with `@[refund-agent](agent:refund-agent)`."""


ConfigFieldKind = Literal[
    "text",
    "long_text",
    "url",
    "number",
    "boolean",
    "choice",
    "connector",
    "database",
    "statement",
]


ConfigValues: TypeAlias = "dict[str, str | float | bool]"


Confirmation = Literal[
    "pending",
    "confirmed",
]


class Conflict(TypedDict):
    """A field that was changed on both sides; both values are kept"""
    id: str
    """ID (`cnf_…`)"""
    integration_id: str
    """ID (`int_…`)"""
    link_id: str
    """ID (`lnk_…`)"""
    task_id: str
    """ID (`tsk_…`)"""
    field: str
    base: Any
    """Last common value"""
    service_value: Any
    """Value of the task"""
    remote_value: Any
    """Value of the external item, mapped to the task field"""
    policy: Policy
    """Which value is used if a field was changed on both sides; with `manual` the conflict stays open until someone resolves it. The other value is kept in the conflict."""
    state: ConflictState
    resolution: Winner | None
    """Whose value was used: Task Service or the external system"""
    resolved_by: str | None
    resolved_at: str | None
    created_at: str


class ConflictEvent(TypedDict):
    id: str
    """ID (`evt_…`)"""
    type: EventType
    timestamp: str
    tenant: str
    actor: Actor
    data: Conflict
    previous: dict[str, Any]
    """Earlier values of the changed fields"""
    changed: list[str]
    """Names of the changed fields"""


class ConflictPage(TypedDict):
    """A page of conflicts, newest first"""
    data: list[Conflict]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class ConflictResolution(TypedDict):
    use: Winner
    """Whose value to use: Task Service or the external system"""


ConflictState = Literal[
    "open",
    "resolved",
]


class ConnectionCheck(TypedDict):
    """The result of each step of a connection check"""
    ok: bool
    """Whether the connection works"""
    stages: list[ConnectionCheckStagesItem]
    """In order"""
    self: ConnectionCheckSelf | None
    server: ConnectionCheckServer | None
    hosts: list[str]
    clock_skew_ms: int | None
    """Clock of the external system minus server time"""
    total: int | None
    """Number of items, if known"""
    sample: ConnectionCheckSample | None
    checked_at: str


class ConnectionCheckSample(TypedDict):
    title: str
    url: str


class ConnectionCheckSelf(TypedDict):
    id: str
    name: str


class ConnectionCheckServer(TypedDict):
    name: str
    version: str | None


class ConnectionCheckStagesItem(TypedDict):
    stage: CheckStage
    state: CheckState
    detail: str
    vendor_text: str | None
    """Error text of the external system"""
    fix: str | None
    """How to fix it"""
    duration_ms: int | None


class ConnectionTry(TypedDict):
    """A connection to test; nothing is stored"""
    provider: str
    """ID of a provider from `GET /api/providers`"""
    config: NotRequired[dict[str, str | float | bool]]
    """Settings of the provider; see `config` of the provider"""
    secrets: dict[str, str]
    """Secrets by name; see `secrets` of the provider. They are never returned."""


class Connector(TypedDict):
    """A connector: runs next to a database and makes outbound connections only"""
    id: str
    """ID (`con_…`)"""
    name: str
    state: ConnectorState
    """`enrolling`: the enrollment token was not used yet. `silent`: offline for more than 90 s. `paused`: gets no new jobs. `frozen`: locked because its key was used in two places. `revoked`: its key was revoked."""
    facts: ConnectorFacts | None
    """Version and host of the connector, as it reports them"""
    databases: list[DatabaseHealth]
    """Health of each database"""
    statement_count: int
    """Number of statements in its policy file"""
    policy_digest: str | None
    """Digest of the connector’s policy file"""
    last_seen_at: str | None
    """Last contact"""
    waiting_jobs: int
    """Unfinished jobs"""
    waiting_results: int
    """Results on the connector that were not sent yet"""
    lag_ms: int
    """Age of the oldest of these results"""
    rows_last_minute: int
    last_job: ConnectorLastJob | None
    """The last finished job"""
    enrolment_expires_at: str | None
    """When the enrollment token expires"""
    key_expires_at: str | None
    """When the key expires; the connector rotates it well before"""
    frozen_reason: str | None
    resynced_at: str | None
    """When the connector last re-synced after the database of Task Service was restored"""
    rotate_asked: bool
    """Whether a key rotation was requested"""
    created_by: Actor
    created_at: str
    updated_at: str
    version: int
    """Incremented on every change by a user or API key; basis of the ETag"""


class ConnectorActivity(TypedDict):
    """Activity in the last two hours"""
    bucket_seconds: int
    data: list[ConnectorActivityDataItem]
    """Oldest first; includes intervals without activity"""


class ConnectorActivityDataItem(TypedDict):
    at: str
    """Start of the interval"""
    rows: int
    jobs: int
    failed: int


class ConnectorChange(TypedDict):
    name: NotRequired[str]
    """Name; unique among the connectors"""
    paused: NotRequired[bool]
    """true: running jobs finish and no new ones start"""


class ConnectorCreate(TypedDict):
    name: str
    """Name; unique among the connectors"""


class ConnectorFacts(TypedDict):
    """Version and host of the connector, as it reports them"""
    version: str
    os: str
    host: str
    proxy: bool
    custom_ca: bool


class ConnectorLastJob(TypedDict):
    """The last finished job"""
    id: str
    """ID (`job_…`)"""
    statement: str | None
    state: str
    row_count: int | None
    ended_at: str | None


class ConnectorNews(TypedDict):
    """A change of a connector’s state"""
    id: str
    """ID (`con_…`)"""
    name: str
    state: ConnectorState
    """`enrolling`: the enrollment token was not used yet. `silent`: offline for more than 90 s. `paused`: gets no new jobs. `frozen`: locked because its key was used in two places. `revoked`: its key was revoked."""
    reason: str | None


class ConnectorNewsEvent(TypedDict):
    id: str
    """ID (`evt_…`)"""
    type: EventType
    timestamp: str
    tenant: str
    actor: Actor
    data: ConnectorNews
    previous: dict[str, Any]
    """Earlier values of the changed fields"""
    changed: list[str]
    """Names of the changed fields"""


class ConnectorPage(TypedDict):
    """A page of connectors, oldest first"""
    data: list[Connector]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


ConnectorState = Literal[
    "enrolling",
    "online",
    "silent",
    "paused",
    "frozen",
    "revoked",
]


class ConnectorStatements(TypedDict):
    """The statements that the connector has reported"""
    policy_digest: str | None
    announced_at: str | None
    data: list[StatementFace]


class ConnectorWithToken(TypedDict):
    """The connector with its enrollment token"""
    id: str
    """ID (`con_…`)"""
    name: str
    state: ConnectorState
    """`enrolling`: the enrollment token was not used yet. `silent`: offline for more than 90 s. `paused`: gets no new jobs. `frozen`: locked because its key was used in two places. `revoked`: its key was revoked."""
    facts: ConnectorWithTokenFacts | None
    """Version and host of the connector, as it reports them"""
    databases: list[DatabaseHealth]
    """Health of each database"""
    statement_count: int
    """Number of statements in its policy file"""
    policy_digest: str | None
    """Digest of the connector’s policy file"""
    last_seen_at: str | None
    """Last contact"""
    waiting_jobs: int
    """Unfinished jobs"""
    waiting_results: int
    """Results on the connector that were not sent yet"""
    lag_ms: int
    """Age of the oldest of these results"""
    rows_last_minute: int
    last_job: ConnectorWithTokenLastJob | None
    """The last finished job"""
    enrolment_expires_at: str | None
    """When the enrollment token expires"""
    key_expires_at: str | None
    """When the key expires; the connector rotates it well before"""
    frozen_reason: str | None
    resynced_at: str | None
    """When the connector last re-synced after the database of Task Service was restored"""
    rotate_asked: bool
    """Whether a key rotation was requested"""
    created_by: Actor
    created_at: str
    updated_at: str
    version: int
    """Incremented on every change by a user or API key; basis of the ETag"""
    enrolment_token: NotRequired[str]
    """Single-use token, valid for 15 minutes. Returned only once: a retry with the same `Idempotency-Key` does not return it again."""


class ConnectorWithTokenFacts(TypedDict):
    """Version and host of the connector, as it reports them"""
    version: str
    os: str
    host: str
    proxy: bool
    custom_ca: bool


class ConnectorWithTokenLastJob(TypedDict):
    """The last finished job"""
    id: str
    """ID (`job_…`)"""
    statement: str | None
    state: str
    row_count: int | None
    ended_at: str | None


class ContextRecord(TypedDict):
    kind: str
    id: str
    title: str
    url: NotRequired[str]
    facts: list[ContextRecordFactsItem]


class ContextRecordFactsItem(TypedDict):
    name: str
    value: str


class CredentialEntry(TypedDict):
    secrets: dict[str, str | None]
    """Secrets by name; see `secrets` of the provider. Omitted secrets are unchanged, null removes one. They are encrypted and never returned."""


CredentialState = Literal[
    "missing",
    "incomplete",
    "readable",
    "needs_reentry",
]


class DatabaseHealth(TypedDict):
    name: str
    engine: str
    ok: bool
    problem: NotRequired[str]


DeleteDetection = Literal[
    "event",
    "sweep",
    "none",
]


DeletePolicy = Literal[
    "ignore",
    "cancel",
]


class DeliveriesResend(TypedDict):
    deliveries: list[str]
    """IDs of deliveries, of one or several webhooks"""


class DeliveriesResendResult(TypedDict):
    count: int
    """Deliveries that are resent"""
    skipped: list[DeliveriesResendResultSkippedItem]
    """Deliveries that are not resent, in the order of the request"""


class DeliveriesResendResultSkippedItem(TypedDict):
    delivery_id: str
    """ID (`dlv_…`)"""
    code: ResendError
    """Error code that a resend of this delivery alone returns"""


class Delivery(TypedDict):
    """A delivery of an event to a webhook; duration, status code and error are those of the latest attempt"""
    id: str
    """ID (`dlv_…`)"""
    webhook_id: str
    """ID (`whk_…`)"""
    event_id: str
    """ID of the event; sent as `webhook-id` with every attempt"""
    event_type: str
    event_at: str
    """When the event happened"""
    task_number: int | None
    """Number of the task of the event, if the task still exists"""
    status: DeliveryStatus
    """`pending`: waiting for the first attempt or a retry. `failed`: ran out of retries. `canceled`: the webhook was disabled or deleted first."""
    attempt_count: int
    round: int
    """How often it was resent manually"""
    attempted_at: str | None
    """Time of the latest attempt"""
    next_attempt_at: str | None
    duration_ms: int | None
    status_code: int | None
    """HTTP status of the response; null without a response"""
    error: DeliveryError | None
    """Why the latest attempt failed"""
    created_at: str


class DeliveryAttempt(TypedDict):
    number: int
    at: str
    duration_ms: int | None
    status_code: int | None
    """HTTP status of the response; null without a response"""
    error: DeliveryError | None
    """Why the latest attempt failed"""
    response: str | None
    """Beginning of the response body"""


DeliveryError = Literal[
    "timeout",
    "connection",
    "refused_address",
    "status",
    "redirect",
    "gone",
    "webhook_disabled",
    "event_expired",
    "secret_lost",
]


class DeliveryPage(TypedDict):
    """A page of deliveries, newest first"""
    data: list[Delivery]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


DeliveryStatus = Literal[
    "pending",
    "delivered",
    "failed",
    "canceled",
]


class DeliveryWithAttempts(TypedDict):
    """A delivery with its event and all attempts"""
    id: str
    """ID (`dlv_…`)"""
    webhook_id: str
    """ID (`whk_…`)"""
    event_id: str
    """ID of the event; sent as `webhook-id` with every attempt"""
    event_type: str
    event_at: str
    """When the event happened"""
    task_number: int | None
    """Number of the task of the event, if the task still exists"""
    status: DeliveryStatus
    """`pending`: waiting for the first attempt or a retry. `failed`: ran out of retries. `canceled`: the webhook was disabled or deleted first."""
    attempt_count: int
    round: int
    """How often it was resent manually"""
    attempted_at: str | None
    """Time of the latest attempt"""
    next_attempt_at: str | None
    duration_ms: int | None
    status_code: int | None
    """HTTP status of the response; null without a response"""
    error: DeliveryError | None
    """Why the latest attempt failed"""
    created_at: str
    attempts: list[DeliveryAttempt]
    """Oldest first"""
    event: DeliveryWithAttemptsEvent | None
    """The event that is sent; null if it is past its retention period"""


class DeliveryWithAttemptsEvent(TypedDict):
    """The event that is sent; null if it is past its retention period"""
    id: str
    """ID (`evt_…`)"""
    type: EventType
    timestamp: str
    tenant: str
    actor: Actor
    data: dict[str, Any]
    """The object after the change"""
    previous: dict[str, Any]
    """Earlier values of the changed fields"""
    changed: list[str]
    """Names of the changed fields"""


Direction = Literal[
    "both",
    "in",
    "out",
    "none",
]


DiscoveredChoices = Literal[
    "containers",
]


EdgeErrorCode = Literal[
    "unknown_statement",
    "unknown_database",
    "invalid_params",
    "unknown_token",
    "adhoc_off",
    "adhoc_refused",
    "too_large",
    "timeout",
    "row_count",
    "source_changed",
    "database_unreachable",
    "database_refused",
    "outcome_unknown",
    "expired",
    "internal",
]


class EdgeJob(TypedDict):
    """A job: one statement that a connector runs"""
    id: str
    """ID (`job_…`)"""
    connector_id: str
    """ID (`con_…`)"""
    integration_id: str | None
    """ID (`int_…`)"""
    database: str
    statement: str | None
    """Null only for jobs from before ad-hoc SQL was removed"""
    params: dict[str, Any]
    state: EdgeJobState
    """`waiting`: queued. `running`: picked up by the connector. `done`: finished. `refused`: rejected by the connector’s policy file. `failed`: rolled back. `expired`: not picked up in time, or no result arrived. `unknown`: a write was started and its outcome is unknown."""
    attempts: int
    """How often the connector picked it up"""
    problem: EdgeJobProblem | None
    row_count: int | None
    changed_count: int | None
    byte_count: int | None
    truncated: bool
    late: bool
    """Whether the result arrived after the job had expired, and was accepted"""
    duration_ms: int | None
    created_by: Actor
    created_at: str
    expires_at: str
    taken_at: str | None
    """When the connector last picked it up"""
    ended_at: str | None


class EdgeJobPage(TypedDict):
    """A page of jobs, newest first"""
    data: list[EdgeJob]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class EdgeJobProblem(TypedDict):
    code: EdgeErrorCode
    message: str
    database_code: NotRequired[str]


EdgeJobState = Literal[
    "waiting",
    "running",
    "done",
    "refused",
    "failed",
    "expired",
    "unknown",
    "canceled",
]


class EdgeJobWithRows(TypedDict):
    """The job with its rows"""
    id: str
    """ID (`job_…`)"""
    connector_id: str
    """ID (`con_…`)"""
    integration_id: str | None
    """ID (`int_…`)"""
    database: str
    statement: str | None
    """Null only for jobs from before ad-hoc SQL was removed"""
    params: dict[str, Any]
    state: EdgeJobState
    """`waiting`: queued. `running`: picked up by the connector. `done`: finished. `refused`: rejected by the connector’s policy file. `failed`: rolled back. `expired`: not picked up in time, or no result arrived. `unknown`: a write was started and its outcome is unknown."""
    attempts: int
    """How often the connector picked it up"""
    problem: EdgeJobWithRowsProblem | None
    row_count: int | None
    changed_count: int | None
    byte_count: int | None
    truncated: bool
    late: bool
    """Whether the result arrived after the job had expired, and was accepted"""
    duration_ms: int | None
    created_by: Actor
    created_at: str
    expires_at: str
    taken_at: str | None
    """When the connector last picked it up"""
    ended_at: str | None
    columns: list[str]
    rows: list[list[Any]]
    """Values in the order of `columns`; at most 1,000 rows and 1 MiB"""


class EdgeJobWithRowsProblem(TypedDict):
    code: EdgeErrorCode
    message: str
    database_code: NotRequired[str]


class Effect(TypedDict):
    """A change in an external system"""
    integration_id: str
    """ID (`int_…`)"""
    provider: str
    link_id: str
    """ID (`lnk_…`)"""
    external_id: str | None
    """null for an item that is created"""
    external_key: str | None
    kind: EffectKind
    fields: dict[str, EffectFieldsValue]
    """Fields that are written, with values of the external system"""
    comment: EffectComment | None
    statement: EffectStatement | None
    """The statement that a database integration runs"""
    result_hash: str | None
    """SHA-256 of the result, which is passed on with an update"""
    source_revision: str | None
    """Version of the external item that the effect was computed for"""
    mapping: str
    """SHA-256 of the mapping and the settings of the integration, which decide what is written and where"""
    run_id: str | None
    """ID (`run_…`)"""
    agent: str
    """Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on"""
    policy: AgentWrites
    """What agents may write to the external system. `allow`: everything. `approve`: what a person has approved. `forbid`: nothing. Agents with all of `reads_external`, `reads_beyond_claim` and `writes_outward` always need an approval."""


class EffectComment(TypedDict):
    id: str
    """ID (`cmt_…`)"""
    body: str


EffectFieldsValue = TypedDict(
    "EffectFieldsValue",
    {
        "from": "Any",
        "to": "Any",
    },
)


EffectKind = Literal[
    "create",
    "update",
    "comment",
]


class EffectPreview(TypedDict):
    """What completing the run would write to external systems"""
    policy: AgentWrites
    """What completing the run would do. `allow`: complete it. `approve`: park it for an approval. `forbid`: be rejected."""
    effects: list[Effect]


class EffectPreviewRequest(TypedDict):
    lease_token: str
    """Lease token of the claim"""
    result: NotRequired[Any]
    """Result of the work, as it would be completed"""


class EffectStatement(TypedDict):
    """The statement that a database integration runs"""
    database: str
    name: str
    """Name of the write statement in the connector’s policy file"""
    parameters: str | None
    """Templates of its parameters, as configured in the integration"""
    values: dict[str, Any]
    """What the templates are filled with"""


ErrorCode = Literal[
    "malformed_http",
    "malformed_body",
    "invalid_request",
    "invalid_cursor",
    "parent_invalid",
    "webhook_url_refused",
    "provider_unknown",
    "integration_fields_refused",
    "integration_host_refused",
    "credential_incomplete",
    "password_refused",
    "time_zone_unknown",
    "unauthenticated",
    "message_refused",
    "sign_in_required",
    "tenant_moved",
    "tenant_suspended",
    "cross_site_request",
    "password_change_required",
    "password_wrong",
    "current_password_required",
    "comment_not_yours",
    "route_not_found",
    "task_not_found",
    "comment_not_found",
    "attachment_not_found",
    "notification_not_found",
    "digest_unavailable",
    "digest_code_invalid",
    "unsubscribe_link_invalid",
    "view_not_found",
    "field_not_found",
    "webhook_not_found",
    "delivery_not_found",
    "event_not_found",
    "user_not_found",
    "integration_not_found",
    "sync_run_not_found",
    "link_not_found",
    "conflict_not_found",
    "connector_not_found",
    "edge_job_not_found",
    "write_back_not_found",
    "method_not_allowed",
    "transition_not_allowed",
    "reference_taken",
    "field_key_taken",
    "field_limit_reached",
    "webhook_limit_reached",
    "attachment_limit_reached",
    "attachment_quota_reached",
    "webhook_disabled",
    "integration_limit_reached",
    "integration_paused",
    "provider_missing",
    "credential_required",
    "webhook_unsupported",
    "link_taken",
    "link_not_allowed",
    "conflict_resolved",
    "write_back_not_failed",
    "connector_name_taken",
    "connector_limit_reached",
    "connector_not_enrolled",
    "edge_job_not_waiting",
    "edge_refused",
    "username_taken",
    "user_disabled",
    "user_required",
    "agent_unauthenticated",
    "tool_not_allowed",
    "origin_not_allowed",
    "queue_not_allowed",
    "effects_forbidden",
    "agent_not_found",
    "agent_token_not_found",
    "run_not_found",
    "question_not_found",
    "approval_not_found",
    "agent_name_taken",
    "agent_limit_reached",
    "agent_token_limit_reached",
    "agent_paused",
    "budget_exhausted",
    "lease_lost",
    "task_not_claimable",
    "task_already_taken",
    "question_closed",
    "run_parked",
    "approval_closed",
    "effects_changed",
    "result_invalid",
    "answer_invalid",
    "schema_invalid",
    "dependency_invalid",
    "answer_link_invalid",
    "too_many_waiting_claims",
    "template_invalid",
    "template_not_found",
    "schedule_not_found",
    "template_in_use",
    "template_limit_reached",
    "schedule_limit_reached",
    "import_file_invalid",
    "import_not_found",
    "import_state_conflict",
    "import_limit_reached",
    "import_quota_reached",
    "idempotency_in_flight",
    "bulk_not_applied",
    "feed_truncated",
    "reset_link_invalid",
    "version_mismatch",
    "request_timeout",
    "body_too_large",
    "unsupported_media_type",
    "headers_too_large",
    "idempotency_key_reused",
    "rate_limited",
    "too_many_streams",
    "internal_error",
    "integration_unreachable",
    "tenant_moving",
    "overloaded",
    "database_unavailable",
]


class EventEnvelope(TypedDict):
    id: str
    """ID (`evt_…`)"""
    type: EventType
    timestamp: str
    tenant: str
    actor: Actor
    data: dict[str, Any]
    """The object after the change"""
    previous: dict[str, Any]
    """Earlier values of the changed fields"""
    changed: list[str]
    """Names of the changed fields"""


class EventPage(TypedDict):
    """Events in order"""
    data: list[EventEnvelope]
    next_cursor: str
    """Always present: pass it as `after` to get the next events, now or later"""
    has_more: bool
    """Whether there are more events now. A page may be short, even empty, if `type` filters out many events."""


EventType = Literal[
    "task.created",
    "task.updated",
    "task.triaged",
    "task.readied",
    "task.started",
    "task.input_requested",
    "task.review_requested",
    "task.completed",
    "task.failed",
    "task.canceled",
    "task.reopened",
    "task.settled",
    "task.sync_conflict",
    "task.source_changed",
    "task.deleted",
    "comment.created",
    "comment.updated",
    "comment.deleted",
    "attachment.created",
    "attachment.deleted",
    "run.started",
    "run.parked",
    "run.resumed",
    "run.completed",
    "run.failed",
    "run.released",
    "run.expired",
    "run.canceled",
    "question.asked",
    "question.answered",
    "question.expired",
    "question.withdrawn",
    "approval.requested",
    "approval.approved",
    "approval.rejected",
    "approval.changed",
    "approval.withdrawn",
    "agent.created",
    "agent.updated",
    "agent.paused",
    "agent.resumed",
    "agent.deleted",
    "schedule.created",
    "schedule.updated",
    "schedule.paused",
    "schedule.resumed",
    "schedule.failed",
    "schedule.deleted",
    "webhook.test",
    "webhook.failing",
    "webhook.disabled",
    "connector.enrolled",
    "connector.frozen",
    "connector.resynced",
    "link.frozen",
    "integration.failing",
    "integration.recovered",
]


class EventTypeEntry(TypedDict):
    type: EventType
    when: str
    """When the event is sent"""
    since: str
    """Task Service version that introduced it"""
    schema: dict[str, Any]
    """JSON Schema (2020-12) of the envelope with its `data`"""
    example: EventEnvelope


class EventTypeList(TypedDict):
    """All event types"""
    data: list[EventTypeEntry]


EventTypeSelector = Literal[
    "task.created",
    "task.updated",
    "task.triaged",
    "task.readied",
    "task.started",
    "task.input_requested",
    "task.review_requested",
    "task.completed",
    "task.failed",
    "task.canceled",
    "task.reopened",
    "task.settled",
    "task.sync_conflict",
    "task.source_changed",
    "task.deleted",
    "comment.created",
    "comment.updated",
    "comment.deleted",
    "attachment.created",
    "attachment.deleted",
    "run.started",
    "run.parked",
    "run.resumed",
    "run.completed",
    "run.failed",
    "run.released",
    "run.expired",
    "run.canceled",
    "question.asked",
    "question.answered",
    "question.expired",
    "question.withdrawn",
    "approval.requested",
    "approval.approved",
    "approval.rejected",
    "approval.changed",
    "approval.withdrawn",
    "agent.created",
    "agent.updated",
    "agent.paused",
    "agent.resumed",
    "agent.deleted",
    "schedule.created",
    "schedule.updated",
    "schedule.paused",
    "schedule.resumed",
    "schedule.failed",
    "schedule.deleted",
    "webhook.test",
    "webhook.failing",
    "webhook.disabled",
    "connector.enrolled",
    "connector.frozen",
    "connector.resynced",
    "link.frozen",
    "integration.failing",
    "integration.recovered",
    "task.*",
    "comment.*",
    "attachment.*",
    "run.*",
    "question.*",
    "approval.*",
    "agent.*",
    "schedule.*",
    "webhook.*",
    "connector.*",
    "link.*",
    "integration.*",
]


ExportFormat = Literal[
    "csv",
    "ndjson",
]


FacetField = Literal[
    "label",
    "assignee",
    "delegate",
    "queue",
    "source",
]


class FailuresRetried(TypedDict):
    count: int
    """Number of items that are retried"""


class Field(TypedDict):
    """A custom field of tasks"""
    id: str
    """ID (`fld_…`)"""
    key: str
    """Name of the value in `fields` of a task; never changes"""
    name: str
    type: FieldType
    choices: list[FieldChoice]
    """Empty unless the type is `choice`"""
    position: int
    """Position among the fields; the others keep their order"""
    archived_at: str | None
    """When the field was archived"""
    version: int
    """Incremented on every change; basis of the ETag"""
    created_by: Actor
    created_at: str
    updated_at: str


FieldAccess = Literal[
    "none",
    "read",
    "readwrite",
]


FieldChange = TypedDict(
    "FieldChange",
    {
        "field": "str",
        "from": "Any",
        "to": "Any",
    },
)


class FieldChangeRequest(TypedDict):
    """Omitted fields are unchanged"""
    name: NotRequired[str]
    """Display name"""
    choices: NotRequired[list[FieldChangeRequestChoicesItem]]
    """All choices in their order. One that is left out is removed; tasks that have its value keep it as plain data."""
    position: NotRequired[int]
    """Position among the fields; the others keep their order"""
    archived: NotRequired[bool]
    """true: tasks keep their values, and the dashboard no longer offers the field"""


class FieldChangeRequestChoicesItem(TypedDict):
    label: str
    """Display name"""
    value: NotRequired[str]
    """What tasks store. Made from the label if it is omitted."""
    archived: NotRequired[bool]
    """true: tasks that have it keep it, and it cannot be set"""


class FieldChoice(TypedDict):
    value: str
    """What tasks store. Tasks keep it when the choice is renamed."""
    label: str
    """Display name"""
    archived: bool
    """true: tasks that have it keep it, and it cannot be set"""


class FieldCreate(TypedDict):
    """`name` and `type` are required. Without `position` the field is added at the end."""
    name: str
    """Display name"""
    type: FieldType
    """Type of the values: text (up to 1000 characters), number, date (`2026-11-15`), choice, person (as `assignee`), or an http or https URL"""
    key: NotRequired[str]
    """Name of the value in `fields` of a task. Made from `name` if it is omitted."""
    choices: NotRequired[list[FieldCreateChoicesItem]]
    """Choices in their order, only for the type `choice`"""
    position: NotRequired[int]
    """Position among the fields; the others keep their order"""


class FieldCreateChoicesItem(TypedDict):
    label: str
    """Display name"""
    value: NotRequired[str]
    """What tasks store. Made from the label if it is omitted."""
    archived: NotRequired[bool]
    """true: tasks that have it keep it, and it cannot be set"""


FieldError = TypedDict(
    "FieldError",
    {
        "in": "RequestPart",
        "pointer": "str",
        "code": "FieldErrorCode",
        "message": "str",
        "allowed": "NotRequired[list[str]]",
    },
)


FieldErrorCode = Literal[
    "required",
    "unknown_field",
    "unknown_parameter",
    "invalid_type",
    "invalid_value",
    "invalid_format",
    "invalid_name",
    "reserved_name",
    "too_short",
    "too_long",
    "out_of_range",
    "too_few",
    "too_many",
    "duplicate",
    "conflicting_fields",
    "malformed_http",
    "malformed_body",
    "invalid_request",
    "invalid_cursor",
    "parent_invalid",
    "webhook_url_refused",
    "provider_unknown",
    "integration_fields_refused",
    "integration_host_refused",
    "credential_incomplete",
    "password_refused",
    "time_zone_unknown",
    "unauthenticated",
    "message_refused",
    "sign_in_required",
    "tenant_moved",
    "tenant_suspended",
    "cross_site_request",
    "password_change_required",
    "password_wrong",
    "current_password_required",
    "comment_not_yours",
    "route_not_found",
    "task_not_found",
    "comment_not_found",
    "attachment_not_found",
    "notification_not_found",
    "digest_unavailable",
    "digest_code_invalid",
    "unsubscribe_link_invalid",
    "view_not_found",
    "field_not_found",
    "webhook_not_found",
    "delivery_not_found",
    "event_not_found",
    "user_not_found",
    "integration_not_found",
    "sync_run_not_found",
    "link_not_found",
    "conflict_not_found",
    "connector_not_found",
    "edge_job_not_found",
    "write_back_not_found",
    "method_not_allowed",
    "transition_not_allowed",
    "reference_taken",
    "field_key_taken",
    "field_limit_reached",
    "webhook_limit_reached",
    "attachment_limit_reached",
    "attachment_quota_reached",
    "webhook_disabled",
    "integration_limit_reached",
    "integration_paused",
    "provider_missing",
    "credential_required",
    "webhook_unsupported",
    "link_taken",
    "link_not_allowed",
    "conflict_resolved",
    "write_back_not_failed",
    "connector_name_taken",
    "connector_limit_reached",
    "connector_not_enrolled",
    "edge_job_not_waiting",
    "edge_refused",
    "username_taken",
    "user_disabled",
    "user_required",
    "agent_unauthenticated",
    "tool_not_allowed",
    "origin_not_allowed",
    "queue_not_allowed",
    "effects_forbidden",
    "agent_not_found",
    "agent_token_not_found",
    "run_not_found",
    "question_not_found",
    "approval_not_found",
    "agent_name_taken",
    "agent_limit_reached",
    "agent_token_limit_reached",
    "agent_paused",
    "budget_exhausted",
    "lease_lost",
    "task_not_claimable",
    "task_already_taken",
    "question_closed",
    "run_parked",
    "approval_closed",
    "effects_changed",
    "result_invalid",
    "answer_invalid",
    "schema_invalid",
    "dependency_invalid",
    "answer_link_invalid",
    "too_many_waiting_claims",
    "template_invalid",
    "template_not_found",
    "schedule_not_found",
    "template_in_use",
    "template_limit_reached",
    "schedule_limit_reached",
    "import_file_invalid",
    "import_not_found",
    "import_state_conflict",
    "import_limit_reached",
    "import_quota_reached",
    "idempotency_in_flight",
    "bulk_not_applied",
    "feed_truncated",
    "reset_link_invalid",
    "version_mismatch",
    "request_timeout",
    "body_too_large",
    "unsupported_media_type",
    "headers_too_large",
    "idempotency_key_reused",
    "rate_limited",
    "too_many_streams",
    "internal_error",
    "integration_unreachable",
    "tenant_moving",
    "overloaded",
    "database_unavailable",
]


class FieldMapping(TypedDict):
    """Only what differs from the defaults of the provider"""
    fields: NotRequired[FieldMappingFields]
    """Default: both ways, where the external system allows it"""
    statuses: NotRequired[FieldMappingStatuses]
    priorities: NotRequired[FieldMappingPriorities]
    people: NotRequired[FieldMappingPeople]
    custom: NotRequired[list[FieldMappingCustomItem]]
    """Custom fields of the external system"""
    comments: NotRequired[Direction]
    """`in`: import only. `out`: export only. `both`: both ways. `none`: not synced."""
    queue: NotRequired[str]
    """Queue of the task"""
    labels: NotRequired[list[str]]
    """Labels that are added to imported tasks"""
    deletes: NotRequired[DeletePolicy]
    """What happens to an open task whose external item is deleted; default: `cancel`. Deleting a task never deletes the external item."""
    choices: NotRequired[RemoteChoices]


class FieldMappingCustomItem(TypedDict):
    remote: str
    """ID in the external system"""
    field: str
    """Name in `fields` of the task"""
    direction: Direction
    """`in`: import only. `out`: export only. `both`: both ways. `none`: not synced."""


class FieldMappingFields(TypedDict):
    """Default: both ways, where the external system allows it"""
    title: NotRequired[FieldRule]
    description: NotRequired[FieldRule]
    status: NotRequired[FieldRule]
    priority: NotRequired[FieldRule]
    assignee: NotRequired[FieldRule]
    labels: NotRequired[FieldRule]
    due_at: NotRequired[FieldRule]


FieldMappingPeople = TypedDict(
    "FieldMappingPeople",
    {
        "in": "NotRequired[dict[str, str]]",
        "out": "NotRequired[dict[str, str]]",
    },
)


FieldMappingPriorities = TypedDict(
    "FieldMappingPriorities",
    {
        "in": "NotRequired[dict[str, Priority]]",
        "out": "NotRequired[FieldMappingPrioritiesOut]",
    },
)


class FieldMappingPrioritiesOut(TypedDict):
    urgent: NotRequired[str]
    """ID in the external system"""
    high: NotRequired[str]
    """ID in the external system"""
    normal: NotRequired[str]
    """ID in the external system"""
    low: NotRequired[str]
    """ID in the external system"""


FieldMappingStatuses = TypedDict(
    "FieldMappingStatuses",
    {
        "in": "NotRequired[dict[str, Status]]",
        "out": "NotRequired[FieldMappingStatusesOut]",
    },
)


class FieldMappingStatusesOut(TypedDict):
    triage: NotRequired[str]
    """ID in the external system"""
    ready: NotRequired[str]
    """ID in the external system"""
    in_progress: NotRequired[str]
    """ID in the external system"""
    input_required: NotRequired[str]
    """ID in the external system"""
    in_review: NotRequired[str]
    """ID in the external system"""
    completed: NotRequired[str]
    """ID in the external system"""
    failed: NotRequired[str]
    """ID in the external system"""
    canceled: NotRequired[str]
    """ID in the external system"""


class FieldPage(TypedDict):
    """A page of custom fields, by position"""
    data: list[Field]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class FieldRule(TypedDict):
    direction: NotRequired[Direction]
    """`in`: import only. `out`: export only. `both`: both ways. `none`: not synced."""
    policy: NotRequired[Policy]
    """Which value is used if a field was changed on both sides; with `manual` the conflict stays open until someone resolves it. The other value is kept in the conflict."""


FieldType = Literal[
    "text",
    "number",
    "date",
    "choice",
    "person",
    "url",
]


class FilterTest(TypedDict):
    """Event types and filter, and either the ID of an existing event or a sample event"""
    event_types: NotRequired[list[EventTypeSelector]]
    """Event types, or all of one kind (`task.*`); empty means all types"""
    filter: NotRequired[dict[str, list[str | float | bool | None]]]
    """Accepted values by path (`data.status`, `data.labels`, `data.fields.customer`, `changed`, `actor.kind`). An event matches if every path has one of its values; an array matches if one of its elements does."""
    event_id: NotRequired[str]
    """ID of an existing event"""
    event: NotRequired[SampleEvent]


class FilterTestResult(TypedDict):
    matches: bool
    reason: str
    """Why the event matches or not"""


class FlowNode(TypedDict):
    kind: FlowNodeKind
    """`integration`: tasks of an integration. `source`: other tasks with a `source`. `api`: without one. `people`: tasks without a `delegate`. `no_origin`: no external system has to confirm them. `more`: the sum of all other nodes of the stage."""
    id: str
    """ID of the integration, name of the source, queue or agent; empty for kinds of which a stage has one node"""
    name: str
    """Display name; for `more`, the number of nodes"""
    count: int
    """Tasks of the node, counted as the stage"""


FlowNodeKind = Literal[
    "integration",
    "source",
    "api",
    "queue",
    "people",
    "agent",
    "no_origin",
    "more",
]


FlowStream = TypedDict(
    "FlowStream",
    {
        "from": "int",
        "to": "int",
        "count": "int",
        "recent": "int",
    },
)


Frequency = Literal[
    "daily",
    "weekly",
    "monthly",
    "yearly",
]


class Heartbeat(TypedDict):
    lease_token: str
    """Lease token of the claim"""
    lease_seconds: NotRequired[int]
    """Duration of the renewed lease in seconds; by default the same as before"""
    progress: NotRequired[Progress]
    plan: NotRequired[list[HeartbeatPlanItem]]
    """Steps of the work"""
    checkpoint: NotRequired[Any]
    """Returned to the next attempt in `resume`; up to 64 KiB of JSON"""
    usage: NotRequired[HeartbeatUsage]
    """Used since the last heartbeat, as declared by the agent; not enforced"""
    acknowledge: NotRequired[list[str]]
    """Questions and approvals whose answers and rejections the agent has saved, so that they are not returned again"""


class HeartbeatPlanItem(TypedDict):
    title: str
    state: PlanStepState
    note: NotRequired[str]
    """Result of the step in one line"""


class HeartbeatResponse(TypedDict):
    """The renewed lease, a stop request, changes of the task, and answers"""
    state: RunActivity
    lease_expires_at: str | None
    """null while the run is parked"""
    cancel_requested: bool
    """Someone asked the agent to stop: release the task soon"""
    source_changed: HeartbeatResponseSourceChanged | None
    """Fields of the task that others changed since the last heartbeat"""
    answers: list[Answer]
    """Answers that no attempt has acknowledged"""
    budget_left: HeartbeatResponseBudgetLeft
    """Remaining budget of the run or of the day, the smaller of the two; null for no limit"""
    rejections: list[Rejection]
    """Rejected effects that no attempt has acknowledged"""


class HeartbeatResponseBudgetLeft(TypedDict):
    """Remaining budget of the run or of the day, the smaller of the two; null for no limit"""
    seconds: int | None
    calls: int | None
    effects: int | None


class HeartbeatResponseSourceChanged(TypedDict):
    """Fields of the task that others changed since the last heartbeat"""
    fields: list[str]


class HeartbeatUsage(TypedDict):
    """Used since the last heartbeat, as declared by the agent; not enforced"""
    tokens: NotRequired[int]
    cost: NotRequired[float]


ImageType = Literal[
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
]


class Import(TypedDict):
    """An import of tasks from a file"""
    id: str
    """ID (`imp_…`)"""
    name: str
    """Name of the file"""
    format: ImportFormat
    """`csv`: values with a delimiter, and a header; `jsonl`: a JSON object in each line"""
    delimiter: ImportDelimiter | None
    """Null for JSON lines"""
    bytes: int
    """Size of the file"""
    state: ImportState
    """`uploaded`: waits for the dry run. `validating`: the dry run reads all rows. `ready`: the dry run has ended; `start` creates the tasks. `importing`: tasks are created. `canceled` and `failed` imports continue with `start` where they stopped."""
    columns: list[ImportColumnsItem]
    mapping: list[ImportMappingItem]
    """Columns that are imported, and the field of each. Others are left out."""
    defaults: ImportDefaults
    """Values of rows that have none. `source` is `import` if a column is mapped to `external_id` and none to `source`."""
    progress: ImportProgress
    valid: int
    """Rows that the dry run accepted"""
    created: int
    """Tasks that were created"""
    existing: int
    """Rows whose `source` and `external_id` a task already has: left as it is"""
    rejected: int
    """Rows that cannot be imported"""
    errors: list[ImportRowError]
    """The first rejected rows, up to 20; all of them with `GET /api/imports/{import_id}/errors`"""
    failure: str | None
    """Why the import failed"""
    created_by: Actor
    created_at: str
    updated_at: str
    ended_at: str | None


class ImportColumnsItem(TypedDict):
    name: str
    """Name of the column"""
    field: str | None
    """Suggested field; null if none fits"""
    samples: list[str]
    """Values of the first rows"""


class ImportDefaults(TypedDict):
    """Values of rows that have none. `source` is `import` if a column is mapped to `external_id` and none to `source`."""
    status: NotRequired[Status]
    """Status of the task"""
    priority: NotRequired[Priority]
    """Priority of the task"""
    queue: NotRequired[str]
    """Queue of the task"""
    labels: NotRequired[list[str]]
    assignee: NotRequired[str]
    """Person responsible for the task"""
    source: NotRequired[str]
    """External system of the task; unique per tenant together with `external_id`"""


ImportDelimiter = Literal[
    "comma",
    "semicolon",
    "tab",
]


ImportFormat = Literal[
    "csv",
    "jsonl",
]


class ImportMappingItem(TypedDict):
    column: str
    """Name of the column"""
    field: str
    """Field of the task; `field:` and a key is a custom field"""


class ImportPage(TypedDict):
    """A page of imports, newest first"""
    data: list[Import]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class ImportProgress(TypedDict):
    rows_done: int
    """Rows that were read in this phase"""
    rows_total: int | None
    """Rows of the file; null until the dry run has counted them"""
    bytes_done: int
    """Bytes of the file that were read in this phase"""
    rows_per_second: int | None
    """Since this phase was started; null if it is not running"""
    seconds_left: int | None
    """Estimate; null if it is unknown"""


class ImportRowError(TypedDict):
    line: int
    """Line in which the row begins"""
    column: str | None
    """Null: the whole row"""
    field: str | None
    """Null: the whole row"""
    value: str | None
    """The value, cut off after 100 characters"""
    message: str
    """What is wrong, and what is allowed"""


ImportState = Literal[
    "uploaded",
    "validating",
    "ready",
    "importing",
    "finished",
    "canceled",
    "failed",
]


class ImportValidation(TypedDict):
    """What is left out stays as it is; at first, the mapping is the suggested one"""
    mapping: NotRequired[list[ImportValidationMappingItem]]
    """Columns that are imported, and the field of each. Others are left out."""
    defaults: NotRequired[ImportValidationDefaults]
    """Values of rows that have none. `source` is `import` if a column is mapped to `external_id` and none to `source`."""


class ImportValidationDefaults(TypedDict):
    """Values of rows that have none. `source` is `import` if a column is mapped to `external_id` and none to `source`."""
    status: NotRequired[Status]
    """Status of the task"""
    priority: NotRequired[Priority]
    """Priority of the task"""
    queue: NotRequired[str]
    """Queue of the task"""
    labels: NotRequired[list[str]]
    assignee: NotRequired[str]
    """Person responsible for the task"""
    source: NotRequired[str]
    """External system of the task; unique per tenant together with `external_id`"""


class ImportValidationMappingItem(TypedDict):
    column: str
    """Name of the column"""
    field: str
    """Field of the task; `field:` and a key is a custom field"""


class InboundMessage(TypedDict):
    """A webhook message from the vendor; its body is not stored"""
    id: str
    """ID (`inb_…`)"""
    delivery_id: str | None
    """ID that the vendor gave the message"""
    received_at: str
    outcome: InboundResult
    reason: str | None
    """Why it was rejected"""
    hint_count: int
    """Items that were fetched because of the message"""
    body_bytes: int


class InboundPage(TypedDict):
    """A page of messages, newest first"""
    data: list[InboundMessage]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


InboundResult = Literal[
    "accepted",
    "duplicate",
    "refused",
]


InitialStatus = Literal[
    "triage",
    "ready",
]


class Integration(TypedDict):
    """A connection to an issue tracker, CRM or database"""
    id: str
    """ID (`int_…`)"""
    provider: str
    name: str
    config: ConfigValues
    hosts: list[str]
    """Hosts that requests and secrets may be sent to"""
    mapping: FieldMapping
    paused: bool
    outgoing_queue: str | None
    """Queue whose new tasks are also created in the external system; `*` for all queues"""
    poll_seconds: int
    agent_writes: AgentWrites
    """What agents may write to the external system. `allow`: everything. `approve`: what a person has approved. `forbid`: nothing. Agents with all of `reads_external`, `reads_beyond_claim` and `writes_outward` always need an approval."""
    state: IntegrationState
    """`ok`: the last run or connection check succeeded. `running`: a run is in progress. `new`: never synced. `failing`, `stalled` and the kinds of `problem` need attention."""
    problem: IntegrationProblem | None
    """What stops the integration until it is fixed"""
    error: IntegrationError | None
    """Why the integration is `failing`; includes failed write-backs and vendor webhooks"""
    credential: IntegrationCredential
    """State of the credential, without the secrets"""
    self: IntegrationSelf | None
    """Account of the credential in the external system"""
    server: IntegrationServer | None
    checked_at: str | None
    """When the connection last worked"""
    last_result: IntegrationLastResult | None
    """Result of the last run"""
    now: IntegrationNow | None
    """Current progress"""
    counts: IntegrationCounts
    next_pull_at: str | None
    webhook: IntegrationWebhook
    version: int
    """Incremented on every change by a user or API key; basis of the ETag"""
    created_by: Actor
    created_at: str
    updated_at: str


IntegrationActivity = Literal[
    "running",
    "stalled",
    "waiting",
]


class IntegrationChange(TypedDict):
    """JSON Merge Patch (RFC 7396): omitted fields are unchanged, null clears a field. `mapping` is replaced as a whole."""
    name: NotRequired[str]
    """Display name"""
    config: NotRequired[dict[str, str | float | bool | None]]
    """null removes a value. If the hosts change, the credential must be set again."""
    mapping: NotRequired[FieldMapping]
    """Replaces the current mapping"""
    paused: NotRequired[bool]
    """true: nothing is synced until it is resumed"""
    outgoing_queue: NotRequired[str | None]
    """Queue whose new tasks are also created in the external system; `*` for all queues"""
    poll_seconds: NotRequired[int]
    """Sync interval in seconds"""
    agent_writes: NotRequired[AgentWrites]
    """What agents may write to the external system. `allow`: everything. `approve`: what a person has approved. `forbid`: nothing. Agents with all of `reads_external`, `reads_beyond_claim` and `writes_outward` always need an approval."""


class IntegrationCounts(TypedDict):
    links: int
    """Links; all counts stop at 1,000"""
    conflicts: int
    """Open conflicts"""
    failures: int
    """Items that failed to import"""
    write_backs_open: int
    """Pending write-backs"""
    write_backs_failed: int
    frozen: int
    """Links that are paused because a loop was detected"""


class IntegrationCreate(TypedDict):
    """The credential is set afterwards, in a separate request"""
    provider: str
    """ID of a provider from `GET /api/providers`"""
    name: str
    """Display name"""
    config: NotRequired[dict[str, str | float | bool]]
    """Settings of the provider; see `config` of the provider"""
    mapping: NotRequired[FieldMapping]
    paused: NotRequired[bool]
    """true: nothing is synced until it is resumed"""
    outgoing_queue: NotRequired[str | None]
    """Queue whose new tasks are also created in the external system; `*` for all queues"""
    poll_seconds: NotRequired[int]
    """Sync interval in seconds"""
    agent_writes: NotRequired[AgentWrites]
    """What agents may write to the external system. `allow`: everything. `approve`: what a person has approved. `forbid`: nothing. Agents with all of `reads_external`, `reads_beyond_claim` and `writes_outward` always need an approval."""


class IntegrationCredential(TypedDict):
    """State of the credential, without the secrets"""
    names: list[str]
    """Names of the secrets that are set"""
    entered_at: str | None
    state: CredentialState


class IntegrationError(TypedDict):
    """Why the integration is `failing`; includes failed write-backs and vendor webhooks"""
    kind: str
    message: str
    vendor_text: NotRequired[str]
    fix: NotRequired[str]


class IntegrationLastResult(TypedDict):
    """Result of the last run"""
    run_id: str
    """ID (`syn_…`)"""
    state: SyncResult
    ended_at: str
    read: int
    created: int
    changed: int
    removed: int
    failed: int
    error: IntegrationLastResultError | None


class IntegrationLastResultError(TypedDict):
    kind: str
    message: str
    vendor_text: NotRequired[str]
    fix: NotRequired[str]


class IntegrationNews(TypedDict):
    """A change of an integration’s health"""
    id: str
    """ID (`int_…`)"""
    provider: str
    name: str
    failures: int
    """Consecutive failures"""
    error: IntegrationNewsError | None


class IntegrationNewsError(TypedDict):
    kind: str
    message: str
    vendor_text: NotRequired[str]
    fix: NotRequired[str]


class IntegrationNewsEvent(TypedDict):
    id: str
    """ID (`evt_…`)"""
    type: EventType
    timestamp: str
    tenant: str
    actor: Actor
    data: IntegrationNews
    previous: dict[str, Any]
    """Earlier values of the changed fields"""
    changed: list[str]
    """Names of the changed fields"""


class IntegrationNow(TypedDict):
    """Current progress"""
    run_id: str | None
    """ID (`syn_…`)"""
    state: IntegrationActivity
    """`stalled`: the worker stopped responding; another one resumes the run. `waiting`: for the next attempt, until `waiting_until`."""
    read: int
    total: int | None
    rate_per_minute: float | None
    eta_seconds: int | None
    heartbeat_at: str | None
    waiting_until: str | None


class IntegrationPage(TypedDict):
    """A page of integrations, oldest first"""
    data: list[Integration]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


IntegrationProblem = Literal[
    "needs_credential",
    "needs_reentry",
    "auth_failed",
    "forbidden",
    "not_found",
    "provider_missing",
]


class IntegrationSelf(TypedDict):
    """Account of the credential in the external system"""
    id: str
    name: str


class IntegrationServer(TypedDict):
    name: str
    version: str | None


IntegrationState = Literal[
    "new",
    "running",
    "ok",
    "failing",
    "stalled",
    "paused",
    "needs_credential",
    "needs_reentry",
    "auth_failed",
    "forbidden",
    "not_found",
    "provider_missing",
]


class IntegrationWebhook(TypedDict):
    url: str
    """URL for webhooks from the vendor"""
    registered: bool
    """Whether Task Service registered the URL with the vendor"""
    expires_at: str | None


Language = Literal[
    "en",
    "de",
]


LeaseLoss = Literal[
    "expired",
    "moved",
    "canceled",
    "deleted",
    "ended",
    "parked",
    "paused",
    "budget",
    "wrong_token",
]


class LimitsInfo(TypedDict):
    """Limits; null means unlimited"""
    requests_per_minute: int | None
    """Requests of the tenant per minute"""
    failed_keys_per_minute: int | None
    """Requests with a wrong key per network and minute"""
    body_bytes: int | None
    """Size of a request body"""
    streams: int | None
    """Open event streams per process"""
    stream_seconds: int | None
    """Maximum duration of an event stream before clients must reconnect"""
    webhooks: int | None
    """Webhooks of the tenant"""
    integrations: int | None
    """Integrations of the tenant"""
    connectors: int | None
    """Connectors of the tenant"""
    page_items: int | None
    """Items per page"""
    bulk_items: int | None
    """Items per bulk request"""


class Link(TypedDict):
    """A link between a task and an external item"""
    id: str
    """ID (`lnk_…`)"""
    integration_id: str
    """ID (`int_…`)"""
    task_id: str
    """ID (`tsk_…`)"""
    external_id: str | None
    """ID of the external item; null until it is created"""
    external_key: str | None
    """Key or number of the external item, as shown to users"""
    url: str | None
    """URL of the external item"""
    state: LinkState
    """`planned`: the external item is being created. `active`: synced. `frozen`: sync is paused because a loop was detected. `gone`: the task or the external item was deleted."""
    state_reason: str | None
    context: list[ContextRecord]
    """Related records in the external system, such as a deal or a contact"""
    created_at: str
    updated_at: str


class LinkCreate(TypedDict):
    integration: str
    """Integration to create the item in"""


class LinkEvent(TypedDict):
    id: str
    """ID (`evt_…`)"""
    type: EventType
    timestamp: str
    tenant: str
    actor: Actor
    data: Link
    previous: dict[str, Any]
    """Earlier values of the changed fields"""
    changed: list[str]
    """Names of the changed fields"""


class LinkExplanation(TypedDict):
    """The history of a link"""
    link: Link
    agreed: dict[str, Any]
    """Last common value of each field"""
    steps: list[LinkStep]
    """Changes, oldest first"""


class LinkPage(TypedDict):
    """A page of links, newest first"""
    data: list[Link]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


LinkState = Literal[
    "planned",
    "active",
    "frozen",
    "gone",
]


class LinkStep(TypedDict):
    at: str
    direction: LinkStepDirection
    """`in`: imported. `out`: pushed. `echo`: a change of Task Service came back and was ignored. `note`: anything else."""
    cause: str
    actor: str | None
    fields: list[str]
    external_version: str | None
    task_version: int | None
    detail: Any
    """Further details"""


LinkStepDirection = Literal[
    "in",
    "out",
    "echo",
    "note",
]


class MappingPreview(TypedDict):
    """A mapping applied to items of the external system"""
    mapping: dict[str, Any]
    """The effective mapping, with defaults applied"""
    records: list[MappingPreviewRecordsItem]


class MappingPreviewRecordsItem(TypedDict):
    external_id: str
    key: str
    """Key or number of the item, as shown to users"""
    url: str
    would: PreviewedChange
    """What the next sync would do"""
    task_id: str | None
    """The linked task"""
    fields: list[MappingPreviewRecordsItemFieldsItem]


class MappingPreviewRecordsItemFieldsItem(TypedDict):
    field: str
    remote: Any
    """Value in the external system"""
    remote_name: str | None
    """Display name of that value"""
    task: Any
    """Value of the task"""
    note: str | None
    """Why it is not imported unchanged"""


class MasterKeyInfo(TypedDict):
    id: str
    """Identifies the master key without revealing it"""
    state: MasterKeyState
    """`rotating`: some secrets are still encrypted with the previous master key. `waiting`: a new master key is configured but not in use yet."""
    secrets: int
    """Encrypted secrets of this tenant"""
    needs_reentry: int
    """Of these, secrets that must be re-entered because their master key is lost"""


MasterKeyState = Literal[
    "active",
    "rotating",
    "waiting",
]


OpenApiDocument: TypeAlias = "dict[str, Any]"


Ordering = Literal[
    "none",
    "task",
]


class Origin(TypedDict):
    kind: OriginKind
    """How the task was created"""
    integration_id: str | None
    external_id: str | None
    url: str | None


OriginKind = Literal[
    "api",
    "integration",
    "database",
]


class Overview(TypedDict):
    """Statistics of a tenant"""
    as_of: str
    """When the numbers were computed; at most a minute ago"""
    range: OverviewRange
    """The last 24 hours by hour, or the last 7 or 30 days by day. Default: `24h`"""
    time_zone: str
    """Time zone of the tenant settings, in which hours and days start"""
    buckets: list[str]
    """Start of each hour or day of the range; the last one is not complete yet"""
    stages: OverviewStages
    """Stages of a task: `arrived` (created), `open` (`triage`, `ready`), `in_progress`, `waiting` (`input_required`, `in_review`) and `completed`. Tasks that were deleted since are not counted in `arrived`."""
    median_ms_to_complete: int | None
    """Median time from creation to completion of tasks completed in the range"""
    completion_times: list[OverviewCompletionTimesItem | None]
    """Time from creation to completion for each bucket of `buckets`; null for a bucket in which nothing was completed"""
    deliveries: OverviewDeliveries
    """Deliveries to all webhooks, created in the last 24 hours"""
    workers: list[WorkerLoad]
    """Up to 8 people and agents with the most open tasks"""
    attention: list[Attention]
    """Most severe first"""
    first_run: OverviewFirstRun
    """Steps of getting started that are done"""


class OverviewCompletionTimesItem(TypedDict):
    p25: int
    """25th percentile in milliseconds"""
    median: int
    """Median in milliseconds"""
    p90: int
    """90th percentile in milliseconds"""


class OverviewDeliveries(TypedDict):
    """Deliveries to all webhooks, created in the last 24 hours"""
    delivered: int
    """Delivered"""
    failed: int
    """Ran out of retries, or canceled"""
    pending: int
    """Waiting for the first attempt or a retry"""
    counted_since: str
    """Less than 24 hours ago if there were too many deliveries to count"""


class OverviewFirstRun(TypedDict):
    """Steps of getting started that are done"""
    has_task: bool
    has_completed_task: bool
    has_webhook: bool
    has_delivered: bool
    """Whether any delivery to a webhook has succeeded"""


OverviewRange = Literal[
    "24h",
    "7d",
    "30d",
]


class OverviewStages(TypedDict):
    """Stages of a task: `arrived` (created), `open` (`triage`, `ready`), `in_progress`, `waiting` (`input_required`, `in_review`) and `completed`. Tasks that were deleted since are not counted in `arrived`."""
    arrived: OverviewStagesArrived
    open: OverviewStagesOpen
    in_progress: OverviewStagesInProgress
    waiting: OverviewStagesWaiting
    completed: OverviewStagesCompleted


class OverviewStagesArrived(TypedDict):
    entered: int
    """Tasks that entered this stage in the range; a task that entered twice counts twice"""
    entered_before: int
    """The same for the previous period of the same length"""
    series: list[int]
    """The same for each bucket of `buckets`"""


class OverviewStagesCompleted(TypedDict):
    entered: int
    """Tasks that entered this stage in the range; a task that entered twice counts twice"""
    entered_before: int
    """The same for the previous period of the same length"""
    series: list[int]
    """The same for each bucket of `buckets`"""


class OverviewStagesInProgress(TypedDict):
    now: BoundedCount
    with_agents: int
    """Of these, tasks with a `delegate`"""
    entered: int
    """Tasks that entered this stage in the range; a task that entered twice counts twice"""
    entered_before: int
    """The same for the previous period of the same length"""
    series: list[int]
    """The same for each bucket of `buckets`"""


class OverviewStagesOpen(TypedDict):
    now: BoundedCount
    entered: int
    """Tasks that entered this stage in the range; a task that entered twice counts twice"""
    entered_before: int
    """The same for the previous period of the same length"""
    series: list[int]
    """The same for each bucket of `buckets`"""


class OverviewStagesWaiting(TypedDict):
    now: BoundedCount
    entered: int
    """Tasks that entered this stage in the range; a task that entered twice counts twice"""
    entered_before: int
    """The same for the previous period of the same length"""
    series: list[int]
    """The same for each bucket of `buckets`"""


ParamType = Literal[
    "text",
    "integer",
    "number",
    "boolean",
    "timestamp",
    "date",
    "uuid",
]


class Ping(TypedDict):
    status: PingStatus
    tenant: str
    """Tenant of the API key"""
    version: str
    """Version of Task Service"""
    time: str
    """Server time"""


PingStatus = Literal[
    "ok",
]


PlanStepState = Literal[
    "pending",
    "working",
    "done",
    "skipped",
]


Policy = Literal[
    "remote_wins",
    "service_wins",
    "latest",
    "manual",
]


class PreviewRequest(TypedDict):
    mapping: NotRequired[FieldMapping]
    """Mapping to preview; the stored one if omitted"""


PreviewedChange = Literal[
    "create",
    "change",
    "nothing",
]


Priority = Literal[
    "urgent",
    "high",
    "normal",
    "low",
]


class Problem(TypedDict):
    """An error (Problem Details, RFC 9457)"""
    type: str
    """URL of the page that describes the error code, such as `/errors/task_not_found`; absolute if the public URL of the installation is configured"""
    title: str
    status: int
    code: ErrorCode
    """Stable and machine-readable; each code is described in the error reference"""
    detail: str
    """What went wrong in this request and how to fix it; may change"""
    request_id: str
    """Include it when you ask for help"""
    errors: NotRequired[list[FieldError]]
    allowed: NotRequired[list[str]]
    """The values that are possible, such as the next statuses"""
    reason: NotRequired[LeaseLoss]
    """Why the lease token is no longer accepted"""
    existing_id: NotRequired[str]
    """ID of the existing object"""


class Progress(TypedDict):
    message: NotRequired[str]
    percent: NotRequired[int]


class Provider(TypedDict):
    """A provider: an issue tracker, CRM or database that can be connected"""
    id: str
    """ID of the provider"""
    version: str
    name: str
    """Display name"""
    category: ProviderCategory
    summary: str
    docs_url: str | None
    config: list[ProviderConfigItem]
    secrets: list[ProviderSecretsItem]
    capabilities: ProviderCapabilities
    fields: ProviderFields
    evidence: TestEvidence
    """How it was tested"""
    poll_seconds: int
    """Default sync interval in seconds"""


class ProviderCapabilities(TypedDict):
    pull: PullMode
    deletes: DeleteDetection
    comments: FieldAccess
    create: bool
    webhooks: WebhookSetup
    text_format: TextFormat


ProviderCategory = Literal[
    "issue-tracker",
    "crm",
    "database",
    "other",
]


class ProviderConfigItem(TypedDict):
    name: str
    label: str
    help: str | None
    kind: ConfigFieldKind
    """`connector`: ID of a connector. `database`, `statement`: names that this connector has reported."""
    required: bool
    default: str | float | bool | None
    placeholder: str | None
    choices: list[ProviderConfigItemChoicesItem]
    discover: DiscoveredChoices | None
    """Kind of choices to offer once the connection works"""
    statements: StatementKind | None
    """For `statement`: kind of the statements to offer"""


class ProviderConfigItemChoicesItem(TypedDict):
    value: str
    label: str


class ProviderFields(TypedDict):
    title: NotRequired[ProviderFieldsTitle]
    description: NotRequired[ProviderFieldsDescription]
    status: NotRequired[ProviderFieldsStatus]
    priority: NotRequired[ProviderFieldsPriority]
    assignee: NotRequired[ProviderFieldsAssignee]
    labels: NotRequired[ProviderFieldsLabels]
    due_at: NotRequired[ProviderFieldsDueAt]


class ProviderFieldsAssignee(TypedDict):
    access: FieldAccess
    remote: str
    """Name of the field in the external system"""
    lossy: str | None
    """What is lost in translation"""
    max_length: int | None


class ProviderFieldsDescription(TypedDict):
    access: FieldAccess
    remote: str
    """Name of the field in the external system"""
    lossy: str | None
    """What is lost in translation"""
    max_length: int | None


class ProviderFieldsDueAt(TypedDict):
    access: FieldAccess
    remote: str
    """Name of the field in the external system"""
    lossy: str | None
    """What is lost in translation"""
    max_length: int | None


class ProviderFieldsLabels(TypedDict):
    access: FieldAccess
    remote: str
    """Name of the field in the external system"""
    lossy: str | None
    """What is lost in translation"""
    max_length: int | None


class ProviderFieldsPriority(TypedDict):
    access: FieldAccess
    remote: str
    """Name of the field in the external system"""
    lossy: str | None
    """What is lost in translation"""
    max_length: int | None


class ProviderFieldsStatus(TypedDict):
    access: FieldAccess
    remote: str
    """Name of the field in the external system"""
    lossy: str | None
    """What is lost in translation"""
    max_length: int | None


class ProviderFieldsTitle(TypedDict):
    access: FieldAccess
    remote: str
    """Name of the field in the external system"""
    lossy: str | None
    """What is lost in translation"""
    max_length: int | None


class ProviderList(TypedDict):
    """Installed providers, by name"""
    data: list[Provider]


class ProviderSecretsItem(TypedDict):
    """A secret; encrypted and never returned"""
    name: str
    label: str
    help: str | None
    required: bool
    url: str | None
    """Where to find the secret"""
    generated: bool
    """Generated if you do not set one"""


PullMode = Literal[
    "incremental",
    "full",
]


class Question(TypedDict):
    """A question of an agent"""
    id: str
    """ID (`qst_…`)"""
    run_id: str
    """ID (`run_…`)"""
    task_id: str
    """ID (`tsk_…`)"""
    agent: str
    """Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on"""
    kind: QuestionKind
    """`input`: any answer that matches `schema`. `choice`: one of `options`. `confirmation`: true or false."""
    prompt: str
    context: str
    schema: dict[str, Any] | None
    options: list[QuestionOptionsItem] | None
    state: QuestionState
    """`expired`: no one answered in time. `withdrawn`: the run ended before there was an answer."""
    expires_at: str | None
    on_timeout: QuestionOnTimeout
    """What happens at `expires_at` if no one has answered; `release` by default"""
    answer: Any
    """The answer; null if there is none"""
    note: str | None
    """Note from the person who answered"""
    answered_by: QuestionAnsweredBy | None
    """null if there is no answer, or if it is the one in `on_timeout`"""
    answered_at: str | None
    acknowledged_at: str | None
    """When the agent acknowledged the answer"""
    created_at: str


class QuestionAnswer(TypedDict):
    answer: Any
    """The answer; up to 64 KiB of JSON"""
    note: NotRequired[str]
    """Note for the agent"""


class QuestionAnsweredBy(TypedDict):
    """null if there is no answer, or if it is the one in `on_timeout`"""
    kind: ActorKind
    """API key, user, agent, or Task Service itself"""
    id: str
    """ID of the key, user, agent or system component"""


class QuestionCreate(TypedDict):
    """The question. The run is parked until the question is answered."""
    lease_token: str
    """Lease token of the claim"""
    kind: QuestionKind
    """`input`: any answer that matches `schema`. `choice`: one of `options`. `confirmation`: true or false."""
    prompt: str
    """The question"""
    context: NotRequired[str]
    """What people need to know to answer, in Markdown"""
    schema: NotRequired[dict[str, Any]]
    """JSON Schema (2020-12) of the answer; only for `input`, up to 16 KiB"""
    options: NotRequired[list[QuestionCreateOptionsItem]]
    expires_in_seconds: NotRequired[int]
    """Time to answer in seconds; without it, the question stays open"""
    on_timeout: NotRequired[QuestionCreateOnTimeout]
    """What happens at `expires_at` if no one has answered; `release` by default"""
    checkpoint: NotRequired[Any]
    """Saved with the run, as in a heartbeat; up to 64 KiB of JSON"""


class QuestionCreateOnTimeout(TypedDict):
    """What happens at `expires_at` if no one has answered; `release` by default"""
    action: TimeoutAction
    """`fail`: the task fails. `release`: the task returns to its queue. `answer`: `answer` is used."""
    answer: NotRequired[Any]
    """Answer to use; required for `answer`"""


class QuestionCreateOptionsItem(TypedDict):
    value: str
    """The answer if this is chosen"""
    label: NotRequired[str]
    """Shown to people; `value` by default"""
    description: NotRequired[str]


class QuestionEvent(TypedDict):
    id: str
    """ID (`evt_…`)"""
    type: EventType
    timestamp: str
    tenant: str
    actor: Actor
    data: Question
    previous: dict[str, Any]
    """Earlier values of the changed fields"""
    changed: list[str]
    """Names of the changed fields"""


QuestionKind = Literal[
    "input",
    "choice",
    "confirmation",
]


class QuestionOnTimeout(TypedDict):
    """What happens at `expires_at` if no one has answered; `release` by default"""
    action: TimeoutAction
    """`fail`: the task fails. `release`: the task returns to its queue. `answer`: `answer` is used."""
    answer: NotRequired[Any]
    """Answer to use; required for `answer`"""


class QuestionOptionsItem(TypedDict):
    value: str
    """The answer if this is chosen"""
    label: NotRequired[str]
    """Shown to people; `value` by default"""
    description: NotRequired[str]


class QuestionPage(TypedDict):
    """A page of questions, newest first"""
    data: list[Question]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


QuestionState = Literal[
    "open",
    "answered",
    "expired",
    "withdrawn",
]


class QueueChange(TypedDict):
    """Omitted fields are unchanged. Tasks that are ready keep their place."""
    description: NotRequired[str]
    """What the queue is for"""
    aging_seconds: NotRequired[int]
    """How long a task can be overtaken by tasks of the next higher priority: a normal task that became ready more than this long before a high one is claimed first"""
    target_seconds: NotRequired[int | None]
    """Target for the time from ready to claimed; shown in the dashboard, not enforced"""


class QueueHistory(TypedDict):
    """The last 24 full hours of a queue; counts only runs that were started in this time"""
    hours: list[QueueHistoryHoursItem]
    """The last 24 full hours, oldest first"""
    claim_latency: QueueHistoryClaimLatency
    """Time from ready to claimed"""
    is_complete: bool
    """false if the tenant started 50,000 runs or more in this time: only the newest 50,000 are counted"""


class QueueHistoryClaimLatency(TypedDict):
    """Time from ready to claimed"""
    median: float | None
    """In seconds"""
    p95: float | None
    """In seconds"""
    count: int
    """Claims that the percentiles are computed from"""


class QueueHistoryHoursItem(TypedDict):
    start: str
    """Start of the hour"""
    claimed: int
    completed: int
    expired: int
    """Runs that ended as `expired`"""


class QueueList(TypedDict):
    """Queues that have settings, claimable tasks or unfinished runs, by name; at most 200"""
    data: list[QueueState]


class QueueState(TypedDict):
    """A queue"""
    name: str
    """Queue of the task"""
    description: str
    """What the queue is for"""
    aging_seconds: int
    """How long a task can be overtaken by tasks of the next higher priority: a normal task that became ready more than this long before a high one is claimed first"""
    target_seconds: int | None
    """Target for the time from ready to claimed; shown in the dashboard, not enforced"""
    ready: int
    """Tasks that can be claimed; only the first 10,001 are counted"""
    scheduled: int
    """Ready tasks that are blocked, or delayed by `not_before` or a backoff; at most 10,001 are counted"""
    oldest_ready_at: str | None
    """When the oldest of the counted ready tasks became claimable"""
    working_runs: int
    parked_runs: int
    agents: int
    """Agents that can claim from the queue"""
    version: int
    """Incremented on every change; 0 if the settings were never changed"""


class Recovery(TypedDict):
    since: str
    """Events at or after this time"""
    until: NotRequired[str]
    """Events before this time; default: now"""
    only: RecoveryScope
    """`failed`: deliveries that failed or were canceled. `missing`: events that match the current filter but were never sent, for example because the webhook was disabled or did not exist yet."""
    dry_run: NotRequired[bool]
    """Only count, send nothing. Default: `false`"""


class RecoveryResult(TypedDict):
    count: int
    """Deliveries that are resent, or with `dry_run` would be"""
    has_more: bool
    """Whether there are more than the 100,000 of one request; repeat the request"""


RecoveryScope = Literal[
    "failed",
    "missing",
]


class Rejection(TypedDict):
    """Effects that a person rejected"""
    approval_id: str
    """ID (`apr_…`)"""
    reason: str
    rejected_by: Actor
    rejected_at: str


class RemoteChoice(TypedDict):
    id: str
    """ID in the external system"""
    name: str
    group: NotRequired[StatusGroup]
    """For statuses: what it means"""
    type: NotRequired[RemoteFieldType]
    """For fields: type of the value"""
    required: NotRequired[bool]
    """For fields: whether every item must have a value"""
    email: NotRequired[str]
    """For people: email address"""


class RemoteChoiceList(TypedDict):
    """Choices, in the order of the external system"""
    data: list[RemoteChoice]


class RemoteChoices(TypedDict):
    """Choices when the mapping was created; a connection check refreshes them"""
    statuses: NotRequired[list[RemoteChoice]]
    priorities: NotRequired[list[RemoteChoice]]
    people: NotRequired[list[RemoteChoice]]
    fields: NotRequired[list[RemoteChoice]]


RemoteFieldType = Literal[
    "text",
    "number",
    "boolean",
    "date",
    "choice",
]


RequestPart = Literal[
    "body",
    "query",
    "path",
    "header",
]


ResendError = Literal[
    "delivery_not_found",
    "webhook_disabled",
]


class RetentionInfo(TypedDict):
    """Retention periods; null means forever"""
    idempotency_seconds: int | None
    """Responses stored for an `Idempotency-Key`"""
    events_seconds: int | None
    """Events"""
    deliveries_seconds: int | None
    """Deliveries and their attempts"""
    audit_seconds: int | None
    """Audit entries"""


class Run(TypedDict):
    """An attempt of an agent at a task"""
    id: str
    """ID (`run_…`)"""
    task_id: str
    """ID (`tsk_…`)"""
    agent: str
    """Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on"""
    queue: str
    attempt: int
    """Number of this attempt at the task"""
    state: RunState
    """`working`: has a lease. `parked`: waits for an answer or an approval, without a lease. `released`: the task returned to its queue. `expired`: the lease ended without a heartbeat. `canceled`: the run was stopped, the status of the task was changed, or the task or the agent was deleted."""
    end_reason: LeaseLoss | None
    """Why the run ended; null if the agent ended it"""
    lease_expires_at: str | None
    """End of the lease; null after the run has ended. For a parked run: null until the question is answered, then the time by which a heartbeat must resume the run."""
    cancel_requested: bool
    """Someone asked the agent to stop"""
    progress: RunProgress | None
    plan: list[RunPlanItem] | None
    """Steps of the work"""
    error: str | None
    """Error that the agent reported, or the question that expired"""
    handoff: str | None
    """Note for the next attempt"""
    approval_id: str | None
    """Approval that the parked run waits for, or waited for when it ended"""
    usage: Usage
    created_at: str
    waited_seconds: float
    """How long the task was ready before it was claimed"""
    heartbeat_at: str
    """Last heartbeat, claim or question"""
    ended_at: str | None


RunActivity = Literal[
    "working",
    "parked",
]


class RunCancel(TypedDict):
    force: NotRequired[bool]
    """true: end the run immediately. false: ask the agent to stop, and end the run after 30 s if it has not. A parked run always ends immediately. Default: `false`"""


class RunComplete(TypedDict):
    lease_token: str
    """Lease token of the claim"""
    result: NotRequired[Any]
    """Result of the work; must match the `output_schema` of the task"""


class RunEvent(TypedDict):
    id: str
    """ID (`evt_…`)"""
    type: EventType
    timestamp: str
    tenant: str
    actor: Actor
    data: Run
    previous: dict[str, Any]
    """Earlier values of the changed fields"""
    changed: list[str]
    """Names of the changed fields"""


class RunFail(TypedDict):
    lease_token: str
    """Lease token of the claim"""
    error: str
    """What went wrong"""
    retryable: NotRequired[bool]
    """true: the task is retried after a backoff until `max_attempts` is reached. false: the task fails immediately. Default: `true`"""
    retry_after_seconds: NotRequired[int]
    """Overrides the backoff"""


class RunPage(TypedDict):
    """A page of runs, newest first"""
    data: list[Run]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class RunPlanItem(TypedDict):
    title: str
    state: PlanStepState
    note: NotRequired[str]
    """Result of the step in one line"""


class RunProgress(TypedDict):
    message: NotRequired[str]
    percent: NotRequired[int]


class RunRelease(TypedDict):
    lease_token: str
    """Lease token of the claim"""
    handoff: NotRequired[str]
    """Note for the next attempt"""
    delay_seconds: NotRequired[int]
    """How many seconds the task cannot be claimed. Default: `0`"""


RunState = Literal[
    "working",
    "parked",
    "completed",
    "failed",
    "released",
    "expired",
    "canceled",
]


class SampleEvent(TypedDict):
    """A sample event"""
    type: EventType
    data: dict[str, Any]
    previous: NotRequired[dict[str, Any]]
    changed: NotRequired[list[str]]
    actor: NotRequired[Actor]


class Schedule(TypedDict):
    """Creates a task from a template at each occurrence of its rule"""
    id: str
    """ID (`sch_…`)"""
    name: str
    template_id: str
    """Template of the tasks"""
    rule: ScheduleRule
    state: ScheduleState
    """`ended`: `ends_on` or `count` is reached, there are no further occurrences"""
    upcoming: list[str]
    """The next occurrences"""
    last_at: str | None
    """The last occurrence"""
    last_task_id: str | None
    """Task of the last occurrence"""
    last_error: str | None
    """Why the last occurrence created no task; null if it created one"""
    task_count: int
    """Tasks created so far"""
    missed_count: int
    """Occurrences without a separate task: several that were missed while no worker ran create one task together"""
    version: int
    """Incremented when a request changes the schedule; basis of the ETag"""
    created_by: Actor
    created_at: str
    updated_at: str


class ScheduleChange(TypedDict):
    """Omitted fields are unchanged; `rule` is replaced"""
    name: NotRequired[str]
    """Display name"""
    template_id: NotRequired[str]
    """Template of the tasks"""
    rule: NotRequired[ScheduleRuleInput]


class ScheduleCreate(TypedDict):
    name: str
    """Display name"""
    template_id: str
    """Template of the tasks"""
    rule: ScheduleRuleInput


class ScheduleEvent(TypedDict):
    id: str
    """ID (`evt_…`)"""
    type: EventType
    timestamp: str
    tenant: str
    actor: Actor
    data: Schedule
    previous: dict[str, Any]
    """Earlier values of the changed fields"""
    changed: list[str]
    """Names of the changed fields"""


class SchedulePage(TypedDict):
    """A page of schedules, oldest first"""
    data: list[Schedule]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class ScheduleRule(TypedDict):
    """When tasks are created"""
    frequency: Frequency
    """How often"""
    interval: int
    """Every n days, weeks, months or years"""
    weekdays: NotRequired[list[Weekday]]
    """Only with `weekly`."""
    day_of_month: NotRequired[int]
    """Only with `monthly` and `yearly`. A month with fewer days uses its last day, so 31 is the last day of every month."""
    month: NotRequired[int]
    """Only with `yearly`."""
    time: str
    """Time of day in `time_zone`. If clocks skip it, the occurrence is at the moment of the change; if it occurs twice, at the first."""
    time_zone: str
    """IANA time zone name; days start and end in this time zone"""
    starts_on: str
    """First day on which an occurrence is possible."""
    ends_on: str | None
    """Last day on which an occurrence is possible"""
    count: int | None
    """The schedule ends after this many tasks"""


class ScheduleRuleInput(TypedDict):
    """When tasks are created. An update replaces the whole rule"""
    frequency: Frequency
    """How often"""
    interval: NotRequired[int]
    """Every n days, weeks, months or years. Default: `1`"""
    weekdays: NotRequired[list[Weekday]]
    """Only with `weekly`. Default: the weekday of `starts_on`"""
    day_of_month: NotRequired[int]
    """Only with `monthly` and `yearly`. A month with fewer days uses its last day, so 31 is the last day of every month. Default: the day of `starts_on`"""
    month: NotRequired[int]
    """Only with `yearly`. Default: the month of `starts_on`"""
    time: str
    """Time of day in `time_zone`. If clocks skip it, the occurrence is at the moment of the change; if it occurs twice, at the first."""
    time_zone: NotRequired[str]
    """IANA time zone name. Default: the time zone of the tenant"""
    starts_on: NotRequired[str]
    """First day on which an occurrence is possible. Default: today"""
    ends_on: NotRequired[str | None]
    """Last day on which an occurrence is possible"""
    count: NotRequired[int | None]
    """The schedule ends after this many tasks"""


ScheduleState = Literal[
    "active",
    "paused",
    "ended",
]


class ScheduleUpcoming(TypedDict):
    """The complete rule, and its next occurrences"""
    rule: ScheduleRule
    upcoming: list[str]
    """The next occurrences"""


class SecretRotation(TypedDict):
    secret: NotRequired[str]
    """`whsec_` followed by 24 to 64 bytes in Base64; generated if omitted"""
    overlap_hours: NotRequired[int]
    """How long deliveries are also signed with the previous secret; 0 stops it immediately. Default: `24`"""


SecretState = Literal[
    "readable",
    "needs_reentry",
]


class Settings(TypedDict):
    """Settings of a tenant"""
    name: str
    """Display name of the tenant"""
    time_zone: str
    """IANA time zone name; days start and end in this time zone"""
    language: Language
    """Default language of the dashboard; users can choose another"""
    week_start: WeekStart
    """First day of the week in calendars"""
    version: int
    """Incremented on every change; basis of the ETag"""
    updated_at: str


class SettingsChange(TypedDict):
    """JSON Merge Patch (RFC 7396): omitted fields are unchanged"""
    name: NotRequired[str]
    """Display name of the tenant"""
    time_zone: NotRequired[str]
    """IANA time zone name; days start and end in this time zone"""
    language: NotRequired[Language]
    """Default language of the dashboard; users can choose another"""
    week_start: NotRequired[WeekStart]
    """First day of the week in calendars"""


class StatementColumn(TypedDict):
    name: str
    treatment: ColumnTreatment
    """`masked`: only a part of the value is sent. `tokenised`: a token is sent instead of the value, which stays on the connector."""


class StatementFace(TypedDict):
    """A named statement of the connector"""
    database: str
    engine: str
    """`postgres`, `mysql` …"""
    name: str
    kind: StatementKind
    description: str
    params: list[StatementParam]
    columns: list[StatementColumn]
    max_rows: int
    max_bytes: int
    timeout_ms: int
    expect_rows: NotRequired[int]
    """For writes: the number of rows it must change; otherwise it is rolled back"""
    fence: NotRequired[str]
    """For writes: the parameter with the row version, for the concurrency check"""


StatementKind = Literal[
    "read",
    "write",
]


class StatementParam(TypedDict):
    name: str
    type: ParamType
    required: bool
    max_length: NotRequired[int]
    choices: NotRequired[list[str]]
    puts_values_back: NotRequired[bool]
    """Tokens in this parameter are replaced with the real values on the connector"""


class StatementRun(TypedDict):
    """Name and parameters of a statement; SQL is not accepted"""
    database: str
    """Name of the database"""
    statement: str
    """Name of a statement that the connector has reported"""
    params: NotRequired[dict[str, Any]]
    """Parameters by name"""
    request_key: NotRequired[str]
    """Idempotency key: a request with the same key returns the job of the first request, so that a write is not run twice if a response is lost"""
    wait_seconds: NotRequired[int]
    """How long to wait for the result; you can also get it from the job later. Default: `20`"""


Status = Literal[
    "triage",
    "ready",
    "in_progress",
    "input_required",
    "in_review",
    "completed",
    "failed",
    "canceled",
]


StatusGroup = Literal[
    "open",
    "started",
    "done",
    "failed",
    "canceled",
]


class StorageInfo(TypedDict):
    kind: StoredKind
    rows: BoundedCount
    bytes: int
    """Estimated from the newest rows, without indexes"""


StoredKind = Literal[
    "tasks",
    "comments",
    "events",
    "audit",
    "deliveries",
]


class SyncAsked(TypedDict):
    """The sync is queued or already running"""
    state: SyncRequestState
    """`asked`: queued"""
    run: SyncAskedRun | None
    """The run in progress"""


class SyncAskedRun(TypedDict):
    """The run in progress"""
    id: str
    """ID (`syn_…`)"""
    integration_id: str
    """ID (`int_…`)"""
    kind: SyncRunKind
    """`pull`: only changes. `full`: everything, to find deleted items."""
    cause: SyncRunCause
    """`first`: initial sync. `schedule`: due by `poll_seconds`. `manual`: requested. `sweep`: full sync to find deleted items. `retry`: after a failure or an interruption."""
    state: SyncRunState
    """`stalled`: the worker stopped responding; another one resumes the run"""
    started_at: str
    heartbeat_at: str
    """Last heartbeat of the worker"""
    ended_at: str | None
    read: int
    """Items read"""
    created: int
    """Tasks created"""
    changed: int
    """Tasks updated"""
    removed: int
    """Items that were deleted in the external system"""
    failed: int
    """Items that failed to import"""
    total: int | None
    """Number of items to read, if known"""
    error: SyncAskedRunError | None
    log: list[str]


class SyncAskedRunError(TypedDict):
    kind: str
    message: str
    vendor_text: NotRequired[str]
    fix: NotRequired[str]


class SyncError(TypedDict):
    kind: str
    message: str
    vendor_text: NotRequired[str]
    fix: NotRequired[str]


class SyncFailure(TypedDict):
    """An item that failed to import"""
    external_id: str
    title: str | None
    url: str | None
    error: SyncError
    tries: int
    first_at: str
    last_at: str


class SyncFailurePage(TypedDict):
    """A page of failed items"""
    data: list[SyncFailure]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class SyncRequest(TypedDict):
    full: NotRequired[bool]
    """Sync everything, not only changes. Default: `false`"""


SyncRequestState = Literal[
    "running",
    "asked",
]


SyncResult = Literal[
    "succeeded",
    "failed",
    "canceled",
]


class SyncRun(TypedDict):
    """A sync run"""
    id: str
    """ID (`syn_…`)"""
    integration_id: str
    """ID (`int_…`)"""
    kind: SyncRunKind
    """`pull`: only changes. `full`: everything, to find deleted items."""
    cause: SyncRunCause
    """`first`: initial sync. `schedule`: due by `poll_seconds`. `manual`: requested. `sweep`: full sync to find deleted items. `retry`: after a failure or an interruption."""
    state: SyncRunState
    """`stalled`: the worker stopped responding; another one resumes the run"""
    started_at: str
    heartbeat_at: str
    """Last heartbeat of the worker"""
    ended_at: str | None
    read: int
    """Items read"""
    created: int
    """Tasks created"""
    changed: int
    """Tasks updated"""
    removed: int
    """Items that were deleted in the external system"""
    failed: int
    """Items that failed to import"""
    total: int | None
    """Number of items to read, if known"""
    error: SyncRunError | None
    log: list[str]


SyncRunCause = Literal[
    "first",
    "schedule",
    "manual",
    "sweep",
    "retry",
]


class SyncRunError(TypedDict):
    kind: str
    message: str
    vendor_text: NotRequired[str]
    fix: NotRequired[str]


SyncRunKind = Literal[
    "pull",
    "full",
]


class SyncRunPage(TypedDict):
    """A page of sync runs, newest first"""
    data: list[SyncRun]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


SyncRunState = Literal[
    "running",
    "stalled",
    "succeeded",
    "failed",
    "canceled",
]


class SystemInfo(TypedDict):
    """System information for a tenant"""
    as_of: str
    """When storage was measured; the rest is current"""
    version: str
    """Version of Task Service"""
    api_version: str
    """Date of the latest API change"""
    schema_version: int
    """Number of the latest database migration"""
    postgresql_version: str
    started_at: str
    """Start of the process that responds"""
    keys: list[ApiKeyInfo]
    """Newest first"""
    master_key: MasterKeyInfo
    storage: list[StorageInfo]
    retention: RetentionInfo
    limits: LimitsInfo


class Task(TypedDict):
    """A task"""
    id: str
    """ID (`tsk_…`)"""
    number: int
    """Sequential number within the tenant, shown as T-142"""
    title: str
    description: str
    status: Status
    """Status of the task"""
    priority: Priority
    """Priority of the task"""
    queue: str
    labels: list[str]
    assignee: str | None
    delegate: str | None
    parent_id: str | None
    """Parent task"""
    due_at: str | None
    not_before: str | None
    fairness_key: NotRequired[str]
    """Only present if it was set"""
    blocked_by: NotRequired[list[str]]
    """Only present if it was set"""
    output_schema: NotRequired[dict[str, Any]]
    """Only present if it was set"""
    checklist: NotRequired[list[ChecklistItem]]
    """Only present if it was set"""
    input: Any
    """Input of the work"""
    result: Any
    """Result of the work"""
    fields: dict[str, Any]
    origin: Origin
    source: str | None
    external_id: str | None
    settled_at: str | None
    """When the system the task came from or was pushed to confirmed the outcome"""
    version: int
    """Incremented on every change; basis of the ETag"""
    created_by: Actor
    created_at: str
    updated_at: str
    completed_at: str | None


class TaskChange(TypedDict):
    """JSON Merge Patch (RFC 7396): omitted fields are unchanged, null clears a field"""
    title: NotRequired[str]
    """Title of the task"""
    status: NotRequired[Status]
    """Status of the task"""
    description: NotRequired[str]
    """Description in Markdown"""
    priority: NotRequired[Priority]
    """Priority of the task"""
    queue: NotRequired[str]
    """Queue of the task"""
    labels: NotRequired[list[str]]
    """Labels"""
    assignee: NotRequired[str | None]
    """Person responsible for the task"""
    delegate: NotRequired[str | None]
    """Agent that works on the task"""
    parent_id: NotRequired[str | None]
    """Parent task: ID (`tsk_…`) or number (`T-142`)"""
    due_at: NotRequired[str | None]
    """Due date"""
    not_before: NotRequired[str | None]
    """Earliest start"""
    fairness_key: NotRequired[str]
    """Tasks of a queue with different keys, such as customers, are claimed in turns, however many tasks one key has"""
    blocked_by: NotRequired[list[str]]
    """Tasks that must be completed, canceled or deleted before this one can be claimed. Reopening one of them later does not block it again."""
    output_schema: NotRequired[dict[str, Any]]
    """JSON Schema (2020-12) that the result of a run must match, up to 16 KiB; `{}` accepts any. An update replaces the whole schema."""
    checklist: NotRequired[list[TaskChangeChecklistItem]]
    """Checklist, in this order. An update replaces the whole list: send it with `If-Match`, so that no change of someone else is lost."""
    input: NotRequired[Any]
    """Input of the work"""
    result: NotRequired[Any]
    """Result of the work"""
    fields: NotRequired[dict[str, Any]]
    """Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked."""


class TaskChangeChecklistItem(TypedDict):
    id: NotRequired[str]
    """Keeps the item the same when its text changes. Without it, the item with the same text keeps its ID, and a new one gets an ID."""
    text: str
    """What to do"""
    checked: NotRequired[bool]
    """Whether it is done. Default: `false`"""


class TaskClaimRequest(TypedDict):
    agent: NotRequired[str]
    """Name of the agent that claims. Required with an API key. With an agent token, omit it: the token identifies the agent."""
    lease_seconds: NotRequired[int]
    """Duration of the lease in seconds; each heartbeat renews it. Default: `300`"""


class TaskCounts(TypedDict):
    """Counts of tasks"""
    total: int
    total_is_at_least: bool
    """Whether `total` is a lower bound"""
    groups: list[TaskGroup]
    """All statuses or priorities in their order; of other fields, the 200 largest groups. A task counts under each of its labels."""
    has_more: bool
    """Whether there are more groups than listed"""


class TaskCreate(TypedDict):
    """Only `title` is required"""
    title: str
    """Title of the task"""
    status: NotRequired[InitialStatus]
    """Initial status. Default: `ready`"""
    description: NotRequired[str]
    """Description in Markdown"""
    priority: NotRequired[Priority]
    """Priority of the task"""
    queue: NotRequired[str]
    """Queue of the task"""
    labels: NotRequired[list[str]]
    """Labels"""
    assignee: NotRequired[str | None]
    """Person responsible for the task"""
    delegate: NotRequired[str | None]
    """Agent that works on the task"""
    parent_id: NotRequired[str | None]
    """Parent task: ID (`tsk_…`) or number (`T-142`)"""
    due_at: NotRequired[str | None]
    """Due date"""
    not_before: NotRequired[str | None]
    """Earliest start"""
    fairness_key: NotRequired[str]
    """Tasks of a queue with different keys, such as customers, are claimed in turns, however many tasks one key has"""
    blocked_by: NotRequired[list[str]]
    """Tasks that must be completed, canceled or deleted before this one can be claimed. Reopening one of them later does not block it again."""
    output_schema: NotRequired[dict[str, Any]]
    """JSON Schema (2020-12) that the result of a run must match, up to 16 KiB; `{}` accepts any. An update replaces the whole schema."""
    checklist: NotRequired[list[TaskCreateChecklistItem]]
    """Checklist, in this order. An update replaces the whole list: send it with `If-Match`, so that no change of someone else is lost."""
    input: NotRequired[Any]
    """Input of the work"""
    result: NotRequired[Any]
    """Result of the work"""
    fields: NotRequired[dict[str, Any]]
    """Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked."""
    source: NotRequired[str]
    """External system of the task; unique per tenant together with `external_id`"""
    external_id: NotRequired[str]
    """ID of the task in the external system"""


class TaskCreateChecklistItem(TypedDict):
    id: NotRequired[str]
    """Keeps the item the same when its text changes. Without it, the item with the same text keeps its ID, and a new one gets an ID."""
    text: str
    """What to do"""
    checked: NotRequired[bool]
    """Whether it is done. Default: `false`"""


class TaskEvent(TypedDict):
    id: str
    """ID (`evt_…`)"""
    type: EventType
    timestamp: str
    tenant: str
    actor: Actor
    data: Task
    previous: dict[str, Any]
    """Earlier values of the changed fields"""
    changed: list[str]
    """Names of the changed fields"""


class TaskFacets(TypedDict):
    """Values of a field"""
    data: list[TaskFacetsDataItem]
    """In alphabetical order"""
    has_more: bool
    """Whether there may be more values; send a longer `prefix`"""


class TaskFacetsDataItem(TypedDict):
    value: str
    count: int
    """Tasks with this value, counted up to 100"""
    is_at_least: bool
    """Whether `count` is a lower bound"""


class TaskFlow(TypedDict):
    """The flow of tasks through a tenant"""
    as_of: str
    """When the numbers were computed; at most a minute ago"""
    range: OverviewRange
    """The last 24 hours by hour, or the last 7 or 30 days by day. Default: `24h`"""
    time_zone: str
    """Time zone of the tenant settings, in which hours and days start"""
    since: str
    """Start of the range"""
    sources: TaskFlowSources
    """Tasks created in the range that were not deleted since"""
    queues: TaskFlowQueues
    """Tasks that are `ready`"""
    working: TaskFlowWorking
    """Tasks that are `in_progress`"""
    writing_back: TaskFlowWritingBack
    """Tasks completed in the range that wait for the confirmation"""
    confirmed: TaskFlowConfirmed
    """Tasks completed in the range that are confirmed"""
    streams: TaskFlowStreams
    rates: TaskFlowRates
    """The last full hour"""
    counted_since: str | None
    """Only tasks that were created, claimed or completed since then are counted, because there are too many; null if all are counted"""


class TaskFlowConfirmed(TypedDict):
    """Tasks completed in the range that are confirmed"""
    count: int
    """Tasks that their external system confirmed"""
    without_origin: int
    """Tasks that no external system has to confirm"""
    completed: BoundedCount
    """Tasks completed in the range that are still completed: `count`, `without_origin` and `writing_back.count` together"""
    nodes: list[FlowNode]
    """The nodes of `writing_back` in the same order"""


class TaskFlowQueues(TypedDict):
    """Tasks that are `ready`"""
    now: BoundedCount
    nodes: list[FlowNode]
    """At most 5, largest first"""


class TaskFlowRates(TypedDict):
    """The last full hour"""
    hour_start: str
    """Start of the last full hour"""
    created: int
    """Tasks created in that hour"""
    claimed: int
    """Tasks claimed by an agent or started in that hour"""
    completed: int
    """Tasks completed in that hour"""
    confirmed: int
    """Tasks completed in the range and confirmed in that hour"""


class TaskFlowSources(TypedDict):
    """Tasks created in the range that were not deleted since"""
    count: BoundedCount
    nodes: list[FlowNode]
    """At most 5, largest first"""


class TaskFlowStreams(TypedDict):
    queued: list[FlowStream]
    """From sources to queues: tasks created in the range"""
    claimed: list[FlowStream]
    """From queues to workers: tasks claimed by an agent or started in the range"""
    completed: list[FlowStream]
    """From workers to write-backs: tasks completed in the range"""
    confirmed: list[FlowStream]
    """From write-backs to confirmed: tasks completed in the range"""


class TaskFlowWorking(TypedDict):
    """Tasks that are `in_progress`"""
    now: BoundedCount
    people: int
    """Of these, tasks without a `delegate`"""
    agents: int
    """Of these, tasks with a `delegate`"""
    nodes: list[FlowNode]
    """At most 5, largest first"""


class TaskFlowWritingBack(TypedDict):
    """Tasks completed in the range that wait for the confirmation"""
    count: int
    """Tasks that their external system has not confirmed yet"""
    older: int
    """Tasks that were completed before the range and are not confirmed either; at most 10,000 are counted"""
    rejected: int
    """Of these, tasks whose last write-back failed or has a conflict"""
    held: int
    """Of these, tasks that cannot be sent because the integration is paused, stopped or its connector is offline"""
    nodes: list[TaskFlowWritingBackNodesItem]
    """At most 5: the external systems, and `no_origin`, which has nothing to confirm"""


class TaskFlowWritingBackNodesItem(TypedDict):
    kind: FlowNodeKind
    """`integration`: tasks of an integration. `source`: other tasks with a `source`. `api`: without one. `people`: tasks without a `delegate`. `no_origin`: no external system has to confirm them. `more`: the sum of all other nodes of the stage."""
    id: str
    """ID of the integration, name of the source, queue or agent; empty for kinds of which a stage has one node"""
    name: str
    """Display name; for `more`, the number of nodes"""
    count: int
    """Tasks of the node, counted as the stage"""
    rejected: int
    """Of these, tasks whose last write-back failed or has a conflict"""
    held: int
    """Of these, tasks that cannot be sent because the integration is paused, stopped or its connector is offline"""


class TaskGroup(TypedDict):
    value: str | None
    """Value of the field; null for tasks without an assignee or delegate"""
    count: int
    is_at_least: bool
    """Whether `count` is a lower bound"""


TaskGrouping = Literal[
    "status",
    "priority",
    "assignee",
    "delegate",
    "queue",
    "label",
]


class TaskPage(TypedDict):
    """A page of tasks"""
    data: list[Task]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class TaskTake(TypedDict):
    assignee: NotRequired[str]
    """Person responsible for the task"""


class TaskTransition(TypedDict):
    to: Status
    """Status of the task"""
    result: NotRequired[Any]
    """Result of the work"""


class TaskUpsert(TypedDict):
    """Creates the task, or updates the given fields of the existing one"""
    title: str
    """Title of the task"""
    status: NotRequired[Status]
    """Status of the task"""
    description: NotRequired[str]
    """Description in Markdown"""
    priority: NotRequired[Priority]
    """Priority of the task"""
    queue: NotRequired[str]
    """Queue of the task"""
    labels: NotRequired[list[str]]
    """Labels"""
    assignee: NotRequired[str | None]
    """Person responsible for the task"""
    delegate: NotRequired[str | None]
    """Agent that works on the task"""
    parent_id: NotRequired[str | None]
    """Parent task: ID (`tsk_…`) or number (`T-142`)"""
    due_at: NotRequired[str | None]
    """Due date"""
    not_before: NotRequired[str | None]
    """Earliest start"""
    fairness_key: NotRequired[str]
    """Tasks of a queue with different keys, such as customers, are claimed in turns, however many tasks one key has"""
    blocked_by: NotRequired[list[str]]
    """Tasks that must be completed, canceled or deleted before this one can be claimed. Reopening one of them later does not block it again."""
    output_schema: NotRequired[dict[str, Any]]
    """JSON Schema (2020-12) that the result of a run must match, up to 16 KiB; `{}` accepts any. An update replaces the whole schema."""
    checklist: NotRequired[list[TaskUpsertChecklistItem]]
    """Checklist, in this order. An update replaces the whole list: send it with `If-Match`, so that no change of someone else is lost."""
    input: NotRequired[Any]
    """Input of the work"""
    result: NotRequired[Any]
    """Result of the work"""
    fields: NotRequired[dict[str, Any]]
    """Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked."""


class TaskUpsertChecklistItem(TypedDict):
    id: NotRequired[str]
    """Keeps the item the same when its text changes. Without it, the item with the same text keeps its ID, and a new one gets an ID."""
    text: str
    """What to do"""
    checked: NotRequired[bool]
    """Whether it is done. Default: `false`"""


class Template(TypedDict):
    """Values of a task that is created again and again"""
    id: str
    """ID (`tpl_…`)"""
    name: str
    task: TemplateTask
    version: int
    """Incremented on every change; basis of the ETag"""
    created_by: Actor
    created_at: str
    updated_at: str


class TemplateChange(TypedDict):
    """JSON Merge Patch (RFC 7396): omitted fields are unchanged, null removes a value"""
    name: NotRequired[str]
    """Display name"""
    task: NotRequired[TemplateChangeTask]
    """Values to change; null removes one"""


class TemplateChangeTask(TypedDict):
    """Values to change; null removes one"""
    title: NotRequired[str]
    """Title of the task"""
    description: NotRequired[str | None]
    """Description in Markdown"""
    priority: NotRequired[Priority | None]
    """Priority of the task"""
    queue: NotRequired[str | None]
    """Queue of the task"""
    labels: NotRequired[list[str] | None]
    """Labels"""
    assignee: NotRequired[str | None]
    """Person responsible for the task"""
    delegate: NotRequired[str | None]
    """Agent that works on the task"""
    fields: NotRequired[dict[str, Any] | None]
    """Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked."""
    due_in: NotRequired[str | None]
    """Due date, counted from the creation of the task: hours (`4h`), days (`3d`) or weeks (`2w`). Days and weeks keep the time of day in the time zone of the schedule, or of the tenant."""


class TemplateCreate(TypedDict):
    name: str
    """Display name"""
    task: TemplateTask


class TemplatePage(TypedDict):
    """A page of templates, oldest first"""
    data: list[Template]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class TemplateTask(TypedDict):
    """Values of the task. Only `title` is required"""
    title: str
    """Title of the task"""
    description: NotRequired[str]
    """Description in Markdown"""
    priority: NotRequired[Priority]
    """Priority of the task"""
    queue: NotRequired[str]
    """Queue of the task"""
    labels: NotRequired[list[str]]
    """Labels"""
    assignee: NotRequired[str | None]
    """Person responsible for the task"""
    delegate: NotRequired[str | None]
    """Agent that works on the task"""
    fields: NotRequired[dict[str, Any]]
    """Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked."""
    due_in: NotRequired[str]
    """Due date, counted from the creation of the task: hours (`4h`), days (`3d`) or weeks (`2w`). Days and weeks keep the time of day in the time zone of the schedule, or of the tenant."""


class TemplateUse(TypedDict):
    """Values that replace those of the template; `fields` are merged"""
    title: NotRequired[str]
    """Title of the task"""
    description: NotRequired[str]
    """Description in Markdown"""
    priority: NotRequired[Priority]
    """Priority of the task"""
    queue: NotRequired[str]
    """Queue of the task"""
    labels: NotRequired[list[str]]
    """Labels"""
    assignee: NotRequired[str | None]
    """Person responsible for the task"""
    delegate: NotRequired[str | None]
    """Agent that works on the task"""
    due_at: NotRequired[str | None]
    """Due date"""
    not_before: NotRequired[str | None]
    """Earliest start"""
    fairness_key: NotRequired[str]
    """Tasks of a queue with different keys, such as customers, are claimed in turns, however many tasks one key has"""
    output_schema: NotRequired[dict[str, Any]]
    """JSON Schema (2020-12) that the result of a run must match, up to 16 KiB; `{}` accepts any. An update replaces the whole schema."""
    checklist: NotRequired[list[TemplateUseChecklistItem]]
    """Checklist, in this order. An update replaces the whole list: send it with `If-Match`, so that no change of someone else is lost."""
    input: NotRequired[Any]
    """Input of the work"""
    result: NotRequired[Any]
    """Result of the work"""
    fields: NotRequired[dict[str, Any]]
    """Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked."""
    parent_id: NotRequired[str | None]
    """Parent task: ID (`tsk_…`) or number (`T-142`)"""
    blocked_by: NotRequired[list[str]]
    """Tasks that must be completed, canceled or deleted before this one can be claimed. Reopening one of them later does not block it again."""


class TemplateUseChecklistItem(TypedDict):
    id: NotRequired[str]
    """Keeps the item the same when its text changes. Without it, the item with the same text keeps its ID, and a new one gets an ID."""
    text: str
    """What to do"""
    checked: NotRequired[bool]
    """Whether it is done. Default: `false`"""


TestEvidence = Literal[
    "real server",
    "vendor contract",
    "vendor SDK",
    "untested live",
]


TextFormat = Literal[
    "markdown",
    "textile",
    "html",
    "plain",
]


TimeoutAction = Literal[
    "fail",
    "release",
    "answer",
]


class Usage(TypedDict):
    seconds: int
    """Working time in seconds"""
    calls: int
    """Requests that change runs"""
    effects: int
    """Completed tasks with a `source`"""
    declared_tokens: int
    """Tokens, as declared by the agent"""
    declared_cost: float
    """Cost, as declared by the agent"""


class View(TypedDict):
    """A saved view of tasks"""
    id: str
    """ID (`viw_…`)"""
    name: str
    kind: ViewKind
    """Layout"""
    query: ViewQuery
    columns: list[str] | None
    """Columns of the list and of its export, in their order: fields of a task, or custom fields such as `field:severity`; `null`: not chosen. The dashboard always shows number, title, status and priority."""
    shared: bool
    """true: visible to and editable by everyone in the tenant; false: private to the owner"""
    owner: Actor
    position: int
    """Position among the views; views with the same position are sorted by age, oldest first"""
    version: int
    """Incremented on every change; basis of the ETag"""
    created_at: str
    updated_at: str


class ViewChange(TypedDict):
    """JSON Merge Patch (RFC 7396): omitted fields are unchanged, null removes a filter"""
    name: NotRequired[str]
    """Display name"""
    kind: NotRequired[ViewKind]
    """Layout"""
    query: NotRequired[ViewChangeQuery]
    """Filters to change; null removes one"""
    columns: NotRequired[list[str] | None]
    """Columns of the list and of its export, in their order: fields of a task, or custom fields such as `field:severity`; `null`: not chosen. The dashboard always shows number, title, status and priority."""
    shared: NotRequired[bool]
    """true: visible to and editable by everyone in the tenant; false: private to the owner"""
    position: NotRequired[int]
    """Position among the views; views with the same position are sorted by age, oldest first"""


class ViewChangeQuery(TypedDict):
    """Filters to change; null removes one"""
    status: NotRequired[list[Status] | None]
    """Any of these statuses; repeatable"""
    priority: NotRequired[list[Priority] | None]
    """Any of these priorities; repeatable"""
    queue: NotRequired[str | None]
    """Queue of the task"""
    label: NotRequired[list[str] | None]
    """All of these labels; repeatable"""
    assignee: NotRequired[str | None]
    """Person responsible for the task"""
    unassigned: NotRequired[bool | None]
    """true: only unassigned tasks; false: only assigned tasks"""
    delegate: NotRequired[str | None]
    """Agent that works on the task"""
    delegated: NotRequired[bool | None]
    """true: only tasks with a delegate; false: only tasks without"""
    parent: NotRequired[str | None]
    """Task ID (`tsk_…`) or number (`T-142`)"""
    source: NotRequired[str | None]
    """External system of the task; unique per tenant together with `external_id`"""
    has_source: NotRequired[bool | None]
    """true: only tasks with a source; false: only tasks without"""
    integration: NotRequired[str | None]
    """Tasks that this integration created; `none`: tasks that no integration created"""
    confirmation: NotRequired[Confirmation | None]
    """Completed tasks of integrations. `pending`: the external system has not confirmed the completion yet. `confirmed`: it has."""
    created_since: NotRequired[str | None]
    """Created at or after: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w`"""
    created_before: NotRequired[str | None]
    """Created before: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w`"""
    updated_since: NotRequired[str | None]
    """Updated at or after: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w`"""
    updated_before: NotRequired[str | None]
    """Updated before: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w`"""
    due_since: NotRequired[str | None]
    """Due at or after: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w`"""
    due_before: NotRequired[str | None]
    """Due before: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w`"""
    field: NotRequired[list[str] | None]
    """Custom fields by their key: `severity:is:high`; `amount:from:10` and `amount:to:20` for numbers and dates, both inclusive; `customer:set` and `customer:unset`. Repeatable: several `is` of one field match any of them, everything else must match together. Texts are compared without case and accents."""
    q: NotRequired[str | None]
    """Search without case and accents: parts of words in title, external ID, labels and fields, beginnings of words in the description; supports "quoted phrase", or, -excluded"""
    sort: NotRequired[str | None]
    """Prefix `-` for descending. Ascending priority starts with urgent; tasks without a due date sort as due last. `field:` and a key sort by a custom field, choices in their order; tasks without a value come last in both directions."""
    group_by: NotRequired[TaskGrouping | None]
    """Count the tasks for each value of this field"""


class ViewCreate(TypedDict):
    """Only `name` is required. Without `position` the view is added at the end."""
    name: str
    """Display name"""
    kind: NotRequired[ViewKind]
    """Layout. Default: `list`"""
    query: NotRequired[ViewQuery]
    columns: NotRequired[list[str] | None]
    """Columns of the list and of its export, in their order: fields of a task, or custom fields such as `field:severity`; `null`: not chosen. The dashboard always shows number, title, status and priority."""
    shared: NotRequired[bool]
    """true: visible to and editable by everyone in the tenant; false: private to the owner"""
    position: NotRequired[int]
    """Position among the views; views with the same position are sorted by age, oldest first"""


ViewKind = Literal[
    "list",
    "board",
]


class ViewPage(TypedDict):
    """A page of views, by position"""
    data: list[View]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class ViewQuery(TypedDict):
    """Filters, sort order and grouping, as in the list of tasks"""
    status: NotRequired[list[Status]]
    """Any of these statuses; repeatable"""
    priority: NotRequired[list[Priority]]
    """Any of these priorities; repeatable"""
    queue: NotRequired[str]
    """Queue of the task"""
    label: NotRequired[list[str]]
    """All of these labels; repeatable"""
    assignee: NotRequired[str]
    """Person responsible for the task"""
    unassigned: NotRequired[bool]
    """true: only unassigned tasks; false: only assigned tasks"""
    delegate: NotRequired[str]
    """Agent that works on the task"""
    delegated: NotRequired[bool]
    """true: only tasks with a delegate; false: only tasks without"""
    parent: NotRequired[str]
    """Task ID (`tsk_…`) or number (`T-142`)"""
    source: NotRequired[str]
    """External system of the task; unique per tenant together with `external_id`"""
    has_source: NotRequired[bool]
    """true: only tasks with a source; false: only tasks without"""
    integration: NotRequired[str]
    """Tasks that this integration created; `none`: tasks that no integration created"""
    confirmation: NotRequired[Confirmation]
    """Completed tasks of integrations. `pending`: the external system has not confirmed the completion yet. `confirmed`: it has."""
    created_since: NotRequired[str]
    """Created at or after: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w`"""
    created_before: NotRequired[str]
    """Created before: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w`"""
    updated_since: NotRequired[str]
    """Updated at or after: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w`"""
    updated_before: NotRequired[str]
    """Updated before: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w`"""
    due_since: NotRequired[str]
    """Due at or after: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w`"""
    due_before: NotRequired[str]
    """Due before: a date-time, or a time relative to when the view is opened: `now`, `now+7d`, `now-12h`, `now-2w`"""
    field: NotRequired[list[str]]
    """Custom fields by their key: `severity:is:high`; `amount:from:10` and `amount:to:20` for numbers and dates, both inclusive; `customer:set` and `customer:unset`. Repeatable: several `is` of one field match any of them, everything else must match together. Texts are compared without case and accents."""
    q: NotRequired[str]
    """Search without case and accents: parts of words in title, external ID, labels and fields, beginnings of words in the description; supports "quoted phrase", or, -excluded"""
    sort: NotRequired[str]
    """Prefix `-` for descending. Ascending priority starts with urgent; tasks without a due date sort as due last. `field:` and a key sort by a custom field, choices in their order; tasks without a value come last in both directions."""
    group_by: NotRequired[TaskGrouping]
    """Count the tasks for each value of this field"""


class Webhook(TypedDict):
    """A webhook"""
    id: str
    """ID (`whk_…`)"""
    url: str
    """URL that events are sent to"""
    description: str
    event_types: list[str]
    """Event types; empty means all types"""
    filter: WebhookFilter
    ordering: Ordering
    """`task`: events of one task are delivered in order. This is slower, and a failing delivery delays those after it."""
    enabled: bool
    """Whether events are sent"""
    disabled_reason: WebhookDisabledReason | None
    """`manual`: disabled by a user. `gone`: the receiver responded with 410. `failing`: every attempt failed for days."""
    header_names: list[str]
    """Names of the custom headers"""
    failing_since: str | None
    """Since when every attempt has failed"""
    secret_state: SecretState
    """`needs_reentry`: the secret or the headers can no longer be decrypted because the master key is lost. Rotate the secret and send the headers again."""
    rotation: WebhookRotation | None
    """Set while deliveries are signed with both secrets"""
    version: int
    """Incremented on every change; basis of the ETag"""
    created_by: Actor
    created_at: str
    updated_at: str


class WebhookChange(TypedDict):
    """JSON Merge Patch (RFC 7396): omitted fields are unchanged, null clears a field"""
    url: NotRequired[str]
    """URL that events are sent to; must be https unless the operator allows http"""
    description: NotRequired[str]
    """Description"""
    event_types: NotRequired[list[EventTypeSelector]]
    """Event types, or all of one kind (`task.*`); empty means all types"""
    enabled: NotRequired[bool]
    """Whether events are sent"""
    filter: NotRequired[dict[str, list[str | float | bool | None] | None] | None]
    """Accepted values by path (`data.status`, `data.labels`, `data.fields.customer`, `changed`, `actor.kind`). An event matches if every path has one of its values; an array matches if one of its elements does."""
    headers: NotRequired[dict[str, str | None] | None]
    """Custom headers, such as Authorization. Values are encrypted and never returned; `header_names` lists the names. null removes one header, or all. A change of the origin (scheme, host or port) of `url` removes every stored header that is not sent again in the same request."""


class WebhookCreate(TypedDict):
    """Only `url` is required"""
    url: str
    """URL that events are sent to; must be https unless the operator allows http"""
    description: NotRequired[str]
    """Description"""
    event_types: NotRequired[list[EventTypeSelector]]
    """Event types, or all of one kind (`task.*`); empty means all types"""
    enabled: NotRequired[bool]
    """Whether events are sent"""
    ordering: NotRequired[Ordering]
    """`task`: events of one task are delivered in order. This is slower, and a failing delivery delays those after it."""
    filter: NotRequired[dict[str, list[str | float | bool | None]]]
    """Accepted values by path (`data.status`, `data.labels`, `data.fields.customer`, `changed`, `actor.kind`). An event matches if every path has one of its values; an array matches if one of its elements does."""
    headers: NotRequired[dict[str, str]]
    """Custom headers, such as Authorization. Values are encrypted and never returned; `header_names` lists the names."""
    secret: NotRequired[str]
    """`whsec_` followed by 24 to 64 bytes in Base64; generated if omitted"""


WebhookDisabledReason = Literal[
    "manual",
    "gone",
    "failing",
]


class WebhookEvent(TypedDict):
    id: str
    """ID (`evt_…`)"""
    type: EventType
    timestamp: str
    tenant: str
    actor: Actor
    data: Webhook
    previous: dict[str, Any]
    """Earlier values of the changed fields"""
    changed: list[str]
    """Names of the changed fields"""


WebhookFilter: TypeAlias = "dict[str, list[str | float | bool | None]]"


class WebhookHealth(TypedDict):
    """Deliveries that were created in the last 24 hours"""
    webhook_id: str
    """ID (`whk_…`)"""
    state: WebhookState
    """`failing`: every attempt since `failing_since` of the webhook has failed. `unused`: there were no deliveries."""
    delivered: int
    """Delivered"""
    failed: int
    """Ran out of retries, or canceled"""
    pending: int
    """Waiting for the first attempt or a retry"""
    attempted: int
    """With at least one attempt, whatever its result"""
    success_rate: float | None
    """Delivered, as a fraction of delivered and failed; null if there are none"""
    latency_ms: WebhookHealthLatencyMs | None
    """Response time of attempts that were delivered; null if there are none"""
    last_success_at: str | None
    """Latest successful attempt"""
    last_failure_at: str | None
    """Latest attempt of a delivery that is not delivered"""
    hours: list[WebhookHealthHoursItem]
    """The same for each of the last 24 hours, by creation of the delivery, oldest first; the last one is the current hour"""
    counted_since: str
    """Later than the first hour if there were too many deliveries to count; then all numbers cover only the newest deliveries"""


class WebhookHealthDetail(TypedDict):
    """The health of a webhook with its last and next attempt"""
    webhook_id: str
    """ID (`whk_…`)"""
    state: WebhookState
    """`failing`: every attempt since `failing_since` of the webhook has failed. `unused`: there were no deliveries."""
    delivered: int
    """Delivered"""
    failed: int
    """Ran out of retries, or canceled"""
    pending: int
    """Waiting for the first attempt or a retry"""
    attempted: int
    """With at least one attempt, whatever its result"""
    success_rate: float | None
    """Delivered, as a fraction of delivered and failed; null if there are none"""
    latency_ms: WebhookHealthDetailLatencyMs | None
    """Response time of attempts that were delivered; null if there are none"""
    last_success_at: str | None
    """Latest successful attempt"""
    last_failure_at: str | None
    """Latest attempt of a delivery that is not delivered"""
    hours: list[WebhookHealthDetailHoursItem]
    """The same for each of the last 24 hours, by creation of the delivery, oldest first; the last one is the current hour"""
    counted_since: str
    """Later than the first hour if there were too many deliveries to count; then all numbers cover only the newest deliveries"""
    last_attempt: WebhookHealthDetailLastAttempt | None
    """The delivery with the latest attempt, also if it was created earlier; null without an attempt"""
    next_attempt_at: str | None
    """Time of the next attempt; in the past if it is due, null if no delivery is pending. After repeated failures, attempts to a receiver pause for up to 5 minutes."""
    disables_at: str | None
    """When the webhook is disabled if every attempt fails until then"""
    response_times: list[WebhookHealthDetailResponseTimesItem]
    """For each of the last 24 hours, by time of the attempt, oldest first; the last one is the current hour"""


class WebhookHealthDetailHoursItem(TypedDict):
    since: str
    delivered: int
    """Delivered"""
    failed: int
    """Ran out of retries, or canceled"""
    pending: int
    """Waiting for the first attempt or a retry"""


class WebhookHealthDetailLastAttempt(TypedDict):
    """The delivery with the latest attempt, also if it was created earlier; null without an attempt"""
    id: str
    """ID (`dlv_…`)"""
    webhook_id: str
    """ID (`whk_…`)"""
    event_id: str
    """ID of the event; sent as `webhook-id` with every attempt"""
    event_type: str
    event_at: str
    """When the event happened"""
    task_number: int | None
    """Number of the task of the event, if the task still exists"""
    status: DeliveryStatus
    """`pending`: waiting for the first attempt or a retry. `failed`: ran out of retries. `canceled`: the webhook was disabled or deleted first."""
    attempt_count: int
    round: int
    """How often it was resent manually"""
    attempted_at: str | None
    """Time of the latest attempt"""
    next_attempt_at: str | None
    duration_ms: int | None
    status_code: int | None
    """HTTP status of the response; null without a response"""
    error: DeliveryError | None
    """Why the latest attempt failed"""
    created_at: str


class WebhookHealthDetailLatencyMs(TypedDict):
    """Response time of attempts that were delivered; null if there are none"""
    p50: int
    p95: int


class WebhookHealthDetailResponseTimesItem(TypedDict):
    since: str
    latency_ms: WebhookHealthDetailResponseTimesItemLatencyMs | None
    """Response time of attempts that were delivered; null if there are none"""


class WebhookHealthDetailResponseTimesItemLatencyMs(TypedDict):
    """Response time of attempts that were delivered; null if there are none"""
    p50: int
    p95: int


class WebhookHealthHoursItem(TypedDict):
    since: str
    delivered: int
    """Delivered"""
    failed: int
    """Ran out of retries, or canceled"""
    pending: int
    """Waiting for the first attempt or a retry"""


class WebhookHealthLatencyMs(TypedDict):
    """Response time of attempts that were delivered; null if there are none"""
    p50: int
    p95: int


class WebhookHealthPage(TypedDict):
    """A page of webhook health, in the same order as the list of webhooks"""
    data: list[WebhookHealth]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class WebhookPage(TypedDict):
    """A page of webhooks, oldest first"""
    data: list[Webhook]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class WebhookRetryResult(TypedDict):
    count: int
    """Pending deliveries that are attempted now"""
    has_more: bool
    """Whether there are more than the 100,000 of one request; repeat the request"""


class WebhookRotation(TypedDict):
    """Set while deliveries are signed with both secrets"""
    expires_at: str
    """Until when deliveries are also signed with the previous secret"""


WebhookSetup = Literal[
    "none",
    "manual",
    "automatic",
]


WebhookState = Literal[
    "working",
    "failing",
    "disabled",
    "unused",
]


class WebhookWithSecret(TypedDict):
    """The webhook with its new secret"""
    id: str
    """ID (`whk_…`)"""
    url: str
    """URL that events are sent to"""
    description: str
    event_types: list[str]
    """Event types; empty means all types"""
    filter: WebhookFilter
    ordering: Ordering
    """`task`: events of one task are delivered in order. This is slower, and a failing delivery delays those after it."""
    enabled: bool
    """Whether events are sent"""
    disabled_reason: WebhookDisabledReason | None
    """`manual`: disabled by a user. `gone`: the receiver responded with 410. `failing`: every attempt failed for days."""
    header_names: list[str]
    """Names of the custom headers"""
    failing_since: str | None
    """Since when every attempt has failed"""
    secret_state: SecretState
    """`needs_reentry`: the secret or the headers can no longer be decrypted because the master key is lost. Rotate the secret and send the headers again."""
    rotation: WebhookWithSecretRotation | None
    """Set while deliveries are signed with both secrets"""
    version: int
    """Incremented on every change; basis of the ETag"""
    created_by: Actor
    created_at: str
    updated_at: str
    secret: NotRequired[str]
    """Signing secret (Standard Webhooks). Returned only once: a retry with the same `Idempotency-Key` does not return it again."""


class WebhookWithSecretRotation(TypedDict):
    """Set while deliveries are signed with both secrets"""
    expires_at: str
    """Until when deliveries are also signed with the previous secret"""


WeekStart = Literal[
    "monday",
    "saturday",
    "sunday",
]


Weekday = Literal[
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
]


Winner = Literal[
    "service",
    "remote",
]


WorkerKind = Literal[
    "person",
    "agent",
]


class WorkerLoad(TypedDict):
    kind: WorkerKind
    name: str
    """`assignee` or `delegate` of the tasks"""
    open: BoundedCount
    in_progress: int
    """Of these, tasks in progress"""
    completed: int
    """Tasks completed in the range"""


class WriteBack(TypedDict):
    """A write-back: a change that is pushed to the external system"""
    id: str
    """ID (`wbk_…`)"""
    integration_id: str
    """ID (`int_…`)"""
    link_id: str
    """ID (`lnk_…`)"""
    task_id: str
    """ID (`tsk_…`)"""
    kind: EffectKind
    wanted: dict[str, Any]
    """Values to write, by field of the external system"""
    comment_id: str | None
    """ID (`cmt_…`)"""
    approval_id: str | None
    """Approval that it is sent with, or waits for"""
    task_version: int
    state: WriteBackState
    """`awaiting_approval`: an effect of an agent that a person has not approved, or that has not been sent since. `planned`: queued. `sent`: written, not confirmed yet. `confirmed`: read back from the external system. `superseded`: replaced by a newer change."""
    tries: int
    next_try_at: str | None
    skipped: list[WriteBackSkippedItem]
    error: WriteBackError | None
    planned_at: str
    sent_at: str | None
    ended_at: str | None


class WriteBackError(TypedDict):
    kind: str
    message: str
    vendor_text: NotRequired[str]
    fix: NotRequired[str]


class WriteBackPage(TypedDict):
    """A page of write-backs, newest first"""
    data: list[WriteBack]
    next_cursor: str | None
    """Send it back as `cursor` to get the next page; null on the last page"""


class WriteBackSkippedItem(TypedDict):
    field: str
    why: str


WriteBackState = Literal[
    "awaiting_approval",
    "planned",
    "sent",
    "confirmed",
    "conflict",
    "failed",
    "superseded",
]


class _Event(TypedDict):
    id: str
    timestamp: str
    tenant: str
    actor: Actor
    previous: dict[str, Any]
    changed: list[str]


class TaskCreatedEvent(_Event):
    """A task was created."""
    type: Literal["task.created"]
    data: Task


class TaskUpdatedEvent(_Event):
    """Fields of a task changed, but not its status."""
    type: Literal["task.updated"]
    data: Task


class TaskTriagedEvent(_Event):
    """A task was moved back to `triage`."""
    type: Literal["task.triaged"]
    data: Task


class TaskReadiedEvent(_Event):
    """A task moved to `ready`."""
    type: Literal["task.readied"]
    data: Task


class TaskStartedEvent(_Event):
    """A task moved to `in_progress`: work started or resumed."""
    type: Literal["task.started"]
    data: Task


class TaskInputRequestedEvent(_Event):
    """A task moved to `input_required`: work is blocked until someone replies."""
    type: Literal["task.input_requested"]
    data: Task


class TaskReviewRequestedEvent(_Event):
    """A task moved to `in_review`."""
    type: Literal["task.review_requested"]
    data: Task


class TaskCompletedEvent(_Event):
    """A task was completed."""
    type: Literal["task.completed"]
    data: Task


class TaskFailedEvent(_Event):
    """A task failed."""
    type: Literal["task.failed"]
    data: Task


class TaskCanceledEvent(_Event):
    """A task was canceled."""
    type: Literal["task.canceled"]
    data: Task


class TaskReopenedEvent(_Event):
    """A completed, failed or canceled task was moved back to `ready`."""
    type: Literal["task.reopened"]
    data: Task


class TaskSettledEvent(_Event):
    """The external system that the task came from or was pushed to confirmed its outcome."""
    type: Literal["task.settled"]
    data: Task


class TaskSyncConflictEvent(_Event):
    """The same field was changed on a task and on its linked external item; `data` is the conflict."""
    type: Literal["task.sync_conflict"]
    data: Conflict


class TaskSourceChangedEvent(_Event):
    """A task was finished, but its database row had changed in the meantime. Nothing was written; `data` is the conflict with both versions."""
    type: Literal["task.source_changed"]
    data: Conflict


class TaskDeletedEvent(_Event):
    """A task was deleted; `data` is its last state."""
    type: Literal["task.deleted"]
    data: Task


class CommentCreatedEvent(_Event):
    """A comment was created."""
    type: Literal["comment.created"]
    data: Comment


class CommentUpdatedEvent(_Event):
    """A comment was edited."""
    type: Literal["comment.updated"]
    data: Comment


class CommentDeletedEvent(_Event):
    """A comment was deleted; `data` is its last state."""
    type: Literal["comment.deleted"]
    data: Comment


class AttachmentCreatedEvent(_Event):
    """A file was attached to a task; `data` does not have its content."""
    type: Literal["attachment.created"]
    data: Attachment


class AttachmentDeletedEvent(_Event):
    """An attachment was deleted. Not sent when its task is deleted."""
    type: Literal["attachment.deleted"]
    data: Attachment


class RunStartedEvent(_Event):
    """An agent claimed a task."""
    type: Literal["run.started"]
    data: Run


class RunParkedEvent(_Event):
    """An agent asked a question, or its effects need an approval. The run waits, without a lease."""
    type: Literal["run.parked"]
    data: Run


class RunResumedEvent(_Event):
    """A parked run was resumed by its agent."""
    type: Literal["run.resumed"]
    data: Run


class RunCompletedEvent(_Event):
    """An agent completed a task."""
    type: Literal["run.completed"]
    data: Run


class RunFailedEvent(_Event):
    """An agent reported an error, or its question expired with `on_timeout` `fail`."""
    type: Literal["run.failed"]
    data: Run


class RunReleasedEvent(_Event):
    """An agent released a task, or its question expired with `on_timeout` `release`."""
    type: Literal["run.released"]
    data: Run


class RunExpiredEvent(_Event):
    """A lease ended without a heartbeat: see `end_reason`."""
    type: Literal["run.expired"]
    data: Run


class RunCanceledEvent(_Event):
    """A run was stopped, the status of its task was changed by someone else, or the task or the agent was deleted."""
    type: Literal["run.canceled"]
    data: Run


class QuestionAskedEvent(_Event):
    """An agent asked a question."""
    type: Literal["question.asked"]
    data: Question


class QuestionAnsweredEvent(_Event):
    """A question was answered by a person or by its timeout policy."""
    type: Literal["question.answered"]
    data: Question


class QuestionExpiredEvent(_Event):
    """No one answered a question in time, and its timeout policy has no answer."""
    type: Literal["question.expired"]
    data: Question


class QuestionWithdrawnEvent(_Event):
    """A run ended before its question was answered."""
    type: Literal["question.withdrawn"]
    data: Question


class ApprovalRequestedEvent(_Event):
    """Effects of an agent need an approval."""
    type: Literal["approval.requested"]
    data: Approval


class ApprovalApprovedEvent(_Event):
    """A person approved effects of an agent."""
    type: Literal["approval.approved"]
    data: Approval


class ApprovalRejectedEvent(_Event):
    """A person rejected effects of an agent."""
    type: Literal["approval.rejected"]
    data: Approval


class ApprovalChangedEvent(_Event):
    """Effects that need an approval have changed, so that they have to be approved again, or there is nothing left to approve."""
    type: Literal["approval.changed"]
    data: Approval


class ApprovalWithdrawnEvent(_Event):
    """A run ended, or someone else moved the task, before its effects were approved."""
    type: Literal["approval.withdrawn"]
    data: Approval


class AgentCreatedEvent(_Event):
    """An agent was created."""
    type: Literal["agent.created"]
    data: Agent


class AgentUpdatedEvent(_Event):
    """The settings of an agent changed."""
    type: Literal["agent.updated"]
    data: Agent


class AgentPausedEvent(_Event):
    """An agent was paused."""
    type: Literal["agent.paused"]
    data: Agent


class AgentResumedEvent(_Event):
    """A paused agent was resumed."""
    type: Literal["agent.resumed"]
    data: Agent


class AgentDeletedEvent(_Event):
    """An agent was deleted."""
    type: Literal["agent.deleted"]
    data: Agent


class ScheduleCreatedEvent(_Event):
    """A schedule was created."""
    type: Literal["schedule.created"]
    data: Schedule


class ScheduleUpdatedEvent(_Event):
    """The settings of a schedule changed."""
    type: Literal["schedule.updated"]
    data: Schedule


class SchedulePausedEvent(_Event):
    """A schedule was paused."""
    type: Literal["schedule.paused"]
    data: Schedule


class ScheduleResumedEvent(_Event):
    """A paused schedule was resumed."""
    type: Literal["schedule.resumed"]
    data: Schedule


class ScheduleFailedEvent(_Event):
    """An occurrence of a schedule created no task: see `last_error`."""
    type: Literal["schedule.failed"]
    data: Schedule


class ScheduleDeletedEvent(_Event):
    """A schedule was deleted."""
    type: Literal["schedule.deleted"]
    data: Schedule


class WebhookTestEvent(_Event):
    """A test event was requested. It is sent to that webhook only."""
    type: Literal["webhook.test"]
    data: Webhook


class WebhookFailingEvent(_Event):
    """Every attempt of a webhook has failed for days. It will be disabled if this continues."""
    type: Literal["webhook.failing"]
    data: Webhook


class WebhookDisabledEvent(_Event):
    """A webhook was disabled because every attempt failed for days or its receiver responded with 410 Gone."""
    type: Literal["webhook.disabled"]
    data: Webhook


class ConnectorEnrolledEvent(_Event):
    """A connector was enrolled with its token."""
    type: Literal["connector.enrolled"]
    data: ConnectorNews


class ConnectorFrozenEvent(_Event):
    """A connector was locked because its key was used in two places. It must be re-enrolled."""
    type: Literal["connector.frozen"]
    data: ConnectorNews


class ConnectorResyncedEvent(_Event):
    """A connector re-synced after the database was restored. If the connector was offline at that time, a copy of its key may be in use."""
    type: Literal["connector.resynced"]
    data: ConnectorNews


class LinkFrozenEvent(_Event):
    """A sync loop was detected: a field of a linked task kept changing back and forth. Sync of the link is paused until it is resumed."""
    type: Literal["link.frozen"]
    data: Link


class IntegrationFailingEvent(_Event):
    """An integration needs attention or has failed several times in a row."""
    type: Literal["integration.failing"]
    data: IntegrationNews


class IntegrationRecoveredEvent(_Event):
    """A failing integration works again."""
    type: Literal["integration.recovered"]
    data: IntegrationNews


TaskServiceEvent: TypeAlias = Union[
    TaskCreatedEvent,
    TaskUpdatedEvent,
    TaskTriagedEvent,
    TaskReadiedEvent,
    TaskStartedEvent,
    TaskInputRequestedEvent,
    TaskReviewRequestedEvent,
    TaskCompletedEvent,
    TaskFailedEvent,
    TaskCanceledEvent,
    TaskReopenedEvent,
    TaskSettledEvent,
    TaskSyncConflictEvent,
    TaskSourceChangedEvent,
    TaskDeletedEvent,
    CommentCreatedEvent,
    CommentUpdatedEvent,
    CommentDeletedEvent,
    AttachmentCreatedEvent,
    AttachmentDeletedEvent,
    RunStartedEvent,
    RunParkedEvent,
    RunResumedEvent,
    RunCompletedEvent,
    RunFailedEvent,
    RunReleasedEvent,
    RunExpiredEvent,
    RunCanceledEvent,
    QuestionAskedEvent,
    QuestionAnsweredEvent,
    QuestionExpiredEvent,
    QuestionWithdrawnEvent,
    ApprovalRequestedEvent,
    ApprovalApprovedEvent,
    ApprovalRejectedEvent,
    ApprovalChangedEvent,
    ApprovalWithdrawnEvent,
    AgentCreatedEvent,
    AgentUpdatedEvent,
    AgentPausedEvent,
    AgentResumedEvent,
    AgentDeletedEvent,
    ScheduleCreatedEvent,
    ScheduleUpdatedEvent,
    SchedulePausedEvent,
    ScheduleResumedEvent,
    ScheduleFailedEvent,
    ScheduleDeletedEvent,
    WebhookTestEvent,
    WebhookFailingEvent,
    WebhookDisabledEvent,
    ConnectorEnrolledEvent,
    ConnectorFrozenEvent,
    ConnectorResyncedEvent,
    LinkFrozenEvent,
    IntegrationFailingEvent,
    IntegrationRecoveredEvent,
]
"""An event of the feed, the stream or a webhook. A newer server can send types that this version does not know."""
