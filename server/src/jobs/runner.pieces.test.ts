import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
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

type Data = { tenant_id: string; pieces: readonly string[] }
type Fate = 'well' | 'again' | 'never'

const tenant = uuidv7()

function job(...pieces: string[]): NewJob<Data> {
  return { id: uuidv7(), data: { tenant_id: tenant, pieces }, group: 'a' }
}

describe('jobs of several pieces', () => {
  let database: TestDatabase
  let db: Database
  let queue: Queue<Data>
  let runner: Runner<Data, string, Fate> | undefined
  let performed: string[] = []
  let recorded: string[] = []
  const errors: unknown[] = []

  before(async () => {
    database = await createDatabase()
    db = openTestDatabase(database.url)
    queue = await openQueue<Data>({
      feed: db.feed,
      name: 'deliver',
      onError: (error) => assert.fail(error),
    })
  })
  afterEach(async () => {
    await runner?.stop(0)
    const rest = await queue.take({ limit: 100, exceptGroups: [] })
    await queue.ack(
      rest.map(({ id }) => id),
      [],
    )
    performed = []
    recorded = []
    assert.deepEqual(errors.splice(0), [])
  })
  after(async () => {
    await queue.stop()
    await db.close()
  })

  /** The name of a piece decides its result: `never` ends when it is aborted. */
  const handler: JobHandler<Data, string, Fate> = {
    groupOf: () => 'a',
    sizeOf: ({ pieces }) => pieces.length,
    prepare: async (_, jobs) =>
      jobs.map((one) => ({
        job: one,
        works: one.data.pieces.filter((piece) => piece !== 'done'),
        next: [],
      })),
    async perform(piece, signal) {
      performed.push(piece)
      if (piece !== 'never') return piece === 'again' ? 'again' : 'well'
      if (!signal.aborted) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      }
      return undefined
    },
    healthOf: () => 'ok',
    async record(_, done) {
      recorded.push(...done.map(({ work }) => work))
      return done.map(({ result }) => (result === 'again' ? job('a second time') : undefined))
    },
    remainder: (data, pieces) => ({ ...job(...pieces), data: { ...data, pieces } }),
  }

  const start = (maxInFlight = 100) => {
    runner = new Runner({
      queue,
      handler,
      maxInFlight,
      onError: (error) => void errors.push(error),
    })
  }
  const add = (...jobs: NewJob<Data>[]) => db.feed.tx((tx) => queue.add(tx, jobs))
  const left = async () =>
    (await queue.take({ limit: 100, exceptGroups: [] })).map(({ data }) => data.pieces)

  it('completes every piece of a job, and its follow-up jobs', async () => {
    await add(job('one', 'again', 'done'), job('done'), job('two'))
    start()
    await until('all is done', () => recorded.includes('a second time') && runner?.inFlight === 0)
    await runner?.stop(1_000)
    assert.deepEqual(recorded.toSorted(), ['a second time', 'again', 'one', 'two'])
    assert.deepEqual(await left(), [])
  })

  it('returns to the queue only what it did not complete', async () => {
    await add(job('one', 'never', 'again'))
    start()
    await until('two are done', () => recorded.length === 2)
    await runner?.stop(0)
    assert.deepEqual(recorded.toSorted(), ['again', 'one'])
    assert.deepEqual((await left()).map(String).toSorted(), ['a second time', 'never'])
  })

  it('does not exceed maxInFlight', async () => {
    await add(...Array.from({ length: 30 }, () => job('never', 'never')))
    start(40)
    await until('it is busy', () => (runner?.inFlight ?? 0) > 15)
    await sleep(300)
    assert.ok((runner?.inFlight ?? 0) <= 42, `${runner?.inFlight} in flight`)
    assert.ok(performed.length <= 42)
    await runner?.stop(0)
    assert.equal((await left()).length, 30)
  })
})
