import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../../tests/harness/database.ts'
import { provisionTenant, type TestTenant } from '../../../../../tests/harness/service.ts'
import type { Context } from '../../../db/context.ts'
import type { Database } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import { readInstance } from '../store.ts'
import { createKeyAuthenticator } from './authenticate-key.ts'
import { issueKey, listKeys, retireOtherKeys } from './issue-key.ts'

const HOUR_MS = 3_600_000

let database: TestDatabase
let db: Database
let pepper: Buffer

before(async () => {
  database = await createDatabase()
  db = openTestDatabase(database.url, 5)
  pepper = (await readInstance(db.auth)).pepper
})

after(async () => {
  await db.close()
  await database.drop()
})

function inTenant<T>({ id, slug }: TestTenant, work: (ctx: Context) => Promise<T>): Promise<T> {
  const actor = { kind: 'system' as const, id: 'test' }
  return db.tenantTx(id, (tx) =>
    work({
      tx,
      tenant: { id, slug },
      actor,
      requestId: 'test',
      now: new Date(),
      cursorSecret: pepper,
      freshnessSecret: pepper,
    }),
  )
}

function rotate(tenant: TestTenant, overlapMs: number): Promise<string> {
  return inTenant(tenant, async (ctx) => {
    const { id, key } = await issueKey(ctx, pepper)
    await retireOtherKeys(ctx, id, overlapMs)
    return key
  })
}

/** Which of these keys open the tenant now; nothing is remembered from before. */
async function working(tenant: TestTenant, keys: string[]): Promise<boolean[]> {
  const authenticate = createKeyAuthenticator({ auth: db.auth, pepper, environmentKeys: [] })
  const owners = await Promise.all(keys.map((key) => authenticate(tenant.slug, key)))
  return owners.map((owner) => owner !== undefined)
}

test('after a rotation the old and the new key work; the next one ends the oldest', async () => {
  const tenant = await provisionTenant(database.url, 'rotating')
  const second = await rotate(tenant, HOUR_MS)
  assert.deepEqual(await working(tenant, [tenant.key, second]), [true, true])
  const third = await rotate(tenant, HOUR_MS)
  assert.deepEqual(await working(tenant, [tenant.key, second, third]), [false, true, true])
  const live = await inTenant(tenant, listKeys)
  assert.deepEqual(
    live.map(({ hint }) => hint),
    [third, second].map((key) => `…${key.slice(-4)}`),
  )
  assert.equal(live[0]?.expires_at, null)
  const until = Date.parse(live[1]?.expires_at ?? '') - Date.now()
  assert.ok(Math.abs(until - HOUR_MS) < 60_000, `the older one ends in ${until} ms`)
})

test('a rotation never extends the life of an expiring key', async () => {
  const tenant = await provisionTenant(database.url, 'brief')
  await inTenant(tenant, ({ tx }) =>
    tx.rows(sql`update api_keys set expires_at = now() + interval '1 minute' where ${tx.mine()}`),
  )
  await rotate(tenant, HOUR_MS)
  const [, old] = await inTenant(tenant, listKeys)
  assert.ok(Date.parse(old?.expires_at ?? '') - Date.now() < 61_000)
})

test('an overlap of nothing ends the old keys now, and the end of the overlap ends them then', async () => {
  const tenant = await provisionTenant(database.url, 'exposed')
  const second = await rotate(tenant, 0)
  assert.deepEqual(await working(tenant, [tenant.key, second]), [false, true])
  const third = await rotate(tenant, 1)
  assert.deepEqual(await working(tenant, [second, third]), [false, true])
})

test('rotations at the same time leave two keys, not more', async () => {
  const tenant = await provisionTenant(database.url, 'hurried')
  const keys = await Promise.all([1, 2, 3, 4, 5].map(() => rotate(tenant, HOUR_MS)))
  const alive = (await working(tenant, [tenant.key, ...keys])).filter(Boolean)
  assert.equal(alive.length, 2)
})

test('what a key did is recorded, the key itself is not', async () => {
  const tenant = await provisionTenant(database.url, 'recorded')
  const second = await rotate(tenant, 0)
  const entries = await inTenant(tenant, ({ tx }) =>
    tx.rows<{ action: string }>(sql`select * from audit_entries where ${tx.mine()} order by id`),
  )
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['tenant.created', 'key.created', 'key.created', 'key.retired'],
  )
  assert.ok(!JSON.stringify(entries).includes(second.slice(6, 20)))
})
