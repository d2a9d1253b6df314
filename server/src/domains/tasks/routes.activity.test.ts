// The activity of a task, newest first: its own changes and those of its comments, and no others.
import assert from 'node:assert/strict'
import type { Activity } from '@task-service/contract'
import { type Case, describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { newTenant } from '../../../../tests/harness/test-api.ts'

type ActivityCase = Case<'tasks.activity'>

const tellsAll: ActivityCase = async ({ client, call }) => {
  const task = await client.create({ title: 'start' })
  const params = { task: task.id }
  const requests: (string | undefined)[] = []
  const note = ({ headers }: { headers: Record<string, string | undefined> }) =>
    requests.unshift(headers['x-request-id'])
  note(await client.call('tasks.change', { params, body: { title: 'next', assignee: 'ada' } }))
  note(await client.call('tasks.change', { params, body: { title: 'next' } }))
  const comment = await client.call('comments.create', { params, body: { body: 'one' } })
  note(comment)
  const { id } = comment.body
  const commentParams = { ...params, comment: id }
  note(await client.call('comments.change', { params: commentParams, body: { body: 'two' } }))
  note(await client.call('comments.remove', { params: commentParams }))
  note(await client.call('tasks.transition', { params, body: { to: 'completed', result: 1 } }))
  await client.create({ title: 'noise' })

  const { body } = await call({ params: { task: 'T-1' } })
  const told = body.data.map((entry) => [entry.action, entry.changes])
  const now = (await client.get(task.id)).completed_at
  const expected: [string, Activity['changes']][] = [
    [
      'task.completed',
      [
        { field: 'status', from: 'ready', to: 'completed' },
        { field: 'result', from: null, to: 1 },
        { field: 'completed_at', from: null, to: now },
      ],
    ],
    ['comment.deleted', []],
    ['comment.updated', [{ field: 'comment', from: 'one', to: 'two' }]],
    ['comment.created', []],
    [
      'task.updated',
      [
        { field: 'title', from: 'start', to: 'next' },
        { field: 'assignee', from: null, to: 'ada' },
      ],
    ],
    ['task.created', []],
  ]
  assert.deepEqual(told, expected)
  for (const entry of body.data) assert.deepEqual(entry.actor, task.created_by)
  // The second change changed nothing, so its request left no entry.
  const written = requests.toSpliced(4, 1)
  assert.deepEqual(
    body.data.slice(0, 5).map((entry) => entry.request_id),
    written,
  )
  const times = body.data.map((entry) => entry.at)
  assert.deepEqual(times, times.toSorted().toReversed())
}

const tellsFirstValues: ActivityCase = async ({ client, call }) => {
  const { id } = await client.create()
  const params = { task: id }
  const schema = { type: 'object' }
  const checklist = [{ id: 'a', text: 'One', checked: false }]
  const body = { checklist, output_schema: schema }
  await client.call('tasks.change', { params, body })
  const expected: Activity['changes'] = [
    { field: 'checklist', from: null, to: checklist },
    { field: 'output_schema', from: null, to: schema },
  ]
  const told = (await call({ params })).body.data[0]?.changes ?? []
  assert.deepEqual(
    told.toSorted((a, b) => a.field.localeCompare(b.field)),
    expected,
  )
  const { data } = (await client.call('audit.list', { query: { subject_id: id } })).body
  assert.deepEqual(data[0]?.changes, told)
}

const pages: ActivityCase = async ({ client, call }) => {
  const { id } = await client.create()
  for (let i = 1; i <= 6; i++) {
    await client.call('tasks.change', { params: { task: id }, body: { description: `${i}` } })
  }
  const entries = await client.follow<Activity>(`/api/tasks/${id}/activity?limit=3`)
  const seen = entries.map((entry) => entry.changes[0]?.to ?? entry.action)
  assert.deepEqual(seen, ['6', '5', '4', '3', '2', '1', 'task.created'])
  assert.equal((await call({ params: { task: id } })).body.data.length, 7)
}

describeOperation('tasks.activity', {
  200: {
    'tells every change of the task and its comments, newest first': tellsAll,
    'has null for what was not set before': tellsFirstValues,
    'comes in pages': pages,
  },
  400: {
    'refuses what is no limit': async ({ client, call }) => {
      const { id } = await client.create()
      for (const limit of ['0', '201', 'x']) {
        const { problem } = await call({ params: { task: id }, query: { limit } })
        assert.equal(problem.errors?.[0]?.pointer, 'limit')
      }
    },
    'refuses the cursor of another task': async ({ client, call }) => {
      const [a, b] = [await client.create(), await client.create()]
      await client.call('tasks.change', { params: { task: a.id }, body: { title: 'x' } })
      const { body } = await call({ params: { task: a.id }, query: { limit: 1 } })
      const cursor = body.next_cursor ?? ''
      assert.equal((await call({ params: { task: 'T-1' }, query: { cursor } })).status, 200)
      const { problem } = await call({ params: { task: b.id }, query: { cursor } })
      assert.equal(problem.code, 'invalid_cursor')
    },
    'refuses filters it does not have': async ({ client, call }) => {
      const { id } = await client.create()
      const { problem } = await call({ params: { task: id }, query: { action: 'task.created' } })
      assert.deepEqual(problem.errors?.[0]?.allowed, ['limit', 'cursor'])
    },
  },
  404: async ({ call }) => {
    const stranger = await (await newTenant()).create()
    for (const task of [stranger.id, 'T-1', `tsk_${'0'.repeat(32)}`]) {
      assert.equal((await call({ params: { task } })).problem.code, 'task_not_found')
    }
  },
})
