// Everyone who could send a request: each kind of credential, valid and not, with the endpoints that must accept it.
import type { AgentCreate, ErrorCode } from '@task-service/contract'
import type { Pool } from 'pg'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import { basic, type Person, provisionUser } from '../../tests/harness/dashboard/dashboard.ts'
import { provisionTenant, type TestTenant } from '../../tests/harness/service.ts'
import { createAgent, send } from '../../tests/harness/work/agent-client.ts'
import { FLAG_SETS, type FlagSet, nameOf } from './flags.ts'

/** Where requests can go: operations with a key, a token or a password, and tools. */
export const MOUNTS = ['api', 'agent', 'ui', 'mcp'] as const
export type Mount = (typeof MOUNTS)[number]

export type Principal = {
  name: string
  host: string
  headers: Record<string, string>
  /** What a mount says to it, if not that the credential is missing or wrong. */
  at: Partial<Record<Mount, 'open' | ErrorCode>>
  /** Of an agent. */
  flags?: FlagSet
}

export type Site = { url: string; databaseUrl: string; admin: Pool }

type Tenants = { ours: TestTenant; theirs: TestTenant; suspended: TestTenant }

export async function createPrincipals(site: Site): Promise<Principal[]> {
  const tenants = {
    ours: await provisionTenant(site.databaseUrl, 'acme'),
    theirs: await provisionTenant(site.databaseUrl, 'globex'),
    suspended: await provisionTenant(site.databaseUrl, 'initech'),
  }
  const principals = [
    ...listKeys(tenants),
    ...(await createAgents(site, tenants)),
    ...(await createInvalidTokens(site, tenants)),
    ...(await createUsers(site, tenants)),
  ]
  await site.admin.query(`update tenants set status = 'suspended' where tenant_id = $1`, [
    tenants.suspended.id,
  ])
  return principals
}

const withKey = (key: string) => ({ 'x-api-key': key })
const withToken = (token: string) => ({ authorization: `Bearer ${token}` })
const withPassword = (person: Person) => ({ authorization: basic(person) })

function listKeys({ ours, theirs, suspended }: Tenants): Principal[] {
  const { host } = ours
  return [
    { name: 'no credential', host, headers: {}, at: {} },
    { name: 'API key', host, headers: withKey(ours.key), at: { api: 'open', mcp: 'open' } },
    { name: 'unknown API key', host, headers: withKey(generateApiKey()), at: {} },
    { name: 'API key of another tenant', host, headers: withKey(theirs.key), at: {} },
    { name: 'API key in place of a token', host, headers: withToken(ours.key), at: {} },
    {
      name: 'API key of a suspended tenant',
      host: suspended.host,
      headers: withKey(suspended.key),
      at: { api: 'tenant_suspended', mcp: 'tenant_suspended' },
    },
  ]
}

const ownerOf = ({ url }: Site, { key, host }: TestTenant) => ({ url, apiKey: key, host })

const hire = (site: Site, tenant: TestTenant, draft: AgentCreate) =>
  createAgent(ownerOf(site, tenant), draft)

/** One with each combination of flags. */
async function createAgents(site: Site, { ours }: Tenants): Promise<Principal[]> {
  const agents: Principal[] = []
  for (const flags of FLAG_SETS) {
    const token = await hire(site, ours, { name: nameOf(flags), ...flags })
    agents.push({
      name: `token of ${nameOf(flags)}`,
      host: ours.host,
      headers: withToken(token),
      at: { agent: 'open', mcp: 'open' },
      flags,
    })
  }
  return agents
}

async function createInvalidTokens(site: Site, tenants: Tenants): Promise<Principal[]> {
  const { ours, theirs, suspended } = tenants
  const { admin } = site
  const expired = await hire(site, ours, { name: 'expired' })
  const revoked = await hire(site, ours, { name: 'revoked' })
  const removed = await hire(site, ours, { name: 'removed' })
  const foreign = await hire(site, theirs, { name: 'worker' })
  const ofSuspended = await hire(site, suspended, { name: 'worker' })
  const ofAgent = `agent_id = (select id from agents where tenant_id = $1 and name = $2)`
  await admin.query(`update agent_tokens set expires_at = now() where ${ofAgent}`, [
    ours.id,
    'expired',
  ])
  const { rows } = await admin.query<{ id: string }>(
    `select 'tok_' || replace(id::text, '-', '') as id from agent_tokens where ${ofAgent}`,
    [ours.id, 'revoked'],
  )
  await send(ownerOf(site, ours), 'DELETE', `/api/agents/revoked/tokens/${rows[0]?.id}`)
  await send(ownerOf(site, ours), 'DELETE', '/api/agents/removed')
  const { host } = ours
  return [
    { name: 'unknown token', host, headers: withToken(`${foreign.slice(0, -8)}AAAAAAAA`), at: {} },
    { name: 'expired token', host, headers: withToken(expired), at: {} },
    { name: 'revoked token', host, headers: withToken(revoked), at: {} },
    { name: 'token of a deleted agent', host, headers: withToken(removed), at: {} },
    { name: 'token of another tenant', host, headers: withToken(foreign), at: {} },
    { name: 'token in place of an API key', host, headers: withKey(foreign), at: {} },
    {
      name: 'token of a suspended tenant',
      host: suspended.host,
      headers: withToken(ofSuspended),
      at: { agent: 'tenant_suspended', mcp: 'tenant_suspended' },
    },
  ]
}

/** All users of a tenant have the same permissions. */
async function createUsers(site: Site, { ours, theirs }: Tenants): Promise<Principal[]> {
  const { admin, databaseUrl } = site
  const provision = (tenant: TestTenant, name: string) => provisionUser(databaseUrl, tenant, name)
  const ada = await provision(ours, 'ada')
  const fresh = await provision(ours, 'fresh')
  const disabled = await provision(ours, 'disabled')
  const foreign = await provision(theirs, 'bob')
  await admin.query(`update users set must_change_password = true where username = 'fresh'`)
  await admin.query(`update users set disabled_at = now() where username = 'disabled'`)
  const { host } = ours
  const wrong = { ...ada, password: 'three unrelated ponds' }
  return [
    { name: 'user', host, headers: withPassword(ada), at: { ui: 'open' } },
    {
      name: 'user with a password that others know',
      host,
      headers: withPassword(fresh),
      at: { ui: 'password_change_required' },
    },
    { name: 'disabled user', host, headers: withPassword(disabled), at: {} },
    { name: 'user of another tenant', host, headers: withPassword(foreign), at: {} },
    { name: 'user with a wrong password', host, headers: withPassword(wrong), at: {} },
  ]
}
