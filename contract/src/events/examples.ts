// One example of every event, and the JSON Schema of its envelope; both are in the event catalog.
import type { Agent } from '../agents/agents.ts'
import type { Approval } from '../agents/approvals.ts'
import type { Question } from '../agents/questions.ts'
import type { Run } from '../agents/runs.ts'
import type { Attachment } from '../attachments.ts'
import type { Comment } from '../comments.ts'
import type { Conflict, IntegrationNews, Link } from '../integrations/links.ts'
import type { Schedule } from '../recurrence/schedules.ts'
import type { Task } from '../tasks/tasks.ts'
import type { Webhook } from '../webhooks/webhooks.ts'
import type { EventEnvelope, EventType } from './events.ts'

const actor = { kind: 'key', id: 'key_01930a1b2c3d70008e4f5a6b7c8d9e0e' } as const
const CREATED_AT = '2026-11-15T09:00:00.000Z'
const CHANGED_AT = '2026-11-15T09:30:00.000Z'

const task: Task = {
  id: 'tsk_01930a1b2c3d70008e4f5a6b7c8d9e0a',
  number: 142,
  title: 'Refund order 1881',
  description: 'The customer was charged twice.',
  status: 'ready',
  priority: 'high',
  queue: 'support',
  labels: ['billing'],
  assignee: 'mara@example.com',
  delegate: null,
  parent_id: null,
  due_at: null,
  not_before: null,
  fairness_key: 'acme',
  blocked_by: ['tsk_01930a1b2c3d70008e4f5a6b7c8d9e09'],
  output_schema: { type: 'object', required: ['refund_id'] },
  checklist: [{ id: 'receipt', text: 'Send the receipt', checked: false }],
  input: { order: 1881 },
  result: null,
  fields: { customer: 'acme' },
  origin: { kind: 'api', integration_id: null, external_id: null, url: null },
  source: null,
  external_id: null,
  settled_at: null,
  version: 1,
  created_by: actor,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  completed_at: null,
}

const comment: Comment = {
  id: 'cmt_01930a1b2c3d70008e4f5a6b7c8d9e0b',
  task_id: task.id,
  body: 'The refund is on its way.',
  author: actor,
  mentions: [],
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
}

const attachment: Attachment = {
  id: 'att_01930a1b2c3d70008e4f5a6b7c8d9e2a',
  task_id: task.id,
  name: 'invoice-1881.pdf',
  bytes: 48_213,
  media_type: 'application/pdf',
  image_type: null,
  sha256: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  created_by: actor,
  created_at: CREATED_AT,
}

const run: Run = {
  id: 'run_01930a1b2c3d70008e4f5a6b7c8d9e1a',
  task_id: task.id,
  agent: 'refund-agent',
  queue: 'support',
  attempt: 1,
  state: 'working',
  end_reason: null,
  lease_expires_at: '2026-11-15T09:35:00.000Z',
  cancel_requested: false,
  progress: { message: 'Checking the payment', percent: 40 },
  plan: null,
  error: null,
  handoff: null,
  approval_id: null,
  usage: { seconds: 0, calls: 1, effects: 0, declared_tokens: 0, declared_cost: 0 },
  created_at: CHANGED_AT,
  waited_seconds: 12.5,
  heartbeat_at: CHANGED_AT,
  ended_at: null,
}

const question: Question = {
  id: 'qst_01930a1b2c3d70008e4f5a6b7c8d9e1b',
  run_id: run.id,
  task_id: task.id,
  agent: run.agent,
  kind: 'choice',
  prompt: 'Which account should get the refund?',
  context: 'The customer has two accounts with the same email address.',
  schema: null,
  options: [
    { value: 'A-1', label: 'Account A-1' },
    { value: 'A-2', label: 'Account A-2' },
  ],
  state: 'open',
  expires_at: null,
  on_timeout: { action: 'release' },
  answer: null,
  note: null,
  answered_by: null,
  answered_at: null,
  acknowledged_at: null,
  created_at: CHANGED_AT,
}

const approval: Approval = {
  id: 'apr_01930a1b2c3d70008e4f5a6b7c8d9e1d',
  task_id: task.id,
  run_id: run.id,
  agent: run.agent,
  state: 'open',
  effects: [
    {
      integration_id: 'int_01930a1b2c3d70008e4f5a6b7c8d9e0c',
      provider: 'redmine',
      link_id: 'lnk_01930a1b2c3d70008e4f5a6b7c8d9e0d',
      external_id: '1881',
      external_key: '#1881',
      kind: 'update',
      fields: { status: { from: '2', to: '5' } },
      comment: null,
      statement: null,
      result_hash: '6d64d4deb26dd91db54efbe01a40b65104e52d97a8f2da04ce7ab5d2a4a65b7c',
      source_revision: '2026-11-15T09:00:00Z',
      mapping: '1f4c6b5a0d8f3c3a7a4e1b9d5c2f8e7d6b5a4c3d2e1f0a9b8c7d6e5f4a3b2c1d',
      run_id: run.id,
      agent: run.agent,
      policy: 'approve',
    },
  ],
  hash: '9b74c9897bac770ffc029102a200c5de1e7c9a3b1e0f3c0d7e5b4a6f8d2c1b0a',
  result: { refund_id: 'R-77' },
  previous: null,
  reason: null,
  decided_by: null,
  decided_at: null,
  receipts: [],
  acknowledged_at: null,
  created_at: CHANGED_AT,
  updated_at: CHANGED_AT,
}
const decided = { decided_by: actor, decided_at: CHANGED_AT }

const noLimits = { seconds: null, calls: null, effects: null }
const agent: Agent = {
  id: 'agn_01930a1b2c3d70008e4f5a6b7c8d9e1c',
  name: run.agent,
  description: 'Refunds orders',
  queues: ['support'],
  concurrency: 5,
  max_attempts: 3,
  reads_external: true,
  reads_beyond_claim: false,
  writes_outward: true,
  run_budget: { ...noLimits, seconds: 900 },
  day_budget: noLimits,
  state: 'active',
  usage_today: { seconds: 0, calls: 0, effects: 0, declared_tokens: 0, declared_cost: 0 },
  working_runs: 0,
  parked_runs: 0,
  last_used_at: null,
  created_by: { kind: 'user', id: 'usr_01930a1b2c3d70008e4f5a6b7c8d9e0a' },
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  version: 1,
}

const schedule: Schedule = {
  id: 'sch_01930a1b2c3d70008e4f5a6b7c8d9e1e',
  name: 'Report',
  template_id: 'tpl_01930a1b2c3d70008e4f5a6b7c8d9e1f',
  rule: {
    frequency: 'weekly',
    interval: 1,
    weekdays: ['monday'],
    time: '09:00',
    time_zone: 'Europe/Berlin',
    starts_on: '2026-11-16',
    ends_on: null,
    count: null,
  },
  state: 'active',
  upcoming: ['2026-11-16T08:00:00.000Z', '2026-11-23T08:00:00.000Z'],
  last_at: null,
  last_task_id: null,
  last_error: null,
  task_count: 0,
  missed_count: 0,
  version: 1,
  created_by: actor,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
}

/** A run that is over, or waits, has no lease. */
const stopped = (change: Partial<Run>) =>
  said({ ...run, lease_expires_at: null, ended_at: CHANGED_AT, ...change })

const webhook: Webhook = {
  id: 'whk_01930a1b2c3d70008e4f5a6b7c8d9e0c',
  url: 'https://example.com/hook',
  description: 'Orders to the warehouse',
  event_types: ['task.completed'],
  filter: { 'data.queue': ['support'] },
  ordering: 'none',
  enabled: true,
  disabled_reason: null,
  header_names: [],
  failing_since: null,
  secret_state: 'readable',
  rotation: null,
  version: 1,
  created_by: actor,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
}
const failing: Webhook = { ...webhook, failing_since: CREATED_AT }

const linked = {
  integration_id: 'int_01930a1b2c3d70008e4f5a6b7c8d9e10',
  task_id: task.id,
}
const conflict: Conflict = {
  id: 'cnf_01930a1b2c3d70008e4f5a6b7c8d9e11',
  link_id: 'lnk_01930a1b2c3d70008e4f5a6b7c8d9e12',
  ...linked,
  field: 'title',
  base: 'Refund order 1881',
  service_value: 'Refund order 1881 today',
  remote_value: 'Refund orders 1881 and 1882',
  policy: 'manual',
  state: 'open',
  resolution: null,
  resolved_by: null,
  resolved_at: null,
  created_at: CHANGED_AT,
}
const frozen: Link = {
  id: conflict.link_id,
  ...linked,
  external_id: '1881',
  external_key: '#1881',
  url: 'https://redmine.example.com/issues/1881',
  state: 'frozen',
  state_reason: 'title kept changing back and forth',
  context: [],
  created_at: CREATED_AT,
  updated_at: CHANGED_AT,
}
const news: IntegrationNews = {
  id: linked.integration_id,
  provider: 'redmine',
  name: 'Warehouse Redmine',
  failures: 5,
  error: { kind: 'unreachable', message: 'Connection to redmine.example.com timed out.' },
}

type Told = Pick<EventEnvelope, 'data' | 'previous' | 'changed'>

const said = (data: Record<string, unknown>): Told => ({ data, previous: {}, changed: [] })

function changed<T extends object>(before: T, change: Partial<T>, bookkeeping: Partial<T>): Told {
  const fields = Object.keys(change) as (keyof T & string)[] // literals below
  return {
    data: { ...before, ...change, ...bookkeeping },
    previous: Object.fromEntries(fields.map((field) => [field, before[field]])),
    changed: fields,
  }
}

const next = (before: Partial<Task>, change: Partial<Task>): Told =>
  changed({ ...task, ...before }, change, { version: 2, updated_at: CHANGED_AT })
const finished = { completed_at: CHANGED_AT }

const connector = {
  id: 'con_01930a1b2c3d70008e4f5a6b7c8d9e0f',
  name: 'warehouse',
  state: 'online',
  reason: null,
} as const

const told: Record<EventType, Told> = {
  'task.created': said(task),
  'task.updated': next({}, { priority: 'urgent', labels: ['billing', 'vip'] }),
  'task.triaged': next({}, { status: 'triage' }),
  'task.readied': next({ status: 'triage' }, { status: 'ready' }),
  'task.started': next({}, { status: 'in_progress' }),
  'task.input_requested': next({ status: 'in_progress' }, { status: 'input_required' }),
  'task.review_requested': next({ status: 'in_progress' }, { status: 'in_review' }),
  'task.completed': next(
    { status: 'in_review' },
    { status: 'completed', result: { refunded: true }, ...finished },
  ),
  'task.failed': next({ status: 'in_progress' }, { status: 'failed', ...finished }),
  'task.canceled': next({}, { status: 'canceled', ...finished }),
  'task.reopened': next(
    { status: 'completed', completed_at: CREATED_AT },
    { status: 'ready', completed_at: null },
  ),
  'task.settled': next({ status: 'completed', ...finished }, { settled_at: CHANGED_AT }),
  'task.sync_conflict': said(conflict),
  'task.source_changed': said({ ...conflict, field: 'row' }),
  'task.deleted': said(task),
  'run.started': said(run),
  'run.parked': stopped({ state: 'parked', ended_at: null }),
  'run.resumed': said(run),
  'run.completed': stopped({ state: 'completed' }),
  'run.failed': stopped({ state: 'failed', error: 'The payment provider returned 502.' }),
  'run.released': stopped({ state: 'released', handoff: 'The customer has two accounts.' }),
  'run.expired': stopped({ state: 'expired', end_reason: 'expired' }),
  'run.canceled': stopped({ state: 'canceled', end_reason: 'moved' }),
  'question.asked': said(question),
  'question.answered': said({
    ...question,
    state: 'answered',
    answer: 'A-1',
    answered_by: agent.created_by,
    answered_at: CHANGED_AT,
  }),
  'question.expired': said({ ...question, state: 'expired', expires_at: CHANGED_AT }),
  'question.withdrawn': said({ ...question, state: 'withdrawn' }),
  'approval.requested': said(approval),
  'approval.approved': said({ ...approval, ...decided, state: 'approved' }),
  'approval.rejected': said({
    ...approval,
    ...decided,
    state: 'rejected',
    reason: 'Only half of the amount can be refunded.',
  }),
  'approval.changed': said({
    ...approval,
    previous: { hash: approval.hash, effects: approval.effects },
  }),
  'approval.withdrawn': said({ ...approval, state: 'withdrawn' }),
  'agent.created': said(agent),
  'agent.updated': changed(agent, { concurrency: 10 }, { version: 2 }),
  'agent.paused': changed(agent, { state: 'paused' }, { version: 2 }),
  'agent.resumed': changed({ ...agent, state: 'paused' }, { state: 'active' }, { version: 3 }),
  'agent.deleted': said(agent),
  'schedule.created': said(schedule),
  'schedule.updated': changed(schedule, { name: 'Weekly report' }, { version: 2 }),
  'schedule.paused': changed(schedule, { state: 'paused' }, { version: 2, upcoming: [] }),
  'schedule.resumed': changed(
    { ...schedule, state: 'paused' },
    { state: 'active' },
    { version: 3 },
  ),
  'schedule.failed': said({
    ...schedule,
    last_at: CHANGED_AT,
    last_error: 'Invalid request: queue must match the rules of queues.',
  }),
  'schedule.deleted': said(schedule),
  'comment.created': said(comment),
  'comment.updated': changed(
    comment,
    { body: 'The refund has arrived.' },
    { updated_at: CHANGED_AT },
  ),
  'comment.deleted': said(comment),
  'attachment.created': said(attachment),
  'attachment.deleted': said(attachment),
  'connector.enrolled': said(connector),
  'connector.frozen': said({
    ...connector,
    state: 'frozen',
    reason: 'The key was used in two places. Find the copy, then re-enroll the connector.',
  }),
  'connector.resynced': said({
    ...connector,
    reason:
      'The connector re-synced after the database was restored. If it was offline at that time, a copy of its key is in use.',
  }),
  'link.frozen': said(frozen),
  'integration.failing': said(news),
  'integration.recovered': said({ ...news, failures: 0, error: null }),
  'webhook.test': said(webhook),
  'webhook.failing': said(failing),
  'webhook.disabled': said({ ...failing, enabled: false, disabled_reason: 'failing', version: 2 }),
}

export function eventExample(type: EventType): EventEnvelope {
  return {
    id: 'evt_01930a1b2c3d70008e4f5a6b7c8d9e0f',
    type,
    timestamp: CHANGED_AT,
    tenant: 'acme',
    actor,
    ...told[type],
  }
}
