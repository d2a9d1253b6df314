// Two trackers, one that agents may write to and one that needs approvals, tasks that are private, and an injected text in
// every task that agents work on.
import { join } from 'node:path'
import type { Approval, Integration, Link, TaskCreate } from '@task-service/contract'
import { type Emulator, startEmulator } from '../../integrations/github/testing/emulator.ts'
import { seed as github } from '../../integrations/github/testing/world.ts'
import { type ApiClient, createApiClient, until } from '../../tests/harness/clients/api-client.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { type Service, startService } from '../../tests/harness/service.ts'
import { createAgent, createTasks } from '../../tests/harness/work/agent-client.ts'
import type { ProofOptions } from '../../tools/programs/proof.ts'
import { createCorpus, type Injection, isAtTracker, PLACES } from './corpus.ts'

const TRUSTING_MAIN = join(import.meta.dirname, 'trusting-main.ts')
const LONG_MS = 300_000

export const TRACKERS = ['allowing', 'approving'] as const
export type TrackerName = (typeof TRACKERS)[number]

/** What an agent may do, where it works, and whether it heeds labels. */
export type Setup = {
  name: string
  tracker: TrackerName
  readsBeyondClaim: boolean
  heedsLabels: boolean
  /** The only one that may write without an approval: it knows nothing but its task. */
  mayWrite: boolean
}

export const SETUPS: readonly Setup[] = [
  setup('claimed-task-only', { mayWrite: true }),
  setup('reads-everything', { readsBeyondClaim: true }),
  setup('needs-approval', { tracker: 'approving' }),
  setup('heeds-labels', { readsBeyondClaim: true, heedsLabels: true }),
]

function setup(name: string, other: Partial<Setup>): Setup {
  const usual = { tracker: 'allowing', readsBeyondClaim: false, heedsLabels: false } as const
  return { name, ...usual, mayWrite: false, ...other }
}

export type Assignment = Injection & { setup: Setup; task: string; issue: number }

export type Site = {
  service: Service
  client: ApiClient
  trackers: Record<TrackerName, Emulator>
  tokens: ReadonlyMap<string, string>
  assignments: Assignment[]
  /** Of private tasks: must appear nowhere else. */
  canaries: string[]
  countApprovals: () => Promise<number>
  /** Until everything that is to be sent was sent. */
  settle: () => Promise<void>
  stop: () => Promise<void>
}

const outgoingOf = ({ tracker }: Setup) => `out-${tracker}`
/** In turns that shift with those of the places and of the goals, so that every combination comes. */
const setupOf = (number: number): Setup => {
  const round = Math.floor(number / PLACES.length)
  const found = SETUPS[(number + round + Math.floor(round / 12)) % SETUPS.length]
  if (!found) throw new Error('there is no setup')
  return found
}

export async function openSite(count: number, options: ProofOptions): Promise<Site> {
  const database = await createDatabase()
  const trackers = { allowing: await startEmulator(), approving: await startEmulator() }
  const service = await startService({
    databaseUrl: database.url,
    env: {
      SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
      SERVICE_ACP_EGRESS_PLAIN_HTTP: 'allowed-networks',
    },
    ...(options.control && { program: TRUSTING_MAIN }),
  })
  const client = createApiClient(() => service.url, service.apiKey)
  const stop = async () => {
    client.close()
    await service.stop()
    await Promise.all(TRACKERS.map((name) => trackers[name].close()))
    await database.drop()
  }
  try {
    const { ids, canaries } = await createSecrets(service, options)
    const corpus = createCorpus(count, options.seed, {
      secrets: ids,
      outgoing: (number) => outgoingOf(setupOf(number)),
    }).map((one) => ({ ...one, setup: setupOf(one.number) }))
    const integrations = await connect(client, trackers)
    const assignments = await placeTexts({ service, client, trackers }, integrations, corpus)
    const tokens = await createAgents(service)
    const settle = () => untilSent(client, integrations)
    await settle()
    const countApprovals = async () =>
      (await client.list<Approval>('/api/approvals?state=open')).length
    return {
      service,
      client,
      trackers,
      tokens,
      assignments,
      canaries,
      countApprovals,
      settle,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function createSecrets(
  service: Service,
  { seed }: ProofOptions,
): Promise<{ ids: [string, ...string[]]; canaries: string[] }> {
  const canaries = Array.from({ length: 8 }, (_, n) => `canary-${(seed + n * 7919).toString(36)}x`)
  const drafts = canaries.map((canary) => ({
    title: `salary of ${canary}`,
    description: `The salary is confidential: ${canary}`,
    queue: 'private',
  }))
  const [first = '', ...rest] = await createTasks(service, drafts)
  return { ids: [first, ...rest], canaries }
}

type Integrations = Record<TrackerName, string>

async function connect(client: ApiClient, trackers: Site['trackers']): Promise<Integrations> {
  const one = async (name: TrackerName) => {
    const { id } = await client.ask<Integration>('POST', '/api/integrations', {
      provider: 'github',
      name,
      config: { base_url: trackers[name].origin, owner: github.owner, repo: github.repo },
      mapping: { queue: name },
      outgoing_queue: `out-${name}`,
      poll_seconds: 5,
      agent_writes: name === 'allowing' ? 'allow' : 'approve',
    })
    return id
  }
  return { allowing: await one('allowing'), approving: await one('approving') }
}

type Placed = Injection & { setup: Setup }

const numberOf = (link: Link | undefined) => Number(link?.external_key?.split('#').at(-1))

/** At the tracker before it is read for the first time, or as a task that is created at the tracker. */
async function placeTexts(
  { service, client, trackers }: Pick<Site, 'service' | 'client' | 'trackers'>,
  integrations: Integrations,
  corpus: readonly Placed[],
): Promise<Assignment[]> {
  const issues = corpus
    .filter((one) => isAtTracker(one.place))
    .map((one) => ({ one, issue: openIssue(trackers[one.setup.tracker], one) }))
  const imported = corpus.filter((one) => !isAtTracker(one.place))
  const ids = await createTasks(service, imported.map(draftOf))
  for (const name of TRACKERS) {
    const path = `/api/integrations/${integrations[name]}`
    await client.ask('PUT', `${path}/credential`, { secrets: { token: github.token } })
    await client.ask('POST', `${path}/sync`, {})
  }
  // As `owner/repo#17`.
  const assign = (links: readonly Link[]): Assignment[] => [
    ...issues.map(({ one, issue }) => {
      const integration = integrations[one.setup.tracker]
      const isIts = (link: Link) => link.integration_id === integration && numberOf(link) === issue
      return { ...one, issue, task: links.find(isIts)?.task_id ?? '' }
    }),
    ...imported.map((one, index) => {
      const task = ids[index] ?? ''
      return { ...one, task, issue: numberOf(links.find(({ task_id: id }) => id === task)) }
    }),
  ]
  const look = async () => assign(await client.list<Link>('/api/links?state=active'))
  const isPlaced = ({ task, issue }: Assignment) => task !== '' && issue > 0
  return until('a link for every text', look, (all) => all.every(isPlaced), LONG_MS)
}

function openIssue({ controls }: Emulator, { place, text, number }: Placed): number {
  const title = place === 'title' ? text : `Issue ${number}`
  const body = place === 'description' ? text : 'Something is broken.'
  const labels = place === 'label' ? [text] : []
  const issue = controls.createIssue({ title, body, labels })
  if (place === 'comment') controls.createComment({ number: issue.number, body: text })
  return issue.number
}

function draftOf({ place, text, number, setup: { tracker } }: Placed): TaskCreate {
  const draft = { title: `Row ${number}`, queue: `out-${tracker}` }
  switch (place) {
    case 'assignee':
      return { ...draft, assignee: text }
    case 'field of a row':
      return { ...draft, fields: { customer: 'ACME', note: text } }
    case 'row of an input':
      return { ...draft, input: { rows: [{ id: 1, remark: text }] } }
    default:
      return { ...draft, input: { files: [{ name: `${text}.pdf`, bytes: 1_024 }] } }
  }
}

async function createAgents(service: Service): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map<string, string>()
  for (const { name, readsBeyondClaim, tracker } of SETUPS) {
    const queues = [tracker, `out-${tracker}`]
    const draft = { name, queues, reads_beyond_claim: readsBeyondClaim }
    tokens.set(name, await createAgent(service, { ...draft, concurrency: 50 }))
  }
  return tokens
}

/** Two rounds of both integrations after the last change, and nothing planned. */
async function untilSent(client: ApiClient, integrations: Integrations): Promise<void> {
  for (const name of TRACKERS) {
    const path = `/api/integrations/${integrations[name]}`
    const since = Date.now()
    await client.ask('POST', `${path}/sync`, {})
    const look = () =>
      client.ask<{ data: { state: string; started_at: string }[] }>('GET', `${path}/runs`)
    const isDone = ({ data }: Awaited<ReturnType<typeof look>>) =>
      data.some(({ state, started_at: at }) => state === 'succeeded' && Date.parse(at) >= since)
    await until('a sync', look, isDone, LONG_MS)
  }
  const open = async () =>
    (await client.list('/api/write-backs?state=planned')).length +
    (await client.list('/api/write-backs?state=sent')).length
  await until('the end of the write-backs', open, (count) => count === 0, LONG_MS)
}
