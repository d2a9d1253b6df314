// Calls of many tenants, interleaved on the same few connections. Every text of a tenant carries its marker, and no response
// may have the marker of another.
import type { Pool } from 'pg'
import { type ApiCaller, createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { openTestDatabase } from '../../tests/harness/database.ts'
import { type SeededRandom, seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { addTenant } from '../../tests/harness/service.ts'
import { createAgent, createTasks } from '../../tests/harness/work/agent-client.ts'
import {
  ACCEPT,
  type Message,
  oldToolCall,
  readRpc,
  request,
  type ToolOutcome,
  toolCall,
} from '../../tests/harness/work/rpc.ts'
import type { ProofOptions } from '../../tools/programs/proof.ts'

const CONNECTIONS = 6
const TASKS_PER_TENANT = 12
/** Of all calls; the others go to the tenant's own. */
const FOREIGN_SHARE = 0.1
const OLD_SHARE = 0.2
const SHOWN = 10
const MARKER = /zq[0-9]{3}x[0-9]{6}/g

export type InterleavedSize = { tenants: number; calls: number }
export type InterleavedOutcome = {
  calls: number
  foreign: number
  unexpected: number
  marked: number
  refusals: number
  completed: number
}

type Held = { run: string; lease_token: string }
type Tenant = {
  marker: string
  headers: Record<string, string>
  tasks: string[]
  /** Not in use by another call. */
  held: Held[]
}
type Scene = { url: string; caller: ApiCaller; tenants: Tenant[]; random: SeededRandom }
/** `refusal` is the only acceptable error, and then there must be one. */
type Step = {
  name: string
  args: Record<string, unknown>
  refusal?: string
  onSuccess?: (outcome: ToolOutcome) => void
}

export async function interleaveCalls(
  { url, databaseUrl, admin }: { url: string; databaseUrl: string; admin: Pool },
  { tenants: tenantCount, calls }: InterleavedSize,
  { seed, log }: ProofOptions,
): Promise<InterleavedOutcome> {
  const random = seededRandom(seed, 'interleaved')
  const tenants = await openTenants(url, databaseUrl, tenantCount, seed)
  const caller = createApiCaller(CONNECTIONS)
  const scene: Scene = { url, caller, tenants, random }
  const outcome = { calls: 0, foreign: 0, unexpected: 0, marked: 0, refusals: 0, completed: 0 }
  const note = (finding: Finding, line: string) => {
    if (finding === 'foreign' || finding === 'unexpected') {
      if (outcome.foreign + outcome.unexpected < SHOWN) log(line)
    }
    outcome[finding]++
  }
  const lane = async () => {
    while (outcome.calls < calls) {
      outcome.calls++
      await callOnce(scene, note)
    }
  }
  try {
    await Promise.all(Array.from({ length: CONNECTIONS * 2 }, lane))
  } finally {
    caller.close()
  }
  for (const line of await findForeignRows(admin, tenants)) note('foreign', line)
  return outcome
}

type Finding = Exclude<keyof InterleavedOutcome, 'calls'>

async function openTenants(
  url: string,
  databaseUrl: string,
  count: number,
  seed: number,
): Promise<Tenant[]> {
  const db = openTestDatabase(databaseUrl, 2)
  const tenants: Tenant[] = []
  try {
    for (let index = 0; index < count; index++) {
      const marker = `zq${String(index).padStart(3, '0')}x${String(seed % 1_000_000).padStart(6, '0')}`
      const { host, key: apiKey } = await addTenant(db, marker)
      const owner = { url, apiKey, host }
      const token = await createAgent(owner, { name: marker, reads_beyond_claim: true })
      const drafts = Array.from({ length: TASKS_PER_TENANT }, (_, number) => ({
        title: `Task ${number} of ${marker}`,
        description: `About ${marker}`,
      }))
      const tasks = await createTasks(owner, drafts)
      const headers = { host, authorization: `Bearer ${token}`, accept: ACCEPT }
      tenants.push({ marker, headers, tasks, held: [] })
    }
  } finally {
    await db.close()
  }
  return tenants
}

async function callOnce(
  scene: Scene,
  note: (finding: Finding, line: string) => void,
): Promise<void> {
  const { tenants, random, caller, url } = scene
  const tenant = pick(random, tenants)
  const other = pick(
    random,
    tenants.filter((one) => one !== tenant),
  )
  const step =
    random.next() < FOREIGN_SHARE ? reachOver(random, tenant, other) : work(random, tenant, other)
  const message = messageOf(step, random)
  const { status, body } = await caller.call(`${url}/mcp`, {
    method: 'POST',
    headers: { ...tenant.headers, ...message.headers },
    body: message.body,
  })
  const line = `${tenant.marker} ${step.name}: ${status} ${body.slice(0, 300)}`
  const markers = body.match(MARKER) ?? []
  if (markers.some((marker) => marker !== tenant.marker)) note('foreign', line)
  else if (markers.length > 0) note('marked', line)
  const { result } = readRpc(body) ?? {}
  const answer = result?.structuredContent
  const code = answer?.error?.code
  if (status !== 200 || !result || code !== step.refusal) note('unexpected', line)
  else if (code !== undefined) note('refusals', line)
  else {
    if (answer?.data?.task?.status === 'completed') note('completed', line)
    step.onSuccess?.(answer ?? {})
  }
}

function messageOf({ name, args }: Step, random: SeededRandom): Message {
  if (name === 'tools/list') return request(name)
  return random.next() < OLD_SHARE ? oldToolCall(name, args) : toolCall(name, args)
}

/** With the names and secrets of another tenant, as if they had been stolen. */
function reachOver(random: SeededRandom, tenant: Tenant, other: Tenant): Step {
  const [held] = other.held
  const task = pick(random, other.tasks)
  const steps: Step[] = [
    { name: 'get_task', args: { task }, refusal: 'task_not_found' },
    { name: 'claim_task', args: { task }, refusal: 'task_not_found' },
    {
      name: 'create_task',
      args: { title: tenant.marker, parent: task },
      refusal: 'parent_invalid',
    },
    ...(held
      ? ['report', 'get_answers', 'complete_task', 'release_task'].map(
          (name): Step => ({ name, args: { ...held }, refusal: 'run_not_found' }),
        )
      : []),
  ]
  return pick(random, steps)
}

function work(random: SeededRandom, tenant: Tenant, other: Tenant): Step {
  const { marker, tasks } = tenant
  const reads: Step[] = [
    { name: 'tools/list', args: {} },
    { name: 'whoami', args: {} },
    { name: 'find_tasks', args: { limit: 20 } },
    { name: 'find_tasks', args: { q: other.marker } },
    { name: 'get_task', args: { task: pick(random, tasks) } },
  ]
  if (random.next() < 0.4) return pick(random, reads)
  const held = tenant.held.shift()
  if (!held) return random.next() < 0.7 ? claim(tenant) : create(random, tenant)
  const keep = () => void tenant.held.push(held)
  const text = `Words of ${marker}`
  const steps: Step[] = [
    { name: 'report', args: { ...held, message: text, checkpoint: { text } }, onSuccess: keep },
    { name: 'get_answers', args: { ...held }, onSuccess: keep },
    {
      name: 'comment',
      args: { ...held, body: `${text} ${random.between(0, 1e9)}` },
      onSuccess: keep,
    },
    { name: 'complete_task', args: { ...held, result: { text } } },
    { name: 'release_task', args: { ...held } },
    { name: 'hand_off', args: { ...held, note: text } },
    { name: 'ask', args: { ...held, kind: 'input', prompt: text } },
    { name: 'fail_task', args: { ...held, error: text, retryable: false } },
  ]
  return pick(random, steps)
}

function claim(tenant: Tenant): Step {
  const onSuccess = ({ data }: ToolOutcome) => {
    const { run, lease_token } = data ?? {}
    if (run !== undefined && lease_token !== undefined) tenant.held.push({ run, lease_token })
  }
  return { name: 'claim_task', args: {}, onSuccess }
}

/** Equal calls would create one task. */
function create(random: SeededRandom, { marker, tasks }: Tenant): Step {
  const title = `Another ${random.between(0, 1e9)} of ${marker}`
  const onSuccess = ({ data }: ToolOutcome) => void (data?.task && tasks.push(data.task.id))
  return { name: 'create_task', args: { title }, onSuccess }
}

async function findForeignRows(admin: Pool, tenants: readonly Tenant[]): Promise<string[]> {
  const { rows } = await admin.query<{ slug: string; text: string }>(
    `select t.slug, r.text from tenants t join (
       select tenant_id, doc::text as text from tasks
       union all select tenant_id, body from comments
       union all select tenant_id, prompt from questions) r using (tenant_id)
     where t.slug = any($1)`,
    [tenants.map(({ marker }) => marker)],
  )
  return rows.flatMap(({ slug, text }) => {
    const isForeign = (text.match(MARKER) ?? []).some((marker) => marker !== slug)
    return isForeign ? [`stored by ${slug}: ${text.slice(0, 200)}`] : []
  })
}

function pick<T>(random: SeededRandom, choices: readonly T[]): T {
  return random.pick(choices as [T, ...T[]]) // no caller has an empty list
}
