import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../tests/harness/database.ts'
import { until } from '../../../tests/operate/until.ts'
import type { Database } from '../db/database.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { JobHandler } from './job-handler.ts'
import { type NewJob, openQueue, type Queue } from './queue.ts'
import { Runner } from './runner.ts'
import type { RunnerOptions } from './runner-options.ts'

type Data = { tenant_id: string; group: string }
type Options = Pick<RunnerOptions<Data, string, boolean>, 'maxInFlight' | 'maxBytes' | 'ownerOf'>

const tenants = { noisy: uuidv7(), quiet: uuidv7() }

const JOB_BYTES = 1_000

const onError = (error: unknown) => assert.fail(String(error))

describe('the runner', () => {
  let database: TestDatabase
  let db: Database
  let queue: Queue<Data>

  before(async () => {
    database = await createDatabase()
    db = openTestDatabase(database.url)
    queue = await openQueue<Data>({
      feed: db.feed,
      name: 'deliver',
      onError,
    })
  })
  after(async () => {
    await queue.stop()
    await db.close()
  })

  const add = async (tenant: keyof typeof tenants, group: string, count: number) => {
    const jobs = Array.from({ length: count }, (): NewJob<Data> => {
      return { id: uuidv7(), data: { tenant_id: tenants[tenant], group }, group }
    })
    await db.feed.tx((tx) => queue.add(tx, jobs))
    return jobs.map(({ id }) => id)
  }

  /** Receivers of the noisy tenant never respond, or its results are never stored. */
  function start(t: TestContext, options: Options, noisy: 'stuck' | 'unstored' = 'stuck') {
    const begun: string[] = []
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    t.after(() => end())
    const handler: JobHandler<Data, string, boolean> = {
      groupOf: ({ group }) => group,
      sizeOf: () => 1,
      bytesOf: () => JOB_BYTES,
      prepare: async (_, jobs) =>
        jobs.map((job) => ({ job, works: [job.data.tenant_id], next: [] })),
      perform: async (tenantId, signal) => {
        begun.push(tenantId)
        if (tenantId === tenants.quiet || noisy === 'unstored') return true
        await once(signal, 'abort')
        return undefined
      },
      healthOf: () => 'ok',
      record: async (tenantId, done) => {
        if (tenantId === tenants.noisy) await isOver
        return done.map(() => undefined)
      },
      remainder: () => assert.fail('a job of one piece has no rest'),
    }
    const runner = new Runner({ queue, handler, onError, ...options })
    t.after(() => runner.stop(0))
    return {
      countOf: (tenant: keyof typeof tenants) =>
        begun.filter((id) => id === tenants[tenant]).length,
    }
  }

  /** Many webhooks, each a separate receiver. */
  async function flood(t: TestContext): Promise<void> {
    const ids: string[] = []
    for (let webhook = 0; webhook < 10; webhook++) ids.push(...(await add('noisy', uuidv7(), 10)))
    t.after(() => queue.ack(ids, []))
  }

  it('completes jobs with a concurrency of one', async (t) => {
    await add('quiet', uuidv7(), 3)
    const runner = start(t, { maxInFlight: 1 })
    await until('all are done', () => runner.countOf('quiet') === 3)
  })

  it('keeps capacity for others when all receivers of a tenant are stuck', async (t) => {
    const runner = start(t, { maxInFlight: 40 })
    await flood(t)
    await until('the noisy tenant has half', () => runner.countOf('noisy') === 20)
    await add('quiet', uuidv7(), 30)
    await until('the others are done', () => runner.countOf('quiet') === 30)
    assert.equal(runner.countOf('noisy'), 20)
  })

  it('keeps memory for others when a tenant has large payloads', async (t) => {
    const runner = start(t, { maxInFlight: 40, maxBytes: 10 * JOB_BYTES })
    await flood(t)
    await until('the noisy tenant has half', () => runner.countOf('noisy') === 5)
    await add('quiet', uuidv7(), 30)
    await until('the others are done', () => runner.countOf('quiet') === 30)
    assert.equal(runner.countOf('noisy'), 5)
  })

  it('starts work of others while results of a tenant wait to be stored', async (t) => {
    const runner = start(t, { maxInFlight: 40 }, 'unstored')
    await add('noisy', uuidv7(), 1)
    await until('the noisy tenant has a result', () => runner.countOf('noisy') === 1)
    // Longer than a result may wait before no further work of its tenant starts.
    await sleep(50)
    await add('quiet', uuidv7(), 30)
    await add('noisy', uuidv7(), 5)
    await until('the others are done', () => runner.countOf('quiet') === 30)
    assert.equal(runner.countOf('noisy'), 1)
  })

  it('control: without shares the stuck tenant takes all the capacity', async (t) => {
    let owner = 0
    const runner = start(t, { maxInFlight: 40, ownerOf: () => String(owner++) })
    await flood(t)
    await until('it has more than half', () => runner.countOf('noisy') > 20)
  })
})
