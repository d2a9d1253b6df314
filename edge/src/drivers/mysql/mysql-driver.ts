// MySQL and MariaDB: reads are streamed in a read-only transaction, writes are one transaction with their ledger.
import type { FieldPacket } from 'mysql2'
import type { Caps } from '#edge/policy/policy.ts'
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
import { inspectMysql } from './inspect-mysql.ts'
import {
  bindable,
  destroyMysql,
  endMysql,
  type MysqlConnection,
  mysqlFailure,
  openMysql,
  runPrepared,
  runText,
} from './mysql-connection.ts'
import { wireValue } from './mysql-values.ts'
import { createUndoCheck, findTablesWithoutUndo } from './tables-without-undo.ts'

const DRY_RUN_MS = 15_000

export type MysqlOptions = {
  /** False only for a negative control: a read can write, and it is committed. */
  isReadOnly?: boolean
  /** False only for a negative control: a write runs where it could not be rolled back. */
  demandsUndo?: boolean
}

/** The first statements of a connection, within the timeout. */
const openingOf = (opening: readonly string[]): Opening<MysqlConnection> => ({
  async begin(opened, deadline) {
    await limitTime(opened, deadline)
    for (const text of opening) await runText(opened, text)
  },
})

export function createMysqlDriver(login: LoginFacts, options: MysqlOptions = {}): Driver {
  const { withConnection, close } = createPooledConnections({
    open: () => openMysql(login),
    end: endMysql,
    destroy: destroyMysql,
    isAlive: ({ isAlive }) => isAlive,
    interrupt: ({ threadId }) => kill(login, threadId),
    toFailure: mysqlFailure,
  })
  const undo = createUndoCheck()
  const mode = (options.isReadOnly ?? true) ? ' read only' : ''
  return {
    engine: 'mysql',
    read: (statement, caps, sink) =>
      withConnection(
        caps.timeoutMs,
        openingOf([`start transaction${mode}`]),
        async (opened, deadline) => {
          const read = await readRows(opened, deadline, statement, caps, sink)
          // The server still sends the remaining rows; closing the connection is the only way to stop it.
          if (read.truncated) destroyMysql(opened)
          else await runText(opened, mode === '' ? 'commit' : 'rollback')
          return read
        },
      ),
    write: async (statement, rules) => {
      const tables = await undo.tablesOf(statement.text, rules.ledger?.table)
      return await withConnection(
        rules.timeoutMs,
        openingOf(['start transaction read write']),
        async (opened) => {
          if (options.demandsUndo ?? true) await undo.demand(opened, tables)
          return await writeOnce(opened, statement, rules)
        },
      )
    },
    tablesWithoutUndo: async (text, ledger) => {
      const tables = await undo.tablesOf(text, ledger)
      return await withConnection(DRY_RUN_MS, openingOf([]), (opened) =>
        findTablesWithoutUndo(opened, tables),
      )
    },
    explain: (statement) =>
      withConnection(DRY_RUN_MS, openingOf([]), (opened) => dryRun(opened, statement)),
    inspect: () => withConnection(DRY_RUN_MS, openingOf([]), inspectMysql),
    ping: (timeoutMs) => withConnection(timeoutMs, openingOf([]), async () => {}),
    close: async () => close(),
  }
}

/** Only speeds up the end: the database would notice the lost connection soon after. */
function kill(login: LoginFacts, threadId: number): void {
  openMysql(login, 1_000)
    .then(async (other) => {
      await runText(other, `kill query ${threadId}`).catch(() => {})
      endMysql(other)
    })
    .catch(() => {})
}

async function limitTime(opened: MysqlConnection, deadline: Deadline): Promise<void> {
  const ms = deadline.remainingMs()
  const seconds = Math.ceil(ms / 1_000)
  const limit = opened.isMariadb
    ? `max_statement_time = ${ms / 1_000}`
    : `max_execution_time = ${ms}`
  await runText(
    opened,
    `set session ${limit}, innodb_lock_wait_timeout = ${seconds}, lock_wait_timeout = ${seconds}`,
  )
}

async function readRows(
  opened: MysqlConnection,
  deadline: Deadline,
  { text, values }: BoundStatement,
  caps: Caps,
  sink: RowSink,
): Promise<{ truncated: boolean }> {
  const stopCounting = countBytes(opened.stream, caps, deadline)
  try {
    return { truncated: await streamRows(opened, text, values, sink) }
  } finally {
    stopCounting()
  }
}

function streamRows(
  { connection }: MysqlConnection,
  text: string,
  values: BoundStatement['values'],
  sink: RowSink,
): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  let fields: FieldPacket[] = []
  let isEnough = false
  const command = connection.execute({ sql: text, rowsAsArray: true, values: bindable(values) })
  command.on('fields', (found: FieldPacket[] | undefined) => {
    fields = found ?? []
    sink.columns(fields.map(({ name }) => name))
  })
  command.on('result', (row: unknown) => {
    if (isEnough) return
    if (!Array.isArray(row)) return reject(new DriverFailure('refused'))
    try {
      isEnough = !sink.row(row.map((value, at) => wireValue(value, fields[at] as FieldPacket))) // a row has as many values as there are fields
    } catch (error) {
      isEnough = true
      return reject(error)
    }
    if (isEnough) resolve(true)
  })
  command.on('error', reject)
  command.on('end', () => resolve(isEnough))
  return promise
}

async function writeOnce(
  opened: MysqlConnection,
  { text, values }: BoundStatement,
  { expectRows, ledger }: WriteRules,
): Promise<WriteEnd> {
  if (ledger !== undefined) {
    const entry = await runPrepared(
      opened,
      `insert ignore into ${ledger.table} (job, changed, done_at) values (?, ?, utc_timestamp())`,
      [ledger.job, expectRows],
    )
    if (entry.changed === 0) {
      const known = await runPrepared(opened, `select changed from ${ledger.table} where job = ?`, [
        ledger.job,
      ])
      await runText(opened, 'rollback')
      return { kind: 'done', changed: Number(known.rows[0]?.[0] ?? expectRows), again: true }
    }
  }
  const { changed } = await runPrepared(opened, text, values)
  if (changed !== expectRows) {
    return { kind: (await undoWrite(opened)) ? 'row_count' : 'not_undone', changed }
  }
  await commit(opened)
  return { kind: 'done', changed, again: false }
}

/** The warning of MySQL about a table without transactions, possibly behind a view or a trigger. */
const NOT_UNDONE = 1196

/** False when changes remain. */
async function undoWrite(opened: MysqlConnection): Promise<boolean> {
  await runText(opened, 'rollback')
  const warnings = await runText(opened, 'show warnings')
  return !warnings.some(([, code]) => Number(code) === NOT_UNDONE)
}

/** From here on a lost connection leaves the outcome unknown. */
async function commit(opened: MysqlConnection): Promise<void> {
  try {
    await runText(opened, 'commit')
  } catch (error) {
    const failure = mysqlFailure(error)
    throw failure.fault === 'refused'
      ? failure
      : new DriverFailure(failure.fault, failure.databaseCode, true)
  }
}

/** PREPARE resolves every table and column and checks permissions, without running the statement. */
const dryRun = ({ connection }: MysqlConnection, { text }: BoundStatement): Promise<string[]> =>
  new Promise((resolve, reject) => {
    connection.prepare(text, (error, statement) => {
      if (error) return reject(error)
      // mysql2 has no type for the columns.
      const { columns } = statement as unknown as { columns?: { name: string }[] }
      statement.close()
      resolve((columns ?? []).map(({ name }) => name))
    })
  })
