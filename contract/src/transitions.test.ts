// Every status can be reached from every other, step by step, so that any change of status can be undone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canMove, STATUSES, statusPath } from './transitions.ts'

test('a way between statuses is made of transitions and ends where it should', () => {
  for (const from of STATUSES) {
    for (const to of STATUSES) {
      const way = statusPath(from, to)
      assert.equal(way.at(-1) ?? from, to)
      way.reduce((at, next) => {
        assert.ok(canMove(at, next), `${at} → ${next}`)
        return next
      }, from)
    }
  }
})

test('it is the shortest', () => {
  assert.deepEqual(statusPath('ready', 'ready'), [])
  assert.deepEqual(statusPath('ready', 'completed'), ['completed'])
  assert.deepEqual(statusPath('completed', 'in_progress'), ['ready', 'in_progress'])
  assert.equal(statusPath('completed', 'failed').length, 3)
})
