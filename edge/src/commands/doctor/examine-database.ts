// Checks one database: connection, excess permissions of its role, and every statement without running it.
import type { Driver } from '#edge/drivers/driver.ts'
import { type NeededRights, neededRights } from '#edge/policy/needs/needed-rights.ts'
import type { DatabasePolicy, StatementPolicy } from '#edge/policy/policy.ts'
import type { DriverPool } from '#edge/work/driver-pool.ts'
import { describeFailure as describe } from './database-errors.ts'
import type { Finding } from './finding.ts'

const PING_MS = 10_000

export async function examineDatabase(
  database: DatabasePolicy,
  drivers: Pick<DriverPool, 'of'>,
): Promise<Finding[]> {
  const { name } = database
  let driver: Driver
  try {
    driver = drivers.of(database)
    await driver.ping(PING_MS)
  } catch (error) {
    return [{ what: name, state: 'fail', says: describe(error) }]
  }
  const findings: Finding[] = [{ what: name, state: 'ok', says: 'connected' }]
  findings.push(...(await examineRole(name, driver, await neededRights(database))))
  for (const statement of database.statements.values()) {
    findings.push(
      await examineStatement(driver, statement),
      ...(await examineUndo(driver, statement, database.ledger)),
    )
  }
  return findings
}

const plain = (table: string): string => table.replaceAll(/["`]/g, '').split('.').at(-1) ?? table

const list = (names: readonly string[]): string =>
  names.slice(0, 5).join(', ') + (names.length > 5 ? ' …' : '')

async function examineRole(
  name: string,
  driver: Driver,
  { tables }: NeededRights,
): Promise<Finding[]> {
  const what = `${name} role`
  try {
    const { server, user, excess, writable } = await driver.inspect()
    const needed = new Set(
      [...tables]
        .filter(([, { rights }]) => [...rights].some((right) => right !== 'select'))
        .map(([table]) => plain(table)),
    )
    const beyond = writable.filter((table) => !needed.has(plain(table)))
    return [
      { what, state: 'ok', says: `${user} on ${server}` },
      ...(excess.length > 0
        ? [
            {
              what,
              state: 'fail' as const,
              says: `${user} has permissions that the policy does not need: ${list(excess)}. See task-edge print-role`,
            },
          ]
        : []),
      ...(beyond.length > 0
        ? [
            {
              what,
              state: 'fail' as const,
              says: `${user} can write to ${list(beyond)}, but no statement does. See task-edge print-role`,
            },
          ]
        : []),
    ]
  } catch (error) {
    return [{ what, state: 'warn', says: `cannot be checked: ${describe(error)}` }]
  }
}

async function examineStatement(driver: Driver, statement: StatementPolicy): Promise<Finding> {
  const { database, name, kind, bound, columns } = statement
  const what = `${database}.${name}`
  try {
    const found = await driver.explain(
      { text: bound.text, values: bound.order.map(() => null) },
      kind,
    )
    if (kind === 'write') return { what, state: 'ok', says: 'accepted by the database' }
    const missing = [...columns.keys()].filter((column) => !found.includes(column))
    if (missing.length > 0) {
      return {
        what,
        state: 'fail',
        says: `the query does not return the column ${missing.join(', ')}`,
      }
    }
    const kept = found.filter((column) => !columns.has(column))
    const stays = kept.length === 0 ? '' : `; not sent: ${kept.join(', ')}`
    return { what, state: 'ok', says: `accepted by the database${stays}` }
  } catch (error) {
    return { what, state: 'fail', says: describe(error) }
  }
}

/** A write that changes too many rows is rolled back, which some storage engines of MySQL cannot do. */
async function examineUndo(
  driver: Driver,
  { database, name, kind, bound }: StatementPolicy,
  ledger: string | undefined,
): Promise<Finding[]> {
  if (kind === 'read' || driver.tablesWithoutUndo === undefined) return []
  const what = `${database}.${name}`
  try {
    const found = await driver.tablesWithoutUndo(bound.text, ledger)
    return found.map(({ table, engine }) => ({
      what,
      state: 'fail',
      says: `never run: ${table} has no transactions (${engine}), so a wrong number of changed rows could not be rolled back. Run: alter table ${table} engine=InnoDB`,
    }))
  } catch (error) {
    const says = `cannot check its tables for transactions: ${describe(error)}`
    return [{ what, state: 'warn', says }]
  }
}
