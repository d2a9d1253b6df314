import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rankWorkers, type Tally } from './workers.ts'

const person = (name: string, count: number): Tally => ({ kind: 'person', name, count })
const agent = (name: string, count: number): Tally => ({ kind: 'agent', name, count })

test('both halves of a worker come together, most to do first', () => {
  const open = [person('ada', 2), agent('ada', 3), person('bob', 9)]
  const completed = [person('ada', 7), agent('zoe', 1)]
  const ranked = rankWorkers(open, completed, { open: 5, shown: 4 })
  assert.deepEqual(
    ranked.map(({ kind, name, open: now, completed: done }) => [kind, name, now.count, done]),
    [
      ['person', 'bob', 5, 0],
      ['agent', 'ada', 3, 0],
      ['person', 'ada', 2, 7],
      ['agent', 'zoe', 0, 1],
    ],
  )
  assert.equal(ranked[0]?.open.is_at_least, true)
  assert.equal(ranked[1]?.open.is_at_least, false)
  assert.equal(rankWorkers(open, completed, { open: 5, shown: 2 }).length, 2)
})
