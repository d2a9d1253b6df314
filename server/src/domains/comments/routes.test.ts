// Comments: said, read, edited and taken back, always under their own task.
import assert from 'node:assert/strict'
import type { Comment, OperationId } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { dashboardOf, type Person } from '../../../../tests/harness/dashboard/dashboard.ts'
import {
  type Case,
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { auditOf, eventsOf, transactionsOf } from '../../../../tests/harness/history.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { newTenant, newUser, testApi, withSession } from '../../../../tests/harness/test-api.ts'

const nowhere = { task: `tsk_${'0'.repeat(32)}`, comment: `cmt_${'0'.repeat(32)}` }

async function say(client: ApiClient, task: string, body = 'Hello'): Promise<Comment> {
  return (await client.call('comments.create', { params: { task }, body: { body } })).body
}

/** A comment on a new task, and the parameters that lead to it. */
async function prepared(client: ApiClient) {
  const task = await client.create()
  const comment = await say(client, task.id)
  return { task, comment, params: { task: task.id, comment: comment.id } }
}

const prepareCreate = async ({ client }: CaseContext<'comments.create'>) => ({
  params: { task: (await client.create()).id },
  body: { body: 'Hello' },
})
const prepareChange = async ({ client }: CaseContext<'comments.change'>) => ({
  params: (await prepared(client)).params,
  body: { body: 'Edited' },
})
const created = bodyCases<'comments.create'>(prepareCreate)
const changed = bodyCases<'comments.change'>(prepareChange)
const idempotency = idempotencyCases('comments.create', prepareCreate)

/** The task is looked for first, then the comment under it; foreign ones are missing ones. */
function missing<Id extends OperationId>(body?: unknown): Record<string, Case<Id>> {
  const expect = async (
    { call }: CaseContext<Id>,
    params: { task: string; comment: string },
    code: string,
  ) => assert.equal((await call({ params, body })).problem.code, code)
  return {
    'when there is no such task': async (t) => {
      const { params } = await prepared(await newTenant())
      await expect(t, nowhere, 'task_not_found')
      await expect(t, params, 'task_not_found')
    },
    'when the task has no such comment': async (t) => {
      const { params } = await prepared(t.client)
      const stranger = await prepared(await newTenant())
      const other = await t.client.create()
      await expect(t, { ...params, comment: nowhere.comment }, 'comment_not_found')
      await expect(t, { ...params, comment: stranger.comment.id }, 'comment_not_found')
      await expect(t, { ...params, task: other.id }, 'comment_not_found')
    },
  }
}

const refusedBodies: [body: unknown, pointer: string][] = [
  [{}, '/body'],
  [{ body: '' }, '/body'],
  [{ body: 'x'.repeat(20_001) }, '/body'],
  [{ body: 'a\u0000b' }, '/body'],
  [{ body: null }, '/body'],
  [{ body: 'x', author: 'me' }, '/author'],
]

async function refuses<Id extends OperationId>(
  { call }: CaseContext<Id>,
  params: Record<string, string>,
): Promise<void> {
  for (const [body, pointer] of refusedBodies) {
    const { problem } = await call({ params, body })
    const places = problem.errors?.map((error) => error.pointer)
    assert.deepEqual([...new Set(places)], [pointer])
  }
}

describeOperation('comments.create', {
  201: {
    'returns the comment, its author and its place': async ({ client, call }) => {
      const task = await client.create()
      const text = '**Markdown** \u{1f600}\n\n"quoted"'
      const reply = await call({ params: { task: 't-1' }, body: { body: text } })
      const { id, created_at, ...rest } = reply.body
      const author = task.created_by
      const expected = {
        task_id: task.id,
        body: text,
        author,
        mentions: [],
        updated_at: created_at,
      }
      assert.deepEqual(rest, expected)
      assert.equal(reply.headers['location'], `/api/tasks/${task.id}/comments/${id}`)
      assert.equal((await client.get(task.id)).version, 1, 'the task itself did not change')
    },
    'takes 20,000 characters': async ({ client, call }) => {
      const { id } = await client.create()
      const body = { body: '\u{1f600}'.repeat(20_000) }
      assert.equal((await call({ params: { task: id }, body })).body.body, body.body)
    },
    'leaves one event under the comment and one entry under the task': async ({ client }) => {
      const { task, comment } = await prepared(client)
      const [event, ...more] = await eventsOf(comment.id)
      assert.deepEqual([event?.type, event?.data, more], ['comment.created', comment, []])
      const actions = (await auditOf(task.id)).map((entry) => entry.action)
      assert.deepEqual(actions, ['task.created', 'comment.created'])
      const [inLog] = (await transactionsOf(comment.id)).events
      assert.equal(inLog, (await transactionsOf(task.id)).entries[1], 'in one transaction')
    },
    'repeats the first answer under one Idempotency-Key': idempotency.replayed,
  },
  400: {
    ...created.malformed,
    'refuses an empty, overlong or unstorable text': async (t) =>
      refuses(t, { task: (await t.client.create()).id }),
    'refuses an Idempotency-Key with spaces': idempotency.badKey,
  },
  404: {
    'when there is no such task': async ({ client, call }) => {
      const otherTenant = await newTenant()
      const { id } = await otherTenant.create()
      for (const task of [nowhere.task, 'T-1', id]) {
        const { problem } = await call({ params: { task }, body: { body: 'x' } })
        assert.equal(problem.code, 'task_not_found')
      }
      assert.equal((await eventsOf(id)).length, 1)
      assert.equal(client.seen.length, 3)
    },
    'when the task goes away at the same moment': async ({ client, call }) => {
      const { id } = await client.create()
      await withSession(async (session) => {
        await session.query('begin')
        await session.query('delete from tasks where tenant_id = $1', [client.tenant.id])
        const answer = call({ params: { task: id }, body: { body: 'too late' } })
        await waiting(session)
        await session.query('commit')
        assert.equal((await answer).problem.code, 'task_not_found')
      })
    },
  },
  409: idempotency.inFlight,
  413: created.tooLarge,
  415: created.wrongType,
  422: idempotency.reused,
})

/** Until a transaction waits for a lock that `session` holds. */
async function waiting(session: { query: (text: string) => Promise<{ rowCount: number | null }> }) {
  const text = `select from pg_locks where not granted and pid <> pg_backend_pid()
    and pg_backend_pid() = any(pg_blocking_pids(pid))`
  const deadline = Date.now() + 5_000
  while ((await session.query(text)).rowCount === 0) {
    assert.ok(Date.now() < deadline, 'no transaction waits')
    await new Promise((resume) => setTimeout(resume, 5))
  }
}

/** A comment that a person wrote in the dashboard. */
async function saidByAda(client: ApiClient) {
  const ada = await newUser(client.tenant, 'ada')
  const { id: task } = await client.create()
  const hers = await asPerson(client, ada)
  const answer = await hers(`/ui/api/tasks/${task}/comments`, {
    method: 'POST',
    body: { body: 'I stay.' },
  })
  const comment = answer.json() as Comment
  assert.deepEqual(comment.author, { kind: 'user', id: ada.id })
  return { ada, comment, params: { task, comment: comment.id } }
}

const asPerson = async ({ tenant }: ApiClient, person: Person) =>
  dashboardOf(await testApi(), tenant, person)

const uiPath = ({ task, comment }: { task: string; comment: string }) =>
  `/ui/api/tasks/${task}/comments/${comment}`

describeOperation('comments.list', {
  200: {
    'lists the comments of one task, oldest first, in pages': async ({ client, call }) => {
      const [task, other] = [await client.create(), await client.create()]
      for (let i = 0; i < 7; i++) await say(client, task.id, `comment ${i}`)
      await say(client, other.id, 'elsewhere')
      const all = (await call({ params: { task: 'T-1' } })).body
      assert.deepEqual(
        all.data.map((comment) => comment.body),
        Array.from({ length: 7 }, (_, i) => `comment ${i}`),
      )
      const found = await client.follow<Comment>(`/api/tasks/${task.id}/comments?limit=3`)
      assert.deepEqual(found, all.data)
    },
    'is empty for a task without comments': async ({ client, call }) => {
      const { id } = await client.create()
      assert.deepEqual((await call({ params: { task: id } })).body, { data: [], next_cursor: null })
    },
  },
  400: {
    'refuses a wrong limit and unknown parameters': async ({ client, call }) => {
      const { id } = await client.create()
      for (const query of [{ limit: 0 }, { limit: 201 }, { author: 'me' }]) {
        const { problem } = await call({ params: { task: id }, query })
        assert.equal(problem.errors?.[0]?.pointer, Object.keys(query)[0])
      }
    },
    'refuses the cursor of another task': async ({ client, call }) => {
      const { task } = await prepared(client)
      await say(client, task.id)
      const { body } = await call({ params: { task: task.id }, query: { limit: 1 } })
      const other = await client.create()
      const query = { cursor: body.next_cursor ?? '' }
      const { problem } = await call({ params: { task: other.id }, query })
      assert.equal(problem.code, 'invalid_cursor')
    },
  },
  404: async ({ call }) => {
    const { task } = await prepared(await newTenant())
    for (const id of [task.id, 'T-1']) {
      assert.equal((await call({ params: { task: id } })).problem.code, 'task_not_found')
    }
  },
})

describeOperation('comments.get', {
  200: async ({ client, call }) => {
    const { comment, params } = await prepared(client)
    assert.deepEqual((await call({ params })).body, comment)
    assert.deepEqual((await call({ params: { ...params, task: 'T-1' } })).body, comment)
  },
  400: async ({ client, call }) => {
    const { task } = await prepared(client)
    const params = { task: task.id, comment: task.id }
    assert.equal((await call({ params })).problem.errors?.[0]?.pointer, 'comment')
  },
  404: missing<'comments.get'>(),
})

describeOperation('comments.change', {
  200: {
    'replaces the text and tells the earlier one': async ({ client, call }) => {
      const { task, comment, params } = await prepared(client)
      const { body } = await call({ params, body: { body: 'Edited' } })
      assert.deepEqual(body, { ...comment, body: 'Edited', updated_at: body.updated_at })
      assert.ok(body.updated_at >= comment.updated_at)
      const [, event] = await eventsOf(comment.id)
      assert.deepEqual(event?.data, body)
      assert.deepEqual([event.previous, event.changed], [{ body: 'Hello' }, ['body']])
      const entries = await auditOf(task.id)
      assert.deepEqual(entries[2]?.changes, [{ field: 'comment', from: 'Hello', to: 'Edited' }])
      const [, inLog] = (await transactionsOf(comment.id)).events
      assert.equal(inLog, (await transactionsOf(task.id)).entries[2], 'in one transaction')
    },
    'writes nothing when the text is the same': async ({ client, call }) => {
      const { task, comment, params } = await prepared(client)
      assert.deepEqual((await call({ params, body: { body: 'Hello' } })).body, comment)
      assert.equal((await eventsOf(comment.id)).length, 1)
      assert.equal((await auditOf(task.id)).length, 2)
    },
  },
  400: {
    ...changed.malformed,
    'refuses an empty, overlong or unstorable text': async (t) =>
      refuses(t, (await prepared(t.client)).params),
  },
  403: async ({ client, call }) => {
    const { comment, params, ada } = await saidByAda(client)
    const { problem } = await call({ params, body: { body: 'I resign. Ada' } })
    assert.equal(problem.code, 'comment_not_yours')
    assert.match(problem.detail, new RegExp(ada.id))
    assert.deepEqual((await client.call('comments.get', { params })).body, comment)
    assert.equal((await eventsOf(comment.id)).length, 1)
    const hers = await asPerson(client, ada)
    const edit = { method: 'PATCH', body: { body: 'Edited' } }
    assert.equal((await hers(uiPath(params), edit)).statusCode, 200, 'her own')
    assert.equal((await auditOf(params.task)).at(-1)?.actor, `user:${ada.id}`)
    const theirs = (await prepared(client)).params
    const answer = await hers(uiPath(theirs), edit)
    assert.equal(answer.json()['code'], 'comment_not_yours', 'nor does a person speak for a key')
  },
  404: missing<'comments.change'>({ body: 'Edited' }),
  413: changed.tooLarge,
  415: changed.wrongType,
})

describeOperation('comments.remove', {
  204: async ({ client, call }) => {
    const { task, comment, params } = await prepared(client)
    const reply = await call({ params })
    assert.equal(reply.text, '')
    assert.equal((await client.call('comments.get', { params })).status, 404)
    const [, event, ...more] = await eventsOf(comment.id)
    assert.deepEqual([event?.type, event?.data, more], ['comment.deleted', comment, []])
    assert.equal((await auditOf(task.id)).at(-1)?.action, 'comment.deleted')
    const [, inLog] = (await transactionsOf(comment.id)).events
    assert.equal(inLog, (await transactionsOf(task.id)).entries[2], 'in one transaction')
  },
  400: async ({ client, call }) => {
    const { params } = await prepared(client)
    const { problem } = await call({ params, query: { hard: 'true' } })
    assert.equal(problem.errors?.[0]?.code, 'unknown_parameter')
  },
  403: async ({ client, call }) => {
    const { comment, params } = await saidByAda(client)
    const { problem } = await call({ params })
    assert.equal(problem.code, 'comment_not_yours')
    assert.deepEqual((await client.call('comments.get', { params })).body, comment)
    const moderator = await newUser(client.tenant, 'moderator')
    const theirs = await asPerson(client, moderator)
    assert.equal((await theirs(uiPath(params), { method: 'DELETE' })).statusCode, 204)
    const entry = (await auditOf(params.task)).at(-1)
    assert.deepEqual([entry?.action, entry?.actor], ['comment.deleted', `user:${moderator.id}`])
    assert.deepEqual(entry?.changes, [{ field: 'comment_author', from: comment.author, to: null }])
  },
  404: missing<'comments.remove'>(),
})
