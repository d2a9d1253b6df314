// Tests a statement without side effects: the database plans it, then runs it read-only with few rows, or rolls it back.
import { randomBytes } from 'node:crypto'
import { type Driver, DriverFailure } from '#edge/drivers/driver.ts'
import { ParamRefused, readParam } from '#edge/policy/check-params.ts'
import { neededBy } from '#edge/policy/needs/needed-rights.ts'
import { bareText } from '#edge/policy/placeholders.ts'
import type { Engine, ParamValue, StatementPolicy } from '#edge/policy/policy.ts'
import { bindValues } from '#edge/work/bind-values.ts'
import { takeRows } from '#edge/work/take-rows.ts'
import { describeFailure } from '../doctor/database-errors.ts'
import { type Draft, fail, typedValue } from './draft.ts'

const TRIAL_ROWS = 5
/** Never equals the number of changed rows, so the write is always rolled back. */
const NEVER = -1

export type Trial = {
  /** What was done, one sentence each. */
  lines: string[]
  /** The first row as it would be sent. */
  sample?: { columns: string[]; row: unknown[] }
}

/** Lists the permissions it needs. A read that changes rows is rejected before it reaches the database. */
export async function checkParsed(
  { name, kind, bound }: Pick<StatementPolicy, 'name' | 'kind' | 'bound'>,
  engine: Engine,
): Promise<string[]> {
  const needs = await neededBy(bound.text, engine)
  if (needs === undefined) {
    return [`Parser: ${name} cannot be parsed; only the database has checked it.`]
  }
  const changes = needs.filter(({ right }) => right !== 'select')
  if (kind === 'read' && changes.length > 0) {
    const what = changes.map(({ right, table }) => `${right} ${table}`).join(', ')
    fail(`${name} is a read, but changes rows (${what}). Pass --kind write.`)
  }
  const rights = needs.map(({ right, table }) => `${right} on ${table}`)
  return [`Parser: one statement; needs ${[...new Set(rights)].join(', ') || 'no table'}.`]
}

/** The names of the columns that the query returns. */
export async function planStatement(
  driver: Driver,
  { bound, kind }: Pick<StatementPolicy, 'bound' | 'kind'>,
): Promise<readonly string[]> {
  const statement = { text: bound.text, values: bound.order.map(() => null) }
  return await reported(() => driver.explain(statement, kind))
}

async function reported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DriverFailure)) throw error
    return fail(`The statement failed: ${describeFailure(error)}. The policy was not changed.`)
  }
}

export async function runTrial(
  driver: Driver,
  statement: StatementPolicy,
  draft: Draft,
): Promise<Trial> {
  const values = trialValues(statement, draft)
  const missing = statement.params.filter(({ name }) => values.get(name) === undefined)
  return statement.kind === 'read'
    ? await tryRead(driver, statement, values)
    : await tryWrite(
        driver,
        statement,
        values,
        missing.map(({ name }) => name),
      )
}

type Values = ReadonlyMap<string, ParamValue | undefined>

function trialValues({ params }: StatementPolicy, { values }: Draft): Values {
  const unknown = Object.keys(values).filter((name) => !params.some((one) => one.name === name))
  if (unknown.length > 0) fail(`--value ${unknown[0]}: the statement has no such parameter.`)
  return new Map(
    params.map((param) => {
      const text = values[param.name]
      if (text === undefined) return [param.name, param.defaultValue]
      try {
        return [param.name, readParam(param, typedValue(param.type, text))]
      } catch (error) {
        if (error instanceof ParamRefused) return fail(`--value: ${error.message}.`)
        throw error
      }
    }),
  )
}

const filled = (values: Values): Map<string, ParamValue> =>
  new Map([...values].map(([name, value]) => [name, value ?? null]))

async function tryRead(driver: Driver, statement: StatementPolicy, values: Values): Promise<Trial> {
  const caps = { ...statement, maxRows: Math.min(TRIAL_ROWS, statement.maxRows) }
  const rows = takeRows({
    database: statement.database,
    caps,
    columns: statement.columns,
    // Tokens of a trial are not stored.
    tokens: { secret: randomBytes(32), keeper: { keep() {}, find: () => undefined } },
  })
  const bound = bindValues(statement, driver.engine, filled(values))
  await reported(() => driver.read(bound, caps, rows))
  const { columns, rowCount, text } = rows.result()
  const [row] = JSON.parse(text) as unknown[][] // takeRows wrote it
  const nulls = [...values].filter(([, value]) => value === undefined).map(([name]) => name)
  const how = nulls.length === 0 ? '' : ` with ${nulls.join(', ')} = null`
  return {
    lines: [
      `Trial: ran read-only${how}, ${rowCount} of at most ${caps.maxRows} rows, rolled back.`,
    ],
    ...(row === undefined ? {} : { sample: { columns, row } }),
  }
}

/** A procedure can commit, so it could not be rolled back. */
const isProcedure = ({ sql }: StatementPolicy, engine: Engine): boolean =>
  /^\s*(call|exec|begin)\b/i.test(bareText(sql, engine))

async function tryWrite(
  driver: Driver,
  statement: StatementPolicy,
  values: Values,
  missing: readonly string[],
): Promise<Trial> {
  if (isProcedure(statement, driver.engine)) {
    return { lines: ['Trial: not run, because a procedure can commit.'] }
  }
  if (missing.length > 0) {
    const flags = missing.map((name) => `--value ${name}=…`).join(' ')
    return { lines: [`Trial: planned, not run. Pass ${flags} to run it and roll it back.`] }
  }
  const { timeoutMs, expectRows } = statement
  const bound = bindValues(statement, driver.engine, filled(values))
  const end = await reported(() => driver.write(bound, { timeoutMs, expectRows: NEVER }))
  if (end.kind === 'not_undone') {
    return fail(
      `The trial changed ${countRows(end.changed)} and the database could not roll it back: a table has no transactions. Check the rows.`,
    )
  }
  const differs = end.changed === expectRows ? '' : `, expect_rows is ${expectRows}`
  return { lines: [`Trial: ran and rolled back, ${countRows(end.changed)} changed${differs}.`] }
}

function countRows(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}
