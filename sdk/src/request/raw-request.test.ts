// Paths with and without the prefix, and what is retried.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routeOf } from './raw-request.ts'

const pathOf = (path: string) => routeOf({ method: 'GET', path }, false, false).route.path
const retryOf = (hasKey: boolean) =>
  routeOf({ method: 'POST', path: '/tasks' }, false, hasKey).route.retry

test('a path has the prefix or not, and its query is kept', () => {
  for (const path of ['/tasks?status=a&status=b&q=x%26y', 'api/tasks?status=a&status=b&q=x%26y']) {
    const { route, query } = routeOf({ method: 'GET', path }, false, false)
    assert.deepEqual([route.path, route.retry], ['/tasks', 'safe'])
    assert.deepEqual(query, { status: ['a', 'b'], q: ['x&y'] })
  }
  const agent = routeOf({ method: 'POST', path: '/agent/tasks/claim' }, true, false)
  assert.deepEqual([agent.route.path, agent.route.retry], ['/tasks/claim', 'rejected'])
})

test('dot segments, other hosts and parameters do not lead elsewhere', () => {
  assert.equal(pathOf('/api/../ui/users'), '/ui/users') // below /api again
  assert.equal(pathOf('/tasks/{task}'), '/tasks/%7Btask%7D')
  assert.equal(pathOf('//evil.example/tasks'), '/tasks')
  assert.equal(pathOf('http://evil.example/tasks'), '/http://evil.example/tasks')
})

test('a POST is repeated only with an idempotency key', () => {
  assert.deepEqual([retryOf(true), retryOf(false)], ['key', 'rejected'])
})
