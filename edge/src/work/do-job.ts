// Runs one job: finds the statement, validates the values, and runs it within the limits of the policy.
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
  /** Estimated clock of the service. */
  serviceNowMs(): number
  /** Replaced only by negative controls of proofs. */
  resolveOrder?: typeof resolveOrder
  bindValues?: typeof bindValues
}

export type JobHooks = {
  /** For a write that was started before a crash and is safe to repeat. */
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
    return notDone('expired', 'expired', 'The job expired before it was started.', 0)
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

/** Orders name a statement. One with SQL comes from an older or hostile service and is rejected. */
export function resolveOrder(policy: Policy, order: EdgeJobOrder): ResolvedOrder {
  if (order.sql !== undefined) {
    throw new Refused(
      'adhoc_off',
      'This connector does not accept SQL. Add a named statement to its policy: task-edge new-statement.',
    )
  }
  const database = policy.databases.get(order.database)
  if (database === undefined) {
    throw new Refused('unknown_database', 'The policy has no database with this name.')
  }
  const statement = database.statements.get(order.statement ?? '')
  if (statement === undefined) {
    throw new Refused('unknown_statement', 'The policy has no statement with this name.')
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
      throw new Refused('unknown_token', `${name} contains an unknown token.`)
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
    const message = `The statement changed ${end.changed} rows instead of ${expectRows} and could not be rolled back, because a table has no transactions. Check the rows.`
    return notDone('unknown', 'outcome_unknown', message, tookMs())
  }
  if (fence !== undefined && end.changed === 0) {
    const message = 'The row has changed since it was read; nothing was written.'
    return notDone('failed', 'source_changed', message, tookMs())
  }
  const message = `The statement changed ${end.changed} rows instead of ${expectRows} and was rolled back.`
  return notDone('failed', 'row_count', message, tookMs())
}

/** Whether a write that was started before a crash can be repeated. */
export const isRepeatable = (database: DatabasePolicy, statement: StatementPolicy): boolean =>
  database.ledger !== undefined || statement.fence !== undefined || statement.repeatable
