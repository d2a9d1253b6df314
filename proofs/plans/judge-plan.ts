// What a plan on the request path may look like: it reaches a tenant's rows through an index that begins with the
// tenant, and reads no more of them than it needs.
import type { Client } from 'pg'
import { catalogExceptions } from '../../server/src/db/lint/catalog-exceptions.ts'
import type { LoggedPlan, PlanNode } from './plan-log.ts'

export type Schema = {
  tenantTables: Set<string>
  /** By index name: its first column. */
  firstColumns: Map<string, string>
}

export async function readSchema(admin: Client): Promise<Schema> {
  const tables = await admin.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
  )
  const indexes = await admin.query<{ name: string; first: string }>(
    `select c.relname as name, coalesce(a.attname, '(expression)') as first from pg_index i
     join pg_class c on c.oid = i.indexrelid and c.relnamespace = 'public'::regnamespace
     left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`,
  )
  return {
    tenantTables: new Set(tables.rows.map(({ name }) => name)),
    firstColumns: new Map(indexes.rows.map(({ name, first }) => [name, first])),
  }
}

/** Looked up before there is a tenant; the catalog linter lists them with the reason. */
const beforeTenant = new Set(
  catalogExceptions.filter(({ rule }) => rule === 'tenant-first-index').map(({ object }) => object),
)
const beforeTenantTables = new Set(['tenants', 'api_keys', 'agent_tokens', 'instance'])

export type Judgement = { faults: string[]; rowsRead: number; touchesTenants: boolean }

export function judgePlan(schema: Schema, { plan, nested }: LoggedPlan): Judgement {
  const nodes = flatten(plan)
  const tables = nodes.flatMap((node) => node['Relation Name'] ?? [])
  const touched = tables.filter((name) => schema.tenantTables.has(name))
  const faults = nodes.flatMap((node) => faultsOf(schema, node))
  const ofToken = tables.includes('agent_tokens') && tables.includes('tenants')
  const asAuth = tables.every(
    (name) => beforeTenantTables.has(name) || (ofToken && name === 'agents'),
  )
  if (touched.length > 0 && !nested && !asAuth && !isBound(plan)) {
    faults.push('row security is not part of the plan')
  }
  return { faults, rowsRead: rowsRead(schema, nodes), touchesTenants: touched.length > 0 }
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}

/** The policy's own expression stands in the plan as a value computed once. */
function isBound(plan: PlanNode): boolean {
  return /current_setting\('app\.tenant_ids?'::text\)/.test(JSON.stringify(plan))
}

function faultsOf(schema: Schema, node: PlanNode): string[] {
  const type = node['Node Type']
  const table = node['Relation Name']
  const index = node['Index Name']
  const isTenantTable = table !== undefined && schema.tenantTables.has(table)
  const reachesByIndex = /^(Index|Index Only|Bitmap Heap) Scan$/.test(type)
  const reads = type.endsWith('Scan') && isTenantTable
  const arbiters = node['Conflict Arbiter Indexes'] ?? []
  return [
    ...(reads && !reachesByIndex ? [`${type} on ${table}`] : []),
    ...(index === undefined ? [] : indexFaults(schema, index, node['Index Cond'])),
    ...arbiters.filter((name) => !leads(schema, name)).map((name) => `conflict decided by ${name}`),
  ]
}

function leads(schema: Schema, index: string): boolean {
  return schema.firstColumns.get(index) === 'tenant_id'
}

function indexFaults(schema: Schema, index: string, condition = ''): string[] {
  if (beforeTenant.has(index)) return []
  if (!leads(schema, index)) return [`${index} does not begin with tenant_id`]
  return /\btenant_id = /.test(condition) ? [] : [`${index} is read for all tenants: ${condition}`]
}

/** Rows taken from tenant tables, kept or not. */
function rowsRead(schema: Schema, nodes: readonly PlanNode[]): number {
  const perNode = nodes.map((node) => {
    if (!schema.tenantTables.has(node['Relation Name'] ?? '')) return 0
    if (!node['Node Type'].endsWith('Scan')) return 0
    const removed =
      (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    return ((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 0)
  })
  return Math.round(perNode.reduce((sum, rows) => sum + rows, 0))
}

/** The plan as people read it, one node per line. */
export function describePlan(node: PlanNode, depth = 1): string {
  const facts = [
    node['Node Type'],
    node['Index Name'] ?? node['Relation Name'] ?? '',
    node['Index Cond'] ?? '',
    node.Filter ? `filter ${node.Filter}` : '',
    `${node['Actual Rows'] ?? 0} rows`,
    node['Rows Removed by Filter'] ? `${node['Rows Removed by Filter']} removed` : '',
  ]
  const line = `${'  '.repeat(depth)}${facts.filter(Boolean).join(' ')}`
  return [line, ...(node.Plans ?? []).map((child) => describePlan(child, depth + 1))].join('\n')
}
