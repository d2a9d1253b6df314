// An example of every request body, for the OpenAPI document: what a first request of its kind looks like.
import type { BodyOf, Operation } from '../operation.ts'
import type { operations } from '../operations/operations.ts'

type Operations = typeof operations
type WithBody = {
  [K in keyof Operations]: Operations[K] extends { body: object } ? K : never
}[keyof Operations]

/** As in the examples of the fields, so that they fit together. */
const ID = '019301a2b3c47d5e8f90a1b2c3d4e5f6'
const lease_token = 'lease_Zk3vN8sQ1xYb6TgUe0RwLm4HcJp7Dfa2'

export const requestExamples: { readonly [K in WithBody]: BodyOf<Operations[K] & Operation> } = {
  'tasks.create': {
    title: 'Refund order 1881',
    description: 'The customer was charged twice.',
    queue: 'support',
    priority: 'high',
    labels: ['billing'],
    input: { order: 1881 },
  },
  'tasks.bulk': {
    mode: 'best_effort',
    items: [
      { create: { title: 'Check the customs form', queue: 'customs' } },
      { update: { task: 'T-142', changes: { priority: 'urgent' } } },
    ],
  },
  'tasks.change': { status: 'completed', result: { refund_id: 'R-77' } },
  'tasks.transition': { to: 'in_progress' },
  'tasks.upsert': { title: 'Late shipment 4711', status: 'ready', queue: 'customs' },
  'comments.create': { body: 'The refund is on its way.' },
  'comments.change': { body: 'The refund has arrived.' },
  'fields.create': {
    name: 'Severity',
    type: 'choice',
    choices: [{ label: 'High' }, { label: 'Low' }],
  },
  'fields.change': { name: 'Impact' },
  'views.create': {
    name: 'Late shipments',
    query: { status: ['ready', 'in_progress'], queue: 'customs', sort: '-due_at' },
  },
  'views.change': { name: 'Late and urgent', query: { priority: ['urgent'] } },
  'templates.create': {
    name: 'Weekly report',
    task: { title: 'Write the weekly report', queue: 'reports', due_in: '2d' },
  },
  'templates.change': { task: { priority: 'high' } },
  'templates.create_task': { title: 'Write the report of week 47' },
  'schedules.create': {
    name: 'Every Monday',
    template_id: `tpl_${ID}`,
    rule: {
      frequency: 'weekly',
      weekdays: ['monday'],
      time: '09:00',
      time_zone: 'Europe/Berlin',
    },
  },
  'schedules.preview': { frequency: 'monthly', day_of_month: 1, time: '08:30' },
  'schedules.change': { name: 'Every Monday morning' },
  'imports.validate': {
    mapping: [
      { column: 'Summary', field: 'title' },
      { column: 'Key', field: 'external_id' },
    ],
    defaults: { queue: 'support', source: 'old-tracker' },
  },
  'webhooks.create': {
    url: 'https://example.com/hooks/tasks',
    event_types: ['task.created', 'task.completed'],
    filter: { 'data.queue': ['support'] },
  },
  'webhooks.test_filter': {
    event_types: ['task.*'],
    filter: { 'data.priority': ['urgent'] },
    event: { type: 'task.created', data: { priority: 'urgent' } },
  },
  'webhooks.change': { event_types: ['task.*'], enabled: true },
  'webhooks.rotate_secret': { overlap_hours: 24 },
  'webhooks.recover': { since: '2026-11-15T09:30:00.000Z', only: 'failed' },
  'deliveries.resend_many': { deliveries: [`dlv_${ID}`] },
  'agents.create': {
    name: 'refund-agent',
    description: 'Refunds orders',
    queues: ['support'],
    concurrency: 5,
    run_budget: { seconds: 900 },
  },
  'agents.change': { concurrency: 10 },
  'agent_tokens.create': { expires_in_days: 90 },
  'queues.change': { description: 'Questions of customers', target_seconds: 3_600 },
  'runs.claim': {
    agent: 'refund-agent',
    queues: ['support'],
    max: 1,
    lease_seconds: 300,
    wait_seconds: 30,
  },
  'runs.claim_task': { agent: 'refund-agent', lease_seconds: 300 },
  'runs.take': { assignee: 'mara@example.com' },
  'runs.heartbeat': {
    lease_token,
    progress: { message: 'Checking the payments', percent: 40 },
    checkpoint: { checked: 3 },
  },
  'runs.complete': { lease_token, result: { refund_id: 'R-77' } },
  'runs.fail': { lease_token, error: 'The payment provider returned 502.', retryable: true },
  'runs.release': { lease_token, handoff: 'The customer has two accounts.' },
  'runs.cancel': { force: false },
  'questions.create': {
    lease_token,
    kind: 'choice',
    prompt: 'Which account should get the refund?',
    options: [{ value: 'A-1' }, { value: 'A-2' }],
  },
  'questions.answer': { answer: 'A-1', note: 'The other account is closed.' },
  'questions.link': { expires_in_hours: 24 },
  'approvals.approve': { hash: '9b74c9897bac770ffc029102a200c5de1e7c9a3b1e0f3c0d7e5b4a6f8d2c1b0a' },
  'approvals.reject': { reason: 'Only half of the amount can be refunded.' },
  'approvals.edit': { result: { refund_id: 'R-78' } },
  'runs.preview_effects': { lease_token, result: { refund_id: 'R-77' } },
  'connectors.create': { name: 'warehouse' },
  'connectors.change': { paused: true },
  'connectors.run': {
    database: 'orders',
    statement: 'order_by_number',
    params: { number: 1881 },
    wait_seconds: 10,
  },
  'integrations.create': {
    provider: 'redmine',
    name: 'Warehouse Redmine',
    config: { url: 'https://redmine.example.com', project: 'warehouse' },
  },
  'integrations.try': {
    provider: 'redmine',
    config: { url: 'https://redmine.example.com', project: 'warehouse' },
    secrets: { api_key: 'the key of a Redmine user' },
  },
  'integrations.change': { poll_seconds: 300, agent_writes: 'approve' },
  'integrations.set_credential': { secrets: { api_key: 'the key of a Redmine user' } },
  'integrations.preview': { mapping: { queue: 'support', comments: 'both' } },
  'integrations.sync': { full: false },
  'links.create': { integration: `int_${ID}` },
  'conflicts.resolve': { use: 'service' },
  'settings.change': { time_zone: 'Europe/Berlin', week_start: 'monday' },
}
