// Jobs of connectors on their way: handed out, lost, repeated, too late; and results that come in pieces.
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { EdgeJobOrder, EdgeResultTaken } from '@task-service/contract'
import { type Database, openDatabase } from '../../server/src/db/database.ts'
import { type EdgeSteps, expireJobs, runStatement } from '../../server/src/domains/edge/index.ts'
import { withResultMemory } from '../../server/src/domains/edge/result-memory.ts'
import { forgetOldRows, forgetOldShortRows } from '../../server/src/domains/edge/store/results.ts'
import { uuidv7 } from '../../server/src/lib/uuid.ts'
import type { ApiClient } from '../harness/api-client.ts'
import { newEdge, transportOf } from '../harness/edge/new-connector.ts'
import { chunkedResult, resultOf, TestEdge } from '../harness/edge/test-edge.ts'
import { uuidOf } from '../harness/history.ts'
import { inspect, newTenant, testDatabaseUrl } from '../harness/test-api.ts'

let client: ApiClient
let edge: TestEdge

beforeEach(async () => {
  client = await newTenant()
  ;({ edge } = await newEdge(client))
})

async function ask(body: object = {}): Promise<string> {
  const params = { connector: edge.connector }
  const statement = { database: 'erp', statement: 'open', wait_seconds: 0, ...body }
  return (await client.call('connectors.run', { params, body: statement })).body.id
}

async function getJob(job: string) {
  return (await client.call('edge_jobs.get', { params: { connector: edge.connector, job } })).body
}

async function take(): Promise<EdgeJobOrder> {
  const [order] = await edge.jobs()
  assert.ok(order)
  return order
}

async function send(job: string, result = resultOf([[1]])): Promise<string> {
  const { status, text } = await edge.result(job, result)
  return status === 200 ? (JSON.parse(text) as EdgeResultTaken).taken : String(status)
}

async function setJob(job: string, change: string): Promise<void> {
  await inspect(`update edge_jobs set ${change} where id = $1`, [uuidOf(job)])
}

async function ordered(room: number): Promise<string[]> {
  return (await edge.jobs({ room })).map(({ job }) => job)
}

describe('handing out', () => {
  test('gives the oldest first, and no more than the connector has capacity for', async () => {
    const ids = [await ask(), await ask(), await ask()]
    assert.deepEqual(await ordered(0), [])
    assert.deepEqual(await ordered(2), ids.slice(0, 2))
    assert.deepEqual(await ordered(2), ids.slice(2))
    assert.deepEqual(await ordered(2), [], 'what is handed out is not handed out twice')
  })

  test('gives again what was not heard of for the time of its lease', async () => {
    const id = await ask()
    assert.equal((await take()).attempt, 1)
    await setJob(id, `lease_until = now() - interval '1 s'`)
    const order = await take()
    assert.deepEqual([order.job, order.attempt], [id, 2])
  })

  test('gives again at once what a session had that is over', async () => {
    const id = await ask()
    await take()
    assert.deepEqual(await edge.jobs(), [])
    await edge.open()
    assert.equal((await take()).job, id)
  })

  test('gives nothing that is too late, and says that it expired', async () => {
    const id = await ask()
    await setJob(id, `expires_at = now() - interval '1 s'`)
    assert.deepEqual(await edge.jobs(), [])
    const [row] = await inspect<{ state: string }>('select state from edge_jobs where id = $1', [
      uuidOf(id),
    ])
    assert.equal(row?.state, 'expired')
  })

  test('gives no jobs of other connectors and tenants', async () => {
    await ask()
    const other = await newEdge(client)
    assert.deepEqual(await other.edge.jobs(), [])
    const stranger = await newEdge(await newTenant())
    assert.deepEqual(await stranger.edge.jobs(), [])
  })
})

describe('a result', () => {
  test('is taken once', async () => {
    const id = await ask()
    const { job } = await take()
    assert.deepEqual([await send(job), await send(job)], ['now', 'again'])
    const other = resultOf([[2]])
    assert.equal(await send(job, other), 'again', 'the first one counts')
    assert.deepEqual((await getJob(id)).rows, [[1]])
  })

  test('that is late is taken, and says so', async () => {
    const id = await ask()
    const { job } = await take()
    await setJob(id, `state = 'expired', ended_at = now(), expires_at = now() - interval '1 h'`)
    assert.equal(await send(job), 'now')
    const { state, late, rows } = await getJob(id)
    assert.deepEqual([state, late, rows], ['done', true, [[1]]])
  })

  test('of an earlier attempt is taken when there is no other', async () => {
    const id = await ask()
    await take()
    await setJob(id, `lease_until = now() - interval '1 s'`)
    await take()
    assert.equal(await send(id, resultOf([[1]], { attempt: 1 })), 'now')
    assert.equal(await send(id, resultOf([[2]], { attempt: 2 })), 'again')
  })

  test('of an unknown job need not be kept, and one from another connector changes nothing', async () => {
    assert.equal(await send(`job_${'0'.repeat(32)}`), 'again')
    const id = await ask()
    const other = await newEdge(client)
    const { text } = await other.edge.result(id, resultOf([[1]]))
    assert.deepEqual(JSON.parse(text), { taken: 'again' })
    assert.equal((await getJob(id)).state, 'waiting')
  })

  test('that is not what it says is refused and can be sent again', async () => {
    const id = await ask()
    const { job } = await take()
    for (const wrong of [
      { sha256: '0'.repeat(64) },
      { byte_count: 1 },
      { row_count: 2 },
      { rows: [[2]] },
    ]) {
      assert.equal(await send(job, resultOf([[1]], wrong)), '400')
    }
    assert.equal((await getJob(id)).state, 'running')
    assert.equal(await send(job), 'now')
  })

  test('several travel in one frame, and each is taken once', async () => {
    const ids = [await ask(), await ask(), await ask()]
    await ordered(3)
    const [first = '', second = '', third = ''] = ids
    await send(second)
    const foreign = await newEdge(await newTenant())
    const gone = `job_${uuidv7().replaceAll('-', '')}`
    const together = { [first]: resultOf([[1]]), [second]: resultOf([[9]]), [gone]: resultOf([]) }
    const { text } = await edge.send(edge.resultsFrame(together))
    assert.deepEqual(JSON.parse(text), { taken: 1 })
    assert.deepEqual([(await getJob(first)).rows, (await getJob(second)).rows], [[[1]], [[1]]])
    const strange = await foreign.edge.send(foreign.edge.resultsFrame({ [third]: resultOf([[6]]) }))
    assert.deepEqual(JSON.parse(strange.text), { taken: 0 })
    assert.equal((await getJob(third)).state, 'running')
  })

  test('one that is not what it says spoils the frame, and nothing of it is taken', async () => {
    const [first, second] = [await ask(), await ask()]
    await ordered(2)
    const wrong = { ...resultOf([[1]]), sha256: '0'.repeat(64) }
    const { status } = await edge.send(
      edge.resultsFrame({ [first]: resultOf([[1]]), [second]: wrong }),
    )
    assert.equal(status, 400)
    for (const job of [first, second]) assert.equal((await getJob(job)).state, 'running')
    assert.equal((await edge.send(edge.resultsFrame({}))).status, 400)
  })

  test('without rows may have no text at all', async () => {
    const { rows: _rows, ...write } = resultOf([], { changed_count: 1 })
    const empty = {
      ...write,
      byte_count: 0,
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    }
    for (const result of [write, empty]) {
      const id = await ask()
      await take()
      assert.equal(await send(id, result), 'now')
      const { changed_count: changed, rows } = await getJob(id)
      assert.deepEqual([changed, rows], [1, []])
    }
  })
})

describe('a frame of several results', () => {
  const MIB = 2 ** 20
  /** While so much of the share of the tenant is free. */
  async function sendWithin(freeBytes: number, results: Parameters<typeof edge.resultsFrame>[0]) {
    const taken = 24 * MIB - freeBytes
    return withResultMemory(client.tenant.id, taken, () => edge.send(edge.resultsFrame(results)))
  }

  test('takes the memory of its largest, since they are checked one after the other', async () => {
    const jobs = [await ask(), await ask(), await ask()]
    await ordered(3)
    const result = resultOf([['x'.repeat(120_000)]])
    const { status, text } = await sendWithin(
      150_000,
      Object.fromEntries(jobs.map((job) => [job, result])),
    )
    assert.deepEqual([status, text], [200, '{"taken":3}'])
  })

  test('takes no memory for what it only claims', async () => {
    const job = await ask()
    await take()
    const { status, text } = await sendWithin(1, {
      [job]: resultOf([[1]], { byte_count: 9 * MIB }),
    })
    assert.equal(status, 400, text)
  })

  test('has none that came in chunks', async () => {
    const job = await ask()
    await take()
    const { result, chunks } = chunkedResult([[1, 'x'.repeat(30)]], 20)
    for (const [number, chunk] of chunks.entries()) {
      await edge.send(edge.chunkFrame(job, number, chunk))
    }
    const { status, text } = await edge.send(edge.resultsFrame({ [job]: result }))
    assert.equal(status, 400)
    assert.match(text, /chunk_count is 2/)
    assert.equal(await send(job, result), 'now', 'on its own it is accepted')
  })
})

describe('results that are kept', () => {
  test('the oldest lose their rows when those of a tenant are too many together', async () => {
    const [first, second] = [await ask(), await ask()]
    await ordered(2)
    for (const job of [first, second]) {
      const { result, chunks } = chunkedResult([[job, 'x'.repeat(2_000)]], 500)
      for (const [number, chunk] of chunks.entries())
        await edge.send(edge.chunkFrame(job, number, chunk))
      assert.equal(await send(job, result), 'now')
    }
    await withSteps((steps) => steps.write((ctx) => forgetOldRows(ctx.tx, 5)))
    const [old, young] = [await getJob(first), await getJob(second)]
    assert.deepEqual([old.rows.length, old.row_count], [0, 1])
    assert.equal(young.rows.length, 1)
  })
})

describe('short results that are kept', () => {
  test('the oldest lose their rows when there are too many', async () => {
    const ids = [await ask(), await ask(), await ask(), await ask()]
    await ordered(4)
    for (const [at, job] of ids.entries()) {
      assert.equal(await send(job, resultOf([['x'.repeat(at === 1 ? 10 : 5_000)]])), 'now')
    }
    await withSteps((steps) => steps.write((ctx) => forgetOldShortRows(ctx.tx, 2)))
    const kept = await Promise.all(ids.map(async (id) => (await getJob(id)).rows.length))
    assert.deepEqual(kept, [0, 1, 1, 1], 'small ones are not counted')
  })

  test('none is longer than a chunk', async () => {
    const id = await ask()
    await take()
    assert.equal(await send(id, resultOf([['x'.repeat(270_000)]])), '400')
    assert.equal((await getJob(id)).state, 'running')
  })
})

describe('chunks', () => {
  const rows = Array.from({ length: 40 }, (_, index) => [index, 'x'.repeat(30)])
  const { result, chunks } = chunkedResult(rows, 500)

  async function sendChunks(job: string, pieces = chunks): Promise<void> {
    for (const [number, piece] of pieces.entries()) {
      assert.equal((await edge.send(edge.chunkFrame(job, number, piece))).status, 204)
    }
  }

  test('make the whole, however often and in whatever order they come', async () => {
    const { job } = { job: await ask() }
    await take()
    await sendChunks(job, [...chunks, 'left over from a longer one'])
    const [first = '', second = ''] = chunks
    for (const [number, piece] of [
      [1, second],
      [0, first],
    ] as const) {
      await edge.send(edge.chunkFrame(job, number, piece))
    }
    assert.equal(await send(job, result), 'now')
    assert.deepEqual((await getJob(job)).rows, rows)
    const left = await inspect('select from edge_job_chunks where job_id = $1', [uuidOf(job)])
    assert.equal(left.length, chunks.length)
  })

  test('that did not come, or not as they were, are asked for again', async () => {
    const job = await ask()
    await take()
    await sendChunks(job, chunks.slice(0, -1))
    assert.equal(await send(job, result), '400')
    await sendChunks(job, chunks.with(1, 'y'.repeat(500)))
    assert.equal(await send(job, result), '400')
    await sendChunks(job)
    assert.equal(await send(job, result), 'now')
  })

  test('after the result are not stored, nor are those of another connector', async () => {
    const job = await ask()
    await take()
    await send(job)
    await sendChunks(job)
    const other = (await newEdge(client)).edge
    const waiting = await ask()
    assert.equal((await other.send(other.chunkFrame(waiting, 0, 'x'))).status, 204)
    for (const id of [job, waiting]) {
      assert.deepEqual(
        await inspect('select from edge_job_chunks where job_id = $1', [uuidOf(id)]),
        [],
      )
    }
  })

  test('have bounds', async () => {
    const job = await ask()
    await take()
    const tooLong = edge.chunkFrame(job, 0, 'x'.repeat(256 * 1024 + 1))
    assert.equal((await edge.send(tooLong)).status, 413)
    for (const number of ['999', '-1', '01', '1e3', 'x']) {
      const frame = edge.frame('PUT', `/edge/jobs/${job}/chunks/${number}`, 'x')
      assert.equal((await edge.send(frame)).status, 400, number)
    }
    const { status } = await edge.send(edge.frame('PUT', `/edge/jobs/${job}/chunks/0`, 'a\0b'))
    assert.equal(status, 400)
  })
})

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const url = await testDatabaseUrl()
  const limits = { poolSize: 4, statementTimeoutMs: 10_000 }
  const db = openDatabase({ url, rolePrefix: 'task_service', ...limits })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

function withSteps<T>(work: (steps: EdgeSteps) => Promise<T>): Promise<T> {
  const tenantId = client.tenant.id
  const actor = { kind: 'system', id: 'int_1' } as const
  const known = () => ({ actor, requestId: uuidv7(), now: new Date() })
  return withDatabase((db) =>
    work({
      tenantId,
      read: (step) => db.tenantRead(tenantId, (tx) => step({ ...known(), tx })),
      write: (step) => db.tenantTx(tenantId, (tx) => step({ ...known(), tx })),
    }),
  )
}

const request = (more: object = {}) => ({
  connectorId: edge.connector,
  database: 'erp',
  statement: 'close',
  params: { id: 1 },
  requestKey: 'wbk_1:7',
  timeoutMs: 10_000,
  expiresMs: 60_000,
  most: { rows: 2_000, bytes: 2 ** 20 },
  ...more,
})

describe('a statement that an integration has run', () => {
  const { signal } = new AbortController()

  test('is one job per key, and returns all its rows', async () => {
    await withSteps(async (steps) => {
      const asked = [1, 2, 3].map(() => runStatement(steps, request(), signal))
      const [order, ...others] = await edge.jobs({ wait_ms: 10_000 })
      assert.deepEqual(others, [])
      const rows = Array.from({ length: 1_500 }, (_, index) => [index])
      await edge.result(order?.job ?? '', resultOf(rows))
      for (const { job, rows: returned, connectorState } of await Promise.all(asked)) {
        assert.deepEqual([job.id, job.state, returned.length], [order?.job, 'done', 1_500])
        assert.equal(connectorState, 'online')
      }
      const some = await runStatement(steps, request({ most: { rows: 9, bytes: 999 } }), signal)
      assert.deepEqual([some.rows.length, some.isCut], [9, true], 'as many as are wanted')
      const again = await runStatement(steps, request(), signal)
      assert.deepEqual([again.job.id, again.job.attempts], [order?.job, 1], 'done is done')
    })
  })

  test('is handed out again under its own id when nothing of it remains', async () => {
    await withSteps(async (steps) => {
      const shortly = request({ timeoutMs: 1 })
      const { job: first } = await runStatement(steps, shortly, signal)
      for (const outcome of ['expired', 'refused', 'failed'] as const) {
        const order = await take()
        assert.equal(order.job, first.id)
        await send(order.job, resultOf([], { outcome }))
        const { job } = await runStatement(steps, shortly, signal)
        assert.deepEqual([job.id, job.state, job.problem], [first.id, 'waiting', null])
      }
      await send((await take()).job, resultOf([], { outcome: 'unknown' }))
      const { job } = await runStatement(steps, shortly, signal)
      assert.equal(job.state, 'unknown', 'a job that may have run is not repeated automatically')
    })
  })

  test('reports an offline connector, and ends when the caller aborts', async () => {
    await withSteps(async (steps) => {
      await inspect('update connectors set last_seen_at = null where id = $1', [
        uuidOf(edge.connector),
      ])
      const late = await runStatement(steps, request({ timeoutMs: 20 }), signal)
      assert.deepEqual([late.job.state, late.connectorState], ['waiting', 'silent'])
      const gone = new AbortController()
      const asked = runStatement(steps, request({ timeoutMs: 60_000 }), gone.signal)
      gone.abort()
      assert.equal((await asked).job.state, 'waiting')
      const past = await runStatement(steps, request({ expiresMs: 0, requestKey: 'x' }), signal)
      assert.equal(past.job.state, 'expired')
    })
  })

  test('maintenance ends expired jobs', async () => {
    const [waiting, fresh, running] = [await ask(), await ask(), await ask()]
    await setJob(waiting, `expires_at = now() - interval '1 s'`)
    await setJob(fresh, `state = 'running', expires_at = now() - interval '23 h'`)
    await setJob(running, `state = 'running', expires_at = now() - interval '25 h'`)
    await withDatabase((db) => expireJobs(db.retention, 1_000))
    const states = []
    for (const id of [waiting, fresh, running]) states.push((await getJob(id)).state)
    assert.deepEqual(states, ['expired', 'running', 'expired'])
    assert.equal(await send(running), 'now', 'a late result is taken all the same')
  })
})

test('a connector of another tenant is not let in with the same session', async () => {
  const elsewhere = new TestEdge(transportOf(await newTenant()))
  const { key, session } = edge
  assert.equal((await Object.assign(elsewhere, { key, session }).poll()).status, 401)
})
