import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '#db/database.ts'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../tests/harness/database.ts'
import { until } from '../../../../tests/operate/until.ts'
import { type DeliveryWorkerOptions, startDeliveryWorker } from './delivery-worker.ts'

const STALLED_MS = 2_000

let database: TestDatabase
let db: Database

before(async () => {
  database = await createDatabase()
  db = openTestDatabase(database.url)
})
after(async () => {
  await db.close()
  await database.drop()
})

function start(options: Partial<DeliveryWorkerOptions>) {
  const quiet = { warn: () => undefined, error: () => undefined }
  const config = {
    egress: {
      allow: [],
      deny: [],
      plainHttp: false,
      proxy: null,
      proxyTarget: 'name',
      noProxy: [],
    },
    webhooks: { schedule: [], timeoutMs: 1_000, concurrency: 10, memoryBytes: null },
    http: { shutdownGraceMs: 100 },
  }
  // Only these values are read here; the keyring and the rest of the configuration are for sending.
  const parts = { config, db, keyring: {}, log: quiet } as unknown as DeliveryWorkerOptions
  return startDeliveryWorker({ ...parts, stalledMs: STALLED_MS, ...options })
}

test('a worker whose dispatcher and runner keep running is alive', async () => {
  const worker = await start({})
  await new Promise((resume) => setTimeout(resume, STALLED_MS + 500))
  assert.equal(worker.isAlive(), true)
  await worker.stop()
})

test('a worker whose dispatcher hangs is not', async () => {
  const { promise, resolve } = Promise.withResolvers<never>()
  const worker = await start({ step: () => promise })
  assert.equal(worker.isAlive(), true)
  await until('it is noticed', () => !worker.isAlive())
  resolve({ read: 0, sent: 0, isFull: false } as never) // lets the loop end
  await worker.stop()
})

test('a worker whose runner hangs is not', async () => {
  const { promise: stuck, resolve } = Promise.withResolvers<void>()
  const { execute } = db.feed
  const feed = {
    ...db.feed,
    tx: db.feed.tx.bind(db.feed),
    execute: async (...query: Parameters<typeof execute>) => {
      // The statement with which the queue hands out jobs.
      if (/skip locked/i.test(query[0])) await stuck
      return db.feed.execute(...query)
    },
  }
  const worker = await start({ db: { ...db, feed } })
  assert.equal(worker.isAlive(), true)
  await until('it is noticed', () => !worker.isAlive())
  resolve()
  await worker.stop()
})
