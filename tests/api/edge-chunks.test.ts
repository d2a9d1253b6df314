// Chunks of results that are not complete: taken for running jobs only, bounded for each tenant, and deleted with the job's end.
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { expireJobs } from '../../server/src/domains/edge/index.ts'
import type { ApiClient } from '../harness/api-client.ts'
import { newEdge } from '../harness/edge/new-connector.ts'
import { chunkedResult, type TestEdge } from '../harness/edge/test-edge.ts'
import { uuidOf } from '../harness/history.ts'
import { inspect, newTenant, testApi } from '../harness/test-api.ts'

let client: ApiClient
let edge: TestEdge

beforeEach(async () => {
  client = await newTenant()
  ;({ edge } = await newEdge(client))
})

/** Oldest first, all of them running. */
async function runningJobs(count: number): Promise<string[]> {
  const params = { connector: edge.connector }
  const body = { database: 'erp', statement: 'open', wait_seconds: 0 }
  const ids: string[] = []
  while (ids.length < count)
    ids.push((await client.call('connectors.run', { params, body })).body.id)
  assert.equal((await edge.jobs({ room: count })).length, count)
  return ids
}

const setJob = (job: string, change: string) =>
  inspect(`update edge_jobs set ${change} where id = $1`, [uuidOf(job)])

const sendChunk = async (job: string, body = 'x') =>
  (await edge.send(edge.chunkFrame(job, 0, body))).status

async function countChunks(job: string): Promise<number> {
  return (await inspect('select from edge_job_chunks where job_id = $1', [uuidOf(job)])).length
}

/** As many bytes as a tenant may have in results that are not complete. */
async function fill(job: string): Promise<void> {
  await inspect(
    `insert into edge_job_chunks (tenant_id, job_id, number, body)
     select tenant_id, id, n, repeat('x', 32 * 1024 * 1024) from edge_jobs, generate_series(1, 4) n where id = $1`,
    [uuidOf(job)],
  )
}

/** As many chunks of one byte as jobs may have, 256 each. */
async function fillTiny(jobs: readonly string[]): Promise<void> {
  await inspect(
    `insert into edge_job_chunks (tenant_id, job_id, number, body)
     select tenant_id, id, n, 'x' from edge_jobs, generate_series(0, 255) n where id = any($1)`,
    [jobs.map(uuidOf)],
  )
}

describe('chunks of a job that is not running', () => {
  for (const state of ['waiting', 'expired', 'canceled']) {
    test(`are refused when it is ${state}`, async () => {
      const [job = ''] = await runningJobs(1)
      await setJob(job, `state = '${state}'`)
      assert.equal(await sendChunk(job), 400)
      assert.equal(await countChunks(job), 0)
      await setJob(job, `state = 'running'`)
      assert.equal(await sendChunk(job), 204)
      assert.equal(await countChunks(job), 1)
    })
  }

  test('are deleted when maintenance ends it', async () => {
    const [over = '', running = ''] = await runningJobs(2)
    for (const job of [over, running]) assert.equal(await sendChunk(job), 204)
    await setJob(over, `expires_at = now() - interval '25 h'`)
    const { db } = await testApi()
    // Other tenants may have jobs that are over, too.
    await expireJobs(db.retention, 1_000)
    assert.deepEqual([await countChunks(over), await countChunks(running)], [0, 1])
  })

  test('are deleted when a poll finds that it is too late', async () => {
    const [job = ''] = await runningJobs(1)
    await sendChunk(job)
    await setJob(job, `state = 'waiting', expires_at = now() - interval '1 s'`)
    await edge.poll()
    assert.equal(await countChunks(job), 0)
  })

  test('are deleted when it is canceled', async () => {
    const [job = ''] = await runningJobs(1)
    await sendChunk(job)
    await setJob(job, `state = 'waiting'`)
    const params = { connector: edge.connector, job }
    assert.equal((await client.call('edge_jobs.cancel', { params })).status, 200)
    assert.equal(await countChunks(job), 0)
  })
})

describe('chunks of results that are not complete', () => {
  test('wait while older ones of the tenant fill the limit, and only theirs do', async () => {
    const [older = '', newer = ''] = await runningJobs(2)
    await fill(older)
    const { status, text } = await edge.send(edge.chunkFrame(newer, 0, 'x'))
    assert.deepEqual([status, JSON.parse(text).code], [503, 'overloaded'])
    assert.deepEqual([await countChunks(older), await countChunks(newer)], [4, 0])
    await setJob(older, `state = 'done', result_sha256 = 'x'`)
    assert.equal(await sendChunk(newer), 204, 'complete results have a limit of their own')
  })

  test('of newer jobs are deleted for the oldest, so that one of them always gets through', async () => {
    const [older = '', newer = ''] = await runningJobs(2)
    await fill(newer)
    assert.equal(await sendChunk(older), 204)
    assert.deepEqual([await countChunks(older), await countChunks(newer)], [1, 0])
  })

  test('of a connector that is gone are deleted for those that are sent', async () => {
    const [older = '', newer = ''] = await runningJobs(2)
    await fill(older)
    await setJob(older, `lease_until = now() - interval '1 s'`)
    assert.equal(await sendChunk(newer), 204)
    assert.deepEqual([await countChunks(older), await countChunks(newer)], [0, 1])
  })

  test('that replace others are counted once', async () => {
    const [job = ''] = await runningJobs(1)
    await fill(job)
    assert.equal(await sendChunk(job), 503, 'its own count as well')
    const frame = edge.chunkFrame(job, 4, 'y')
    assert.equal((await edge.send(frame)).status, 204)
  })

  test('are bounded in number for each connector, however small they are', async () => {
    const jobs = await runningJobs(4)
    await fillTiny(jobs.slice(0, 2))
    assert.equal(await sendChunk(jobs[2] ?? ''), 503)
    const [first = '', second = ''] = jobs
    await setJob(first, `lease_until = now() - interval '1 s'`)
    assert.equal(await sendChunk(jobs[2] ?? ''), 204)
    assert.deepEqual([await countChunks(first), await countChunks(second)], [0, 256])
  })

  test('of one connector leave those of another alone', async () => {
    const own = edge
    const mine = await runningJobs(1)
    ;({ edge } = await newEdge(client))
    const others = await runningJobs(3)
    await fillTiny(others)
    edge = own
    assert.equal(await sendChunk(mine[0] ?? ''), 204)
    for (const job of others) assert.equal(await countChunks(job), 256)
  })

  test('take no rows away from results that are complete', async () => {
    const [done = '', ...running] = await runningJobs(7)
    const { result, chunks } = chunkedResult([[1, 'x'.repeat(2_000)]], 500)
    for (const [number, chunk] of chunks.entries()) {
      await edge.send(edge.chunkFrame(done, number, chunk))
    }
    await edge.result(done, result)
    await fillTiny(running.slice(0, -1))
    const last = running.at(-1) ?? ''
    for (const [number, chunk] of chunks.entries()) {
      await inspect(
        `insert into edge_job_chunks (tenant_id, job_id, number, body)
         select tenant_id, id, $2, $3 from edge_jobs where id = $1`,
        [uuidOf(last), number, chunk],
      )
    }
    assert.equal((await edge.result(last, result)).status, 200)
    const params = { connector: edge.connector, job: done }
    assert.equal((await client.call('edge_jobs.get', { params })).body.rows.length, 1)
  })
})
