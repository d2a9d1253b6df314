import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../../../tests/harness/database.ts'
import { provisionTenant } from '../../../../../../tests/harness/service.ts'
import type { WorkContext } from '../../../../db/context.ts'
import type { Database } from '../../../../db/database.ts'
import { uuidv7 } from '../../../../lib/uuid.ts'
import { deliveryJob } from '../../queue/delivery-job.ts'
import { createDeliveryHandler } from '../jobs.ts'

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

/** A delivery of a new tenant, the job for its first attempt, and what prepares it. */
async function addDelivery(slug: string) {
  const { id: tenantId } = await provisionTenant(database.url, slug)
  const id = uuidv7()
  const webhookId = uuidv7()
  await admin.query(
    `insert into deliveries (tenant_id, id, webhook_id, event_xid, event_id, event_type, event_at, subject_id, status,
       queued_at, created_at)
     values ($1, $2, $3, '1', $2, 't', now(), $2, 'pending', now(), $4)`,
    [tenantId, id, webhookId, new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))],
  )
  const job = deliveryJob({
    tenant_id: tenantId,
    webhook_id: webhookId,
    deliveries: [id],
    round: 0,
    try: 1,
  })
  const handler = createDeliveryHandler({
    egress: { request: () => assert.fail('nothing is sent here') } as never, // preparing does not send
    schedule: [],
    timeoutMs: 1_000,
    userAgent: 'test',
    readInTenant: (tenant, work) => db.tenantRead(tenant, (tx) => work(contextOf(tx))),
    writeInTenant: (tenant, work) => db.tenantTx(tenant, (tx) => work(contextOf(tx))),
  })
  return { tenantId, id, job, handler }
}

test('deliveries of a suspended tenant are not sent, wait, and are sent when it is resumed', async () => {
  const { tenantId, job, handler } = await addDelivery('silent')
  const prepare = async (status: string) => {
    await admin.query('update tenants set status = $2 where tenant_id = $1', [tenantId, status])
    const [prepared] = await handler.prepare(tenantId, [job])
    return prepared ?? assert.fail('the job was forgotten')
  }
  const readRow = async () =>
    (
      await admin.query(
        'select is_deferred, next_attempt_at, status from deliveries where tenant_id = $1',
        [tenantId],
      )
    ).rows
  const going = await prepare('deleting')
  assert.deepEqual([going.works.length, going.next.length], [0, 0])
  const silent = await prepare('suspended')
  assert.deepEqual([silent.works, silent.next], [[], []], 'the queue keeps nothing')
  assert.deepEqual(await readRow(), [
    { is_deferred: true, next_attempt_at: null, status: 'pending' },
  ])
  const resumed = await prepare('active')
  assert.deepEqual([resumed.works.length, resumed.next.length], [1, 0])
  // A later round is not what this job asks for.
  await admin.query('update deliveries set is_deferred = false, round = 1 where tenant_id = $1', [
    tenantId,
  ])
  await prepare('suspended')
  assert.equal((await readRow())[0]?.is_deferred, false)
})

test('a job that a killed worker left behind adds the next attempt, unless the dispatcher did', async () => {
  const { tenantId, job, handler } = await addDelivery('killed')
  const record = (values: string) =>
    admin.query(`update deliveries set tries = 1, ${values} where tenant_id = $1`, [tenantId])
  const followUps = async () => {
    const [prepared] = await handler.prepare(tenantId, [job])
    assert.deepEqual(prepared?.works, [])
    return prepared?.next.map(({ data }) => data.try)
  }
  await record(`next_attempt_at = now() + interval '5 seconds'`)
  assert.deepEqual(await followUps(), [2])
  await record(`next_attempt_at = now() + interval '5 minutes', is_deferred = true`)
  assert.deepEqual(await followUps(), [], 'the dispatcher will')
  await record('next_attempt_at = null, is_deferred = false')
  assert.deepEqual(await followUps(), [], 'the dispatcher did')
})

function contextOf(tx: WorkContext['tx']): WorkContext {
  return { tx, actor: { kind: 'system', id: 'test' }, requestId: uuidv7(), now: new Date() }
}
