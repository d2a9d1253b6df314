// An event log from a server with higher transaction numbers: invisible as restored, visible and continued after `migrate`.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../tests/harness/database.ts'
import {
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
  provisionTenant,
  type TestTenant,
} from '../../../../tests/harness/service.ts'
import { until } from '../../../../tests/operate/until.ts'
import { readNew } from '../../domains/deliveries/dispatch/store/new-events.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { migrate, refuseForeignLog } from '../migrate.ts'
import { SchemaBehind } from '../upgrade/schema-refused.ts'
import { isNumberedElsewhere, renumberLog } from './renumber-log.ts'

const PREFIX = 'task_service'
/** Higher than any number a test server reaches. */
const FAR = 9_000_000_000
const EVENTS = 25
const DISPATCHED = 10

let database: TestDatabase
let admin: Client
let owner: Client
let api: LocalApi
let tenant: TestTenant

before(async () => {
  database = await createDatabase()
  admin = new Client({ connectionString: database.superuserUrl })
  owner = new Client({ connectionString: database.url })
  await Promise.all([admin.connect(), owner.connect()])
  api = await buildLocalApi({
    databaseUrl: database.url,
    env: { SERVICE_ACP_HOST: HOST_SUFFIX },
  })
  tenant = await provisionTenant(database.url, 'restored')
})

after(async () => {
  await api.stop()
  await Promise.all([admin.end(), owner.end()])
  await database.drop()
})

/** As a restore leaves it; the dispatcher had read up to the tenth event. */
async function plantLog(): Promise<string[]> {
  const ids: string[] = []
  await admin.query('delete from events')
  await admin.query('delete from deliveries')
  for (let i = 0; i < EVENTS; i++) {
    const id = uuidv7()
    const xid = FAR + i
    await admin.query(
      `insert into events (tenant_id, xid, id, type, subject_id, actor, data, previous, changed, occurred_at)
       values ($1, $2::text::xid8, $3, 'task.created', $3, 'system:test', $4, '{}', '{}', date_trunc('milliseconds', now()))`,
      [tenant.id, xid, id, JSON.stringify({ title: `old ${i}` })],
    )
    await admin.query(
      `insert into deliveries (tenant_id, id, webhook_id, event_xid, event_id, event_type, event_at, subject_id, status,
         created_at)
       values ($1, $2, $2, $3::text::xid8, $4, 'task.created', now(), $4, 'failed', now())`,
      [tenant.id, randomUUID(), xid, id],
    )
    ids.push(id)
  }
  const seen = FAR + DISPATCHED
  await admin.query(`update dispatch_progress set done = $1, target = null`, [`${seen}:${seen}:`])
  return ids
}

async function readTitles(): Promise<unknown[]> {
  const headers = { host: tenant.host, 'x-api-key': tenant.key }
  const answer = await api.app.inject({ url: '/api/events?limit=200', headers })
  assert.equal(answer.statusCode, 200, answer.body)
  const { data } = answer.json<{ data: { data: { title: string } }[] }>()
  return data.map((event) => event.data.title)
}

const oldTitles = Array.from({ length: EVENTS }, (_, i) => `old ${i}`)

async function numbers(): Promise<string[]> {
  const { rows } = await admin.query<{ line: string }>(
    `select format('%s events %s', xid, count(*)) as line from events group by xid
     union all select format('%s deliveries %s', event_xid, count(*)) from deliveries group by event_xid
     union all select format('progress %s %s', done, target) from dispatch_progress
     union all select format('ranges %s', count(*)) from dispatch_ranges order by 1`,
  )
  return rows.map(({ line }) => line)
}

const RENUMBERED = [
  `1 deliveries ${DISPATCHED}`,
  `1 events ${DISPATCHED}`,
  `2 deliveries ${EVENTS - DISPATCHED}`,
  `2 events ${EVENTS - DISPATCHED}`,
  'progress 2:2: ',
  'ranges 0',
]

test('a log of this server is left alone', async () => {
  assert.equal(await isNumberedElsewhere(owner, PREFIX), false)
  await refuseForeignLog({ databaseUrl: database.url, rolePrefix: PREFIX })
})

test('as restored its events are invisible, and the service does not start', async () => {
  await plantLog()
  assert.deepEqual(await readTitles(), [], 'control: why it must be done')
  const refusal = refuseForeignLog({ databaseUrl: database.url, rolePrefix: PREFIX })
  await assert.rejects(refusal, SchemaBehind)
})

test('migrate renumbers it: dispatched events stay dispatched, the others are still pending', async () => {
  await plantLog()
  const notes: string[] = []
  await migrate({ databaseUrl: database.url, rolePrefix: PREFIX, log: (note) => notes.push(note) })
  assert.deepEqual(await numbers(), RENUMBERED)
  assert.equal(notes.at(-1), `renumbered ${EVENTS} events`)
  const payload = { title: 'new' }
  const headers = { host: tenant.host, 'x-api-key': tenant.key }
  await api.app.inject({ method: 'POST', url: '/api/tasks', headers, payload })
  await until('the new one is read', async () => (await readTitles()).includes('new'))
  assert.deepEqual(await readTitles(), [...oldTitles, 'new'])
  const { rows } = await admin.query(
    `select relname from pg_class where relname in ('events', 'deliveries') and relforcerowsecurity`,
  )
  assert.equal(rows.length, 2, 'row security binds the owner again')
  assert.equal(await isNumberedElsewhere(owner, PREFIX), false)
})

test('an interrupted run is continued', async () => {
  await plantLog()
  const broken = new Client({ connectionString: database.url })
  await broken.connect()
  let steps = 0
  const query = broken.query.bind(broken)
  const failing = Object.create(broken, {
    query: {
      value: (text: string, values?: unknown[]) => {
        if (text === 'begin' && ++steps === 3) return Promise.reject(new Error('broken off'))
        return query(text, values)
      },
    },
  }) as Client // the same connection, that fails at its third step
  await assert.rejects(renumberLog(failing, 4), /broken off/)
  await broken.end()
  assert.equal(await isNumberedElsewhere(owner, PREFIX), true)
  await renumberLog(owner, 4)
  assert.deepEqual(await numbers(), RENUMBERED)
})

test('an open window and events that were set aside are recognized by their snapshots', async () => {
  const ids = await plantLog()
  // Two transactions had been open when `done` was taken, one when `target` was; the window is read up to the thirteenth.
  const done = `${FAR + 2}:${FAR + 6}:${FAR + 2},${FAR + 4}`
  const target = `${FAR + 15}:${FAR + 20}:${FAR + 15}`
  await admin.query(
    'update dispatch_progress set done = $1, target = $2, xid = $3::text::xid8, id = $4',
    [done, target, FAR + 12, ids[12]],
  )
  await admin.query(
    `insert into dispatch_ranges (tenant_id, xid, id, until_xid, until_id, event_count)
     values ($1, $2::text::xid8, $3, $4::text::xid8, $5, 3)`,
    [tenant.id, FAR + 5, ids[5], FAR + 8, ids[8]],
  )
  await renumberLog(owner)
  assert.deepEqual(await numbers(), RENUMBERED)
  const db = openTestDatabase(database.url)
  const read = await db.feed.tx((tx) => readNew(tx))
  await db.close()
  assert.deepEqual(
    read?.events.map(({ id }) => id),
    [...ids.slice(6, 9), ...ids.slice(13)],
  )
})
