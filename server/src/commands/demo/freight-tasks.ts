// The work of a freight company: titles, teams and agents of the tasks in the demo and in the pictures of the documentation.
import type { Priority } from '@task-service/contract'
import type { Random } from './random.ts'

type Kind = {
  title: (n: number) => string
  label: string
  team: string
  /** The agent that usually works on it. */
  agent?: string
}

const kinds: readonly Kind[] = [
  {
    title: (n) => `Customs form lacks HS code for shipment QF-${20_000 + n}`,
    label: 'customs',
    team: 'customs-desk',
    agent: 'docs-agent',
  },
  {
    title: (n) => `Refund duplicate surcharge on invoice 55-${1_000 + n}`,
    label: 'billing',
    team: 'billing-desk',
    agent: 'refund-agent',
  },
  {
    title: (n) => `Rebook pickup QF-${20_000 + n}: carrier declined the slot`,
    label: 'dispatch',
    team: 'dock-north',
  },
  {
    title: (n) => `Damage claim ${4_000 + n}: photos are in, decide who is liable`,
    label: 'claims',
    team: 'claims-desk',
  },
  {
    title: (n) => `Match ${5 + (n % 20)} open payments from the bank file`,
    label: 'billing',
    team: 'billing-desk',
    agent: 'match-agent',
  },
  {
    title: (n) => `Temperature alarm on reefer unit R-${100 + (n % 60)}`,
    label: 'cold chain',
    team: 'dock-north',
  },
  {
    title: (n) => `Change delivery address before cut-off, order ${770_000 + n}`,
    label: 'dispatch',
    team: 'dock-north',
    agent: 'triage-agent',
  },
  {
    title: (n) => `Reply to complaint: late delivery of order ${770_000 + n}`,
    label: 'claims',
    team: 'claims-desk',
    agent: 'triage-agent',
  },
  {
    title: (n) => `Stock count differs by ${2 + (n % 40)} units in bin C-14-${1 + (n % 9)}`,
    label: 'stock',
    team: 'dock-north',
  },
  {
    title: (n) => `Confirm dangerous-goods declaration, booking ${4_400 + n}`,
    label: 'customs',
    team: 'customs-desk',
  },
  {
    title: (n) => `Send proof of delivery for QF-${20_000 + n}`,
    label: 'dispatch',
    team: 'customs-desk',
    agent: 'docs-agent',
  },
  {
    title: (n) => `Post credit note 55-${1_000 + n} to the ledger`,
    label: 'billing',
    team: 'billing-desk',
    agent: 'match-agent',
  },
]

const description = `The customs office returned the form because line 2 (**LED panels**, 240 pieces) has no HS code.
The truck leaves at 12:30.

- Find the code
- Correct the form and submit it again: \`9405.42\``

export type NewTask = {
  title: string
  description: string
  priority: Priority
  labels: string[]
  queue?: string
  assignee?: string
  delegate?: string
  due_at?: string
}

const HOUR_MS = 3_600_000

/** Users that tasks are assigned to, besides the teams. `me` is who looks at the dashboard. */
export type Crew = { me: string; others: readonly string[] }

export function writeTask(random: Random, at: Date, { me, others }: Crew): NewTask {
  const kind = random.pick(kinds)
  const priority = random.pick<Priority>([
    'urgent',
    'high',
    'high',
    'normal',
    'normal',
    'normal',
    'low',
  ])
  const isAssigned = random.chance(0.9)
  const isMine = random.chance(0.06)
  const team = others.length > 0 && random.chance(0.45) ? random.pick(others) : kind.team
  return {
    title: kind.title(random.below(900)),
    description: kind.label === 'customs' ? description : '',
    priority,
    labels: [kind.label],
    queue: kind.label.replaceAll(' ', '-'),
    ...(isAssigned && { assignee: isMine ? me : team }),
    ...(kind.agent && random.chance(0.7) && { delegate: kind.agent }),
    ...(random.chance(0.25) && {
      due_at: new Date(at.getTime() + (6 + random.below(90)) * HOUR_MS).toISOString(),
    }),
  }
}
