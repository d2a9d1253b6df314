// One tenant runs more searches than there are connections, each for as long as it may: its neighbor notices nothing.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { withAdmin } from '../../harness/admin-client.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import {
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
  provisionTenant,
  type TestTenant,
} from '../../harness/service.ts'
import { until } from '../until.ts'

/** More than there are connections. */
const SEARCHES = 12
const ROUNDS = 20

let database: TestDatabase
let hostile: TestTenant
let neighbor: TestTenant

before(async () => {
  database = await createDatabase()
  hostile = await provisionTenant(database.url, 'hostile')
  neighbor = await provisionTenant(database.url, 'neighbor')
  // A word that takes very long to find, whatever the machine: every statement of a search needs its form.
  await withAdmin(database.superuserUrl, (admin) =>
    admin.query(`create or replace function search_words(term text, is_phrase boolean) returns tsquery
      language plpgsql stable set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
      begin
        if term ~ '^slow' then perform pg_sleep(60); end if;
        return plainto_tsquery('simple', term);
      end $$`),
  )
  // It is looked for in this one.
  await withApi({}, (api) => call(api, hostile, 'POST', '/api/tasks'))
})

after(() => database.drop())

function call(api: LocalApi, { host, key }: TestTenant, method: 'GET' | 'POST', url: string) {
  const headers = { host, 'x-api-key': key }
  const payload = method === 'POST' ? { title: 'a task' } : undefined
  return api.app.inject({ method, url, headers, ...(payload && { payload }) })
}

/** What the neighbor does, and how long the slowest of each took. */
async function useAsNeighbor(api: LocalApi): Promise<Record<string, number>> {
  const slowest: Record<string, number> = {}
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, method, url] of [
      ['list', 'GET', `/api/tasks?limit=${1 + round}`],
      ['filter', 'GET', `/api/tasks?queue=q${round}`],
      ['search', 'GET', `/api/tasks?q=quick${round}`],
      ['count', 'GET', '/api/tasks/counts?group_by=status'],
      ['create', 'POST', '/api/tasks'],
    ] as const) {
      const from = performance.now()
      const answer = await call(api, neighbor, method, url)
      assert.ok(answer.statusCode < 300, `${name}: ${answer.statusCode} ${answer.body}`)
      slowest[name] = Math.max(slowest[name] ?? 0, performance.now() - from)
    }
  }
  return slowest
}

async function countSleeping(): Promise<number> {
  return withAdmin(database.superuserUrl, async (admin) => {
    const { rows } = await admin.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
    return rows.length
  })
}

type Env = Record<string, string>

async function withApi<T>(env: Env, work: (api: LocalApi) => Promise<T>): Promise<T> {
  const api = await buildLocalApi({
    databaseUrl: database.url,
    env: { SERVICE_ACP_HOST: HOST_SUFFIX, ...env },
  })
  try {
    return await work(api)
  } finally {
    await api.stop()
  }
}

function searchSlowly(api: LocalApi) {
  return Array.from({ length: SEARCHES }, (_, index) =>
    call(api, hostile, 'GET', `/api/tasks?q=slow${index}`),
  )
}

/** Ends the searches that run, and those that then begin. */
async function endSearches(searches: readonly Promise<{ statusCode: number }>[]) {
  const ended = Promise.all(searches)
  const answers = await until('they end', async () => {
    await withAdmin(database.superuserUrl, (admin) =>
      admin.query(`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`),
    )
    return Promise.race([ended, sleep(20, false as const)])
  })
  return answers.map(({ statusCode }) => statusCode)
}

/** The neighbor's slowest requests, alone and while `running` searches of the other tenant run. */
function compare(env: Env, running: number) {
  return withApi(env, async (api) => {
    const alone = await useAsNeighbor(api)
    const searches = searchSlowly(api)
    await until('they search', async () => (await countSleeping()) === running)
    const beside = await useAsNeighbor(api).catch((error: Error) => error.message)
    await endSearches(searches)
    return { alone, beside }
  })
}

test('a neighbor is as fast as alone', async () => {
  const { alone, beside } = await compare({}, 2)
  assert.ok(typeof beside !== 'string', JSON.stringify(beside))
  for (const [name, aloneMs] of Object.entries(alone)) {
    const limitMs = Math.max(3 * aloneMs, 250)
    const tookMs: number = beside[name] ?? Number.POSITIVE_INFINITY
    assert.ok(tookMs <= limitMs, `${name}: ${tookMs} ms beside, ${aloneMs} ms alone`)
  }
})

test('control: without shares the searches take every connection', async () => {
  const env = { SERVICE_ACP_DB_TENANT_SHARE: 'off', SERVICE_ACP_DB_EXPENSIVE_READ_TIMEOUT: 'off' }
  const { beside } = await compare(env, 10)
  assert.match(JSON.stringify(beside), /: 503/)
})

test('a share is enough where searches have no connections of their own', async () => {
  const { beside } = await compare({ SERVICE_ACP_DB_EXPENSIVE_READ_TIMEOUT: 'off' }, 8)
  assert.ok(typeof beside !== 'string', JSON.stringify(beside))
})

test('a search ends sooner than other statements', async () => {
  await withApi({ SERVICE_ACP_DB_EXPENSIVE_READ_TIMEOUT: '500ms' }, async (api) => {
    const from = performance.now()
    const { statusCode, headers } = await call(api, hostile, 'GET', '/api/tasks?q=slow')
    assert.equal(statusCode, 503)
    assert.ok(headers['retry-after'])
    const tookMs = performance.now() - from
    assert.ok(tookMs < 5_000, `${tookMs} ms`)
  })
})

test('a tenant whose searches wait in numbers gets 429, and its neighbor does not', async () => {
  // A tenth of them may wait for a search: 2 run, 5 wait.
  await withApi({ SERVICE_ACP_LIMIT_WAITING: '50' }, async (api) => {
    const searches = searchSlowly(api)
    await until('they search', async () => (await countSleeping()) === 2)
    const quick = await call(api, neighbor, 'GET', '/api/tasks?q=quick')
    assert.equal(quick.statusCode, 200, quick.body)
    const statuses = await endSearches(searches)
    assert.equal(statuses.filter((status) => status === 429).length, SEARCHES - 7, statuses.join())
  })
})
