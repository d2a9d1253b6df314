// Connectors without one defense each, for the controls of edge-sql: what a hostile service does to them shows what it is worth.
import type { EdgeParts } from '../../edge/src/commands/start-edge.ts'
import { createMysqlDriver } from '../../edge/src/drivers/mysql/mysql-driver.ts'
import { createPostgresDriver } from '../../edge/src/drivers/postgres/postgres-driver.ts'
import type { ParamValue, StatementPolicy } from '../../edge/src/policy/policy.ts'
import type { Settings } from '../../edge/src/settings/settings.ts'
import { bindValues } from '../../edge/src/work/bind-values.ts'
import { resolveOrder } from '../../edge/src/work/do-job.ts'
import { createDriverPool } from '../../edge/src/work/driver-pool.ts'
import { MAX_BYTES, MAX_ROWS, TIMEOUT_MS } from './hostile-policy.ts'

/** `runs SQL`: SQL in an order is run. `pastes values`: parameters become part of the text. Reads may write in both. */
export const CARELESS = ['runs SQL', 'pastes values'] as const
export type Careless = (typeof CARELESS)[number]

export function carelessParts(how: Careless, settings: Settings): EdgeParts {
  const drivers = createDriverPool(settings, (engine, login) =>
    engine === 'postgres'
      ? createPostgresDriver(login, { isReadOnly: false })
      : createMysqlDriver(login, { isReadOnly: false }),
  )
  return how === 'runs SQL'
    ? { drivers, resolveOrder: runWhatIsSent }
    : { drivers, bindValues: pasteValues }
}

const runWhatIsSent: typeof resolveOrder = (policy, order) => {
  const database = policy.databases.get(order.database)
  if (order.sql === undefined || database === undefined) return resolveOrder(policy, order)
  const statement: StatementPolicy = {
    database: database.name,
    name: 'sql',
    kind: 'read',
    description: '',
    sql: order.sql,
    bound: { text: order.sql, order: [] },
    params: [],
    columns: new Map(),
    expectRows: 0,
    repeatable: false,
    maxRows: MAX_ROWS,
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
  }
  return { database, statement }
}

const pasteValues: typeof bindValues = (statement, engine, values) => {
  const bound = bindValues(statement, engine, values)
  const rest = [...bound.values]
  const paste = (at: number): string => quoted(bound.values[at])
  const text =
    engine === 'postgres'
      ? bound.text.replaceAll(/\$(\d+)/g, (_, at: string) => paste(Number(at) - 1))
      : bound.text.replaceAll('?', () => quoted(rest.shift()))
  return { text, values: [] }
}

/** As a careless program would. */
const quoted = (value: ParamValue | undefined): string =>
  typeof value === 'string' ? `'${value}'` : String(value ?? null)
