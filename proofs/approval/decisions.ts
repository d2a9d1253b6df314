// What can happen to a run and its holder before and while a person approves its effects, each with an issue of a real Redmine.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Approval, AuditEntry, Link } from '@task-service/contract'
import type { RemoteRef } from '@task-service/kit'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { until } from '../../tests/harness/clients/api-client.ts'
import type { World } from '../../tests/harness/sync-world/world.ts'
import { createMcpCaller } from '../../tests/harness/work/mcp-caller.ts'
import { hold, type Order, startHolder } from './holder-process.ts'

/** Long enough for two polls: what would leave without an approval has left by then. */
const QUIET_MS = 11_000
const LEASE_SECONDS = 15
const LONG_LEASE_SECONDS = 600
const APPROVERS = 8

export type Issue = {
  ref: RemoteRef
  task: string
  comment: string
  /** When a person first approved a comment or a change of the status. */
  approvedAt: { comment: number; status: number }
}

export type Scenario = {
  name: string
  /** How many comments are written. The status is always written once. */
  comments: 0 | 1
  play: (kit: Kit, issue: Issue) => Promise<void>
}

export type Kit = { world: World; token: string }

const orderOf = ({ world, token }: Kit, { task, comment }: Issue): Order => ({
  url: world.api.url(0),
  token,
  task,
  comment,
  completes: true,
  leaseSeconds: LONG_LEASE_SECONDS,
})

const isOpen = ({ state }: Approval) => state === 'open'

async function findOpen({ world }: Kit, { task }: Issue): Promise<Approval> {
  const look = () => world.client.list<Approval>(`/api/approvals?task=${task}&state=open`)
  const open = await until('an open approval', look, (all) => all.some(isOpen), 60_000)
  return open.find(isOpen) as Approval // waited for
}

type Answered = { status: number; code: string }

async function decide(
  { world }: Kit,
  issue: Issue,
  approval: Approval,
  { act = 'approve', body = { hash: approval.hash } }: { act?: string; body?: object } = {},
): Promise<Answered> {
  // One connection for each decision.
  const caller = createApiCaller()
  try {
    if (act === 'approve') noteTimes(issue, approval)
    const path = `/api/approvals/${approval.id}/${act}`
    const headers = { 'x-api-key': world.apiKey }
    const answer = await caller.call(world.api.url(0) + path, { method: 'POST', headers, body })
    const { code = '' } = JSON.parse(answer.body) as { code?: string } // of an error
    return { status: answer.status, code }
  } finally {
    caller.close()
  }
}

function noteTimes({ approvedAt }: Issue, { effects }: Approval): void {
  for (const { kind } of effects) {
    const which = kind === 'comment' ? 'comment' : 'status'
    approvedAt[which] = Math.min(approvedAt[which], Date.now())
  }
}

async function insist(kit: Kit, issue: Issue, approval: Approval): Promise<void> {
  const { status, code } = await decide(kit, issue, approval)
  if (status !== 200) throw new Error(`the approval was answered with ${status} ${code}`)
}

async function expectCode(answered: Promise<Answered>, wanted: string): Promise<void> {
  const { status, code } = await answered
  if (code !== wanted) throw new Error(`expected ${wanted}, got ${status} ${code}`)
}

/** The run has ended by maintenance, so that another attempt can begin. */
async function untilReady({ world }: Kit, { task }: Issue): Promise<void> {
  const look = () => world.client.ask<{ status: string }>('GET', `/api/tasks/${task}`)
  await until('the next attempt', look, ({ status }) => status === 'ready', 60_000)
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'approved after a while',
    comments: 1,
    async play(kit, issue) {
      await hold(orderOf(kit, issue))
      await sleep(QUIET_MS)
      await insist(kit, issue, await findOpen(kit, issue))
      // In the middle of the write-back, perhaps.
      await kit.world.worker.replace(0)
    },
  },
  {
    name: 'holder killed after completing',
    comments: 1,
    async play(kit, issue) {
      const holder = await startHolder(orderOf(kit, issue))
      await holder.kill()
      await insist(kit, issue, await findOpen(kit, issue))
    },
  },
  {
    name: 'holder killed before completing',
    comments: 1,
    async play(kit, issue) {
      const order = { ...orderOf(kit, issue), leaseSeconds: LEASE_SECONDS }
      const holder = await startHolder({ ...order, completes: false })
      await holder.kill()
      // The comment is an effect of its own.
      await insist(kit, issue, await findOpen(kit, issue))
      await untilReady(kit, issue)
      const { comment: _, ...silent } = order
      await hold(silent)
      const late = createMcpCaller(order)
      const { run, lease_token } = holder
      const { error } = await late.call('complete_task', { run, lease_token, result: 'late' })
      late.close()
      if (error !== 'lease_lost') throw new Error(`a late completion: ${error}`)
      await insist(kit, issue, await findOpen(kit, issue))
    },
  },
  {
    name: 'lease ended before the approval',
    comments: 1,
    async play(kit, issue) {
      await hold({ ...orderOf(kit, issue), leaseSeconds: LEASE_SECONDS })
      await sleep((LEASE_SECONDS + 3) * 1_000)
      await insist(kit, issue, await findOpen(kit, issue))
    },
  },
  {
    name: 'rejected, and the lease ended',
    comments: 0,
    async play(kit, issue) {
      const order = { ...orderOf(kit, issue), leaseSeconds: LEASE_SECONDS }
      await hold(order)
      const rejected = await findOpen(kit, issue)
      await decide(kit, issue, rejected, { act: 'reject', body: { reason: 'Not like this.' } })
      const { status } = issue.approvedAt
      await expectCode(decide(kit, issue, rejected), 'approval_closed')
      Object.assign(issue.approvedAt, { status, comment: Number.POSITIVE_INFINITY })
      await untilReady(kit, issue)
      const { comment: _, ...silent } = order
      await hold(silent)
      await insist(kit, issue, await findOpen(kit, issue))
    },
  },
  {
    name: 'approved twice',
    comments: 1,
    async play(kit, issue) {
      await hold(orderOf(kit, issue))
      const approval = await findOpen(kit, issue)
      await insist(kit, issue, approval)
      await insist(kit, issue, approval)
      const read = () => kit.world.client.ask<Approval>('GET', `/api/approvals/${approval.id}`)
      await until('the receipts', read, ({ receipts }) => receipts.length === 2, 90_000)
      await insist(kit, issue, approval)
    },
  },
  {
    name: 'approved by several people at once',
    comments: 1,
    async play(kit, issue) {
      await hold(orderOf(kit, issue))
      const approval = await findOpen(kit, issue)
      await Promise.all(Array.from({ length: APPROVERS }, () => insist(kit, issue, approval)))
    },
  },
  {
    name: 'approved with the hash of other effects',
    comments: 1,
    async play(kit, issue) {
      await hold(orderOf(kit, issue))
      const approval = await findOpen(kit, issue)
      const { comment, status } = issue.approvedAt
      const body = { hash: approval.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }
      await expectCode(decide(kit, issue, approval, { body }), 'effects_changed')
      Object.assign(issue.approvedAt, { comment, status })
      await sleep(QUIET_MS)
      await insist(kit, issue, await findOpen(kit, issue))
    },
  },
]

const isUndecided = ({ state }: Approval) => state === 'open' || state === 'approved'

/**
 * At the end, every approval is over, and everything that a person approved was either spent or withdrawn: the next attempt asks
 * for what an approval that was not spent covers.
 */
export async function findLeftOver({ world }: Kit, { task }: Issue): Promise<string[]> {
  const list = () => world.client.list<Approval>(`/api/approvals?task=${task}`)
  const all = await until('the end of approvals', list, (some) => !some.some(isUndecided))
  const countState = (state: Approval['state']) =>
    all.filter((one) => one.state === state && one.decided_by !== null).length
  const [spent, withdrawn] = [countState('spent'), countState('withdrawn')]
  const entries = await world.client.list<AuditEntry>(`/api/audit?subject_id=${task}`)
  const countAudit = (action: string) => entries.filter((entry) => entry.action === action).length
  const [approved, used] = ['approval.approved', 'approval.spent'].map(countAudit)
  const figures = `${approved} approved, ${used} used, ${spent} spent, ${withdrawn} withdrawn`
  return spent > 0 && used === spent && approved === spent + withdrawn ? [] : [figures]
}

export async function importIssues(world: World, count: number): Promise<Issue[]> {
  const refs: RemoteRef[] = []
  for (let n = 1; n <= count; n++) refs.push(await world.rig.hands.create({ title: `Issue ${n}` }))
  await world.sync()
  const links = await world.client.list<Link>(`/api/links?integration=${world.integrationId}`)
  return refs.map((ref, index) => {
    const link = links.find(({ external_id: id }) => id === ref.id)
    if (!link) throw new Error(`issue ${ref.id} was not imported`)
    const comment = `Comment zq${String(index).padStart(3, '0')}zq of the agent.`
    const never = Number.POSITIVE_INFINITY
    return { ref, task: link.task_id, comment, approvedAt: { comment: never, status: never } }
  })
}
