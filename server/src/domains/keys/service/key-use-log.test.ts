// When keys were last used: written once in a while, by however many processes, and never in a request.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../../tests/harness/database.ts'
import { provisionTenant, type TestTenant } from '../../../../../tests/harness/service.ts'
import { fingerprintOf } from '../../../crypto/key-digest.ts'
import type { Database } from '../../../db/database.ts'
import { listUses } from '../store.ts'
import { createKeyUseLog, type KeyUseLog } from './key-use-log.ts'

let database: TestDatabase
let db: Database
let tenant: TestTenant
let clock = Date.now()
let writes = 0

before(async () => {
  database = await createDatabase()
  db = openTestDatabase(database.url)
  tenant = await provisionTenant(database.url, 'used')
})

after(async () => {
  await db.close()
  await database.drop()
})

function openLog(): KeyUseLog {
  return createKeyUseLog({
    write: (tenantId, work) => {
      writes++
      return db.tenantTx(tenantId, work)
    },
    onError: (error) => assert.fail(String(error)),
    now: () => clock,
  })
}

async function usedAt(digest: Buffer): Promise<number | undefined> {
  const uses = await db.tenantRead(tenant.id, listUses)
  return uses.find(({ fingerprint }) => fingerprint === fingerprintOf(digest))?.used_at.getTime()
}

const MINUTE_MS = 60_000

test('a use is written down, and another one when some minutes have passed', async () => {
  const digest = randomBytes(32)
  const useAfter = async (minutes: number) => {
    clock += minutes * MINUTE_MS
    writes = 0
    const log = openLog()
    for (let i = 0; i < 1_000; i++) log.note(tenant.id, digest)
    await log.stop()
    assert.equal(writes, 1, 'a process asks once, however many requests there are')
    return usedAt(digest)
  }
  const first = clock
  assert.equal(await useAfter(0), first)
  assert.equal(await useAfter(4), first, 'too soon')
  assert.equal(await useAfter(7), clock)
})

test('within one process it is asked of memory', async () => {
  const digest = randomBytes(32)
  const log = openLog()
  writes = 0
  for (let minutes = 0; minutes < 10; minutes++) {
    log.note(tenant.id, digest)
    clock += MINUTE_MS
  }
  await log.stop()
  assert.equal(writes, 1)
})

test('another process writes nothing while what is known is nearly as new', async () => {
  const digest = randomBytes(32)
  const [one, other] = [openLog(), openLog()]
  const first = clock
  one.note(tenant.id, digest)
  await one.stop()
  clock += 4 * MINUTE_MS
  other.note(tenant.id, Buffer.from(digest))
  await other.stop()
  assert.equal(await usedAt(digest), first)
})

test('a database that is gone costs a use and nothing else', async () => {
  const errors: unknown[] = []
  const log = createKeyUseLog({
    write: () => Promise.reject(new Error('gone')),
    onError: (error) => errors.push(error),
  })
  log.note(tenant.id, randomBytes(32))
  await log.stop()
  assert.equal(errors.length, 1)
})

test('a fingerprint tells nothing of the digest', () => {
  const digest = randomBytes(32)
  assert.match(fingerprintOf(digest), /^[0-9a-f]{16}$/)
  assert.ok(!digest.toString('hex').includes(fingerprintOf(digest)))
})
