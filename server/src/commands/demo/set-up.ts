// What the demo creates before its week begins: fields, templates, saved views and agents; and its webhooks.
import type { Template, Webhook } from '@task-service/contract'
import type { DemoCall } from './demo-caller.ts'

const FIELDS = [
  { name: 'Shipment', key: 'shipment', type: 'text' },
  {
    name: 'Carrier',
    key: 'carrier',
    type: 'choice',
    choices: [{ label: 'Nordlink' }, { label: 'Bluefin Road' }, { label: 'Kestrel Air' }],
  },
  { name: 'Declared weight', key: 'declared_weight', type: 'number' },
]

const VIEWS = [
  { name: 'Overdue', shared: true, query: { due_before: 'now', status: ['ready', 'in_progress'] } },
  {
    name: 'Customs board',
    shared: true,
    kind: 'board',
    query: { queue: 'customs', group_by: 'status' },
  },
  {
    name: 'Unassigned and urgent',
    shared: true,
    query: { unassigned: true, priority: ['urgent'] },
  },
]

export const AGENTS = [
  {
    name: 'docs-agent',
    description: 'Corrects customs and transport documents',
    queues: ['customs', 'dispatch'],
    run_budget: { seconds: 1_800, calls: 60 },
  },
  {
    name: 'refund-agent',
    description: 'Checks invoices and prepares refunds',
    queues: ['billing', 'portal'],
    reads_beyond_claim: true,
  },
  {
    name: 'triage-agent',
    description: 'Sorts, labels and routes new tasks',
    queues: ['dispatch', 'claims', 'stock'],
    reads_external: false,
  },
  { name: 'match-agent', description: 'Matches payments with invoices', queues: ['billing'] },
]

const QUEUES = {
  customs: 'Forms, holds and codes',
  billing: 'Invoices, refunds and payments',
  dispatch: 'Pickups, addresses and proofs of delivery',
  claims: 'Damage and complaints',
}

export async function setUp(call: DemoCall): Promise<void> {
  for (const field of FIELDS) await call('POST', '/fields', field)
  for (const view of VIEWS) await call('POST', '/views', view)
  for (const agent of AGENTS) await call('POST', '/agents', agent)
}

const TEMPLATES = [
  {
    name: 'Stock count',
    rule: { frequency: 'weekly', weekdays: ['monday', 'thursday'], time: '06:30' },
    task: {
      title: 'Count the stock of the cold store',
      description: 'Count every bin and compare it with the ledger.',
      queue: 'stock',
      labels: ['stock'],
      priority: 'high',
      due_in: '8h',
    },
  },
  {
    name: 'Customs report',
    rule: { frequency: 'monthly', day_of_month: 31, time: '09:00' },
    task: { title: 'Send the customs report of the month', queue: 'customs', due_in: '2d' },
  },
]

/** With the real clock: a schedule that began a week ago would have missed a week. */
export async function addSchedules(call: DemoCall, timeZone: string): Promise<void> {
  for (const { name, rule, task } of TEMPLATES) {
    const { id } = await call<Template>('POST', '/templates', { name, task })
    const schedule = { name, template_id: id, rule: { ...rule, time_zone: timeZone } }
    await call('POST', '/schedules', schedule)
  }
  const claim = { title: 'Damage claim', queue: 'claims', assignee: 'claims-desk', due_in: '3d' }
  await call('POST', '/templates', { name: 'Damage claim', task: claim })
}

export async function describeQueues(call: DemoCall): Promise<void> {
  for (const [queue, description] of Object.entries(QUEUES)) {
    const target = queue === 'customs' && { target_seconds: 3_600 }
    await call('PATCH', `/queues/${queue}`, { description, ...target })
  }
}

export const WEBHOOKS = ['orders', 'ledger', 'alerts'] as const

/** The receiver of `ledger` is always down. */
export async function addWebhooks(call: DemoCall, url: string): Promise<Webhook[]> {
  const add = (path: (typeof WEBHOOKS)[number], description: string, types: string[] = []) =>
    call<Webhook>('POST', '/webhooks', {
      url: `${url}/hooks/${path}`,
      description,
      event_types: types,
    })
  return [
    await add('orders', 'Order desk'),
    await add('ledger', 'Ledger (the demo keeps it down)', ['task.completed']),
    await add('alerts', 'On-call alerts', ['task.failed', 'task.canceled']),
  ]
}
