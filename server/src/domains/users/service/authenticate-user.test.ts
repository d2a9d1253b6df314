import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { withAdmin } from '../../../../../tests/harness/admin-client.ts'
import { PASSWORD, provisionUser } from '../../../../../tests/harness/dashboard/dashboard.ts'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../../tests/harness/database.ts'
import { provisionTenant, type TestTenant } from '../../../../../tests/harness/service.ts'
import { until } from '../../../../../tests/operate/until.ts'
import { hashPassword, verifyPassword } from '../../../crypto/password-hash.ts'
import type { Database } from '../../../db/database.ts'
import { createUserAuthenticator } from './authenticate-user.ts'
import { disableUser, enableUser } from './change-user.ts'
import { setPassword } from './set-password.ts'

let database: TestDatabase
let db: Database
let tenant: TestTenant

before(async () => {
  database = await createDatabase()
  db = openTestDatabase(database.url)
  tenant = await provisionTenant(database.url, 'acme')
})

after(async () => {
  await db.close()
  await database.drop()
})

/** An authenticator of a process of its own, and what it did. */
function begin() {
  const clock = { ms: 0 }
  const done = {
    hashed: 0,
    counted: 0,
    cleared: 0,
    failing: false,
    networks: [] as readonly string[],
  }
  const authenticate = createUserAuthenticator({
    auth: db.auth,
    read: db.tenantRead,
    write: db.tenantTx,
    hasher: {
      verify: (password, stored) => {
        done.hashed++
        return verifyPassword(password, stored)
      },
    },
    throttle: {
      enter: async ({ readNetworks }) => {
        done.counted++
        done.networks = await readNetworks()
        if (done.failing) throw new Error('too early')
        return { succeeded: async () => void done.cleared++, abandoned: async () => undefined }
      },
    },
    onError: () => undefined,
    now: () => clock.ms,
  })
  const signIn = async (username: string, password = PASSWORD, network = 'home') =>
    (await authenticate({ slug: 'acme', username, password, network }))?.actor.id
  return { clock, done, signIn, authenticate }
}

const inTenant = <T>(work: (ctx: Parameters<typeof disableUser>[0]) => Promise<T>) =>
  db.tenantTx(tenant.id, (tx) =>
    work({
      tx,
      tenant,
      actor: { kind: 'system', id: 'test' },
      requestId: 'test',
      now: new Date(),
      cursorSecret: Buffer.alloc(32),
      freshnessSecret: Buffer.alloc(32),
    }),
  )

/** Those that the throttle of another process would read; the guess there is wrong. */
async function knownNetworks(): Promise<readonly string[]> {
  const { done, signIn } = begin()
  await signIn('ines', 'a wrong guess of ours', 'elsewhere')
  return done.networks
}

describe('a right password', () => {
  test('is hashed once a minute, however often it is sent', async () => {
    const { id } = await provisionUser(database.url, tenant, 'ada')
    const { clock, done, signIn } = begin()
    await Promise.all(Array.from({ length: 20 }, () => signIn('ada')))
    for (; clock.ms < 59_900; clock.ms += 100) assert.equal(await signIn('ADA'), id)
    assert.deepEqual([done.hashed, done.counted, done.cleared], [1, 1, 1])
    clock.ms += 100
    assert.equal(await signIn('ada'), id)
    assert.equal(done.hashed, 2)
  })

  test('is not held up later, while others guess', async () => {
    const { id } = await provisionUser(database.url, tenant, 'bea')
    const { clock, done, signIn } = begin()
    await signIn('bea')
    done.failing = true
    clock.ms += 3_600_000
    assert.equal(await signIn('bea'), id)
    await assert.rejects(signIn('bea', 'a wrong guess'), /too early/)
  })

  test('makes its network known to every process, and a wrong one does not', async () => {
    await provisionUser(database.url, tenant, 'ines')
    assert.deepEqual(await knownNetworks(), [])
    const others = Array.from({ length: 20 }, (_, index) => `net-${index}`)
    for (const network of ['home', ...others, 'home']) {
      await begin().signIn('ines', PASSWORD, network)
      await until('the sign-in is written', async () => (await knownNetworks())[0] === network)
    }
    const latest = ['home', ...others.toReversed()].slice(0, 16)
    assert.deepEqual(await knownNetworks(), latest)
  })

  test('ends within half a second of a new one, a disabling, and in every process', async () => {
    const { id } = await provisionUser(database.url, tenant, 'cleo')
    const passwordHash = await hashPassword('seven quiet lanterns')
    const other = await provisionUser(database.url, tenant, 'someone-else')
    const [one, two] = [begin(), begin()]
    for (const { signIn } of [one, two]) assert.equal(await signIn('cleo'), id)
    await inTenant((ctx) => disableUser(ctx, id))
    for (const { clock, signIn } of [one, two]) {
      clock.ms += 500
      assert.equal(await signIn('cleo'), undefined)
    }
    await inTenant((ctx) => enableUser(ctx, id))
    one.clock.ms += 500
    assert.equal(await one.signIn('cleo'), id)
    const next = { password: 'seven quiet lanterns', passwordHash, mustChange: false }
    await inTenant((ctx) => setPassword(ctx, id, next, 'password_set'))
    for (const { clock, signIn } of [one, two]) {
      clock.ms += 500
      assert.equal(await signIn('cleo'), undefined)
      assert.equal(await signIn('cleo', 'seven quiet lanterns'), id)
    }
    assert.ok(other)
  })

  test('that was replaced is not counted as a guess: open tabs keep sending it', async () => {
    const { id } = await provisionUser(database.url, tenant, 'dora')
    const { clock, done, signIn } = begin()
    await signIn('dora')
    const passwordHash = await hashPassword('seven quiet lanterns')
    const next = { password: 'seven quiet lanterns', passwordHash, mustChange: false }
    await inTenant((ctx) => setPassword(ctx, id, next, 'password_set'))
    for (let i = 0; i < 100; i++, clock.ms += 5_000) {
      if (clock.ms >= 500) assert.equal(await signIn('dora'), undefined)
    }
    assert.equal(done.counted, 1)
    assert.ok(done.hashed <= 3, `${done.hashed}`)
  })
})

describe('a wrong password', () => {
  test('costs the same hash for a user who is there and one who is not', async () => {
    await provisionUser(database.url, tenant, 'edna')
    const { done, signIn, authenticate } = begin()
    await signIn('edna', 'not the password')
    await signIn('unknown', 'not the password')
    await authenticate({ slug: 'nowhere', username: 'x', password: 'y', network: 'home' })
    assert.deepEqual([done.hashed, done.counted, done.cleared], [3, 3, 0])
  })

  test('sent again is no further guess, until the password changes', async () => {
    const { id } = await provisionUser(database.url, tenant, 'fay')
    const { clock, done, signIn } = begin()
    for (let i = 0; i < 20; i++, clock.ms += 1_000) await signIn('fay', 'seven quiet lanterns')
    assert.deepEqual([done.hashed, done.counted], [1, 1])
    const passwordHash = await hashPassword('seven quiet lanterns')
    const next = { password: 'seven quiet lanterns', passwordHash, mustChange: false }
    await inTenant((ctx) => setPassword(ctx, id, next, 'password_set'))
    clock.ms += 500
    assert.equal(await signIn('fay', 'seven quiet lanterns'), id)
  })
})

test('the last sign-in is recorded, and is no change of access', async () => {
  await provisionUser(database.url, tenant, 'gwen')
  const look = () =>
    withAdmin(database.superuserUrl, async (admin) => {
      const { rows } = await admin.query<{ access: string; at: Date | null }>(
        `select access_changes as access, last_sign_in_at as at from instance, users where username = 'gwen'`,
      )
      return rows[0]
    })
  const earlier = await look()
  assert.equal(earlier?.at, null)
  await begin().signIn('gwen')
  const later = await until('it is written', async () => {
    const seen = await look()
    return seen?.at ? seen : undefined
  })
  assert.equal(later.access, earlier?.access)
})
