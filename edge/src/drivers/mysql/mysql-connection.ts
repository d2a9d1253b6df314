// One connection to MySQL or MariaDB, and its errors without values.
import {
  type Connection,
  type ConnectionOptions,
  createConnection,
  type ResultSetHeader,
} from 'mysql2'
import type { ParamValue } from '#edge/policy/policy.ts'
import { DriverFailure, type LoginFacts } from '../driver.ts'

export type MysqlConnection = {
  connection: Connection
  threadId: number
  stream: NodeJS.ReadWriteStream
  isAlive: boolean
  isMariadb: boolean
  server: string
}

const CONNECT_MS = 10_000

export async function openMysql(
  login: LoginFacts,
  timeoutMs = CONNECT_MS,
): Promise<MysqlConnection> {
  const connection = createConnection({
    ...configOf(login),
    ...SETTINGS,
    connectTimeout: timeoutMs,
  })
  const opened = {
    connection,
    threadId: 0,
    isAlive: true,
    isMariadb: false,
    server: '',
  } as MysqlConnection // the rest is known after connecting
  connection.on('error', () => {
    opened.isAlive = false
  })
  connection.on('end', () => {
    opened.isAlive = false
  })
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    opened.threadId = connection.threadId ?? 0
    opened.stream = (connection as unknown as { stream: NodeJS.ReadWriteStream }).stream // mysql2 keeps it there, without a type
    const [[version] = []] = await runText(opened, 'select version()')
    opened.isMariadb = /mariadb/i.test(String(version))
    const [, digits] = /^([\d.]+)/.exec(String(version)) ?? []
    opened.server = `${opened.isMariadb ? 'MariaDB' : 'MySQL'} ${digits ?? ''}`
    await runText(opened, "set session time_zone = '+00:00'")
    return opened
  } catch (error) {
    connection.destroy()
    throw mysqlFailure(error)
  }
}

const SETTINGS: ConnectionOptions = {
  rowsAsArray: true,
  dateStrings: true,
  supportBigNumbers: true,
  bigNumberStrings: true,
  jsonStrings: true,
  multipleStatements: false,
  charset: 'utf8mb4',
  timezone: 'Z',
  // Rows are parsed by fixed code: no functions are generated from column names of the server.
  disableEval: true,
  // The server cannot request files of this machine.
  flags: ['-LOCAL_FILES'],
  connectAttributes: { program_name: 'task-edge' },
}

const decoded = (text: string | undefined): string | undefined =>
  text ? decodeURIComponent(text) : undefined

function configOf({ url, host, port, name, user, password, tls }: LoginFacts): ConnectionOptions {
  const parts = url === undefined ? undefined : new URL(url)
  const found = {
    host: parts?.hostname.replace(/^\[(.*)\]$/, '$1') ?? host,
    port: parts ? Number(parts.port || 3306) : port,
    database: parts ? decoded(parts.pathname.slice(1)) : name,
    user: parts ? decoded(parts.username) : user,
    password: parts ? decoded(parts.password) : password,
  }
  const given = Object.entries(found).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(given),
    ...(tls === undefined
      ? {}
      : {
          ssl: { rejectUnauthorized: tls.verify, ...(tls.ca === undefined ? {} : { ca: tls.ca }) },
        }),
  }
}

export function endMysql(opened: MysqlConnection): void {
  opened.isAlive = false
  opened.connection.end(() => {})
}

export function destroyMysql(opened: MysqlConnection): void {
  opened.isAlive = false
  opened.connection.destroy()
}

/** Fixed SQL without values. */
export const runText = ({ connection }: MysqlConnection, text: string): Promise<unknown[][]> =>
  new Promise((resolve, reject) => {
    connection.query({ sql: text, rowsAsArray: true }, (error, rows) =>
      error ? reject(error) : resolve(Array.isArray(rows) ? (rows as unknown as unknown[][]) : []),
    )
  })

/** A prepared statement; returns rows, or the number of changed rows. */
export const runPrepared = (
  { connection }: MysqlConnection,
  text: string,
  values: readonly ParamValue[],
): Promise<{ rows: unknown[][]; changed: number }> =>
  new Promise((resolve, reject) => {
    connection.execute({ sql: text, rowsAsArray: true }, bindable(values), (error, result) => {
      if (error) return reject(error)
      const rows = Array.isArray(result) ? (result as unknown as unknown[][]) : []
      resolve({ rows, changed: (result as ResultSetHeader).affectedRows ?? 0 })
    })
  })

/** Numbers as strings: MySQL would compare doubles inexactly. */
export const bindable = (values: readonly ParamValue[]): (string | boolean | null)[] =>
  values.map((value) => (typeof value === 'number' ? String(value) : value))

const TIMEOUTS = new Set([1205, 1317, 1969, 3024])
const UNREACHABLE = new Set([1040, 1053, 1152, 1158, 1159, 1160, 1161, 1203, 1226, 1927, 2013])

export function mysqlFailure(error: unknown): DriverFailure {
  if (error instanceof DriverFailure) return error
  const { errno, code, sqlState } = error as { errno?: unknown; code?: unknown; sqlState?: unknown }
  if (typeof errno !== 'number' || errno <= 0 || typeof sqlState !== 'string') {
    return new DriverFailure(
      'unreachable',
      typeof code === 'string' ? code.slice(0, 20) : undefined,
    )
  }
  const fault = TIMEOUTS.has(errno) ? 'timeout' : UNREACHABLE.has(errno) ? 'unreachable' : 'refused'
  return new DriverFailure(fault, String(errno))
}
