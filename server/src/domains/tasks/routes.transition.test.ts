// The life of a task: every pair of statuses is tried, the allowed ones say what happened, the others what would be allowed.
import assert from 'node:assert/strict'
import { STATUSES, type Status, type Task, transitions } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { type Case, describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { auditOf, eventsOf, transactionsOf, uuidOf } from '../../../../tests/harness/history.ts'
import {
  bodyCases,
  idempotencyCases,
  type Prepare,
} from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

type TransitionCase = Case<'tasks.transition'>

const simple: Prepare<'tasks.transition'> = async ({ client }) => ({
  params: { task: (await client.create()).id },
  body: { to: 'in_progress' },
})
const bodies = bodyCases(simple)
const idempotency = idempotencyCases('tasks.transition', simple)

/** The way from a new task to each status; short, so that a fault on it is easy to see. */
const ways: Record<Status, Status[]> = {
  triage: ['triage'],
  ready: [],
  in_progress: ['in_progress'],
  input_required: ['in_progress', 'input_required'],
  in_review: ['in_progress', 'in_review'],
  completed: ['completed'],
  failed: ['in_progress', 'failed'],
  canceled: ['canceled'],
}

/** What a move into a status is called, wherever it comes from; reopening has a name of its own. */
const names: Record<Status, string> = {
  triage: 'task.triaged',
  ready: 'task.readied',
  in_progress: 'task.started',
  input_required: 'task.input_requested',
  in_review: 'task.review_requested',
  completed: 'task.completed',
  failed: 'task.failed',
  canceled: 'task.canceled',
}
const finals: Status[] = ['completed', 'failed', 'canceled']

async function taskIn(client: ApiClient, status: Status): Promise<Task> {
  let task = await client.create()
  for (const to of ways[status]) {
    task = (await client.call('tasks.transition', { params: { task: task.id }, body: { to } })).body
  }
  assert.equal(task.status, status)
  return task
}

function allowedFrom(from: Status): TransitionCase {
  return async ({ client, call }) => {
    for (const to of transitions[from]) {
      const before = await taskIn(client, from)
      const reply = await call({ params: { task: before.id }, body: { to } })
      const { completed_at, updated_at } = reply.body
      const expected = { ...before, status: to, version: before.version + 1 }
      assert.deepEqual(reply.body, { ...expected, completed_at, updated_at })
      assert.equal(completed_at, finals.includes(to) ? updated_at : null, `${from} → ${to}`)
      const name = finals.includes(from) ? 'task.reopened' : names[to]
      const events = await eventsOf(before.id)
      assert.deepEqual(
        events.map((event) => event.type),
        ['task.created', ...ways[from].map((way) => names[way]), name],
      )
      const last = events.at(-1)
      assert.deepEqual([last?.data, last?.previous['status']], [reply.body, from])
      const { events: written, entries } = await transactionsOf(before.id)
      assert.deepEqual(written, entries)
      assert.equal((await auditOf(before.id)).at(-1)?.action, name)
    }
  }
}

function refusedFrom(from: Status): TransitionCase {
  return async ({ client, call }) => {
    const allowed: readonly Status[] = transitions[from]
    const before = await taskIn(client, from)
    for (const to of STATUSES.filter((status) => status !== from && !allowed.includes(status))) {
      const { problem } = await call({ params: { task: before.id }, body: { to } })
      assert.equal(problem.code, 'transition_not_allowed')
      assert.deepEqual(problem.allowed, allowed)
      assert.match(problem.detail, new RegExp(`cannot move from ${from} to ${to}`))
    }
    assert.deepEqual(await client.get(before.id), before)
    assert.equal((await eventsOf(before.id)).length, ways[from].length + 1)
  }
}

const each = (of: (from: Status) => TransitionCase, name: (from: Status) => string) =>
  Object.fromEntries(STATUSES.map((from) => [name(from), of(from)]))

const repeats: TransitionCase = async ({ client, call }) => {
  for (const status of STATUSES) {
    const before = await taskIn(client, status)
    const reply = await call({ params: { task: before.id }, body: { to: status } })
    assert.deepEqual(reply.body, before)
    assert.equal((await eventsOf(before.id)).length, ways[status].length + 1)
  }
}

/** Settling comes from the origin, which no request can play. */
const SETTLE = `
  update tasks set doc = jsonb_set(doc::jsonb, '{settled_at}', '"2026-11-15T09:30:00.000Z"')::json where id = $1`

const reopens: TransitionCase = async ({ client, call }) => {
  for (const status of finals) {
    const { id, completed_at } = await taskIn(client, status)
    assert.notEqual(completed_at, null)
    await inspect(SETTLE, [uuidOf(id)])
    const { body: task } = await call({ params: { task: id }, body: { to: 'ready' } })
    assert.deepEqual([task.completed_at, task.settled_at], [null, null])
    const last = (await eventsOf(id)).at(-1)
    assert.equal(last?.type, 'task.reopened')
    assert.deepEqual(last.changed, ['status', 'settled_at', 'completed_at'])
  }
}

const carriesResult: TransitionCase = async ({ client, call }) => {
  const { id } = await client.create({ result: { draft: true, kept: 1 } })
  const body = { to: 'completed', result: { draft: null, done: 'yes' } }
  const { body: task } = await call({ params: { task: id }, body })
  assert.deepEqual(task.result, { kept: 1, done: 'yes' }, 'merged like any other change')
  const { body: same } = await call({ params: { task: id }, body })
  assert.equal(same.version, task.version, 'doing it twice is doing it once')
}

describeOperation('tasks.transition', {
  200: {
    ...each(allowedFrom, (from) => `moves from ${from} to what the table allows, one event each`),
    'does nothing when the task is already there': repeats,
    'forgets completion and settlement on reopening': reopens,
    'takes the result along': carriesResult,
    'takes the number in place of the id': async ({ client, call }) => {
      const { id } = await client.create()
      const reply = await call({ params: { task: 'T-1' }, body: { to: 'in_progress' } })
      assert.deepEqual([reply.body.id, reply.headers['etag']], [id, '"2"'])
    },
    'repeats the first answer under one Idempotency-Key': idempotency.replayed,
  },
  400: {
    ...bodies.malformed,
    'refuses an unknown status and names the known ones': async ({ client, call }) => {
      const { id } = await client.create()
      const { problem } = await call({ params: { task: id }, body: { to: 'done' } })
      assert.deepEqual(problem.errors?.[0]?.allowed, STATUSES)
    },
    'refuses a body without a status or with more than it needs': async ({ client, call }) => {
      const { id } = await client.create()
      for (const body of [{}, { status: 'completed' }, { to: 'completed', title: 'x' }]) {
        assert.equal((await call({ params: { task: id }, body })).problem.code, 'invalid_request')
      }
    },
    'refuses an Idempotency-Key with spaces': idempotency.badKey,
  },
  404: async ({ call }) => {
    const stranger = await (await newTenant()).create()
    for (const task of [stranger.id, 'T-1']) {
      const { problem } = await call({ params: { task }, body: { to: 'completed' } })
      assert.equal(problem.code, 'task_not_found')
    }
  },
  409: {
    ...each(refusedFrom, (from) => `refuses what the table lacks from ${from}, naming what it has`),
    'tells that the first request is still running': idempotency.inFlight,
  },
  412: async ({ client, call }) => {
    const { id } = await client.create()
    const move = (match: string) =>
      call({
        params: { task: id },
        headers: { 'if-match': match },
        body: { to: 'in_progress' },
      })
    assert.equal((await move('"2"')).problem.code, 'version_mismatch')
    assert.equal((await move('"1"')).body.status, 'in_progress')
    assert.equal((await move('*')).status, 200)
  },
  413: bodies.tooLarge,
  415: bodies.wrongType,
  422: idempotency.reused,
})
