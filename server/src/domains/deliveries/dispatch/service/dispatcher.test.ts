// A consumer that cannot process an event must not stop the deliveries of all tenants.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DatabaseUnavailable } from '#lib/database-failure.ts'
import type { Consumer, DispatchParts } from './dispatch.ts'
import { withoutFaulty } from './dispatcher.ts'

const dispatched = { read: 1, sent: 1, isFull: false }
const matching = { wants: () => false, needsContent: () => false, taskOf: () => '' }
const queue = { add: async () => undefined }
const unreadable = Object.assign(new Error('unsupported Unicode escape sequence'), {
  code: '22P05',
})

const good: Consumer = async () => undefined
const faulty: Consumer = async () => {
  throw unreadable
}
const parts = (...consumers: Consumer[]): DispatchParts => ({ queue, matching, consumers })

/** A batch that calls its consumers; returns which of them it had. */
function newBatch() {
  const tried: (readonly Consumer[])[] = []
  const run = async ({ consumers = [] }: DispatchParts) => {
    tried.push(consumers)
    for (const consume of consumers) await consume({} as never, []) // these consumers read nothing
    return dispatched
  }
  return { tried, run }
}

describe('a batch with a consumer that fails', () => {
  it('is repeated without it, and the others get the events', async () => {
    const { tried, run } = newBatch()
    const errors: unknown[] = []
    const done = await withoutFaulty(parts(good, faulty), (error) => errors.push(error), run)
    assert.equal(done, dispatched)
    assert.deepEqual(errors, [unreadable])
    assert.deepEqual(tried.at(-1), [good])
  })

  it('is dispatched also if all fail', async () => {
    const { tried, run } = newBatch()
    await withoutFaulty(parts(faulty, faulty), () => undefined, run)
    assert.deepEqual(tried.at(-1), [])
  })

  it('is left as it is while the database is not available: nothing may be left out then', async () => {
    const gone = new DatabaseUnavailable('gone')
    const run = async () => {
      throw gone
    }
    await assert.rejects(
      withoutFaulty(parts(good), () => assert.fail(), run),
      gone,
    )
  })
})
