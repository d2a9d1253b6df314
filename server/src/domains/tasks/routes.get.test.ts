// Reading one task, by id or by the number people quote.
import assert from 'node:assert/strict'
import { describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { newTenant } from '../../../../tests/harness/test-api.ts'

describeOperation('tasks.get', {
  200: {
    'finds a task by id and by number, in either case': async ({ client, call }) => {
      await client.create()
      const task = await client.create({ title: 'second' })
      for (const reference of [task.id, 'T-2', 't-2']) {
        const reply = await call({ params: { task: reference } })
        assert.deepEqual(reply.body, task)
        assert.equal(reply.headers['etag'], '"1"')
      }
    },
    'answers HEAD without a body': async ({ client, call }) => {
      const { id } = await client.create()
      const url = `/api/tasks/${id}`
      const { headers } = await call({ params: { task: id } })
      const head = await client.head(url)
      assert.deepEqual([head.status, head.text, head.etag], [200, '', headers['etag']])
    },
  },
  304: {
    'says so when the caller has the current version, weak or among others': async ({
      client,
      call,
    }) => {
      const { id } = await client.create()
      for (const tag of ['"1"', 'W/"1"', '"7", "1"', '*']) {
        const reply = await call({ params: { task: id }, headers: { 'if-none-match': tag } })
        assert.deepEqual([reply.status, reply.text, reply.headers['etag']], [304, '', '"1"'], tag)
      }
    },
    'sends the task again once it has changed': async ({ client, call }) => {
      const { id } = await client.create()
      const headers = { 'if-none-match': '"1"' }
      assert.equal((await call({ params: { task: id }, headers })).status, 304)
      await client.call('tasks.change', { params: { task: id }, body: { title: 'new' } })
      assert.equal((await call({ params: { task: id }, headers })).body.title, 'new')
    },
  },
  400: {
    'refuses what is neither id nor number': async ({ call }) => {
      const wrong = ['T-0', 'T-01', '1', 'T-1x', 'tsk_', `TSK_${'0'.repeat(32)}`, 'T--1']
      for (const task of [...wrong, `cmt_${'0'.repeat(32)}`, `tsk_${'A'.repeat(32)}`, 'T-\u0000']) {
        const { problem } = await call({ params: { task } })
        assert.deepEqual(
          problem.errors?.map((error) => [error.in, error.pointer]),
          [['path', 'task']],
          task,
        )
      }
    },
    'rejects an undeclared parameter': async ({ call }) => {
      const { problem } = await call({ params: { task: 'T-1' }, query: { expand: 'comments' } })
      assert.equal(problem.errors?.[0]?.code, 'unknown_parameter')
    },
  },
  404: {
    'answers a foreign task like a missing one': async ({ call }) => {
      const stranger = await (await newTenant()).create()
      const answers = new Set<string>()
      for (const task of [stranger.id, `tsk_${'0'.repeat(32)}`, 'T-1', 'T-999999999999999']) {
        const { problem } = await call({ params: { task } })
        assert.equal(problem.code, 'task_not_found')
        answers.add(JSON.stringify({ ...problem, request_id: '' }))
      }
      assert.equal(answers.size, 1)
    },
  },
})
