// Queues: settings that can be changed, and numbers of what waits in them and what happened in them.
import assert from 'node:assert/strict'
import { QUEUE_DEFAULTS } from '@task-service/contract'
import { firstUuidAt } from '#lib/uuid.ts'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { type Case, describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { bodyCases, type Prepare } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

const empty = {
  ...QUEUE_DEFAULTS,
  ready: 0,
  scheduled: 0,
  oldest_ready_at: null,
  working_runs: 0,
  parked_runs: 0,
  agents: 0,
  version: 0,
}

const HOUR_MS = 3_600_000

type PlantedRun = {
  queue?: string
  state?: string
  startedAt?: Date
  endedAt?: Date
  waitedMs?: number
}

let planted = 0

async function plantRun({ tenant }: ApiClient, run: PlantedRun = {}): Promise<void> {
  const startedAt = run.startedAt ?? new Date()
  const id = firstUuidAt(startedAt).slice(0, -12) + `${++planted}`.padStart(12, '0')
  await inspect(
    `insert into runs (tenant_id, id, task_id, agent, queue, attempt, waited_ms, state, token_digest, lease_seconds,
       created_at, resumed_at, heartbeat_at, ended_at)
     values ($1, $2, $2, 'worker', $3, 1, $4, $5, '', 60, $6, $6, $6, $7)`,
    [
      tenant.id,
      id,
      run.queue ?? 'support',
      run.waitedMs ?? 0,
      run.state ?? 'working',
      startedAt,
      run.endedAt ?? null,
    ],
  )
}

async function plantAgent({ tenant }: ApiClient, name: string, queues: string[]): Promise<void> {
  await inspect(
    `insert into agents (tenant_id, id, name, description, queues, max_attempts, reads_external, reads_beyond_claim,
       writes_outward, created_by, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, '', $3, 3, false, false, false, 'key:1', now(), now())`,
    [tenant.id, name, queues],
  )
}

const params = { queue: 'support' }
const settings = { description: 'Customers', aging_seconds: 60, target_seconds: 300 }
const change = (client: ApiClient, body: object) => client.call('queues.change', { params, body })

function badName<Id extends 'queues.get' | 'queues.history'>(): Case<Id> {
  return async ({ call }) => {
    const { problem } = await call({ params: { queue: 'Support' } })
    assert.equal(problem.errors?.[0]?.in, 'path')
  }
}

describeOperation('queues.list', {
  200: {
    'is empty at first': async ({ call }) => {
      assert.deepEqual((await call()).body, { data: [] })
    },
    'has the queues with settings, tasks and runs, by name': async ({ client, call }) => {
      await change(client, settings)
      for (const queue of ['night', 'night', 'early']) await client.create({ queue })
      await plantRun(client, { queue: 'day' })
      const other = await newTenant()
      await other.create({ queue: 'foreign' })
      const { data } = (await call()).body
      assert.deepEqual(
        data.map(({ name, ready, working_runs: working }) => [name, ready, working]),
        [
          ['day', 0, 1],
          ['early', 1, 0],
          ['night', 2, 0],
          ['support', 0, 0],
        ],
      )
      assert.deepEqual(data.at(-1), { ...empty, name: 'support', ...settings, version: 1 })
    },
    'has at most 200': async ({ client, call }) => {
      const items = Array.from({ length: 202 }, (_, i) => ({
        create: { title: 'x', queue: `q${`${i}`.padStart(3, '0')}` },
      }))
      for (const half of [items.slice(0, 101), items.slice(101)]) {
        await client.call('tasks.bulk', { body: { items: half } })
      }
      const { data } = (await call()).body
      assert.deepEqual([data.length, data.at(-1)?.name], [200, 'q199'])
    },
  },
  400: async ({ call }) => {
    const { problem } = await call({ query: { limit: 1 } })
    assert.equal(problem.errors?.[0]?.code, 'unknown_parameter')
  },
})

describeOperation('queues.get', {
  200: {
    'has the defaults when nothing is known of it': async ({ call }) => {
      const reply = await call({ params })
      assert.deepEqual(reply.body, { name: 'support', ...empty })
      assert.equal(reply.headers['etag'], '"0"')
    },
    'counts tasks, runs and agents': async ({ client, call }) => {
      const [first] = [
        await client.create({ queue: 'support', priority: 'low' }),
        await client.create({ queue: 'support', delegate: 'worker' }),
        await client.create({ queue: 'support', not_before: '2999-01-01T00:00:00Z' }),
        await client.create({ queue: 'support', status: 'triage' }),
        await client.create({ queue: 'night' }),
      ]
      await client.create({ queue: 'support', blocked_by: [first.id] })
      for (const state of ['working', 'working', 'parked']) await plantRun(client, { state })
      await plantRun(client, { state: 'completed', endedAt: new Date() })
      await plantRun(client, { queue: 'night' })
      await plantAgent(client, 'worker', ['night', 'support'])
      await plantAgent(client, 'sleeper', ['night'])
      const { oldest_ready_at: oldest, ...rest } = (await call({ params })).body
      assert.deepEqual(rest, {
        name: 'support',
        ...QUEUE_DEFAULTS,
        ready: 2,
        scheduled: 2,
        working_runs: 2,
        parked_runs: 1,
        agents: 1,
        version: 0,
      })
      assert.equal(oldest, first.created_at)
    },
  },
  400: badName<'queues.get'>(),
})

const prepareChange: Prepare<'queues.change'> = async () => ({
  params,
  body: { aging_seconds: 60 },
})
const bodies = bodyCases<'queues.change'>(prepareChange)

describeOperation('queues.change', {
  200: {
    'changes what was sent and leaves an audit entry': async ({ client, call }) => {
      const first = await call({ params, body: { aging_seconds: 60 } })
      assert.deepEqual(first.body, { name: 'support', ...empty, aging_seconds: 60, version: 1 })
      assert.equal(first.headers['etag'], '"1"')
      const second = await call({ params, body: { description: 'x', target_seconds: 9 } })
      assert.deepEqual([second.body.aging_seconds, second.body.version], [60, 2])
      const { body } = await client.call('audit.list', { query: { action: 'queue.updated' } })
      assert.deepEqual(
        body.data.map(({ changes }) => changes),
        [
          [
            { field: 'name', from: 'support', to: 'support' },
            { field: 'description', from: '', to: 'x' },
            { field: 'target_seconds', from: null, to: 9 },
          ],
          [
            { field: 'name', from: 'support', to: 'support' },
            { field: 'aging_seconds', from: 1_200, to: 60 },
          ],
        ],
      )
    },
    'leaves no trace when nothing differs': async ({ client, call }) => {
      const { body } = await call({ params, body: { target_seconds: null } })
      assert.equal(body.version, 0)
      assert.deepEqual(
        await inspect('select from queues where tenant_id = $1', [client.tenant.id]),
        [],
      )
    },
    'accepts the version that was read, and 0 for the defaults': async ({ call }) => {
      for (const version of [0, 1]) {
        const headers = { 'if-match': `"${version}"` }
        const body = { description: `version ${version}` }
        assert.equal((await call({ params, headers, body })).status, 200)
      }
    },
    'settles a race of first changes': async ({ call }) => {
      const replies = await Promise.all(
        [1, 2, 3, 4].map((seconds) => call({ params, body: { target_seconds: seconds } })),
      )
      const versions = replies.map(({ body }) => body.version).toSorted((a, b) => a - b)
      assert.deepEqual(versions, [1, 2, 3, 4])
    },
  },
  400: {
    ...bodies.malformed,
    'refuses each wrong field and points at it': async ({ call }) => {
      for (const [body, pointer] of [
        [{}, ''],
        [{ aging_seconds: 0 }, '/aging_seconds'],
        [{ aging_seconds: null }, '/aging_seconds'],
        [{ target_seconds: 2_592_001 }, '/target_seconds'],
        [{ description: 'x'.repeat(501) }, '/description'],
        [{ name: 'other' }, '/name'],
      ] as const) {
        const { problem } = await call({ params, body })
        assert.equal(problem.errors?.[0]?.pointer, pointer)
      }
    },
  },
  412: async ({ call }) => {
    await call({ params, body: { aging_seconds: 60 } })
    const headers = { 'if-match': '"0"' }
    const { problem } = await call({ params, headers, body: { aging_seconds: 90 } })
    assert.equal(problem.code, 'version_mismatch')
  },
  413: bodies.tooLarge,
  415: bodies.wrongType,
})

describeOperation('queues.history', {
  200: {
    'has 24 empty hours when nothing happened': async ({ call }) => {
      const { hours, ...rest } = (await call({ params })).body
      assert.equal(hours.length, 24)
      assert.ok(
        hours.every(({ claimed, completed, expired }) => claimed + completed + expired === 0),
      )
      assert.deepEqual(rest, {
        claim_latency: { median: null, p95: null, count: 0 },
        is_complete: true,
      })
    },
    'counts by the hour and computes percentiles': async ({ client, call }) => {
      const thisHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
      const hoursAgo = (hours: number) => new Date(thisHour - hours * HOUR_MS + 60_000)
      for (let place = 1; place <= 20; place++) {
        await plantRun(client, {
          startedAt: hoursAgo(5),
          waitedMs: place * 1_000,
          ...(place <= 3 && { state: 'completed', endedAt: hoursAgo(4) }),
          ...(place === 4 && { state: 'expired', endedAt: hoursAgo(1) }),
          ...(place === 5 && { state: 'completed', endedAt: hoursAgo(0) }),
        })
      }
      await plantRun(client, { startedAt: hoursAgo(5), queue: 'night', waitedMs: 99_000 })
      await plantRun(client, { startedAt: hoursAgo(25), waitedMs: 99_000 })
      await plantRun(client, { startedAt: hoursAgo(0), waitedMs: 99_000 })
      const { hours, claim_latency: latency } = (await call({ params })).body
      const last = (ago: number) => {
        const { start: _, ...counts } = hours.at(-ago) ?? { start: '' }
        return counts
      }
      assert.deepEqual(last(5), { claimed: 20, completed: 0, expired: 0 })
      assert.deepEqual(last(4), { claimed: 0, completed: 3, expired: 0 })
      assert.deepEqual(last(1), { claimed: 0, completed: 0, expired: 1 })
      assert.equal(hours.at(-1)?.start, new Date(thisHour - HOUR_MS).toISOString())
      assert.deepEqual(latency, { median: 10, p95: 19, count: 20 })
    },
  },
  400: badName<'queues.history'>(),
})
