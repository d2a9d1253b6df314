// The audit log of a tenant: who did what to which object. The activity of a task is a part of it.
import { type Static, Type } from 'typebox'
import { FieldChange } from '../activity.ts'
import { ACTOR_KINDS, Actor } from '../actors.ts'
import { AgentName } from '../agents/agents.ts'
import { type EventType, events } from '../events/events.ts'
import { ID_PREFIXES, Id, type IdKind, idPattern } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { worded } from '../patterns.ts'
import { Choice, Closed, Nullable, Text, Timestamp } from '../schema.ts'

/** Acts that are no event: they change nothing that a reader of the event log could follow. */
const QUIET_ACTIONS = [
  'view.created',
  'view.updated',
  'view.deleted',
  'field.created',
  'field.updated',
  'field.deleted',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.tested',
  'webhook.resent',
  'webhook.retried',
  'webhook.recovered',
  'key.created',
  'key.retired',
  'tenant.created',
  'tenant.status_changed',
  'user.created',
  'user.updated',
  'user.disabled',
  'user.enabled',
  'user.password_changed',
  'user.password_set',
  'user.password_reset',
  'user.reset_link_made',
  'user.email_confirmed',
  'user.email_removed',
  'user.signed_in',
  'user.sign_in_failed',
  'user.signed_out',
  'tenant.sign_in_failed',
  'tenant.settings_changed',
  'link.created',
  'link.removed',
  'link.resumed',
  'conflict.resolved',
  'write_back.retried',
  'integration.created',
  'integration.updated',
  'integration.deleted',
  'integration.credential_set',
  'integration.checked',
  'integration.failures_retried',
  'integration.webhook_registered',
  'integration.webhook_unregistered',
  'integration.sync_requested',
  'integration.sync_canceled',
  'connector.created',
  'connector.updated',
  'connector.deleted',
  'connector.token_made',
  'connector.revoked',
  'connector.key_rotated',
  'connector.resynced',
  'connector.statement_run',
  'connector.job_canceled',
  'agent.token_created',
  'agent.token_revoked',
  'run.cancel_requested',
  'question.link_created',
  'approval.spent',
  'approval.confirmed',
  'queue.updated',
  'template.created',
  'template.updated',
  'template.deleted',
  'import.created',
  'import.validated',
  'import.started',
  'import.canceled',
  'import.finished',
  'import.failed',
  'import.deleted',
] as const
export type AuditAction = EventType | (typeof QUIET_ACTIONS)[number]

export const AUDIT_ACTIONS = [
  ...new Set<AuditAction>([...(Object.keys(events) as EventType[]), ...QUIET_ACTIONS]), // keys of the table
].toSorted()

/** What an entry can be about, by the first word of its action; a comment or an attachment is an act on its task. */
export const AUDIT_SUBJECTS = {
  task: 'task',
  comment: 'task',
  attachment: 'task',
  run: 'task',
  question: 'task',
  approval: 'task',
  agent: 'agent',
  queue: 'tenant',
  view: 'view',
  field: 'field',
  template: 'template',
  schedule: 'schedule',
  import: 'import',
  webhook: 'webhook',
  key: 'key',
  tenant: 'tenant',
  user: 'user',
  integration: 'integration',
  link: 'link',
  conflict: 'conflict',
  write_back: 'write_back',
  connector: 'connector',
} as const satisfies Record<string, IdKind>

const subjectKinds = [...new Set<IdKind>(Object.values(AUDIT_SUBJECTS))]
const SubjectId = Type.String({
  pattern: worded(
    `^(${subjectKinds.map((kind) => idPattern(kind)).join('|')}|[Tt]-[1-9][0-9]{0,14})$`,
    'must be the ID of an object, for example tsk_… or whk_…, or the number of a task, for example T-142',
    { echo: true },
  ),
  description: `ID of the object: ${subjectKinds.map((kind) => `\`${ID_PREFIXES[kind]}_…\``).join(', ')}; or the number of a task that was not deleted: \`T-142\``,
})

export const AuditSubject = Closed({
  name: Type.String({
    description:
      'Title of the task; name of the agent, user, integration, connector, view or workspace; description or host of the webhook; last characters of the API key',
  }),
  task_number: Nullable(Type.Integer(), {
    description: 'Number of the task; for a link, conflict or write-back, of its task',
  }),
})
export type AuditSubject = Static<typeof AuditSubject>

export const AuditEntry = Closed(
  {
    id: Id('audit'),
    at: Timestamp(),
    action: Type.String({ description: 'Action, such as `task.completed`' }),
    actor: Actor,
    subject_id: Type.String({
      description: 'ID of the object; for a comment or an attachment, of its task',
    }),
    subject: Nullable(AuditSubject, {
      description: 'What the object is called now; `null` if it was deleted',
    }),
    actor_name: Nullable(Type.String(), {
      description:
        'What the actor is called now: display name of the user, name of the integration or connector, last characters of the API key; `null` for others',
    }),
    request_id: Type.String({ description: 'ID of the request' }),
    changes: Type.Array(FieldChange, {
      description: 'Changed fields with the value before and after',
    }),
  },
  { description: 'An audit entry' },
)
export type AuditEntry = Static<typeof AuditEntry>

const filters = {
  actor_kind: Type.Optional(Choice(ACTOR_KINDS, { description: 'By actors of this kind' })),
  actor_id: Type.Optional(
    Text({ minLength: 1, maxLength: 200, description: 'By this actor (`actor.id`)' }),
  ),
  action: Type.Optional(
    Type.Array(Choice(AUDIT_ACTIONS), {
      minItems: 1,
      maxItems: 50,
      description: 'Any of these actions; repeatable',
    }),
  ),
  subject_id: Type.Optional(SubjectId),
  effects_of: Type.Optional(
    Type.Unsafe<string>({
      ...AgentName,
      description:
        'Only what became of the effects of this agent: `approval.*` from the request to the confirmation',
    }),
  ),
  since: Type.Optional(Timestamp('At or after')),
  until: Type.Optional(Timestamp('Before')),
}
const AuditFilter = Closed(filters)
export type AuditFilter = Static<typeof AuditFilter>

export const AuditListQuery = Closed({ ...pageQuery, ...filters })
export type AuditListQuery = Static<typeof AuditListQuery>

export const AuditPage = Page(
  AuditEntry,
  'A page of entries, newest first. With filters a page may have fewer than `limit` entries, even none, and still have a `next_cursor`: follow it to continue the search.',
)

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const
export const AuditExportQuery = Closed({
  format: Type.Optional(
    Choice(EXPORT_FORMATS, {
      default: 'csv',
      description: 'Comma-separated values (RFC 4180), or one JSON object per line',
    }),
  ),
  ...filters,
})
export type AuditExportQuery = Static<typeof AuditExportQuery>
