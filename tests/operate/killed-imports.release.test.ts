// A process that is killed in the middle of an import leaves no half step, and others finish it: no row is lost, none is there twice.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Import } from '@task-service/contract'
import { Client } from 'pg'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { type Service, startService } from '../harness/service.ts'
import { until } from './until.ts'

const ROWS = 3_000

let database: TestDatabase
let admin: Client
/** With both roles; it is the one that is killed. */
let first: Service
const others: Service[] = []

before(async () => {
  database = await createDatabase()
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
  first = await startService({ databaseUrl: database.url })
})
after(async () => {
  await Promise.all([first, ...others].map((service) => service.kill()))
  await admin.end()
  await database.drop()
})

async function send(method: string, path: string, body?: string, type?: string): Promise<Import> {
  const response = await fetch(`${first.url}/api/imports${path}`, {
    method,
    headers: { 'x-api-key': first.apiKey, ...(type && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  })
  assert.ok(response.ok, await response.clone().text())
  return (await response.json()) as Import // as the contract says
}

async function row<Row>(sql: string): Promise<Row> {
  const { rows } = await admin.query<Row & object>(sql)
  assert.ok(rows[0])
  return rows[0]
}

const stateOf = async () =>
  (await row<{ state: string; created: number }>('select state, created from imports')) ?? {}

test('a killed process leaves its import to others, which lose no row and create none twice', async () => {
  // Without external IDs: nothing but the position keeps a row from being created again.
  const file = Array.from({ length: ROWS }, (_, at) => `Row ${at}\n`).join('')
  const { id } = await send('POST', '?name=rows.csv', `title\n${file}`, 'text/csv')
  await send('POST', `/${id}/validate`, '{}', 'application/json')
  await until('the dry run has ended', async () => (await stateOf()).state === 'ready')
  await send('POST', `/${id}/start`)
  await until('some rows are imported', async () => (await stateOf()).created > 0)
  // What the creation of every task of the tenant waits for: the next step stops in the middle.
  const { tenant_id: tenant } = await row<{ tenant_id: string }>('select tenant_id from imports')
  const lock = [`${tenant} counter`]
  await admin.query('select pg_advisory_lock(hashtextextended($1, 0))', lock)
  const isWaiting = async () =>
    (
      await row<{ count: number }>(
        `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted`,
      )
    ).count > 0
  await until('a step is in progress', isWaiting)
  await first.kill()
  await until('PostgreSQL noticed', async () => !(await isWaiting()))
  const { created } = await stateOf()
  assert.ok(created < ROWS, 'the process was killed too late')
  const count = async () =>
    row<{ count: number; titles: number }>(
      `select count(*)::int as count, count(distinct doc ->> 'title')::int as titles from tasks`,
    )
  assert.equal((await count()).count, created, 'the position is that of the tasks')
  await admin.query('select pg_advisory_unlock(hashtextextended($1, 0))', lock)
  const args = ['--role', 'worker']
  for (let at = 0; at < 2; at++) {
    others.push(await startService({ databaseUrl: database.url, args, until: 'worker started' }))
  }
  await until('the import has finished', async () => (await stateOf()).state === 'finished')
  assert.deepEqual(await count(), { count: ROWS, titles: ROWS })
  assert.equal((await stateOf()).created, ROWS)
})
