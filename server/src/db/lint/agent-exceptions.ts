// Exceptions of the catalog lint for agents and their tokens, which are looked up before there is a tenant.
import type { CatalogException } from './catalog-exception.ts'

const beforeTenant =
  'a token is looked up before there is a tenant, by a role that reads no content'
const overOnly = 'deletes what retention says is over, of all tenants; sees keys and times'

export const agentExceptions: readonly CatalogException[] = [
  {
    rule: 'tenant-first-index',
    object: 'agent_tokens_digest_key',
    why: 'a digest of 192 random bits, found before there is a tenant; it reveals nothing',
  },
  {
    rule: 'listed-policy',
    object: 'find_agent on agents: select to auth using true check -',
    why: beforeTenant,
  },
  {
    rule: 'listed-policy',
    object: 'find_token on agent_tokens: select to auth using true check -',
    why: beforeTenant,
  },
  {
    rule: 'listed-grant',
    object:
      'auth: SELECT (tenant_id), SELECT (id), SELECT (name), SELECT (reads_beyond_claim) on agents',
    why: beforeTenant,
  },
  {
    rule: 'listed-grant',
    object:
      'auth: SELECT (tenant_id), SELECT (id), SELECT (agent_id), SELECT (digest), SELECT (expires_at), SELECT (revoked_at) on agent_tokens',
    why: beforeTenant,
  },
  {
    rule: 'listed-policy',
    object: 'retention on agent_usage: all to purge using true check -',
    why: overOnly,
  },
  {
    rule: 'listed-grant',
    object:
      'purge: DELETE, SELECT (tenant_id), SELECT (agent_id), SELECT (day), SELECT (shard) on agent_usage',
    why: overOnly,
  },
]
