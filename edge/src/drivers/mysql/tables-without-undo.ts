// Finds tables whose storage engine has no transactions (MyISAM, Aria, MEMORY) and cannot roll back.
import { neededByMysql } from '#edge/policy/needs/needed-by-mysql.ts'
import { DriverFailure, type TableWithoutUndo } from '../driver.ts'
import { type MysqlConnection, runPrepared } from './mysql-connection.ts'

const ENGINE_WITHOUT_TRANSACTIONS = `
  select t.engine from information_schema.tables t
  left join information_schema.engines e on e.engine = t.engine
  where t.table_schema = coalesce(?, database()) and t.table_name = ?
    and t.table_type = 'BASE TABLE' and coalesce(e.transactions, 'NO') <> 'YES'`

/** Empty if the statement cannot be parsed: then only the rollback detects it. */
export async function tablesChangedBy(text: string): Promise<string[]> {
  const needs = (await neededByMysql(text)) ?? []
  return [...new Set(needs.filter(({ right }) => right !== 'select').map(({ table }) => table))]
}

export async function findTablesWithoutUndo(
  opened: MysqlConnection,
  tables: readonly string[],
): Promise<TableWithoutUndo[]> {
  const found: TableWithoutUndo[] = []
  for (const table of tables) {
    const [name = '', schema = null] = table.split('.').toReversed()
    const { rows } = await runPrepared(opened, ENGINE_WITHOUT_TRANSACTIONS, [schema, name])
    found.push(...rows.map(([engine]) => ({ table, engine: String(engine) })))
  }
  return found
}

export type UndoCheck = {
  /** The tables that a write with this text and this ledger would change. */
  tablesOf: (text: string, ledger?: string) => Promise<readonly string[]>
  /** Throws before a write that could not be rolled back. */
  demand: (opened: MysqlConnection, tables: readonly string[]) => Promise<void>
}

/** Tables with transactions are checked once; others every time, because they may have been converted. */
export function createUndoCheck(): UndoCheck {
  // Bounded by the number of statements in the policy.
  const byText = new Map<string, readonly string[]>()
  const right = new Set<string>()
  return {
    async tablesOf(text, ledger) {
      const tables = byText.get(text) ?? (await tablesChangedBy(text))
      byText.set(text, tables)
      return ledger === undefined ? tables : [...tables, ledger]
    },
    async demand(opened, tables) {
      const unknown = tables.filter((table) => !right.has(table))
      const without = await findTablesWithoutUndo(opened, unknown)
      if (without.length > 0) throw new DriverFailure('no_undo')
      for (const table of unknown) right.add(table)
    },
  }
}
