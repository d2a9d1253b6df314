// Whose token it is, and that what a process remembers of it ends with the token, the agent and the tenant.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AgentToken } from '@task-service/contract'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../../tests/harness/database.ts'
import { provisionTenant, type TestTenant } from '../../../../../tests/harness/service.ts'
import type { Context } from '../../../db/context.ts'
import type { Database } from '../../../db/database.ts'
import type { Reader } from '../../../db/reader.ts'
import { sql } from '../../../db/sql.ts'
import { createKeyAuthenticator, readInstance } from '../../keys/index.ts'
import { setTenantStatus } from '../../tenants/index.ts'
import { noteTokenUse } from '../store/tokens.ts'
import { createTokenAuthenticator } from './authenticate-token.ts'
import { changeAgent, removeAgent } from './change-agent.ts'
import { createAgent } from './create-agent.ts'
import { createToken, revokeAgentToken } from './manage-tokens.ts'

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

const authenticator = (options: { freshMs?: number; auth?: Reader } = {}) =>
  createTokenAuthenticator({ auth: db.auth, pepper, now: () => clock, ...options })

function inTenant<T>({ id, slug }: TestTenant, work: (ctx: Context) => Promise<T>): Promise<T> {
  const actor = { kind: 'system' as const, id: 'test' }
  const secrets = { cursorSecret: pepper, freshnessSecret: pepper }
  return db.tenantTx(id, (tx) =>
    work({ tx, tenant: { id, slug }, actor, requestId: 'test', now: new Date(), ...secrets }),
  )
}

type Scene = { tenant: TestTenant; token: AgentToken; secret: string; agentId: string }

async function hire(slug: string): Promise<Scene> {
  const tenant = await provisionTenant(database.url, slug)
  return inTenant(tenant, async (ctx) => {
    const { id: agentId } = await createAgent(ctx, { name: 'robot' })
    const { token, secret } = await createToken(ctx, 'robot', {}, pepper)
    return { tenant, token, secret: secret.reveal(), agentId }
  })
}

const none = async () => undefined
const parts = { endRuns: none, recheckEffects: none }

const endings: Record<string, (scene: Scene) => Promise<unknown>> = {
  'a revoked token': ({ tenant, token }) =>
    inTenant(tenant, (ctx) => revokeAgentToken(ctx, 'robot', token.id)),
  'a token of a deleted agent': ({ tenant }) =>
    inTenant(tenant, (ctx) => removeAgent(ctx, 'robot', {}, parts)),
  'a token of a tenant that is being deleted': ({ tenant }) =>
    inTenant(tenant, (ctx) => setTenantStatus(ctx, 'deleting')),
}

/** How long after its end, in steps of 100 ms, a token that was just used is rejected. */
async function timeToRejection(
  authenticate: ReturnType<typeof authenticator>,
  scene: Scene,
  end: (scene: Scene) => Promise<unknown>,
): Promise<number> {
  const { slug } = scene.tenant
  assert.ok(await authenticate(slug, scene.secret))
  await end(scene)
  for (let waited = 0; ; waited += 100, clock += 100) {
    if (!(await authenticate(slug, scene.secret))) return waited
  }
}

for (const [index, [what, end]] of Object.entries(endings).entries()) {
  test(`${what} is rejected when the remembered answer is half a second old`, async () => {
    assert.equal(await timeToRejection(authenticator(), await hire(`ending-${index}`), end), 500)
  })
}

test('a changed permission applies when the remembered answer is half a second old', async () => {
  const { tenant, secret } = await hire('permitted')
  const authenticate = authenticator()
  const read = async () => (await authenticate('permitted', secret))?.agent.readsBeyondClaim
  assert.equal(await read(), false)
  await inTenant(tenant, (ctx) => changeAgent(ctx, 'robot', { reads_beyond_claim: true }, {}, none))
  clock += 500
  assert.equal(await read(), true)
})

test('control: with a memory of five seconds it would work for longer than one', async () => {
  const lingering = authenticator({ freshMs: 5_000 })
  const end = endings['a revoked token'] ?? none
  assert.ok((await timeToRejection(lingering, await hire('lingering'), end)) > 1_000)
})

test('the owner is the agent, under its name', async () => {
  const { tenant, secret } = await hire('owner')
  const owner = await authenticator()('owner', secret)
  assert.deepEqual(owner?.tenant, { id: tenant.id, slug: 'owner' })
  assert.deepEqual([owner?.actor, owner?.agent.name], [{ kind: 'agent', id: 'robot' }, 'robot'])
  assert.equal(owner?.suspended, false)
  await inTenant(tenant, (ctx) => setTenantStatus(ctx, 'suspended'))
  clock += 500
  assert.equal((await authenticator()('owner', secret))?.suspended, true)
})

test('a token is no API key, an API key is no token, and neither works in another tenant', async () => {
  const { tenant, secret } = await hire('kinds')
  await provisionTenant(database.url, 'neighbor')
  const authenticateKey = createKeyAuthenticator({ auth: db.auth, pepper, environmentKeys: [] })
  assert.equal(await authenticateKey('kinds', secret), undefined)
  assert.equal(await authenticator()('kinds', tenant.key), undefined)
  assert.equal(await authenticator()('neighbor', secret), undefined)
})

test('a token is not believed beyond its expiry, though nothing changes', async () => {
  const { secret } = await hire('expiring')
  const statements: string[] = []
  const auth: Reader = {
    rows: (statement) => {
      statements.push(statement.text.includes('unnest') ? 'look up' : 'count')
      return db.auth.rows(statement)
    },
  }
  const authenticate = authenticator({ auth })
  await authenticate('expiring', secret)
  clock += 89 * 86_400_000
  await authenticate('expiring', secret)
  clock += 86_400_000
  await authenticate('expiring', secret)
  assert.deepEqual(statements, ['look up', 'count', 'look up'])
})

const countChanges = () => db.auth.rows(sql`select access_changes from instance`)

test('another change of an agent and using its token do not count as changes of access', async () => {
  const { tenant } = await hire('quiet')
  const earlier = await countChanges()
  await inTenant(tenant, async (ctx) => {
    await changeAgent(ctx, 'robot', { description: 'changed' }, {}, none)
    const [row] = await ctx.tx.rows<{ id: string }>(sql`select id from agent_tokens`)
    await noteTokenUse(ctx.tx, { id: row?.id ?? '', at: new Date() }, 0)
  })
  assert.deepEqual(await countChanges(), earlier)
})
