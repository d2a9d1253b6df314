// SQL Server through the package mssql. Untested live: written from its documentation, never run against a server.
import type { WireValue } from '#edge/policy/wire-value.ts'
import type { BoundStatement, Driver, LoginFacts, RowSink } from '../driver.ts'
import { loadOptional } from './load-optional.ts'
import { createPlainDriver, type PlainSession } from './plain-driver.ts'
import { plainWireValue } from './plain-wire-value.ts'

/** The few things that are used of mssql. */
type Request = {
  arrayRowMode: boolean
  stream: boolean
  input(name: string, value: unknown): Request
  query(text: string): Promise<{ recordset?: unknown[][]; rowsAffected: number[] }>
  on(event: string, listener: (value: never) => void): Request
  cancel(): void
}
type Transaction = { begin(): Promise<void>; commit(): Promise<void>; request(): Request }
type Pool = { connect(): Promise<Pool>; close(): Promise<void>; transaction(): Transaction }
type Mssql = { ConnectionPool: new (config: unknown) => Pool }

export function createSqlserverDriver(login: LoginFacts): Driver {
  return createPlainDriver({
    engine: 'sqlserver',
    open: async () => {
      const { ConnectionPool } = (await loadOptional('mssql')) as Mssql // the package has no types here
      const pool = await new ConnectionPool(configOf(login)).connect()
      const transaction = pool.transaction()
      await transaction.begin()
      return sessionOf(pool, transaction)
    },
    faultOf: (error) => {
      const { number, code } = error as { number?: number; code?: string }
      return {
        ...(number === undefined ? {} : { code: String(number) }),
        isUnreachable: number === undefined && code !== 'EREQUEST',
        isDuplicate: number === 2627 || number === 2601,
      }
    },
  })
}

function configOf({ url, host, port, name, user, password, tls }: LoginFacts): unknown {
  if (url !== undefined) return url
  return {
    server: host,
    port,
    database: name,
    user,
    password,
    pool: { max: 1 },
    options: { encrypt: true, trustServerCertificate: tls?.verify === false, useUTC: true },
  }
}

function sessionOf(pool: Pool, transaction: Transaction): PlainSession {
  let running: Request | undefined
  const bind = ({ values }: BoundStatement): Request => {
    const request = transaction.request()
    request.arrayRowMode = true
    for (const [at, value] of values.entries()) request.input(`p${at + 1}`, value)
    running = request
    return request
  }
  return {
    placeholder: (at) => `@p${at}`,
    now: 'sysutcdatetime()',
    stream: (statement, sink) => stream(bind(statement), statement.text, sink),
    async run(statement) {
      const { recordset, rowsAffected } = await bind(statement).query(statement.text)
      return { rows: recordset ?? [], changed: rowsAffected.at(-1) ?? 0 }
    },
    async describe({ text }) {
      const { recordset } = await transaction
        .request()
        .input('text', text)
        .query('exec sp_describe_first_result_set @tsql = @text')
      return (recordset ?? []).map((row) => String((row as unknown as { name: unknown }).name)) // rows are objects without arrayRowMode
    },
    async inspect() {
      const { rows } = await this.run({
        text: "select @@version, current_user, is_srvrolemember('sysadmin'), is_member('db_owner')",
        values: [],
      })
      const [version, user, isAdmin, isOwner] = rows[0] ?? []
      const excess = [isAdmin === 1 ? 'sysadmin' : '', isOwner === 1 ? 'db_owner' : '']
      return {
        server: String(version).split('\n')[0] ?? 'SQL Server',
        user: String(user),
        excess: excess.filter((word) => word !== ''),
        writable: [],
      }
    },
    commit: () => transaction.commit(),
    destroy() {
      running?.cancel()
      void pool.close().catch(() => {})
    },
  }
}

function stream(request: Request, text: string, sink: RowSink): Promise<{ truncated: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ truncated: boolean }>()
  request.stream = true
  request.on('recordset', (columns: { name: string }[]) =>
    sink.columns(columns.map(({ name }) => name)),
  )
  request.on('row', (row: unknown[]) => {
    const values: WireValue[] = row.map(plainWireValue)
    if (sink.row(values)) return
    resolve({ truncated: true })
    request.cancel()
  })
  request.on('error', (error: unknown) => reject(error))
  request.on('done', () => resolve({ truncated: false }))
  request.query(text).catch(reject)
  return promise
}
