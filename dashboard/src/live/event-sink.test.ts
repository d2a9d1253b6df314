// Events in the answers that are kept: what others did appears, what is newer here stays.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import type { EventEnvelope, Task } from '@task-service/contract'
import { applyTasks, forgetTasks, refreshTasks } from '#features/tasks/data/task-cache.ts'
import { createEventSink } from './event-sink.ts'

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 }))
afterEach(() => mock.timers.reset())

const task = (number: number, more: Partial<Task> = {}) =>
  ({
    id: `tsk_${number}`,
    number,
    title: `Task ${number}`,
    status: 'ready',
    labels: [],
    version: 1,
    ...more,
  }) as Task // what lists look at
const event = (type: string, data: object) => ({ id: type, type, data }) as EventEnvelope // what the sink looks at

const LIST = ['tasks', 'list', { status: ['ready'] }]

function setUp() {
  const client = new QueryClient()
  const seen: string[] = []
  const cache = { applyTasks, forgetTasks, refreshTasks }
  const sink = createEventSink(client, cache, ({ type }) => seen.push(type))
  client.setQueryData(LIST, {
    pages: [{ data: [task(2, { version: 5 }), task(1)], next_cursor: null }],
    pageParams: [undefined],
  })
  const titles = () =>
    client
      .getQueryData<{ pages: { data: Task[] }[] }>(LIST)
      ?.pages.flatMap(({ data }) => data.map(({ title }) => title))
  const isAskedAgain = (key: unknown[]) => client.getQueryState(key)?.isInvalidated
  return { client, sink, seen, titles, isAskedAgain }
}

test('the list shows tasks that other users create, change and delete', () => {
  const { sink, titles, seen } = setUp()
  sink.add([
    event('task.created', task(3)),
    event('task.updated', task(1, { version: 2, title: 'Renamed' })),
    event('task.deleted', task(2, { version: 6 })),
  ])
  assert.deepEqual(titles(), ['Task 2', 'Task 1'], 'a moment later, all at once')
  mock.timers.tick(100)
  assert.deepEqual(titles(), ['Task 3', 'Renamed'])
  assert.deepEqual(seen, ['task.created', 'task.updated', 'task.deleted'])
})

test('an event that is older than what is shown changes nothing', () => {
  const { sink, titles } = setUp()
  sink.add([event('task.updated', task(2, { version: 4, title: 'Long ago' }))])
  mock.timers.tick(100)
  assert.deepEqual(titles(), ['Task 2', 'Task 1'])
})

test('a task that no longer fits leaves the list', () => {
  const { sink, titles } = setUp()
  sink.add([event('task.started', task(1, { version: 2, status: 'in_progress' }))])
  mock.timers.tick(100)
  assert.deepEqual(titles(), ['Task 2'])
})

test('a comment asks for the story of its task again, and for no other', () => {
  const { client, sink, isAskedAgain } = setUp()
  client.setQueryData(['tasks', 'one', 'T-1'], task(1))
  client.setQueryData(['tasks', 'activity', 'T-1'], [])
  client.setQueryData(['tasks', 'activity', 'T-2'], [])
  sink.add([event('comment.created', { task_id: 'tsk_1' })])
  mock.timers.tick(100)
  assert.equal(isAskedAgain(['tasks', 'activity', 'T-1']), true)
  assert.equal(isAskedAgain(['tasks', 'activity', 'T-2']), false)
  assert.equal(isAskedAgain(['tasks', 'one', 'T-1']), false)
})

test('counts are refetched once for a burst', () => {
  const { client, sink, isAskedAgain } = setUp()
  client.setQueryData(['stats', 'overview'], {})
  let asked = 0
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === 'stats' && query.state.isInvalidated) asked++
  })
  for (let version = 2; version < 50; version++) {
    sink.add([event('task.updated', task(1, { version }))])
    mock.timers.tick(20)
  }
  mock.timers.tick(2_000)
  assert.equal(isAskedAgain(['stats', 'overview']), true)
  assert.equal(asked, 1)
})

test('after a gap everything from before is asked again, and who is signed in is not', () => {
  const { client, sink, isAskedAgain } = setUp()
  client.setQueryData(['me'], {})
  client.setQueryData(['webhooks', 'list'], [])
  sink.gap(new Date(Date.now() - 1))
  assert.equal(isAskedAgain(LIST), false, 'that is newer than the gap')
  sink.gap(new Date(Date.now() + 1))
  assert.equal(isAskedAgain(LIST), true)
  assert.equal(isAskedAgain(['webhooks', 'list']), true)
  assert.equal(isAskedAgain(['me']), false)
})

test('what may reach the inbox asks for it after half a second, and anything else later', () => {
  const taken = { ...event('task.started', task(1)), changed: ['status', 'assignee'] }
  for (const [given, isSoon] of [
    [event('comment.created', { task_id: 'tsk_1' }), true],
    [event('question.answered', {}), true],
    [taken, true],
    [event('task.created', task(3, { assignee: 'ada' })), true],
    [event('task.created', task(3, { assignee: null })), false],
    [event('task.updated', task(1, { version: 2 })), false],
  ] as const) {
    const { client, sink, isAskedAgain } = setUp()
    client.setQueryData(['inbox', 'counts'], { unread: 0, by_kind: {} })
    sink.add([given])
    mock.timers.tick(600)
    assert.equal(isAskedAgain(['inbox', 'counts']), isSoon, given.type)
    mock.timers.tick(2_000)
    assert.equal(isAskedAgain(['inbox', 'counts']), true)
  }
})
