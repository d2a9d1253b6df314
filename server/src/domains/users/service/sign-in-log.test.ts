// How often the log writes, on a real database and a clock of the test's own.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { withAdmin } from '../../../../../tests/harness/admin-client.ts'
import { provisionUser } from '../../../../../tests/harness/dashboard/dashboard.ts'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../../tests/harness/database.ts'
import { provisionTenant, type TestTenant } from '../../../../../tests/harness/service.ts'
import type { Database } from '../../../db/database.ts'
import { createSignInLog, recordSignOut } from './sign-in-log.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

let database: TestDatabase
let db: Database
let tenant: TestTenant
let userId: string

before(async () => {
  database = await createDatabase()
  db = openTestDatabase(database.url)
  tenant = await provisionTenant(database.url, 'acme')
  const { id } = await provisionUser(database.url, tenant, 'ada')
  userId = id.slice('usr_'.length)
})
after(async () => {
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  await withAdmin(database.superuserUrl, (admin) => admin.query('truncate audit_entries'))
})

const client = (index = 1) => ({
  network: `192.0.${index}.0/24`,
  userAgent: 'test',
  requestId: 'r',
})

/** The log of one process; each call is awaited, which requests do not. */
function begin() {
  const clock = { ms: Date.now() - 30 * HOUR_MS }
  const writes: Promise<unknown>[] = []
  const log = createSignInLog({
    write: (tenantId, work) => {
      const writing = db.tenantTx(tenantId, work)
      writes.push(writing)
      return writing
    },
    onError: (error) => {
      throw error
    },
    now: () => clock.ms,
  })
  const settled = async (note: () => void) => {
    note()
    await Promise.all(writes)
  }
  const who = { tenantId: tenant.id, userId }
  const actor = { kind: 'user' as const, id: `usr_${userId}` }
  return {
    clock,
    writes,
    signIn: (index?: number) => settled(() => log.signedIn(who, client(index))),
    fail: (index?: number, id: string | null = userId) =>
      settled(() => log.failed({ tenantId: tenant.id, userId: id }, client(index))),
    signOut: (index?: number) =>
      db.tenantTx(tenant.id, (tx) =>
        recordSignOut({ tx, actor, requestId: 'r', now: new Date(clock.ms) }, client(index)),
      ),
  }
}

type Row = { action: string; attempts: number | null }

function entries(): Promise<Row[]> {
  return withAdmin(database.superuserUrl, async (admin) => {
    const { rows } = await admin.query<Row>(
      `select action, (changes -> 2 ->> 'to')::int as attempts from audit_entries order by at, id`,
    )
    return rows
  })
}

const actions = async () => (await entries()).map(({ action }) => action)

test('a device that stays signed in is recorded twice a day, by any number of processes', async () => {
  const [one, two] = [begin(), begin()]
  for (let minutes = 0; minutes < 24 * 60; minutes += 30) {
    for (const process of [one, two]) {
      process.clock.ms += 30 * MINUTE_MS
      await process.signIn()
    }
  }
  assert.equal((await entries()).length, 2)
})

test('requests within a minute cost no transaction', async () => {
  const { writes, signIn } = begin()
  for (let i = 0; i < 20; i++) await signIn()
  assert.equal(writes.length, 1)
})

test('a user who signs out and in again is recorded again', async () => {
  const { clock, signIn, signOut } = begin()
  await signIn()
  clock.ms += HOUR_MS
  await signOut()
  clock.ms += 1_000
  await signIn()
  assert.deepEqual(await actions(), ['user.signed_in', 'user.signed_out'], 'a last request')
  clock.ms += MINUTE_MS
  await signIn()
  assert.deepEqual(await actions(), ['user.signed_in', 'user.signed_out', 'user.signed_in'])
})

test('a user who changes programs with every request writes 20 entries an hour', async () => {
  const { clock, signIn } = begin()
  for (let i = 0; i < 60; i++, clock.ms += 1_000) await signIn(i)
  assert.equal((await entries()).length, 20)
})

test('guesses from one network are one entry in ten minutes, with their number', async () => {
  const { clock, fail } = begin()
  for (let i = 0; i < 50; i++, clock.ms += 1_000) await fail()
  assert.deepEqual(await entries(), [{ action: 'user.sign_in_failed', attempts: 1 }])
  clock.ms += 10 * MINUTE_MS
  await fail()
  assert.deepEqual((await entries())[1], { action: 'user.sign_in_failed', attempts: 50 })
})

test('guesses from everywhere write 30 entries an hour in a tenant', async () => {
  const { clock, writes, fail } = begin()
  for (let i = 0; i < 500; i++, clock.ms += 1_000) await fail(i % 250, i % 2 ? userId : null)
  assert.equal((await entries()).length, 30)
  assert.equal(writes.length, 30)
  assert.deepEqual(
    new Set(await actions()),
    new Set(['user.sign_in_failed', 'tenant.sign_in_failed']),
  )
  clock.ms += HOUR_MS
  await fail(1)
  assert.equal((await entries()).length, 31)
})
