// One connection to PostgreSQL, and its errors without values.
import { Client, type ClientConfig, type QueryArrayResult } from 'pg'
import type { ParamValue } from '#edge/policy/policy.ts'
import { DriverFailure, type LoginFacts } from '../driver.ts'
import { postgresTypes } from './postgres-values.ts'

export type PostgresConnection = {
  client: Client
  pid: number
  stream: NodeJS.ReadWriteStream & { destroy(): void }
  isAlive: boolean
}

type Inner = {
  processID: number
  connection: { stream: PostgresConnection['stream'] }
}

const CONNECT_MS = 10_000

export async function openPostgres(
  login: LoginFacts,
  timeoutMs = CONNECT_MS,
): Promise<PostgresConnection> {
  const client = new Client({
    ...configOf(login),
    connectionTimeoutMillis: timeoutMs,
    application_name: 'task-edge',
    keepAlive: true,
  })
  const connection = { client, pid: 0, isAlive: true } as PostgresConnection // the rest is known after connecting
  client.on('error', () => {
    connection.isAlive = false
  })
  client.on('end', () => {
    connection.isAlive = false
  })
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => {})
    throw postgresFailure(error)
  }
  const inner = client as unknown as Inner // pg keeps both there and has no types for it
  connection.pid = inner.processID
  connection.stream = inner.connection.stream
  return connection
}

function configOf({ url, host, port, name, user, password, tls }: LoginFacts): ClientConfig {
  return {
    ...(url === undefined ? {} : { connectionString: url }),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(name === undefined ? {} : { database: name }),
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(tls === undefined
      ? {}
      : {
          ssl: { rejectUnauthorized: tls.verify, ...(tls.ca === undefined ? {} : { ca: tls.ca }) },
        }),
  }
}

export function endPostgres(connection: PostgresConnection): void {
  connection.isAlive = false
  connection.client.end().catch(() => {})
}

export function destroyPostgres(connection: PostgresConnection): void {
  connection.isAlive = false
  connection.stream.destroy()
  connection.client.end().catch(() => {})
}

/** Always as one prepared statement: the simple protocol allows several in one text. */
export async function runOne(
  { client }: PostgresConnection,
  text: string,
  values: readonly ParamValue[] = [],
): Promise<QueryArrayResult<unknown[]>> {
  // `queryMode` is known to pg and not to its types.
  const query = {
    text,
    values: values.map((value) => (value === null ? null : String(value))),
    rowMode: 'array' as const,
    types: postgresTypes,
    queryMode: 'extended',
  }
  return await client.query<unknown[]>(query as typeof query & { values: unknown[] })
}

/** SQLSTATE classes that are not about the statement: the server shuts down, is overloaded or unreachable. */
const UNREACHABLE = /^(08|53|57P)/

export function postgresFailure(error: unknown): DriverFailure {
  if (error instanceof DriverFailure) return error
  const { code } = error as { code?: unknown }
  const isState = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
  if (!isState)
    return new DriverFailure(
      'unreachable',
      typeof code === 'string' ? code.slice(0, 20) : undefined,
    )
  // Statement timeout or lock timeout.
  if (code === '57014' || code === '55P03') return new DriverFailure('timeout', code)
  return new DriverFailure(UNREACHABLE.test(code) ? 'unreachable' : 'refused', code)
}
