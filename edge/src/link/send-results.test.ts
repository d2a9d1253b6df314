// Which results travel together, and what becomes of one that the service does not take.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { MAX_INLINE_BYTES, MAX_RESULTS } from '@task-service/contract'
import { SAMPLE_HEAD, sampleOrder } from '../../../tests/harness/edge/sample-jobs.ts'
import { openJournal } from '../journal/journal.ts'
import { makeKey } from './keys.ts'
import { createResultSender } from './send-results.ts'
import { createServiceClock } from './service-clock.ts'
import { Frames } from './talk.ts'
import { type Answer, LinkDown } from './uplink.ts'

const jobOf = (n: number): string => sampleOrder(n).job

/** A journal with results that wait, and a service that answers as `take` says. */
function start(
  t: TestContext,
  texts: readonly string[],
  take: (path: string, jobs: string[]) => number,
) {
  const folder = mkdtempSync(join(tmpdir(), 'task-edge-results-'))
  const journal = openJournal(folder)
  t.after(() => {
    journal.close()
    rmSync(folder, { recursive: true })
  })
  for (const [n, rows] of texts.entries()) {
    journal.receive(sampleOrder(n))
    journal.end(jobOf(n), SAMPLE_HEAD, rows)
  }
  const sent: string[] = []
  const ask = async ({ path, body }: { path: string; body: string | Buffer }): Promise<Answer> => {
    const jobs = [...String(body).matchAll(/"job":"(job_\d+)"/g)].map(([, job = '']) => job)
    sent.push(jobs.length > 0 ? `${jobs.length} together` : path.replace(/^.*0(\d)\//, '$1 '))
    const status = take(path, jobs)
    if (path.includes('/chunks/')) return { status: 204, body: undefined, retryAfterMs: undefined }
    return {
      status,
      body: { taken: jobs.length > 0 ? jobs.length : 'now' },
      retryAfterMs: undefined,
    }
  }
  const uplink = { ask, close: () => Promise.resolve() }
  const frames = new Frames(uplink, 'eds_x', makeKey(), createServiceClock())
  const sender = createResultSender(
    journal,
    () => undefined,
    () => undefined,
  )
  return { journal, sent, send: () => sender.sendAll(frames) }
}

test('small ones are sent together, a large one alone, in the order they came', async (t) => {
  const large = `[["${'x'.repeat(MAX_INLINE_BYTES)}"]]`
  const { journal, sent, send } = start(t, ['[[1]]', '[[2]]', large, '[[4]]'], () => 200)
  await send()
  assert.deepEqual(sent, ['2 together', '2 chunks/0', '2 result', '3 result'])
  assert.deepEqual(journal.nextResults(9), [])
})

test('a frame has bounds', async (t) => {
  const many = Array.from({ length: MAX_RESULTS + 2 }, () => '[[1]]')
  const { sent, send } = start(t, many, () => 200)
  await send()
  assert.deepEqual(sent, [`${MAX_RESULTS} together`, '2 together'])
})

test('one that is not taken holds up no other; control: a connection that is down keeps all', async (t) => {
  const bad = jobOf(1)
  const { journal, send } = start(t, ['[[1]]', '[[2]]', '[[3]]'], (path, jobs) =>
    jobs.includes(bad) || path.includes(bad) ? 400 : 200,
  )
  await send()
  assert.deepEqual(journal.nextResults(9), [])
  const down = start(t, ['[[1]]', '[[2]]'], () => 502)
  await assert.rejects(down.send())
  assert.equal(down.journal.nextResults(9).length, 2)
})

test('the response of a cell that the tenant has left drops nothing', async (t) => {
  const { journal, sent, send } = start(t, ['[[1]]', '[[2]]'], () => 421)
  await assert.rejects(send(), LinkDown)
  assert.deepEqual(sent, ['2 together'])
  assert.equal(journal.counts().waiting, 2)
})
