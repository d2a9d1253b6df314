// The table permissions that the statements of a policy need: those a least-privilege role should have.
import type { DatabasePolicy, Engine } from '#edge/policy/policy.ts'
import type { Need, Right } from './need.ts'
import { neededByMysql } from './needed-by-mysql.ts'
import { neededByPostgres } from './needed-by-postgres.ts'

export type NeededRights = {
  /** By table: permissions, and for an update the columns. */
  tables: ReadonlyMap<string, { rights: ReadonlySet<Right>; updates: ReadonlySet<string> }>
  /** Statements that cannot be parsed; their permissions must be granted manually. */
  unread: readonly string[]
}

export async function neededRights({
  engine,
  statements,
  ledger,
}: DatabasePolicy): Promise<NeededRights> {
  const tables = new Map<string, { rights: Set<Right>; updates: Set<string> }>()
  const unread: string[] = []
  const add = ({ table, right, columns = [] }: Need) => {
    const known = tables.get(table) ?? { rights: new Set(), updates: new Set() }
    known.rights.add(right)
    for (const column of columns) known.updates.add(column)
    tables.set(table, known)
  }
  for (const statement of statements.values()) {
    const needs = await neededBy(statement.bound.text, engine)
    if (needs === undefined) unread.push(statement.name)
    else for (const need of needs) add(need)
  }
  if (ledger !== undefined)
    for (const right of ['select', 'insert'] as const) add({ table: ledger, right })
  return { tables, unread }
}

/** Undefined when it cannot be parsed. */
export async function neededBy(text: string, engine: Engine): Promise<Need[] | undefined> {
  if (engine === 'postgres') return await neededByPostgres(text)
  if (engine === 'mysql') return await neededByMysql(text)
  return undefined
}
