// A worker that was suspended, or lost its database connection, finds its own jobs in the queue while it works on them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withAdmin } from '../../../tests/harness/admin-client.ts'
import { createDatabase, openTestDatabase } from '../../../tests/harness/database.ts'
import { until } from '../../../tests/operate/until.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { openQueue } from './queue.ts'
import { Runner } from './runner.ts'

type Data = { tenant_id: string }

test('a job that was put back as lost and is taken again by the same worker runs once', async (t) => {
  const database = await createDatabase()
  const db = openTestDatabase(database.url)
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const queue = await openQueue<Data>({ feed: db.feed, name: 'deliver', onError })
  const response = Promise.withResolvers<boolean>()
  let calls = 0
  const runner = new Runner<Data, string, boolean>({
    queue,
    onError,
    maxInFlight: 10,
    handler: {
      groupOf: ({ tenant_id: tenantId }) => tenantId,
      sizeOf: () => 1,
      bytesOf: () => 1_000,
      prepare: async (_, jobs) => jobs.map((job) => ({ job, works: ['call'], next: [] })),
      perform: () => {
        calls++
        return response.promise
      },
      healthOf: () => 'ok',
      record: async (_, done) => done.map(() => undefined),
      remainder: () => assert.fail('a job of one piece has no rest'),
    },
  })
  t.after(async () => {
    await runner.stop(0)
    await queue.stop()
    await db.close()
  })
  const id = uuidv7()
  const job = { id, data: { tenant_id: uuidv7() }, group: 'a' }
  const stateOf = () =>
    withAdmin(database.superuserUrl, async (admin) => {
      const found = await admin.query<{ state: string; retry_count: number }>(
        'select state::text, retry_count from jobs.job where id = $1',
        [id],
      )
      return found.rows[0]
    })

  await db.feed.tx((tx) => queue.add(tx, [job]))
  await until('it is called', () => calls > 0)
  await queue.release([id])
  await until('it is taken again', async () => {
    const found = await stateOf()
    return found?.state === 'active' && found.retry_count > 0
  })
  response.resolve(true)

  await until('it has ended', async () => (await stateOf()) === undefined)
  await until('nothing is in flight', () => runner.inFlight === 0)
  assert.equal(calls, 1)
  assert.deepEqual(errors, [])
})
