// What the rules of the catalog let pass for moves of tenants between cells, each with its reason.
import type { CatalogException } from './catalog-exception.ts'

const anyNamed =
  "(tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))"

export const moveExceptions: readonly CatalogException[] = [
  {
    rule: 'listed-policy',
    object: 'find_fence on tenant_fences: select to auth using true check -',
    why: 'the response to a request of a moved tenant names its cell, before there is a tenant',
  },
  {
    rule: 'listed-policy',
    object: `group_isolation on tenant_fences: all to group using ${anyNamed} check ${anyNamed}`,
    why: 'group commit: the tenants the transaction names, and no others',
  },
  {
    rule: 'listed-grant',
    object: 'auth: SELECT (tenant_id), SELECT (cell) on tenant_fences',
    why: 'the new cell of a moved tenant',
  },
  {
    rule: 'listed-grant',
    object: 'group: SELECT on tenant_fences',
    why: 'whether a tenant of the group must not be written',
  },
  ...['app', 'group'].map((role) => ({
    rule: 'listed-execute' as const,
    object: `${role}: admit_write(uuid)`,
    why: 'every transaction that writes asks whether its tenant is being moved',
  })),
]
