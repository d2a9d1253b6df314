// One job from its order to its outcome: find the statement, check the values, run it, and never more than the file says.
import type { EdgeJobOrder } from '@task-service/contract'
import type { Driver } from '#edge/drivers/driver.ts'
import { checkParams, ParamRefused } from '#edge/policy/check-params.ts'
import type { DatabasePolicy, ParamValue, Policy, StatementPolicy } from '#edge/policy/policy.ts'
import { putValuesBack, type TokenMaker } from '#edge/policy/treat-value.ts'
import { bindValues } from './bind-values.ts'
import { done, failed, notDone, type Outcome, Refused } from './outcomes.ts'
import { takeRows } from './take-rows.ts'

export type JobTools = {
  policy: Policy
  driverOf(database: DatabasePolicy): Driver
  tokens: TokenMaker
  /** Of the service, as far as it is known. */
  serviceNowMs(): number
  /** Replaced only by controls, which show what the other defenses are worth without one. */
  resolveOrder?: typeof resolveOrder
  bindValues?: typeof bindValues
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
  const { database, statement } = (tools.resolveOrder ?? resolveOrder)(tools.policy, order)
  const values = readValues(statement, order.params, tools.tokens)
  return statement.kind === 'read'
    ? await runRead(statement, database, values, tools, tookMs)
    : await runWrite(order.job, statement, database, values, tools, hooks, tookMs)
}

export type ResolvedOrder = { database: DatabasePolicy; statement: StatementPolicy }

/** An order is a name. One with SQL in it comes from an older or a hostile service, and nothing of it is run. */
export function resolveOrder(policy: Policy, order: EdgeJobOrder): ResolvedOrder {
  if (order.sql !== undefined) {
    throw new Refused(
      'adhoc_off',
      'This connector does not accept SQL. Add a named statement to its policy: task-edge new-statement.',
    )
  }
  const database = policy.databases.get(order.database)
  if (database === undefined) {
    throw new Refused('unknown_database', 'The policy has no database of this name.')
  }
  const statement = database.statements.get(order.statement ?? '')
  if (statement === undefined) {
    throw new Refused('unknown_statement', 'The policy has no statement of this name.')
  }
  return { database, statement }
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
  const bound = (tools.bindValues ?? bindValues)(statement, database.engine, values)
  const { truncated } = await tools.driverOf(database).read(bound, statement, rows)
  const { columns, rowCount, text } = rows.result()
  return done({ columns, row_count: rowCount, truncated }, text, tookMs())
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
  const bound = (tools.bindValues ?? bindValues)(statement, database.engine, values)
  hooks.beforeWrite()
  const end = await tools.driverOf(database).write(bound, {
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
