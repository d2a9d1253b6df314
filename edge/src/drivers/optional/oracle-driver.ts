// Oracle through the package oracledb in its thin mode. Untested live: written from its documentation, never run.
import {
  type BoundStatement,
  type Driver,
  DriverFailure,
  type LoginFacts,
  type RowSink,
} from '../driver.ts'
import { loadOptional } from './load-optional.ts'
import { createPlainDriver, type PlainSession } from './plain-driver.ts'
import { plainWireValue } from './plain-wire-value.ts'

/** The few things that are used of oracledb. */
type ResultSet = {
  metaData: { name: string }[]
  getRows(count: number): Promise<unknown[][]>
  close(): Promise<void>
}
type Connection = {
  execute(
    text: string,
    values: unknown[],
    options: Record<string, unknown>,
  ): Promise<{ rows?: unknown[][]; rowsAffected?: number; resultSet?: ResultSet }>
  commit(): Promise<void>
  break(): Promise<void>
  close(options: { drop: boolean }): Promise<void>
  getStatementInfo(text: string): Promise<{ metaData?: { name: string }[] }>
  oracleServerVersionString: string
}
type Oracledb = {
  getConnection(config: unknown): Promise<Connection>
  DB_TYPE_NUMBER: unknown
  STRING: unknown
}

const PAGE = 100

export function createOracleDriver(login: LoginFacts): Driver {
  return createPlainDriver({
    engine: 'oracle',
    open: async (isReadOnly) => {
      const oracledb = (await loadOptional('oracledb')) as Oracledb // the package has no types here
      const connection = await oracledb.getConnection(configOf(login))
      if (isReadOnly) await connection.execute('set transaction read only', [], {})
      return sessionOf(connection)
    },
    faultOf: (error) => {
      const { errorNum } = error as { errorNum?: number }
      return {
        ...(errorNum === undefined ? {} : { code: `ORA-${errorNum}` }),
        isUnreachable: errorNum === undefined || (errorNum >= 12_000 && errorNum < 13_000),
        isDuplicate: errorNum === 1,
      }
    },
  })
}

function configOf({ url, host, port, name, user, password }: LoginFacts): unknown {
  const parts = url === undefined ? undefined : new URL(url)
  const place = parts ? `${parts.host}${parts.pathname}` : `${host}:${port ?? 1521}/${name}`
  return {
    connectString: place,
    user: parts ? decodeURIComponent(parts.username) : user,
    password: parts ? decodeURIComponent(parts.password) : password,
  }
}

function sessionOf(connection: Connection): PlainSession {
  return {
    placeholder: (at) => `:${at}`,
    now: 'sys_extract_utc(systimestamp)',
    stream: (statement, sink) => stream(connection, statement, sink),
    async run({ text, values }) {
      const { rows, rowsAffected } = await connection.execute(text, [...values], {
        autoCommit: false,
      })
      return { rows: rows ?? [], changed: rowsAffected ?? 0 }
    },
    async describe({ text }) {
      const { metaData } = await connection.getStatementInfo(text)
      return (metaData ?? []).map(({ name }) => name.toLowerCase())
    },
    async inspect() {
      const { rows } = await connection.execute(
        "select user, (select count(*) from session_privs where privilege like '% ANY %') from dual",
        [],
        {},
      )
      const [user, count] = rows?.[0] ?? []
      return {
        server: `Oracle ${connection.oracleServerVersionString}`,
        user: String(user),
        excess: Number(count) > 0 ? [`${Number(count)} ANY privileges`] : [],
        writable: [],
      }
    },
    commit: () => connection.commit(),
    destroy() {
      connection
        .break()
        .catch(() => {})
        .then(() => connection.close({ drop: true }))
        .catch(() => {})
    },
  }
}

async function stream(
  connection: Connection,
  { text, values }: BoundStatement,
  sink: RowSink,
): Promise<{ truncated: boolean }> {
  const { resultSet } = await connection.execute(text, [...values], { resultSet: true })
  if (resultSet === undefined) throw new DriverFailure('refused')
  sink.columns(resultSet.metaData.map(({ name }) => name.toLowerCase()))
  for (;;) {
    const rows = await resultSet.getRows(PAGE)
    if (rows.some((row) => !sink.row(row.map(plainWireValue)))) return { truncated: true }
    if (rows.length < PAGE) return { truncated: false }
  }
}
