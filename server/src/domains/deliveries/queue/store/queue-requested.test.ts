import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Client } from 'pg'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../../../tests/harness/database.ts'
import type { Database } from '../../../../db/database.ts'
import type { NewJob } from '../../../../jobs/queue.ts'
import { uuidv7 } from '../../../../lib/uuid.ts'
import { dispatchRest, newSizes } from '../../dispatch/service/dispatch.ts'
import type { DeliveryJob } from '../delivery-job.ts'

const matching = { wants: () => false, needsContent: () => false, taskOf: () => '' }

describe('deliveries that were requested', () => {
  let database: TestDatabase
  let db: Database
  let admin: Client

  before(async () => {
    database = await createDatabase()
    db = openTestDatabase(database.url)
    admin = new Client({ connectionString: database.superuserUrl })
    await admin.connect()
  })
  after(async () => {
    await Promise.all([db.close(), admin.end()])
    await database.drop()
  })
  beforeEach(() => admin.query('delete from deliveries'))

  async function request(tenant: string, count: number): Promise<void> {
    await admin.query(
      `insert into deliveries (tenant_id, id, webhook_id, event_xid, event_id, event_type, event_at, subject_id, created_at,
         status)
       select $1, gen_random_uuid(), $1, '1', $1, 'task.created', now(), $1, now(), 'pending' from generate_series(1, $2)`,
      [tenant, count],
    )
  }

  /** How many deliveries of each tenant a batch queued. */
  async function step(sizes = newSizes()) {
    const jobs: NewJob<DeliveryJob>[] = []
    const queue = {
      add: async (_tx: unknown, added: readonly NewJob<DeliveryJob>[]) => void jobs.push(...added),
    }
    const { isFull } = await db.feed.tx((tx) => dispatchRest(tx, { queue, matching, sizes }))
    const counts = new Map<string, number>()
    for (const { data } of jobs) {
      counts.set(data.tenant_id, (counts.get(data.tenant_id) ?? 0) + data.deliveries.length)
    }
    return { isFull, counts }
  }

  it('of one tenant do not delay those of others', async () => {
    const [many, few, last] = [uuidv7(), uuidv7(), uuidv7()]
    await request(many, 3_000)
    await request(few, 10)
    await request(last, 10)
    const { counts, isFull } = await step()
    assert.deepEqual([counts.get(few), counts.get(last)], [10, 10])
    assert.ok((counts.get(many) ?? 0) >= 40, `${counts.get(many)}`)
    assert.ok(isFull)
  })

  it('of more tenants than a batch has rows take turns', async () => {
    const tenants = Array.from({ length: 300 }, () => uuidv7()).toSorted()
    for (const tenant of tenants) await request(tenant, 4)
    const sizes = newSizes()
    const seen = new Set<string>()
    let batches = 0
    for (; seen.size < tenants.length && batches < 10; batches++) {
      for (const tenant of (await step(sizes)).counts.keys()) seen.add(tenant)
    }
    assert.equal(seen.size, tenants.length)
    assert.ok(batches <= 3, `${batches} batches`)
  })

  it('are all queued, until none is left', async () => {
    const tenants = Array.from({ length: 150 }, () => uuidv7())
    for (const [index, tenant] of tenants.entries()) await request(tenant, index === 7 ? 500 : 3)
    const sizes = newSizes()
    let queued = 0
    for (let isFull = true; isFull; ) {
      const batch = await step(sizes)
      isFull = batch.isFull
      for (const count of batch.counts.values()) queued += count
    }
    assert.equal(queued, 149 * 3 + 500)
    assert.equal((await step(sizes)).counts.size, 0)
  })

  /** Rows that a batch reads to find two requested deliveries among thousands of queued ones. */
  async function countRead(): Promise<number> {
    const tenants = [uuidv7(), uuidv7()]
    for (const tenant of tenants) await request(tenant, 2_000)
    await admin.query('update deliveries set queued_at = now()')
    for (const tenant of tenants) await request(tenant, 1)
    await admin.query('vacuum analyze deliveries')
    const read = async () => {
      await flushStatistics(db, admin)
      const { rows } = await admin.query<{ read: string }>(
        `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_user_tables where relname like 'deliveries%'`,
      )
      return Number(rows[0]?.read)
    }
    const readBefore = await read()
    assert.equal((await step()).counts.size, 2)
    return (await read()) - readBefore
  }

  it('are found by an index, without reading queued ones', async () => {
    assert.ok((await countRead()) <= 20)
  })

  it('control: without that index queued rows are read too', async () => {
    await admin.query('drop index deliveries_unqueued')
    assert.ok((await countRead()) >= 4_000)
  })
})

/** Idle sessions report their reads only when asked to flush. */
async function flushStatistics(db: Database, admin: Client): Promise<void> {
  await db.feed.execute('select pg_stat_force_next_flush()')
  await admin.query('select pg_stat_force_next_flush()')
  await admin.query('select pg_stat_clear_snapshot()')
}
