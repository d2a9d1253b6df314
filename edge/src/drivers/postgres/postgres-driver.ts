// PostgreSQL: reads through a cursor in a read-only transaction, writes in one transaction with their ledger.
import type { Caps } from '#edge/policy/policy.ts'
import type { WireValue } from '#edge/policy/wire-value.ts'
import type { Deadline } from '../deadline.ts'
import {
  type BoundStatement,
  type Driver,
  DriverFailure,
  type LoginFacts,
  type RowSink,
  type WriteEnd,
  type WriteRules,
} from '../driver.ts'
import { createPooledConnections, type Opening } from '../pooled-connections.ts'
import { countBytes } from '../wire-budget.ts'
import { inspectPostgres } from './inspect-postgres.ts'
import {
  destroyPostgres,
  endPostgres,
  openPostgres,
  type PostgresConnection,
  postgresFailure,
  runOne,
} from './postgres-connection.ts'

const FIRST_PAGE = 10
const LONGEST_PAGE = 500
const DRY_RUN_MS = 15_000

export type PostgresOptions = {
  /** False only for a negative control: a read can write, and it is committed. */
  isReadOnly?: boolean
}

/** The first statements of a connection; without a mode only for checks that are rolled back. */
const openingOf = (
  text: (deadline: Deadline) => string = () => 'begin',
): Opening<PostgresConnection> => ({
  begin: ({ client }, deadline) => client.query(text(deadline)),
})

export function createPostgresDriver(login: LoginFacts, options: PostgresOptions = {}): Driver {
  const { withConnection, close } = createPooledConnections({
    open: () => openPostgres(login),
    end: endPostgres,
    destroy: destroyPostgres,
    isAlive: ({ isAlive }) => isAlive,
    interrupt: ({ pid }) => cancel(login, pid),
    toFailure: postgresFailure,
  })
  const mode = (options.isReadOnly ?? true) ? 'read only' : 'read write'
  return {
    engine: 'postgres',
    read: (statement, caps, sink) =>
      withConnection(
        caps.timeoutMs,
        openingOf((deadline) => begin(mode, deadline)),
        async (connection, deadline) => {
          const read = await readRows(connection, deadline, statement, caps, sink)
          // Discards session state that a read may have changed.
          await connection.client.query(mode === 'read only' ? 'rollback' : 'commit')
          return read
        },
      ),
    write: (statement, rules) =>
      withConnection(
        rules.timeoutMs,
        openingOf((deadline) => begin('read write', deadline)),
        (connection, deadline) => writeOnce(connection, deadline, statement, rules),
      ),
    explain: (statement, kind) =>
      withConnection(DRY_RUN_MS, openingOf(), (connection) => dryRun(connection, statement, kind)),
    inspect: () =>
      withConnection(DRY_RUN_MS, openingOf(), async (connection) => {
        const found = await inspectPostgres(connection)
        await connection.client.query('rollback')
        return found
      }),
    ping: (timeoutMs) =>
      withConnection(
        timeoutMs,
        openingOf(),
        async ({ client }) => void (await client.query('rollback')),
      ),
    close: async () => close(),
  }
}

/** Only speeds up the end: the database would notice the lost connection soon after. */
function cancel(login: LoginFacts, pid: number): void {
  openPostgres(login, 1_000)
    .then(async (other) => {
      await runOne(other, 'select pg_cancel_backend($1::int)', [pid]).catch(() => {})
      endPostgres(other)
    })
    .catch(() => {})
}

/** Each value is a number or a constant: no external input becomes part of these statements. */
function begin(mode: 'read only' | 'read write', deadline: Deadline): string {
  const ms = deadline.remainingMs()
  return [
    `begin ${mode}`,
    `set local statement_timeout = ${ms}`,
    `set local lock_timeout = ${ms}`,
    `set local idle_in_transaction_session_timeout = ${ms + 1_000}`,
    `set local timezone = 'UTC'`,
    `set local datestyle = 'ISO'`,
    `set local bytea_output = 'hex'`,
    `set local extra_float_digits = 1`,
  ].join(';')
}

async function readRows(
  connection: PostgresConnection,
  deadline: Deadline,
  { text, values }: BoundStatement,
  caps: Caps,
  sink: RowSink,
): Promise<{ truncated: boolean }> {
  const stopCounting = countBytes(connection.stream, caps, deadline)
  try {
    await runOne(connection, `declare task_edge no scroll cursor for ${text}`, values)
    let isEnough = false
    for (let page = FIRST_PAGE; !isEnough; page = Math.min(LONGEST_PAGE, page * 4)) {
      const { rows, fields } = await runOne(connection, `fetch ${page} from task_edge`)
      if (page === FIRST_PAGE) sink.columns(fields.map(({ name }) => name))
      isEnough = rows.some((row) => !sink.row(row as WireValue[])) // the types above give nothing else
      if (rows.length < page) break
    }
    return { truncated: isEnough }
  } finally {
    stopCounting()
  }
}

async function writeOnce(
  connection: PostgresConnection,
  deadline: Deadline,
  { text, values }: BoundStatement,
  { expectRows, ledger }: WriteRules,
): Promise<WriteEnd> {
  if (ledger !== undefined) {
    const entry = await runOne(
      connection,
      `insert into ${ledger.table} (job, changed, done_at) values ($1, $2, now()) on conflict (job) do nothing`,
      [ledger.job, expectRows],
    )
    if (entry.rowCount === 0) {
      const known = await runOne(connection, `select changed from ${ledger.table} where job = $1`, [
        ledger.job,
      ])
      await connection.client.query('rollback')
      return { kind: 'done', changed: Number(known.rows[0]?.[0] ?? expectRows), again: true }
    }
  }
  const { rowCount } = await runOne(connection, text, values)
  const changed = rowCount ?? 0
  if (changed !== expectRows) {
    await connection.client.query('rollback')
    return { kind: 'row_count', changed }
  }
  await commit(connection, deadline)
  return { kind: 'done', changed, again: false }
}

/** From here on a lost connection leaves the outcome unknown. */
async function commit({ client }: PostgresConnection, deadline: Deadline): Promise<void> {
  let isOpen = true
  deadline.onEnd(() => {
    isOpen = false
  })
  try {
    const { command } = await client.query('commit')
    // The response of PostgreSQL to COMMIT in a failed transaction.
    if (command !== 'COMMIT') throw new DriverFailure('refused')
  } catch (error) {
    const failure = postgresFailure(error)
    throw !isOpen || failure.fault === 'unreachable' || failure.databaseCode === '57014'
      ? new DriverFailure(failure.fault, failure.databaseCode, true)
      : failure
  }
}

async function dryRun(
  connection: PostgresConnection,
  { text, values }: BoundStatement,
  kind: 'read' | 'write',
): Promise<readonly string[]> {
  let names: string[] = []
  if (kind === 'read') {
    await runOne(connection, `declare task_edge no scroll cursor for ${text}`, values)
    const { fields } = await runOne(connection, 'fetch 0 from task_edge')
    names = fields.map(({ name }) => name)
  } else {
    await runOne(connection, `explain ${text}`, values)
  }
  await connection.client.query('rollback')
  return names
}
