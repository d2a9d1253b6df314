import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../tests/harness/database.ts'
import type { Database } from '../db/database.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { type NewJob, openQueue, type Queue } from './queue.ts'

type Data = { tenant_id: string; number: number }

function job(number: number, group = 'a', startAfter?: Date): NewJob<Data> {
  const data = { tenant_id: uuidv7(), number }
  return { id: uuidv7(), data, group, ...(startAfter && { startAfter }) }
}

describe('the job queue', () => {
  let database: TestDatabase
  let db: Database
  let queue: Queue<Data>
  const open = (feed = db.feed) =>
    openQueue<Data>({ feed, name: 'deliver', onError: (error) => assert.fail(error) })

  before(async () => {
    database = await createDatabase()
    db = openTestDatabase(database.url)
    // Opening compares the tables with what the library expects.
    queue = await open()
  })
  after(async () => {
    await queue.stop()
    await db.close()
  })

  const added: string[] = []
  const add = (...jobs: NewJob<Data>[]) => {
    added.push(...jobs.map(({ id }) => id))
    return db.feed.tx((tx) => queue.add(tx, jobs))
  }
  const take = async (limit = 10, exceptGroups: string[] = []) =>
    (await queue.take({ limit, exceptGroups }))
      .map(({ data }) => data.number)
      .toSorted((a, b) => a - b)
  const ageOf = (...exceptGroups: string[]) => queue.readAge({ exceptGroups })
  const empty = () => queue.ack(added.splice(0), [])

  it('gives a job to one worker, and adds the same job once', async () => {
    const one = job(1)
    await add(one)
    await add(one)
    assert.deepEqual([await take(), await take()], [[1], []])
    await queue.ack([one.id], [])
  })

  it('only looks while the queue is empty, and finds the next job', async () => {
    let fetches = 0
    const execute: Database['feed']['execute'] = (text, values) => {
      if (/skip locked/i.test(text)) fetches++
      return db.feed.execute(text, values)
    }
    const idle = await open({ ...db.feed, execute })
    const takeOne = (...exceptGroups: string[]) => idle.take({ limit: 1, exceptGroups })
    for (let poll = 0; poll < 3; poll++) assert.deepEqual(await takeOne(), [])
    assert.equal(fetches, 1)
    const one = job(7, 'blocked')
    await add(one)
    assert.deepEqual(await takeOne('blocked'), [])
    assert.deepEqual(
      (await takeOne()).map(({ id }) => id),
      [one.id],
    )
    await idle.stop()
    await empty()
  })

  it('has the age of the oldest job that is due and whose receiver is not blocked', async () => {
    assert.equal(await ageOf(), 0)
    await add(job(1, 'later', new Date(Date.now() + 60_000)))
    assert.equal(await ageOf(), 0, 'not due yet')
    await add(job(2, 'blocked'))
    assert.ok((await ageOf()) > 0)
    assert.equal(await ageOf('blocked'), 0)
    assert.deepEqual(await take(), [2])
    assert.equal(await ageOf(), 0, 'it was started')
    await empty()
  })

  it('adds nothing when the transaction fails', async () => {
    const failing = db.feed.tx(async (tx) => {
      await queue.add(tx, [job(2)])
      throw new Error('no')
    })
    await assert.rejects(failing, /no/)
    assert.deepEqual(await take(), [])
  })

  it('skips excluded groups, and jobs that are not due', async () => {
    await add(job(3, 'a'), job(4, 'b'), job(5, 'b', new Date(Date.now() + 60_000)))
    assert.deepEqual(await take(10, ['a']), [4])
    assert.deepEqual(await take(), [3])
  })

  it('releases jobs that were not started, and acknowledges jobs together with their follow-ups', async () => {
    await empty()
    const first = job(6)
    await add(first)
    await take()
    await queue.release([first.id])
    assert.deepEqual(await take(), [6])
    const next = job(7)
    await queue.ack([first.id], [next])
    assert.deepEqual(await take(), [7])
    added.push(next.id)
  })

  it('returns a job to the queue when no worker keeps it alive', { timeout: 40_000 }, async () => {
    await empty()
    const [dead, alive] = [job(8), job(9)]
    await add(dead, alive)
    await take()
    const startedAt = Date.now()
    let returned: number[] = []
    while (returned.length === 0 && Date.now() - startedAt < 30_000) {
      await queue.keepAlive([alive.id])
      await new Promise((resume) => setTimeout(resume, 500))
      returned = await take()
    }
    assert.deepEqual(returned, [8])
    assert.ok(Date.now() - startedAt < 20_000, `after ${Date.now() - startedAt} ms`)
  })
})
