// What becomes of jobs when the connector was ended in the middle of them, on a real database.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { EdgeJobOrder } from '@task-service/contract'
import { type Journal, openJournal } from '#edge/journal/journal.ts'
import { parsePolicy } from '#edge/policy/load-policy.ts'
import { loadSettings } from '#edge/settings/load-settings.ts'
import { laboratoryPolicy } from '../../../tests/harness/edge/edge-site.ts'
import type { Laboratory } from '../../../tests/harness/edge/laboratory.ts'
import { startPostgresLaboratory } from '../../../tests/harness/edge/postgres-laboratory.ts'
import { createDriverPool } from './driver-pool.ts'
import { createWorkQueue, type WorkQueue } from './work-queue.ts'

let lab: Laboratory
let folder: string
let journal: Journal
let count = 0
const drivers = () => createDriverPool(loadSettings({ WAREHOUSE_URL: lab.writerUrl }))

before(async () => {
  lab = await startPostgresLaboratory()
})
after(() => lab.stop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'task-edge-work-'))
  journal = openJournal(folder)
})
afterEach(() => {
  journal.close()
  rmSync(folder, { recursive: true })
})

function order(statement: string, params: Record<string, unknown>, inMs = 60_000): EdgeJobOrder {
  count += 1
  return {
    job: `job_${String(count).padStart(32, '0')}`,
    attempt: 1,
    database: 'warehouse',
    statement,
    params,
    expires_at: new Date(Date.now() + inMs).toISOString(),
  }
}

/** A connector that starts, with what the journal has. */
async function start(options: { ledger?: boolean; limits?: string } = {}): Promise<WorkQueue> {
  const text = `${laboratoryPolicy(lab, options)}${options.limits ?? ''}`
  const policy = parsePolicy('policy.yaml', text)
  const pool = drivers()
  const queue = createWorkQueue({
    journal,
    tools: () => ({
      policy,
      driverOf: (database) => pool.of(database),
      tokens: { secret: Buffer.alloc(32), keeper: journal },
      serviceNowMs: Date.now,
    }),
    onChange: () => {},
    log: () => {},
  })
  await queue.idle()
  await pool.close()
  return queue
}

const versionOf = async (id: number) =>
  (await lab.query(`select version from claims where id = ${id}`))[0]?.[0]
const outcome = () => journal.nextResults(1)[0]?.head

describe('a connector that was ended', () => {
  test('does what it had not begun', async () => {
    journal.receive(order('bump', { id: 10 }))
    await start()
    assert.equal(outcome()?.outcome, 'done')
    assert.equal(await versionOf(10), 2)
  })

  test('never repeats a write whose outcome is unknown', async () => {
    const job = order('bump', { id: 11 })
    journal.receive(job)
    journal.begin(job.job)
    await start()
    assert.equal(outcome()?.outcome, 'unknown')
    assert.equal(outcome()?.problem?.code, 'outcome_unknown')
    assert.equal(await versionOf(11), 1)
  })

  test('control: the same write, had it not been begun, would be done', async () => {
    journal.receive(order('bump', { id: 11 }))
    await start()
    assert.equal(await versionOf(11), 2)
  })

  test('repeats a write with a ledger, which makes it once', async () => {
    const job = order('bump', { id: 12 })
    await lab.query(`insert into task_edge_ledger values ('${job.job}', 1, now())`)
    journal.receive(job)
    journal.begin(job.job)
    await start({ ledger: true })
    assert.equal(outcome()?.outcome, 'done')
    assert.equal(outcome()?.changed_count, 1)
    assert.equal(await versionOf(12), 1)
  })

  test('repeats a write with a fence, also when its time is over meanwhile', async () => {
    const job = order('close_claim', { id: 13, version: 1, status: 'closed', note: '' }, -1_000)
    journal.receive(job)
    journal.begin(job.job)
    await start()
    assert.equal(outcome()?.outcome, 'done')
    assert.equal(await versionOf(13), 2)
  })

  test('does not begin what is too late', async () => {
    journal.receive(order('bump', { id: 14 }, -1_000))
    await start()
    assert.equal(outcome()?.outcome, 'expired')
    assert.equal(await versionOf(14), 1)
  })
})

test('has no room when its journal is full', async () => {
  const limits = 'limits: {queue_jobs: 2, concurrency: 2}\n'
  assert.equal((await start({ limits })).room(), 2)
  journal.receive(order('bump', { id: 15 }))
  journal.receive(order('bump', { id: 16 }))
  assert.equal((await start({ limits })).room(), 0)
})
