// Random sequences of everything that changes tasks and runs: after every step, no finished task has a run, and exactly the
// tasks that can be claimed are in their queue.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ClaimedTask, TaskChange } from '@task-service/contract'
import type { WorkContext } from '../../server/src/db/context.ts'
import { changeLocked, findTaskForChange } from '../../server/src/domains/tasks/index.ts'
import { tendQueues } from '../../server/src/domains/work/index.ts'
import { decodeId } from '../../server/src/lib/ids.ts'
import { Problem } from '../../server/src/lib/problem.ts'
import type { ApiClient, CallInput } from '../harness/api-client.ts'
import { type SeededRandom, seededRandom } from '../harness/random/seeded-random.ts'
import { inspect, newTenant, testApi } from '../harness/test-api.ts'

const SEQUENCES = 8
const STEPS = 80
const MOST_TASKS = 5
const AGENTS = ['alpha', 'beta'] as const
const FAR_SECONDS = 3_600

type World = {
  client: ApiClient
  random: SeededRandom
  /** Tasks that were created, and claims that were made; some of them are gone. */
  tasks: string[]
  claims: ClaimedTask[]
  questions: string[]
  log: string[]
}

type Call = Parameters<ApiClient['call']>[0]

/** A rejected request is fine, and must change nothing that breaks the rules. */
async function call(world: World, id: Call, input: CallInput): Promise<unknown> {
  const reply = await world.client.call(id, input)
  world.log.push(`${id} ${JSON.stringify(input)}: ${reply.status}`)
  assert.ok(reply.status < 500, `${id}: ${reply.status} ${reply.text}`)
  return reply.status < 300 && reply.text !== '' ? JSON.parse(reply.text) : undefined
}

async function inTenant<T>(world: World, work: (ctx: WorkContext) => Promise<T>): Promise<T> {
  const { db } = await testApi()
  const actor = { kind: 'system' as const, id: 'test' }
  return db.tenantTx(world.client.tenant.id, (tx) =>
    work({ tx, actor, requestId: 'test', now: new Date() }),
  )
}

const pickOne = <T>(world: World, list: readonly T[]): T | undefined =>
  list[world.random.between(0, Math.max(0, list.length - 1))]

function drawChange(world: World): TaskChange {
  const { random } = world
  const soon = new Date(Date.now() - 1_000).toISOString()
  const far = new Date(Date.now() + FAR_SECONDS * 1_000).toISOString()
  const drawn: TaskChange[] = [
    { status: random.pick(['triage', 'ready', 'in_progress', 'completed', 'failed', 'canceled']) },
    { status: random.pick(['ready', 'ready', 'input_required', 'in_review']) },
    { priority: random.pick(['urgent', 'low']) },
    { queue: random.pick(['default', 'other']) },
    { delegate: random.pick([null, 'alpha', 'other']) },
    { not_before: random.pick([null, null, soon, far]) },
    { title: `Title ${random.between(1, 1_000)}` },
    { fairness_key: random.pick(['one', 'two']) },
  ]
  const [first, second] = [pickOne(world, drawn), pickOne(world, drawn)]
  return random.next() < 0.3 ? { ...first, ...second } : { ...first }
}

const draft = (world: World) => {
  const { status: _, ...rest } = drawChange(world)
  return { title: 'A task', ...rest }
}

async function create(world: World): Promise<void> {
  if (world.tasks.length >= MOST_TASKS) return
  const task = (await call(world, 'tasks.create', { body: draft(world) })) as { id: string }
  world.tasks.push(task.id)
}

/** Blocked by another task, or no longer by any. */
async function block(world: World): Promise<void> {
  const [task, other] = [pickOne(world, world.tasks), pickOne(world, world.tasks)]
  if (!task || !other) return
  const body = { blocked_by: world.random.next() < 0.7 ? [other] : [] }
  await call(world, 'tasks.change', { params: { task }, body })
}

async function change(world: World): Promise<void> {
  const task = pickOne(world, world.tasks)
  if (task) await call(world, 'tasks.change', { params: { task }, body: drawChange(world) })
}

async function bulk(world: World): Promise<void> {
  const items = world.tasks.slice(0, 3).map((task) => ({
    update: { task, changes: drawChange(world) },
  }))
  const mode = world.random.pick(['atomic', 'best_effort'])
  if (items.length > 0) await call(world, 'tasks.bulk', { body: { mode, items } })
}

async function transition(world: World): Promise<void> {
  const task = pickOne(world, world.tasks)
  const to = world.random.pick(['triage', 'ready', 'in_progress', 'completed', 'canceled'])
  if (task) await call(world, 'tasks.transition', { params: { task }, body: { to } })
}

async function upsert(world: World): Promise<void> {
  const params = { source: 'tracker', external_id: String(world.random.between(1, 2)) }
  const body = { title: 'An issue', ...drawChange(world) }
  const task = (await call(world, 'tasks.upsert', { params, body })) as { id: string } | undefined
  if (task && !world.tasks.includes(task.id)) world.tasks.push(task.id)
}

async function remove(world: World): Promise<void> {
  const task = pickOne(world, world.tasks)
  if (!task || world.random.next() < 0.5) return
  await call(world, 'tasks.remove', { params: { task } })
  world.tasks = world.tasks.filter((one) => one !== task)
}

/** As the sync of an integration does. */
async function changeAsSync(world: World): Promise<void> {
  const id = decodeId('task', pickOne(world, world.tasks) ?? '')
  const drawn = drawChange(world)
  if (id === undefined) return
  const outcome = await inTenant(world, async (ctx) => {
    const task = await findTaskForChange(ctx, id)
    if (task) await changeLocked(ctx, task, drawn, {})
  }).catch((error: unknown) => {
    if (error instanceof Problem) return error.code
    throw error
  })
  world.log.push(`sync ${id} ${JSON.stringify(drawn)}: ${outcome ?? 'done'}`)
}

async function claim(world: World): Promise<void> {
  const body = { agent: world.random.pick(AGENTS), max: world.random.between(1, 3) }
  const claimed = (await call(world, 'runs.claim', { body })) as { data: ClaimedTask[] } | undefined
  world.claims.push(...(claimed?.data ?? []))
}

async function claimTask(world: World): Promise<void> {
  const task = pickOne(world, world.tasks)
  if (!task) return
  const body = { agent: world.random.pick(AGENTS) }
  const claimed = await call(world, 'runs.claim_task', { params: { task }, body })
  if (claimed) world.claims.push(claimed as ClaimedTask)
}

async function take(world: World): Promise<void> {
  const task = pickOne(world, world.tasks)
  if (task) await call(world, 'runs.take', { params: { task }, body: {} })
}

/** Most of them are of a run that has ended. */
const asHolder =
  (
    id: 'runs.heartbeat' | 'runs.complete' | 'runs.fail' | 'runs.release',
    body: (world: World) => object,
  ) =>
  async (world: World): Promise<void> => {
    const held = pickOne(world, world.claims.slice(-6))
    if (!held) return
    const input = { lease_token: held.lease_token, ...body(world) }
    await call(world, id, { params: { run: held.run.id }, body: input })
  }

const delay = (world: World) => world.random.pick([0, FAR_SECONDS])

async function stop(world: World): Promise<void> {
  const held = pickOne(world, world.claims.slice(-6))
  if (!held) return
  const body = { force: world.random.next() < 0.5 }
  await call(world, 'runs.cancel', { params: { run: held.run.id }, body })
}

async function ask(world: World): Promise<void> {
  const held = pickOne(world, world.claims.slice(-6))
  if (!held) return
  const body = { lease_token: held.lease_token, kind: 'input', prompt: 'Which one?' }
  const asked = await call(world, 'questions.create', { params: { run: held.run.id }, body })
  if (asked) world.questions.push((asked as { id: string }).id)
}

async function answer(world: World): Promise<void> {
  const question = pickOne(world, world.questions.slice(-3))
  if (question === undefined) return
  await call(world, 'questions.answer', { params: { question }, body: { answer: 'The first.' } })
}

async function pause(world: World): Promise<void> {
  const params = { agent: world.random.pick(AGENTS) }
  await call(world, world.random.next() < 0.3 ? 'agents.pause' : 'agents.resume', { params })
}

async function tend(world: World): Promise<void> {
  const done = await tendQueues((work) => inTenant(world, work))
  world.log.push(`maintenance: ${JSON.stringify(done)}`)
}

async function expire(world: World): Promise<void> {
  await inspect(
    `update runs set lease_until = clock_timestamp() - interval '1 second'
     where tenant_id = $1 and ended_at is null and lease_until is not null and random() < 0.5`,
    [world.client.tenant.id],
  )
  world.log.push('leases end')
  if (world.random.next() < 0.7) await tend(world)
}

const steps: readonly [Step, ...Step[]] = [
  create,
  create,
  change,
  change,
  block,
  bulk,
  transition,
  upsert,
  remove,
  changeAsSync,
  claim,
  claim,
  claim,
  claimTask,
  take,
  asHolder('runs.heartbeat', () => ({ progress: { percent: 10 } })),
  asHolder('runs.heartbeat', () => ({})),
  asHolder('runs.complete', () => ({ result: 'done' })),
  asHolder('runs.fail', (world) => ({ error: 'no', retry_after_seconds: delay(world) })),
  asHolder('runs.release', (world) => ({ delay_seconds: delay(world) })),
  stop,
  ask,
  answer,
  pause,
  expire,
  tend,
]

type Step = (world: World) => Promise<void>

type Row = {
  id: string
  status: string | null
  is_due: boolean | null
  live: number
  entries: number
  /** Entries in the lane that the task belongs to. */
  fitting: number
}

const STATE = `
  select coalesce(t.id, r.task_id, e.task_id) as id, t.status, t.ready_at <= clock_timestamp() as is_due,
    coalesce(r.live, 0) as live, coalesce(e.entries, 0) as entries,
    (select count(*)::int from queue_entries f where f.tenant_id = $1 and f.task_id = t.id and f.queue = t.queue
      and f.delegate = coalesce(t.delegate, '')) as fitting
  from (select * from tasks where tenant_id = $1) t
  full join (select task_id, count(*)::int as live from runs where tenant_id = $1 and ended_at is null group by 1) r
    on r.task_id = t.id
  full join (select task_id, count(*)::int as entries from queue_entries where tenant_id = $1 group by 1) e
    on e.task_id = t.id`

const MISSING = 'claimable, but not in the queue'
const UNFINISHED = ['ready', 'in_progress', 'input_required']

function findFault({ status, is_due: isDue, live, entries, fitting }: Row): string | undefined {
  if (live > 1) return 'more than one live run'
  if (live > 0 && !UNFINISHED.includes(status ?? 'deleted')) return `a live run, but ${status}`
  const isClaimable = status === 'ready' && live === 0 && isDue === true
  if (isClaimable && entries === 0) return MISSING
  if (!isClaimable && entries > 0) return 'in the queue, but not claimable'
  if (entries > 1) return 'in the queue twice'
  return fitting === entries ? undefined : 'in the queue of others'
}

/** A task that became due is queued by maintenance, within a second. */
async function check(world: World): Promise<void> {
  const isWaiting = (await findFaults(world)).some((fault) => fault.startsWith(MISSING))
  if (isWaiting) await tend(world)
  assert.deepEqual(await findFaults(world), [])
}

async function findFaults(world: World): Promise<string[]> {
  const rows = await inspect<Row>(STATE, [world.client.tenant.id])
  return rows.flatMap((row) => {
    const fault = findFault(row)
    return fault ? [`${fault}: ${JSON.stringify(row)}`] : []
  })
}

async function runSequence(seed: number): Promise<World> {
  const client = await newTenant()
  const random = seededRandom(seed, 'runs')
  const world: World = { client, random, tasks: [], claims: [], questions: [], log: [] }
  const queues = ['default', 'other']
  await call(world, 'agents.create', { body: { name: 'alpha', queues, concurrency: 2 } })
  await call(world, 'agents.create', { body: { name: 'beta', queues } })
  try {
    for (let step = 0; step < STEPS; step++) {
      await random.pick(steps)(world)
      await check(world)
    }
  } catch (error) {
    throw new Error(`seed ${seed}, after these steps:\n${world.log.join('\n')}`, { cause: error })
  }
  return world
}

describe('tasks, runs and queues stay consistent', () => {
  const given = process.env['TEST_SEED']
  const first = Number(given ?? Math.floor(Math.random() * 2 ** 31))
  const count = given === undefined ? SEQUENCES : 1
  let claimed = 0
  for (const seed of Array.from({ length: count }, (_, index) => first + index)) {
    it(`in ${STEPS} random steps (TEST_SEED=${seed})`, async () => {
      const { claims } = await runSequence(seed)
      claimed += claims.length
    })
  }

  // A single sequence may never claim.
  it('and tasks are claimed in these steps', { skip: count === 1 }, () => {
    assert.ok(claimed > 0, 'nothing was claimed')
  })

  it('control: a live run of a finished task, and a missing or wrong entry, are noticed', () => {
    const row = { id: '', status: 'ready', is_due: true, live: 0, entries: 1, fitting: 1 }
    const wrong = [
      { ...row, status: 'completed', entries: 0, fitting: 0, live: 1 },
      { ...row, status: null, is_due: null, entries: 0, fitting: 0, live: 1 },
      { ...row, entries: 0, fitting: 0 },
      { ...row, fitting: 0 },
      { ...row, entries: 2, fitting: 2 },
      { ...row, live: 1 },
      { ...row, is_due: false },
      { ...row, status: 'triage' },
    ]
    assert.equal(findFault(row), undefined)
    assert.deepEqual(
      wrong.map(findFault).filter((fault) => fault === undefined),
      [],
    )
  })
})
