import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../../tests/harness/database.ts'
import { provisionTenant, type TestTenant } from '../../../../../tests/harness/service.ts'
import { generateApiKey } from '../../../crypto/api-key.ts'
import type { Database } from '../../../db/database.ts'
import type { Reader } from '../../../db/reader.ts'
import { setTenantStatus } from '../../tenants/index.ts'
import { readInstance } from '../store.ts'
import { createKeyAuthenticator, type KeyAuthenticator } from './authenticate-key.ts'
import { retireOtherKeys } from './issue-key.ts'

let database: TestDatabase
let db: Database
let pepper: Buffer
let clock = 0

before(async () => {
  database = await createDatabase()
  db = openTestDatabase(database.url)
  pepper = (await readInstance(db.auth)).pepper
})

after(async () => {
  await db.close()
  await database.drop()
})

type Options = { freshMs?: number; environmentKeys?: string[]; auth?: Reader }

function authenticator(options: Options = {}): KeyAuthenticator {
  return createKeyAuthenticator({
    auth: db.auth,
    pepper,
    environmentKeys: [],
    now: () => clock,
    ...options,
  })
}

function inTenant<T>(
  { id, slug }: TestTenant,
  work: (ctx: Parameters<typeof retireOtherKeys>[0]) => Promise<T>,
) {
  const actor = { kind: 'system' as const, id: 'test' }
  const now = new Date()
  return db.tenantTx(id, (tx) =>
    work({
      tx,
      tenant: { id, slug },
      actor,
      requestId: 'test',
      now,
      cursorSecret: pepper,
      freshnessSecret: pepper,
    }),
  )
}

/** Ends all keys of the tenant: none has this id. */
function revokeAll(tenant: TestTenant) {
  return inTenant(tenant, (ctx) => retireOtherKeys(ctx, '00000000-0000-0000-0000-000000000000', 0))
}

/** How long after its revocation, in steps of 100 ms, a key that was just used is refused. */
async function timeToRefusal(authenticate: KeyAuthenticator, slug: string): Promise<number> {
  const tenant = await provisionTenant(database.url, slug)
  assert.ok(await authenticate(slug, tenant.key))
  await revokeAll(tenant)
  for (let waited = 0; ; waited += 100, clock += 100) {
    if (!(await authenticate(slug, tenant.key))) return waited
  }
}

test('a revoked key is refused when the remembered answer is half a second old', async () => {
  assert.equal(await timeToRefusal(authenticator(), 'revoked'), 500)
})

test('control: with a memory of five seconds it would work on for longer than one', async () => {
  assert.ok((await timeToRefusal(authenticator({ freshMs: 5_000 }), 'lingering')) > 1_000)
})

test('suspension is noticed in the same time, and a tenant being deleted has no valid key', async () => {
  const tenant = await provisionTenant(database.url, 'leaving')
  const authenticate = authenticator()
  assert.equal((await authenticate('leaving', tenant.key))?.suspended, false)
  await inTenant(tenant, (ctx) => setTenantStatus(ctx, 'suspended'))
  clock += 500
  assert.equal((await authenticate('leaving', tenant.key))?.suspended, true)
  await inTenant(tenant, (ctx) => setTenantStatus(ctx, 'deleting'))
  clock += 500
  assert.equal(await authenticate('leaving', tenant.key), undefined)
})

test('keys of the environment open the default tenant and no other', async () => {
  const [current, previous] = [generateApiKey(), generateApiKey()]
  const authenticate = authenticator({ environmentKeys: [current, previous] })
  for (const key of [current, previous]) {
    const owner = await authenticate('default', key)
    assert.equal(owner?.tenant.slug, 'default')
    assert.deepEqual(owner?.actor, { kind: 'key', id: 'environment' })
    assert.equal(await authenticate('elsewhere', key), undefined)
  }
  assert.equal(await authenticator()('default', current), undefined)
})

test('half a second of requests with one key asks the database once, and a failure is not remembered', async () => {
  const { key } = await provisionTenant(database.url, 'frequent')
  let asked = 0
  let broken = true
  const auth: Reader = {
    rows: (statement) => {
      asked++
      return broken ? Promise.reject(new Error('no connection')) : db.auth.rows(statement)
    },
  }
  const authenticate = authenticator({ auth })
  await assert.rejects(authenticate('frequent', key))
  broken = false
  await Promise.all(Array.from({ length: 50 }, () => authenticate('frequent', key)))
  assert.equal(asked, 2)
})

/** A way to the database that writes down what it was used for. */
function listening(): { auth: Reader; statements: string[] } {
  const statements: string[] = []
  return {
    statements,
    auth: {
      rows: (statement) => {
        statements.push(statement.text.includes('unnest') ? 'look up' : 'count')
        return db.auth.rows(statement)
      },
    },
  }
}

test('what is known stays known while nothing changes, and one change anywhere makes it old', async () => {
  const { key } = await provisionTenant(database.url, 'steady')
  const { auth, statements } = listening()
  const authenticate = authenticator({ auth })
  assert.ok(await authenticate('steady', key))
  for (let second = 0; second < 3; second++) {
    clock += 1_000
    assert.ok(await authenticate('steady', key))
  }
  assert.deepEqual(statements, ['look up', 'count', 'count', 'count'])
  await provisionTenant(database.url, 'newcomer')
  clock += 1_000
  assert.ok(await authenticate('steady', key))
  assert.deepEqual(statements.slice(4), ['count', 'look up'])
})

test('a key that ends at a set time is not believed beyond it, though nothing changes', async () => {
  const tenant = await provisionTenant(database.url, 'ending')
  await inTenant(tenant, (ctx) =>
    retireOtherKeys(ctx, '00000000-0000-0000-0000-000000000000', 60_000),
  )
  const { auth, statements } = listening()
  const authenticate = authenticator({ auth })
  await authenticate('ending', tenant.key)
  clock += 50_000
  await authenticate('ending', tenant.key)
  clock += 10_001
  await authenticate('ending', tenant.key)
  assert.deepEqual(statements, ['look up', 'count', 'look up'])
})

test('keys of many tenants that come together are looked up together, and each finds its own', async () => {
  const slugs = Array.from({ length: 12 }, (_, index) => `crowd-${index}`)
  const tenants = await Promise.all(slugs.map((slug) => provisionTenant(database.url, slug)))
  const { auth, statements } = listening()
  const authenticate = authenticator({ auth })
  const owners = await Promise.all([
    ...tenants.map(({ slug, key }) => authenticate(slug, key)),
    authenticate('crowd-0', generateApiKey()),
    authenticate('crowd-0', tenants[1]?.key ?? ''),
  ])
  assert.deepEqual(
    owners.map((owner) => owner?.tenant.slug),
    [...slugs, undefined, undefined],
  )
  assert.deepEqual(statements, ['look up'])
})

test('asked for keys seen before, it looks up no others', async () => {
  const { key } = await provisionTenant(database.url, 'regular')
  const { auth, statements } = listening()
  const authenticate = authenticator({ auth })
  const again = { seenBefore: true }
  assert.equal(await authenticate('regular', key, again), undefined)
  assert.deepEqual(statements, [])
  assert.ok(await authenticate('regular', key))
  clock += 60_000
  assert.ok(await authenticate('regular', key, again))
  const wrong = generateApiKey()
  await authenticate('regular', wrong)
  clock += 60_000
  assert.equal(await authenticate('regular', wrong, again), undefined)
  assert.deepEqual(statements, ['look up', 'count', 'look up'])
})
