// What the journal keeps, for how long, and from whom.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  SAMPLE_HEAD as HEAD,
  sampleOrder as order,
} from '../../../tests/harness/edge/sample-jobs.ts'
import { JournalBusy, openJournal } from './journal.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'task-edge-journal-'))
  folders.push(folder)
  return folder
}
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

test('a job is new once, and known after', () => {
  const journal = openJournal(newFolder())
  const { job } = order(1)
  assert.equal(journal.receive(order(1)), 'new')
  assert.equal(journal.receive(order(1, 2)), 'known')
  journal.end(job, HEAD, '[[1]]')
  assert.equal(journal.receive(order(1, 3)), 'ended')
  const [result] = journal.nextResults(1)
  assert.equal(result?.attempt, 3)
  assert.equal(result?.rows.toString(), '[[1]]')
  journal.taken(job, false)
  assert.deepEqual(journal.nextResults(1), [])
  assert.equal(journal.receive(order(1)), 'new')
  journal.close()
})

test('a write that was taken is remembered and answered again', () => {
  const journal = openJournal(newFolder())
  const { job } = order(1)
  journal.receive(order(1))
  journal.begin(job)
  journal.end(job, { ...HEAD, changed_count: 1 }, '[]')
  journal.taken(job, true)
  assert.deepEqual(journal.counts().jobs, 0)
  assert.equal(journal.receive(order(1, 2)), 'ended')
  assert.equal(journal.nextResults(1)[0]?.head.changed_count, 1)
  journal.close()
})

test('everything is there after it was closed and opened', () => {
  const folder = newFolder()
  const first = openJournal(folder)
  first.receive(order(1))
  first.receive(order(2))
  first.begin(order(2).job)
  first.receive(order(3))
  first.end(order(3).job, HEAD, '[[1]]')
  first.keep('tok_a', 'value')
  first.close()
  const second = openJournal(folder)
  assert.deepEqual(
    second.listOpen().map(({ order: { job }, state }) => [job, state]),
    [
      [order(1).job, 'received'],
      [order(2).job, 'begun'],
    ],
  )
  assert.equal(second.nextResults(1)[0]?.job, order(3).job)
  assert.equal(second.find('tok_a'), 'value')
  const { jobs, open, waiting, bytes } = second.counts()
  assert.deepEqual({ jobs, open, waiting, bytes }, { jobs: 3, open: 2, waiting: 1, bytes: 5 })
  second.close()
})

test('no other process can open it at the same time', () => {
  const folder = newFolder()
  const journal = openJournal(folder)
  assert.throws(() => openJournal(folder), JournalBusy)
  journal.close()
  openJournal(folder).close()
})

test('tokens that were not seen for long are forgotten', () => {
  const folder = newFolder()
  let nowMs = Date.parse('2026-01-01T00:00:00Z')
  const journal = openJournal(folder, () => nowMs)
  journal.keep('tok_old', 'a')
  journal.keep('tok_seen', 'b')
  nowMs += 20 * 86_400_000
  journal.keep('tok_seen', 'b')
  journal.tidy(10)
  assert.equal(journal.find('tok_old'), undefined)
  assert.equal(journal.find('tok_seen'), 'b')
  journal.close()
})
