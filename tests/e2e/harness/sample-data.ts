// A working day of a freight company, so that pictures and checks see screens as people do.
import type { Task, Webhook } from '@task-service/contract'
import { attachFile } from '../../harness/files/attach-file.ts'
import { until } from '../../operate/until.ts'
import { addAgents } from './agents/sample-agents.ts'
import { requestApprovals, type SampleApprovals } from './agents/sample-approvals.ts'
import { askQuestions, type SampleQuestions } from './agents/sample-questions.ts'
import { connectDatabases, type SampleConnectors } from './connectors/sample-connectors.ts'
import { meOf } from './people.ts'
import { addSchedules } from './recurring/sample-schedules.ts'
import { connectAccount, type SampleAccount } from './sample-account.ts'
import type { Stage } from './stage.ts'

export type Sample = {
  task: Task
  tasks: Task[]
  webhook: Webhook
  account: SampleAccount
  connectors: SampleConnectors
  questions: SampleQuestions
  approvals: SampleApprovals
}

const titles = [
  'Customs form lacks HS code for shipment QF-20931',
  'Refund duplicate surcharge on invoice 55-1182',
  'Rebook pickup: carrier declined the 14:00 slot',
  'Damage claim: photos are in, decide who is liable',
  'Match 12 open payments from bank file 9 Nov',
  'Temperature alarm on reefer unit R-118',
  'Change delivery address before cut-off, order 771204',
  'Answer complaint: driver came outside the window',
  'Stock count differs by 36 units in bin C-14-2',
  'Review credit limit for account Bluefin Retail',
  'Confirm dangerous-goods declaration, booking 4417',
  'Carrier onboarding: certificate is missing',
  'Ask customer for a gate code, order 770981',
  'Send proof of delivery for QF-20877',
  'Post credit note 55-1177 to the ledger',
  'Correct VAT ID on 3 open invoices',
]
const labels = ['customs', 'billing', 'claims', 'cold chain', 'stock']
const people = ['customs-desk', 'dock-north', 'claims-desk', 'billing-desk', null, 'admin']
const description = `The customs office returned the form because line 2 (**LED panels**, 240 pieces) has no HS code.
The truck leaves at 12:30.

- find the code
- correct the form and send it again: \`9405.42\``

/** 2 × 2 pixels. */
const LABEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP8z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
)

export async function fillStage(stage: Stage): Promise<Sample> {
  // Before there are webhooks: the log of deliveries stays short enough to go through with the Tab key, on one page.
  await addAgents(stage)
  const questions = await askQuestions(stage)
  const approvals = await requestApprovals(stage)
  const items = Array.from({ length: 48 }, (_, index) => taskAt(index))
  const tasks: Task[] = []
  const create = async (item: object) => {
    tasks.push(await stage.api<Task>('POST', '/tasks', item))
  }
  for (const item of items.slice(0, 30)) await create(item)
  const webhook = await addWebhooks(stage)
  for (const item of items.slice(30)) await create(item)
  const moves: [number[], string[]][] = [
    [[0, 1, 2, 3, 4, 20, 21], ['in_progress']],
    [
      [10, 11, 12],
      ['in_progress', 'input_required'],
    ],
    [
      [16, 17],
      ['in_progress', 'in_review'],
    ],
    [
      [30, 31, 32, 33],
      ['in_progress', 'completed'],
    ],
    [[35], ['in_progress', 'failed']],
    [[40], ['canceled']],
  ]
  for (const [places, steps] of moves) {
    for (const place of places) {
      for (const to of steps)
        await stage.api('POST', `/tasks/${tasks[place]?.id}/transitions`, { to })
    }
  }
  await defineFields(stage, tasks)
  const [first] = tasks
  if (!first) throw new Error('no task was made')
  await stage.api('POST', `/tasks/${first.id}/comments`, {
    body: 'Code is right. Waiting for the broker to reopen the form, then I send it.',
  })
  await attachFile(stage, first.id, { name: 'Packing list QF-20931.pdf', content: '%PDF-1.7' })
  await attachFile(stage, first.id, { name: 'Label.png', content: LABEL })
  const mention = `@[admin](user:${await meOf(stage)}) the code is right. Can you call the broker?`
  await stage.api('POST', `/tasks/${first.id}/comments`, { body: mention })
  await until('events have arrived', () => stage.receiver.bodies.length > 20)
  await addSchedules(stage)
  const account = await connectAccount(stage)
  const connectors = await connectDatabases(stage)
  return { task: first, tasks, webhook, account, connectors, questions, approvals }
}

const fields = [
  { name: 'Shipment', type: 'text' },
  { name: 'Carrier', type: 'choice', choices: [{ label: 'Nordlink' }, { label: 'Bluefin Road' }] },
  { name: 'Declared weight', type: 'number' },
  { name: 'Pickup', type: 'date' },
]

async function defineFields(stage: Stage, tasks: readonly Task[]): Promise<void> {
  for (const field of fields) await stage.api('POST', '/fields', field)
  const items = tasks.slice(0, 12).map(({ id }, place) => ({
    update: {
      task: id,
      changes: {
        fields: {
          shipment: `QF-${20_931 + place}`,
          carrier: place % 2 ? 'bluefin-road' : 'nordlink',
          declared_weight: 1_248 - place * 37.5,
        },
      },
    },
  }))
  await stage.api('POST', '/tasks/bulk', { items })
}

function taskAt(index: number) {
  const hours = index - 8
  return {
    title: titles[index % titles.length],
    description: index % 3 === 2 ? '' : description,
    priority: ['urgent', 'high', 'normal', 'low'][index % 4],
    labels: index % 3 === 0 ? [labels[index % labels.length]] : [],
    assignee: people[index % people.length],
    ...(index % 7 === 3 && { delegate: 'docs-agent' }),
    ...(index % 4 === 0 && { due_at: new Date(Date.now() + hours * 3_600_000).toISOString() }),
    ...(index % 5 === 1 && { source: 'hubspot', external_id: `ticket-${index}` }),
  }
}

/** One that accepts everything, and one whose receiver does not respond. */
async function addWebhooks(stage: Stage): Promise<Webhook> {
  const made = await stage.api<Webhook>('POST', '/webhooks', {
    url: `${stage.receiver.url}/orders`,
    description: 'orders desk',
  })
  await stage.api('POST', '/webhooks', {
    url: 'http://127.0.0.1:9099/ledger',
    description: 'ledger',
    event_types: ['task.completed'],
  })
  return made
}
