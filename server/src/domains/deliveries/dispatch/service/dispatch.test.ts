import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../../../tests/harness/database.ts'
import { quietCluster } from '../../../../../../tests/harness/processes/quiet-cluster.ts'
import { dispatchAll } from '../../../../../../tests/harness/webhooks/dispatch-all.ts'
import type { Database } from '../../../../db/database.ts'
import type { NewJob } from '../../../../jobs/queue.ts'
import { uuidv7 } from '../../../../lib/uuid.ts'
import type { Matching } from '../../../webhooks/index.ts'
import type { DeliveryJob } from '../../queue/delivery-job.ts'
import { lockOrder } from '../../queue/store/delivery-order.ts'
import { queueDeferred } from '../../queue/store/queue-deferred.ts'
import { moveOn, readNew } from '../store/new-events.ts'
import { newSizes } from './dispatch.ts'
import { readLag } from './dispatch-lag.ts'

const everything: Matching = {
  wants: () => true,
  needsContent: () => false,
  taskOf: (event) => event.subject_id,
}
const tenant = uuidv7()
const json = JSON.stringify

describe('from the log to the queue', () => {
  let database: TestDatabase
  let db: Database
  let admin: Client
  let jobs: NewJob<DeliveryJob>[] = []
  /** Bypasses row-level security, unlike any role of the service. */
  const query = (text: string, values: unknown[] = []) => admin.query(text, values)

  before(async () => {
    // The lag of the feed depends on every running transaction, including those of other tests.
    database = await createDatabase({ cluster: await quietCluster() })
    db = openTestDatabase(database.url)
    admin = new Client({ connectionString: database.superuserUrl })
    await admin.connect()
  })
  after(async () => {
    await Promise.all([db.close(), admin.end()])
    await database.drop()
  })
  beforeEach(async () => {
    await step()
    jobs = []
    await query('delete from webhooks')
    await query('delete from deliveries')
  })

  function step(matching: Matching = everything, sizes = newSizes()) {
    const queue = {
      add: async (_tx: unknown, added: readonly NewJob<DeliveryJob>[]) => void jobs.push(...added),
    }
    return db.feed.tx((tx) => dispatchAll(tx, { queue, matching, sizes }))
  }

  async function addWebhook(ordering = 'none', enabled = true, owner = tenant): Promise<string> {
    const id = uuidv7()
    await query(
      `insert into webhooks (tenant_id, id, url, ordering, enabled, disabled_reason, secret, created_by, created_at,
         updated_at)
       values ($1, $2, 'https://example.com', $3, $4, $5, decode(repeat('00', 60), 'hex'), 'system:test', now(), now())`,
      [owner, id, ordering, enabled, enabled ? null : 'manual'],
    )
    return id
  }

  async function addEvent(subjectId = uuidv7(), client = admin, data = '{}'): Promise<string> {
    const id = uuidv7()
    await client.query(
      `insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
       values ($1, $2, 'task.created', $3, 'key:key_1', $4, '{}', '{}', date_trunc('milliseconds', now()))`,
      [tenant, id, subjectId, data],
    )
    return id
  }

  const lagSeconds = async () => (await readLag(db.feed)).seconds

  const newestTransaction = async () =>
    (await query('select pg_snapshot_xmax(pg_current_snapshot())::text as xid')).rows[0]?.xid

  const noted = async () =>
    (await query('select event_id, status from deliveries order by id')).rows as {
      event_id: string
      status: string
    }[]

  it('creates a delivery and a job for each enabled webhook', async () => {
    const ids = [await addWebhook(), await addWebhook()]
    await addWebhook('none', false)
    const event = await addEvent()
    assert.deepEqual(await step(), { read: 1, sent: 2, isFull: false })
    assert.deepEqual(jobs.map(({ group }) => group).toSorted(), ids.toSorted())
    assert.deepEqual(
      (await noted()).map((row) => row.event_id),
      [event, event],
    )
    assert.deepEqual(await step(), { read: 0, sent: 0, isFull: false })
  })

  it('does not advance when something fails', async () => {
    await addWebhook()
    await addEvent()
    const broken = { ...everything, wants: () => assert.fail('broken') }
    await assert.rejects(step(broken), /broken/)
    assert.equal((await step()).sent, 1)
  })

  it('reads transactions in the order of their numbers, also when these get another digit', async () => {
    await addWebhook()
    await query(`update dispatch_progress set done = '1:1:', target = null`)
    await query('delete from events')
    const ids = [await addEvent(), await addEvent()]
    await query(`update events set xid = '9' where id = $1`, [ids[0]])
    await query(`update events set xid = '10' where id = $1`, [ids[1]])
    await step()
    assert.deepEqual(
      (await noted()).map((row) => row.event_id),
      ids,
    )
  })

  it('lets events of one task wait for each other if the webhook is ordered', async () => {
    await addWebhook('task')
    const task = uuidv7()
    await addEvent(task)
    await addEvent(task)
    await addEvent()
    assert.equal((await step()).sent, 2)
    await addEvent(task)
    assert.equal((await step()).sent, 0)
    assert.deepEqual(
      (await noted()).map((row) => row.status),
      ['pending', 'waiting', 'pending', 'waiting'],
    )
  })

  it('blocks additions while the first ordered delivery ends', async () => {
    const ordered = await addWebhook('task')
    await addEvent()
    await admin.query('begin')
    await lockOrder({ rows: async ({ text, values }) => (await query(text, values)).rows }, [
      ordered,
    ])
    let isDone = false
    const adding = step().then(() => void (isDone = true))
    await sleep(200)
    assert.equal(isDone, false)
    await admin.query('commit')
    await adding
    assert.equal(jobs.length, 1)
  })

  it('creates a job for a delivery that is resent', async () => {
    await addWebhook()
    await addEvent()
    await step()
    await query(`update deliveries set queued_at = null, round = 1, tries = 0, status = 'pending'`)
    assert.deepEqual(await step(), { read: 0, sent: 1, isFull: false })
    assert.deepEqual([jobs.at(-1)?.data.round, jobs.at(-1)?.data.try], [1, 1])
    assert.deepEqual(jobs[0]?.data.deliveries, jobs[1]?.data.deliveries)
    assert.notEqual(jobs[0]?.id, jobs[1]?.id)
  })

  const defer = (seconds: number) =>
    query(
      `update deliveries set is_deferred = true, tries = 1, next_attempt_at = now() + $1 * interval '1 second'`,
      [seconds],
    )

  it('queues a deferred attempt when it is due, once', async () => {
    await addWebhook()
    await addEvent()
    await step()
    jobs = []
    await defer(60)
    assert.equal((await step()).sent, 0)
    await defer(1)
    assert.equal((await step()).sent, 1)
    assert.deepEqual([jobs[0]?.data.try, jobs[0]?.data.bytes], [2, 4])
    assert.ok(jobs[0]?.startAfter instanceof Date)
    const { rows } = await query('select is_deferred, next_attempt_at from deliveries')
    assert.deepEqual(rows, [{ is_deferred: false, next_attempt_at: null }])
    assert.equal((await step()).sent, 0)
  })

  it('puts due attempts of one webhook into few jobs: the queue looks at each of them', async () => {
    const ids = [await addWebhook(), await addWebhook()]
    for (let i = 0; i < 40; i++) await addEvent()
    await step()
    jobs = []
    await defer(-60)
    assert.equal((await step()).sent, 80)
    for (const id of ids) {
      const ofWebhook = jobs.filter(({ group }) => group === id)
      assert.deepEqual(
        ofWebhook.map(({ data }) => data.deliveries.length),
        [32, 8],
      )
      assert.ok(ofWebhook.every(({ startAfter }) => startAfter === undefined))
    }
    assert.equal(new Set(jobs.flatMap(({ data }) => data.deliveries)).size, 80)
  })

  it('loses no deferred attempt when the transaction fails', async () => {
    await addWebhook()
    await addEvent()
    await step()
    await defer(0)
    await addEvent()
    const failing = db.feed.tx(async (tx) => {
      await queueDeferred(tx, { add: async () => undefined })
      throw new Error('killed')
    })
    await assert.rejects(failing, /killed/)
    jobs = []
    assert.equal((await step()).sent, 2)
    assert.deepEqual(
      jobs.map(({ data }) => data.try).toSorted((a, b) => a - b),
      [1, 2],
    )
  })

  it('queues no deferred attempt of a delivery that has ended', async () => {
    await addWebhook()
    await addEvent()
    await step()
    await defer(0)
    await query(`update deliveries set status = 'canceled'`)
    assert.equal((await step()).sent, 0)
    const { rows } = await query('select is_deferred from deliveries')
    assert.deepEqual(rows, [{ is_deferred: false }])
  })

  it('puts deliveries of one webhook into one job, up to a maximum', async () => {
    const ids = [await addWebhook(), await addWebhook()]
    for (let i = 0; i < 40; i++) await addEvent()
    assert.equal((await step()).sent, 80)
    for (const id of ids) {
      const sizes = jobs
        .filter(({ group }) => group === id)
        .map(({ data }) => data.deliveries.length)
      assert.deepEqual(sizes, [32, 8])
    }
    const named = new Set(jobs.flatMap(({ data }) => data.deliveries))
    assert.equal(named.size, 80)
  })

  it('ends a batch at a byte budget, and continues after it until all are sent', async () => {
    await addWebhook()
    const large = json({ text: 'x'.repeat(3_000_000) })
    for (let i = 0; i < 7; i++) await addEvent(uuidv7(), admin, large)
    const read: number[] = []
    const sizes = newSizes()
    for (let isFull = true; isFull; ) {
      const dispatched = await step(everything, sizes)
      read.push(dispatched.read)
      isFull = dispatched.isFull
    }
    assert.deepEqual(read, [2, 1, 1, 1, 1, 1])
    assert.equal((await noted()).length, 7)
    assert.deepEqual(
      jobs.map(({ data }) => data.bytes),
      jobs.map(() => large.length + 2),
    )
  })

  it('reads at least one event, however large it is', async () => {
    await addWebhook()
    const large = json({ text: 'x'.repeat(20_000_000) })
    await addEvent(uuidv7(), admin, large)
    await addEvent()
    assert.deepEqual(await step(), { read: 2, sent: 2, isFull: false })
  })

  /** As one request may create them. */
  const addEvents = (owner: string, count: number, data = '{}') =>
    query(
      `insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
       select $1, id, 'task.created', gen_random_uuid(), 'key:key_1', $3, '{}', '{}', date_trunc('milliseconds', now())
       from unnest($2::uuid[]) as n (id)`,
      [owner, Array.from({ length: count }, uuidv7), data],
    )

  const notedOf = async (owner: string) =>
    (
      await query(
        'select event_xid::text as xid, event_id as id from deliveries where tenant_id = $1 order by id',
        [owner],
      )
    ).rows

  for (const [what, count, data] of [
    ['hundreds of events', 900, '{}'],
    ['large events', 30, json({ text: 'x'.repeat(1_000_000) })],
  ] as const) {
    it(`sends the event of a tenant immediately despite ${what} of another, and loses none`, async () => {
      const other = uuidv7()
      await addWebhook()
      await addWebhook('none', true, other)
      await addEvents(tenant, count, data)
      await addEvents(other, 1)
      const sizes = newSizes()
      await step(everything, sizes)
      assert.equal((await notedOf(other)).length, 1)
      // Also later, while the first tenant is behind.
      await addEvents(tenant, 10)
      await addEvents(other, 1)
      let isFull = (await step(everything, sizes)).isFull
      assert.equal((await notedOf(other)).length, 2)
      assert.ok((await notedOf(tenant)).length < count)
      assert.ok((await lagSeconds()) > 0)
      while (isFull) isFull = (await step(everything, sizes)).isFull
      const { rows: all } = await query(
        'select xid::text as xid, id from events where tenant_id = $1 and (xid, id) > ($2, $3) order by xid, id',
        [tenant, ...(await firstOf(tenant))],
      )
      assert.deepEqual((await notedOf(tenant)).slice(1), all)
      assert.equal((await notedOf(tenant)).length, count + 10)
      assert.equal(await lagSeconds(), 0)
    })
  }

  async function firstOf(owner: string): Promise<string[]> {
    const [first] = await notedOf(owner)
    return [first.xid, first.id]
  }

  it('allows one dispatcher at a time', async () => {
    await addWebhook()
    await addEvent()
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
    const { promise: mayContinue, resolve: resume } = Promise.withResolvers<void>()
    const first = db.feed.tx(async (tx) => {
      const events = await readNew(tx)
      read()
      await mayContinue
      if (events) await moveOn(tx, events)
      return events?.events.length
    })
    await isRead
    assert.equal((await step()).read, 0)
    resume()
    assert.equal(await first, 1)
  })

  it('does not overwrite the progress of another process', async () => {
    await addEvent()
    const events = await db.feed.tx((tx) => readNew(tx))
    assert.ok(events)
    await step()
    await assert.rejects(
      db.feed.tx((tx) => moveOn(tx, events)),
      /another process/,
    )
  })

  it('reports how long the oldest event waits: to be dispatched, and to be returned by the feed', async () => {
    assert.deepEqual(await readLag(db.feed), { seconds: 0, feedSeconds: 0 })
    await admin.query('begin')
    await admin.query('select pg_current_xact_id()')
    const other = new Client({ connectionString: database.superuserUrl })
    await other.connect()
    await addEvent(uuidv7(), other)
    await other.end()
    await sleep(50)
    const lag = await readLag(db.feed)
    assert.ok(lag.seconds >= 0.05 && lag.feedSeconds >= 0.05)
    await step()
    assert.equal(await lagSeconds(), 0)
    assert.ok((await readLag(db.feed)).feedSeconds >= 0.05)
    await admin.query('commit')
    assert.deepEqual(await readLag(db.feed), { seconds: 0, feedSeconds: 0 })
  })

  async function stepTakesNone(): Promise<boolean> {
    const start = await newestTransaction()
    await step()
    return (await newestTransaction()) === start
  }

  it('uses no transaction number to poll a log without new events', async () => {
    // The server counts transactions for all its users, including other tests: in one of many rounds there is no other.
    let isQuiet = false
    for (let round = 0; round < 500 && !isQuiet; round++) isQuiet = await stepTakesNone()
    assert.ok(isQuiet, 'each of 500 polls of the log took a number')
  })
})
