// Integrations that use connectors: their requests arrive, and only configured connectors are reachable.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type EdgeRows, Failure } from '@task-service/kit'
import { failureOf, startTestHost } from '../../../tests/harness/agent/test-host.ts'
import type { EdgeConnection } from './edge-question.ts'

const none: EdgeRows = {
  columns: [],
  rows: [],
  truncated: false,
  changed: 0,
  sourceChanged: false,
}

function createEdge(answer: EdgeConnection['runStatement'] = async () => none) {
  const asked: unknown[] = []
  const edge: EdgeConnection = {
    runStatement(asker, request, signal) {
      asked.push([asker, request])
      return answer(asker, request, signal)
    },
    async listStatements(asker, connector) {
      asked.push([asker, connector])
      const shape = { kind: 'read' as const, params: [], columns: [], maxRows: 1 }
      return [{ database: 'books', name: 'all', ...shape }]
    },
  }
  return { edge, asked }
}

const asker = { tenantId: 'ten_1', integrationId: 'int_1' }
const own = { config: { connector: 'con_1' }, hosts: [] }
const update = (custom: Record<string, never[] | string>) => ({
  kind: 'update' as const,
  ref: { id: '1' },
  fields: { custom },
})

test('a statement runs for the tenant, and its rows are returned', async (t) => {
  const { edge, asked } = createEdge(async () => ({
    ...none,
    columns: ['id'],
    rows: [['7'], ['8']],
  }))
  const { session } = await startTestHost(t, 'ledger', { edge, connection: own })
  const [batch] = await Array.fromAsync(session.pull(null, { limit: 10 }))
  assert.equal(batch?.items.length, 2)
  assert.equal((await session.testConnection()).self.name, 'all')
  assert.deepEqual(asked, [
    [
      asker,
      { connector: 'con_1', database: 'books', statement: 'all', params: {}, timeoutMs: 50_000 },
    ],
    [asker, 'con_1'],
  ])
})

test('only the configured connector is used, for every kind of request', async (t) => {
  const { edge, asked } = createEdge()
  const open = async (other: string) => {
    const config = { connector: 'con_1', other }
    const { session } = await startTestHost(t, 'ledger', {
      edge,
      connection: { config, hosts: [] },
    })
    return [
      () => session.testConnection(),
      () => Array.fromAsync(session.pull(null, { limit: 10 })),
      () => session.push(update({}), { marker: 'm' }),
    ]
  }
  for (const ask of await open('con_2')) {
    assert.equal((await failureOf(ask())).kind, 'forbidden')
  }
  assert.deepEqual(asked, [])
  // The same requests to the configured connector arrive.
  for (const ask of await open('con_1')) await ask()
  assert.equal(asked.length, 3)
})

test('a failure arrives unchanged, and a failed write may have been done', async (t) => {
  const { edge } = createEdge(async () => {
    throw new Failure('transient', 'The database was busy.', { retryAfterMs: 5 })
  })
  const { session } = await startTestHost(t, 'ledger', { edge, connection: own })
  const failure = await failureOf(session.push(update({}), { marker: 'm' }))
  assert.deepEqual(
    [failure.kind, failure.message, failure.facts],
    ['transient', 'The database was busy.', { retryAfterMs: 5, maybeDone: true }],
  )
})

test('parameters are scalar values', async (t) => {
  const { edge, asked } = createEdge()
  const { session } = await startTestHost(t, 'ledger', { edge, connection: own })
  await session.push(update({ a: 'text' }), { marker: 'm' })
  assert.equal(asked.length, 1)
  await failureOf(session.push(update({ a: [] }), { marker: 'm' }))
  assert.equal(asked.length, 1, 'no further request was sent')
})

describe('timeouts', () => {
  const limits = { silenceMs: 300, pulseMs: 50 }

  test('a statement may take longer than the silence timeout of an integration', async (t) => {
    const waits = Promise.withResolvers<EdgeRows>()
    const { edge } = createEdge(() => waits.promise)
    const { session } = await startTestHost(t, 'ledger', { edge, connection: own, limits })
    setTimeout(() => waits.resolve({ ...none, rows: [['1']] }), 1_200)
    const batches = await Array.fromAsync(session.pull(null, { limit: 10 }))
    assert.equal(batches[0]?.items.length, 1)
  })

  test('an integration that goes silent after its statement times out', async (t) => {
    const { edge } = createEdge(async () => ({ ...none, rows: [['endless']] }))
    // Long enough that only the silence timeout can end it.
    const patient = { ...limits, batchMs: 60_000 }
    const host = { edge, connection: own, limits: patient }
    const { session } = await startTestHost(t, 'ledger', host)
    const failure = await failureOf(Array.fromAsync(session.pull(null, { limit: 10 })))
    assert.match(failure.message, /made no progress within 300 ms/)
  })

  test('a statement that never ends times out without waiting for its connector', async (t) => {
    const left = Promise.withResolvers<EdgeRows>()
    const { edge } = createEdge((_, __, signal) => {
      signal.addEventListener('abort', () => left.resolve(none))
      return left.promise
    })
    const short = { ...limits, batchMs: 1_000 }
    const { session } = await startTestHost(t, 'ledger', {
      edge,
      connection: own,
      limits: short,
    })
    const failure = await failureOf(Array.fromAsync(session.pull(null, { limit: 10 })))
    assert.match(failure.message, /returned no items within 1000 ms/)
    await left.promise
  })
})

test('an integration without the capability has no access to connectors', async (t) => {
  const { edge, asked } = createEdge()
  const { host } = await startTestHost(t, 'honest', { edge })
  assert.equal(host.findManifest('honest')?.capabilities.edge, undefined)
  const { session } = await startTestHost(t, 'ledger', { connection: own })
  assert.match((await failureOf(session.testConnection())).message, /no way to connectors/)
  assert.deepEqual(asked, [])
})
