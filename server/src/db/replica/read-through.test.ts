// Which server serves a read, and which failures of the replica are repaired by the primary.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { until } from '../../../../tests/operate/until.ts'
import { Problem } from '../../lib/problem.ts'
import { sql } from '../sql.ts'
import type { SendRead } from '../tenant-read.ts'
import { openRead } from '../tenant-read.ts'
import { readThrough } from './read-through.ts'
import { ReplicaMonitor } from './replica-monitor.ts'
import { ReplicaRefused } from './replica-options.ts'

const TENANT = '00000000-0000-7000-8000-000000000001'
const from =
  (server: string): SendRead =>
  async () => ({ horizon: '1', rows: [server] })

let monitor: ReplicaMonitor

beforeEach(async () => {
  monitor = new ReplicaMonitor({ check: async () => undefined, timeoutMs: 1_000 })
  await until('it is in use', () => monitor.status.state === 'in_use')
})
afterEach(() => monitor.stop())

function open(send: SendRead) {
  const filter = { applicationTenantFilter: true }
  const { read, counts } = readThrough({
    ...filter,
    monitor,
    send: () => send,
    primary: (tenantId, work) => work(openRead({ tenantId, ...filter }, from('primary'))),
  })
  return { ask: () => read(TENANT, (tx) => tx.row<string>(sql`select 1`)), counts }
}

const failWith = (error: Error) => open(() => Promise.reject(error))
const withCode = (code: string) => Object.assign(new Error(code), { code })

test('a read goes to the replica while that is in use, and to the primary otherwise', async () => {
  const { ask, counts } = open(from('replica'))
  assert.equal(await ask(), 'replica')
  monitor.report(new ReplicaRefused('promoted', 'promoted'))
  assert.equal(await ask(), 'primary')
  assert.deepEqual([counts.replica, counts.primary, counts.fallbacks.size], [1, 1, 0])
})

for (const [error, reason] of [
  [withCode('40001'), 'conflict'],
  [withCode('53300'), 'failed'],
  [withCode('28P01'), 'failed'],
  [new Error('Connection terminated unexpectedly'), 'failed'],
  [new ReplicaRefused('behind', 'behind'), 'behind'],
] as const) {
  test(`the primary serves what the replica could not: ${reason}, ${error.message}`, async () => {
    const { ask, counts } = failWith(error)
    assert.equal(await ask(), 'primary')
    assert.deepEqual([...counts.fallbacks], [[reason, 1]])
  })
}

for (const error of [withCode('57014'), new Problem('task_not_found', 'none')]) {
  test(`the primary is not asked for what it would do the same way: ${error.message}`, async () => {
    const { ask, counts } = failWith(error)
    await assert.rejects(ask(), error)
    assert.equal(counts.primary, 0)
  })
}

test('reads that the replica has no room for go to the primary, which shares the load', async () => {
  const waiting = Promise.withResolvers<void>()
  const { ask, counts } = open(async (read) => {
    await waiting.promise
    return from('replica')(read)
  })
  const reads = Array.from({ length: 20 }, ask)
  await until('the primary has served the others', () => counts.primary === 4)
  waiting.resolve()
  await Promise.all(reads)
  assert.deepEqual([counts.replica, counts.primary], [16, 4])
})
