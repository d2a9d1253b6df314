// Questions over HTTP: asked by agents, listed, answered once, and linked to.
import assert from 'node:assert/strict'
import type { OperationId } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import {
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { auditOf } from '../../../../tests/harness/history.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'
import {
  aboutRun,
  answer,
  ask,
  CHOOSE,
  CONFIRM,
  claimTask,
} from '../../../../tests/harness/work/ask.ts'

const NOWHERE = `qst_${'0'.repeat(32)}`
const INPUT = { kind: 'input', prompt: 'How much?' } as const
const AMOUNT = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] }

const prepareCreate = async ({ client }: CaseContext<'questions.create'>) =>
  aboutRun(await claimTask(client), CONFIRM)
const prepareAnswer = async ({ client }: CaseContext<'questions.answer'>) => ({
  params: { question: (await ask(client)).question.id },
  body: { answer: true },
})
const prepareLink = async ({ client }: CaseContext<'questions.link'>) => ({
  params: { question: (await ask(client)).question.id },
  body: {},
})
const created = bodyCases<'questions.create'>(prepareCreate)
const createdOnce = idempotencyCases('questions.create', prepareCreate)
const answered = bodyCases<'questions.answer'>(prepareAnswer)
const answeredOnce = idempotencyCases('questions.answer', prepareAnswer)
const linked = bodyCases<'questions.link'>(prepareLink)
const linkedOnce = idempotencyCases('questions.link', prepareLink)

const pointersOf = ({ errors = [] }: { errors?: { pointer: string }[] }) =>
  errors.map(({ pointer }) => pointer)

/** The response to a question of a new run. */
async function tryAsking({ client, call }: CaseContext<'questions.create'>, question: object) {
  return call(aboutRun(await claimTask(client), question))
}

const refuses =
  (question: object, code: string, expected: RegExp) =>
  async (t: CaseContext<'questions.create'>) => {
    const { problem } = await tryAsking(t, question)
    assert.equal(problem.code, code)
    assert.match(problem.detail, expected)
  }

describeOperation('questions.create', {
  201: {
    'parks the run and lets the task wait': async ({ client, call }) => {
      const claimed = await claimTask(client)
      const given = { ...CONFIRM, context: 'Two *accounts*', expires_in_seconds: 600 }
      const reply = await call(aboutRun(claimed, { ...given, checkpoint: { step: 2 } }))
      const question = reply.body
      assert.equal(reply.headers['location'], `/api/questions/${question.id}`)
      assert.equal(question.state, 'open')
      assert.equal(question.task_id, claimed.task.id)
      assert.deepEqual(question.on_timeout, { action: 'release' })
      const left = Date.parse(question.expires_at ?? '') - Date.parse(question.created_at)
      assert.equal(Math.round(left / 1_000), 600)
      const task = await client.get(claimed.task.id)
      assert.deepEqual([task.status, task.delegate], ['input_required', 'asker'])
      const params = { run: claimed.run.id }
      const run = (await client.call('runs.get', { params })).body
      assert.deepEqual([run.state, run.lease_expires_at], ['parked', null])
      const [row] = await inspect<{ checkpoint: unknown }>(
        'select checkpoint from runs where tenant_id = $1',
        [client.tenant.id],
      )
      assert.deepEqual(row?.checkpoint, { step: 2 })
    },
    'accepts a schema, and a timeout with an answer': async (t) => {
      const on_timeout = { action: 'answer', answer: { amount: 0 } }
      const { body } = await tryAsking(t, { ...INPUT, schema: AMOUNT, on_timeout })
      assert.deepEqual([body.schema, body.on_timeout], [AMOUNT, on_timeout])
    },
    'returns the first response to a retry': createdOnce.replayed,
  },
  400: {
    ...created.malformed,
    'when the key is invalid': createdOnce.badKey,
    'when options and schema do not fit the kind': async (t) => {
      const { problem } = await tryAsking(t, {
        ...CONFIRM,
        options: CHOOSE.options,
        schema: AMOUNT,
      })
      assert.equal(problem.code, 'invalid_request')
      assert.deepEqual(pointersOf(problem), ['/options', '/schema'])
    },
    'when a choice has no options': refuses(
      { kind: 'choice', prompt: 'Which?' },
      'invalid_request',
      /options is required/,
    ),
    'when two options have the same value': refuses(
      { ...CHOOSE, options: [{ value: 'a' }, { value: 'a' }] },
      'invalid_request',
      /options\[1\]\.value is the value of another option/,
    ),
    'when the schema is invalid': refuses(
      { ...INPUT, schema: { $ref: 'https://example.com/schema.json' } },
      'schema_invalid',
      /definition in the same schema/,
    ),
    'when the answer of the timeout is missing': refuses(
      { ...CONFIRM, on_timeout: { action: 'answer' } },
      'invalid_request',
      /on_timeout\.answer is required/,
    ),
    'when a timeout has an answer that it does not use': refuses(
      { ...CONFIRM, on_timeout: { action: 'fail', answer: true } },
      'invalid_request',
      /only allowed if action/,
    ),
    'when the answer of the timeout does not match': refuses(
      { ...INPUT, schema: AMOUNT, on_timeout: { action: 'answer', answer: {} } },
      'answer_invalid',
      /on_timeout\.answer\.amount is required/,
    ),
    'when the checkpoint is too large': refuses(
      { ...CONFIRM, checkpoint: 'x'.repeat(70_000) },
      'invalid_request',
      /checkpoint/,
    ),
  },
  404: async ({ client, call }) => {
    const claimed = await claimTask(client)
    const params = { run: `run_${'0'.repeat(32)}` }
    const { problem } = await call({ ...aboutRun(claimed, CONFIRM), params })
    assert.equal(problem.code, 'run_not_found')
    const stranger = await claimTask(await newTenant())
    assert.equal((await call(aboutRun(stranger, CONFIRM))).problem.code, 'run_not_found')
  },
  409: {
    'when the run is parked already': async ({ client, call }) => {
      const asked = await ask(client)
      assert.equal((await call(aboutRun(asked, CONFIRM))).problem.code, 'run_parked')
    },
    'when the lease is lost': async ({ client, call }) => {
      const claimed = await claimTask(client)
      await client.call('runs.release', aboutRun(claimed))
      const { problem } = await call(aboutRun(claimed, CONFIRM))
      assert.deepEqual([problem.code, problem.reason], ['lease_lost', 'ended'])
    },
    'while the first request is running': createdOnce.inFlight,
  },
  413: created.tooLarge,
  415: created.wrongType,
  422: createdOnce.reused,
})

/** Three questions, of which the first was answered and the second withdrawn. */
async function threeQuestions(client: ApiClient) {
  const first = await ask(client)
  await answer(client, first.question)
  const others = []
  for (const title of ['Second', 'Third']) {
    await client.create({ title })
    const [claimed] = (await client.call('runs.claim', { body: { agent: 'asker' } })).body.data
    assert.ok(claimed)
    const { body } = await client.call('questions.create', aboutRun(claimed, CONFIRM))
    others.push(body)
  }
  const [second, third] = others
  assert.ok(second && third)
  const params = { task: second.task_id }
  await client.call('tasks.transition', { params, body: { to: 'canceled' } })
  return { first: first.question, second, third }
}

describeOperation('questions.list', {
  200: {
    'newest first, by state, task and agent': async ({ client, call }) => {
      const { first, second, third } = await threeQuestions(client)
      const list = async (query: Record<string, string | string[]>) =>
        (await call({ query })).body.data.map(({ id }) => id)
      assert.deepEqual(await list({}), [third.id, second.id, first.id])
      assert.deepEqual(await list({ state: 'open' }), [third.id])
      assert.deepEqual(await list({ state: ['answered', 'withdrawn'] }), [second.id, first.id])
      assert.deepEqual(await list({ state: 'expired' }), [])
      assert.deepEqual(await list({ task: first.task_id }), [first.id])
      assert.deepEqual(await list({ task: 'T-1', state: 'open' }), [])
      assert.deepEqual(await list({ agent: 'asker', state: 'open' }), [third.id])
      assert.deepEqual(await list({ agent: 'another' }), [])
      const pages = await client.follow<{ id: string }>('/api/questions?limit=1&agent=asker')
      assert.deepEqual(
        pages.map(({ id }) => id),
        [third.id, second.id, first.id],
      )
    },
    'without questions of other tenants': async ({ client, call }) => {
      await ask(await newTenant())
      assert.deepEqual((await call()).body, { data: [], next_cursor: null })
      await ask(client)
      assert.equal((await call()).body.data.length, 1)
    },
  },
  400: async ({ client, call }) => {
    await threeQuestions(client)
    const cursor = (await call({ query: { limit: 1 } })).body.next_cursor ?? ''
    const { problem } = await call({ query: { cursor, state: 'open' } })
    assert.equal(problem.code, 'invalid_cursor')
    assert.equal((await call({ query: { state: 'closed' } })).problem.code, 'invalid_request')
  },
  404: async ({ call }) =>
    assert.equal((await call({ query: { task: 'T-9' } })).problem.code, 'task_not_found'),
})

/** Missing questions and those of other tenants look the same. */
const missing =
  <Id extends OperationId>(body?: object) =>
  async ({ call }: CaseContext<Id>) => {
    const stranger = await ask(await newTenant())
    for (const question of [NOWHERE, stranger.question.id]) {
      const { problem } = await call({ params: { question }, ...(body && { body }) })
      assert.equal(problem.code, 'question_not_found')
    }
  }

describeOperation('questions.get', {
  200: async ({ client, call }) => {
    const { question } = await ask(client, CHOOSE)
    assert.deepEqual((await call({ params: { question: question.id } })).body, question)
  },
  400: async ({ call }) => {
    const { problem } = await call({ params: { question: 'x' } })
    assert.equal(problem.code, 'invalid_request')
  },
  404: missing<'questions.get'>(),
})

/** The errors of an answer to a new question. */
async function errorsOf(client: ApiClient, question: object, given: unknown) {
  const asked = await ask(client, question)
  const { problem } = await answer(client, asked.question, given)
  assert.equal(problem.code, 'answer_invalid')
  assert.equal((await client.get(asked.task.id)).status, 'input_required')
  return problem
}

describeOperation('questions.answer', {
  200: {
    'stores the answer and who gave it': async ({ client, call }) => {
      const asked = await ask(client, CHOOSE)
      const params = { question: asked.question.id }
      const { body } = await call({ params, body: { answer: 'A-2', note: 'The newer one' } })
      assert.deepEqual(
        [body.state, body.answer, body.note, body.answered_by?.kind],
        ['answered', 'A-2', 'The newer one', 'key'],
      )
      const acts = (await auditOf(asked.task.id)).map(({ action }) => action)
      assert.deepEqual(acts.slice(-3), ['question.asked', 'run.parked', 'question.answered'])
    },
    'accepts any JSON without a schema': async ({ client, call }) => {
      const { question } = await ask(client, INPUT)
      const params = { question: question.id }
      const { body } = await call({ params, body: { answer: { a: [null, 1] } } })
      assert.deepEqual(body.answer, { a: [null, 1] })
    },
    'returns the first response to a retry': answeredOnce.replayed,
  },
  400: {
    ...answered.malformed,
    'when the key is invalid': answeredOnce.badKey,
    'when it is not true or false': async ({ client }) => {
      const { detail } = await errorsOf(client, CONFIRM, 'yes')
      assert.equal(detail, 'answer: must be true or false.')
    },
    'when it is none of the options': async ({ client }) => {
      const { detail } = await errorsOf(client, CHOOSE, 'A-3')
      assert.match(detail, /must be one of A-1, A-2/)
    },
    'when it does not match the schema': async ({ client }) => {
      const problem = await errorsOf(client, { ...INPUT, schema: AMOUNT }, { amount: '1' })
      assert.deepEqual(pointersOf(problem), ['/answer/amount'])
    },
    'when it is too large': async ({ client }) => {
      const { detail } = await errorsOf(client, INPUT, 'x'.repeat(66_000))
      assert.match(detail, /too large/)
    },
  },
  404: missing<'questions.answer'>({ answer: true }),
  409: {
    'when it was answered already': async ({ client }) => {
      const { question } = await ask(client)
      await answer(client, question, true)
      const { problem } = await answer(client, question, false)
      assert.equal(problem.code, 'question_closed')
      assert.match(problem.detail, /was already answered/)
    },
    'when one of two answers at the same time came first': async ({ client }) => {
      const { question } = await ask(client)
      const replies = await Promise.all([true, false].map((one) => answer(client, question, one)))
      assert.deepEqual(
        replies.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
      )
    },
    'when it was withdrawn': async ({ client }) => {
      const { task, question } = await ask(client)
      const params = { task: task.id }
      await client.call('tasks.transition', { params, body: { to: 'canceled' } })
      assert.match((await answer(client, question)).problem.detail, /was withdrawn/)
    },
    'while the first request is running': answeredOnce.inFlight,
  },
  413: answered.tooLarge,
  415: answered.wrongType,
  422: answeredOnce.reused,
})

describeOperation('questions.link', {
  201: async ({ client, call }) => {
    const { task, question } = await ask(client)
    const params = { question: question.id }
    const headers = { 'idempotency-key': 'link' }
    const { body } = await call({ params, body: { expires_in_hours: 1 }, headers })
    assert.match(body.url ?? '', /^https:\/\/tenant-[^/]+\/answer\/[\w-]{43}$/)
    const again = await call({ params, body: { expires_in_hours: 1 }, headers })
    assert.deepEqual(again.body, { expires_at: body.expires_at }, 'the link is not shown again')
    const token = body.url?.split('/').at(-1) ?? ''
    const [row] = await inspect<{ stored: string }>(
      'select row_to_json(q)::text as stored from questions q where tenant_id = $1',
      [client.tenant.id],
    )
    assert.equal(row?.stored.includes(token), false)
    assert.equal((await auditOf(task.id)).at(-1)?.action, 'question.link_created')
  },
  400: {
    ...linked.malformed,
    'when the key is invalid': linkedOnce.badKey,
    'when it is to work for too long': async ({ client, call }) => {
      const { question } = await ask(client)
      const params = { question: question.id }
      const { problem } = await call({ params, body: { expires_in_hours: 1_000 } })
      assert.equal(problem.code, 'invalid_request')
    },
  },
  404: missing<'questions.link'>({}),
  409: {
    'when the question is closed': async ({ client, call }) => {
      const { question } = await ask(client)
      await answer(client, question)
      const { problem } = await call({ params: { question: question.id }, body: {} })
      assert.equal(problem.code, 'question_closed')
    },
    'while the first request is running': linkedOnce.inFlight,
  },
  413: linked.tooLarge,
  415: linked.wrongType,
  422: linkedOnce.reused,
})
