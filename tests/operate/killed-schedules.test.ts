// A worker that is killed in the middle of an occurrence leaves nothing, and two others create its task exactly once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { type Service, startService } from '../harness/service.ts'
import { until } from './until.ts'

let database: TestDatabase
let admin: Client
/** With both roles; it is the one that is killed. */
let first: Service
const workers: Service[] = []

async function startWorker(): Promise<void> {
  const args = ['--role', 'worker']
  workers.push(await startService({ databaseUrl: database.url, args, until: 'worker started' }))
}

before(async () => {
  database = await createDatabase()
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
  first = await startService({ databaseUrl: database.url })
})
after(async () => {
  await Promise.all([first, ...workers].map((service) => service.kill()))
  await admin.end()
  await database.drop()
})

async function post(path: string, body: object): Promise<{ id: string }> {
  const answer = await fetch(`${first.url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': first.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, 201)
  return (await answer.json()) as { id: string } // as the contract says
}

async function count(sql: string): Promise<number> {
  const { rows } = await admin.query<{ count: number }>(`select count(*)::int as count ${sql}`)
  return rows[0]?.count ?? 0
}

test('a killed worker leaves an occurrence to others, which create one task', async () => {
  const { id: template_id } = await post('/api/templates', { name: 'x', task: { title: 'x' } })
  const rule = { frequency: 'daily', time: '09:00', time_zone: 'UTC' }
  await post('/api/schedules', { name: 'x', template_id, rule })
  // What the creation of every task of the tenant waits for.
  const { rows } = await admin.query<{ tenant_id: string }>('select tenant_id from schedules')
  const lock = [`${rows[0]?.tenant_id} counter`]
  await admin.query('select pg_advisory_lock(hashtextextended($1, 0))', lock)
  await admin.query(`update schedules set next_at = now() - interval '1 minute'`)
  const isWaiting = async () =>
    (await count(`from pg_locks where locktype = 'advisory' and not granted`)) > 0
  await until('the worker is in the transaction of the task', isWaiting)
  assert.equal(await count('from tasks'), 0)
  await first.kill()
  await until('PostgreSQL noticed', async () => !(await isWaiting()))
  assert.equal(await count('from schedule_occurrences'), 0)
  await Promise.all([startWorker(), startWorker()])
  await until('another worker is at it', isWaiting)
  await admin.query('select pg_advisory_unlock(hashtextextended($1, 0))', lock)
  const hasMoved = async () => (await count('from schedules where next_at > now()')) > 0
  await until('the schedule has moved on', hasMoved)
  assert.equal(await count('from tasks'), 1)
  assert.equal(await count('from schedule_occurrences where task_id is not null'), 1)
  assert.equal(await count(`from events where type = 'task.created'`), 1)
})
