// One job from its order to its outcome: find the statement, check the values, run it, and never more than the file says.
import type { EdgeJobOrder } from '@task-service/contract'
import type { Driver } from '#edge/drivers/driver.ts'
import { AdhocRefused } from '#edge/policy/adhoc/adhoc-refused.ts'
import { checkAdhoc } from '#edge/policy/adhoc/check-adhoc.ts'
import { checkParams, ParamRefused } from '#edge/policy/check-params.ts'
import type { DatabasePolicy, ParamValue, Policy, StatementPolicy } from '#edge/policy/policy.ts'
import { putValuesBack, type TokenMaker } from '#edge/policy/treat-value.ts'
import { bindValues } from './bind-values.ts'
import { done, failed, notDone, type Outcome, Refused } from './outcomes.ts'
import { takeRows } from './take-rows.ts'

export type JobTools = {
  policy: Policy
  driverOf(database: DatabasePolicy, isAdhoc: boolean): Driver
  tokens: TokenMaker
  /** Of the service, as far as it is known. */
  serviceNowMs(): number
  /** Replaced only by a control, which shows what the other defences are worth without this one. */
  checkAdhoc?: typeof checkAdhoc
}

export type JobHooks = {
  /** Of a write that was begun before a crash and is safe to repeat. */
  wasBegun: boolean
  beforeWrite(): void
}

/** The statement that an order names, or why there is none. */
export function findStatement(policy: Policy, order: EdgeJobOrder): StatementPolicy | undefined {
  const database = policy.databases.get(order.database)
  return order.statement === undefined ? undefined : database?.statements.get(order.statement)
}

export async function doJob(
  order: EdgeJobOrder,
  tools: JobTools,
  hooks: JobHooks,
): Promise<Outcome> {
  const startedMs = performance.now()
  const tookMs = () => performance.now() - startedMs
  if (!hooks.wasBegun && tools.serviceNowMs() > Date.parse(order.expires_at)) {
    return notDone('expired', 'expired', 'It came too late and was not begun.', 0)
  }
  try {
    return await run(order, tools, hooks, tookMs)
  } catch (error) {
    return failed(error, tookMs())
  }
}

async function run(
  order: EdgeJobOrder,
  tools: JobTools,
  hooks: JobHooks,
  tookMs: () => number,
): Promise<Outcome> {
  const database = tools.policy.databases.get(order.database)
  if (database === undefined) {
    throw new Refused('unknown_database', 'The file over there has no database of this name.')
  }
  if ((order.statement === undefined) === (order.sql === undefined)) {
    throw new Refused('unknown_statement', 'An order names a statement or has SQL, one of both.')
  }
  if (order.sql !== undefined)
    return await runAdhoc(order.sql, order.params, database, tools, tookMs)
  const statement = database.statements.get(order.statement ?? '')
  if (statement === undefined) {
    throw new Refused('unknown_statement', 'The file over there has no statement of this name.')
  }
  const values = readValues(statement, order.params, tools.tokens)
  return statement.kind === 'read'
    ? await runRead(statement, database, values, tools, tookMs)
    : await runWrite(order.job, statement, database, values, tools, hooks, tookMs)
}

function readValues(
  { params }: StatementPolicy,
  given: Readonly<Record<string, unknown>>,
  { keeper }: TokenMaker,
): Map<string, ParamValue> {
  let values: Map<string, ParamValue>
  try {
    values = checkParams(params, given)
  } catch (error) {
    if (error instanceof ParamRefused) throw new Refused('invalid_params', error.message)
    throw error
  }
  for (const { name, putsValuesBack } of params) {
    const value = values.get(name)
    if (!putsValuesBack || typeof value !== 'string') continue
    const back = putValuesBack(value, keeper)
    if (back === undefined) {
      throw new Refused('unknown_token', `${name} has a token that stands for nothing here.`)
    }
    values.set(name, back)
  }
  return values
}

async function runRead(
  statement: StatementPolicy,
  database: DatabasePolicy,
  values: ReadonlyMap<string, ParamValue>,
  tools: JobTools,
  tookMs: () => number,
): Promise<Outcome> {
  const rows = takeRows({
    database: database.name,
    caps: statement,
    columns: statement.columns,
    tokens: tools.tokens,
  })
  const bound = bindValues(statement, database.engine, values)
  const { truncated } = await tools.driverOf(database, false).read(bound, statement, rows)
  const { columns, rowCount, text } = rows.result()
  return done({ columns, row_count: rowCount, truncated }, text, tookMs())
}

async function runAdhoc(
  sql: string,
  params: Readonly<Record<string, unknown>>,
  database: DatabasePolicy,
  tools: JobTools,
  tookMs: () => number,
): Promise<Outcome> {
  const { adhoc } = database
  if (adhoc === undefined) {
    throw new Refused('adhoc_off', 'The file over there allows named statements only.')
  }
  if (Object.keys(params).length > 0) {
    throw new Refused('invalid_params', 'SQL of your own has no parameters.')
  }
  const text = await (tools.checkAdhoc ?? checkAdhoc)(sql, database.engine, adhoc).catch(
    (error: unknown) => {
      if (error instanceof AdhocRefused)
        throw new Refused('adhoc_refused', `Not run: ${error.message}.`)
      throw error
    },
  )
  const rows = takeRows({
    database: database.name,
    caps: adhoc,
    columns: 'all',
    tokens: tools.tokens,
  })
  const { truncated } = await tools
    .driverOf(database, true)
    .read({ text, values: [] }, adhoc, rows, { schemas: adhoc.schemas })
  const { columns, rowCount, text: json } = rows.result()
  return done({ columns, row_count: rowCount, truncated }, json, tookMs())
}

async function runWrite(
  job: string,
  statement: StatementPolicy,
  database: DatabasePolicy,
  values: ReadonlyMap<string, ParamValue>,
  tools: JobTools,
  hooks: JobHooks,
  tookMs: () => number,
): Promise<Outcome> {
  const { timeoutMs, expectRows, fence } = statement
  const bound = bindValues(statement, database.engine, values)
  hooks.beforeWrite()
  const end = await tools.driverOf(database, false).write(bound, {
    timeoutMs,
    expectRows,
    ...(database.ledger === undefined ? {} : { ledger: { table: database.ledger, job } }),
  })
  if (end.kind === 'done') return done({ changed_count: end.changed }, '[]', tookMs())
  if (end.kind === 'not_undone') {
    const message = `It changed ${end.changed} rows instead of ${expectRows}, and the database could not undo it: a table has no transactions. Look at the rows.`
    return notDone('unknown', 'outcome_unknown', message, tookMs())
  }
  if (fence !== undefined && end.changed === 0) {
    const message = 'The row is not the one that was agreed on any more; nothing was changed.'
    return notDone('failed', 'source_changed', message, tookMs())
  }
  const message = `It would have changed ${end.changed} rows instead of ${expectRows} and was undone.`
  return notDone('failed', 'row_count', message, tookMs())
}

/** Whether a write that was begun before a crash may simply be run again. */
export const isRepeatable = (database: DatabasePolicy, statement: StatementPolicy): boolean =>
  database.ledger !== undefined || statement.fence !== undefined || statement.repeatable
