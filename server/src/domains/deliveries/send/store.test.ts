import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Client } from 'pg'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../../tests/harness/database.ts'
import type { Database } from '../../../db/database.ts'
import { timeOfUuid, uuidv7 } from '../../../lib/uuid.ts'
import { releaseNext } from './store.ts'

const tenant = uuidv7()
const [webhookId, subjectId] = [uuidv7(), uuidv7()]
const CLOCK_MS = 5_000

describe('deliveries that wait for each other', () => {
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
  beforeEach(async () => {
    await admin.query('delete from deliveries')
  })

  /** As a dispatcher notes it whose clock is off: its ids carry that clock. */
  async function note(name: string, xid: number, eventId: string, clockMs: number): Promise<void> {
    const id = makeId(Date.now() + clockMs)
    await admin.query(
      `insert into deliveries (tenant_id, id, webhook_id, event_xid, event_id, event_type, event_at, subject_id, status,
         queued_at, created_at)
       values ($1, $2, $3, $4::text::xid8, $5, $6, now(), $7, 'waiting', now(), $8)`,
      [tenant, id, webhookId, xid, eventId, name, subjectId, timeOfUuid(id)],
    )
  }

  async function deliverInTurn(): Promise<string[]> {
    const names: string[] = []
    for (;;) {
      await db.tenantTx(tenant, (tx) => releaseNext(tx, [{ webhookId, subjectId }]))
      const { rows } = await admin.query<{ event_type: string }>(
        `update deliveries set status = 'delivered' where status = 'pending' returning event_type`,
      )
      if (rows.length === 0) return names
      names.push(...rows.map((row) => row.event_type))
    }
  }

  it('go in the order of the log, whatever the clocks of those who noted them', async () => {
    await note('first', 101, uuidv7(), CLOCK_MS)
    await note('third', 1_000, uuidv7(), -CLOCK_MS)
    await note('second', 102, uuidv7(), 0)
    await note('fourth', 1_001, uuidv7(), -2 * CLOCK_MS)
    assert.deepEqual(await deliverInTurn(), ['first', 'second', 'third', 'fourth'])
  })

  it('go by the id of the event within one transaction', async () => {
    const [one, two] = [uuidv7(), uuidv7()]
    await note('second', 101, two, -CLOCK_MS)
    await note('first', 101, one, CLOCK_MS)
    assert.deepEqual(await deliverInTurn(), ['first', 'second'])
  })
})

/** In this process ids only ascend, so the time of another clock is put into one. */
function makeId(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${uuidv7().slice(13)}`
}
