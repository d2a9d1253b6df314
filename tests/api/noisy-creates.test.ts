// One tenant sends bulk requests and creates as fast as it can; another creates single tasks beside it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import {
  addTenant,
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
  type TestTenant,
} from '../harness/service.ts'

const BULKS_AT_ONCE = 12
const BULKS = 24
const ITEMS = 500
const SINGLES_AT_ONCE = 4
const CREATES_ALONE = 60

let database: TestDatabase

before(async () => {
  database = await createDatabase()
})

after(() => database.drop())

type Api = { api: LocalApi; hostile: TestTenant; neighbor: TestTenant }

async function withApi<T>(isolatesTenants: boolean, work: (api: Api) => Promise<T>): Promise<T> {
  const env = { SERVICE_ACP_HOST: HOST_SUFFIX }
  const api = await buildLocalApi({ databaseUrl: database.url, env, isolatesTenants })
  try {
    const [hostile, neighbor] = await Promise.all(
      ['hostile', 'neighbor'].map((name) => addTenant(api.db, `${name}-${isolatesTenants}`)),
    )
    assert.ok(hostile && neighbor)
    return await work({ api, hostile, neighbor })
  } finally {
    await api.stop()
  }
}

async function post({ api }: Api, tenant: TestTenant, url: string, payload: object) {
  const startedAt = performance.now()
  const headers = { host: tenant.host, 'x-api-key': tenant.key }
  const { statusCode } = await api.app.inject({ method: 'POST', url, headers, payload })
  return { status: statusCode, ms: performance.now() - startedAt }
}

type Answer = Awaited<ReturnType<typeof post>>

/** One after the other, as long as `continues` says so. */
async function repeat(send: () => Promise<Answer>, continues: (done: number) => boolean) {
  const answers: Answer[] = []
  while (continues(answers.length)) answers.push(await send())
  return answers
}

const items = Array.from({ length: ITEMS }, (_, index) => ({
  create: { title: `Imported ${index}`, description: 'From a list of many. '.repeat(10) },
}))

function percentile(answers: readonly Answer[], share: number): number {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}

async function measure(context: Api) {
  const { hostile, neighbor } = context
  const create = (tenant: TestTenant) => post(context, tenant, '/api/tasks', { title: 'One' })
  await repeat(
    () => create(neighbor),
    (done) => done < 20,
  )
  const alone = await repeat(
    () => create(neighbor),
    (done) => done < CREATES_ALONE,
  )
  let begun = 0
  let isOver = false
  const bulks = Promise.all(
    Array.from({ length: BULKS_AT_ONCE }, () =>
      repeat(
        () => post(context, hostile, '/api/tasks/bulk', { items }),
        () => begun++ < BULKS,
      ),
    ),
  ).finally(() => (isOver = true))
  const singles = Array.from({ length: SINGLES_AT_ONCE }, () =>
    repeat(
      () => create(hostile),
      () => !isOver,
    ),
  )
  const beside = await repeat(
    () => create(neighbor),
    () => !isOver,
  )
  const own = await Promise.all(singles)
  return { alone, beside, bulks: (await bulks).flat(), own: own.flat() }
}

/** How much slower the neighbor is than alone, in the same run. */
async function compare(isolatesTenants: boolean) {
  const { alone, beside, bulks, own } = await withApi(isolatesTenants, measure)
  const ms = (answers: readonly Answer[], share: number) =>
    Number(percentile(answers, share).toFixed(1))
  const found = {
    p50: percentile(beside, 0.5) / percentile(alone, 0.5),
    p99: percentile(beside, 0.99) / percentile(alone, 0.99),
    createsPerBulk: beside.length / bulks.length,
    refused: beside.filter(({ status }) => status !== 201).length,
  }
  const times = {
    alone: [ms(alone, 0.5), ms(alone, 0.99)],
    beside: [ms(beside, 0.5), ms(beside, 0.99)],
    hostile: { bulks: ms(bulks, 0.5), creates: ms(own, 0.5) },
  }
  return { ...found, text: JSON.stringify({ isolatesTenants, ...found, times }) }
}

const MAX_P50_RATIO = 5
/** A bulk request is parsed and serialized by the same process, and requests that arrive during that wait. */
const MAX_P99_RATIO = 30
const MIN_CREATES_PER_BULK = 4

test('a tenant that imports in bulk does not slow down the creates of another', async (t) => {
  const { p50, p99, createsPerBulk, refused, text } = await compare(true)
  t.diagnostic(text)
  assert.equal(refused, 0, text)
  assert.ok(p50 <= MAX_P50_RATIO, text)
  assert.ok(p99 <= MAX_P99_RATIO, text)
  assert.ok(createsPerBulk >= MIN_CREATES_PER_BULK, text)
})

test('control: where tenants wait for each other, it does', async (t) => {
  const { p50, createsPerBulk, text } = await compare(false)
  t.diagnostic(text)
  assert.ok(p50 > MAX_P50_RATIO, text)
  assert.ok(createsPerBulk < MIN_CREATES_PER_BULK, text)
})
